"""Ratings from games between pairs: Bradley and Terry's model on the scale of chess ratings.

400 points more are ten wins to one. A tie is half a win for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from random import Random
from typing import NamedTuple

SCALE = 400 / log(10)
RESAMPLES = 400
# Each pair gets one tied game more than it played. Otherwise a bot that won everything would be
# infinitely strong; with many games it hardly matters.
TIED = 1.0
# In the resampling that game is drawn like the others, but never left out entirely.
TIED_AT_LEAST = 0.25


class Deal(NamedTuple):
    """The wins of the first bot of a pair in the games of one deal, and their number."""

    won: float
    games: int


Pair = tuple[int, int]
Sums = Mapping[Pair, tuple[float, float]]
"""For each pair: the wins of the first bot, and the number of games."""


class Rating(NamedTuple):
    """A rating and its 95 % interval."""

    points: float
    low: float
    high: float


def ratings(
    deals: Mapping[Pair, Sequence[Deal]], anchor: int, level: float, seed: int | str
) -> list[Rating]:
    """Return the most likely ratings, given that ``anchor`` has the rating ``level``.

    The intervals are those of the differences from the anchor, from resampling whole deals.
    """
    count = 1 + max(max(pair) for pair in deals)

    def anchored(sums: Sums) -> list[float]:
        strengths = most_likely(sums, count)
        return [level + SCALE * (strength - strengths[anchor]) for strength in strengths]

    points = anchored({pair: _sum(played, TIED) for pair, played in deals.items()})
    chance = Random(f"{seed}/ratings")
    drawn = [
        anchored({pair: _resample(played, chance) for pair, played in deals.items()})
        for _ in range(RESAMPLES)
    ]
    rated = []
    for which, value in enumerate(points):
        spread = sorted(resample[which] for resample in drawn)
        low, high = spread[round(0.025 * RESAMPLES)], spread[round(0.975 * RESAMPLES) - 1]
        rated.append(Rating(value, min(low, value), max(high, value)))
    return rated


def most_likely(sums: Sums, count: int) -> list[float]:
    """Return the most likely strengths, by Newton's method; their mean is 0."""
    strengths = [0.0] * count
    for _ in range(100):
        slope = [0.0] * count
        # Only differences of strengths count; the ones keep their sum constant.
        bend = [[1.0] * count for _ in range(count)]
        for (first, second), (won, games) in sums.items():
            chance = 1 / (1 + exp(strengths[second] - strengths[first]))
            surplus, weight = won - games * chance, games * chance * (1 - chance)
            slope[first] += surplus
            slope[second] -= surplus
            bend[first][first] += weight
            bend[second][second] += weight
            bend[first][second] -= weight
            bend[second][first] -= weight
        steps = _solve(bend, slope)
        # A long step from a flat region would overshoot; the model is concave: short ones converge.
        strengths = [
            s + max(-1.0, min(1.0, step)) for s, step in zip(strengths, steps, strict=True)
        ]
        if max(abs(step) for step in steps) < 1e-9:
            break
    middle = sum(strengths) / count
    return [strength - middle for strength in strengths]


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve by Gaussian elimination; the matrix is positive definite, so no pivoting is needed."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for pivot in range(size):
        for below in range(pivot + 1, size):
            factor = rows[below][pivot] / rows[pivot][pivot]
            if factor:
                for column in range(pivot, size + 1):
                    rows[below][column] -= factor * rows[pivot][column]
    solution = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][column] * solution[column] for column in range(row + 1, size))
        solution[row] = (rows[row][size] - known) / rows[row][row]
    return solution


def _sum(played: Sequence[Deal], tied: float) -> tuple[float, float]:
    won = sum(deal.won for deal in played) + tied / 2
    return won, sum(deal.games for deal in played) + tied


def _resample(played: Sequence[Deal], chance: Random) -> tuple[float, float]:
    # A pair in which one bot won every game would be the same in every resample, and look certain.
    # The tied game, drawn or not, represents the remaining uncertainty.
    drawn = chance.choices((*played, None), k=len(played) + 1)
    tied = max(TIED_AT_LEAST, TIED * drawn.count(None))
    return _sum([deal for deal in drawn if deal is not None], tied)
