"""What the service needs from outside: a store of events and a bus of news. Only protocols here."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec


class Stored(msgspec.Struct, frozen=True):
    """One event row."""

    seq: int
    """1, 2, 3 ... without gaps per table."""
    at: int
    """Milliseconds since the epoch."""
    body: bytes
    """The event as JSON."""


class Accepted(msgspec.Struct, frozen=True):
    """The events are written."""

    seq: int
    """The last one."""


class Repeated(msgspec.Struct, frozen=True):
    """This command was accepted before; nothing was written now."""

    answer: bytes
    """The first answer."""


class Conflict(msgspec.Struct, frozen=True):
    """Somebody else was first; nothing was written."""

    seq: int
    """The actual last one."""


class IndexEntry(msgspec.Struct, frozen=True):
    """What lists of tables show of a table."""

    title: str
    finished: bool


class Store(Protocol):
    """Keeps the events of every table, for ever and in order."""

    async def open(self) -> None:
        """Make it ready; migrates."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...

    async def append(
        self,
        game: str,
        *,
        expected_seq: int,
        command_id: str,
        at: int,
        events: Sequence[bytes],
        answer: bytes,
        due: int | None,
        index: IndexEntry | None,
    ) -> Accepted | Repeated | Conflict:
        """Write the events of one command, its answer and the table's row, all or nothing.

        Durable when it returns.
        """
        ...

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """The answer to a command that was accepted before."""
        ...

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        """The events after a number."""
        ...

    async def snapshot(self, game: str) -> tuple[int, bytes] | None:
        """Only a cache; may vanish at any time."""
        ...

    async def keep_snapshot(self, game: str, seq: int, body: bytes) -> None:
        """Keep a snapshot if convenient."""
        ...

    async def due(self, before: int, limit: int) -> list[str]:
        """Tables whose clock or bot is due."""
        ...

    async def games(self, after: str | None, limit: int) -> list[str]:
        """The ids of all tables, in their order, for who wants to look at every one."""
        ...


class Bus(Protocol):
    """Tells whoever listens that a table has news. No content: nothing can leak or be lost."""

    async def publish(self, game: str, seq: int) -> None:
        """The table now has events up to this number."""
        ...

    def listen(self, game: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """The numbers, as they are published."""
        ...
