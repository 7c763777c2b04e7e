"""The best turns in a single position, for a player who asks what to play."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from qwirkle.analysis.family import of
from qwirkle.analysis.judge.games import judge_for
from qwirkle.analysis.judge.verdict import Considered, Verdict
from qwirkle.analysis.reasons.explain import reasons_for
from qwirkle.analysis.review.chances import best_value, chances, decided_chances
from qwirkle.analysis.review.report import Reason
from qwirkle.analysis.review.review import plan_for
from qwirkle.errors import BadPosition
from qwirkle.notation.family import write_position
from qwirkle.protocol.shapes.turns import Turn, write_turn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyTurn, AnyView, decide, determinize
from qwirkle.rules.refusals.positions import PositionReason, fault
from qwirkle.rules.tiles import Tile

MOST_TURNS = 5
MOST_RANKED = 300
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
    """Reasons why the best turn is better than this one; empty for the best one."""


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


class LaboratoryTurn(msgspec.Struct, frozen=True):
    """A turn of a position, and how much worse it is than the best one, as far as is known."""

    turn: Turn
    text: str
    """The turn in notation."""
    points: int
    lost: float
    lost_ci95: tuple[float, float]
    deals: int
    """The deals it was tried on; 0 if it is solved, or only weighed."""
    alike: int
    """The placements that lay the same tiles for the same points, of which this is one."""


class Laboratory(msgspec.Struct, frozen=True):
    """All turns of a position, ranked with some effort."""

    position: str
    turns: tuple[LaboratoryTurn, ...]
    """The best one first."""
    effort: int
    exact: bool
    """Whether the ending was solved, so that nothing here is an estimate."""
    asked: tuple[int, ...] = ()
    """The places in the list of the turns that were asked for."""


def rank_turns(
    view: AnyView,
    *,
    effort: int = 0,
    asked: Sequence[AnyTurn] = (),
    held: Sequence[Tile] = (),
) -> Laboratory:
    """Rank all turns of the seat to move, and those asked for; Refused if one is not legal.

    ``held`` are tiles that the next player is supposed to hold. The same question always gets the
    same answer; each step of effort takes twice as long.
    """
    if view.turn is None or view.seat != view.turn:
        raise BadPosition([fault(PositionReason.HAND_UNKNOWN)])
    dealer = SeedDealer(0)
    state = determinize(view, dealer)
    for turn in asked:
        decide(state, view.seat, turn, dealer)
    found = of(view).rank(view, effort, asked, held)
    turns = found.turns[:MOST_RANKED]
    turns += tuple(one for one in found.turns[MOST_RANKED:] if one.turn in asked)
    keys = [write_turn(one.turn) for one in turns]
    return Laboratory(
        position=write_position(view),
        turns=tuple(
            LaboratoryTurn(
                turn=key,
                text=str(one.turn),
                points=one.points,
                lost=round(max(one.behind.mean, 0.0), DIGITS),
                lost_ci95=(round(one.behind.low, DIGITS), round(one.behind.high, DIGITS)),
                deals=one.deals,
                alike=one.alike,
            )
            for key, one in zip(keys, turns, strict=True)
        ),
        effort=effort,
        exact=found.exact,
        asked=tuple(keys.index(key) for key in map(write_turn, asked) if key in keys),
    )


def best_turns(view: AnyView, *, deep: bool = False) -> BestTurns:
    """Find the best turns for the seat to move; equal positions always give equal answers."""
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
    """Judge the likely turn of the position, as a baseline for the best ones."""
    plan = plan_for(view.edition, deep=deep)._replace(late_work=None)
    state = determinize(view, SeedDealer(seed))
    half = of(view)
    played = half.likely_turn(view)
    found = judge_for(view.edition, len(view.players), plan)
    try:
        verdict = found.judge(state, played, seed)
    finally:
        found.close()
    if half.LISTS_LIKELY_TURN:
        return verdict
    better = tuple(turn for turn in verdict.considered if turn.turn != played)
    return verdict._replace(considered=better or verdict.considered)


def _rank(view: AnyView, turn: Considered, best: Considered) -> RankedTurn:
    behind = turn.behind
    first = turn is best
    return RankedTurn(
        turn=write_turn(turn.turn),
        text=str(turn.turn),
        points=of(view).points(view, turn.turn),
        lost=0.0 if first else round(max(0.0, behind.mean), DIGITS),
        lost_ci95=(0.0, 0.0) if first else (round(behind.low, DIGITS), round(behind.high, DIGITS)),
        reasons=() if first or not behind.is_real else reasons_for(view, best.turn, turn.turn),
    )
