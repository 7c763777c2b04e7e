"""The store in a database: its parts put together, opened and closed."""

from __future__ import annotations

from sqlalchemy.engine import URL

from qwirkle.service.store.accounts import AccountRows
from qwirkle.service.store.database import Database
from qwirkle.service.store.derived import DocumentRows, ResultRows
from qwirkle.service.store.events import PACE, EventRows, TournamentRows
from qwirkle.service.store.history import HistoryRows, RatingRows
from qwirkle.service.store.migration import migrate, rewrite_version
from qwirkle.service.store.notices import MailboxRows, NoticeRows, SubscriptionRows


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
