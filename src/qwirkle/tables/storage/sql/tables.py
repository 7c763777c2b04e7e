"""Tables with their events, and documents about tables, in the database."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qwirkle.tables.storage.ports import Append, GameRow, IndexEntry, ListedGame, Outcome, Stored
from qwirkle.tables.storage.sql.appends import AppendWriter
from qwirkle.tables.storage.sql.archive import pack, unpack
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.group_commit import GroupCommit
from qwirkle.tables.storage.sql.migration import migrate, rewrite_version
from qwirkle.tables.storage.sql.months import WAIT, drop_months, make_months
from qwirkle.tables.storage.sql.rows import Rows, fill
from qwirkle.tables.storage.sql.schema import ARCHIVES, COMMANDS, DOCUMENTS, EVENTS, GAMES

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
        return await self._database.read(
            lambda connection: self._read_from(connection, game, since)
        )

    def _read_from(self, connection: Connection, game: str, since: int) -> list[Stored]:
        rows = connection.exec_driver_sql(self._read, {"game": game, "since": since}).all()
        stored = [Stored(seq, at, body.encode()) for seq, at, body in rows]
        first = max(since, 0) + 1
        if stored and stored[0].seq == first:
            return stored
        # Those before, if there are any, are in the archive; it was written before they went.
        archived = sa.select(ARCHIVES.c.body).where(
            ARCHIVES.c["game"] == game, ARCHIVES.c.seq >= first
        )
        archive = connection.scalar(archived)
        if archive is None:
            return stored
        earlier = unpack(archive)[first - 1 :]
        last = earlier[-1].seq if earlier else 0
        return [*earlier, *(row for row in stored if row.seq > last)]

    async def claim_finished(self, before: int, limit: int, *, now: int, lease: int) -> list[str]:
        """Claim finished tables to archive, unchanged since ``before``, the oldest first."""
        leased = GAMES.c.leased_until
        wanted = (
            sa.select(GAMES.c["game"])
            .where(
                GAMES.c.archived.is_(None),
                GAMES.c.finished,
                GAMES.c.updated_at <= before,
                GAMES.c.due.is_(None),  # a result that has not been stored yet is due
                sa.or_(leased.is_(None), leased <= now, leased > now + lease),
            )
            .order_by(GAMES.c.updated_at, GAMES.c["game"])
            .limit(limit)
        )
        return await self._claim(wanted, now + lease)

    async def archive(self, game: str, at: int) -> bool:
        """Put an archive in the place of a table's events, and forget the answers to its commands.

        Return False if the table has changed meanwhile; then it stays as it is.
        """
        stored = await self.read(game)
        body = await asyncio.to_thread(pack, stored)
        values = {"seq": len(stored), "at": at, "body": body}
        keeping = (
            self._database.insert(ARCHIVES)
            .values(game=game, **values)
            .on_conflict_do_update(index_elements=["game"], set_=values)
        )
        marking = sa.update(GAMES).where(GAMES.c["game"] == game, GAMES.c.last_seq == len(stored))

        def keep(connection: Connection) -> bool:
            self._database.lock(connection, [game])
            if self._read_from(connection, game, 0) != stored:
                return False
            if not connection.execute(marking.values(archived=True, leased_until=None)).rowcount:
                return False
            connection.execute(keeping)
            for table in (EVENTS, COMMANDS):
                connection.execute(sa.delete(table).where(table.c["game"] == game))
            return True

        return await self._database.write(keep)

    async def row(self, game: str) -> GameRow | None:
        """Return a table's row."""
        wanted = sa.select(GAMES).where(GAMES.c["game"] == game)
        row = await self._first(wanted)
        return None if row is None else game_row_of(row)

    async def claim_due(self, before: int, limit: int, *, now: int, lease: int) -> list[str]:
        """Claim tables whose clock or bot is due, the longest due first."""
        leased = GAMES.c.leased_until
        wanted = (
            sa.select(GAMES.c["game"])
            .where(
                GAMES.c.due.is_not(None),
                GAMES.c.due <= before,
                sa.or_(leased.is_(None), leased <= now, leased > now + lease),
            )
            .order_by(GAMES.c.due, GAMES.c["game"])
            .limit(limit)
        )
        return await self._claim(wanted, now + lease)

    async def _claim(self, wanted: sa.Select[str], until: int) -> list[str]:
        # Most of the time there is nothing, and then nothing is written.
        if await self._scalar(wanted) is None:
            return []

        def claim(connection: Connection) -> list[str]:
            # Two processes get different tables, and neither waits for the other. SQLite knows no
            # such locks and needs none: of transactions that write, there is one at a time.
            games = list(connection.scalars(wanted.with_for_update(skip_locked=True)))
            claiming = sa.update(GAMES).where(GAMES.c["game"].in_(games))
            connection.execute(claiming.values(leased_until=until))
            return games

        return await self._database.write(claim)

    async def keep_months(self, now: int, age: int) -> None:
        """Make room for the events of coming months; drop empty months that ended so long ago."""
        if self._database.dialect == "sqlite":
            return

        def keep(connection: Connection) -> None:
            self._database.lock(connection, ["months"])
            connection.execute(sa.text(WAIT))
            make_months(connection, now)
            drop_months(connection, now - age)

        await self._database.write(keep)

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
