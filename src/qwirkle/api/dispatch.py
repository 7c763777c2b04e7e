"""The dispatcher for any transport: method, path, query and body in, status and body out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from http import HTTPStatus
from typing import NamedTuple

import msgspec

from qwirkle.api.problems import (
    MEDIA_TYPE,
    WebReason,
    problem_of,
    request_refused,
    retry_header,
)
from qwirkle.api.requests import (
    JSON,
    Body,
    Content,
    Parameter,
    Request,
    SenderGone,
    Upload,
    plain_type,
)
from qwirkle.api.visitors import Visitor

MAX_PROBLEMS = 3
"""The most parts of a request that a refusal names."""
MISSING = "it is missing"

_encode = msgspec.json.Encoder().encode


class Asked(NamedTuple):
    """A request as received."""

    method: str
    path: str
    """The path, unescaped."""
    query: Mapping[str, str]
    body: Upload


class Reply(NamedTuple):
    """The response to a request."""

    status: int
    body: Body
    media_type: str = JSON
    headers: Mapping[str, str] = {}
    long: bool = False
    """Whether it may be worth compressing."""


class WholeBody:
    """A body that has arrived completely."""

    def __init__(self, body: bytes, media_type: str = JSON) -> None:
        self._body = body
        self.media_type = media_type

    def size_up_to(self, most: int) -> int:
        """Return the size of the body, at most ``most``."""
        return min(len(self._body), most)

    async def read(self, most: int) -> bytes:
        """Return the body, unless it is too large."""
        if len(self._body) > most:
            raise request_refused(WebReason.TOO_LARGE)
        return self._body


class _Entry:
    """A request, and the way to call its function."""

    def __init__(self, request: Request, services: Mapping[type, object]) -> None:
        self.request = request
        self._named: list[Parameter] = []
        self._given: dict[str, object] = {}
        self._upload = self._body = self._visitor = ""
        for found in request.parameters:
            match found.place:
                case "path" | "query":
                    self._named.append(found)
                case "service":
                    self._given[found.name] = services.get(found.type)
                case "upload":
                    self._upload = found.name
                case "body":
                    self._body = found.name
                case "visitor":
                    self._visitor = found.name

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[object]:
        [body] = (found for found in self.request.parameters if found.place == "body")
        return msgspec.json.Decoder(body.type)

    async def arguments(
        self, visitor: Visitor[object], asked: Asked, named: Mapping[str, str], max_body: int
    ) -> dict[str, object]:
        """Return the arguments of the function; refuse a request with everything that is wrong."""
        arguments = dict(self._given)
        wrong: list[str] = []
        for found in self._named:
            text = (named if found.place == "path" else asked.query).get(found.name)
            if text is not None:
                try:
                    arguments[found.name] = msgspec.convert(text, found.type, strict=False)
                except msgspec.ValidationError as error:
                    if found.place == "path" and plain_type(found.type) is int:
                        _check_digits(text)
                    wrong.append(_part(found.name, error))
            elif found.required:
                wrong.append(f"{found.name}: {MISSING}")
        if self._body:
            try:
                arguments[self._body] = self._decode(await asked.body.read(max_body))
            except msgspec.ValidationError as error:
                wrong.append(_part(self._body, error))
        if wrong:
            problem = "; ".join(wrong[:MAX_PROBLEMS])
            raise request_refused(WebReason.BAD_REQUEST, problem=problem)
        if self._upload:
            arguments[self._upload] = asked.body
        if self._visitor:
            arguments[self._visitor] = visitor
        return arguments

    def _decode(self, body: bytes) -> object:
        if not body:
            raise msgspec.ValidationError(MISSING)
        try:
            return self._decoder.decode(body)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            raise request_refused(WebReason.BAD_REQUEST, problem="it cannot be read") from None


class Dispatcher:
    """A dispatcher of requests to their functions; ``report`` is called with failures."""

    def __init__(
        self,
        requests: Iterable[Request],
        services: Mapping[type, object],
        *,
        max_body: int,
        report: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._max_body = max_body
        self._report = report
        self._fixed: dict[str, dict[str, _Entry]] = {}
        self._patterns: dict[int, dict[re.Pattern[str], dict[str, _Entry]]] = {}
        for request in requests:
            if all(
                found.type in services
                for found in request.parameters
                if found.place == "service" and found.required
            ):
                self._add(_Entry(request, services))

    def _add(self, entry: _Entry) -> None:
        request = entry.request
        if not request.path_names:
            methods = self._fixed.setdefault(request.path, {})
        else:
            same_length = self._patterns.setdefault(request.path.count("/"), {})
            methods = same_length.setdefault(request.pattern, {})
        methods[request.method] = entry

    async def answer(self, visitor: Visitor[object], asked: Asked) -> Reply:
        """Answer a request; every refusal and failure is an answer, unless the sender is gone."""
        where = asked.method
        try:
            methods, named = self._find(asked.path)
            entry = methods.get(asked.method)
            if entry is None:
                return _other_method(asked.method, methods)
            where = entry.request.name
            return await self._call(entry, visitor, asked, named)
        except SenderGone:
            raise
        except Exception as error:  # every failure is an answer
            reply = reply_to(error)
            if reply.status == HTTPStatus.INTERNAL_SERVER_ERROR and self._report is not None:
                self._report(where, error)
            return reply

    async def _call(
        self, entry: _Entry, visitor: Visitor[object], asked: Asked, named: Mapping[str, str]
    ) -> Reply:
        request = entry.request
        if not request.plays:
            visitor.check_budget()
        arguments = await entry.arguments(visitor, asked, named, self._max_body)
        if request.counts is not None:
            await visitor.count(request.counts, next(iter(named.values()), ""))
        answer = await request.function(**arguments)
        name = request.filename
        headers = {"Content-Disposition": f'attachment; filename="{name}"'} if name else {}
        if not isinstance(answer, Content):
            return Reply(request.status, _encode(answer), JSON, headers)
        status = request.status if answer.status is None else answer.status
        return Reply(status, answer.body, answer.media_type, headers, request.sends is not None)

    def _find(self, path: str) -> tuple[dict[str, _Entry], Mapping[str, str]]:
        """Return the requests with a path, by method, and the parameters in it."""
        if "//" in path or path.endswith("/"):
            path = "/" + "/".join(filter(None, path.split("/")))
        if path in self._fixed:
            return self._fixed[path], {}
        for pattern, methods in self._patterns.get(path.count("/"), {}).items():
            if found := pattern.fullmatch(path):
                return methods, found.groupdict()
        raise request_refused(WebReason.NOT_FOUND)


def _check_digits(text: str) -> None:
    """Refuse a path with anything but digits in place of a number."""
    if not text.removeprefix("-").isdecimal():
        raise request_refused(WebReason.NOT_FOUND)


def reply_to(error: Exception) -> Reply:
    """Return the answer to a request that was refused or failed."""
    problem = problem_of(error)
    return Reply(problem.status, _encode(problem), MEDIA_TYPE, retry_header(problem, error))


def _other_method(method: str, methods: Iterable[str]) -> Reply:
    allowed = {"Allow": ", ".join([*methods, "OPTIONS"])}
    if method == "OPTIONS":
        return Reply(HTTPStatus.NO_CONTENT, b"", "", allowed)
    return reply_to(request_refused(WebReason.BAD_METHOD))._replace(headers=allowed)


def _part(name: str, error: msgspec.ValidationError) -> str:
    """Name the invalid part of a request: a parameter, or a field of the body."""
    problem, _, place = str(error).partition(" - at `$")
    return f"{place.rstrip('`').lstrip('.') or name}: {problem}"[:150]
