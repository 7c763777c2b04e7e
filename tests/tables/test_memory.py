"""What a table takes of a server's memory while it waits for its players."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.cache import TableCache

from .clients import Process, person, run

PEOPLE = [person("Ann"), person("Ben")]
TURNS = 20
TABLES = 8
MOST = 16_000


@pytest.mark.parametrize("game", ["classic", "combined", "cards"])
def test_a_cached_table_is_small_after_twenty_turns(game: str) -> None:
    async def scene() -> int:
        process = Process()
        seats = tuple(SeatPlan("person") for _ in PEOPLE)
        tracemalloc.start()
        try:
            for number in range(TABLES):
                opening = c.OpenTable(seats, game)
                table = (await process.tables.open(PEOPLE[0], opening, f"open {number}")).table
                for who, name in zip(PEOPLE, ("Ann", "Ben"), strict=True):
                    await process.do(table, who, c.Sit(name))
                await process.do(table, PEOPLE[0], c.Start())
                for _ in range(TURNS):
                    if (await process.tables.cached_table(table)).to_move is not None:
                        await process.play_turn(table, PEOPLE)
            gc.collect()
            cached, _ = tracemalloc.get_traced_memory()
            process.tables.cache = TableCache(process.store, TABLES)
            gc.collect()
            return cached - tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()
            await process.leave()

    taken: list[int] = []

    async def measure() -> None:
        taken.append(await scene())

    run(measure)
    assert TABLES * 5_000 < taken[0] < TABLES * MOST
