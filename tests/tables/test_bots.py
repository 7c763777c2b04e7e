"""Bots at tables: kept from turn to turn, made again from the record, never used twice at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec
import pytest

from qwirkle.players import Bot, bot
from qwirkle.players.rng import Chance
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyTurn, AnyView, begin, decide, edition, view
from qwirkle.rules.placement.turns import Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.events import TurnPlayed, read_event
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.state import Table
from qwirkle.tables.live import bots
from qwirkle.tables.live.bots import BotRunner
from qwirkle.tables.live.workers import JobStopped, Workers

from .clients import Process, person, run
from .stores import WatchedStore

ANN = person("Ann")


class Observer(Bot):
    """Trades one tile in every turn, and notes what it was shown."""

    made: list[Observer]

    may_go_on = threading.Event()

    def __init__(self) -> None:
        self.known: list[int] = []
        self.watched: list[int] = []
        self.asked: list[int] = []
        self.closed = False
        Observer.made.append(self)

    def watch_tiles(self, view: View) -> None:
        self.watched.append(view.turns_played)

    def play_tiles(self, view: View) -> Turn:
        self.asked.append(view.turns_played)
        self.may_go_on.wait()
        return Trade(view.hand[:1])

    def learned(self) -> bytes:
        return msgspec.json.encode([*self.known, *self.watched, *self.asked])

    def recall(self, learned: bytes, view: AnyView) -> None:
        del view
        self.known = msgspec.json.decode(learned) if learned else []

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def observers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Observer]]:
    Observer.made = []
    Observer.may_go_on.set()
    monkeypatch.setattr(bots, "bot", lambda *_, **__: Observer())
    yield Observer.made
    Observer.made = []


async def started(process: Process, spec: str = "value", **more: Any) -> str:
    seats = SeatPlan("person", "Ann"), SeatPlan("bot", bot=spec)
    table = (await process.tables.open(ANN, c.OpenTable(seats, **more), "first")).table
    await process.do(table, ANN, c.Start())
    await process.scheduler.wait_idle()
    return table


async def play_turns(process: Process, table: str, turns: int) -> None:
    for _ in range(turns):
        await process.play_turn(table, [ANN])
        await process.scheduler.wait_idle()


def test_a_bot_is_kept_from_turn_to_turn(observers: list[Observer]) -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        table = await started(process)
        await play_turns(process, table, 5)
        assert len(observers) >= 5
        seen: list[int] = []
        for observer in observers:
            assert observer.known == seen
            assert observer.watched == []
            assert observer.closed
            seen += observer.asked
        await process.leave()

    run(scene)


def test_after_a_restart_a_bot_watches_the_earlier_turns_of_its_seat(
    observers: list[Observer],
) -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        table = await started(process)
        await play_turns(process, table, 3)
        await process.leave()
        another = Process(process.store, process.bus)
        await play_turns(another, table, 2)
        again = next(observer for observer in observers if observer.watched)
        earlier = observers[: observers.index(again)]
        assert again.watched == [turn for observer in earlier for turn in observer.asked]
        assert again.known == []
        assert observers[-1].known == [*again.watched, *again.asked]
        await another.leave()

    run(scene)


def test_a_bot_that_has_missed_a_turn_is_made_again(observers: list[Observer]) -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        table = await started(process)
        await play_turns(process, table, 2)
        other = Process(process.store, process.bus)
        await play_turns(other, table, 1)  # here its turn is played by another process
        await play_turns(process, table, 1)
        last = observers[-1]
        earlier = {turn for observer in observers[:-1] for turn in observer.asked}
        assert last.watched == sorted(earlier)
        assert last.known == []
        await process.leave()
        await other.leave()

    run(scene)


def test_bots_are_let_go_when_the_table_ends_and_when_they_are_idle(
    observers: list[Observer],
) -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        table = await started(process)
        await play_turns(process, table, 1)
        assert len(process.bots) == 1
        process.bots.drop_idle(idle=3600)
        assert len(process.bots) == 1
        process.bots.drop_idle(idle=-1)
        assert len(process.bots) == 0
        await play_turns(process, table, 1)
        assert len(process.bots) == 1
        await process.do(table, ANN, c.Resign())
        assert len(process.bots) == 0
        await process.leave()
        assert all(observer.closed for observer in observers)

    run(scene)


def test_the_number_of_bots_that_are_kept_is_bounded(observers: list[Observer]) -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        bots = BotRunner(process.store, Workers(), 10_000, seated=2)
        process.scheduler._bots = process.bots = bots
        numbers = count()
        for _ in range(4):
            seats = SeatPlan("person", "Ann"), SeatPlan("bot", bot="value")
            opening = c.OpenTable(seats)
            table = (await process.tables.open(ANN, opening, f"table {next(numbers)}")).table
            await process.do(table, ANN, c.Start())
            await process.scheduler.wait_idle()
            await play_turns(process, table, 1)
            assert len(process.bots) <= 2
        assert len(observers) >= 4
        await process.leave()

    run(scene)


def test_a_bot_that_is_late_loses_its_turn_to_the_greedy_one_and_learns_nothing_from_it(
    observers: list[Observer],
) -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        faults: list[Exception] = []
        process.scheduler._bots = process.bots = BotRunner(
            process.store, Workers(), 500, on_fault=lambda _, error: faults.append(error)
        )
        table = await started(process)
        await play_turns(process, table, 1)
        asked = len(observers)
        Observer.may_go_on.clear()
        before = (await process.tables.current(table)).seq
        await play_turns(process, table, 1)
        Observer.may_go_on.set()
        assert (await process.tables.current(table)).to_move == 0
        assert (await process.tables.current(table)).seq > before + 1
        assert [type(fault) for fault in faults][:1] == [JobStopped]
        await play_turns(process, table, 1)
        again = next(observer for observer in observers[asked + 1 :] if observer.watched)
        assert again.known == []
        await process.leave()

    run(scene)


@pytest.mark.parametrize("spec", ["value", "level:5", "level:6.5", "sim:nodes=40"])
def test_a_bot_plays_the_same_whether_it_is_kept_or_made_again(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it remembers, and what it draws by lot, follow from the table alone."""
    # By any spec, also one that cannot be chosen at a table: this one does not look at the time.
    monkeypatch.setattr(bots, "bot", lambda _, chance, rules: bot(spec, chance, rules=rules))

    async def scene() -> None:
        kept = Process(WatchedStore())
        table = await started(kept)
        for _ in range(12):
            await kept.play_turn(table, [ANN])
            state = await kept.tables.current(table)
            seat = state.to_move
            if seat is None:
                break
            fresh = BotRunner(kept.store, Workers(), 60_000)
            again = await fresh.choose_turn(state, seat)
            await kept.scheduler.wait_idle()
            assert turn_after(kept, table, state.seq) == played(state, seat, again)
        await kept.leave()

    run(scene)


