"""A command through the service folds every event once: what was decided is what is cached."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from qwirkle.rules import cards, placement
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide import decision as table_decision
from qwirkle.tables.core.events import GameStarted, TurnPlayed, read_event
from qwirkle.tables.core.settings import SeatPlan

from .clients import Process, person, run
from .memory import MemoryStore

ANN, BEN = person("Ann"), person("Ben")
# The packages export a function of the same name as these modules.
DECIDING = [import_module(f"qwirkle.rules.{family}.decide") for family in ("placement", "cards")]

FOLDING = import_module("qwirkle.tables.core.evolve")


class Folds:
    """Counts how often events of games and of tables are folded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.of_games = 0
        self.of_tables = 0
        for module in (*DECIDING, cards, placement):
            monkeypatch.setattr(module, "evolve", self._counted(module.evolve, "of_games"))
        for module in (FOLDING, table_decision):
            monkeypatch.setattr(module, "evolve", self._counted(module.evolve, "of_tables"))

    def _counted(self, evolve: Callable[..., Any], which: str) -> Callable[..., Any]:
        def count(*values: Any, **named: Any) -> Any:
            setattr(self, which, getattr(self, which) + 1)
            return evolve(*values, **named)

        return count

    def reset(self) -> None:
        self.of_games = self.of_tables = 0


def events_of(store: MemoryStore, table: str, since: int = 0) -> tuple[int, int]:
    """How many events of games and of tables were stored after one of them."""
    events = [read_event(row.body) for row in store.rows[table][since:]]
    played = [event for event in events if isinstance(event, TurnPlayed | GameStarted)]
    return sum(len(event.events) for event in played), len(events)


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_opening_starting_and_playing_fold_every_event_once(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folds = Folds(monkeypatch)

    async def scene() -> None:
        process = Process(MemoryStore())
        seats = SeatPlan("person", "Ann"), SeatPlan("person")
        done = await process.tables.open(ANN, c.OpenTable(seats, game), "first")
        assert (folds.of_games, folds.of_tables) == (0, 1)
        await process.do(done.table, BEN, c.Sit("Ben"))
        folds.reset()
        await process.do(done.table, ANN, c.Start())
        assert (folds.of_games, folds.of_tables) == events_of(process.store, done.table, 2)
        for _ in range(6):
            known = (await process.tables.current(done.table)).seq
            folds.reset()
            await process.play_turn(done.table, [ANN, BEN])
            assert (folds.of_games, folds.of_tables) == events_of(process.store, done.table, known)
            assert folds.of_games >= 2
        await process.leave()

    run(scene)


def test_a_decision_of_several_events_folds_each_of_them_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When a seat is out its turns are played for it in the decision of the turn before."""
    folds = Folds(monkeypatch)
    people = [person(name) for name in ("Ann", "Ben", "Cem")]

    async def scene() -> None:
        process = Process(MemoryStore())
        seats = SeatPlan("person", "Ann"), SeatPlan("person"), SeatPlan("person")
        table = (await process.tables.open(ANN, c.OpenTable(seats), "first")).table
        for who, name in zip(people[1:], ("Ben", "Cem"), strict=True):
            await process.do(table, who, c.Sit(name))
        await process.do(table, ANN, c.Start())
        await process.play_turn(table, people)
        known = (await process.tables.current(table)).seq
        to_move = (await process.tables.current(table)).to_move
        folds.reset()
        await process.do(table, people[to_move or 0], c.Resign())
        games, tables = events_of(process.store, table, known)
        assert tables > 1
        assert (folds.of_games, folds.of_tables) == (games, tables)
        await process.leave()

    run(scene)
