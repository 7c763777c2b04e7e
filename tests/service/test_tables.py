"""The service end to end, over a store in memory and over SQLite."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from qwirkle.errors import BotError, Refused
from qwirkle.notation import check_record, commitment_to, headers_of, read_record
from qwirkle.players import Bot
from qwirkle.rules.family import GAMES
from qwirkle.rules.placement.turns import Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.service.bots import Thinkers
from qwirkle.service.cache import Shelf
from qwirkle.service.callers import Caller
from qwirkle.service.scheduler import Caretaker
from qwirkle.service.table import commands as c
from qwirkle.service.table.events import TurnPlayed, read_event
from qwirkle.service.table.settings import DAY, MINUTE, Clock, SeatPlan
from qwirkle.service.table.views import EventView
from qwirkle.service.tables import Message

from .clients import House, person, run

ANN, BEN = person("Ann"), person("Ben")

pytestmark = pytest.mark.usefixtures("each_store")


async def opened(house: House, *seats: SeatPlan, **more: Any) -> str:
    done = await house.tables.open(ANN, c.OpenTable(seats, **more), "first")
    return done.table


@pytest.mark.parametrize("game", GAMES)
def test_a_person_and_a_bot_play_a_game_to_its_end(game: str) -> None:
    async def scene() -> None:
        house = House()
        seats = SeatPlan("person", "Ann"), SeatPlan("open", bot="greedy")
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
        assert headers_of(record).seed == view.now.seed.encode()
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
        told = msgspec.json.decode(heard["Ann"][-1].body, type=EventView)
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
        with pytest.raises(Refused, match="All 2 seats at this table are taken"):
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


async def seated(house: House, **more: Any) -> str:
    """A started table of Ann and Ben."""
    table = await opened(house, SeatPlan("person", "Ann"), SeatPlan("person"), **more)
    await house.do(table, BEN, c.Sit("Ben"))
    await house.do(table, ANN, c.Start())
    return table


async def next_of(following: AsyncIterator[Message]) -> Message:
    async with asyncio.timeout(5):
        return await anext(following)


def test_who_comes_back_is_told_what_he_missed() -> None:
    async def scene() -> None:
        house = House()
        table = await seated(house)
        last = (await house.tables.current(table)).seq
        for _ in range(20):
            await house.play_turn(table, [ANN, BEN])
        for other in (house, House(house.store, house.bus)):  # from memory, and from the store
            for since in (last, last + 3, last + 18, last + 20):
                told = await other.tables.told_since(table, ANN, since)
                assert [one.seq for one in told] == list(range(since + 1, last + 21))
                assert {one.kind for one in told} <= {"told"}
        # The same bytes, wherever they come from.
        remade = House(house.store, house.bus)
        assert await remade.tables.told_since(table, BEN, 3) == await house.tables.told_since(
            table, BEN, 3
        )
        for nonsense in (-1, last + 21):
            (whole,) = await house.tables.told_since(table, ANN, nonsense)
            assert (whole.kind, whole.seq) == ("view", last + 20)
        following = house.tables.follow(table, ANN, last + 19)
        assert (await next_of(following)).seq == last + 20
        await following.aclose()  # type: ignore[attr-defined]

    run(scene)


def test_a_message_that_the_bus_lost_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        house = House()
        table = await seated(house)
        following = house.tables.follow(table, ANN)
        first = await next_of(following)
        house.bus.deaf = True
        await house.play_turn(table, [ANN, BEN])
        await house.play_turn(table, [ANN, BEN])
        house.bus.deaf = False
        await house.play_turn(table, [ANN, BEN])
        heard = [(await next_of(following)).seq for _ in range(3)]
        assert heard == [first.seq + 1, first.seq + 2, first.seq + 3]
        # And when nothing follows that would tell of it:
        monkeypatch.setattr("qwirkle.service.tables.REPAIR_SECONDS", 0.01)
        await following.aclose()  # type: ignore[attr-defined]
        following = house.tables.follow(table, BEN, first.seq + 3)
        waiting = asyncio.ensure_future(next_of(following))
        await asyncio.sleep(0.02)
        house.bus.deaf = True
        await House(house.store, house.bus).play_turn(table, [ANN, BEN])
        assert (await waiting).seq == first.seq + 4
        await following.aclose()  # type: ignore[attr-defined]

    run(scene)


def test_a_follower_who_may_not_look_is_sent_away() -> None:
    async def scene() -> None:
        house = House()
        table = await opened(
            house, SeatPlan("person", "Ann"), SeatPlan("open"), spectators="nobody"
        )
        stranger = house.tables.follow(table, Caller())
        assert (await next_of(stranger)).kind == "view"  # the lobby
        await house.do(table, ANN, c.Start())
        with pytest.raises(Refused, match="Nobody may watch"):
            await next_of(stranger)
        with pytest.raises(Refused, match="no such table"):
            await next_of(house.tables.follow("nowhere", ANN))
        assert len(house.tables.shelf) == 1
        await house.leave()

    run(scene)


def test_a_clock_goes_on_after_a_restart() -> None:
    async def scene() -> None:
        house = House()
        table = await seated(house, clock=Clock("turn", 3 * DAY))
        state = await house.tables.current(table)
        until = house.store.dues[table]
        assert until == house.time + 3 * DAY
        # The server is started anew the next day, and again at the last moment.
        for away, due in ((DAY, False), (2 * DAY - 1, False), (1, True)):
            time = house.time + away
            house = House(house.store, house.bus)
            house.time = time
            await house.caretaker.look_around()
            await house.caretaker.quiet()
            after = await house.tables.current(table)
            assert (after.on_turn != state.on_turn) == due
        assert after.seats[state.on_turn or 0].missed == 1
        await house.leave()

    run(scene)


def test_a_turn_after_the_deadline_is_too_late_even_before_the_caretaker_looks() -> None:
    async def scene() -> None:
        house = House()
        table = await seated(house, clock=Clock("turn", MINUTE))
        house.time += MINUTE
        with pytest.raises(Refused) as refusal:
            await house.play_turn(table, [ANN, BEN])
        assert refusal.value.reasons == ("time-over",)
        assert (await house.tables.current(table)).seq == 4  # the clock has played
        # After an outage one may play at once, though nobody has looked at the clock yet.
        house.time += 10 * MINUTE
        await house.play_turn(table, [ANN, BEN])
        rows = [read_event(row.body) for row in house.store.rows[table]]
        assert [type(one).__name__ for one in rows[-2:]] == ["ClockWound", "TurnPlayed"]

    run(scene)


def test_two_caretakers_do_everything_once() -> None:
    async def scene() -> None:
        one = House()
        other = House(one.store, one.bus)
        table = await opened(one, SeatPlan("person", "Ann"), SeatPlan("bot", bot="greedy"))
        await one.do(table, ANN, c.Start())
        for _ in range(200):
            # Both let the bot play as soon as it is due, and both look at clocks.
            one.time = other.time = one.time + 20_000
            await asyncio.gather(*(house.caretaker.look_around() for house in (one, other)))
            await one.caretaker.quiet()
            await other.caretaker.quiet()
            state = await one.tables.current(table)
            if state.phase == "ended":
                break
            await other.play_turn(table, [ANN])
        assert state.ended is not None
        folded = [read_event(row.body) for row in one.store.rows[table]]
        moves = [event for event in folded if isinstance(event, TurnPlayed)]
        seats = [event.seat for event in moves]
        assert all(first != second for first, second in pairwise(seats))
        await one.leave()
        await other.leave()

    run(scene)


def test_a_bot_that_hangs_or_fails_loses_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(Bot):
        def play_tiles(self, view: View) -> Turn:
            calls.append(view.turns_played)
            if len(calls) % 3 == 0:
                time.sleep(0.05)
            if len(calls) % 3 == 1:
                raise BotError("no idea")
            return Trade(())

    async def scene() -> None:
        house = House()
        house.thinkers.close()
        house.caretaker._thinkers = house.thinkers = Thinkers(1, 20)
        table = await opened(house, SeatPlan("person", "Ann"), SeatPlan("bot", bot="greedy"))
        await house.do(table, ANN, c.Start())
        for _ in range(9):
            await house.caretaker.quiet()
            await house.play_turn(table, [ANN])
        await house.caretaker.quiet()
        assert (await house.tables.current(table)).seq >= 20
        assert len(calls) >= 9
        await house.leave()

    calls: list[int] = []
    monkeypatch.setattr("qwirkle.service.bots.bot", lambda *_, **__: Odd())
    run(scene)


def test_a_rematch_is_one_table_for_all() -> None:
    async def scene() -> None:
        house = House()
        table = await seated(house)
        await house.do(table, BEN, c.Resign())
        await asyncio.gather(
            house.do(table, ANN, c.Rematch()),
            house.do(table, BEN, c.Rematch()),
            House(house.store, house.bus).do(table, BEN, c.Rematch(), command_id="x"),
        )
        following = (await house.tables.look(table, ANN)).now.rematch
        assert following is not None
        assert len(house.store.rows) == 2
        view = await house.tables.look(following, ANN)
        assert view.before == table
        assert [seat.name for seat in view.now.seats] == ["Ben", "Ann"]
        waits = ANN if view.now.seats[1].reserved else BEN
        await house.do(following, waits, c.Sit(""))
        await house.do(following, ANN if waits is BEN else BEN, c.Start())
        await house.play_turn(following, [ANN, BEN])

    run(scene)


def test_a_rematch_that_was_announced_but_not_opened_is_opened_by_the_next_one() -> None:
    async def scene() -> None:
        house = House()
        table = await seated(house)
        await house.do(table, BEN, c.Resign())
        await house.do(table, ANN, c.Rematch(), command_id="again")
        following = (await house.tables.look(table, ANN)).now.rematch
        del house.store.rows[following or ""]  # the server died in between
        del house.store.answers[following or "", f"rematch of {table}"]
        house = House(house.store, house.bus)
        await house.do(table, ANN, c.Rematch(), command_id="again")
        assert (await house.tables.look(following or "", BEN)).you.seats == (0,)

    run(scene)


def test_a_seat_goes_to_another_device_by_its_link() -> None:
    async def scene() -> None:
        house = House()
        table = await seated(house)
        token = await house.tables.recovery(table, BEN)
        assert await house.tables.recovery(table, BEN) == token
        with pytest.raises(Refused):
            await house.tables.recovery(table, person("Eve"))
        phone = person("Ben's phone")
        with pytest.raises(Refused) as refusal:
            await house.tables.recover(table, phone, token[:-1], "1")
        assert refusal.value.reasons == ("bad-recovery",)
        first = await house.tables.recover(table, phone, token, "2")
        assert await house.tables.recover(table, phone, token, "2") == first
        assert (await house.tables.look(table, phone)).you.seats == (1,)
        stored = b"".join(row.body for row in house.store.rows[table])
        assert token.encode() not in stored
        assert (BEN.secret or "").encode() not in stored

    run(scene)


def test_tables_are_dropped_and_folded_again() -> None:
    async def scene() -> None:
        house = House()
        house.tables.shelf = Shelf(house.store, 3)
        tables = []
        for number in range(6):
            seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Bob"))
            done = await house.tables.open(ANN, c.OpenTable(seats), f"{number}")
            tables.append(done.table)
            await house.do(done.table, ANN, c.Start())
        for _ in range(5):
            for table in tables:
                await house.play_turn(table, [ANN])
                assert len(house.tables.shelf) <= 3
        assert {len(rows) for rows in house.store.rows.values()} == {7}
        house.time += 1
        assert house.tables.shelf.drop_idle(house.time) == 3
        assert len(house.tables.shelf) == 0

    run(scene)


def test_without_a_secret_one_can_only_look() -> None:
    async def scene() -> None:
        house = House()
        table = await opened(house, SeatPlan("person", "Ann"), SeatPlan("open"))
        assert (await house.tables.look(table, Caller())).you.seats == ()
        for caller in (Caller(), Caller("short"), Caller("x" * 999), Caller("ü" * 40)):
            with pytest.raises(Refused) as refusal:
                await house.do(table, caller, c.Sit("Eve"))
            assert refusal.value.reasons == ("not-seated",)
        for bad in ("", "x" * 101, "a\nb"):
            with pytest.raises(Refused) as refusal:
                await house.do(table, BEN, c.Sit("Ben"), command_id=bad)
            assert refusal.value.reasons == ("bad-request",)

    run(scene)


def test_levels_take_a_moment_and_say_nothing_by_it() -> None:
    async def scene() -> None:
        house = House()
        paused: list[float] = []

        async def sleep(seconds: float) -> None:
            paused.append(seconds)

        house.tables.on_change.clear()
        house.caretaker = Caretaker(house.tables, house.store, house.thinkers, sleep=sleep)
        table = await opened(house, SeatPlan("person", "Ann"), SeatPlan("bot", bot="level:2"))
        await house.do(table, ANN, c.Start())
        for _ in range(4):
            await house.caretaker.quiet()
            await house.play_turn(table, [ANN])
        await house.caretaker.quiet()
        assert len(paused) >= 4
        assert all(0 <= one <= 1.0 for one in paused)
        assert (await house.tables.look(table, ANN)).now.seats[1].name == "Frog"
        await house.leave()

    run(scene)


def test_a_command_goes_on_though_its_caller_has_gone() -> None:
    async def scene() -> None:
        house = House()
        table = await seated(house)
        following = house.tables.follow(table, ANN)
        known = (await next_of(following)).seq
        asked = asyncio.create_task(house.play_turn(table, [ANN, BEN]))
        while not house.tables._running:
            await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await house.tables.finish()
        assert (await house.tables.current(table)).seq == known + 1
        assert (await next_of(following)).seq == known + 1
        await following.aclose()  # type: ignore[attr-defined]

    run(scene)


def test_a_bus_that_is_away_loses_nothing() -> None:
    async def scene() -> None:
        house = House()
        table = await seated(house)

        async def away(game: str, seq: int) -> None:
            raise ConnectionError("the bus is away")

        house.bus.publish = away  # type: ignore[method-assign]
        faults: list[Exception] = []
        house.tables._on_fault = lambda _, error: faults.append(error)
        await house.play_turn(table, [ANN, BEN])
        assert (await house.tables.current(table)).seq == 4
        assert [str(error) for error in faults] == ["the bus is away"]

    run(scene)
