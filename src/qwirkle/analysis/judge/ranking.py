"""The ranking of all turns of a position, in both families of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qwirkle.analysis.judge.trials import Difference
from qwirkle.rules.family import AnyTurn

MOST_EFFORT = 6
"""The most steps of effort: each of them doubles the deals."""


class Ranked(NamedTuple):
    """A turn of the ranking."""

    turn: AnyTurn
    points: int
    behind: Difference
    """How much worse it is than the best one."""
    deals: int = 0
    """The deals it was tried on; 0 if its value is solved, or an estimate."""
    alike: int = 1
    """The number of placements that lay the same tiles for the same points."""
    exact: bool = False
    """Whether it is solved."""


class Ranking(NamedTuple):
    """All turns, the best one first."""

    turns: tuple[Ranked, ...]
    exact: bool = False
    """Whether the ending was solved, so that nothing here is an estimate."""


def in_order(ranked: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """Return turns in the order of what they lose; of equals, the one with more points first."""
    return tuple(sorted(ranked, key=lambda one: (one.behind.mean, -one.points)))
