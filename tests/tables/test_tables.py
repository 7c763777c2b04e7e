"""The service end to end, over a store in memory and over SQLite."""

from __future__ import annotations

import asyncio
import gc
import threading
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
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.events import TurnPlayed, read_event
from qwirkle.tables.core.settings import DAY, MINUTE, Clock, SeatPlan
from qwirkle.tables.core.views import EventView, TableView
from qwirkle.tables.live.bots import BotRunner
from qwirkle.tables.live.cache import TableCache
from qwirkle.tables.live.callers import Caller, SystemSecrets
from qwirkle.tables.live.scheduler import Scheduler
from qwirkle.tables.live.tables import Message
from qwirkle.tables.live.workers import Workers

from .clients import Process, person, run

ANN, BEN = person("Ann"), person("Ben")

pytestmark = pytest.mark.usefixtures("each_store")


async def opened(process: Process, *seats: SeatPlan, **more: Any) -> str:
    done = await process.tables.open(ANN, c.OpenTable(seats, **more), "first")
    return done.table


@pytest.mark.parametrize("game", GAMES)
def test_a_person_and_a_bot_play_a_game_to_its_end(game: str) -> None:
    async def scene() -> None:
        process = Process()
        seats = SeatPlan("person", "Ann"), SeatPlan("open", bot="greedy")
        table = await opened(process, *seats, game=game)
        await process.do(table, ANN, c.Start())
        while True:
            await process.scheduler.wait_idle()
            view = await process.tables.look(table, ANN)
            if view.now.phase == "ended":
                break
            await process.play_turn(table, [ANN])
        assert view.now.ended is not None
        assert view.now.ended.how == "finished"
        assert view.now.seed is not None
        assert view.commitment == commitment_to(view.now.seed)
        record = read_record(await process.queries.record(table, ANN))
        assert check_record(record).scores == view.now.ended.scores
        assert headers_of(record).seed == view.now.seed.encode()
        await process.leave()

    run(scene)


def test_followers_are_told_everything_once_and_in_order() -> None:
    async def scene() -> None:
        process = Process()
        table = await opened(process, SeatPlan("person", "Ann"), SeatPlan("person"))
        heard: dict[str, list[Message]] = {"Ann": [], "Ben": [], "Cat": []}

        async def listen(name: str, who: Caller) -> None:
            async for message in process.tables.follow(table, who):
                heard[name].append(message)
                if message.kind == "event" and b'"phase":"ended"' in message.body:
                    return

        people = {"Ann": ANN, "Ben": BEN, "Cat": Caller()}
        listening = [asyncio.create_task(listen(*person)) for person in people.items()]
        while not all(heard.values()):  # everybody has the view of the table as it was opened
            await asyncio.sleep(0.001)
        await process.do(table, BEN, c.Sit("Ben"))
        await process.do(table, ANN, c.Start())
        for _ in range(12):
            await process.play_turn(table, [ANN, BEN])
        await process.do(table, BEN, c.Resign())
        await asyncio.gather(*listening)
        last = (await process.tables.current(table)).seq
        for name, messages in heard.items():
            assert [message.kind for message in messages] == ["view"] + ["event"] * (last - 1), name
            assert [message.seq for message in messages] == list(range(1, last + 1))
        told = msgspec.json.decode(heard["Ann"][-1].body, type=EventView)
        assert told.now.ended is not None
        assert told.now.ended.winners == (0,)
        await process.leave()

    run(scene)


def test_a_repeated_command_has_the_first_answer_and_no_effect() -> None:
    async def scene() -> None:
        process = Process()
        table = await opened(process, SeatPlan("person", "Ann"), SeatPlan("person"))
        assert await opened(process, SeatPlan("person", "Ann"), SeatPlan("person")) == table
        first = await process.do(table, BEN, c.Sit("Ben"), command_id="sit")
        assert await process.do(table, BEN, c.Sit("Ben"), command_id="sit") == first
        # The id belongs to Ben: Ann's is another one.
        with pytest.raises(Refused, match="All 2 seats are taken"):
            await process.do(table, ANN, c.Sit("Ben"), command_id="sit")
        assert (await process.tables.current(table)).seq == 2

    run(scene)


def test_two_houses_on_one_store_play_the_same_table() -> None:
    async def scene() -> None:
        one = Process()
        other = Process(one.store, one.bus)
        table = await opened(one, SeatPlan("person", "Ann"), SeatPlan("person"))
        await other.do(table, BEN, c.Sit("Ben"))
        await one.do(table, ANN, c.Start())
        processes = [one, other]
        for turn in range(20):
            await processes[turn % 2].play_turn(table, [ANN, BEN])
        for process in processes:
            state = await process.tables.current(table)
            assert state.seq == len(one.store.rows[table]) == 23

    run(scene)


