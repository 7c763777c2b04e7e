"""Measure the cost of an append to a store: processor time of this process, and latency.

    python bench/store.py [ADDRESS] [--appends N] [--games N]

Without an address: a new SQLite file in a folder that is removed afterwards. Each append writes two
events of 300 bytes and an answer of 100, to one of 1,000 tables, as turns do. The processor time is
that of this process, all threads, less what the same appends to a store in memory take.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from qwirkle.tables.storage.ports import Accepted, Append, IndexEntry, Outcome
from qwirkle.tables.storage.sql.database import Database, at_address
from qwirkle.tables.storage.sql.tables import PACE
from qwirkle.tables.stores import SqlStore

EVENTS = (b'{"type":"placed","x":"' + b"x" * 276 + b'"}',) * 2
ANSWER = b'{"x":"' + b"x" * 92 + b'"}'
ENTRY = IndexEntry("A table", "classic", finished=False)


class Nowhere:
    """A store that keeps nothing: the baseline of the measurement."""

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def append(self, append: Append) -> Outcome:
        return Accepted(append.expected_seq + len(append.events))


class Tables:
    """Appends to tables, each with its own last event."""

    def __init__(self, store: SqlStore | Nowhere, count: int) -> None:
        self._store = store
        self._chance = random.Random(1)
        self._last = {f"{number:06}{os.urandom(8).hex()}": 0 for number in range(count)}
        self._free = list(self._last)
        self.took: list[float] = []

    async def append(self) -> None:
        at = self._chance.randrange(len(self._free))
        self._free[at], self._free[-1] = self._free[-1], self._free[at]
        table = self._free.pop()
        last = self._last[table]
        begun = time.perf_counter()
        append = Append(
            game=table,
            expected_seq=last,
            command_id=f"command-{last:08}",
            at=1_700_000_000_000,
            events=EVENTS,
            answer=ANSWER,
            due=1_700_000_000_000 + last,
            index=ENTRY,
        )
        outcome = await self._store.append(append)
        self.took.append(time.perf_counter() - begun)
        assert outcome == Accepted(last + len(EVENTS))
        self._last[table] = last + len(EVENTS)
        self._free.append(table)


async def one_after_another(tables: Tables, count: int) -> None:
    for _ in range(count):
        await tables.append()


async def crowd(tables: Tables, count: int, size: int) -> None:
    await asyncio.gather(*(one_after_another(tables, count // size) for _ in range(size)))


async def steady(tables: Tables, count: int, per_second: int) -> None:
    """Append at random moments, whether or not earlier appends are done, as players do."""
    loop, chance = asyncio.get_running_loop(), random.Random(2)
    running = set()
    when = loop.time()
    for _ in range(count):
        when += chance.expovariate(per_second)
        if (rest := when - loop.time()) > 0:
            await asyncio.sleep(rest)
        running.add(task := asyncio.ensure_future(tables.append()))
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)


async def measure(address: str, count: int) -> None:
    print(f"{'appends':34} {'CPU us':>7} {'p50 ms':>7} {'p99 ms':>7} {'per s':>7}")
    kinds: list[tuple[str, float, Callable[[Tables], Awaitable[None]]]] = [
        ("one after another", 0, lambda tables: one_after_another(tables, count // 4)),
        ("8 at a time, no pace", 0, lambda tables: crowd(tables, count, 8)),
        ("64 at a time, no pace", 0, lambda tables: crowd(tables, count, 64)),
        ("64 at a time", PACE, lambda tables: crowd(tables, count, 64)),
        ("500 per second, no pace", 0, lambda tables: steady(tables, count, 500)),
        ("500 per second", PACE, lambda tables: steady(tables, count, 500)),
        ("1000 per second", PACE, lambda tables: steady(tables, count, 1000)),
    ]
    for name, pace, run in kinds:
        idle, _, _ = await measured(Nowhere(), run)
        store = SqlStore(Database(at_address(address)), pace=pace)
        cpu, wall, took = await measured(store, run)
        cut = statistics.quantiles(took, n=100)
        print(
            f"{name:34} {(cpu - idle) / len(took) * 1e6:7.0f} {cut[49] * 1e3:7.1f} "
            f"{cut[98] * 1e3:7.1f} {len(took) / wall:7.0f}"
        )


async def measured(
    store: SqlStore | Nowhere, run: Callable[[Tables], Awaitable[None]]
) -> tuple[float, float, list[float]]:
    await store.open()
    tables = Tables(store, 1000)
    await crowd(tables, 256, 64)
    tables.took.clear()
    cpu, wall = time.process_time(), time.perf_counter()
    await run(tables)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    await store.close()
    return cpu, wall, tables.took


async def measure_start(address: str, games: int) -> None:
    store = SqlStore(Database(at_address(address)))
    await store.open()
    tables = Tables(store, games)
    await crowd(tables, games, 256)
    await store.close()
    begun = time.perf_counter()
    store = SqlStore(Database(at_address(address)))
    await store.open()
    await store.claim_due(0, 100, now=0, lease=1)
    print(f"opening a store of {games} games: {(time.perf_counter() - begun) * 1e3:.0f} ms")
    await store.close()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("address", nargs="?")
    words.add_argument("--appends", type=int, default=4000)
    words.add_argument("--games", type=int, default=10_000)
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = given.address or f"sqlite:///{Path(folder) / 'tables.db'}"
        asyncio.run(measure(address, given.appends))
        asyncio.run(measure_start(address, given.games))


if __name__ == "__main__":
    main()
