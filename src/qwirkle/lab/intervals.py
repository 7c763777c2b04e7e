"""Intervals for win rates that respect how games come in groups of one deal."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z95 = 1.959963984540054


def win_rate_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """A 95 % interval for the mean of results between 0 and 1.

    Games of one deal are not independent, so the variance is taken over deals. It gives the
    number of independent games the sample is worth, and that goes into Wilson's interval, which
    stays sensible when a bot wins everything.
    """
    results = [result for group in groups for result in group]
    if not results:
        return 0.0, 1.0
    mean = sum(results) / len(results)
    # Squared deviation of whole deals from what the mean would give them.
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    worth = float(len(groups))
    if len(groups) > 1 and spread > 0:
        variance = spread / len(results) ** 2 * len(groups) / (len(groups) - 1)
        worth = mean * (1 - mean) / variance
    return _wilson(mean, worth)


def _wilson(mean: float, count: float) -> tuple[float, float]:
    square = Z95 * Z95
    middle = (mean + square / (2 * count)) / (1 + square / count)
    half = Z95 / (1 + square / count) * sqrt(mean * (1 - mean) / count + square / (4 * count**2))
    # At the ends the interval reaches exactly 0 or 1; rounding must not hide that.
    low = 0.0 if mean == 0 else max(0.0, middle - half)
    return low, 1.0 if mean == 1 else min(1.0, middle + half)
