"""The store of a server: the data of all features in one database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from sqlalchemy.engine import URL

from qwirkle.errors import StoreError
from qwirkle.tables.admin.audit import Derive, TableAudit, audit_tables, derive_row
from qwirkle.tables.admin.backups import BackupReport
from qwirkle.tables.admin.store import AdminStore
from qwirkle.tables.notices.store import NoticeStore
from qwirkle.tables.people.store import PeopleStore
from qwirkle.tables.results import store as results
from qwirkle.tables.results.tally import result_faults
from qwirkle.tables.storage.sql.database import Database, at_address, choose_location
from qwirkle.tables.storage.sql.memory import MemoryDatabase
from qwirkle.tables.storage.sql.tables import SqlDocuments, SqlTables
from qwirkle.tables.swiss import store as swiss
from qwirkle.tables.training.store import TrainingStore


class SqlStore(
    SqlTables,
    SqlDocuments,
    results.SqlResults,
    swiss.TournamentStore,
    PeopleStore,
    NoticeStore,
    TrainingStore,
    AdminStore,
):
    """The store of a server, in SQLite or PostgreSQL. Depend on the smallest part you need."""

    _forget = (results.forget_account, swiss.forget_account)


def store_at(address: str | None = None, *, folder: Path | None = None) -> SqlStore:
    """Return the store at an address, in a folder, or in this user's data folder; not opened."""
    if address is not None:
        return SqlStore(Database(at_address(address)))
    return SqlStore(Database(choose_location(None, folder)))


def store_in_memory(database: MemoryDatabase | None = None) -> SqlStore:
    """Return an open store in memory, either private or one more on the same database."""
    return SqlStore(database or MemoryDatabase(), pace=0)


def audit_store(store: SqlStore, derive: Derive = derive_row) -> AsyncIterator[TableAudit]:
    """Audit every table of a store, and the features' data about it, in the order of their ids."""
    return audit_tables(store, derive, also=[partial(result_faults, store)])


async def check_store_at(url: URL) -> BackupReport:
    """Count the contents of a store; raise ``StoreError`` if one of its tables is damaged."""
    store = SqlStore(Database(url))
    tables = events = accounts = 0
    try:
        await store.open()
        async for audit in audit_store(store):
            if audit.faults:
                raise StoreError(f"the table {audit.game} is damaged: {audit.faults[0]}")
            tables += 1
            events += audit.events
        after: tuple[int, str] | None = None
        while page := await store.oldest_accounts(1000, after):
            accounts += len(page)
            after = page[-1].created_at, page[-1].id
    finally:
        await store.close()
    return BackupReport(tables, events, accounts)
