"""Database operations that only the operators of a server need."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qwirkle.tables.storage.ports import GameRow
from qwirkle.tables.storage.sql.rows import Rows
from qwirkle.tables.storage.sql.schema import GAMES, SEATS, whole_schema
from qwirkle.tables.storage.sql.tables import game_row_of


class AdminStore(Rows):
    """Operations for the people who run a server."""

    async def latest_tables(
        self, limit: int, before: tuple[int, str] | None = None, *, finished: bool | None = None
    ) -> list[GameRow]:
        """Return rows of tables, the last changed first.

        ``before`` is the time of change and the id of the last one seen.
        """
        key = (GAMES.c.updated_at, GAMES.c["game"])
        wanted = sa.select(GAMES).order_by(*(column.desc() for column in key)).limit(limit)
        if before is not None:
            wanted = wanted.where(sa.tuple_(*key) < before)
        if finished is not None:
            wanted = wanted.where(sa.func.coalesce(GAMES.c.finished, sa.false()) == finished)
        rows = await self._all(wanted)
        return [game_row_of(row) for row in rows]

    async def old_guest_tables(self, before: int, limit: int) -> list[str]:
        """Return finished tables in no account's history, last changed at ``before`` or earlier."""
        known = sa.exists().where(SEATS.c["game"] == GAMES.c["game"])
        wanted = (
            sa.select(GAMES.c["game"])
            # A result that has not been stored yet is due.
            .where(GAMES.c.finished, GAMES.c.due.is_(None), GAMES.c.updated_at <= before, ~known)
            .order_by(GAMES.c.updated_at, GAMES.c["game"])
            .limit(limit)
        )
        return await self._scalars(wanted)

    async def remove_table(self, game: str, before: int | None = None) -> bool:
        """Delete a table, its documents and its place in histories; ratings stay as they are.

        With ``before``, only if it has not changed since. Return whether anything was deleted.
        """
        unchanged = sa.true() if before is None else GAMES.c.updated_at <= before
        removing = sa.delete(GAMES).where(GAMES.c["game"] == game, unchanged)
        # Whatever any feature keeps about a table goes with it.
        parts = [
            sa.delete(table).where(table.c["game"] == game)
            for table in whole_schema().sorted_tables
            if "game" in table.c and table is not GAMES
        ]

        def remove(connection: Connection) -> bool:
            self._database.lock(connection, [game])
            if not connection.execute(removing).rowcount:
                return False
            for part in parts:
                connection.execute(part)
            return True

        return await self._database.write(remove)
