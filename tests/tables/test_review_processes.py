"""The process of a review: what it finds, how it fails, and that it ends when nobody needs it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from qwirkle.analysis.review.report import Review, ReviewedTurn
from qwirkle.notation.record import read_record, record_of, write_record
from qwirkle.notation.record.headers import headers_of
from qwirkle.notation.record.replay import replay_with_seed
from qwirkle.rules.family import AnyGameEvent
from qwirkle.tables.reviews.jobs import Job, ReviewFailed, run_job
from qwirkle.tables.reviews.process import NICE
from qwirkle.tables.reviews.worker import work

from .clients import run

ROOT = Path(__file__).parents[2]
RECORD = (ROOT / "frontend" / "src" / "fairness" / "records" / "classic.qwr").read_text("utf-8")
TURNS = 3


def short_record() -> str:
    """The first turns of a game that is known."""

    def events() -> Iterator[AnyGameEvent]:
        for _, happened, _ in islice(replay_with_seed(read_record(RECORD)), TURNS + 1):
            yield from happened

    seed = headers_of(read_record(RECORD)).seed
    return write_record(record_of(events(), seed=seed, saved=True))


def ignore(done: int, total: int) -> None:
    del done, total


def test_a_process_reviews_a_game_and_says_how_far_it_is() -> None:
    async def scene() -> None:
        told: list[tuple[int, int]] = []
        found = await run_job(Job(short_record()), lambda *far: told.append(far))
        review = msgspec.json.decode(found, type=Review)
        assert len(review.turns) == TURNS
        assert told[-1] == (TURNS, TURNS)

    run(scene)


def test_another_turn_is_judged_in_its_place() -> None:
    whole = msgspec.json.decode(work(Job(short_record())), type=Review)
    second = whole.turns[1]
    tried = work(Job(short_record(), place=1, turn=second.turn))
    again = msgspec.json.decode(tried, type=ReviewedTurn)
    assert again.lost == second.lost
    assert (again.seat, again.turn, again.points) == (second.seat, second.turn, second.points)


def test_a_process_that_fails_says_why() -> None:
    async def scene() -> None:
        with pytest.raises(ReviewFailed, match="NotationError: line 1"):
            await run_job(Job("nonsense"), ignore)

    run(scene)


def test_a_review_that_nobody_needs_is_ended() -> None:
    async def scene() -> None:
        began = asyncio.Event()
        task = asyncio.create_task(run_job(Job(RECORD), lambda *_: began.set()))
        await began.wait()
        before = children()
        assert any(has_lowest_priority(child) for child in before)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(children()) < len(before)

    run(scene)


def has_lowest_priority(process: int) -> bool:
    if os.getpriority(os.PRIO_PROCESS, process) != NICE:
        return False
    return sys.platform != "linux" or os.sched_getscheduler(process) == os.SCHED_IDLE


def children() -> set[int]:
    """The processes that this one has started."""
    tasks = Path(f"/proc/{os.getpid()}/task")
    if not tasks.exists():
        pytest.skip("this system does not list processes")
    return {
        int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()
    }


def test_without_processes_it_is_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")

    async def scene() -> None:
        told: list[tuple[int, int]] = []
        found = await run_job(Job(short_record()), lambda *far: told.append(far))
        assert len(msgspec.json.decode(found, type=Review).turns) == TURNS
        await asyncio.sleep(0)
        assert told

    run(scene)
