"""The value of the best turn, for the hand a seat holds and for hands it might have drawn.

The value is that of the value bot: points now, minus what it gives away, plus what it keeps; in
the card game it is in Qwirkles. It depends only on the hand and on public knowledge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

from qwirkle.engine.advisor import Advisor
from qwirkle.engine.cards.solver import highest_value
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile

# Placements weighed closely, and about how many points behind the best they may be.
BREADTH = 16
SLACK = 7.0

Hand = Sequence[Tile]
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Outlook(Protocol[ViewT_contra]):
    """The values of the turns of one seat in one game."""

    def see(self, view: ViewT_contra) -> None:
        """Load the current game; it must be the seat's turn."""
        ...

    def values(self, hands: Sequence[Hand]) -> list[float]:
        """Return the value of the best turn with each of these hands, all of the seat's size."""
        ...

    def close(self) -> None:
        """Release all positions when the game is over."""
        ...


class TileOutlook:
    """The outlook in a placement game; between two players it remembers what turns revealed."""

    def __init__(self, view: View) -> None:
        weights = weights_for(view.edition, len(view.players))
        self._advisor = Advisor(weights, slack=SLACK, breadth=BREADTH)

    def see(self, view: View) -> None:
        """Load the current game."""
        self._advisor.see(view)

    def values(self, hands: Sequence[Hand]) -> list[float]:
        """Return the value of the best turn with each of these hands."""
        return self._advisor.values(hands)

    def close(self) -> None:
        """Release the position to other advisors."""
        self._advisor.close()


class CardOutlook:
    """The outlook in a card game."""

    def __init__(self, view: CardsView) -> None:
        self._view = view

    def see(self, view: CardsView) -> None:
        """Load the current game."""
        self._view = view

    def values(self, hands: Sequence[Hand]) -> list[float]:
        """Return the value of the best turn with each of these hands."""
        view = self._view
        seat, count = view.seat or 0, len(view.players)
        others = [view.players[(seat + step) % count].cards for step in range(1, count)]
        hidden = view.unseen() + Counter(view.hand)
        return [
            highest_value(
                view.table,
                hand,
                hidden - Counter(hand),
                hands=others,
                deck=view.deck,
                turns_left=view.turns_left,
            )
            for hand in hands
        ]

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
