"""Which of several turns is best, and by how much: trials on common deals.

The best turn is selected on some deals and judged on others. Judged on the deals that selected it,
the best of many turns would look better than it is, and every turn would seem to lose something.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sqrt
from typing import NamedTuple

Run = Callable[[Sequence[int], int, int], Sequence[Sequence[float]]]
"""Tries these candidates on these deals, from the first on: for each candidate, deal by deal."""

# Of a normal distribution, 95 % is within this many standard deviations.
NORMAL_95 = 1.96
# Trials that the value of a candidate counts as while it is selected.
PRIOR = 10.0
# Candidates whose difference from the best is judged too.
FINALISTS = 3


class Difference(NamedTuple):
    """The difference between two turns, with a 95 % interval."""

    mean: float = 0.0
    low: float = 0.0
    high: float = 0.0

    @property
    def is_real(self) -> bool:
        """Whether the interval leaves no doubt that the turn is better."""
        return self.low > 0

    def with_doubt(self, doubt: float) -> Difference:
        """The same with an error of its own, which the spread of the trials does not show."""
        below, above = hypot(self.mean - self.low, doubt), hypot(self.high - self.mean, doubt)
        return Difference(self.mean, self.mean - below, self.mean + above)

    def __add__(self, other: object) -> Difference:
        """Both together, as if one after the other; the interval is that of independent errors."""
        if not isinstance(other, Difference):
            return NotImplemented
        mean = self.mean + other.mean
        width = sqrt((self.high - self.mean) ** 2 + (other.high - other.mean) ** 2)
        return Difference(mean, mean - width, mean + width)


class Contest(NamedTuple):
    """The best candidate, and how far behind it the other finalists and the played one are."""

    best: int
    behind: dict[int, Difference]
    """By candidate; the best one is behind by nothing."""

    def with_doubt(self, doubt: float) -> Contest:
        """The same with an error that the spread of the trials does not show."""
        return Contest(
            self.best,
            {
                number: behind if number == self.best else behind.with_doubt(doubt)
                for number, behind in self.behind.items()
            },
        )


class Selection(NamedTuple):
    """The candidates that are left, the best one first, and the number of deals that took."""

    finalists: list[int]
    deals: int


def settle(
    priors: Sequence[float | None], played: int, run: Run, *, selecting: int, judging: int
) -> Contest:
    """Select the best candidate, and judge it against the played one on other deals."""
    live, first = select(priors, run, selecting)
    best = live[0]
    judged = live if played in live else [*live, played]
    if len(judged) == 1:
        return Contest(best, {best: Difference()})
    found = dict(zip(judged, run(judged, first, judging), strict=True))
    return Contest(best, {which: difference(found[best], found[which]) for which in judged})


def select(priors: Sequence[float | None], run: Run, deals: int) -> Selection:
    """Select the finalists by trials.

    All candidates are tried on this many deals, the better half of them on twice as many more, and
    so on. A prior is the value of a candidate where one is known.
    """
    weights = [0.0 if prior is None else PRIOR for prior in priors]
    sums = [weight * (prior or 0.0) for weight, prior in zip(weights, priors, strict=True)]
    live = list(range(len(priors)))
    tried = 0
    while len(live) > 1:
        for candidate, results in zip(live, run(live, tried, deals), strict=True):
            sums[candidate] += sum(results)
        tried += deals
        ranked = sorted((-sums[which] / (weights[which] + tried), which) for which in live)
        live = [which for _, which in ranked]
        if len(live) <= FINALISTS:
            break
        live = live[: max((len(live) + 1) // 2, FINALISTS)]
        deals *= 2
    return Selection(live, tried)


def difference(better: Sequence[float], worse: Sequence[float]) -> Difference:
    """The mean of what one gains over the other, deal by deal."""
    gains = [one - other for one, other in zip(better, worse, strict=True)]
    count = len(gains)
    mean = sum(gains) / count
    spread = sum((gain - mean) ** 2 for gain in gains) / max(count - 1, 1)
    half = NORMAL_95 * sqrt(spread / count)
    return Difference(mean, mean - half, mean + half)
