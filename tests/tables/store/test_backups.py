"""Backups of either database, made while somebody writes, and restored to either."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from qwirkle.errors import StoreError
from qwirkle.tables.admin import backups
from qwirkle.tables.people.model import Account
from qwirkle.tables.storage.sql import copy as copying
from qwirkle.tables.storage.sql.database import at_address
from qwirkle.tables.storage.sql.schema import whole_schema
from qwirkle.tables.stores import check_store_at, store_at


def accounts_in(address: str) -> list[str]:
    async def names() -> list[str]:
        store = store_at(address)
        await store.open()
        try:
            return [account.name for account in await store.oldest_accounts(1000)]
        finally:
            await store.close()

    return asyncio.run(names())


async def add_accounts(address: str, *names: str) -> None:
    store = store_at(address)
    await store.open()
    for name in names:
        assert await store.add_account(Account(name, name, "", 5))
    await store.close()


def test_a_backup_goes_into_either_database(
    address: str, postgresql_address: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    asyncio.run(add_accounts(address, "Ann", "Ben"))
    report = asyncio.run(backups.back_up(at_address(address), file, check_store_at))
    assert (report.accounts, file.stat().st_mode & 0o077) == (2, 0)
    asyncio.run(add_accounts(address, "Zoe"))
    for target in {f"sqlite:///{tmp_path / 'new.db'}", postgresql_address, address}:
        url = at_address(target)
        asyncio.run(backups.restore(file, url, check_store_at, replace=True))
        assert accounts_in(target) == ["Ann", "Ben"]
        with pytest.raises(StoreError, match="is not empty"):
            asyncio.run(backups.restore(file, url, check_store_at))


def test_a_backup_of_postgresql_is_of_one_moment(
    postgresql_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session that comes with its account during the copy is in it with the account or not."""
    asyncio.run(add_accounts(postgresql_address, "Ann"))
    first = whole_schema().sorted_tables[0].name
    copy_rows = copying._copy_rows

    def disturbed(reading: sa.Connection, writing: sa.Connection, **how: object) -> dict[str, int]:
        reading.execute(sa.text(f"SELECT count(*) FROM {first}"))  # noqa: S608 - the copy has begun
        engine = sa.create_engine(postgresql_address.replace("postgresql:", "postgresql+psycopg:"))
        with engine.begin() as other:
            other.execute(sa.text("INSERT INTO accounts VALUES ('Zoe', 'Zoe', 'zoe', '', 6)"))
            other.execute(sa.text("INSERT INTO sessions VALUES ('t', 'Zoe', 9)"))
        engine.dispose()
        return copy_rows(reading, writing, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(copying, "_copy_rows", disturbed)
    file = tmp_path / "backup.db"
    asyncio.run(backups.back_up(at_address(postgresql_address), file, check_store_at))
    assert accounts_in(f"sqlite:///{file}") == ["Ann"]
    assert accounts_in(postgresql_address) == ["Ann", "Zoe"]
