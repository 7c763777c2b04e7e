"""Tables with their events, and documents about tables, in the database."""

from __future__ import annotations

import sqlalchemy as sa

from qwirkle.tables.storage.ports import Append, GameRow, IndexEntry, ListedGame, Outcome, Stored
from qwirkle.tables.storage.sql.appends import AppendWriter
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.group_commit import GroupCommit
from qwirkle.tables.storage.sql.migration import migrate, rewrite_version
from qwirkle.tables.storage.sql.rows import Rows, fill
from qwirkle.tables.storage.sql.schema import COMMANDS, DOCUMENTS, EVENTS, GAMES

MOST = 128
"""The maximum number of appends in one transaction."""

PACE = 0.02
"""Seconds between the beginnings of two transactions, under load."""

READ = (
    sa.select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body)
    .where(
        EVENTS.c["game"] == sa.bindparam("game", type_=sa.Text),
        EVENTS.c.seq > sa.bindparam("since", type_=sa.Integer),
    )
    .order_by(EVENTS.c.seq)
)


class SqlTables(Rows):
    """The ``Store`` of a server: reads directly, writes in groups."""

    def __init__(self, database: Database, *, pace: float = PACE) -> None:
        super().__init__(database)
        self._writes: GroupCommit[Append, Outcome] = GroupCommit(
            AppendWriter(database).carry, most=MOST, pace=pace
        )
        self._read = database.compile_sql(READ)

    async def open(self) -> None:
        """Migrate the database; read no table."""
        self._database.prepare()
        await migrate(self._database)

    async def check(self) -> None:
        """Write something that changes nothing, to see whether the store is writable."""
        await self._database.write(rewrite_version)

    async def close(self) -> None:
        """Finish pending writes and close the database."""
        await self._writes.close()
        await self._database.close()

    async def append(self, append: Append) -> Outcome:
        """Write events after ``expected_seq``."""
        append.check()
        return await self._writes.submit(append)

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """Return the first answer to a command that was accepted."""
        wanted = sa.select(COMMANDS.c.answer).where(
            COMMANDS.c["game"] == game, COMMANDS.c.command_id == command_id
        )
        answer = await self._scalar(wanted)
        return None if answer is None else answer.encode()

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        """Return the events after ``since``."""
        rows = await self._database.read(
            lambda connection: connection.exec_driver_sql(
                self._read, {"game": game, "since": since}
            ).all()
        )
        return [Stored(seq, at, body.encode()) for seq, at, body in rows]

    async def row(self, game: str) -> GameRow | None:
        """Return a table's row."""
        wanted = sa.select(GAMES).where(GAMES.c["game"] == game)
        row = await self._first(wanted)
        return None if row is None else game_row_of(row)

    async def due(self, before: int, limit: int) -> list[str]:
        """Return tables whose clock or bot is due, the longest due first."""
        wanted = (
            sa.select(GAMES.c["game"])
            .where(GAMES.c.due.is_not(None), GAMES.c.due <= before)
            .order_by(GAMES.c.due, GAMES.c["game"])
            .limit(limit)
        )
        return await self._scalars(wanted)

    async def games(self, after: str | None, limit: int) -> list[str]:
        """Return ids of tables in order."""
        wanted = sa.select(GAMES.c["game"]).order_by(GAMES.c["game"]).limit(limit)
        if after is not None:
            wanted = wanted.where(GAMES.c["game"] > after)
        return await self._scalars(wanted)

    async def list_tables(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        """Return tables of a list, the newest first."""
        at = sa.tuple_(GAMES.c.created_at, GAMES.c["game"])
        wanted = (
            sa.select(GAMES.c["game"], GAMES.c.last_seq, GAMES.c.created_at)
            .where(GAMES.c.listing == listing)
            .order_by(GAMES.c.created_at.desc(), GAMES.c["game"].desc())
            .limit(limit)
        )
        if before is not None:
            wanted = wanted.where(at < before)
        if edition is not None:
            wanted = wanted.where(GAMES.c.edition == edition)
        rows = await self._all(wanted)
        return [fill(ListedGame, row) for row in rows]


class SqlDocuments(Rows):
    """The ``DocumentStore`` of a server: a later document replaces an earlier one of its kind."""

    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        """Store a document (JSON in UTF-8), replacing any earlier one of this table and kind."""
        values = {"version": version, "at": at, "body": body.decode()}
        keeping = (
            self._database.insert(DOCUMENTS)
            .values(game=game, kind=kind, **values)
            .on_conflict_do_update(index_elements=["game", "kind"], set_=values)
        )
        await self._run(keeping)

    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        """Return the document of a table; None if there is none or another version made it."""
        wanted = sa.select(DOCUMENTS.c.body).where(
            DOCUMENTS.c["game"] == game,
            DOCUMENTS.c.kind == kind,
            DOCUMENTS.c.version == version,
        )
        body = await self._scalar(wanted)
        return None if body is None else body.encode()


def index_of(row: sa.Row[*tuple[object, ...]]) -> IndexEntry | None:
    """Return the entry for lists in a row of ``games``."""
    if row.title is None:
        return None
    return IndexEntry(row.title, row.edition, row.finished, row.listing)


def game_row_of(row: sa.Row[*tuple[object, ...]]) -> GameRow:
    """Return the row of a table in a row of ``games``."""
    return GameRow(row.game, row.last_seq, row.due, index_of(row), row.created_at, row.updated_at)
