"""The value bot: weighs what a turn brings against what it leaves to the others."""

from __future__ import annotations

from qwirkle.engine.mind import Advice, Mind
from qwirkle.players.cards import thinking_turn
from qwirkle.players.chance import Chance
from qwirkle.players.seat import Bot
from qwirkle.players.weights import weights_for
from qwirkle.rules.cards.turns import CardTurn
from qwirkle.rules.cards.view import CardsView
from qwirkle.rules.turns import Action, DrawThree, Pass, Place, Take, Trade, Turn
from qwirkle.rules.view import View

# Placements that are tried in the ending of two players: less than a millisecond.
ENDING_NODES = 1000
# And for a bot that takes its time: about a tenth of a second.
STRONG_ENDING_NODES = 200_000


class ValueBot(Bot):
    """The turn of the highest value: points now, less danger, plus hope."""

    def __init__(self, chance: Chance, ending_nodes: int = ENDING_NODES) -> None:
        self._chance = chance
        self._ending_nodes = ending_nodes
        self._mind: Mind | None = None

    def play_cards(self, view: CardsView) -> CardTurn:
        """The turn of the highest value."""
        return thinking_turn(view, self._chance)

    def play_tiles(self, view: View) -> Turn:
        """The turn of the highest value."""
        mind = self.mind(view)
        mind.see(view)
        return turn_of(mind.advise(), view, self._chance)

    def close(self) -> None:
        """Let another bot use what the mind was made of."""
        if self._mind is not None:
            self._mind.close()
            self._mind = None

    def mind(self, view: View) -> Mind:
        """The mind of this bot; a bot plays one game."""
        if self._mind is None:
            weights = weights_for(view.edition, len(view.players))
            self._mind = Mind(weights, self._ending_nodes)
        return self._mind


def turn_of(advice: Advice, view: View, chance: Chance) -> Turn:
    """The turn a mind advises; with nothing to place, as much as may be is traded."""
    if advice.extra is Action.DRAW_THREE:
        return DrawThree()
    if advice.take is not None:
        return Take(advice.take)
    if advice.move is not None:
        return Place(advice.move.tiles)
    return turn_without_placing(view, chance)


def turn_without_placing(view: View, chance: Chance) -> Turn:
    """What is left when nothing can be placed: trade as much as may be, or pass."""
    count = min(len(view.hand), view.bag, view.edition.trading.most)
    if count:
        return Trade(tuple(chance.sample(view.hand, count)))
    return Pass()
