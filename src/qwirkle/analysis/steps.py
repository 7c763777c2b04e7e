"""A game as steps: every act with the state before it, its events and the state after it.

A turn with a take or a draw of three first has two steps, as it has two lines in a record. Both
have the same number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from qwirkle.notation.record.lines import Record
from qwirkle.notation.record.replay import replay_with_seed
from qwirkle.rules.family import AnyGameEvent, AnyState, AnyTurn

History = Iterable[tuple[AnyTurn | None, tuple[AnyGameEvent, ...], AnyState]]
"""The deal, which has no turn, and then every act with its events and the state after it."""


class Step(NamedTuple):
    """One act of a game, with everything the dealer knows before and after it."""

    before: AnyState
    seat: int
    turn: AnyTurn
    events: tuple[AnyGameEvent, ...]
    after: AnyState

    @property
    def number(self) -> int:
        """The number of the turn, from 1, as in a record."""
        return self.before.turns_played + 1


def steps_of(record: Record) -> tuple[Step, ...]:
    """Play a record again; NotationError if it has no seed or breaks the rules."""
    return steps_from(replay_with_seed(record))


def steps_from(history: History) -> tuple[Step, ...]:
    """The steps of a game that has been played."""
    steps: list[Step] = []
    before: AnyState | None = None
    for turn, events, after in history:
        if before is not None and turn is not None and before.turn is not None:
            steps.append(Step(before, before.turn, turn, events, after))
        before = after
    return tuple(steps)
