"""The value of the best turn, for the hand a seat holds and for hands it might have drawn.

The value is that of the value bot: points now, less danger, plus hope; in the card game it is in
Qwirkles. It depends on the hand and on what everybody at the table knows, and on nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from qwirkle.engine.advisor import Advisor
from qwirkle.engine.cards.solver import highest_value
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyView, Registry
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile

# Placements weighed closely, and about how many points behind the best they may be.
BREADTH = 16
SLACK = 7.0

Hand = Sequence[Tile]


class Outlook(Protocol):
    """Values of the turns of one seat in one game."""

    def see(self, view: Any) -> None:
        """Look at the game as it is now; it must be the seat's turn."""
        ...

    def values(self, hands: Sequence[Hand]) -> list[float]:
        """The value of the best turn with each of these hands; all have the seat's number."""
        ...

    def close(self) -> None:
        """Release all positions when the game is over."""
        ...


def outlook_for(view: AnyView) -> Outlook:
    """An outlook for the seat of a view, which has seen nothing yet."""
    return _OUTLOOKS.of(view)(view)


def best_value(view: AnyView) -> float:
    """The value of the best turn in a view, without what earlier turns showed."""
    outlook = outlook_for(view)
    outlook.see(view)
    found = outlook.values([view.hand])[0]
    outlook.close()
    return found


class TileOutlook:
    """The outlook in a placement game; between two players it remembers what turns showed."""

    def __init__(self, view: View) -> None:
        weights = weights_for(view.edition, len(view.players))
        self._advisor = Advisor(weights, slack=SLACK, breadth=BREADTH)

    def see(self, view: View) -> None:
        """Look at the game as it is now."""
        self._advisor.see(view)

    def values(self, hands: Sequence[Hand]) -> list[float]:
        """The value of the best turn with each of these hands."""
        return self._advisor.values(hands)

    def close(self) -> None:
        """Release the position to other advisors."""
        self._advisor.close()


class CardOutlook:
    """The outlook in a card game."""

    def __init__(self, view: CardsView) -> None:
        self._view = view

    def see(self, view: CardsView) -> None:
        """Look at the game as it is now."""
        self._view = view

    def values(self, hands: Sequence[Hand]) -> list[float]:
        """The value of the best turn with each of these hands."""
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
        """Nothing is held."""


_OUTLOOKS = Registry[Callable[..., Outlook]](placement=TileOutlook, cards=CardOutlook)
