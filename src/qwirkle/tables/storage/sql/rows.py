"""The base of every feature's store: statements on the database that they share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.schema import SECRETS

T = TypeVar("T")
Row = sa.Row[*tuple[object, ...]]


# Only the database knows which columns a statement selects.
def fill(kind: Callable[..., T], row: Row) -> T:  # type: ignore[explicit-any]
    """Return a value whose fields are the columns of a row, in their order."""
    return kind(*row)


class Rows:
    """Access to the rows of one feature."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _first(self, wanted: sa.Select[*tuple[object, ...]], **values: object) -> Row | None:
        return await self._database.read(
            lambda connection: connection.execute(wanted, values).first()
        )

    async def _all(self, wanted: sa.Select[*tuple[object, ...]], **values: object) -> Sequence[Row]:
        return await self._database.read(
            lambda connection: connection.execute(wanted, values).all()
        )

    async def _scalars(self, wanted: sa.Select[T]) -> list[T]:
        return await self._database.read(lambda connection: list(connection.scalars(wanted).all()))

    async def _scalar(self, wanted: sa.Select[T]) -> T | None:
        return await self._database.read(lambda connection: connection.scalar(wanted))

    async def _run(self, statement: sa.UpdateBase) -> int:
        """Run a statement that changes rows, and return their number."""
        return await self._database.write(lambda connection: connection.execute(statement).rowcount)


class SecretRows(Rows):
    """Access to the rows of a feature that has a secret of its own."""

    async def keep_secret(self, name: str, value: str) -> str:
        """Store a secret of the server, unless there is one of this name; return the stored one."""
        keeping = self._database.insert(SECRETS).values(name=name, value=value)
        wanted = sa.select(SECRETS.c["value"]).where(SECRETS.c.name == name)

        def keep(connection: Connection) -> str:
            connection.execute(keeping.on_conflict_do_nothing())
            return str(connection.scalar(wanted))

        return await self._database.write(keep)
