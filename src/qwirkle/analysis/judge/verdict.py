"""A judge's verdict on one act of a game, and how thoroughly it looks."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.analysis.judge.trials import Difference
from qwirkle.engine.placement.bits import VALUE_POLICY
from qwirkle.rules.family import AnyTurn


class Plan(NamedTuple):
    """The effort spent on judging turns."""

    candidates: int = 12
    """Turns tried, the best ones by value."""
    selecting: int = 12
    """Deals that all candidates are tried on; the better ones are tried on more."""
    judging: int = 160
    """Other deals, on which the selected turn is compared with the played one."""
    rounds: int = 1
    narrow: int = 8
    """Placements weighed in each turn of a trial."""
    late_bag: int = 12
    """With at most this many tiles in the bag, trials go to the end of the game."""
    late_deals: float = 0.6
    """How many times as many deals there are then."""
    rough_ending: int = 200
    """Placements tried to solve the ending of a trial while many turns are candidates."""
    ending: int = 2_000
    """The same when a few are left."""
    every_deal: int = 3
    """With at most this many tiles in the bag of two players, all deals are tried."""
    every_ending: int = 1_200_000
    """Placements tried to solve the endings of all these deals together."""
    ending_nodes: int = 300_000
    """Placements tried to solve an ending that was reached in the game."""
    rivals: int = VALUE_POLICY
    """How trials suppose that the others play."""


QUICK = Plan()
DEEP = Plan(
    candidates=24,
    selecting=24,
    judging=1000,
    rounds=2,
    late_deals=0.4,
    rough_ending=1_000,
    ending=5_000,
    every_ending=15_000_000,
    ending_nodes=2_000_000,
)


# A trial of the card game takes ten times as long, and a game has half as many turns.
QUICK_CARDS = Plan(candidates=8, selecting=6, judging=48)
DEEP_CARDS = Plan(candidates=12, selecting=16, judging=400)


class Considered(NamedTuple):
    """A turn that was possible."""

    turn: AnyTurn
    points: int
    behind: Difference
    """How much worse it is than the best one."""


class Verdict(NamedTuple):
    """The assessment of the turn a seat played."""

    best: Considered
    """The best turn found; the one that was played, if nothing is clearly better."""
    lost: float
    """0 unless the interval shows that it is real."""
    behind: Difference
    """The estimate before that question was asked."""
    forced: bool
    exact: bool
    """Whether an ending was solved, so that nothing here is an estimate."""
    considered: tuple[Considered, ...]
    outcome: int | None = None
    """The lead in points that the seat gains if neither errs; None if not proven."""
