"""The chance of winning, seat by seat, as the seat to move can estimate it.

Final scores are modelled as whole numbers, normally distributed around an expectation for each
seat. For the seat to move that is its score plus a part of the value of its best turn, as far as
that exceeds the usual value at that stage: the weights behind the value compare turns with each
other, so its level is meaningless. For the others it is the score plus what they usually gain more
than the seat to move, which depends on the tiles to come, with a supplement for a short hand when
the bag is empty. Tokens, action tiles and stars count for those who can use them. The spread grows
with the square root of the tiles to come. A shared win counts in equal parts. The parameters are
fitted to games between value bots, one row for each game and number of players, so that chances
come true and nobody's chance drifts from turn to turn (``python bench/chances.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, erf, floor, sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from qwirkle.analysis.family import of
from qwirkle.analysis.review.situation import Situation
from qwirkle.rules.family import AnyEdition, AnyView

FITTED = Path(__file__).resolve().parent / "chances.json"
# The range of final scores around the mean, in standard deviations.
REACH = 5.0
LEAST_SPREAD = 0.05


class Line(NamedTuple):
    """A number that is linear in the tiles to come."""

    start: float
    slope: float

    def at(self, to_come: float) -> float:
        """Return the number with this many tiles to come."""
        return self.start + self.slope * to_come


Bends = tuple[tuple[float, float], ...]
"""Tiles to come, and a number then; linear in between, constant beyond."""


def number_at(bends: Bends, to_come: float) -> float:
    """Return the number with this many tiles to come."""
    (before, low), *rest = bends
    if to_come <= before:
        return low
    for after, high in rest:
        if to_come <= after:
            return low + (high - low) * (to_come - before) / (after - before)
        before, low = after, high
    return low


class Parameters(msgspec.Struct, frozen=True):
    """Parameters of the model for one game and one number of players."""

    games: int
    """The number of games used for fitting."""
    usual: Bends
    """The usual value of the best turn."""
    value: Line
    """The part of the value beyond the usual one that remains at the end."""
    others: tuple[Bends, ...]
    """The additional gain of the other seats over the one to move, in turn order."""
    extras: tuple[float, float]
    """The worth of a token or an action tile: to the seat to move, and to another one."""
    stars: float
    """The worth of each uncovered star to the seat to move."""
    opening: float
    """The additional gain of the seat to move while nobody has scored."""
    spread: tuple[float, float]
    """The standard deviation of a final score: a constant, and a factor of the square root."""
    short_hands: tuple[float, ...] = ()
    """The extra gain of another seat with 1, 2, ... tiles when the bag is empty: it may go out."""


def chances(view: AnyView, value: float, lost: float = 0.0) -> tuple[float, ...]:
    """Return each seat's chance of winning, from the view of the seat to move.

    ``value`` is that of its best turn: points, less danger, plus hope. ``lost`` is what its turn
    lost: that is measured by trials, so unlike the value it counts in full.
    """
    scores = [player.score for player in view.players]
    if view.turn is None or view.seat is None:
        return final_chances(scores)
    fitted = parameters_for(view.edition, len(scores))
    found = chances_of(of(view).situation(view), value, fitted, lost)
    return tuple(found[(seat - view.seat) % len(found)] for seat in range(len(found)))


def best_value(view: AnyView) -> float:
    """Return the value of the best turn in a view, ignoring what earlier turns revealed."""
    outlook = of(view).outlook(view)
    outlook.see(view)
    found = outlook.values([view.hand])[0]
    outlook.close()
    return found


def decided_chances(view: AnyView, outcome: float) -> tuple[float, ...]:
    """Return each of two seats' share of the win if the seat to move gains this lead."""
    scores: list[float] = [player.score for player in view.players]
    scores[view.seat or 0] += outcome
    return final_chances(scores)


def final_chances(scores: Sequence[float]) -> tuple[float, ...]:
    """Return each seat's share of the win when the game ends with these scores (Q-END-3)."""
    most = max(scores)
    winners = sum(score == most for score in scores)
    return tuple(1 / winners if score == most else 0.0 for score in scores)


def chances_of(
    situation: Situation, best_value: float, fitted: Parameters, lost: float = 0.0
) -> tuple[float, ...]:
    """Return the chances in turn order, the seat to move first."""
    own, *others = situation.scores
    standing = own - lost
    if situation.is_settled:
        return final_chances((standing + best_value, *others))
    to_come = situation.to_come
    mine, theirs = fitted.extras
    beyond = best_value - number_at(fitted.usual, to_come)
    gain = mine * situation.extras[0] + fitted.stars * situation.stars
    if not any(situation.scores):
        gain += fitted.opening
    means = [standing + fitted.value.at(to_come) * beyond + gain]
    for which, score in enumerate(others):
        # A house rule may allow more players than any game that was fitted.
        usual = fitted.others[min(which, len(fitted.others) - 1)]
        gain = number_at(usual, to_come) + theirs * situation.extras[which + 1]
        means.append(score + gain + _short_hand(situation, which + 1, fitted))
    start, growth = fitted.spread
    return _shares(means, max(start + growth * sqrt(to_come), LEAST_SPREAD))


def _short_hand(situation: Situation, seat: int, fitted: Parameters) -> float:
    """Return the supplement for a short hand: with an empty bag it may soon go out (Q-END-2)."""
    tiles = situation.hands[seat]
    if situation.pile or not 0 < tiles <= len(fitted.short_hands):
        return 0.0
    return fitted.short_hands[tiles - 1]


def _shares(means: Sequence[float], spread: float) -> tuple[float, ...]:
    """Return each share of the win if scores are whole numbers, normal around the means."""
    low = floor(max(means) - REACH * spread)
    high = ceil(max(means) + REACH * spread)
    # With a wide spread, several scores can be treated as one.
    step = max(1, int(spread / 4))
    edges = range(low, high + 1 + step, step)
    below = [[_normal((score - 0.5 - mean) / spread) for score in edges] for mean in means]
    shares = [0.0] * len(means)
    for steps in zip(*(pairwise(chance) for chance in below), strict=True):
        for which, (before, after) in enumerate(steps):
            rivals = [step for other, step in enumerate(steps) if other != which]
            shares[which] += (after - before) * _part_won(rivals)
    total = sum(shares)
    return tuple(share / total for share in shares)


def _part_won(rivals: Sequence[tuple[float, float]]) -> float:
    """Return the share of the win for a score that each rival is below, or equals at most.

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


def parameters_for(edition: AnyEdition, players: int) -> Parameters:
    """Return the parameters of the game, or of its nearest relative."""
    fitted = _load_parameters()
    kind = of(edition).kind(edition)
    names = [f"{name}/{count}" for count in (players, 4) for name in (kind, "plain")]
    return next(fitted[name] for name in names if name in fitted)


@lru_cache(maxsize=1)
def _load_parameters() -> dict[str, Parameters]:
    return msgspec.json.decode(FITTED.read_bytes(), type=dict[str, Parameters])
