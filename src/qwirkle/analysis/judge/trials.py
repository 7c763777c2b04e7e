"""Trials on common deals, which find the best of several turns and its lead.

The best turn is selected on some deals and judged on others. Judged on the deals that selected it,
the best of many turns would look better than it is, and every turn would seem to lose something.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sqrt
from typing import NamedTuple

Run = Callable[[Sequence[int], int, int], Sequence[Sequence[float]]]
"""A function that tries candidates on deals from the first on: rows of values, deal by deal."""

# 95 % of a normal distribution lies within this many standard deviations.
NORMAL_95 = 1.96
# The weight of a candidate's value during selection, in trials.
PRIOR = 10.0
# Finalists whose difference from the best one is also judged.
FINALISTS = 3


class Difference(NamedTuple):
    """The difference between two turns, with a 95 % interval."""

    mean: float = 0.0
    low: float = 0.0
    high: float = 0.0

    @property
    def is_real(self) -> bool:
        """Whether the interval rules out that the turn is no better."""
        return self.low > 0

    def with_doubt(self, doubt: float) -> Difference:
        """Return the difference with an error added that the spread of the trials does not show."""
        below, above = hypot(self.mean - self.low, doubt), hypot(self.high - self.mean, doubt)
        return Difference(self.mean, self.mean - below, self.mean + above)

    def __add__(self, other: object) -> Difference:
        """Return the sum of two differences; their errors are treated as independent."""
        if not isinstance(other, Difference):
            return NotImplemented
        mean = self.mean + other.mean
        width = sqrt((self.high - self.mean) ** 2 + (other.high - other.mean) ** 2)
        return Difference(mean, mean - width, mean + width)


class Contest(NamedTuple):
    """The best candidate, and the distance of the other finalists and the played one from it."""

    best: int
    behind: dict[int, Difference]
    """The difference for each candidate; the best one has none."""

    def with_doubt(self, doubt: float) -> Contest:
        """Return the contest with an error added that the spread of the trials does not show."""
        return Contest(
            self.best,
            {
                number: behind if number == self.best else behind.with_doubt(doubt)
                for number, behind in self.behind.items()
            },
        )


class Selection(NamedTuple):
    """The remaining candidates, the best one first, and the number of deals spent."""

    finalists: list[int]
    deals: int


def settle(
    priors: Sequence[float | None],
    played: int,
    run: Run,
    *,
    selecting: int,
    judging: int,
    judge: Run | None = None,
) -> Contest:
    """Select the best candidate, and compare it with the played one on other deals.

    ``judge`` tries them then, if that is done in another way.
    """
    live, first = select(priors, run, selecting)
    best = live[0]
    judged = live if played in live else [*live, played]
    if len(judged) == 1:
        return Contest(best, {best: Difference()})
    found = dict(zip(judged, (judge or run)(judged, first, judging), strict=True))
    return Contest(best, {which: difference(found[best], found[which]) for which in judged})


def select(priors: Sequence[float | None], run: Run, deals: int) -> Selection:
    """Select the finalists by trials.

    All candidates are tried on this many deals, the better half of them on twice as many more, and
    so on. ``priors`` are the values of the candidates, where known.
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
    """Return the mean gain of one over the other, deal by deal."""
    gains = [one - other for one, other in zip(better, worse, strict=True)]
    count = len(gains)
    mean = sum(gains) / count
    spread = sum((gain - mean) ** 2 for gain in gains) / max(count - 1, 1)
    half = NORMAL_95 * sqrt(spread / count)
    return Difference(mean, mean - half, mean + half)
