"""Measure how fast drafts are judged: ``POST /api/tables/ID/preview`` on localhost, with HTTP.

    python bench/previews.py [--asks 400] [--json]

Tables of every game are played half through and to the last turns, into a store; then a real server
is started on it and asked as a page asks while somebody lays tiles: nothing yet, one tile here or
there, a whole turn, and one that does not fit. ``processor`` is what the server itself works.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from qwirkle.engine import backend
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import GAMES, AnyView, view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.stores import store_at
from tables.scene import greedy_turn, written

ANN = Caller("the secret of a player who is measured, long enough")
FREE = ("--address-rate", "0", "--table-rate", "0", "--no-browser", "--log-level", "warning")
MOMENTS = {"half": 50, "end": 0}
"""The most tiles or cards that are left to draw."""


UNCOUNTED = 20
"""Requests before everything is warm."""


def left(seen: AnyView) -> int:
    return seen.deck if isinstance(seen, CardsView) else seen.bag


async def prepared(tables: Tables, game: str, moment: str) -> tuple[str, AnyView]:
    """Return a table in the middle or near the end of its game, and the mover's view."""
    seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Ben"))
    table = (await tables.open(ANN, c.OpenTable(seats, game), f"{game} {moment}")).table
    await tables.act(table, ANN, c.Start(), command_id="start")
    while True:
        state = await tables.cached_table(table)
        seat = state.to_move
        assert seat is not None, f"{game} ended before it was measured"
        seen = view(game_of(state), seat)
        if left(seen) <= MOMENTS[moment]:
            return table, seen
        play = c.Play(written(greedy_turn(seen)), seat)
        await tables.act(table, ANN, play, command_id=f"turn {state.seq}")


def drafts(seen: AnyView) -> list[dict[str, Any]]:
    """Return the drafts a page asks about while a turn is being made."""
    whole: dict[str, Any] = msgspec.to_builtins(written(greedy_turn(seen)))
    if isinstance(seen, CardsView):
        return [{"after": [list(cards) for cards in seen.table]}, whole]
    cells = [(x, y) for x, y, _ in whole.get("place", [])[:2]]
    single = [{"place": [[x, y, tile.value]]} for tile in seen.hand for x, y in cells]
    return [{"place": []}, whole, *single]


def asked(http: httpx.Client, table: str, seen: AnyView, asks: int) -> list[float]:
    """Return the milliseconds of each answer, after some that are not counted."""
    bodies = [{"turn": turn, "seat": seen.seat} for turn in drafts(seen)]
    times = []
    for number in range(asks + UNCOUNTED):
        began = time.perf_counter()
        answer = http.post(f"/api/tables/{table}/preview", json=bodies[number % len(bodies)])
        if number >= UNCOUNTED:
            times.append(1000 * (time.perf_counter() - began))
        assert answer.status_code == 200, answer.text
    return times


def processor_seconds(http: httpx.Client) -> float:
    """Return the processor time the server has used, which other programs do not affect."""
    text = http.get("/metrics").text
    return float(text.split("\nprocess_cpu_seconds_total ")[1].split("\n")[0])


async def filled(folder: Path) -> dict[tuple[str, str], tuple[str, AnyView]]:
    store = store_at(folder=folder)
    await store.open()
    tables = Tables(store, LocalBus())
    found = {
        (game, moment): await prepared(tables, game, moment) for game in GAMES for moment in MOMENTS
    }
    await store.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--asks", type=int, default=400)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as place:
        ready = asyncio.run(filled(Path(place)))
        command = [sys.executable, "-m", "qwirkle", "serve", "--port", "0", "--data", place, *FREE]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split(" at ")[1].split(" ")[0]
            headers = {"X-Qwirkle": "1", "Cookie": f"qwirkle={ANN.secret}"}
            with httpx.Client(base_url=address, headers=headers, timeout=60) as http:
                for (game, moment), (table, seen) in ready.items():
                    before = processor_seconds(http)
                    times = asked(http, table, seen, wanted.asks)
                    cuts = statistics.quantiles(times, n=100)
                    spent = 1000 * (processor_seconds(http) - before) / (wanted.asks + UNCOUNTED)
                    figures[f"{game} {moment}"] = {
                        "p50": cuts[49],
                        "p99": cuts[98],
                        "processor": spent,
                    }
            server.terminate()
    if wanted.json:
        print(json.dumps(figures))
        return
    machine = platform.processor() or platform.machine()
    print(f"{machine}, {backend()} core, load {os.getloadavg()[0]:.1f}; {wanted.asks} asks each")
    for name, found in figures.items():
        said = "   ".join(f"{what} {found[what]:6.1f} ms" for what in found)
        print(f"{name:20} {said}")


if __name__ == "__main__":
    main()
