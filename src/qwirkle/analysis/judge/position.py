"""The best turns in a single position, for somebody who wants to know what to play."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from qwirkle.analysis.judge import judge_for
from qwirkle.analysis.judge.verdict import Considered, Verdict
from qwirkle.analysis.reasons import reasons_for
from qwirkle.analysis.review.chances import chances, decided_chances
from qwirkle.analysis.review.outlook import best_value
from qwirkle.analysis.review.report import Reason
from qwirkle.analysis.review.review import plan_for
from qwirkle.engine.legal import LegalPlacements, legal_turns
from qwirkle.errors import BadPosition
from qwirkle.notation.family import write_position
from qwirkle.protocol.shapes.turns import Turn, write_turn
from qwirkle.rules.cards.referee import QWIRKLE
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyTurn, AnyView, Registry, determinize
from qwirkle.rules.placement.referee import Score, judge
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View
from qwirkle.rules.positions import PositionReason, fault

MOST_TURNS = 5
DIGITS = 2


class RankedTurn(msgspec.Struct, frozen=True):
    """A good turn, and how much worse it is than the best one."""

    turn: Turn
    text: str
    """The turn in notation."""
    points: int
    """In the card game, Qwirkles."""
    lost: float
    lost_ci95: tuple[float, float]
    reasons: tuple[Reason, ...] = ()
    """Why the best turn is better than this one; none for the best one."""


class BestTurns(msgspec.Struct, frozen=True):
    """The best turns in a position, by what the seat to move knows."""

    position: str
    turns: tuple[RankedTurn, ...]
    """The best one first."""
    forced: bool
    """Whether the rules leave only one turn."""
    exact: bool
    """Whether the ending was solved, so that nothing here is an estimate."""
    chance: tuple[float, ...]
    """The chance of winning, seat by seat; a shared win counts in part."""


def best_turns(view: AnyView, *, deep: bool = False) -> BestTurns:
    """Find the best turns for the seat to move; the same position always has the same answer."""
    if view.turn is None or view.seat != view.turn:
        raise BadPosition([fault(PositionReason.HAND_UNKNOWN)])
    position = write_position(view)
    digest = hashlib.blake2b(position.encode(), digest_size=8).digest()
    seed = int.from_bytes(digest, "big")
    verdict = _verdict(view, seed, deep=deep)
    ranked = sorted(verdict.considered, key=lambda turn: turn.behind.mean)[:MOST_TURNS]
    return BestTurns(
        position=position,
        turns=tuple(_rank(view, turn, ranked[0]) for turn in ranked),
        forced=verdict.forced,
        exact=verdict.exact,
        chance=chances(view, best_value(view))
        if verdict.outcome is None
        else decided_chances(view, verdict.outcome),
    )


def _verdict(view: AnyView, seed: int, *, deep: bool) -> Verdict:
    """Judge a turn that somebody might well play, so that the best ones are compared with it."""
    plan = plan_for(view.edition, deep=deep)
    state = determinize(view, SeedDealer(seed))
    played = _LIKELY.of(view)(view)
    found = judge_for(view.edition, len(view.players), plan)
    try:
        verdict = found.judge(state, played, seed)
    finally:
        found.close()
    if not _ONLY_COMPARED.of(view):
        return verdict
    better = tuple(turn for turn in verdict.considered if turn.turn != played)
    return verdict._replace(considered=better or verdict.considered)


def _rank(view: AnyView, turn: Considered, best: Considered) -> RankedTurn:
    behind = turn.behind
    first = turn is best
    return RankedTurn(
        turn=write_turn(turn.turn),
        text=str(turn.turn),
        points=_points(view, turn.turn),
        lost=0.0 if first else round(max(0.0, behind.mean), DIGITS),
        lost_ci95=(0.0, 0.0) if first else (round(behind.low, DIGITS), round(behind.high, DIGITS)),
        reasons=() if first or not behind.is_real else reasons_for(view, best.turn, turn.turn),
    )


def _most_points(view: View) -> AnyTurn:
    """The placement with the most points, which everybody considers."""
    placements = LegalPlacements(view.board, view.hand, view.demands())
    most = max(placements, key=lambda move: move.points, default=None)
    return next(iter(legal_turns(view))) if most is None else most.turn


def _least_cards(view: CardsView) -> AnyTurn:
    """The turn with the fewest Qwirkles: all better ones are compared with it, then it goes."""
    return min(legal_turns(view), key=lambda turn: _qwirkles(view, turn))


def _points(view: AnyView, turn: AnyTurn) -> int:
    return _POINTS.of(view)(view, turn)


def _tile_points(view: View, turn: AnyTurn) -> int:
    if not isinstance(turn, Place):
        return 0
    board, hand, demands = view.board, view.hand, view.demands()
    if turn.take is not None:
        board, hand, demands = view.after_taking(turn.take)
    verdict = judge(board, turn.tiles, hand, demands)
    return verdict.points if isinstance(verdict, Score) else 0


def _qwirkles(_: Any, turn: AnyTurn) -> int:
    return sum(len(cards) == QWIRKLE for cards in turn.after) if isinstance(turn, Play) else 0


_LIKELY = Registry[Callable[[Any], AnyTurn]](placement=_most_points, cards=_least_cards)
# Whether that turn is there for the comparison alone, and is taken off the list.
_ONLY_COMPARED = Registry(placement=False, cards=True)
_POINTS = Registry[Callable[[Any, AnyTurn], int]](placement=_tile_points, cards=_qwirkles)
