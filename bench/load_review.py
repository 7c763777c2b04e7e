"""Measure the latency of turns with and without reviews in the background.

python bench/load_review.py [--tables 200] [--rate 100] [--seconds 4] [--rounds 10] [--reviews 4]

The swarm of bench/load.py plays against a real ``qwirkle serve``. Windows without reviews alternate
with windows in which the server reviews finished games one after the other from the first turn to
the last, so both meet the same machine. The interval of the ratio is that of rounds drawn again and
again from those that were measured.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import NamedTuple

import httpx
from load import FREE, Swarm, Table, keep_playing, percentile

# How many times rounds are drawn for the interval.
RESAMPLED = 1000


class Round(NamedTuple):
    """The times of turns in a window without reviews, and in the one after it, beside them."""

    alone: list[float]
    beside: list[float]


async def finish_game(swarm: Swarm, address: str, http: httpx.AsyncClient) -> Table:
    """Play a game to its end."""
    table = Table(swarm, [address])
    await table.open(http)
    await table.connect()
    while await table.move():
        pass
    await table.close()
    return table


async def ask_for_review(http: httpx.AsyncClient, table: Table) -> None:
    """Have a finished game reviewed in the background."""
    path, cookie = _review_of(table)
    (await http.post(path, json={}, headers=cookie)).raise_for_status()


async def review_state(http: httpx.AsyncClient, table: Table) -> str:
    """Return the progress of a review."""
    path, cookie = _review_of(table)
    return str((await http.get(path, headers=cookie)).json()["state"])


def _review_of(table: Table) -> tuple[str, dict[str, str]]:
    path = f"{table.addresses[0]}/api/tables/{table.id}/review"
    return path, {"Cookie": table.cookies[0]}


async def measure(swarm: Swarm, tables: list[Table], seconds: float) -> list[float]:
    """Return the times of all turns of a window."""
    swarm.latencies = []
    swarm.measuring = True
    await keep_playing(swarm, tables, seconds)
    swarm.measuring = False
    return swarm.latencies


async def run(asked: argparse.Namespace, address: str) -> None:
    """Alternate, and compare."""
    swarm = Swarm(asked.rate)
    tables = [Table(swarm, [address]) for _ in range(asked.tables)]
    async with httpx.AsyncClient(headers={"X-Qwirkle": "1"}, timeout=60) as http:
        count = asked.rounds * asked.reviews
        games = [await finish_game(swarm, address, http) for _ in range(count)]
        for table in tables:
            await table.open(http)
            await table.connect()
        gc.collect()
        gc.freeze()
        gc.disable()
        await keep_playing(swarm, tables, asked.seconds)
        rounds: list[Round] = []
        for first in range(0, count, asked.reviews):
            alone = await measure(swarm, tables, asked.seconds)
            reviewed = games[first : first + asked.reviews]
            for game in reviewed:
                await ask_for_review(http, game)
            while await review_state(http, reviewed[0]) == "waiting":
                await asyncio.sleep(0.01)
            beside = await measure(swarm, tables, asked.seconds)
            if await review_state(http, reviewed[-1]) == "ready":
                raise RuntimeError("the reviews were over before the window: ask for more of them")
            rounds.append(Round(alone, beside))
            while await review_state(http, reviewed[-1]) != "ready":
                await asyncio.sleep(0.1)
    report(rounds)
    for table in tables:
        await table.close()


def report(rounds: Sequence[Round]) -> None:
    """Print the times of both, and the ratio with reviews to that without."""
    together = pooled(rounds)
    for name, times in zip(("without reviews", "beside reviews"), together, strict=True):
        shares = [
            f"p{share:g} {1000 * percentile(times, share / 100):.1f} ms" for share in (50, 99)
        ]
        print(f"{name:17} {len(times):6} turns, {', '.join(shares)}")
    each = sorted(p99_ratio(found) for found in rounds)
    print(f"ratios of p99     median {median(each):.2f}, {each[0]:.2f} to {each[-1]:.2f} by round")
    chance = Random(1)
    drawn = sorted(
        p99_ratio(pooled(chance.choices(rounds, k=len(rounds)))) for _ in range(RESAMPLED)
    )
    low, high = drawn[RESAMPLED // 40], drawn[-1 - RESAMPLED // 40]
    print(f"of all together   {p99_ratio(together):.2f}, {low:.2f} to {high:.2f} in 95 %")


def pooled(rounds: Sequence[Round]) -> Round:
    """Return all times of some rounds."""
    return Round(
        [time for found in rounds for time in found.alone],
        [time for found in rounds for time in found.beside],
    )


def p99_ratio(found: Round) -> float:
    """Return the 99th percentile beside reviews divided by that without them."""
    return percentile(found.beside, 0.99) / percentile(found.alone, 0.99)


def main() -> None:
    """Start a server and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100, help="turns a second")
    parser.add_argument("--seconds", type=float, default=4, help="of a window")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--reviews", type=int, default=4, help="asked for in every other window")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "qwirkle", "serve", "--port", "0", "--data", place]
        # Reviews begin on request, and not while games are finished.
        server = subprocess.Popen(
            [*command, *FREE, "--no-reviews"], stdout=subprocess.PIPE, text=True
        )
        if server.stdout is None:
            raise RuntimeError("the server has no output")
        address = server.stdout.readline().split(" at ")[1].split(" ")[0]
        try:
            asyncio.run(run(asked, address))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


if __name__ == "__main__":
    main()
