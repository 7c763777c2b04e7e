"""Old tables of guests are deleted, a few at a time, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from qwirkle.tables.admin import tables
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import DAY, SeatPlan
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.scheduler import OLD_TABLES_EVERY_MS
from qwirkle.tables.service import ServiceSettings, TableService
from qwirkle.tables.storage.ports import IndexEntry
from qwirkle.tables.stores import SqlStore, store_in_memory
from qwirkle.testing.stores.appends import append_events

from .clients import run
from .scene import START
from .stores import QuietBus

FINISHED = IndexEntry("A table", "classic", finished=True)


def service(
    store: SqlStore, now: list[int], days: float, on_deleted: Callable[[int], None]
) -> TableService:
    return TableService(
        store,
        QuietBus(),
        store,
        ServiceSettings(guest_table_days=days),
        documents=store,
        results=store,
        tournaments=store,
        now=lambda: now[0],
        admin=store,
        on_deleted=on_deleted,
    )


async def left(store: SqlStore) -> int:
    return len(await store.games(None, 1000))


def test_old_tables_go_in_batches_and_are_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH", 3)

    async def scene() -> None:
        store, now, counts = store_in_memory(), [START], list[int]()
        for n in range(5):
            await append_events(store, f"old {n}", at=START - 8 * DAY, index=FINISHED)
        await append_events(store, "young", at=START - 6 * DAY, index=FINISHED)
        scheduler = service(store, now, 7, counts.append).scheduler
        await scheduler.clean_up()
        assert (counts, await left(store)) == ([3], 3)
        await scheduler.clean_up()
        assert (counts, await left(store)) == ([3, 2], 1)
        now[0] += 2 * DAY
        await scheduler.clean_up()
        assert (counts, await left(store)) == ([3, 2, 1], 0)
        await append_events(store, "old", at=START - 8 * DAY, index=FINISHED)
        now[0] += OLD_TABLES_EVERY_MS - 1
        await scheduler.clean_up()
        assert await left(store) == 1  # nothing was left the last time: not yet
        now[0] += 1
        await scheduler.clean_up()
        assert (counts, await left(store)) == ([3, 2, 1, 1], 0)

    run(scene)


def test_tables_are_kept_for_ever_unless_it_is_set() -> None:
    async def scene() -> None:
        store, counts = store_in_memory(), list[int]()
        await append_events(store, "old", at=1, index=FINISHED)
        await service(store, [START], 0, counts.append).scheduler.clean_up()
        assert (counts, await left(store)) == ([], 1)

    run(scene)


def test_a_real_table_of_guests_goes_and_one_that_is_played_stays() -> None:
    async def scene() -> None:
        store, now = store_in_memory(), [START]
        running = service(store, now, 7, lambda _: None)
        ann = Caller("ann's secret, which is long")
        plan: Any = (SeatPlan("person", "Ann"), SeatPlan("person"))
        closed, waiting = [
            (await running.tables.open(ann, c.OpenTable(game="classic", seats=plan), name)).table
            for name in ("1", "2")
        ]
        await running.tables.close(closed)
        now[0] += 7 * DAY
        await running.scheduler.clean_up()
        assert await store.games(None, 9) == [waiting]

    run(scene)
