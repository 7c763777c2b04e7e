"""The store of a server: the parts that its features keep in one database, put together."""

from __future__ import annotations

from pathlib import Path

from qwirkle.tables.storage.sql import locations
from qwirkle.tables.storage.sql.accounts import AccountRows
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.derived import DocumentRows, ResultRows
from qwirkle.tables.storage.sql.events import EventRows, TournamentRows
from qwirkle.tables.storage.sql.history import HistoryRows, RatingRows
from qwirkle.tables.storage.sql.memory import MemoryDatabase
from qwirkle.tables.storage.sql.migration import migrate, rewrite_version
from qwirkle.tables.storage.sql.notices import MailboxRows, NoticeRows, SubscriptionRows


class SqlStore(
    EventRows,
    TournamentRows,
    AccountRows,
    HistoryRows,
    RatingRows,
    DocumentRows,
    ResultRows,
    NoticeRows,
    SubscriptionRows,
    MailboxRows,
):
    """Everything a server keeps, in SQLite or PostgreSQL."""

    async def open(self) -> None:
        """Migrate; reads no table."""
        self._database.prepare()
        await migrate(self._database)

    async def check(self) -> None:
        """Write something that changes nothing."""
        await self._database.write(rewrite_version)

    async def close(self) -> None:
        """Finish what was begun."""
        await self._writes.close()
        await self._database.close()


def store_at(address: str | None = None, *, folder: Path | None = None) -> SqlStore:
    """Return the store at an address, in a folder, or where this user's data belong; not opened."""
    if address is not None:
        return SqlStore(Database(locations.at_address(address)))
    return SqlStore(Database(locations.choose_location(None, folder)))


def store_in_memory(database: MemoryDatabase | None = None) -> SqlStore:
    """Return a store that nobody else has, or one more on the same database. It is open."""
    return SqlStore(database or MemoryDatabase(), pace=0)
