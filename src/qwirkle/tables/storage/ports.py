"""The ports of the service: values and protocols of a store, a bus and a presence board.

The store is the only source of truth; ``(game, seq)`` is the key of an event, so a race has one
winner, and a command has an id, so a repeat is harmless. ``game`` is the id of a table. The bus
only announces that there is something new to read: a listener that misses a message finds
everything in the store. Times are whole milliseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
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
    """The list that shows this table; None if there is none."""


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
    """Events to be written to a table, and the values derived from them."""

    game: str
    expected_seq: int
    """The last event that the writer knows; 0 to create a table."""
    command_id: str
    at: int
    events: Sequence[bytes]
    """At least one."""
    answer: bytes
    due: int | None
    """When the table is due next; replaces the earlier value."""
    index: IndexEntry | None
    """The entry for lists; None to keep the earlier one."""
    notify_at: int | None = None
    """When to plan notices; replaces the earlier value."""

    def check(self) -> None:
        """Raise ValueError if there is no event, or a body that is not UTF-8."""
        if not self.events:
            raise ValueError("an append without events")
        for body in (*self.events, self.answer):
            body.decode()

    def row_after(self, row: GameRow | None) -> GameRow:
        """Return the row of the table after this append, from the one before."""
        index = self.index or (row.index if row else None)
        created_at = row.created_at if row else self.at
        last = self.expected_seq + len(self.events)
        return GameRow(self.game, last, self.due, index, created_at, self.at)

    def stored_events(self) -> list[Stored]:
        """Return the events in the form in which they are stored."""
        first = self.expected_seq + 1
        return [Stored(seq, self.at, body) for seq, body in enumerate(self.events, first)]


class Accepted(msgspec.Struct, frozen=True):
    """The events were written durably."""

    seq: int
    """The number of the last event."""


class Repeated(msgspec.Struct, frozen=True):
    """This command was accepted before: its first answer. Nothing was written."""

    answer: bytes


class Conflict(msgspec.Struct, frozen=True):
    """``expected_seq`` was not the last event. Nothing was written."""

    seq: int
    """The actual last event; 0 if there is no such table."""


Outcome = Accepted | Repeated | Conflict


class Store(Protocol):
    """Events of tables. Every method raises ``StoreError`` if the store is unavailable."""

    async def open(self) -> None:
        """Create or migrate the database; read no table."""

    async def close(self) -> None:
        """Finish pending work. A store is opened once and closed once."""

    async def check(self) -> None:
        """Raise ``StoreError`` if nothing can be written. Changes nothing."""

    async def append(self, append: Append) -> Outcome:
        """Write events after ``expected_seq``, the answer to the command, and the table's row.

        All or nothing, and durable when it returns. A known ``command_id`` is answered before
        ``expected_seq`` is checked. After a ``StoreError`` the outcome is unknown: repeat the
        command to learn it.
        """

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """Return the first answer to a command that was accepted."""

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        """Return the events after ``since``, in order; none for an unknown table."""

    async def row(self, game: str) -> GameRow | None:
        """Return a table's row."""

    async def claim_due(self, before: int, limit: int, *, now: int, lease: int) -> list[str]:
        """Claim tables with a clock or bot due at ``before`` or earlier, the longest due first.

        No other process gets them for ``lease`` milliseconds, unless they change before. A lease
        that would last longer was given by a clock that was wrong, and does not count.
        """

    async def games(self, after: str | None, limit: int) -> list[str]:
        """Return ids of tables in order, after a given one."""

    async def list_tables(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        """Return tables of a list, the newest first.

        ``before`` is the time and id of the last one seen.
        """


class DocumentStore(Protocol):
    """Documents computed about a table, such as its review. All of them can be computed again."""

    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        """Store a document (JSON in UTF-8), replacing any earlier one of this table and kind."""

    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        """Return the document of a table; None if there is none or another version made it."""


LOOK = 0
"""Sent instead of a number if messages may have been lost: read the store."""


class Bus(Protocol):
    """Announcements that a table has new events, but not which ones."""

    async def open(self) -> None:
        """Open the bus. An unreachable server is not an error: the bus keeps trying."""

    async def close(self) -> None:
        """Close the bus and end the iteration of every listener."""

    async def publish(self, game: str, seq: int) -> None:
        """Announce that ``game`` now has events up to ``seq``. Never fails or waits for long."""

    def listen(self, game: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Return the numbers that are published from now on: the greatest one if several wait.

        Listen first and then read the store, so that nothing is missed in between. Ignore a number
        that is not above your last event; at ``LOOK``, which also comes after a long silence, read
        the store from your last event on.
        """

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:
        """Call ``back`` for every number and every ``LOOK``; call the result to stop.

        For listeners that need no task of their own. ``back`` must not wait.
        """


class Present(msgspec.Struct, frozen=True):
    """The seats and spectators connected to a table."""

    seats: tuple[int, ...] = ()
    """Seats with at least one device, in order."""
    watching: int = 0
    """The number of devices without a seat."""


class PresenceBoard(Protocol):
    """The presence of people at tables, over all processes. Nothing is stored, no method fails."""

    renew_seconds: float | None
    """The interval at which a post must be repeated lest it be forgotten; None: never."""

    async def close(self) -> None:
        """Close the connection, if there is one."""

    async def put(self, posts: Mapping[str, Present]) -> None:
        """Post who is connected to tables through this process, replacing its last posts there."""

    async def others(self, games: Collection[str]) -> dict[str, list[Present]]:
        """Return who is connected to each of these tables through other processes."""

    async def announce(self, people: Collection[str], seconds: float) -> None:
        """Note that these people have the page open; it is forgotten after ``seconds``."""

    async def withdraw(self, people: Collection[str]) -> None:
        """Forget that these people have the page open."""

    async def announced(self, people: Collection[str]) -> set[str]:
        """Return those of these people who have the page open, through any process."""
