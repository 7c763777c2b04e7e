"""Requests: each is described once, for both transports and for the schema.

A function that answers a request has parameters for everything it needs:

- ``visitor`` is the sender, and ``data`` the body, read as its type requires;
- a parameter that the path names is a part of the path, and any other one with a simple type is in
  the query; both are read as their types require;
- an ``Upload`` is a body that the function reads itself;
- any other class is a service, such as ``Tables``. A transport that lacks it leaves the request
  out, unless the function does without: ``Notifier | None``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Protocol, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as hints_of

import msgspec

JSON = "application/json"
TEXT = "text/plain"

Function = Callable[..., Awaitable[object]]
F = TypeVar("F", bound=Function)
Hint = Any
"""A type as it is written: a class, a union, or a type with constraints."""
Body = bytes | Iterator[bytes] | AsyncIterator[bytes]
"""The content that is sent, as a whole or in parts."""
Counted = Literal["question", "place", "token", "opening", "password"]
"""The limit that counts a request: that of an address; that of a caller at one table or tournament;
that of an address at one table; of tables that an address opens; of passwords that it tries.
"""

_SIMPLE = (str, int, float, bool)


class SenderGone(Exception):
    """A signal that the sender of a request has gone, so nobody reads the answer."""


class Upload(Protocol):
    """A body that has not been read yet."""

    @property
    def media_type(self) -> str:
        """The media type that the sender declares."""

    def size_up_to(self, most: int) -> int:
        """Return the size that the sender declares, or ``most``."""

    async def read(self, most: int) -> bytes:
        """Return the body; one with more bytes is refused before all of it has arrived."""


@dataclass(frozen=True, slots=True)
class Content:
    """An answer that is already encoded."""

    body: Body
    media_type: str = JSON
    status: int | None = None
    """The status, unless it is the usual one."""


class Acknowledged(msgspec.Struct, frozen=True):
    """The request was carried out."""

    done: bool = True


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of a function that answers a request."""

    name: str
    place: Literal["visitor", "body", "upload", "path", "query", "service"]
    type: Hint
    """The class, for a service."""
    required: bool
    default: object = None


@dataclass(frozen=True, kw_only=True)
class Request:
    """One kind of request."""

    method: str
    path: str
    function: Function
    summary: str
    status: int = 200
    counts: Counted | None = None
    sends: type | None = None
    """The struct whose JSON a ``Content`` is; such an answer is long, and compressed."""
    about: str = ""
    """A description of what is sent."""
    media_type: str = JSON
    filename: str = ""
    """The name under which a browser saves the content."""
    uploads: tuple[str, ...] = ()
    """The media types of an ``Upload``."""
    uploads_about: str = ""
    problems: bool = True
    """Whether it may be refused at all."""
    plays: bool = False
    """Whether it keeps a game going: it is answered even to those who have used up their budget."""

    @property
    def name(self) -> str:
        """The name of its function."""
        return self.function.__name__

    @cached_property
    def path_names(self) -> tuple[str, ...]:
        """The parameters in its path."""
        return tuple(re.findall(r"\{(\w+)\}", self.path))

    @cached_property
    def answer(self) -> Hint:
        """The type that its function returns."""
        return self._hints["return"]

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of its function."""
        signature = inspect.signature(self.function)
        return tuple(self._parameter(found) for found in signature.parameters.values())

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of its path."""
        return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(self.path)))

    @cached_property
    def _hints(self) -> dict[str, Hint]:
        return hints_of(self.function, include_extras=True)

    def _parameter(self, found: inspect.Parameter) -> Parameter:
        name, hint = found.name, self._hints[found.name]
        if name == "visitor":
            return Parameter(name, "visitor", hint, required=True)
        if name == "data":
            return Parameter(name, "body", hint, required=True)
        if hint is Upload:
            return Parameter(name, "upload", hint, required=True)
        kind = plain_type(hint)
        origin: object = get_origin(kind)
        if kind not in _SIMPLE and origin is not Literal:
            return Parameter(name, "service", kind, required=kind is hint)
        place: Literal["path", "query"] = "path" if name in self.path_names else "query"
        if found.default is found.empty:
            return Parameter(name, place, hint, required=True)
        return Parameter(name, place, hint, required=False, default=found.default)


def plain_type(hint: Hint) -> Hint:
    """Return a type without its constraints and without the None of an optional one."""
    origin: object = get_origin(hint)
    if origin is Annotated:
        return plain_type(get_args(hint)[0])
    if origin in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        return plain_type(kinds[0]) if len(kinds) == 1 else hint
    return hint


class Requests(list[Request]):
    """The requests of a feature, in order."""

    def get(
        self,
        path: str,
        summary: str,
        *,
        counts: Counted | None = None,
        sends: type | None = None,
        about: str = "",
        media_type: str = JSON,
        filename: str = "",
        problems: bool = True,
        plays: bool = False,
    ) -> Callable[[F], F]:
        """Register a function that answers a question."""
        return self._add(
            partial(
                Request,
                method="GET",
                path=path,
                summary=summary,
                counts=counts,
                sends=sends,
                about=about,
                media_type=media_type,
                filename=filename,
                problems=problems,
                plays=plays,
            )
        )

    def post(
        self,
        path: str,
        summary: str,
        *,
        status: int = 200,
        counts: Counted | None = None,
        sends: type | None = None,
        about: str = "",
        uploads: tuple[str, ...] = (),
        uploads_about: str = "",
        plays: bool = False,
    ) -> Callable[[F], F]:
        """Register a function that answers a request that changes something, or has a body."""
        return self._add(
            partial(
                Request,
                method="POST",
                path=path,
                summary=summary,
                status=status,
                counts=counts,
                sends=sends,
                about=about,
                uploads=uploads,
                uploads_about=uploads_about,
                plays=plays,
            )
        )

    def delete(self, path: str, summary: str) -> Callable[[F], F]:
        """Register a function that answers a request to end something."""
        return self._add(partial(Request, method="DELETE", path=path, summary=summary))

    def _add(self, describe: Callable[..., Request]) -> Callable[[F], F]:
        def add(function: F) -> F:
            self.append(describe(function=function))
            return function

        return add
