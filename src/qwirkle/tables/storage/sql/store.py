"""The store in a database: its parts put together, opened and closed."""

from __future__ import annotations

from sqlalchemy.engine import URL

from qwirkle.tables.storage.sql.accounts import AccountRows
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.derived import DocumentRows, ResultRows
from qwirkle.tables.storage.sql.events import PACE, EventRows, TournamentRows
from qwirkle.tables.storage.sql.history import HistoryRows, RatingRows
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

    def __init__(self, url: URL, *, pace: float = PACE) -> None:
        super().__init__(Database(url), pace=pace)

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
