"""From samples to weights: normal equations, their solution, and the share of variance explained.

Only differences between candidates of the same turn count: the mean of their turn is subtracted
from features and targets, so that the quality of the position and the others' deals drop out. A
weight applies to some sizes of the bag and is interpolated between them, just as the core does;
so one feature gives as many numbers as there are such sizes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.placement.value import LENGTH, spread_weights
from qwirkle.errors import TrainingError
from qwirkle.lab.training.folder import RoundResult, Rows
from qwirkle.lab.training.plan import BAGS
from qwirkle.players.value.weights import RoundFigures

# Sizes of the bag that the core distinguishes.
BAG_ROOM = 128
NUMBERS = len(BAGS) * LENGTH
# Features that hardly ever differ must not get large weights.
LEAST_DEVIATION = 1e-3


class Equations(NamedTuple):
    """Sums over samples, which are all that is needed of them."""

    products: NDArray[np.float64]
    """Features times features."""
    sums: NDArray[np.float64]
    """Features times targets."""
    square: float
    """Targets times targets."""
    shared: float
    """Targets of one half of the deals times those of the other, free of noise."""
    rows: int
    seconds: float = 0.0
    """The processor time of computing them, in seconds."""

    def plus(self, other: Equations) -> Equations:
        """Return the sum of both equations."""
        return Equations(
            self.products + other.products,
            self.sums + other.sums,
            self.square + other.square,
            self.shared + other.shared,
            self.rows + other.rows,
            self.seconds + other.seconds,
        )


def no_equations() -> Equations:
    """Return the equations of no samples."""
    return Equations(np.zeros((NUMBERS, NUMBERS)), np.zeros(NUMBERS), 0.0, 0.0, 0)


def bag_shares() -> NDArray[np.float64]:
    """Return the share of each of ``BAGS`` in the weights for each size of the bag."""
    # Asked of the core itself: a set whose weights are one here and zero elsewhere.
    units = [[float(which == at) for at in range(LENGTH)] for which in range(len(BAGS))]
    spread = np.frombuffer(spread_weights(BAGS, units), dtype=np.float64)
    return spread.reshape(BAG_ROOM, -1)[:, : len(BAGS)]


def equations_of(
    features: NDArray[np.float64],
    targets: NDArray[np.float64],
    bags: NDArray[np.int32],
    turns: NDArray[np.int32],
    *,
    going_out: float,
) -> Equations:
    """Return the equations of samples, which are ordered by turn."""
    count = len(features)
    if not count:
        return no_equations()
    # There are no features after the last placement of a game, and its value is not learned.
    over = features[:, 0] == 0.0
    halves = targets - going_out * over[:, None]
    shares = bag_shares()[bags]
    spread = (shares[:, :, None] * features[:, None, :]).reshape(count, NUMBERS)
    starts = np.flatnonzero(np.r_[True, turns[1:] != turns[:-1]])
    spread = _less_the_mean(spread, starts)
    halves = _less_the_mean(halves, starts)
    wanted = halves.mean(axis=1)
    return Equations(
        spread.T @ spread,
        spread.T @ wanted,
        float(wanted @ wanted),
        float(halves[:, 0] @ halves[:, 1]),
        count,
    )


def _less_the_mean(values: NDArray[np.float64], starts: NDArray[np.intp]) -> NDArray[np.float64]:
    """Subtract the mean of its turn from each row."""
    counts = np.diff(np.r_[starts, len(values)])
    means = np.add.reduceat(values, starts, axis=0) / counts[:, None]
    less: NDArray[np.float64] = values - np.repeat(means, counts, axis=0)
    return less


def solve(equations: Equations, ridge: float) -> Rows:
    """Return the best-fitting weights, to five digits, by ridge regression of scaled features."""
    rows = max(equations.rows, 1)
    deviation = np.sqrt(np.diag(equations.products) / rows) + LEAST_DEVIATION
    scaled = equations.products / deviation[:, None] / deviation[None, :] / rows
    wanted = equations.sums / deviation / rows
    found = np.linalg.solve(scaled + ridge * np.eye(NUMBERS), wanted) / deviation
    return tuple(
        tuple(float(f"{weight:.5g}") for weight in row)
        for row in found.reshape(len(BAGS), LENGTH).tolist()
    )


def figures(equations: Equations, weights: Rows) -> RoundFigures:
    """Return how much of the variance in the samples these weights explain."""
    flat = np.array(weights).reshape(NUMBERS)
    rows = max(equations.rows, 1)
    signal = equations.shared / rows
    explained = float(2 * flat @ equations.sums - flat @ equations.products @ flat) / rows
    return RoundFigures(
        equations.rows, round(signal, 4), round(explained, 4), round(signal - explained, 4)
    )


def learn(paths: Sequence[Path], ridge: float) -> RoundResult:
    """Return the weights of a round from its stored parts, always summed in the same order."""
    total = no_equations()
    for path in paths:
        total = total.plus(fetch(path))
    weights = solve(total, ridge)
    return RoundResult(weights, figures(total, weights), round(total.seconds, 1))


def store(equations: Equations, path: Path) -> None:
    """Write equations to a file atomically."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, **equations._asdict())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def fetch(path: Path) -> Equations:
    """Read equations from a file; raise TrainingError if it is damaged."""
    try:
        with path.open("rb") as stored, np.load(stored, allow_pickle=False) as file:
            found = Equations(
                file["products"],
                file["sums"],
                float(file["square"]),
                float(file["shared"]),
                int(file["rows"]),
                float(file["seconds"]),
            )
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        raise TrainingError(f"{path} is damaged: delete it, then use --resume") from None
    if found.products.shape != (NUMBERS, NUMBERS) or found.sums.shape != (NUMBERS,):
        raise TrainingError(f"{path} is of other features: delete it, then use --resume")
    return found
