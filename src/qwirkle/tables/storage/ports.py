"""The ports of the service: values and protocols of a store, a bus and a presence board.

The store is the only place where the truth lives; ``(game, seq)`` is the key of an event, so a race
has one winner, and a command carries an id of its own, so a repeat is harmless. ``game`` is the id
of a table. The bus only says that there is something new to read: whoever misses a message finds
everything in the store. Times are whole milliseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec


class Stored(msgspec.Struct, frozen=True):
    """One event of a table, as it is stored."""

    seq: int
    """1, 2, 3 ... without gaps."""
    at: int
    body: bytes
    """JSON in UTF-8."""


class IndexEntry(msgspec.Struct, frozen=True):
    """The columns that lists of tables show without reading their events."""

    title: str
    edition: str
    finished: bool
    listing: str | None = None
    """The list that has this table; None if it is in none."""


class ListedGame(msgspec.Struct, frozen=True):
    """A table in a list."""

    game: str
    last_seq: int
    created_at: int


class GameRow(msgspec.Struct, frozen=True):
    """A table's row: everything in it follows from its events."""

    game: str
    last_seq: int
    due: int | None
    index: IndexEntry | None
    created_at: int
    updated_at: int


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """Events to be written to a table, with what follows from them."""

    game: str
    expected_seq: int
    """The last event that the writer knows; 0 makes a table."""
    command_id: str
    at: int
    events: Sequence[bytes]
    """At least one."""
    answer: bytes
    due: int | None
    """Replaces what was due."""
    index: IndexEntry | None
    """None leaves the entry as it was."""
    notify_at: int | None = None
    """Replaces when notices were to be planned."""

    def check(self) -> None:
        """Raise ValueError if there is no event, or something that is not UTF-8."""
        if not self.events:
            raise ValueError("an append without events")
        for body in (*self.events, self.answer):
            body.decode()

    def row_after(self, row: GameRow | None) -> GameRow:
        """Return the row of the table after this, from the one before."""
        index = self.index or (row.index if row else None)
        created_at = row.created_at if row else self.at
        last = self.expected_seq + len(self.events)
        return GameRow(self.game, last, self.due, index, created_at, self.at)

    def stored_events(self) -> list[Stored]:
        """Return the events as they are stored."""
        first = self.expected_seq + 1
        return [Stored(seq, self.at, body) for seq, body in enumerate(self.events, first)]


class Accepted(msgspec.Struct, frozen=True):
    """The events were written, and stay written."""

    seq: int
    """The last one."""


class Repeated(msgspec.Struct, frozen=True):
    """This command was accepted before: its first answer. Nothing was written."""

    answer: bytes


class Conflict(msgspec.Struct, frozen=True):
    """``expected_seq`` was not the last one. Nothing was written."""

    seq: int
    """The last one as it is (0: there is no such table)."""


Outcome = Accepted | Repeated | Conflict


class Store(Protocol):
    """Events of tables. Every method raises ``StoreError`` when the store cannot be reached."""

    async def open(self) -> None:
        """Make or bring up to date what is stored; reads no table."""

    async def close(self) -> None:
        """Finish what was begun. A store is opened once and closed once."""

    async def check(self) -> None:
        """Raise ``StoreError`` if nothing can be written. Changes nothing."""

    async def append(self, append: Append) -> Outcome:
        """Write events after ``expected_seq``, the answer to the command, and the table's row.

        All or nothing, and durable when it returns. A known ``command_id`` is answered before
        ``expected_seq`` is looked at. After a ``StoreError`` the outcome is unknown: the same
        command again tells.
        """

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """The first answer to a command that was accepted."""

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        """The events after ``since``, in order; none for an unknown table."""

    async def row(self, game: str) -> GameRow | None:
        """A table's row."""

    async def due(self, before: int, limit: int) -> list[str]:
        """Tables whose clock or bot is due at ``before`` or earlier, the longest due first."""

    async def games(self, after: str | None, limit: int) -> list[str]:
        """Ids of tables in order, after a given one."""

    async def list_tables(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        """Tables of a list, the newest first; ``before``: time and id of the last one seen."""


class DocumentStore(Protocol):
    """Documents computed about a table, such as its review. All of them can be computed again."""

    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        """Keep a document (JSON in UTF-8) instead of any earlier one of this table and kind."""

    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        """The document of a table, unless there is none or another version made it."""


LOOK = 0
"""Sent instead of a number when messages may have been lost: read the store."""


class Bus(Protocol):
    """Says that a table has new events, never which."""

    async def open(self) -> None:
        """Begin. A bus that cannot be reached is no error: it goes on trying."""

    async def close(self) -> None:
        """End; every listener's iteration ends too."""

    async def publish(self, game: str, seq: int) -> None:
        """Announce that ``game`` now has events up to ``seq``. Never fails or waits for long."""

    def listen(self, game: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """The numbers that are published from now on: the greatest one if several wait.

        Listen first and read the store then, so that nothing falls in between. A number not above
        the last event one has is old news; ``LOOK``, which also comes after a long silence, is a
        reason to read the store from the last event one has.
        """

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:
        """Have ``back`` called for every number and every ``LOOK``; what is returned ends that.

        For news that need no task of their own to wait for them. ``back`` must not wait.
        """


class Present(msgspec.Struct, frozen=True):
    """The seats and spectators connected to a table."""

    seats: tuple[int, ...] = ()
    """Seats with at least one device, in order."""
    watching: int = 0
    """Devices without a seat."""


class PresenceBoard(Protocol):
    """The presence of people at tables, over all processes. Nothing is stored, no method fails."""

    renew_seconds: float | None
    """How often a post must be repeated before it is forgotten; None: never."""

    async def close(self) -> None:
        """End."""

    async def put(self, game: str, present: Present) -> None:
        """Post who is connected to a table through this process, replacing the last post."""

    async def others(self, game: str) -> list[Present]:
        """Return who is connected through other processes."""
