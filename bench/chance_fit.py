"""Fit the chances of winning to rows of games, by maximum likelihood."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

import numpy as np
from chance_games import PlayedGame, Row, WholeGame, rows_of
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy.optimize import least_squares, minimize  # type: ignore[import-untyped]
from scipy.special import ndtr  # type: ignore[import-untyped]

from qwirkle.analysis.review.chances import LEAST_SPREAD, Bends, Line, Parameters, chances_of

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
        read = _read(numbers, others)
        gains = read.starts + read.slopes * rows.to_come[:, None]
        chance = _chances(rows, beyond, gains, read, whole=whole)
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
            tuple((bend, round(float(start + slope * bend), 3)) for bend, _ in usual)
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
    empty = np.zeros(0)
    numbers = _Numbers(
        starts=empty,
        slopes=empty,
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
    gains = [np.interp(data.to_come, *np.array(usual).T) for usual in fitted.others]
    return _chances(data, beyond, np.stack(gains, axis=1), numbers, whole=whole)


def steady(played: Sequence[WholeGame], fitted: Parameters, *, whole: bool) -> Parameters:
    """Return the parameters with which no seat's chance drifts from turn to turn.

    Outcomes alone leave an error of several percentage points at each stage of a game, which shows
    as a drift: a seat's chance before a turn should be what it is before the next one, on average.
    The gains of the other seats at each bend, and that of the first turn, are solved for that.
    """
    follow = Following(played, fitted)

    def residuals(numbers: Floats) -> Floats:
        return follow.drifts(_with_gains(fitted, numbers), whole=whole)

    start = np.array([gain for usual in fitted.others for _, gain in usual] + [fitted.opening])
    found = least_squares(residuals, start, x_scale=1.0, diff_step=1e-3)
    return _with_gains(fitted, np.round(found.x, 3))


def _with_gains(fitted: Parameters, numbers: Floats) -> Parameters:
    """Return the parameters with other gains of the other seats, and of the first turn."""
    rows = np.reshape(numbers[:-1], (len(fitted.others), -1)).tolist()
    others: tuple[Bends, ...] = tuple(
        tuple((bend, gain) for (bend, _), gain in zip(usual, row, strict=True))
        for usual, row in zip(fitted.others, rows, strict=True)
    )
    return replace(fitted, others=others, opening=float(numbers[-1]))


class Following:
    """The turns of whole games, each with the one that follows."""

    def __init__(self, played: Sequence[WholeGame], fitted: Parameters) -> None:
        self.rows = [row for game in played for row in game.rows]
        self.seats = np.array([seat for game in played for seat in game.seats])
        self.last = np.array([row is game.rows[-1] for game in played for row in game.rows])
        self.settled = [number for number, row in enumerate(self.rows) if row.situation.is_settled]
        to_come = np.array([row.situation.to_come for row in self.rows], dtype=float)
        bends = [bend for bend, _ in fitted.usual]
        hats = [np.interp(to_come, bends, row) for row in np.eye(len(bends))]
        opening = np.array([not any(row.situation.scores) for row in self.rows], dtype=float)
        self.hats = np.stack(hats, axis=1) * (1 - opening)[:, None]
        self.opening = opening
        self.players = len(self.rows[0].situation.scores)

    def chances(self, fitted: Parameters, *, whole: bool) -> Floats:
        """Return the chance of every seat before each turn, in the order of the seats."""
        said = many_chances(self.rows, fitted, whole=whole)
        for number in self.settled:
            row = self.rows[number]
            said[number] = chances_of(row.situation, row.value, fitted)
        return self._by_seat(said)

    def changes(self, fitted: Parameters, *, whole: bool) -> Floats:
        """Return the change of the chances of every seat after each turn, the mover's first."""
        before = self.chances(fitted, whole=whole)
        ends = self._by_seat(np.array([row.shares for row in self.rows]))
        after = np.where(self.last[:, None], ends, np.roll(before, -1, axis=0))
        order = (self.seats[:, None] + np.arange(self.players)) % self.players
        return np.asarray(np.take_along_axis(after - before, order, axis=1))

    def drifts(self, fitted: Parameters, *, whole: bool) -> Floats:
        """Return the mean changes at each bend: of the other seats, and of the first mover."""
        changes = self.changes(fitted, whole=whole)
        weights = np.maximum(self.hats.sum(axis=0), 1.0)
        others = (self.hats.T @ changes[:, 1:]) / weights[:, None]
        first = (self.opening @ changes[:, 0]) / max(self.opening.sum(), 1.0)
        return np.append(others.T.ravel(), first)

    def _by_seat(self, rows: Floats) -> Floats:
        """Turn rows that begin with the seat to move into rows that begin with the first seat."""
        order = (np.arange(self.players) - self.seats[:, None]) % self.players
        return np.asarray(np.take_along_axis(rows, order, axis=1))


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


def _chances(
    data: Data, beyond: Floats, gains: Floats, numbers: _Numbers, *, whole: bool
) -> Floats:
    means = data.scores.copy()
    means[:, 0] += (numbers.value + numbers.value_slope * data.to_come) * beyond
    means[:, 0] += numbers.mine * data.extras[:, 0]
    means[:, 0] += numbers.stars * data.stars + numbers.opening * data.opening
    means[:, 1:] += gains
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
