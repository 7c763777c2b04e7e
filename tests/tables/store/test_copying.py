"""A store can move to another database, with everything in it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
import sqlalchemy as sa
from checks import CHECKS
from notice_checks import a_notice_is_claimed_by_one

from qwirkle.cli import run
from qwirkle.tables.storage.sql import copy as copying
from qwirkle.tables.storage.sql.schema import whole_schema
from qwirkle.tables.stores import store_at
from qwirkle.testing.stores import STORE_CHECKS


def filled(address: str) -> None:
    async def story() -> None:
        store = store_at(address)
        await store.open()
        for check in (*STORE_CHECKS.values(), *CHECKS):
            await check(store, store)
        # The last check of notices forgets them all.
        await a_notice_is_claimed_by_one(store, store)
        await store.close()

    asyncio.run(story())


def rows(address: str) -> dict[str, list[tuple[object, ...]]]:
    engine = sa.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        found = {
            table.name: sorted(
                (tuple(row) for row in connection.execute(sa.select(table))), key=repr
            )
            for table in whole_schema().sorted_tables
        }
    engine.dispose()
    return found


def test_there_and_back(
    sqlite_address: str,
    postgresql_address: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(copying, "PAGE", 10)
    filled(sqlite_address)
    before = rows(sqlite_address)
    assert [name for name, kept in before.items() if not kept] == []
    assert run(["copy-store", sqlite_address, postgresql_address, "--json"]) == 0
    counts = {name: len(kept) for name, kept in before.items()}
    assert json.loads(capsys.readouterr().out) == counts
    assert rows(postgresql_address) == before
    back = f"sqlite:///{tmp_path / 'back' / 'tables.db'}"
    assert run(["copy-store", postgresql_address, back]) == 0
    assert capsys.readouterr().out.startswith(f"Copied {counts['games']} tables with ")
    assert rows(back) == before


def test_what_is_there_is_not_written_over(
    sqlite_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = f"sqlite:///{tmp_path / 'other.db'}"
    filled(sqlite_address)
    filled(other)
    before = rows(other)
    assert run(["copy-store", sqlite_address, other]) == 2
    refusal = capsys.readouterr().err
    assert "is not empty" in refusal
    assert "--replace" not in refusal, "copy-store has no such flag"
    assert rows(other) == before


def test_nothing_to_copy_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.db"
    assert run(["copy-store", f"sqlite:///{missing}", f"sqlite:///{tmp_path / 'x.db'}"]) == 2
    assert capsys.readouterr().err == f"qwirkle: there is no store sqlite:///{missing}\n"
    assert not missing.exists()
