"""The service end to end, over a store in memory."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from qwirkle.errors import Refused
from qwirkle.notation import check_record, commitment_to, heads_of, read_record
from qwirkle.rules.games import GAMES
from qwirkle.service.callers import Caller
from qwirkle.service.table import commands as c
from qwirkle.service.table.seen import Told
from qwirkle.service.table.settings import SeatPlan
from qwirkle.service.tables import Message

from .clients import House, person, run

ANN, BEN = person("Ann"), person("Ben")


async def opened(house: House, *seats: SeatPlan, **more: Any) -> str:
    done = await house.tables.open(ANN, c.OpenTable(seats, **more), "first")
    return done.table


@pytest.mark.parametrize("game", GAMES)
def test_a_person_and_a_bot_play_a_game_to_its_end(game: str) -> None:
    async def scene() -> None:
        house = House()
        seats = SeatPlan("person", "Ann"), SeatPlan("open", bot="easy")
        table = await opened(house, *seats, game=game)
        await house.do(table, ANN, c.Start())
        while True:
            await house.caretaker.quiet()
            view = await house.tables.look(table, ANN)
            if view.now.phase == "ended":
                break
            await house.play_turn(table, [ANN])
        assert view.now.ended is not None
        assert view.now.ended.how == "finished"
        assert view.now.seed is not None
        assert view.commitment == commitment_to(view.now.seed)
        record = read_record(await house.desk.record(table, ANN))
        assert check_record(record).scores == view.now.ended.scores
        assert heads_of(record).seed == view.now.seed.encode()
        await house.leave()

    run(scene)


def test_followers_are_told_everything_once_and_in_order() -> None:
    async def scene() -> None:
        house = House()
        table = await opened(house, SeatPlan("person", "Ann"), SeatPlan("person"))
        heard: dict[str, list[Message]] = {"Ann": [], "Ben": [], "Cat": []}

        async def listen(name: str, who: Caller) -> None:
            async for message in house.tables.follow(table, who):
                heard[name].append(message)
                if message.kind == "told" and b'"phase":"ended"' in message.body:
                    return

        people = {"Ann": ANN, "Ben": BEN, "Cat": Caller()}
        listening = [asyncio.create_task(listen(*one)) for one in people.items()]
        await asyncio.sleep(0.01)
        await house.do(table, BEN, c.Sit("Ben"))
        await house.do(table, ANN, c.Start())
        for _ in range(12):
            await house.play_turn(table, [ANN, BEN])
        await house.do(table, BEN, c.Resign())
        await asyncio.gather(*listening)
        last = (await house.tables.current(table)).seq
        for name, messages in heard.items():
            assert [one.kind for one in messages] == ["view"] + ["told"] * (last - 1), name
            assert [one.seq for one in messages] == list(range(1, last + 1))
        told = msgspec.json.decode(heard["Ann"][-1].body, type=Told)
        assert told.now.ended is not None
        assert told.now.ended.winners == (0,)
        await house.leave()

    run(scene)


def test_a_repeated_command_has_the_first_answer_and_no_effect() -> None:
    async def scene() -> None:
        house = House()
        table = await opened(house, SeatPlan("person", "Ann"), SeatPlan("person"))
        assert await opened(house, SeatPlan("person", "Ann"), SeatPlan("person")) == table
        first = await house.do(table, BEN, c.Sit("Ben"), command_id="sit")
        assert await house.do(table, BEN, c.Sit("Ben"), command_id="sit") == first
        # The id belongs to Ben: Ann's is another one.
        with pytest.raises(Refused, match="seats of this table are taken"):
            await house.do(table, ANN, c.Sit("Ben"), command_id="sit")
        assert (await house.tables.current(table)).seq == 2

    run(scene)


def test_two_houses_on_one_store_play_the_same_table() -> None:
    async def scene() -> None:
        one = House()
        other = House(one.store, one.bus)
        table = await opened(one, SeatPlan("person", "Ann"), SeatPlan("person"))
        await other.do(table, BEN, c.Sit("Ben"))
        await one.do(table, ANN, c.Start())
        houses = [one, other]
        for turn in range(20):
            await houses[turn % 2].play_turn(table, [ANN, BEN])
        for house in houses:
            state = await house.tables.current(table)
            assert state.seq == len(one.store.rows[table]) == 23

    run(scene)
