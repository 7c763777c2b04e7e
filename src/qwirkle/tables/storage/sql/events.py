"""Tables with their events, and tournaments of tables, in the database."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qwirkle.tables.storage.ports import (
    Append,
    GameRow,
    IndexEntry,
    ListedGame,
    Outcome,
    Stored,
    StoredTournament,
)
from qwirkle.tables.storage.sql.appends import AppendWriter
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.group_commit import GroupCommit
from qwirkle.tables.storage.sql.schema import (
    COMMANDS,
    DOCUMENTS,
    EVENTS,
    GAMES,
    NOTICES,
    RATED,
    RESULTS,
    SEATS,
    TOURNAMENTS,
)

MOST = 128
"""Appends in one transaction."""

PACE = 0.02
"""Seconds from one transaction to the next, when there is much to write."""


class EventRows:
    """The SQL of ``Store``, except the migrations: reads at once, writes in groups."""

    def __init__(self, database: Database, *, pace: float = PACE) -> None:
        self._database = database
        self._writes: GroupCommit[Append, Outcome] = GroupCommit(
            AppendWriter(database).carry, most=MOST, pace=pace
        )
        table = sa.bindparam("game", type_=sa.Text)
        since = sa.bindparam("since", type_=sa.Integer)
        self._read = database.compile_sql(
            sa.select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body)
            .where(EVENTS.c["game"] == table, EVENTS.c.seq > since)
            .order_by(EVENTS.c.seq)
        )

    async def append(self, append: Append) -> Outcome:
        """Write events after ``expected_seq``."""
        append.check()
        return await self._writes.submit(append)

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """The first answer to a command that was accepted."""
        wanted = sa.select(COMMANDS.c.answer).where(
            COMMANDS.c["game"] == game, COMMANDS.c.command_id == command_id
        )
        answer = await self._database.read(lambda connection: connection.scalar(wanted))
        return None if answer is None else answer.encode()

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        """The events after ``since``."""
        rows = await self._database.read(
            lambda connection: connection.exec_driver_sql(
                self._read, {"game": game, "since": since}
            ).all()
        )
        return [Stored(seq, at, body.encode()) for seq, at, body in rows]

    async def row(self, game: str) -> GameRow | None:
        """A table's row."""
        wanted = sa.select(GAMES).where(GAMES.c["game"] == game)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return None if row is None else _game_row_of(row)

    async def due(self, before: int, limit: int) -> list[str]:
        """Tables whose clock or bot is due, the longest due first."""
        wanted = (
            sa.select(GAMES.c["game"])
            .where(GAMES.c.due.is_not(None), GAMES.c.due <= before)
            .order_by(GAMES.c.due, GAMES.c["game"])
            .limit(limit)
        )
        return await self._ids(wanted)

    async def games(self, after: str | None, limit: int) -> list[str]:
        """Ids of tables in order."""
        wanted = sa.select(GAMES.c["game"]).order_by(GAMES.c["game"]).limit(limit)
        return await self._ids(wanted if after is None else wanted.where(GAMES.c["game"] > after))

    async def list_tables(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        """Tables of a list, the newest first."""
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
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [ListedGame(*row) for row in rows]

    async def latest_tables(
        self, limit: int, before: tuple[int, str] | None = None, *, finished: bool | None = None
    ) -> list[GameRow]:
        """Rows of tables, the last changed first."""
        key = (GAMES.c.updated_at, GAMES.c["game"])
        wanted = sa.select(GAMES).order_by(*(column.desc() for column in key)).limit(limit)
        if before is not None:
            wanted = wanted.where(sa.tuple_(*key) < before)
        if finished is not None:
            wanted = wanted.where(sa.func.coalesce(GAMES.c.finished, sa.false()) == finished)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [_game_row_of(row) for row in rows]

    async def old_guest_tables(self, before: int, limit: int) -> list[str]:
        """Finished tables in no account's history."""
        known = sa.exists().where(SEATS.c["game"] == GAMES.c["game"])
        wanted = (
            sa.select(GAMES.c["game"])
            # A result that has still to be kept is due.
            .where(GAMES.c.finished, GAMES.c.due.is_(None), GAMES.c.updated_at <= before, ~known)
            .order_by(GAMES.c.updated_at, GAMES.c["game"])
            .limit(limit)
        )
        return await self._ids(wanted)

    async def remove_table(self, game: str, before: int | None = None) -> bool:
        """Forget a table, its documents and its place in histories."""
        unchanged = sa.true() if before is None else GAMES.c.updated_at <= before
        removing = sa.delete(GAMES).where(GAMES.c["game"] == game, unchanged)
        parts = [
            sa.delete(table).where(table.c["game"] == game)
            for table in (EVENTS, COMMANDS, DOCUMENTS, RESULTS, SEATS, RATED, NOTICES)
        ]

        def remove(connection: Connection) -> bool:
            self._database.lock(connection, [game])
            if not connection.execute(removing).rowcount:
                return False
            for part in parts:
                connection.execute(part)
            return True

        return await self._database.write(remove)

    async def _ids(self, wanted: sa.Select[str]) -> list[str]:
        return await self._database.read(lambda connection: list(connection.scalars(wanted).all()))


class TournamentRows:
    """The SQL of ``TournamentStore``."""

    _database: Database

    async def tournament(self, tournament: str) -> StoredTournament | None:
        """The last version of a tournament."""
        wanted = sa.select(TOURNAMENTS.c.version, TOURNAMENTS.c.body).where(
            TOURNAMENTS.c.tournament == tournament
        )
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return None if row is None else StoredTournament(row.version, row.body.encode())

    async def put_tournament(self, tournament: str, body: bytes, *, version: int, at: int) -> bool:
        """Write the version after this one."""
        values = {"version": version + 1, "at": at, "body": body.decode()}
        if version:
            same = sa.and_(TOURNAMENTS.c.tournament == tournament, TOURNAMENTS.c.version == version)
            writing: sa.Executable = (
                sa.update(TOURNAMENTS).where(same).values(values).returning(TOURNAMENTS.c.version)
            )
        else:
            writing = (
                self._database.insert(TOURNAMENTS)
                .values(tournament=tournament, **values)
                .on_conflict_do_nothing()
                .returning(TOURNAMENTS.c.version)
            )
        return await self._database.write(
            lambda connection: connection.execute(writing).first() is not None
        )

    async def remove_tournaments(self, before: int) -> int:
        """Forget tournaments that have not changed for long."""
        removing = sa.delete(TOURNAMENTS).where(TOURNAMENTS.c["at"] <= before)
        return await self._database.write(lambda connection: connection.execute(removing).rowcount)


def index_of(row: sa.Row[*tuple[Any, ...]]) -> IndexEntry | None:
    """The entry for lists in a row of ``games``."""
    if row.title is None:
        return None
    return IndexEntry(row.title, row.edition, row.finished, row.listing)


def _game_row_of(row: sa.Row[*tuple[Any, ...]]) -> GameRow:
    return GameRow(row.game, row.last_seq, row.due, index_of(row), row.created_at, row.updated_at)
