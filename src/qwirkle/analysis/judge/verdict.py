"""A judge's verdict on one act of a game, and the effort behind it."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.analysis.judge.trials import Difference
from qwirkle.engine.placement.bits import VALUE_POLICY
from qwirkle.engine.position import Move
from qwirkle.rules.family import AnyTurn


class Plan(NamedTuple):
    """The effort spent on judging turns."""

    candidates: int = 12
    """Turns tried: the best ones by value."""
    selecting: int = 12
    """Deals that all candidates are tried on; the better ones are tried on more."""
    judging: int = 160
    """Further deals, on which the selected turn is compared with the played one."""
    rounds: int = 1
    narrow: int = 8
    """Placements weighed in each turn of a trial."""
    late_bag: int = 12
    """With at most this many tiles in the bag, trials continue to the end of the game.

    In the card game, cards in the deck; only the judgement does."""
    late_deals: float = 0.6
    """The number of deals in that case, as a multiple of the usual one."""
    rough_ending: int = 200
    """Placements tried to solve the ending of a trial while many turns are candidates."""
    ending: int = 2_000
    """The same once few candidates are left."""
    every_deal: int = 3
    """With at most this many tiles in the bag of two players, all deals are tried."""
    every_ending: int = 1_200_000
    """Placements tried to solve the endings of all these deals together."""
    late_work: int | None = None
    """Placements tried in the endings of all late turns of a game together; None if unlimited."""
    ending_nodes: int = 300_000
    """Placements tried to solve an ending that was reached in the game."""
    rivals: int = VALUE_POLICY
    """The policy that trials assume for the other players."""


QUICK = Plan(late_work=7_200_000)
DEEP = Plan(
    candidates=24,
    selecting=24,
    judging=1000,
    rounds=2,
    late_deals=0.4,
    rough_ending=1_000,
    ending=5_000,
    every_ending=15_000_000,
    late_work=120_000_000,
    ending_nodes=2_000_000,
)


# A trial of the card game takes ten times as long, and a game has half as many turns.
QUICK_CARDS = Plan(candidates=8, selecting=6, judging=48, late_bag=30, late_deals=1.25)
DEEP_CARDS = Plan(candidates=12, selecting=16, judging=400, late_bag=30, late_deals=1.0)


class Considered(NamedTuple):
    """A turn that could have been played."""

    turn: AnyTurn
    points: int
    behind: Difference
    """How much worse it is than the best one."""


class Verdict(NamedTuple):
    """The assessment of the turn a seat played."""

    best: Considered
    """The best turn found; the played one, if nothing is clearly better."""
    lost: float
    """The loss; 0 unless the interval shows that it is real."""
    behind: Difference
    """The estimate, whether or not it is real."""
    forced: bool
    exact: bool
    """Whether an ending was solved, so that nothing here is an estimate."""
    considered: tuple[Considered, ...]
    outcome: int | None = None
    """The lead in points that the seat gains if neither errs; None if not proven."""
    line: tuple[Move | None, ...] = ()
    """The turns after the best one in a solved ending; None is a pass."""
    shown: tuple[int, ...] | None = None
    """What the next of two players showed: how many of their last tiles may be of each kind."""
