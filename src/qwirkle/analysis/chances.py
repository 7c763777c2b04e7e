"""The chance of winning, seat by seat, as the seat to move may judge it.

Final scores are taken to be whole numbers spread normally around what each seat can expect: its
score now, for the seat to move a share of the value of its best turn, and for the others a line
over the tiles to come. The spread grows with the square root of these tiles. A shared win counts in
equal parts. The numbers are fitted to games between value bots, one row for each game and number of
players (``python bench/chances.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, erf, floor, sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from qwirkle.players.value.weights import traits
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyEdition, AnyView, Registry
from qwirkle.rules.placement.view import View

FITTED = Path(__file__).resolve().parent / "chances.json"
# How far from its mean a final score is looked at, in standard deviations.
REACH = 5.0
LEAST_SPREAD = 0.05


class Line(NamedTuple):
    """What a seat gains beyond the one to move: so much, and so much for each tile to come."""

    start: float
    slope: float


class Parameters(msgspec.Struct, frozen=True):
    """How one game with one number of players goes on."""

    others: tuple[Line, ...]
    """For the seats after the one to move, in turn order."""
    value: float
    """The part of the value of the best turn that remains at the end."""
    spread: tuple[float, float]
    """The standard deviation of a final score: so much, and so much for each square root."""


class Outcome(NamedTuple):
    """What a view says about the end: the scores, the seat to move first, and the tiles to come."""

    scores: tuple[int, ...]
    to_come: int


def chances(view: AnyView, best_value: float) -> tuple[float, ...]:
    """Each seat's chance of winning, from the view of the seat to move.

    ``best_value`` is the value of its best turn: points, less danger, plus hope.
    """
    scores = [player.score for player in view.players]
    if view.turn is None or view.seat is None:
        return final_chances(scores)
    found = chances_of(outcome_of(view), best_value, parameters_for(view.edition, len(scores)))
    return tuple(found[(seat - view.seat) % len(found)] for seat in range(len(found)))


def final_chances(scores: Sequence[float]) -> tuple[float, ...]:
    """What each seat has of the win when the game ends with these scores (Q-END-3)."""
    most = max(scores)
    winners = sum(score == most for score in scores)
    return tuple(1 / winners if score == most else 0.0 for score in scores)


def chances_of(outcome: Outcome, best_value: float, fitted: Parameters) -> tuple[float, ...]:
    """The chances in turn order, the seat to move first."""
    own, *others = outcome.scores
    if not outcome.to_come:
        # The last turn of a card game: its value is what it makes.
        return final_chances((own + best_value, *others))
    means = [own + fitted.value * best_value]
    for which, score in enumerate(others):
        # A house rule may seat more players than any game that was fitted.
        line = fitted.others[min(which, len(fitted.others) - 1)]
        means.append(score + line.start + line.slope * outcome.to_come)
    start, growth = fitted.spread
    return _shares(means, max(start + growth * sqrt(outcome.to_come), LEAST_SPREAD))


def _shares(means: Sequence[float], spread: float) -> tuple[float, ...]:
    """Each one's part of the win, if scores are whole numbers normally spread around the means."""
    low = floor(max(means) - REACH * spread)
    high = ceil(max(means) + REACH * spread)
    below = [
        [_normal((score - 0.5 - mean) / spread) for score in range(low, high + 2)] for mean in means
    ]
    shares = [0.0] * len(means)
    for steps in zip(*(pairwise(chance) for chance in below), strict=True):
        for which, (before, after) in enumerate(steps):
            rivals = [step for other, step in enumerate(steps) if other != which]
            shares[which] += (after - before) * _part_won(rivals)
    total = sum(shares)
    return tuple(share / total for share in shares)


def _part_won(rivals: Sequence[tuple[float, float]]) -> float:
    """The part of the win of somebody with a score that each rival is below, or at most has.

    With k equals it is 1 / (1 + k), which is the integral of x ** k from 0 to 1: so it is that of
    the product of (less + x * equal) over all rivals.
    """
    powers = [1.0]
    for less, at_most in rivals:
        equal = at_most - less
        shifted = [0.0, *(power * equal for power in powers)]
        powers = [a + b for a, b in zip([*(p * less for p in powers), 0.0], shifted, strict=True)]
    return sum(power / (k + 1) for k, power in enumerate(powers))


def _normal(deviations: float) -> float:
    return 0.5 * (1 + erf(deviations / sqrt(2)))


def outcome_of(view: AnyView) -> Outcome:
    """What a view of the seat to move says about the end."""
    return _OUTCOMES.of(view)(view)


def _of_tiles(view: View) -> Outcome:
    seats = _in_turn_order(view)
    to_come = view.bag + sum(view.players[seat].tiles for seat in seats[1:])
    return Outcome(tuple(view.players[seat].score for seat in seats), to_come)


def _of_cards(view: CardsView) -> Outcome:
    """C-END-1: in the last round only the cards of those who still have a turn count."""
    seats = _in_turn_order(view)
    to_move = seats[1 : view.turns_left]
    to_come = view.deck + sum(view.players[seat].cards for seat in to_move)
    return Outcome(tuple(view.players[seat].score for seat in seats), to_come)


def _in_turn_order(view: AnyView) -> list[int]:
    first, count = view.seat or 0, len(view.players)
    return [(first + step) % count for step in range(count)]


def parameters_for(edition: AnyEdition, players: int) -> Parameters:
    """Those of the game, or of its nearest relative."""
    fitted = _fitted()
    kind = kind_of(edition)
    names = [f"{name}/{count}" for count in (players, 4) for name in (kind, "plain")]
    return next(fitted[name] for name in names if name in fitted)


def kind_of(edition: AnyEdition) -> str:
    """What the parameters of a game are called: by what the game has, or cards."""
    return _KINDS.of(edition)(edition)


@lru_cache(maxsize=1)
def _fitted() -> dict[str, Parameters]:
    return msgspec.json.decode(FITTED.read_bytes(), type=dict[str, Parameters])


_OUTCOMES = Registry[Callable[..., Outcome]](placement=_of_tiles, cards=_of_cards)
_KINDS = Registry[Callable[..., str]](placement=traits, cards=lambda _: "cards")
