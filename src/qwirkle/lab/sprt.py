"""A sequential test: stop a match as soon as it is decided which of two win rates is true.

This is the generalised sequential probability ratio test, with which chess engines are tested. A
deal is one observation, its mean over all rotations of the seats: games of one deal are not
independent, deals are. Each hypothesis uses the most likely distribution of deals with its mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Literal

import msgspec

from qwirkle.errors import LabError

# An outcome that was not seen yet is not impossible: it counts as this part of a deal.
UNSEEN = 1e-3


class Sprt(msgspec.Struct, frozen=True):
    """Two win rates of the first bot, and the error rate for each."""

    null: float
    alternative: float
    alpha: float = 0.05
    """How often the alternative is accepted although the null hypothesis is true."""
    beta: float = 0.05
    """How often the null hypothesis is accepted although the alternative is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the likelihood ratio at which the test ends."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class SprtVerdict(msgspec.Struct, frozen=True):
    """The state of the test after a number of deals."""

    null: float
    alternative: float
    alpha: float
    beta: float
    accepted: Literal["null", "alternative"] | None
    """None if the games ended before the test was decided."""
    llr: float
    bounds: tuple[float, float]
    deals: int


class SequentialTest:
    """The running test; deals must arrive in order."""

    def __init__(self, hypotheses: Sprt, seats: int) -> None:
        self._hypotheses = hypotheses
        self._deal: list[float] = []
        self._seats = seats
        # A deal's sum is a multiple of one half: the count of each.
        self._counts = [0] * (2 * seats + 1)
        self._llr = 0.0

    def add(self, result: float) -> bool:
        """Add a game; return whether the test is decided now. Only whole deals count."""
        self._deal.append(result)
        if len(self._deal) == self._seats:
            self._counts[round(2 * sum(self._deal))] += 1
            self._deal.clear()
            rates = self._hypotheses.null, self._hypotheses.alternative
            self._llr = log_likelihood_ratio(self._counts, *rates)
        return self.accepted is not None

    @property
    def accepted(self) -> Literal["null", "alternative"] | None:
        """The accepted hypothesis, if any."""
        low, high = self._hypotheses.bounds
        if self._llr <= low:
            return "null"
        return "alternative" if self._llr >= high else None

    def verdict(self) -> SprtVerdict:
        """Return the verdict of the test so far."""
        tested = self._hypotheses
        return SprtVerdict(
            tested.null,
            tested.alternative,
            tested.alpha,
            tested.beta,
            self.accepted,
            self._llr,
            tested.bounds,
            sum(self._counts),
        )


def read_sprt(text: str) -> Sprt:
    """Read a test from its two win rates, written ``0.50,0.55``."""
    try:
        null, alternative = (float(part) for part in text.split(","))
    except ValueError:
        raise LabError(f"a test is two win rates such as 0.50,0.55, not “{text}”") from None
    if not 0 < null < alternative < 1:
        raise LabError(f"a test needs 0 < first win rate < second < 1, not “{text}”")
    return Sprt(null, alternative)


def log_likelihood_ratio(counts: Sequence[int], null: float, alternative: float) -> float:
    """Return how much better the alternative explains the counts of outcomes from 0 to 1."""
    top = len(counts) - 1
    weights = [count or UNSEEN for count in counts]
    outcomes = [index / top for index in range(len(counts))]
    tilts = [_tilt(weights, outcomes, mean) for mean in (null, alternative)]
    return sum(
        weight * log((1 + tilts[0] * (at - null)) / (1 + tilts[1] * (at - alternative)))
        for weight, at in zip(weights, outcomes, strict=True)
    )


def _tilt(weights: Sequence[float], outcomes: Sequence[float], mean: float) -> float:
    """Return the tilt of the most likely distribution with this mean.

    Its weights are w / (1 + tilt * (outcome - mean)). Newton's method is kept between the two
    poles; the function falls from one to the other.
    """
    low, high = -1 / (1 - mean), 1 / mean
    tilt = 0.0
    for _ in range(100):
        value = slope = 0.0
        for weight, outcome in zip(weights, outcomes, strict=True):
            part = (outcome - mean) / (1 + tilt * (outcome - mean))
            value += weight * part
            slope += weight * part * part
        if value > 0:
            low = tilt
        else:
            high = tilt
        better = tilt + value / slope
        if not low < better < high:
            better = (low + high) / 2
        if abs(better - tilt) < 1e-10:
            return better
        tilt = better
    return tilt
