"""Tables that fail: they end or wait, and keep nobody else waiting."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from qwirkle.api.visitors import Payer, asking
from qwirkle.engine.cards.solver import MAX_HAND
from qwirkle.errors import BotError, Refused, StoreError
from qwirkle.players import Bot
from qwirkle.players.registry import bot as registered_bot
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyTurn, AnyView, decide
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.settings import Clock, SeatPlan
from qwirkle.tables.live import bots, scheduler
from qwirkle.tables.live import queries as table_queries
from qwirkle.tables.live.bots import BotRunner, shortened
from qwirkle.tables.live.family import hint_of
from qwirkle.tables.live.hints import Hint
from qwirkle.tables.live.previews import Preview
from qwirkle.tables.live.workers import JobFailed, Workers
from qwirkle.tables.storage.ports import Append

from .clients import Process, person, run
from .stores import WatchedStore

ANN = person("Ann")
ONE, OTHER = "192.0.2.1", "192.0.2.2"
CARDS = 'id = "h"\nname = "H"\nbased_on = "cards"\nhand = {}\n'


class Failing(Bot):
    """Raises what no bot should."""

    def play_tiles(self, view: View) -> Turn:  # noqa: ARG002
        raise ValueError("this bot fails")


class Slow(Bot):
    """Thinks until it may go on."""

    may_go_on = threading.Event()

    def play_tiles(self, view: View) -> Turn:
        Slow.may_go_on.wait(60)
        return registered_bot("greedy").play_tiles(view)


async def started(process: Process, name: str, spec: str = "greedy", **more: Any) -> str:
    """A table of a person and a bot; the person's turn comes first or second."""
    seats = SeatPlan("person", "Ann"), SeatPlan("bot", bot=spec)
    table = (await process.tables.open(ANN, c.OpenTable(seats, **more), name)).table
    await process.do(table, ANN, c.Start())
    return table


def test_a_house_rule_has_no_larger_hand_than_the_solver_can_play() -> None:
    async def scene() -> None:
        process = Process()
        rule = CARDS.format(MAX_HAND)
        table = await started(process, "most", "level:8", game="h", house_rule=rule)
        await process.scheduler.wait_idle()
        if (await process.tables.current(table)).to_move == 0:
            await process.queries.hint(table, ANN)
            await process.queries.preview(table, ANN, AskedTurn(after=()))
            await process.play_turn(table, [ANN])
            await process.scheduler.wait_idle()
        assert (await process.tables.current(table)).to_move == 0
        rule = CARDS.format(MAX_HAND + 1)
        with pytest.raises(Refused) as refused:
            await started(process, "more", game="h", house_rule=rule)
        assert refused.value.reasons == ("bad-edition",)
        await process.leave()

    run(scene)


def test_whatever_a_bot_raises_the_fallback_turn_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bots, "bot", lambda *_, **__: Failing())

    async def scene() -> None:
        process = Process()
        table = await started(process, "one")
        await process.scheduler.wait_idle()
        for _ in range(2):
            await process.play_turn(table, [ANN])
            await process.scheduler.wait_idle()
        state = await process.tables.current(table)
        assert state.phase == "playing"
        assert state.to_move == 0
        await process.leave()

    run(scene)


@pytest.mark.parametrize("how", ["ended", "deleted"])
def test_a_bot_that_still_thinks_when_its_table_goes_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(bots, "bot", lambda *_, **__: Slow())
    Slow.may_go_on.clear()

    async def scene() -> None:
        process = Process()
        table = await started(process, "one")
        if (await process.tables.current(table)).to_move == 0:
            await process.play_turn(table, [ANN])
        while not process.scheduler.busy_tables:
            await asyncio.sleep(0)
        if how == "ended":
            await process.do(table, ANN, c.Resign())
        else:
            process.store.forget(table)
        Slow.may_go_on.set()
        await process.scheduler.wait_idle()
        await process.leave()  # with no fault

    run(scene)


