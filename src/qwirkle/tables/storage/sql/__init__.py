"""Stores of tables: SQLite and PostgreSQL through the same code, and one in memory.

The only part of the service that knows SQL.
"""

from __future__ import annotations

from pathlib import Path

from qwirkle.tables.storage.ports import WholeStore


def store_at(address: str | None = None, *, folder: Path | None = None) -> WholeStore:
    """The store at an address, in a folder, or where this user's data belong; not yet opened."""
    # SQLAlchemy takes a while to load: not before there is something to store.
    from qwirkle.tables.storage.sql import locations  # noqa: PLC0415
    from qwirkle.tables.storage.sql.store import SqlStore  # noqa: PLC0415

    if address is not None:
        return SqlStore(locations.at_address(address))
    return SqlStore(locations.choose_location(None, folder))
