"""Measure the cost of a turn inside the table service, and the memory of a waiting table.

    python bench/table_cost.py [--games 5] [--tables 500]

The store is in memory and writes nothing: this is the service's own work, which every accepted turn
costs besides the database and the sockets. Choosing the turns is not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import time
import tracemalloc
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from qwirkle.rules.family import GAMES, view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.cache import TableCache
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Tables
from tables.memory import MemoryBus, MemoryStore
from tables.scene import greedy_turn, written

PEOPLE = [Caller(f"the secret of player {number}, long enough") for number in range(4)]


class Played:
    """The measurements of one game."""

    def __init__(self) -> None:
        self.turns = 0
        self.deciding = 0.0
        self.telling = 0.0
        self.bytes_told = 0


async def seated(tables: Tables, game: str, players: int, number: int) -> str:
    seats = tuple(SeatPlan("person") for _ in range(players))
    opened = await tables.open(PEOPLE[0], c.OpenTable(seats, game), f"{game} {players} {number}")
    for which, person in enumerate(PEOPLE[:players]):
        await tables.act(opened.table, person, c.Sit(f"player {which}"), command_id="sit")
    await tables.act(opened.table, PEOPLE[0], c.Start(), command_id="start")
    return opened.table


async def played(tables: Tables, table: str, players: int, most: int, into: Played) -> None:
    """Play on, as over sockets: JSON in, and JSON out to every seat and one spectator."""
    followers = [*PEOPLE[:players], Caller()]
    for turn in range(most):
        state = await tables.cached_table(table)
        if state.to_move is None:
            return
        chosen = written(greedy_turn(view(game_of(state), state.to_move)))
        body = msgspec.json.encode({"do": "play", "turn": chosen})
        began = time.process_time()
        done = await tables.act(
            table,
            PEOPLE[state.to_move],
            c.read_command(body),
            command_id=f"turn {turn}",
            expected_seq=state.seq,
        )
        decided = time.process_time()
        for follower in followers:
            for message in await tables.messages_since(table, follower, state.seq):
                into.bytes_told += len(message.body)
        told = time.process_time()
        into.turns += done.seq - state.seq
        into.deciding += decided - began
        into.telling += told - decided


async def measure_turns(games: int) -> None:
    print("microseconds of processor time per accepted turn, two players and a spectator")
    print(f"{'game':14} {'turns':>6} {'accept':>8} {'tell':>6} {'all':>6} {'bytes told':>11}")
    for game in GAMES:
        found = Played()
        for number in range(games):
            tables = Tables(MemoryStore(), MemoryBus())
            await played(tables, await seated(tables, game, 2, number), 2, 10_000, found)
        accept, tell = (1e6 * seconds / found.turns for seconds in (found.deciding, found.telling))
        told = found.bytes_told / found.turns / 3
        print(
            f"{game:14} {found.turns:6} {accept:8.0f} {tell:6.0f} {accept + tell:6.0f} {told:11.0f}"
        )


async def measure_memory(count: int) -> None:
    """Measure how much memory is freed when tables that were in play are dropped."""
    print(f"\nbytes of memory per table after 20 turns, over {count} tables")
    print(f"{'game':14} {'cached':>8} {'dropped':>8}")
    for game in ("classic", "combined", "cards"):
        store = MemoryStore()
        tables = Tables(store, MemoryBus(), cached_tables=count)
        tracemalloc.start()
        names = [await seated(tables, game, 2, number) for number in range(count)]
        for name in names:
            await played(tables, name, 2, 20, Played())
        gc.collect()
        with_tables, _ = tracemalloc.get_traced_memory()
        tables.cache = TableCache(store, count)
        gc.collect()
        without, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        print(f"{game:14} {(with_tables - without) / count:8.0f} {0:8}")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=5)
    asked.add_argument("--tables", type=int, default=40)
    given = asked.parse_args()
    asyncio.run(measure_turns(given.games))
    asyncio.run(measure_memory(given.tables))


if __name__ == "__main__":
    main()
