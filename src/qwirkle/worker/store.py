"""The store in a browser's database. Of two windows that write the same event, one succeeds."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from qwirkle.service.ports import (
    Accepted,
    Conflict,
    GameRow,
    IndexEntry,
    ListedGame,
    Outcome,
    Repeated,
    Stored,
)
from qwirkle.service.results.memory import MemoryResults
from qwirkle.worker.database import Database, Entry

EVENTS, ANSWERS, TABLES, DOCUMENTS = AREAS = ("events", "answers", "tables", "documents")
_LAST = "\uffff"
"""After every key."""
_MAX_SEQ = 10**9


class _Document(msgspec.Struct, frozen=True):
    version: str
    body: bytes


class BrowserStore:
    """Tables and documents of one device."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self) -> None:
        """The database is open already."""

    async def close(self) -> None:
        """The database closes with the page."""

    async def check(self) -> None:
        """Whether anything can be written turns out when it is."""

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
        notify_at: int | None = None,
    ) -> Outcome:
        """Write events after ``expected_seq``."""
        del notify_at  # nobody can be notified here
        if not events:
            raise ValueError("an append without events")
        for body in (*events, answer):
            body.decode()
        if (first := await self.answer_to(game, command_id)) is not None:
            return Repeated(first)
        row = await self.row(game)
        last = row.last_seq if row else 0
        if last != expected_seq:
            return Conflict(last)
        added = [Stored(seq, at, body) for seq, body in enumerate(events, last + 1)]
        changed = GameRow(
            game,
            last + len(events),
            due,
            index or (row.index if row else None),
            row.created_at if row else at,
            at,
        )
        written = await self._database.write(
            [
                *(
                    Entry(EVENTS, _event_key(game, event.seq), _write(event), new=True)
                    for event in added
                ),
                Entry(ANSWERS, f"{game} {command_id}", answer, new=True),
                Entry(TABLES, game, _write(changed)),
            ]
        )
        if written:
            return Accepted(changed.last_seq)
        # Another window was quicker: with the same command, or with another one.
        if (first := await self.answer_to(game, command_id)) is not None:
            return Repeated(first)
        row = await self.row(game)
        return Conflict(row.last_seq if row else 0)

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """The first answer to a command that was accepted."""
        return await self._database.get(ANSWERS, f"{game} {command_id}")

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        """The events after ``since``."""
        first = _event_key(game, max(since, 0) + 1)
        found = await self._database.range(EVENTS, first, _event_key(game, _MAX_SEQ))
        return [msgspec.json.decode(text, type=Stored) for text in found]

    async def row(self, game: str) -> GameRow | None:
        """A table's row."""
        found = await self._database.get(TABLES, game)
        return None if found is None else msgspec.json.decode(found, type=GameRow)

    async def due(self, before: int, limit: int) -> list[str]:
        """Tables whose clock or bot is due, the longest due first."""
        waiting = [
            (row.due, row.game)
            for row in await self.rows()
            if row.due is not None and row.due <= before
        ]
        return [game for _, game in sorted(waiting)[:limit]]

    async def games(self, after: str | None, limit: int) -> list[str]:
        """Ids of tables in order."""
        return [row.game for row in await self.rows() if after is None or row.game > after][:limit]

    async def listed(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        """Tables of a list, the newest first."""
        found = sorted(
            (row.created_at, row.game, row.last_seq)
            for row in await self.rows()
            if row.index is not None
            and row.index.listing == listing
            and edition in (None, row.index.edition)
            and (before is None or (row.created_at, row.game) < before)
        )
        return [ListedGame(game, seq, at) for at, game, seq in found[::-1][:limit]]

    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        """Keep a document."""
        del at
        document = _write(_Document(version, body))
        await self._database.write([Entry(DOCUMENTS, f"{game} {kind}", document)])

    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        """The document of a table."""
        found = await self._database.get(DOCUMENTS, f"{game} {kind}")
        if found is None:
            return None
        document = msgspec.json.decode(found, type=_Document)
        return document.body if document.version == version else None

    async def rows(self) -> list[GameRow]:
        """The rows of all tables, in the order of their ids."""
        found = await self._database.range(TABLES, "", _LAST)
        return [msgspec.json.decode(text, type=GameRow) for text in found]


class BrowserResults(MemoryResults):
    """Results of the games of one device, counted again at every start."""

    def __init__(self, store: BrowserStore) -> None:
        super().__init__()
        self._store = store
        self._rows = {}

    async def to_tally(self, limit: int) -> list[str]:
        """Finished tables that were not counted yet."""
        self._rows = {row.game: row for row in await self._store.rows()}
        return await super().to_tally(limit)


def _event_key(game: str, seq: int) -> str:
    """Return a key that sorts by table and number."""
    return f"{game} {seq:010}"


_write = msgspec.json.encode
