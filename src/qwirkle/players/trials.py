"""The results of trials: which candidate does best, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2, sqrt

# The weight of a trial whose ending was searched far; that leaves a fifth of the variance.
PROOF_WEIGHT = 5.0
# How clear a difference must be, in standard errors, for a candidate to be dropped early.
CLEAR = 3.0
FEWEST_BLOCKS = 16
# 95 % of a normal distribution lies within this many standard deviations.
NORMAL_95 = 1.96


class Trials:
    """The results of the candidates so far."""

    def __init__(self, priors: Sequence[float], weight: float) -> None:
        self.live = list(range(len(priors)))
        self.deals = 0
        self.trials = 0
        self.longer = 0
        """How many of the trials are what longer ones count as more than others."""
        self._priors = priors
        self._prior_weight = weight
        self._weights = [0.0] * len(priors)
        self._sums = [0.0] * len(priors)
        self._blocks: list[list[float]] = [[] for _ in priors]

    def add(self, sums: Sequence[float], deals: int, cost: int = 1) -> None:
        """Add the sums of some deals for the remaining candidates.

        Each trial counts as ``cost`` trials. One that costs more is worth more.
        """
        weight = PROOF_WEIGHT if cost > 1 else 1.0
        for candidate, total in zip(self.live, sums, strict=True):
            self._sums[candidate] += weight * total
            self._weights[candidate] += weight * deals
            self._blocks[candidate].append(total / deals)
        self.deals += deals
        self.trials += deals * len(self.live) * cost
        self.longer += deals * len(self.live) * (cost - 1)

    def worth(self, candidate: int) -> float:
        """Return the mean of the trials and of the value, which counts as some of them."""
        prior = self._priors[candidate] * self._prior_weight
        return (prior + self._sums[candidate]) / (self._prior_weight + self._weights[candidate])

    def halve(self) -> None:
        """Drop the worse half."""
        self.live = self._ranking()[: (len(self.live) + 1) // 2]

    def halve_to_afford(self, cost: float, left: float) -> None:
        """Drop the worse half as long as more than two cannot be tried at this cost each.

        ``left`` is what may still be spent, as a multiple of what has been.
        """
        while len(self.live) > 2 and cost * len(self.live) > left * self.trials:
            self.halve()

    def drop_hopeless(self) -> None:
        """Drop candidates that are clearly worse than the best, deal by deal."""
        if len(self._blocks[self.live[0]]) < FEWEST_BLOCKS:
            return
        best = self._ranking()[0]
        self.live = [
            candidate
            for candidate in self.live
            if candidate == best or not self._is_hopeless(candidate, best)
        ]

    def best(self) -> int:
        """Return the candidate to choose."""
        return self._ranking()[0]

    def weighed(self) -> list[tuple[int, tuple[float, float] | None]]:
        """Return all candidates, the best first, with the 95 % intervals of what they are worth.

        Those left come first. Without two blocks of trials there is no interval.
        """
        left = set(self.live)
        order = sorted(
            range(len(self._blocks)), key=lambda which: (which not in left, -self.worth(which))
        )
        return [(which, self._interval(which)) for which in order]

    def _interval(self, candidate: int) -> tuple[float, float] | None:
        blocks = self._blocks[candidate]
        if len(blocks) < 2:
            return None
        mean = sum(blocks) / len(blocks)
        spread = sum((block - mean) ** 2 for block in blocks) / (len(blocks) - 1)
        half = NORMAL_95 * sqrt(spread / len(blocks))
        return self.worth(candidate) - half, self.worth(candidate) + half

    def _ranking(self) -> list[int]:
        return sorted(self.live, key=lambda candidate: (-self.worth(candidate), candidate))

    def _is_hopeless(self, candidate: int, best: int) -> bool:
        behind = [
            leading - other
            for leading, other in zip(self._blocks[best], self._blocks[candidate], strict=True)
        ]
        mean = sum(behind) / len(behind)
        spread = sum((block - mean) ** 2 for block in behind) / (len(behind) - 1)
        return mean > CLEAR * sqrt(spread / len(behind))


class Phases:
    """The phases of trials: after each, the worse half of the candidates is dropped."""

    def __init__(self, trials: Trials) -> None:
        """Divide what may be spent evenly, so that one candidate is left at the end."""
        self._trials = trials
        self._count = max(1, ceil(log2(max(len(trials.live), 2))))
        self._next = 1

    def halve(self, spent: float) -> None:
        """Drop the worse half for each phase that ends with this part of the limit spent."""
        while self.are_due(spent):
            self._trials.halve()
            self._next += 1

    def are_due(self, spent: float) -> bool:
        """Return whether a phase ends with this part of the limit spent."""
        return spent >= self._next / self._count
