"""Copies everything in one database to another one, which must be empty."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qwirkle.errors import StoreError
from qwirkle.service.store import locations
from qwirkle.service.store.database import Database
from qwirkle.service.store.migration import migrate
from qwirkle.service.store.schema import METADATA

PAGE = 1_000


async def copy_store(source: str, target: str) -> dict[str, int]:
    """Copy everything from one address to another; how many rows of each table.

    In one transaction on either side: whatever happens, the target is empty or complete. No server
    may be writing to the source: SQLite makes it wait, PostgreSQL does not.
    """
    old, new = Database(locations.at_address(source)), Database(locations.at_address(target))
    try:
        if not old.exists():
            raise StoreError(f"there is no store {old.name}")
        for database in (old, new):
            database.prepare()
            await migrate(database)
        return await old.write(
            lambda reading: new.write_here(lambda writing: _copy_rows(reading, writing, new.name))
        )
    finally:
        await old.close()
        await new.close()


def _copy_rows(reading: Connection, writing: Connection, name: str) -> dict[str, int]:
    counts = {}
    for table in METADATA.sorted_tables:
        if writing.execute(sa.select(table).limit(1)).first() is not None:
            raise StoreError(f"the store {name} is not empty: “{table.name}” has rows")
        counts[table.name] = 0
        rows = reading.execute(sa.select(table), execution_options={"yield_per": PAGE})
        for page in rows.mappings().partitions():
            writing.execute(sa.insert(table), [dict(row) for row in page])
            counts[table.name] += len(page)
    return counts