def turn_after(process: Process, table: str, seq: int) -> object:
    """The game's own events of the turn after an event."""
    event = read_event(process.store.rows[table][seq].body)
    assert isinstance(event, TurnPlayed)
    return event.events


def played(state: Table, seat: int, turn: AnyTurn) -> object:
    """The game's own events if a seat plays a turn."""
    return decide(game_of(state), seat, turn, SeedDealer(state.seed)).events


def test_memory_counts() -> None:
    """A value bot that remembers earlier turns plays differently at times, by the same lots."""
    assert any(kept != new for seed in range(8) for kept, new in turns_of_both(seed))


def turns_of_both(seed: int) -> Iterator[tuple[AnyTurn, AnyTurn]]:
    """The turns of a bot that is kept, and of one that is made again for each turn."""
    dealer, chance = SeedDealer(seed), Chance(0)
    state = begin(edition("classic"), ["Ann", "Ben"], dealer).state
    kept, other = bot("value", chance), bot("greedy", seed)
    while state.turn is not None:
        seen = view(state, state.turn)
        if state.turn == 0:
            chance.reseed(state.seq)
            turn = kept.choose(seen)
            yield turn, bot("value", state.seq).choose(seen)
        else:
            turn = other.choose(seen)
        state = decide(state, state.turn, turn, dealer).state