async def seated(process: Process, **more: Any) -> str:
    """A started table of Ann and Ben."""
    table = await opened(process, SeatPlan("person", "Ann"), SeatPlan("person"), **more)
    await process.do(table, BEN, c.Sit("Ben"))
    await process.do(table, ANN, c.Start())
    return table


async def next_of(following: AsyncIterator[Message]) -> Message:
    async with asyncio.timeout(5):
        return await anext(following)


def test_a_follower_who_comes_back_gets_what_they_missed() -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process)
        last = (await process.tables.current(table)).seq
        for _ in range(20):
            await process.play_turn(table, [ANN, BEN])
        # From memory, and from the store.
        for other in (process, Process(process.store, process.bus)):
            for since in (last, last + 3, last + 18, last + 20):
                told = await other.tables.messages_since(table, ANN, since)
                assert [message.seq for message in told] == list(range(since + 1, last + 21))
                assert {message.kind for message in told} <= {"event"}
        # The same bytes, wherever they come from.
        remade = Process(process.store, process.bus)
        assert await remade.tables.messages_since(
            table, BEN, 3
        ) == await process.tables.messages_since(table, BEN, 3)
        for nonsense in (-1, last + 21):
            (whole,) = await process.tables.messages_since(table, ANN, nonsense)
            assert (whole.kind, whole.seq) == ("view", last + 20)
        following = process.tables.follow(table, ANN, last + 19)
        assert (await next_of(following)).seq == last + 20
        await following.aclose()  # type: ignore[attr-defined]

    run(scene)


def test_more_than_a_hundred_missed_events_bring_the_whole_view() -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process)
        while (last := (await process.tables.current(table)).seq) < 120:
            for _ in range(5):
                process.time += 20_000
                await process.do(table, ANN, c.React("hello", 0))
                await process.do(table, BEN, c.React("hello", 1))
            await process.play_turn(table, [ANN, BEN])
        remade = Process(process.store, process.bus)
        remade.time = process.time
        for other in (process, remade):
            await other.tables.current(table)
            missed = await other.tables.messages_since(table, ANN, last - 100)
            assert [message.kind for message in missed] == ["event"] * 100
            assert [message.seq for message in missed] == list(range(last - 99, last + 1))
            (whole,) = await other.tables.messages_since(table, ANN, last - 101)
            assert (whole.kind, whole.seq) == ("view", last)
            assert msgspec.json.decode(whole.body, type=TableView).now.seq == last
            following = other.tables.follow(table, ANN, last - 101)
            assert await next_of(following) == whole
            await following.aclose()  # type: ignore[attr-defined]

    run(scene)


def test_a_message_that_the_bus_lost_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process)
        following = process.tables.follow(table, ANN)
        first = await next_of(following)
        process.bus.deaf = True
        await process.play_turn(table, [ANN, BEN])
        await process.play_turn(table, [ANN, BEN])
        process.bus.deaf = False
        await process.play_turn(table, [ANN, BEN])
        heard = [(await next_of(following)).seq for _ in range(3)]
        assert heard == [first.seq + 1, first.seq + 2, first.seq + 3]
        # And when nothing follows that would tell of it:
        monkeypatch.setattr("qwirkle.tables.live.bus.local.SILENCE", 0.01)
        await following.aclose()  # type: ignore[attr-defined]
        following = process.tables.follow(table, BEN, first.seq + 3)
        waiting = asyncio.ensure_future(next_of(following))
        await asyncio.sleep(0.02)
        process.bus.deaf = True
        await Process(process.store, process.bus).play_turn(table, [ANN, BEN])
        assert (await waiting).seq == first.seq + 4
        await following.aclose()  # type: ignore[attr-defined]

    run(scene)


def test_a_follower_who_may_not_look_is_sent_away() -> None:
    async def scene() -> None:
        process = Process()
        table = await opened(
            process, SeatPlan("person", "Ann"), SeatPlan("open"), spectators="nobody"
        )
        stranger = process.tables.follow(table, Caller())
        assert (await next_of(stranger)).kind == "view"  # the lobby
        await process.do(table, ANN, c.Start())
        with pytest.raises(Refused, match="doesn’t allow spectators"):
            await next_of(stranger)
        with pytest.raises(Refused, match="no such table"):
            await next_of(process.tables.follow("nowhere", ANN))
        assert len(process.tables.cache) == 1
        await process.leave()

    run(scene)


