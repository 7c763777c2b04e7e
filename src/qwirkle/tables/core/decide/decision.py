"""Decisions about tables: the events of a command, and the table after each of them.

Every event is folded once, here. The cache keeps the tables of a decision unchanged, and the game
inside a turn is the one that the rules returned with their own decision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from qwirkle.rules.decision import Decision, DecisionBuilder
from qwirkle.rules.family import AnyState
from qwirkle.tables.core.events import AnyTableEvent
from qwirkle.tables.core.evolve import EarlierGameNeeded, evolve
from qwirkle.tables.core.state import Table

Earlier = Callable[[int], AnyState]
"""A function that returns the game before the last turns, which the table itself does not hold."""


@dataclass(frozen=True, slots=True)
class TableDecision(Decision[Table, AnyTableEvent]):
    """The outcome of a command: its events, if any, and the table after the last one."""

    states: tuple[Table, ...]
    """The table after each event."""
    at: int
    """When the decision was made."""


class TableBuilder(DecisionBuilder[Table, AnyTableEvent]):
    """A decision in the making."""

    def __init__(self, table: Table | None, now: int, earlier: Earlier | None = None) -> None:
        super().__init__(table, partial(evolve, at=now))
        self.now = now
        self._earlier = earlier
        self._states: list[Table] = []

    def record(self, event: AnyTableEvent, game: AnyState | None = None) -> None:
        """Add an event; ``game`` is the game after it, if the rules have returned one."""
        self._evolve = partial(evolve, at=self.now, game=game)
        super().record(event)
        self._states.append(self.state)

    def game_before(self, count: int) -> AnyState:
        """Return the game before the last turns, or raise ``EarlierGameNeeded``."""
        if self._earlier is None:
            raise EarlierGameNeeded("the game before a turn follows from all events")
        return self._earlier(count)

    def decision(self) -> TableDecision:
        """Return the finished decision."""
        return TableDecision(tuple(self._events), self.state, tuple(self._states), self.now)
