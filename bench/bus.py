"""The messages that each process hears over Redis, and what they cost.

``python bench/bus.py`` starts a Redis and connects several buses to it, as those of as many
processes. People play at all tables; each table is watched at one process, or, with ``--apart``,
by one seat here and the other there. It prints the messages that a process hears per turn of the
whole cluster, and the processor time of all processes together per turn.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

import uvloop

from qwirkle.tables.live.bus.redis import RedisBus
from qwirkle.tables.storage.ports import Bus

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import servers


async def measure(address: str, processes: int, asked: argparse.Namespace) -> None:
    buses = [RedisBus(address) for _ in range(processes)]
    tables = [f"table-{number}" for number in range(asked.tables)]
    heard = [0] * processes
    async with AsyncExitStack() as leaving:
        for bus in buses:
            await bus.open()
            leaving.push_async_callback(bus.close)

        async def follow(bus: Bus, table: str) -> None:
            async with bus.listen(table) as numbers:
                ready.release()
                async for _ in numbers:
                    pass

        ready = asyncio.Semaphore(0)
        following = []
        for number, table in enumerate(tables):
            for seat in (0, 1):
                at = (number + (seat if asked.apart else 0)) % processes
                following.append(asyncio.create_task(follow(buses[at], table)))
        for _ in following:
            await ready.acquire()
        heard = [bus.heard for bus in buses]
        cpu, turns = time.process_time(), 0
        for seq in range(1, asked.rounds + 1):
            for number, table in enumerate(tables):
                await buses[number % processes].publish(table, seq)
                turns += 1
                if turns % 20 == 0:
                    await asyncio.sleep(0.005)
        await asyncio.sleep(0.3)
        cpu = time.process_time() - cpu
        each = [(bus.heard - before) / turns for bus, before in zip(buses, heard, strict=True)]
        for task in following:
            task.cancel()
    print(
        f"{processes} processes  {sum(each) / processes:6.3f} messages heard by each per turn, "
        f"{1e6 * cpu / turns:5.0f} us per turn for all"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--apart", action="store_true", help="the two seats at different processes")
    asked = parser.parse_args()
    with servers.redis() as server:
        for processes in (1, 2, 4, 8):
            uvloop.run(measure(f"redis://127.0.0.1:{server.port}", processes, asked))


if __name__ == "__main__":
    main()
