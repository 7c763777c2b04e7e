"""Intervals for win rates and margins that account for games sharing a deal."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

Z95 = 1.959963984540054
# Fewer deals are not enough to estimate the spread of margins.
FEWEST_DEALS = 30


def win_rate_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return a 95 % interval for the mean of results between 0 and 1.

    Games of one deal are not independent, so the variance is taken over deals. It gives the
    effective number of independent games, which goes into Wilson's interval; that stays sensible
    when a bot wins everything.
    """
    results = [result for group in groups for result in group]
    if not results:
        return 0.0, 1.0
    mean = sum(results) / len(results)
    worth = float(len(groups))
    if len(groups) > 1 and (variance := _variance_of_mean(groups, mean)) > 0:
        worth = mean * (1 - mean) / variance
    return _wilson(mean, worth)


def mean_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float] | None:
    """Return a 95 % interval for a mean of any numbers, over deals; None with a single deal."""
    if len(groups) < 2:
        return None
    results = [result for group in groups for result in group]
    mean = sum(results) / len(results)
    half = _student95(len(groups) - 1) * sqrt(_variance_of_mean(groups, mean))
    return mean - half, mean + half


class Precision:
    """A stopping rule on the precision of a mean margin; deals must come in order."""

    def __init__(self, within: float, seats: int) -> None:
        self._within = within
        self._seats = seats
        self._deal: list[float] = []
        self._deals = 0
        self._total = self._squares = 0.0

    def add(self, margin: float) -> bool:
        """Add a game; return whether the precision is reached. Only whole deals count."""
        self._deal.append(margin)
        if len(self._deal) == self._seats:
            total = sum(self._deal)
            self._deal.clear()
            self._deals += 1
            self._total += total
            self._squares += total * total
        return self.enough

    @property
    def enough(self) -> bool:
        """Whether the 95 % interval extends no further than wanted to either side."""
        return self._deals >= FEWEST_DEALS and self.half_width <= self._within

    @property
    def half_width(self) -> float:
        """Half of the 95 % interval, over deals."""
        if self._deals < 2:
            return inf
        spread = max(self._squares - self._total**2 / self._deals, 0.0)
        variance = spread / (self._deals - 1) / self._deals / self._seats**2
        return _student95(self._deals - 1) * sqrt(variance)


def _variance_of_mean(groups: Sequence[Sequence[float]], mean: float) -> float:
    """Return the variance of a mean from the deviations of whole deals from their expectation."""
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    count = sum(len(group) for group in groups)
    return spread / count**2 * len(groups) / (len(groups) - 1)


def _student95(freedom: int) -> float:
    """Return Student's quantile, by its expansion around the normal one: few deals widen it."""
    z = Z95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def _wilson(mean: float, count: float) -> tuple[float, float]:
    square = Z95 * Z95
    middle = (mean + square / (2 * count)) / (1 + square / count)
    half = Z95 / (1 + square / count) * sqrt(mean * (1 - mean) / count + square / (4 * count**2))
    # At the ends the interval reaches exactly 0 or 1; rounding must not hide that.
    low = 0.0 if mean == 0 else max(0.0, middle - half)
    return low, 1.0 if mean == 1 else min(1.0, middle + half)
