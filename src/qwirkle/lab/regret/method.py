"""The method of annotating positions: which turns are tried, and on how many deals."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.analysis.judge.verdict import Plan


class Method(NamedTuple):
    """The effort spent on the turns of a position."""

    plan: Plan
    deals: int
    """Deals on which all turns are tried."""
    close_deals: int
    """Deals for the best ones by value."""
    close: int
    """How many of the best ones by value are tried on more deals."""
    every_deal_for_all: bool = True
    """Whether every deal, where all can be listed, is tried for all turns, or only for these."""
    every_ending: int = 10_000
    """Placements tried to solve each ending where all deals are tried."""

    def description(self) -> dict[str, int]:
        """Return the numbers that the file of the positions records."""
        numbers = {
            "candidates": self.plan.candidates,
            "selecting": self.plan.selecting,
            "deals": self.deals,
            "close": self.close,
            "close_deals": self.close_deals,
        }
        if self == METHOD:
            return numbers
        return {
            **numbers,
            "to_the_end": self.plan.late_bag,
            "ending": self.plan.ending,
            "every_ending": self.every_ending,
        }


METHOD = Method(Plan(candidates=12, selecting=16), deals=16, close_deals=96, close=8)
LATE_BAG = 19
"""The largest bag of a late position."""
LATE = Method(
    Plan(candidates=10, selecting=8, late_bag=LATE_BAG),
    deals=6,
    close_deals=32,
    close=6,
    every_deal_for_all=False,
    every_ending=2_000,
)
"""The method for late positions: games are played to their end by value on both sides."""
