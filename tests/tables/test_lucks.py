"""The luck of a game: what a review says about it, sooner, once, and never for too long."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from qwirkle.analysis.review.report import VERSION, GameLuck, PlayerLuck, Review
from qwirkle.errors import Refused
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.workers import InPlace, Job, JobStopped, Progress, Ran, Workers
from qwirkle.tables.reviews.lucks import Lucks
from qwirkle.tables.reviews.work import Asked, work

from .clients import person, run
from .reviewed import a_review
from .test_review_processes import RECORD
from .test_reviews import ANN, BEN, Desk, until

EVE = person("Eve")
FOUND = GameLuck((PlayerLuck(3.5, 4.0), PlayerLuck(-2.0, -4.0)), 15.2)


class Room(InPlace):
    """A game of Ann and Ben, and a worker that computes luck when it is let."""

    def __init__(self, max_waiting_each: int = 10) -> None:
        self.desk = Desk()
        self.jobs: list[Asked] = []
        self.too_long = False
        self.go_on = asyncio.Event()
        self.stopped = 0
        process = self.desk.process
        self.lucks = Lucks(
            process.tables,
            process.store,
            self.desk.documents,
            Workers(self, max_waiting_each=max_waiting_each),
        )

    async def run(self, job: Job[Any], progress: Progress) -> Ran[Any]:
        del progress
        self.jobs.extend(job.call.args)
        if self.too_long:
            raise JobStopped.because("time")
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        return Ran(msgspec.json.encode(FOUND), 0.0)

    async def look(self, table: str, who: Caller = ANN) -> GameLuck:
        return msgspec.json.decode(await self.lucks.look(table, who), type=GameLuck)

    async def leave(self) -> None:
        await self.lucks.stop()
        await self.desk.leave()


def test_it_is_exactly_what_the_review_reports() -> None:
    review = msgspec.json.decode(work(Asked(RECORD)), type=Review)
    quick = msgspec.json.decode(work(Asked(RECORD, luck=True)), type=GameLuck)
    assert quick == GameLuck.of(review.players, review.summary)
    assert all(player.margin_without_luck is not None for player in quick.players)
    ann = review.players[0]
    assert ann.luck is not None
    assert ann.deal is not None
    assert quick.players[0].luck == pytest.approx(ann.luck + ann.deal)


def test_it_is_computed_once_for_everybody_and_kept() -> None:
    async def scene() -> None:
        room = Room()
        table = await room.desk.table()
        asked = [asyncio.create_task(room.look(table, who)) for who in (ANN, BEN, EVE)]
        await until(lambda: bool(room.jobs))
        asked[0].cancel()  # whoever leaves does not stop it for the others
        room.go_on.set()
        assert [await one for one in asked[1:]] == [FOUND, FOUND]
        assert await room.look(table) == FOUND
        assert [job.luck for job in room.jobs] == [True]
        await room.leave()

    run(scene)


def test_it_comes_from_a_review_that_is_there() -> None:
    async def scene() -> None:
        room = Room()
        table = await room.desk.table()
        body = msgspec.json.encode(a_review())
        await room.desk.documents.keep_document(table, "review", VERSION, body, 0)
        assert await room.look(table) == GameLuck.of(a_review().players, None)
        assert room.jobs == []
        await room.leave()

    run(scene)


def test_nothing_is_said_about_a_game_that_goes_on_or_is_private() -> None:
    async def scene() -> None:
        room = Room()
        running = await room.desk.table(ended=False)
        private = await room.desk.table(spectators="nobody")
        for table, who, reason in ((running, ANN, "not-ended"), (private, EVE, "no-spectators")):
            with pytest.raises(Refused) as refused:
                await room.look(table, who)
            assert refused.value.reasons == (reason,)
        assert room.jobs == []
        await room.leave()

    run(scene)


def test_a_game_that_takes_too_long_has_no_luck_and_is_not_tried_again() -> None:
    async def scene() -> None:
        room = Room()
        room.too_long = True
        table = await room.desk.table()
        assert await room.look(table) == GameLuck((), None)
        assert await room.look(table) == GameLuck((), None)
        assert len(room.jobs) == 1
        await room.leave()

    run(scene)


def test_too_many_at_once_are_refused_and_the_end_stops_all() -> None:
    async def scene() -> None:
        room = Room(max_waiting_each=1)
        first, second = await room.desk.table(), await room.desk.table(hints=False)
        third = await room.desk.table(game="mini")
        asked = asyncio.create_task(room.look(first))
        await until(lambda: bool(room.jobs))
        waiting = asyncio.create_task(room.look(third))
        await until(lambda: room.lucks._workers.waiting == 1)
        with pytest.raises(Refused) as refused:
            await room.look(second)
        assert refused.value.reasons == ("busy",)
        await room.leave()
        assert room.stopped == 1
        for task in (asked, waiting):
            with pytest.raises(asyncio.CancelledError):
                await task

    run(scene)
