"""Processes that want the same event: one of them gets it, and everyone learns the truth."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import msgspec

from qwirkle.tables.storage.ports import Stored
from qwirkle.tables.storage.sql import store_at

SCRIPT = Path(__file__).parent / "racing_writers.py"
PROCESSES, ROUNDS = 3, 40


def test_every_event_has_one_winner(address: str, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    run = subprocess.run(
        [sys.executable, SCRIPT, address, str(PROCESSES), str(ROUNDS), notes],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    told: dict[tuple[str, int], dict[str, tuple[str, object]]] = defaultdict(dict)
    for line in notes.read_text("utf-8").splitlines():
        table, expected, me, kind, what = msgspec.json.decode(line)
        told[table, expected][me] = (kind, what)
    assert set(told) == {(table, n) for table in ("shared", "own") for n in range(ROUNDS)}
    kept = asyncio.run(events(address))
    lost = 0
    for (table, expected), ends in told.items():
        assert len(ends) == PROCESSES
        winners = [me for me, (kind, _) in ends.items() if kind == "accepted"]
        assert len(winners) == 1, (table, expected, ends)
        winner = winners[0]
        assert ends.pop(winner) == ("accepted", expected + 1)
        assert kept[table][expected].body == msgspec.json.encode(winner)
        for kind, what in ends.values():
            lost += 1
            if table == "shared":
                assert (kind, what) == ("repeated", winner)
            else:
                assert kind == "conflict"
                assert isinstance(what, int)
                assert what > expected
    assert lost == 2 * ROUNDS * (PROCESSES - 1)


async def events(address: str) -> dict[str, list[Stored]]:
    store = store_at(address)
    await store.open()
    found = {table: await store.read(table) for table in ("shared", "own")}
    await store.close()
    assert all(len(table) == ROUNDS for table in found.values())
    return found
