"""What a review shows about how somebody plays: losses by phase and by kind of mistake.

Everything is counted from a review and the moments of its game.

- Phases: the opening is a player's first three turns. Then more than 12 tiles are left to draw
  (middle), 1 to 12 (late) or none (ending).
- Kinds of mistakes: a turn that certainly lost something counts for the kind (``KIND_OF``) of the
  first reason why the better turn is better.
- Figures are means over games, with 95 % by Student's distribution; the share of turns that lose
  nothing has Wilson's interval. With fewer than five games there are none, and a kind of mistake is
  named only if its whole interval is above zero.
- Animals: the level follows from all losses in games of two, as in a review; the next animal's
  share of turns without a loss is the first number of its row in ``analysis/review/levels.json``.
- One's own turns are the costliest five of each game, at least a mistake each, 100 at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import msgspec

from qwirkle.analysis.review.levels import bins_of
from qwirkle.analysis.review.report import Review, ReviewedTurn
from qwirkle.analysis.review.steps import Step
from qwirkle.errors import QwirkleError
from qwirkle.notation.family import write_position
from qwirkle.protocol.shapes.turns import Turn
from qwirkle.rules.family import view

Phase = Literal["opening", "middle", "late", "ending"]
"""A seat's first three turns; then more than 12 tiles are left to draw, 1 to 12, or none."""
Kind = Literal["five", "qwirkle", "points", "hand", "gift", "special", "tempo", "end", "other"]
"""The kind of a mistake: what the better turn does better."""
PHASES: tuple[Phase, ...] = get_args(Phase)
KINDS: tuple[Kind, ...] = get_args(Kind)
OPENING_TURNS = 3
LATE = 12
"""From this many tiles left to draw on, it is late, as for the judge of a review."""
MOST_COSTLY = 5
"""The number of costly turns that are kept of a game."""
COSTLY = frozenset({"costly", "blunder"})

KIND_OF: Mapping[str, Kind] = {
    "leaves-five": "five",
    "leaves-set": "five",
    "leaves-fours": "gift",
    "gives-less": "gift",
    "smaller-answer": "gift",
    "completes-qwirkle": "qwirkle",
    "more-qwirkles": "qwirkle",
    "switches-cards": "qwirkle",
    "more-points": "points",
    "keeps-qwirkle": "hand",
    "keeps-two": "hand",
    "keeps-set": "hand",
    "plays-duplicate": "hand",
    "keeps-more": "hand",
    "scores-next": "hand",
    "keeps-card-set": "hand",
    "keeps-cards": "hand",
    "plays-double-card": "hand",
    "wins-token": "special",
    "takes-first": "special",
    "saves-special": "special",
    "draws-three": "special",
    "draws-more": "tempo",
    "places": "tempo",
    "plays-more-cards": "tempo",
    "goes-out": "end",
    "line-solved": "end",
    "empties-bag": "end",
    "empties-deck": "end",
    "brings-more": "other",
    "answer-completes": "other",
    "answer-adds": "other",
    "answer-any": "other",
    "then-own": "other",
}
"""The kind of mistake behind each reason of a review."""


class Losses(msgspec.Struct, frozen=True):
    """Turns, and what they lost together."""

    turns: int
    lost: float


class CostlyTurn(msgspec.Struct, frozen=True):
    """A turn that lost much, to try again."""

    number: int
    """The place of the turn in the review, from 1."""
    lost: float
    position: str
    """The position before it, as its seat saw it."""
    best: Turn


class Habits(msgspec.Struct, frozen=True):
    """How one seat played in one game."""

    players: int
    accuracy: float | None
    """As in the review; None without decisions."""
    phases: dict[Phase, Losses]
    """The decisions in each phase, and what they lost."""
    kinds: dict[Kind, Losses]
    """The mistakes of each kind, and what they lost."""
    bins: tuple[int, ...]
    """The number of decisions by loss, in the steps of ``review.levels``."""
    costly: tuple[CostlyTurn, ...] = ()
    """The costliest turns, the first one first."""


def habits_of(review: Review, steps: Sequence[Step], seat: int) -> Habits | None:
    """Return how a seat played; None if its turns could not be judged."""
    judged = [
        (turn, step)
        for turn, step in zip(review.turns, steps, strict=True)
        if turn.seat == seat and turn.lost is not None
    ]
    if not judged:
        return None
    decisions = [(turn, step) for turn, step in judged if not turn.forced]
    first = judged[0][1].number
    phases: dict[Phase, Losses] = {}
    kinds: dict[Kind, Losses] = {}
    for turn, step in decisions:
        lost = turn.lost or 0.0
        _add(phases, _phase_of(step, first), lost)
        if lost > 0:
            _add(kinds, _kind_of(turn), lost)
    return Habits(
        players=len(review.players),
        accuracy=review.players[seat].accuracy,
        phases=phases,
        kinds=kinds,
        bins=tuple(bins_of([turn.lost or 0.0 for turn, _ in decisions], steps[0].before.edition)),
        costly=_costly(review, decisions),
    )


def _phase_of(step: Step, first: int) -> Phase:
    before = step.before
    own_turns = (step.number - first) // len(before.seats)
    left = view(before, None).undrawn
    if left == 0:
        return "ending"
    if own_turns < OPENING_TURNS:
        return "opening"
    return "late" if left <= LATE else "middle"


def _kind_of(turn: ReviewedTurn) -> Kind:
    code = turn.reasons[0].code if turn.reasons else ""
    return KIND_OF.get(code, "other")


def _add(sums: dict[Phase, Losses] | dict[Kind, Losses], key: str, lost: float) -> None:
    known: dict[str, Losses] = sums  # type: ignore[assignment]
    before = known.get(key, Losses(0, 0.0))
    known[key] = Losses(before.turns + 1, round(before.lost + lost, 3))


def _costly(
    review: Review, decisions: Sequence[tuple[ReviewedTurn, Step]]
) -> tuple[CostlyTurn, ...]:
    places = {id(turn): place for place, turn in enumerate(review.turns, 1)}
    found = [(turn, step) for turn, step in decisions if turn.mark in COSTLY and turn.best]
    found.sort(key=lambda each: -(each[0].lost or 0.0))
    turns = [
        CostlyTurn(
            number=places[id(turn)],
            lost=turn.lost or 0.0,
            position=_position(step),
            best=turn.best.turn,
        )
        for turn, step in found[:MOST_COSTLY]
        if turn.best is not None
    ]
    return tuple(sorted(turns, key=lambda turn: turn.number))


def _position(step: Step) -> str:
    try:
        return write_position(view(step.before, step.seat))
    except QwirkleError:
        return ""  # in the middle of a turn there is no position to write
