"""The store in a browser's database. Of two windows that write the same event, one succeeds."""

from __future__ import annotations

import msgspec

from qwirkle.browser.database import Database, Entry
from qwirkle.tables.results.memory import MemoryResults
from qwirkle.tables.storage.ports import Append, GameRow, Stored
from qwirkle.tables.storage.row_store import RowStore

EVENTS, ANSWERS, TABLES, DOCUMENTS = AREAS = ("events", "answers", "tables", "documents")
_LAST = "\uffff"
"""After every key."""
_MAX_SEQ = 10**9


class _Document(msgspec.Struct, frozen=True):
    version: str
    body: bytes


class BrowserStore(RowStore):
    """Tables and documents of one device."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, append: Append, row: GameRow) -> bool:
        """Write everything, unless another window has written one of the events."""
        events = (
            Entry(EVENTS, _event_key(append.game, event.seq), _write(event), new=True)
            for event in append.stored_events()
        )
        answer = Entry(ANSWERS, f"{append.game} {append.command_id}", append.answer, new=True)
        return await self._database.write([*events, answer, Entry(TABLES, row.game, _write(row))])

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

    async def all_rows(self) -> list[GameRow]:
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
        self._rows = {row.game: row for row in await self._store.all_rows()}
        return await super().to_tally(limit)


def _event_key(game: str, seq: int) -> str:
    """Return a key that sorts by table and number."""
    return f"{game} {seq:010}"


_write = msgspec.json.encode