def test_a_table_ends_if_not_even_the_fallback_turn_can_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> Turn:
        raise ValueError("nothing works here")

    monkeypatch.setattr(bots, "bot", lambda *_, **__: Failing())
    monkeypatch.setattr(bots, "fallback_turn", broken)

    async def scene() -> None:
        process = Process()
        table = await started(process, "one")
        await process.scheduler.wait_idle()
        if (await process.tables.current(table)).to_move == 0:
            await process.play_turn(table, [ANN])
            await process.scheduler.wait_idle()
        ended = (await process.tables.current(table)).ended
        assert ended is not None
        assert ended.how == "closed"
        assert len(process.faults) == 1
        process.faults.clear()
        await process.leave()

    run(scene)


def garbage(store: WatchedStore, count: int, due: int) -> None:
    """Tables that cannot even be read, and have been due for long."""
    for number in range(count):
        table = f"garbage {number:04}"
        store.note(
            Append(
                game=table,
                expected_seq=0,
                command_id="garbage",
                at=due,
                events=[b"{}"],
                answer=b"{}",
                due=due,
                index=None,
            )
        )


def test_300_tables_that_always_fail_stop_neither_clocks_nor_bots() -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        garbage(process.store, 300, process.time - 1_000_000)
        for _ in range(2):
            await process.scheduler.run_due()
            await process.scheduler.wait_idle()
        assert len(process.faults) == 300, "each is reported once"
        clock = Clock("turn", 5000)
        table = await started(process, "fresh", clock=clock)
        await process.scheduler.wait_idle()
        state = await process.tables.current(table)
        assert state.to_move == 0, "the bot has played, if it was its turn"
        process.time += 6000
        await process.scheduler.run_due()
        await process.scheduler.wait_idle()
        after = await process.tables.current(table)
        assert after.seq > state.seq, "the clock ran out"
        assert len(process.faults) == 300
        process.faults.clear()
        await process.leave()

    run(scene)


def test_a_failing_table_is_tried_less_and_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    time = [0.0]
    monkeypatch.setattr(scheduler, "monotonic", lambda: time[0])

    async def scene() -> None:
        process = Process(WatchedStore())
        garbage(process.store, 1, process.time - 1_000_000)
        tried = []
        look = process.scheduler._step

        async def counted(table: str) -> bool:
            tried.append(time[0])
            return await look(table)

        monkeypatch.setattr(process.scheduler, "_step", counted)
        while time[0] < 3600:
            await process.scheduler.run_due()
            await process.scheduler.wait_idle()
            time[0] += 0.5
        assert 10 < len(tried) < 25
        gaps = [after - before for before, after in pairwise(tried)]
        assert gaps == sorted(gaps)
        assert len(process.faults) == 1
        process.faults.clear()
        await process.leave()

    run(scene)


def test_while_the_store_is_away_tables_are_tried_again_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = [0.0]
    monkeypatch.setattr(scheduler, "monotonic", lambda: time[0])

    async def scene() -> None:
        process = Process(WatchedStore())
        table = await started(process, "one", clock=Clock("turn", 5000))
        await process.scheduler.wait_idle()
        seq = (await process.tables.current(table)).seq
        process.time += 6000
        append = process.store.append

        async def away(*_: Any, **__: Any) -> Any:
            raise StoreError("the disk is full")

        monkeypatch.setattr(process.store, "append", away)
        for _ in range(100):
            await process.scheduler.run_due()
            await process.scheduler.wait_idle()
            time[0] += 0.5
        assert len(process.faults) == 1
        monkeypatch.setattr(process.store, "append", append)
        time[0] += scheduler.STORE_RETRY_SECONDS
        await process.scheduler.run_due()
        await process.scheduler.wait_idle()
        assert (await process.tables.current(table)).seq > seq
        process.faults.clear()
        await process.leave()

    run(scene)


