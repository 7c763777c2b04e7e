"""Threads shared fairly: nobody waits for all that somebody else has asked for."""

from __future__ import annotations

import asyncio

from qwirkle.tables.live.fair_lane import FairLane

from .clients import run


async def served(lane: FairLane, jobs: list[tuple[str, float, bool]]) -> list[str]:
    """The groups in the order in which they get the one place, all asking at once."""
    order: list[str] = []

    async def one(group: str, seconds: float, behind: bool) -> None:
        await lane.enter(group, seconds, behind=behind)
        order.append(group)
        lane.leave(group, seconds, seconds)

    await lane.enter("before", 1)  # the place is taken while they queue up
    waiting = [asyncio.create_task(one(*job)) for job in jobs]
    await asyncio.sleep(0)
    lane.leave("before", 1, 1)
    await asyncio.gather(*waiting)
    return order


def test_who_asks_for_little_is_served_before_the_rest_of_who_asks_for_much() -> None:
    async def scene() -> None:
        jobs = [("greedy person", 5.0, False)] * 59 + [("stranger", 0.1, False)]
        order = await served(FairLane(1), jobs)
        assert order.index("stranger") <= 1
        assert len(order) == 60

    run(scene)


def test_among_many_groups_the_quickest_goes_first() -> None:
    async def scene() -> None:
        jobs = [(f"table {number}", 1.0, False) for number in range(60)]
        order = await served(FairLane(1), [*jobs, ("stranger", 0.02, False)])
        assert order[0] == "stranger"

    run(scene)


def test_jobs_that_are_behind_wait_for_all_others() -> None:
    async def scene() -> None:
        jobs = [("hint", 0.25, True)] * 80 + [("bot", 1.0, False)] * 3
        order = await served(FairLane(1), jobs)
        assert order[:3] == ["bot"] * 3

    run(scene)


def test_groups_take_turns() -> None:
    async def scene() -> None:
        jobs = [("a", 1.0, False)] * 10 + [("b", 1.0, False)] * 10
        order = await served(FairLane(1), jobs)
        assert {*order[:2]} == {*order[2:4]} == {*order[-2:]} == {"a", "b"}

    run(scene)


def test_nobody_saves_up_a_right_to_go_first() -> None:
    async def scene() -> None:
        lane = FairLane(1)
        await served(lane, [("busy", 1.0, False)] * 100)
        order = await served(lane, [("busy", 1.0, False)] * 10 + [("idle", 1.0, False)] * 10)
        assert order[:10].count("busy") >= 4

    run(scene)


def test_who_gives_up_leaves_no_gap() -> None:
    async def scene() -> None:
        lane = FairLane(1)
        await lane.enter("first", 1)
        gone = asyncio.create_task(lane.enter("gone", 1))
        last = asyncio.create_task(lane.enter("last", 1))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        lane.leave("first", 1, 1)
        await last
        # One that is cancelled when it has just got the place gives it back.
        late = asyncio.create_task(lane.enter("late", 1))
        await asyncio.sleep(0)
        lane.leave("last", 1, 1)
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        async with asyncio.timeout(5), lane.place("after"):
            assert len(lane) == 0

    run(scene)
