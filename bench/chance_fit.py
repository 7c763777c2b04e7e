"""Fit the chances of winning to rows of games, by maximum likelihood."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

import numpy as np
from chance_games import PlayedGame, Row, rows_of
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.special import ndtr  # type: ignore[import-untyped]

from qwirkle.analysis.review.chances import LEAST_SPREAD, Line, Parameters

NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(9)
# Exact for the ties of up to four.
PARTS, PART_WEIGHTS = (0.5 - 3**-0.5 / 2, 0.5 + 3**-0.5 / 2), (0.5, 0.5)
# Tiles in the bag between which the value bot's weights are interpolated: usual values bend there.
BENDS = (0, 1, 6, 14, 26, 42, 62, 84)
# With an empty bag, hands of up to this many tiles are short: the seat may soon go out.
SHORT = 5
# A search among a part of the rows comes close, and then all of them are used.
COARSE = 8
Floats = NDArray[np.float64]


class Data:
    """The rows as arrays."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.scores = np.array([row.situation.scores for row in rows], dtype=float)
        self.extras = np.array([row.situation.extras for row in rows], dtype=float)
        self.stars = np.array([row.situation.stars for row in rows], dtype=float)
        self.to_come = np.array([row.situation.to_come for row in rows], dtype=float)
        self.values = np.array([row.value for row in rows])
        self.shares = np.array([row.shares for row in rows])
        self.opening = 1.0 - self.scores.any(axis=1)
        self.others = self.scores.shape[1] - 1
        # With an empty bag, which entry of the table of short hands each of the others has.
        hands = np.array([row.situation.hands[1:] for row in rows])
        open_bag = np.array([row.situation.pile > 0 for row in rows])
        self.short = np.where(open_bag[:, None] | (hands > SHORT) | (hands < 1), SHORT, hands - 1)

    def every(self, step: int) -> Data:
        """Return a sample of the rows at regular intervals."""
        found = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(found, name, value[::step])
        return found


def usual_values(data: Data, hand: int) -> tuple[tuple[float, float], ...]:
    """Fit the usual value of the best turn to the number of tiles left, by least squares."""
    bends = [1.0, *(data.others * hand + bag for bag in BENDS)]
    bends = [bend for bend in bends if bend < data.to_come.max()] + [float(data.to_come.max())]
    hats = np.stack([np.interp(data.to_come, bends, row) for row in np.eye(len(bends))], axis=1)
    # A touch of the mean keeps bends with few rows in place.
    ridge = 3.0 * np.eye(len(bends))
    mean = data.values.mean()
    found = np.linalg.solve(hats.T @ hats + ridge, hats.T @ (data.values - mean)) + mean
    return tuple(
        (round(bend), round(float(value), 3)) for bend, value in zip(bends, found, strict=True)
    )


def fit(played: Sequence[PlayedGame], *, hand: int, whole: bool) -> Parameters:
    """Return the parameters with the highest likelihood.

    ``hand`` is the size of a full hand; ``whole``: scores are a few Qwirkles, often equal.
    """
    rows = [*rows_of(played), *(game.first for game in played)]
    data = Data([row for row in rows if not row.situation.is_settled])
    usual = usual_values(data, hand)
    others = data.others

    def loss(numbers: Floats, rows: Data) -> float:
        beyond = rows.values - np.interp(rows.to_come, *np.array(usual).T)
        chance = _chances(rows, beyond, _read(numbers, others), whole=whole)
        likely = -(rows.shares * np.log(np.maximum(chance, 1e-9))).sum() / len(rows.shares)
        # A little ridge: parameters without evidence in the games stay at zero.
        return float(likely + 1e-5 * (numbers**2).sum())

    found = np.zeros(2 * others + 8 + SHORT)
    found[2 * others : 2 * others + 4] = (0.8, 0, 0.5, 0.2) if whole else (0.8, 0, 4.0, 1.0)
    curvature = np.eye(len(found))
    for some in (data.every(COARSE), data):
        options = {"gtol": 1e-4, "hess_inv0": curvature}
        reached = minimize(loss, found, some, method="BFGS", options=options)
        found, curvature = reached.x, (reached.hess_inv + reached.hess_inv.T) / 2
    numbers = _read(np.round(found, 4).astype(np.float64), others)
    return Parameters(
        games=len(played),
        usual=usual,
        value=Line(float(numbers.value), round(float(numbers.value_slope), 6)),
        others=tuple(
            Line(float(start), round(float(slope), 5))
            for start, slope in zip(numbers.starts, numbers.slopes, strict=True)
        ),
        extras=(float(numbers.mine), float(numbers.theirs)),
        stars=float(numbers.stars),
        opening=float(numbers.opening),
        spread=(float(numbers.spread), float(abs(numbers.growth))),
        short_hands=tuple(map(float, numbers.short)),
    )


