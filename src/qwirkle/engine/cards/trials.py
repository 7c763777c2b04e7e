"""Trials of the turns of the card game: tiles in, tiles out.

The best turns by value are carried out on deals of the cards that their seat cannot see; after
each, everybody plays one round. ``play.py`` does that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qwirkle.engine.cards.play import TurnSearch
from qwirkle.engine.cards.solver import Laying, lay_out
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.tiles import KINDS, Tile

# As many as a search can hold, with a turn added for comparison.
MOST = 14
# Turns this many Qwirkles behind by value are not tried.
CLOSE = 0.8


class TurnTrials:
    """The turns of one position that may be the best, and trials of them.

    Where nothing is left to chance there is one such turn; where no card can be played, none.
    """

    def __init__(
        self,
        table: Sequence[CardSet],
        hand: Sequence[Tile],
        unseen: Counter[Tile],
        *,
        hands: Sequence[int],
        deck: int,
        turns_left: int | None,
    ) -> None:
        """Set up a position; the arguments are those of ``solver.most_valuable_turn``."""
        self._table = table
        self._hands = hands
        self._search = TurnSearch()
        self._search.set_up(
            _counts([card for cards in table for card in cards]),
            _counts(hand),
            [unseen[kind] for kind in KINDS],
            other_hand=hands[0],
            deck=deck,
            turns_left=turns_left or 0,
            players=1 + len(hands),
        )
        found = self._search.find_candidates(MOST)
        self._found = [turn for turn in found if turn[2] > found[0][2] - CLOSE]
        self.values = [value for _, _, value in self._found]
        """The values of the turns, the best first."""
        self.numbers_per_deal = self._search.numbers_per_deal(hands)
        """The random numbers of 32 bits that a deal needs; 0 if no card is hidden."""

    def run(self, live: Sequence[int], numbers: Sequence[int]) -> list[float]:
        """Try these turns on as many deals as the numbers suffice for; return their sums."""
        return self._search.run_deals(live, self._hands, numbers)

    def laying(self, which: int) -> Laying:
        """Return one of the turns as it can be carried out."""
        laid, made, _ = self._found[which]
        return lay_out(self._table, laid, made)


def _counts(cards: Sequence[Tile]) -> list[int]:
    counts = [0] * len(KINDS)
    for card in cards:
        counts[card.index] += 1
    return counts
