"""Reviews: who may ask, when, one at a time, kept, and ended with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from qwirkle.analysis.review import report
from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.workers import InPlace, Job, Progress, Ran, Workers
from qwirkle.tables.reviews import reviews as module
from qwirkle.tables.reviews.reviews import Reviews, ReviewState
from qwirkle.tables.reviews.work import Asked

from .clients import Process, person, run
from .reviewed import a_review
from .stores import WatchedStore

ANN, BEN, EVE = person("Ann"), person("Ben"), person("Eve")


class Worker(InPlace):
    """Does jobs when it is let."""

    def __init__(self) -> None:
        self.jobs: list[Asked] = []
        self.go_on = asyncio.Event()
        self.cancelled = 0
        self.fails = False

    async def run(self, job: Job[Any], progress: Progress) -> Ran[Any]:
        (asked,) = job.call.args
        self.jobs.append(asked)
        progress(3, 8)
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.fails:
            raise RuntimeError("no review today")
        return Ran(msgspec.json.encode(a_review(open_hands=asked.open_hands)), 0.0)


class Desk:
    """A process with reviews, and a game of Ann and Ben."""

    def __init__(self, *, automatic: bool = False) -> None:
        self.process = Process()
        self.worker = Worker()
        self.documents = WatchedStore()
        self.faults: list[Exception] = []
        self.reviews = Reviews(
            self.process.tables,
            self.process.store,
            self.documents,
            automatic=automatic,
            workers=Workers(self.worker),
            on_fault=lambda _, error: self.faults.append(error),
        )

    async def table(self, *, turns: int = 2, ended: bool = True, **more: Any) -> str:
        seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
        opened = await self.process.tables.open(ANN, c.OpenTable(seats, **more), f"open {more}")
        await self.process.do(opened.table, BEN, c.Sit("Ben"))
        await self.process.do(opened.table, ANN, c.Start())
        for _ in range(turns):
            await self.process.play_turn(opened.table, [ANN, BEN])
        if ended:
            await self.process.do(opened.table, ANN, c.Resign())
        return opened.table

    async def state(self, table: str, who: Caller = ANN, **how: bool) -> ReviewState:
        return read(await self.reviews.look(table, who, **how))

    async def leave(self) -> None:
        await self.reviews.stop()
        await self.process.leave()


def read(body: bytes) -> ReviewState:
    return msgspec.json.decode(body, type=ReviewState)


async def until(found: Callable[[], bool]) -> None:
    while not found():
        await asyncio.sleep(0.001)


def test_a_review_is_made_in_the_background_and_kept() -> None:
    async def scene() -> None:
        desk = Desk()
        table = await desk.table()
        assert (await desk.state(table)).state == "none"
        asked = read(await desk.reviews.ask(table, ANN))
        assert (asked.state, asked.ahead) == ("waiting", 1)
        await until(lambda: bool(desk.worker.jobs))
        running = await desk.state(table, BEN)
        assert (running.state, running.done, running.total) == ("running", 3, 8)
        assert read(await desk.reviews.ask(table, BEN)).state == "running"
        desk.worker.go_on.set()
        while (state := await desk.state(table)).state != "ready":
            await asyncio.sleep(0.001)
        assert state.review == a_review()
        assert "Seed:" in desk.worker.jobs[0].record
        # Another process finds it in the store.
        assert read(await desk.reviews.ask(table, EVE)).state == "ready"
        assert len(desk.worker.jobs) == 1
        await desk.leave()

    run(scene)


def test_it_is_made_again_only_for_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        desk = Desk()
        desk.worker.go_on.set()
        table = await desk.table()
        await desk.reviews.ask(table, ANN)
        await until(lambda: desk.documents.documents > 0)
        monkeypatch.setattr(module, "VERSION", f"{report.VERSION} and more")
        assert (await desk.state(table)).state == "none"
        await desk.reviews.ask(table, ANN)
        await until(lambda: len(desk.worker.jobs) == 2)
        await desk.leave()

    run(scene)


def test_open_hands_are_another_review() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.worker.go_on.set()
        table = await desk.table()
        await desk.reviews.ask(table, ANN, open_hands=True)
        while (state := await desk.state(table, open_hands=True)).state != "ready":
            await asyncio.sleep(0.001)
        assert state.review is not None
        assert state.review.open_hands
        assert (await desk.state(table)).state == "none"
        await desk.leave()

    run(scene)


def test_deep_reviews_are_kept_apart_and_let_quick_ones_go_first() -> None:
    async def scene() -> None:
        desk = Desk()
        first, second = await desk.table(), await desk.table(game="mini")
        await desk.reviews.ask(first, ANN)
        await until(lambda: len(desk.worker.jobs) == 1)
        await desk.reviews.ask(first, ANN, deep=True)
        await desk.reviews.ask(second, ANN)
        assert (await desk.state(second)).ahead == 1
        assert (await desk.state(first, deep=True)).ahead == 2
        desk.worker.go_on.set()
        while (await desk.state(first, deep=True)).state != "ready":
            await asyncio.sleep(0.001)
        assert [job.deep for job in desk.worker.jobs] == [False, False, True]
        assert (await desk.state(first)).state == "ready"
        assert (await desk.state(second, deep=True)).state == "none"
        await desk.leave()

    run(scene)


def test_one_at_a_time_and_a_failure_stops_no_other() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.worker.fails = True
        first, second = await desk.table(), await desk.table(game="mini")
        await desk.reviews.ask(first, ANN)
        await until(lambda: len(desk.worker.jobs) == 1)
        await desk.reviews.ask(second, ANN)
        assert (await desk.state(second)).ahead == 1
        desk.worker.go_on.set()
        await until(lambda: len(desk.faults) == 2)
        assert (await desk.state(first)).state == "failed"
        desk.worker.fails = False
        assert read(await desk.reviews.ask(first, ANN)).state == "waiting"
        while (await desk.state(first)).state != "ready":
            await asyncio.sleep(0.001)
        await desk.leave()

    run(scene)


def test_nothing_is_said_about_a_game_that_goes_on() -> None:
    async def scene() -> None:
        desk = Desk()
        for more in ({}, {"hints": False}):  # the second could be rated
            table = await desk.table(ended=False, **more)
            for asking in (desk.reviews.look, desk.reviews.ask):
                for how in ({}, {"open_hands": True}, {"deep": True}):
                    with pytest.raises(Refused) as refused:
                        await asking(table, ANN, **how)
                    assert refused.value.reasons == ("not-ended",)
        assert desk.worker.jobs == []
        await desk.leave()

    run(scene)


def test_nothing_is_said_to_those_who_may_not_watch() -> None:
    async def scene() -> None:
        desk = Desk()
        table = await desk.table(spectators="nobody")
        for asking in (desk.reviews.look, desk.reviews.ask):
            for who in (EVE, Caller()):
                with pytest.raises(Refused) as refused:
                    await asking(table, who)
                assert refused.value.reasons == ("no-spectators",)
        await desk.reviews.ask(table, BEN)
        await desk.leave()

    run(scene)


def test_a_table_without_turns_has_no_review() -> None:
    async def scene() -> None:
        desk = Desk()
        table = await desk.table(turns=0)
        with pytest.raises(Refused) as refused:
            await desk.reviews.ask(table, ANN)
        assert refused.value.reasons == ("not-started",)
        await desk.leave()

    run(scene)


def test_games_of_people_are_reviewed_by_themselves() -> None:
    async def scene() -> None:
        desk = Desk(automatic=True)
        table = await desk.table()
        await until(lambda: bool(desk.worker.jobs))
        assert (await desk.state(table)).state == "running"
        await desk.process.do(table, BEN, c.Rematch())
        assert len(desk.worker.jobs) == 1
        await desk.leave()
        assert desk.worker.cancelled == 1
        assert desk.faults == []

    run(scene)