def many_chances(rows: Sequence[Row], fitted: Parameters, *, whole: bool) -> Floats:
    """Return the chances for many undecided rows together."""
    data = Data(rows)
    beyond = data.values - np.interp(data.to_come, *np.array(fitted.usual).T)
    lines = np.array(fitted.others)
    numbers = _Numbers(
        starts=lines[:, 0],
        slopes=lines[:, 1],
        value=fitted.value.start,
        value_slope=fitted.value.slope,
        spread=fitted.spread[0],
        growth=fitted.spread[1],
        mine=fitted.extras[0],
        theirs=fitted.extras[1],
        stars=fitted.stars,
        opening=fitted.opening,
        short=np.array(fitted.short_hands or (0.0,) * SHORT),
    )
    return _chances(data, beyond, numbers, whole=whole)


class _Numbers(NamedTuple):
    """Parameters that are fitted to the winners."""

    starts: Floats
    slopes: Floats
    value: float
    value_slope: float
    spread: float
    growth: float
    mine: float
    theirs: float
    stars: float
    opening: float
    short: Floats


def _read(numbers: Floats, others: int) -> _Numbers:
    """Return the parameters from the numbers of the search, which have about one scale."""
    value, value_slope, spread, growth, *rest = map(float, numbers[2 * others : -SHORT])
    mine, theirs, stars, opening = rest
    return _Numbers(
        starts=numbers[:others],
        slopes=numbers[others : 2 * others] / 10,
        value=value,
        value_slope=value_slope / 100,
        spread=spread,
        growth=growth,
        mine=mine,
        theirs=theirs,
        stars=stars,
        opening=opening,
        short=numbers[-SHORT:],
    )


def _chances(data: Data, beyond: Floats, numbers: _Numbers, *, whole: bool) -> Floats:
    means = data.scores.copy()
    means[:, 0] += (numbers.value + numbers.value_slope * data.to_come) * beyond
    means[:, 0] += numbers.mine * data.extras[:, 0]
    means[:, 0] += numbers.stars * data.stars + numbers.opening * data.opening
    means[:, 1:] += numbers.starts + numbers.slopes * data.to_come[:, None]
    means[:, 1:] += numbers.theirs * data.extras[:, 1:]
    means[:, 1:] += np.append(numbers.short, 0.0)[data.short]
    spread = numbers.spread + np.abs(numbers.growth) * np.sqrt(data.to_come)
    spread = np.maximum(spread, LEAST_SPREAD)[:, None]
    return (_discrete if whole else _continuous)(means, spread)


def _continuous(means: Floats, spread: Floats) -> Floats:
    """Return each seat's chance of the highest score; close to ``chances_of``, but vectorised."""
    if means.shape[1] == 2:
        first = ndtr((means[:, 0] - means[:, 1]) / (spread[:, 0] * np.sqrt(2)))
        return np.stack([first, 1 - first], axis=1)
    chance = np.zeros_like(means)
    for which in range(means.shape[1]):
        for node, weight in zip(NODES, WEIGHTS, strict=True):
            product = np.ones(len(means))
            for other in range(means.shape[1]):
                if other != which:
                    gap = (means[:, which] - means[:, other]) / spread[:, 0]
                    product *= ndtr(gap + node)
            chance[:, which] += weight * product
    total: Floats = chance.sum(axis=1, keepdims=True)
    return np.asarray(chance / total, dtype=np.float64)


def _discrete(means: Floats, spread: Floats) -> Floats:
    """Return the same for whole numbers of Qwirkles, with ties shared."""
    chance = np.zeros_like(means)
    for score in range(-2, 20):
        less = ndtr((score - 0.5 - means) / spread)
        equal = ndtr((score + 0.5 - means) / spread) - less
        for which in range(means.shape[1]):
            rivals = [other for other in range(means.shape[1]) if other != which]
            for part, weight in zip(PARTS, PART_WEIGHTS, strict=True):
                product = np.prod(less[:, rivals] + part * equal[:, rivals], axis=1)
                chance[:, which] += weight * equal[:, which] * product
    total: Floats = chance.sum(axis=1, keepdims=True)
    return np.asarray(chance / total, dtype=np.float64)
