"""The work of a review: what it finds, how it fails, and that it ends when nobody needs it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from qwirkle.analysis.review.report import Review, ReviewedTurn
from qwirkle.errors import QwirkleError
from qwirkle.notation.record import read_record, record_of, write_record
from qwirkle.notation.record.headers import headers_of
from qwirkle.notation.record.replay import replay_with_seed
from qwirkle.rules.family import AnyGameEvent
from qwirkle.tables.live.workers import Workers
from qwirkle.tables.live.workers.pool import ProcessPool
from qwirkle.tables.reviews.work import Asked, work

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


@asynccontextmanager
async def reviewing() -> AsyncIterator[tuple[Workers, ProcessPool]]:
    pool = ProcessPool()
    workers = Workers(pool)
    try:
        yield workers, pool
    finally:
        await workers.close()


def test_a_worker_reviews_a_game_and_reports_its_progress() -> None:
    async def scene() -> None:
        far: list[tuple[int, int]] = []
        async with reviewing() as (workers, _):
            job = Asked(short_record()).job()
            found = await workers.run(job, progress=lambda *done: far.append(done))
        assert len(msgspec.json.decode(found, type=Review).turns) == TURNS
        assert far[-1] == (TURNS, TURNS)

    run(scene)


def test_another_turn_is_judged_in_its_place() -> None:
    whole = msgspec.json.decode(work(Asked(short_record())), type=Review)
    second = whole.turns[1]
    tried = work(Asked(short_record(), place=1, turn=second.turn))
    again = msgspec.json.decode(tried, type=ReviewedTurn)
    assert again.lost == second.lost
    assert (again.seat, again.turn, again.points) == (second.seat, second.turn, second.points)


def test_a_review_that_fails_says_why() -> None:
    async def scene() -> None:
        async with reviewing() as (workers, _):
            with pytest.raises(QwirkleError, match="line 1"):
                await workers.run(Asked("nonsense").job())

    run(scene)


def test_a_review_that_nobody_needs_is_ended() -> None:
    async def scene() -> None:
        async with reviewing() as (workers, pool):
            began = asyncio.Event()
            task = asyncio.create_task(
                workers.run(Asked(RECORD).job(), progress=lambda *_: began.set())
            )
            await began.wait()
            assert len(pool.workers) == 1
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert not pool.workers

    run(scene)
