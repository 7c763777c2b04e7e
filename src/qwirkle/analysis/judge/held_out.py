"""Trials on deals that selected no turn, so their estimate for the best turn is unbiased."""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.analysis.judge.placement import Candidates, Judge
from qwirkle.analysis.judge.trials import Difference, difference
from qwirkle.analysis.judge.verdict import Considered, Plan
from qwirkle.engine.every_deal import can_list_deals
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View

# The first of the deals that decide; those that select a turn have lower numbers.
HELD_OUT = 1_000_000
# Turns that are tried in one batch.
BATCH = 48
# Placements tried to solve each ending, where all deals are tried.
EVERY_ENDING = 10_000


class HeldOut:
    """A comparison of turns of a position with its best turn, all on the same deals."""

    def __init__(
        self,
        seen: View,
        best: Turn,
        seed: int,
        plan: Plan,
        *,
        every_ending: int = EVERY_ENDING,
    ) -> None:
        """Set up a comparison; ``every_ending`` is the effort where all deals are tried."""
        self.seen = seen
        self.best = best
        self._seed = seed
        self._plan = plan._replace(candidates=1)
        self._every_ending = every_ending

    def behind(self, others: Sequence[Turn], deals: int, start: int = HELD_OUT) -> list[Considered]:
        """Return how far these turns are behind the best one, on deals starting at a number."""
        return [
            found
            for first in range(0, len(others), BATCH)
            for found in self._batch(others[first : first + BATCH], deals, start)
        ]

    def _batch(self, others: Sequence[Turn], deals: int, start: int) -> list[Considered]:
        judge = Judge(self.seen.edition, len(self.seen.players), self._plan)
        try:
            with judge.candidates(self.seen, self._seed) as turns:
                best, *numbers = [turns.add(turn) for turn in (self.best, *others)]
                gaps = self.compare(turns, best, numbers, deals, start)
            return [turns.candidate(number, gap) for number, gap in zip(numbers, gaps, strict=True)]
        finally:
            judge.close()

    def compare(
        self, turns: Candidates, best: int, numbers: Sequence[int], deals: int, start: int
    ) -> list[Difference]:
        """Return how far candidates are behind the best one.

        If few tiles are in the bag, all deals are used, whichever are requested.
        """
        if can_list_deals(self.seen, self._plan.every_deal):
            first, *values = (
                turns.value_on_every_deal(number, self._every_ending) for number in (best, *numbers)
            )
            return [first.over(value) for value in values]
        mine, *results = turns.run([best, *numbers], start, deals)
        return [difference(mine, result) for result in results]