@pytest.fixture
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Bots that may think for long do so until they are told to go on."""

    def make(spec: str, *more: Any, **named: Any) -> Bot:
        return Slow() if "5000" in spec else registered_bot(spec, *more, **named)

    Slow.may_go_on = threading.Event()
    monkeypatch.setattr(bots, "bot", make)
    yield
    Slow.may_go_on.set()


@pytest.mark.usefixtures("slow_bots")
def test_a_strangers_quick_bot_answers_beside_60_tables_of_slow_bots_and_80_hints() -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        for number in range(60):
            table = await started(process, f"slow {number}", "sim:ms=5000")
            process.bots.opened_by(table, "attacker")
            if (await process.tables.current(table)).to_move == 0:
                await process.play_turn(table, [ANN])
        asking = []
        for number in range(4):
            table = await started(process, f"hints {number}", "level:1")
            await asyncio.wait(list(process.scheduler._tasks.values()), timeout=0.01)
            asking += [asyncio.create_task(process.queries.hint(table, ANN)) for _ in range(20)]
        table = await started(process, "stranger", "level:1")
        if (await process.tables.current(table)).to_move == 0:
            await process.play_turn(table, [ANN])
        task = process.scheduler._tasks.get(table)
        if task is not None:
            await asyncio.wait_for(task, 60)
        assert (await process.tables.current(table)).to_move == 0
        assert not Slow.may_go_on.is_set(), "no slow bot has played meanwhile"
        assert process.scheduler.busy_tables >= 60
        Slow.may_go_on.set()
        answers = await asyncio.gather(*asking, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert len(refused) >= 76, "a seat has one hint at a time"
        assert {answer.reasons for answer in refused} <= {("busy",), ("not-your-turn",)}
        await process.leave()

    run(scene)


def test_real_bots_that_think_for_long_do_not_delay_a_strangers() -> None:
    """A stranger's bot waits for the turn that is being thought about, and for no other."""

    async def scene() -> None:
        process = Process(WatchedStore())
        slow = [
            await bots_turn(process, f"slow {number}", "sim:ms=1500", "attacker")
            for number in range(60)
        ]
        table = await bots_turn(process, "stranger", "level:1", "stranger")
        before = await process.tables.current(table)
        served = process.scheduler._tasks[table]
        # On a busy machine some have played while the others were being opened.
        waited = await waiting(process, slow)
        await asyncio.wait_for(served, 60)
        assert waited - await waiting(process, slow) <= 1
        after = await process.tables.current(table)
        assert after.to_move == 0
        alone = BotRunner(process.store, Workers(), 10_000)
        turn = await alone.choose_turn(before, 1)
        dealer = SeedDealer(before.seed)
        wanted = decide(game_of(before), 1, turn, dealer).state
        assert after.game == wanted, "a turn of its own, not the fallback"
        await process.scheduler.stop(0)
        await process.leave()

    run(scene)


async def waiting(process: Process, tables: list[str]) -> int:
    """How many tables wait for their bot."""
    return [(await process.tables.current(name)).to_move for name in tables].count(1)


async def bots_turn(process: Process, name: str, spec: str, opener: str) -> str:
    """A table at which it is the bot's turn."""
    table = await started(process, name, spec)
    process.bots.opened_by(table, opener)
    if (await process.tables.current(table)).to_move == 0:
        await process.play_turn(table, [ANN])
    return table


