"""Answers requests without a web framework: method, address and body in, status and body out."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple, get_type_hints
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from qwirkle.api.problems import MEDIA_TYPE, WebReason, problem_of, request_refused
from qwirkle.api.routing import JSON, Content, Route
from qwirkle.api.visitor import Visitor

_PARAMETER = re.compile(r"\{(\w+):(str|int)\}")
_PATTERNS = {"str": "[^/]+", "int": "[0-9]+"}


class Reply(NamedTuple):
    """The response to a request."""

    status: int
    body: bytes
    media_type: str = JSON
    filename: str = ""


class _Entry:
    """A route, and how its parameters are read."""

    def __init__(self, route: Route) -> None:
        self.route = route
        pattern = _PARAMETER.sub(lambda found: f"(?P<{found[1]}>{_PATTERNS[found[2]]})", route.path)
        self.path = re.compile(pattern)
        self._hints = get_type_hints(route.answer, include_extras=True)
        self._parameters = inspect.signature(route.answer).parameters

    def arguments(self, given: Mapping[str, str], visitor: Visitor, body: bytes) -> dict[str, Any]:
        """Return what the function is called with, or refuse what it cannot be."""
        arguments: dict[str, Any] = {}
        for name, parameter in self._parameters.items():
            try:
                if name == "visitor":
                    arguments[name] = visitor
                elif name == "data":
                    arguments[name] = msgspec.json.decode(body, type=self._hints[name])
                elif name in given:
                    arguments[name] = msgspec.convert(
                        given[name], type=self._hints[name], strict=False
                    )
                elif parameter.default is parameter.empty:
                    raise request_refused(WebReason.BAD_REQUEST, problem=f"{name}: it is missing")
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                problem = f"{name}: {error}"[:300]
                raise request_refused(WebReason.BAD_REQUEST, problem=problem) from None
        return arguments


class Dispatcher:
    """Finds the function that answers a request; ``report`` is called with what failed."""

    def __init__(
        self, routes: Iterable[Route], report: Callable[[str, Exception], None] | None = None
    ) -> None:
        self._entries = [_Entry(route) for route in routes]
        self._report = report

    async def answer(
        self,
        visit: Callable[[Mapping[str, str]], Visitor],
        method: str,
        address: str,
        body: bytes = b"",
    ) -> Reply:
        """Answer a request; ``visit`` makes the visitor for what is in the query."""
        try:
            return await self._answer(visit, method, address, body)
        except Exception as error:  # every failure is an answer
            problem = problem_of(error)
            if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR and self._report is not None:
                self._report(f"{method} {address}", error)
            return Reply(problem.status, msgspec.json.encode(problem), MEDIA_TYPE)

    async def _answer(
        self, visit: Callable[[Mapping[str, str]], Visitor], method: str, address: str, body: bytes
    ) -> Reply:
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        entry, found = self._find(method, parts.path)
        named = {name: unquote(text) for name, text in found.items()}
        answer = await entry.route.answer(**entry.arguments({**query, **named}, visit(query), body))
        if not isinstance(answer, Content):
            return Reply(entry.route.status, msgspec.json.encode(answer))
        written = answer.body if isinstance(answer.body, bytes) else b"".join(answer.body)
        return Reply(entry.route.status, written, answer.media_type, answer.filename)

    def _find(self, method: str, path: str) -> tuple[_Entry, dict[str, str]]:
        other = False
        for entry in self._entries:
            found = entry.path.fullmatch(path)
            if found is not None and entry.route.method == method:
                return entry, found.groupdict()
            other = other or found is not None
        raise request_refused(WebReason.BAD_METHOD if other else WebReason.NOT_FOUND)
