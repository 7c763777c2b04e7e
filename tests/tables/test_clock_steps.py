"""The server's own clock is put forward and back: nobody gains or loses more than their turn."""

from __future__ import annotations

from typing import Any

import pytest

from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.clocks import deadline
from qwirkle.tables.core.settings import DAY, MINUTE, OUTAGE, Clock, SeatPlan

from .clients import Process, person, run

ANN, BEN = person("Ann"), person("Ben")
CLOCK = Clock("turn", 5 * MINUTE)
STEP = 400 * DAY

pytestmark = pytest.mark.usefixtures("each_store")


async def started(process: Process, **more: Any) -> str:
    seats = SeatPlan("person", "Ann"), SeatPlan("person")
    table = (await process.tables.open(ANN, c.OpenTable(seats, **more), "open")).table
    await process.do(table, BEN, c.Sit("Ben"))
    await process.do(table, ANN, c.Start())
    return table


@pytest.mark.parametrize("played", [False, True])
def test_a_clock_that_was_far_ahead_for_a_while_leaves_no_deadline_there(played: bool) -> None:
    async def scene() -> None:
        process = Process()
        table = await started(process, clock=CLOCK)
        process.time += STEP
        await process.scheduler.run_due()
        await process.scheduler.wait_idle()
        if played:
            await process.play_turn(table, [ANN, BEN])
        process.time -= STEP
        # The next look at the table puts it right; a follower looks twice a minute.
        state = await process.tables.current(table)
        assert deadline(state) == process.time + CLOCK.ms
        again = await process.tables.current(table)
        assert again.seq == state.seq
        process.time += CLOCK.ms
        await process.scheduler.run_due()
        await process.scheduler.wait_idle()
        assert (await process.tables.current(table)).to_move != state.to_move
        await process.leave()

    run(scene)


def test_a_bot_left_in_the_future_plays() -> None:
    async def scene() -> None:
        process = Process()
        seats = SeatPlan("person", "Ann"), SeatPlan("bot", bot="greedy")
        table = (await process.tables.open(ANN, c.OpenTable(seats), "open")).table
        await process.do(table, ANN, c.Start())
        await process.scheduler.wait_idle()
        process.time += STEP
        killed = process.scheduler
        killed._stopping = True  # nobody lets the bot play
        await process.play_turn(table, [ANN])
        process.time -= STEP
        restarted = Process(process.store, process.bus)
        assert (await restarted.tables.current(table)).to_move == 1
        await restarted.scheduler.wait_idle()
        assert (await restarted.tables.current(table)).to_move == 0
        await restarted.leave()
        await process.leave()

    run(scene)


def test_clocks_of_two_servers_may_differ_a_little() -> None:
    async def scene() -> None:
        one = Process()
        other = Process(one.store, one.bus)
        table = await started(one, clock=CLOCK)
        one.time += OUTAGE
        await one.play_turn(table, [ANN, BEN])
        seq = (await one.tables.current(table)).seq
        assert (await other.tables.current(table)).seq == seq

    run(scene)


def test_votes_and_gestures_from_the_future_do_not_block_new_ones() -> None:
    async def scene() -> None:
        process = Process()
        table = await started(process)
        process.time += STEP
        await process.do(table, ANN, c.CallVote("end"))
        await process.do(table, BEN, c.Vote(agree=False))
        for _ in range(3):
            await process.do(table, BEN, c.React("wow"))
        for too_often in (c.CallVote("end"), c.React("wow")):
            with pytest.raises(Refused) as refused:
                await process.do(table, BEN, too_often)
            assert refused.value.reasons == ("too-often",)
        process.time -= STEP
        await process.do(table, BEN, c.React("wow"))
        await process.do(table, BEN, c.CallVote("end"))
        await process.leave()

    run(scene)
