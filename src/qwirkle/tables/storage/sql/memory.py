"""A database in memory, for tests and benchmarks: today's schema, no file, no thread, no waiting.

Every statement runs in the caller's thread, so nothing can come between two of them in one step.
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
    """SQLite with one connection. Stores on the same one share their data.

    The data are gone with the last store that uses them; closing a store changes nothing.
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
        """Run one statement that reads."""
        return self.write_here(work)

    def write_here(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction."""
        with self._connection.begin():
            return work(self._connection)

    def prepare(self) -> None:
        """Do nothing: the tables exist already."""

    async def close(self) -> None:
        """Do nothing: another store may still use the connection."""


@cache
def _shared_engine() -> Engine:
    """Return one engine for all, so that a statement is compiled once.

    Each connection is a database of its own.
    """
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
