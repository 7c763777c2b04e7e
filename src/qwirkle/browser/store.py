"""The store in a browser's database. Of two windows that write the same event, one succeeds."""

from __future__ import annotations

import msgspec

from qwirkle.browser.database import Database, Entry
from qwirkle.tables.storage.ports import (
    Accepted,
    Append,
    Conflict,
    GameRow,
    ListedGame,
    Outcome,
    Repeated,
    Stored,
)

EVENTS, ANSWERS, TABLES, DOCUMENTS = AREAS = ("events", "answers", "tables", "documents")
_LAST = "\uffff"
"""Sorts after every key."""
_MAX_SEQ = 10**9


class _Document(msgspec.Struct, frozen=True):
    version: str
    body: bytes


class BrowserStore:
    """Tables and documents of one device: few enough to look through their rows."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self) -> None:
        """Do nothing: the database is open."""

    async def close(self) -> None:
        """Do nothing: there is nothing to release."""

    async def check(self) -> None:
        """Do nothing: a write shows whether writing works."""

    async def append(self, append: Append) -> Outcome:
        """Write events after ``expected_seq``."""
        append.check()
        if (first := await self.answer_to(append.game, append.command_id)) is not None:
            return Repeated(first)
        row = await self.row(append.game)
        last = row.last_seq if row else 0
        if last != append.expected_seq:
            return Conflict(last)
        changed = append.row_after(row)
        if await self._put(append, changed):
            return Accepted(changed.last_seq)
        # Another writer was faster: with the same command, or with another one.
        if (first := await self.answer_to(append.game, append.command_id)) is not None:
            return Repeated(first)
        row = await self.row(append.game)
        return Conflict(row.last_seq if row else 0)

    async def _put(self, append: Append, row: GameRow) -> bool:
        """Write events, answer and row, unless another window has written one of the events."""
        events = (
            Entry(EVENTS, _event_key(append.game, event.seq), _encode(event), new=True)
            for event in append.stored_events()
        )
        answer = Entry(ANSWERS, f"{append.game} {append.command_id}", append.answer, new=True)
        return await self._database.write([*events, answer, Entry(TABLES, row.game, _encode(row))])

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """Return the first answer to an accepted command."""
        return await self._database.get(ANSWERS, f"{game} {command_id}")

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        """Return the events after ``since``."""
        first = _event_key(game, max(since, 0) + 1)
        found = await self._database.range(EVENTS, first, _event_key(game, _MAX_SEQ))
        return [msgspec.json.decode(text, type=Stored) for text in found]

    async def row(self, game: str) -> GameRow | None:
        """Return a table's row."""
        found = await self._database.get(TABLES, game)
        return None if found is None else msgspec.json.decode(found, type=GameRow)

    async def claim_due(self, before: int, limit: int, *, now: int, lease: int) -> list[str]:
        """Return tables whose clock or bot is due, the longest due first.

        Nothing is claimed: that two windows of a device do the same does no harm.
        """
        del now, lease
        waiting = [
            (row.due, row.game)
            for row in await self.all_rows()
            if row.due is not None and row.due <= before
        ]
        return [game for _, game in sorted(waiting)[:limit]]

    async def games(self, after: str | None, limit: int) -> list[str]:
        """Return ids of tables in order."""
        games = (row.game for row in await self.all_rows())
        return sorted(game for game in games if after is None or game > after)[:limit]

    async def list_tables(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        """Return tables of a list, the newest first."""
        found = sorted(
            (row.created_at, row.game, row.last_seq)
            for row in await self.all_rows()
            if row.index is not None
            and row.index.listing == listing
            and edition in (None, row.index.edition)
            and (before is None or (row.created_at, row.game) < before)
        )
        return [ListedGame(game, seq, at) for at, game, seq in found[::-1][:limit]]

    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        """Store a document under its table and kind, in place of an earlier one."""
        del at
        document = _encode(_Document(version, body))
        await self._database.write([Entry(DOCUMENTS, f"{game} {kind}", document)])

    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        """Return the document of a table."""
        found = await self._database.get(DOCUMENTS, f"{game} {kind}")
        if found is None:
            return None
        document = msgspec.json.decode(found, type=_Document)
        return document.body if document.version == version else None

    async def all_rows(self) -> list[GameRow]:
        """Return the rows of all tables, in the order of their ids."""
        found = await self._database.range(TABLES, "", _LAST)
        return [msgspec.json.decode(text, type=GameRow) for text in found]


def _event_key(game: str, seq: int) -> str:
    """Return a key that sorts by table and number."""
    return f"{game} {seq:010}"


_encode = msgspec.json.encode