def test_a_clock_goes_on_after_a_restart() -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process, clock=Clock("turn", 3 * DAY))
        state = await process.tables.current(table)
        until = process.store.dues[table]
        assert until == process.time + 3 * DAY
        # The server is restarted the next day, and again at the last moment.
        for away, due in ((DAY, False), (2 * DAY - 1, False), (1, True)):
            time = process.time + away
            process = Process(process.store, process.bus)
            process.time = time
            await process.scheduler.run_due()
            await process.scheduler.wait_idle()
            after = await process.tables.current(table)
            assert (after.to_move != state.to_move) == due
        assert after.seats[state.to_move or 0].missed == 1
        await process.leave()

    run(scene)


def test_a_turn_after_the_deadline_is_too_late_even_before_the_scheduler_looks() -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process, clock=Clock("turn", MINUTE))
        process.time += MINUTE
        with pytest.raises(Refused) as refusal:
            await process.play_turn(table, [ANN, BEN])
        assert refusal.value.reasons == ("time-over",)
        assert (await process.tables.current(table)).seq == 4  # the clock has played
        # After an outage one may play at once, though nobody has looked at the clock yet.
        process.time += 10 * MINUTE
        await process.play_turn(table, [ANN, BEN])
        rows = [read_event(row.body) for row in process.store.rows[table]]
        assert [type(row).__name__ for row in rows[-2:]] == ["ClockWound", "TurnPlayed"]

    run(scene)


def test_two_schedulers_do_everything_once() -> None:
    async def scene() -> None:
        one = Process()
        other = Process(one.store, one.bus)
        table = await opened(one, SeatPlan("person", "Ann"), SeatPlan("bot", bot="greedy"))
        await one.do(table, ANN, c.Start())
        for _ in range(200):
            # Both let the bot play as soon as it is due, and both look at clocks.
            one.time = other.time = one.time + 20_000
            await asyncio.gather(*(process.scheduler.run_due() for process in (one, other)))
            await one.scheduler.wait_idle()
            await other.scheduler.wait_idle()
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
                released.wait(60)  # the test lets it go once it has lost its turn
            if len(calls) % 3 == 1:
                raise BotError("no idea")
            return Trade(())

    async def scene() -> None:
        process = Process()
        process.scheduler._bots = process.bots = BotRunner(process.store, Workers(), 500)
        table = await opened(process, SeatPlan("person", "Ann"), SeatPlan("bot", bot="greedy"))
        await process.do(table, ANN, c.Start())
        before = (await process.tables.current(table)).seq
        for _ in range(6):
            await process.scheduler.wait_idle()
            released.set()
            released.clear()
            await process.play_turn(table, [ANN])
        await process.scheduler.wait_idle()
        released.set()
        assert (await process.tables.current(table)).seq >= before + 2 * 6
        assert len(calls) >= 6
        await process.leave()

    calls: list[int] = []
    released = threading.Event()
    monkeypatch.setattr("qwirkle.tables.live.bots.bot", lambda *_, **__: Odd())
    run(scene)


def test_a_rematch_is_one_table_for_all() -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process)
        await process.do(table, BEN, c.Resign())
        await asyncio.gather(
            process.do(table, ANN, c.Rematch()),
            process.do(table, BEN, c.Rematch()),
            Process(process.store, process.bus).do(table, BEN, c.Rematch(), command_id="x"),
        )
        following = (await process.tables.look(table, ANN)).now.rematch
        assert following is not None
        assert len(process.store.rows) == 2
        view = await process.tables.look(following, ANN)
        assert view.before == table
        assert [seat.name for seat in view.now.seats] == ["Ben", "Ann"]
        waits = ANN if view.now.seats[1].reserved else BEN
        await process.do(following, waits, c.Sit(""))
        await process.do(following, ANN if waits is BEN else BEN, c.Start())
        await process.play_turn(following, [ANN, BEN])

    run(scene)


def test_a_rematch_that_was_announced_but_not_opened_is_opened_by_the_next_one() -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process)
        await process.do(table, BEN, c.Resign())
        await process.do(table, ANN, c.Rematch(), command_id="again")
        following = (await process.tables.look(table, ANN)).now.rematch
        process.store.forget(following or "")  # the server died in between
        process = Process(process.store, process.bus)
        await process.do(table, ANN, c.Rematch(), command_id="again")
        assert (await process.tables.look(following or "", BEN)).you.seats == (0,)

    run(scene)


def test_a_seat_goes_to_another_device_by_its_link() -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process)
        token = await process.tables.recovery(table, BEN)
        old, token = token, await process.tables.recovery(table, BEN)
        assert old != token
        with pytest.raises(Refused) as refusal:
            await process.tables.recover(table, person("phone"), old, "0")
        assert refusal.value.reasons == ("bad-recovery",)
        with pytest.raises(Refused):
            await process.tables.recovery(table, person("Eve"))
        phone = person("Ben's phone")
        with pytest.raises(Refused) as refusal:
            await process.tables.recover(table, phone, token[:-1], "1")
        assert refusal.value.reasons == ("bad-recovery",)
        first = await process.tables.recover(table, phone, token, "2")
        assert await process.tables.recover(table, phone, token, "2") == first
        assert (await process.tables.look(table, phone)).you.seats == (1,)
        stored = b"".join(row.body for row in process.store.rows[table])
        assert token.encode() not in stored
        assert (BEN.secret or "").encode() not in stored

    run(scene)


