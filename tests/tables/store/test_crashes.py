"""Writers that are killed lose nothing they were told is written, and write nothing twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from killed_writers import TABLES, answer, body

from qwirkle.tables.storage.ports import Stored, WholeStore
from qwirkle.tables.storage.sql import store_at

SCRIPT = Path(__file__).parent / "killed_writers.py"


@pytest.mark.parametrize("writers", [1, 2])
def test_killed_writers_lose_and_double_nothing(address: str, tmp_path: Path, writers: int) -> None:
    check(address, tmp_path / "notes", rounds=8, writers=writers)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("writers", [1, 3])
def test_writers_killed_hundreds_of_times(address: str, tmp_path: Path, writers: int) -> None:
    check(address, tmp_path / "notes", rounds=300, writers=writers)


def check(address: str, notes: Path, *, rounds: int, writers: int) -> None:
    run = subprocess.run(
        [sys.executable, SCRIPT, address, str(rounds), str(writers), "20261116", notes],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    # A line that is not whole was never read by anybody.
    lines = [line.split(" ", 2) for line in notes.read_text("utf-8").split("\n")[:-1]]
    assert [line for line in lines if line[0] == "failed"] == []
    killed_after = {line[2].split("w")[0] for line in lines}
    assert len(killed_after) == rounds  # every round came to write
    asyncio.run(check_store(store_at(address), lines))


async def check_store(store: WholeStore, notes: list[list[str]]) -> None:
    await store.open()
    try:
        for table in TABLES:
            events = await store.read(table)
            noted = {line[2]: int(line[1]) for line in notes if line[0] == table}
            check_events(events, noted)
            for command in list(noted)[-20:]:
                assert await store.answer_to(table, command) == answer(command)
            row = await store.row(table)
            assert row is not None
            assert (row.last_seq, row.due) == (len(events), len(events) - 2)
    finally:
        await store.close()


def check_events(events: list[Stored], noted: dict[str, int]) -> None:
    assert [event.seq for event in events] == list(range(1, len(events) + 1))  # no gap
    commands = [msgspec.json.decode(event.body)[0] for event in events]
    assert [event.body for event in events] == [
        body(command, seq) for seq, command in enumerate(commands, 1)
    ]
    assert set(Counter(commands).values()) <= {2}  # whole, and none doubled
    for command, last in noted.items():  # nothing acknowledged is lost
        assert commands[last - 1] == command
        assert commands[last - 2] == command
