"""Routes: which function answers which request. A transport reads its parameters off the function.

A function has a parameter ``visitor``, and ``data`` if the request has a body. Its other parameters
are named in the path or in the query.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

Answer = TypeVar("Answer", bound=Callable[..., Awaitable[Any]])
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Content:
    """An answer that is written already."""

    body: bytes | Iterator[bytes]
    media_type: str = JSON
    filename: str = ""
    """The name under which a browser saves it."""


@dataclass(frozen=True, slots=True)
class Route:
    """One kind of request."""

    method: str
    path: str
    answer: Callable[..., Awaitable[Any]]
    summary: str
    status: int = 200
    sends: type | None = None
    """The struct that a ``Content`` is the JSON of, and which says how it is."""
    about: str = ""
    media_type: str = JSON


class Routes(list[Route]):
    """The routes of a module, in order."""

    def get(
        self,
        path: str,
        summary: str,
        *,
        sends: type | None = None,
        about: str = "",
        media_type: str = JSON,
    ) -> Callable[[Answer], Answer]:
        """Have a function answer a question."""
        return self._add("GET", path, summary, sends=sends, about=about, media_type=media_type)

    def post(
        self,
        path: str,
        summary: str,
        *,
        status: int = 200,
        sends: type | None = None,
        about: str = "",
    ) -> Callable[[Answer], Answer]:
        """Have a function answer a request that has a body."""
        return self._add("POST", path, summary, status=status, sends=sends, about=about)

    def _add(self, method: str, path: str, summary: str, **more: Any) -> Callable[[Answer], Answer]:
        def add(answer: Answer) -> Answer:
            self.append(Route(method, path, answer, summary, **more))
            return answer

        return add