def test_tables_are_dropped_and_folded_again() -> None:
    async def scene() -> None:
        process = Process()
        process.tables.cache = TableCache(process.store, 3)
        tables = []
        for number in range(6):
            seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Bob"))
            done = await process.tables.open(ANN, c.OpenTable(seats), f"{number}")
            tables.append(done.table)
            await process.do(done.table, ANN, c.Start())
        for _ in range(5):
            for table in tables:
                await process.play_turn(table, [ANN])
                assert len(process.tables.cache) <= 3
        assert {len(rows) for rows in process.store.rows.values()} == {7}
        process.time += 1
        assert process.tables.cache.drop_idle(process.time) == 3
        assert len(process.tables.cache) == 0

    run(scene)


def test_without_a_secret_one_can_only_look() -> None:
    async def scene() -> None:
        process = Process()
        table = await opened(process, SeatPlan("person", "Ann"), SeatPlan("open"))
        assert (await process.tables.look(table, Caller())).you.seats == ()
        for caller in (Caller(), Caller("short"), Caller("x" * 999), Caller("ü" * 40)):
            with pytest.raises(Refused) as refusal:
                await process.do(table, caller, c.Sit("Eve"))
            assert refusal.value.reasons == ("not-seated",)
        for bad in ("", "x" * 101, "a\nb"):
            with pytest.raises(Refused) as refusal:
                await process.do(table, BEN, c.Sit("Ben"), command_id=bad)
            assert refusal.value.reasons == ("bad-request",)

    run(scene)


def test_levels_take_a_moment_and_say_nothing_by_it() -> None:
    async def scene() -> None:
        process = Process()
        paused: list[float] = []

        async def sleep(seconds: float) -> None:
            paused.append(seconds)

        process.tables.on_change.clear()
        process.scheduler = Scheduler(process.tables, process.store, process.bots, sleep=sleep)
        table = await opened(process, SeatPlan("person", "Ann"), SeatPlan("bot", bot="level:2"))
        await process.do(table, ANN, c.Start())
        for _ in range(4):
            await process.scheduler.wait_idle()
            await process.play_turn(table, [ANN])
        await process.scheduler.wait_idle()
        assert len(paused) >= 4
        assert all(0 <= pause <= 1.0 for pause in paused)
        assert (await process.tables.look(table, ANN)).now.seats[1].name == "Frog"
        await process.leave()

    run(scene)


def test_a_command_goes_on_though_its_caller_has_gone() -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process)
        following = process.tables.follow(table, ANN)
        known = (await next_of(following)).seq
        asked = asyncio.create_task(process.play_turn(table, [ANN, BEN]))
        while not process.tables._running:
            await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await process.tables.finish()
        assert (await process.tables.current(table)).seq == known + 1
        assert (await next_of(following)).seq == known + 1
        await following.aclose()  # type: ignore[attr-defined]

    run(scene)


def test_a_refusal_that_nobody_waits_for_is_no_fault() -> None:
    async def scene() -> None:
        process = Process()
        table = await opened(process, SeatPlan("person", "Ann"), SeatPlan("person"))
        unheard: list[str] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, found: unheard.append(found["message"]))
        entry = process.tables.cache.entry(table, process.time)
        async with entry.lock:
            asking = asyncio.create_task(process.do(table, BEN, c.Resign()))
            while not process.tables._running:
                await asyncio.sleep(0)
            asking.cancel()
            await asyncio.wait([asking])
        await process.tables.finish()
        del asking
        gc.collect()  # a task complains when it is forgotten
        assert unheard == []
        await process.leave()

    run(scene)


def test_a_bus_that_is_away_loses_nothing() -> None:
    async def scene() -> None:
        process = Process()
        table = await seated(process)

        async def away(game: str, seq: int) -> None:
            raise ConnectionError("the bus is away")

        process.bus.publish = away  # type: ignore[method-assign]
        faults: list[Exception] = []
        process.tables._on_fault = lambda _, error: faults.append(error)
        await process.play_turn(table, [ANN, BEN])
        assert (await process.tables.current(table)).seq == 4
        assert [str(error) for error in faults] == ["the bus is away"]

    run(scene)


def test_no_id_of_a_table_looks_like_a_flag_of_the_command_line() -> None:
    secrets = SystemSecrets()
    assert not any(secrets.table().startswith("-") for _ in range(2000))
