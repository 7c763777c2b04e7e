"""Several processes on one store: each due table is looked after by one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import MINUTE, Clock, SeatPlan
from qwirkle.tables.live.scheduler import LEASE_MS
from qwirkle.tables.live.tables import Done

from .clients import Process, person, run
from .scene import START

ANN, BEN = person("Ann"), person("Ben")
pytestmark = pytest.mark.usefixtures("each_store")


async def tables_with_clocks(process: Process, count: int) -> dict[str, int]:
    """Tables at which it is somebody's turn, for a minute; each with its last event."""
    tables = {}
    for number in range(count):
        seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
        asked = c.OpenTable(seats=seats, clock=Clock("turn", MINUTE))
        table = (await process.tables.open(ANN, asked, f"open {number}")).table
        await process.do(table, BEN, c.Sit("Ben"))
        tables[table] = (await process.do(table, ANN, c.Start())).seq
    return tables


@contextmanager
def counted(process: Process) -> Iterator[list[str]]:
    """The tables whose clocks a process looks at."""
    looked: list[str] = []
    tick = process.tables.tick

    async def counting(table: str) -> Done | None:
        looked.append(table)
        return await tick(table)

    process.tables.tick = counting  # type: ignore[method-assign]
    yield looked


def test_two_processes_share_the_clocks_that_are_due() -> None:
    async def scene() -> None:
        one = Process()
        two = Process(one.store, one.bus)
        begun = await tables_with_clocks(one, 12)
        with counted(one) as first, counted(two) as second:
            one.time = two.time = START + 2 * MINUTE
            for _ in range(3):
                await asyncio.gather(one.scheduler.run_due(), two.scheduler.run_due())
            for process in (one, two):
                await process.scheduler.wait_idle()
            assert set(first).isdisjoint(second)
            assert {*first, *second} == set(begun)
        for table in begun:
            assert (await two.tables.current(table)).seq > begun[table]
        for process in (one, two):
            await process.leave()

    run(scene)


def test_a_process_that_dies_delays_a_clock_by_the_lease_and_no_longer() -> None:
    async def scene() -> None:
        dead = Process()
        alive = Process(dead.store, dead.bus)
        begun = await tables_with_clocks(dead, 3)
        dead.time = START + 2 * MINUTE
        dead.scheduler._stopping = True  # it claims, and does nothing any more
        await dead.scheduler.run_due()
        with counted(alive) as looked:
            alive.time = dead.time + LEASE_MS - 1
            await alive.scheduler.run_due()
            await alive.scheduler.wait_idle()
            assert looked == []
            alive.time = dead.time + LEASE_MS
            await alive.scheduler.run_due()
            await alive.scheduler.wait_idle()
            assert set(looked) == set(begun)
        for table in begun:
            assert (await alive.tables.current(table)).seq > begun[table]
        for process in (dead, alive):
            await process.leave()

    run(scene)
