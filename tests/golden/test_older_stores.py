"""Stores of every earlier step of the schema: opened today, with all that was in them."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from golden.older_stores import DATABASES, FILE, unpack
from qwirkle.errors import Refused
from qwirkle.tables.admin.audit import audit_tables
from qwirkle.tables.core.settings import HOUR
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.results.statistics import StatisticsService
from qwirkle.tables.storage.sql.migration import MIGRATIONS
from qwirkle.tables.stores import SqlStore, store_at
from qwirkle.tables.swiss.service import Tournaments
from tables.clients import person
from tables.scene import START

STEPS = sorted(path.name.partition(".")[0] for path in DATABASES.iterdir())
NAMES = ("Ann", "Bob0", "Cem", "Gus")
PEOPLE = {"somebody": Caller(), **{name: person(name) for name in NAMES}}
KEPT = ("events", "commands")
"""What no migration may touch."""


class Opened(NamedTuple):
    """A store after today's code has opened it."""

    rows: str
    """Everything in it, apart from ``KEPT``."""
    people: str
    """What its accounts have."""
    tables: dict[str, str]
    """What everybody sees of each table."""


def rows_of(folder: Path) -> dict[str, list[str]]:
    connection = sqlite3.connect(folder / FILE)
    connection.row_factory = sqlite3.Row
    names = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    found = {
        name: sorted(
            json.dumps(dict(row), ensure_ascii=False)
            for row in connection.execute(f"SELECT * FROM {name}")  # noqa: S608
        )
        for (name,) in connection.execute(names).fetchall()
    }
    indexes = "SELECT tbl_name, name FROM sqlite_master WHERE type = 'index' ORDER BY 1, 2"
    found["indexes"] = [" ".join(row) for row in connection.execute(indexes)]
    connection.close()
    return found


@cache
def opened(step: str) -> Opened:
    with TemporaryDirectory() as name:
        folder = Path(name)
        unpack(step, folder)
        before = rows_of(folder)
        people, tables = asyncio.run(look_around(folder))
        after = rows_of(folder)
        assert {name: after.pop(name) for name in KEPT} == {name: before[name] for name in KEPT}
        lines = (line for name, rows in after.items() for line in (f"# {name}", *rows))
        return Opened("\n".join(lines) + "\n", people, tables)


async def look_around(folder: Path) -> tuple[str, dict[str, str]]:
    store = store_at(folder=folder)
    await store.open()
    try:
        tables = Tables(store, LocalBus(), now=lambda: START + HOUR)
        seen: dict[str, str] = {}
        for row in reversed(await store.latest_tables(99)):
            views = [line async for line in views_of(tables, store, row.game)]
            seen[row.game] = "\n".join(views)
        people = [line async for line in people_in(store, tables, folder)]
        return "\n".join(people) + "\n", seen
    finally:
        await store.close()


def plain(value: object) -> str:
    return msgspec.json.encode(value).decode()


async def views_of(tables: Tables, store: SqlStore, game: str) -> AsyncIterator[str]:
    """What everybody sees, what a record shows, and all events as the host sees them."""
    for name, who in PEOPLE.items():
        try:
            yield f"{name}: {plain(await tables.look(game, who))}"
        except Refused as refused:
            yield f"{name}: {plain(refused.refusals)}"
    state = await tables.current(game)
    if state.game is not None:
        yield record_text(state, await store.read(game), None)
    for message in await tables.messages_since(game, PEOPLE["Ann"], 0):
        yield f"{message.kind} {message.seq}: {message.body.decode()}"


async def people_in(store: SqlStore, tables: Tables, folder: Path) -> AsyncIterator[str]:
    for listing in ("open", "watch", "quick"):
        yield f"{listing}: {plain(await store.list_tables(listing, 99))}"
    for name in NAMES:
        account = await store.account_named(name.upper())
        yield f"# {name}: {plain(account)}"
        caller = person(name, None if account is None else account.id)
        yield plain(await StatisticsService(store, store.account_name).of_caller(caller))
        if account is not None:
            yield plain(await store.history(account.id, 99))
            yield plain(await store.ratings(account.id))
            yield plain(await store.mailboxes([account.id]))
            yield plain((await store.exported(account.id)).muted)
        yield plain(await store.subscriptions([caller.key or ""]))
        yield plain(await store.notices_to(f"push:{caller.key}"))
    yield plain(await store.best("cards", 9))
    for row in rows_of(folder)["tournaments"]:
        for name, who in PEOPLE.items():
            view = await Tournaments(tables, store).look(json.loads(row)["tournament"], who)
            yield f"{name}: {plain(view)}"


def test_every_step_of_the_schema_has_a_stored_database() -> None:
    """A new one is made by ``older_stores.py``, once and for all."""
    files = (MIGRATIONS / "versions").glob("m[0-9]*.py")
    assert sorted(path.name[1:5] for path in files) == STEPS


@pytest.mark.parametrize("step", STEPS)
def test_rows(step: str, snapshot: SnapshotAssertion) -> None:
    assert opened(step).rows == snapshot


@pytest.mark.parametrize("step", STEPS)
def test_people(step: str, snapshot: SnapshotAssertion) -> None:
    assert opened(step).people == snapshot


def test_tables(snapshot: SnapshotAssertion) -> None:
    """They are the same in every store that has them."""
    everywhere: dict[str, str] = {}
    for step in STEPS:
        for game, seen in opened(step).tables.items():
            assert everywhere.setdefault(game, seen) == seen, step
    assert "".join(f"# {game}\n{seen}\n" for game, seen in everywhere.items()) == snapshot


@pytest.mark.parametrize("step", [step for step in STEPS if step >= "0003"])
def test_every_older_store_is_sound(step: str, tmp_path: Path) -> None:
    """Whatever was said about the rules when its games began; a backup checks the same.

    The first two steps had no lists, so the entries of listed tables are not in them.
    """

    async def faults() -> list[str]:
        store = store_at(folder=tmp_path)
        await store.open()
        found = [audit async for audit in audit_tables(store)]
        await store.close()
        return [fault for audit in found for fault in audit.faults]

    unpack(step, tmp_path)
    assert asyncio.run(faults()) == []
