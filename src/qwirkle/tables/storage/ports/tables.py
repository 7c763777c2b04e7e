"""The port of tables: their events, the answers to commands, and their rows.

The store is the only place where the truth lives; ``(game, seq)`` is the key of an event, so a race
has one winner, and a command carries an id of its own, so a repeat is harmless. ``game`` is the id
of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
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
