"""Margins without luck: how well they are known, and how many games that saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, inf, sqrt

import msgspec

from qwirkle.lab.games import GameResult, by_deal
from qwirkle.lab.intervals import mean_interval, student95

# Fewer deals say too little about how far margins are apart.
FEWEST_DEALS = 30


class LuckReport(msgspec.Struct, frozen=True):
    """What taking luck out of the first bot's margins saved."""

    variance_ratio: float
    """The variance of the mean margin without luck, by that of the plain one."""
    games_with_luck: int
    """About how many games would have given the plain margin as narrow an interval."""
    stop_within: float | None = None
    """How well the margin was to be known."""
    stopped: bool = False
    """Whether it is known that well, so that the match ended."""


class Precision:
    """Whether a margin without luck is known well enough; deals must come in their order."""

    def __init__(self, within: float, seats: int) -> None:
        self._within = within
        self._seats = seats
        self._deal: list[float] = []
        self._deals = 0
        self._total = self._squares = 0.0

    def add(self, margin: float) -> bool:
        """One more game; whether that is enough. Only whole deals are looked at."""
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
        """Whether the 95 % interval reaches no further than wanted to either side."""
        return self._deals >= FEWEST_DEALS and self.half_width <= self._within

    @property
    def half_width(self) -> float:
        """Half of the 95 % interval, over deals."""
        if self._deals < 2:
            return inf
        spread = max(self._squares - self._total**2 / self._deals, 0.0)
        variance = spread / (self._deals - 1) / self._deals / self._seats**2
        return student95(self._deals - 1) * sqrt(variance)


def luck_report(
    results: Sequence[GameResult], seats: int, within: float | None
) -> LuckReport | None:
    """What taking luck out saved; None if the luck of the games is not known, or of few games."""
    if not results or any(not result.luck for result in results):
        return None
    plain = _width(results, lambda result: result.margin(0))
    free = _width(results, lambda result: result.margin_without_luck(0))
    if not plain or free is None:
        return None
    ratio = (free / plain) ** 2
    stopped = False
    if within is not None:
        precision = Precision(within, seats)
        for result in results:
            precision.add(result.margin_without_luck(0))
        stopped = precision.enough
    return LuckReport(ratio, ceil(len(results) / ratio) if ratio else 0, within, stopped)


def _width(results: Sequence[GameResult], figure: Callable[[GameResult], float]) -> float | None:
    interval = mean_interval(by_deal(results, figure))
    return None if interval is None else interval[1] - interval[0]
