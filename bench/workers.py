"""Measure the workers of a server: how long they take to start, what a job costs, their memory.

    python bench/workers.py

``server`` is the processor time of the serving process for each job, ``own`` the memory that a
process shares with no other. Linux only.
"""

from __future__ import annotations

import asyncio
import re
import time
from functools import partial
from pathlib import Path
from typing import Any

from qwirkle import Game
from qwirkle.tables.live.bots import think
from qwirkle.tables.live.workers import Job, Workers
from qwirkle.tables.live.workers.pool import ProcessPool
from qwirkle.tables.service import WORK

JOBS = 200
SPECS = ("level:4", "level:7", "level:8")


def own_memory(process: int) -> float:
    """Return the megabytes that only this process has."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    parts = re.findall(r"^Private_\w+:\s+(\d+) kB$", text, re.MULTILINE)
    return sum(map(int, parts)) / 1000


async def main() -> None:
    pool = ProcessPool(WORK)
    workers = Workers(pool)
    game = Game.new("classic", 2, seed=3)
    view = game.view(game.to_move)

    def job(spec: str) -> Job[Any]:
        return Job(call=partial(think, spec, b"", b"seed", view, ()))

    began = time.perf_counter()
    await workers.run(job("level:4"))
    print(f"first answer, with the start of everything: {time.perf_counter() - began:.2f} s")
    (worker,) = pool.workers
    print(f"own memory of a worker after one job: {own_memory(worker.process):.0f} MB")
    began = time.perf_counter()
    await workers.run(Job(call=job("level:4").call, last=True))
    await workers.run(job("level:4"))
    print(f"answer of a worker that replaces another: {time.perf_counter() - began:.3f} s")
    for spec in SPECS:
        began, busy = time.perf_counter(), time.process_time()
        for _ in range(JOBS):
            await workers.run(job(spec))
        took, server = time.perf_counter() - began, time.process_time() - busy
        print(f"{spec}: {took / JOBS * 1000:.2f} ms, server {server / JOBS * 1000:.2f} ms")
    (worker,) = pool.workers
    print(f"own memory of the worker then: {own_memory(worker.process):.0f} MB")
    nursery: Any = pool._nursery
    print(f"own memory of the nursery: {own_memory(nursery._process.pid):.0f} MB")
    await workers.close()


if __name__ == "__main__":
    asyncio.run(main())