def test_a_long_preview_leaves_the_loop_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is computed, however long that takes, the loop turns and another table plays."""
    may_end = threading.Event()
    ended_in_time: list[bool] = []

    def dear(*_: Any) -> Preview:
        ended_in_time.append(may_end.wait(30))
        return Preview(legal=False)

    async def scene() -> None:
        process = Process(WatchedStore())
        table = await started(process, "one")
        other = await started(process, "two")
        await process.scheduler.wait_idle()
        monkeypatch.setattr(table_queries, "preview", dear)
        monkeypatch.setattr(table_queries, "is_quick", lambda *_: False)
        asked = AskedTurn(place=((0, 0, "Ro"),))
        asking = [
            asyncio.create_task(process.queries.preview(table, ANN, asked, 0))
            for _ in range(table_queries.AT_A_TIME + 1)
        ]
        for _ in range(100):
            await asyncio.sleep(0)
        seq = (await process.tables.current(other)).seq
        await process.play_turn(other, [ANN])
        assert (await process.tables.current(other)).seq > seq
        assert not any(task.done() for task in asking)
        may_end.set()
        await asyncio.gather(*asking)
        assert ended_in_time == [True] * len(asking)
        await process.scheduler.wait_idle()
        await process.leave()

    run(scene)


def test_hints_at_the_same_time_share_the_thinking_time_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought: dict[str, list[str]] = {}
    find = bots.find_hint

    def note(spec: str, seed: bytes, seen: AnyView, *, compared: bool) -> Hint:
        thought.setdefault(asking.get().address, []).append(spec)
        assert compared
        return find("greedy", seed, seen)

    async def ask(process: Process, table: str, address: str) -> None:
        asking.set(Payer(address))
        await process.queries.hint(table, ANN)

    async def scene() -> None:
        process = Process(WatchedStore())
        tables = [await started(process, name) for name in "abcd"]
        await process.scheduler.wait_idle()
        monkeypatch.setattr(bots, "find_hint", note)
        await ask(process, tables[0], ONE)
        assert thought.pop(ONE) == ["sim:ms=250"]
        await asyncio.gather(
            *(ask(process, table, ONE) for table in tables[:3]),
            ask(process, tables[3], OTHER),
        )
        assert sorted(thought[ONE]) == ["sim:ms=125", "sim:ms=250", "sim:ms=83"]
        assert thought[OTHER] == ["sim:ms=125"], "one of two visitors, not one of four hints"
        assert shortened("sim:ms=250", 1000) == "sim:ms=10"
        assert shortened("sim:ms=5", 2) == "sim:ms=5"
        assert shortened("level:4", 2) == "level:4"
        await process.leave()

    run(scene)


def test_if_very_many_ask_hints_are_not_compared_with_other_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[bool] = []

    def note(seen: AnyView, turn: AnyTurn, **how: bool) -> Hint:
        compared.append(how["compared"])
        return hint_of(seen, turn, **how)

    async def ask(process: Process, table: str, address: str) -> Hint:
        asking.set(Payer(address))
        return await process.queries.hint(table, ANN)

    async def scene() -> None:
        monkeypatch.setattr(bots, "hint_of", note)
        process = Process(WatchedStore())
        tables = [await started(process, name) for name in "abc"]
        await process.scheduler.wait_idle()
        monkeypatch.setattr(bots, "MAX_COMPARED", 2)
        hints = await asyncio.gather(*(ask(process, table, f"visitor {table}") for table in tables))
        assert sorted(compared) == [False, True, True]
        assert all(hint.turn for hint in hints)
        await process.leave()

    run(scene)


def test_a_hint_under_overload_is_refused_and_never_made_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        table = await started(process, "one", "level:1")
        await process.scheduler.wait_idle()
        monkeypatch.setattr(bots, "HINT_PATIENCE", 0.05)
        lane = process.bots._workers._lane
        await lane.enter("somebody else", 1, kind="quick")
        with pytest.raises(Refused) as refused:
            await process.queries.hint(table, ANN)
        assert refused.value.reasons == ("busy",)
        lane.leave("somebody else", 1, 1, "quick")
        await process.queries.hint(table, ANN)
        # Nor is one made up if the adviser takes too long or fails.
        process.queries._bots = BotRunner(process.store, Workers(), 0)
        with pytest.raises(Refused) as refused:
            await process.queries.hint(table, ANN)
        assert refused.value.reasons == ("busy",)
        process.queries._bots = BotRunner(process.store, Workers(), 10_000)
        monkeypatch.setattr(bots, "bot", lambda *_, **__: Failing())
        with pytest.raises((JobFailed, BotError)):
            await process.queries.hint(table, ANN)
        await process.leave()

    run(scene)
