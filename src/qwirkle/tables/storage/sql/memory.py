"""A database in memory, for tests and benchmarks: today's schema, no file, no thread, no waiting.

Every statement runs where it is asked for, so nobody can come between two of them in one step.
"""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from qwirkle.errors import StoreError
from qwirkle.tables.storage.sql.database import Database, begin_at_once, first_line
from qwirkle.tables.storage.sql.migration import create_tables

T = TypeVar("T")

IN_MEMORY = URL.create("sqlite")


class MemoryDatabase(Database):
    """SQLite with one connection, which is all there is. Stores on the same one share their data.

    It is gone with the last store that uses it; closing a store changes nothing.
    """

    def __init__(self) -> None:
        self._url = IN_MEMORY
        self._engine = _shared_engine()
        self._connection = self._engine.connect()
        weakref.finalize(self, self._connection.close)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run one statement that reads."""
        return await self.write(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction."""
        try:
            return self.write_here(work)
        except SQLAlchemyError as error:
            raise StoreError(f"the store {self.name}: {first_line(error)}") from None

    def read_here(self, work: Callable[[Connection], T]) -> T:
        """Run one statement that reads, now."""
        return self.write_here(work)

    def write_here(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction now."""
        with self._connection.begin():
            return work(self._connection)

    def prepare(self) -> None:
        """Nothing to prepare: the tables are there."""

    async def close(self) -> None:
        """Nothing to close: another store may still use it."""


@cache
def _shared_engine() -> Engine:
    """One engine for all, so that a statement is compiled once; each connection is a database."""
    template = sqlite3.connect(":memory:", check_same_thread=False)
    engine = sa.create_engine(
        "sqlite+pysqlite://", paramstyle="named", poolclass=sa.StaticPool, creator=lambda: template
    )
    with engine.begin() as connection:
        create_tables(connection)

    def copied() -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        template.backup(connection)
        connection.execute("PRAGMA foreign_keys=ON")
        return connection

    shared = sa.create_engine(
        "sqlite+pysqlite://",
        paramstyle="named",
        poolclass=sa.NullPool,
        pool_reset_on_return=None,
        creator=copied,
        hide_parameters=True,
    )
    begin_at_once(shared)
    return shared
