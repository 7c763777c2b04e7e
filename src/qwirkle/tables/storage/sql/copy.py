"""Copies of everything in one database to another, which must be empty."""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection

from qwirkle.errors import StoreError
from qwirkle.tables.storage.sql.database import Database, at_address
from qwirkle.tables.storage.sql.migration import migrate
from qwirkle.tables.storage.sql.schema import whole_schema

PAGE = 1_000


class StoreNotEmpty(StoreError):
    """The store to be filled is not empty."""


async def copy_store(source: str, target: str) -> dict[str, int]:
    """Copy everything from one address to another; return the number of rows per table."""
    return await copy_between(at_address(source), at_address(target))


async def copy_between(source: URL, target: URL, *, replace: bool = False) -> dict[str, int]:
    """Copy everything from one store to another; return the number of rows per table.

    It takes one transaction on either side: whatever happens, the target is unchanged or complete.
    The copy is the state of the source when it began; SQLite lets servers wait meanwhile. With
    ``replace``, the contents of the target are deleted; otherwise it must be empty.
    """
    old, new = Database(source), Database(target)
    try:
        if not old.exists():
            raise StoreError(f"there is no store {old.name}")
        for database in (old, new):
            database.prepare()
            await migrate(database)

        def copy(reading: Connection) -> dict[str, int]:
            old.snapshot(reading)
            return new.write_here(partial(_copy_rows, reading, name=new.name, replace=replace))

        return await old.write(copy)
    finally:
        await old.close()
        await new.close()


def _copy_rows(
    reading: Connection, writing: Connection, *, name: str, replace: bool
) -> dict[str, int]:
    counts = {}
    tables = whole_schema().sorted_tables
    if replace:
        for table in reversed(tables):
            writing.execute(sa.delete(table))
    for table in tables:
        if writing.execute(sa.select(table).limit(1)).first() is not None:
            raise StoreNotEmpty(f"the store {name} is not empty: “{table.name}” has rows")
        counts[table.name] = 0
        rows = reading.execute(sa.select(table), execution_options={"yield_per": PAGE})
        for page in rows.mappings().partitions():
            writing.execute(sa.insert(table), [dict(row) for row in page])
            counts[table.name] += len(page)
    return counts
