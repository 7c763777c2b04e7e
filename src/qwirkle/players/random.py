"""The random bot: any legal placement or choice of cards, all equally likely."""

from __future__ import annotations

from qwirkle.engine.candidates import candidates
from qwirkle.players.actions import random_extra
from qwirkle.players.base import Bot
from qwirkle.players.cards import random_turn
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.placement.turns import Place, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass


class RandomBot(Bot):
    """A bot that plays when it can, and trades a random part of its hand when it cannot."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def play_cards(self, view: CardsView) -> CardTurn:
        """Return a random choice of cards."""
        return random_turn(view, self.chance)

    def play_tiles(self, view: View) -> Turn:
        """Return a random turn."""
        if (extra := random_extra(view, self.chance)) is not None:
            return extra
        # Sorted, so that a seed plays the same in whatever order the core finds them.
        moves = candidates(view.board, view.hand, view.demands())
        if moves:
            return Place(moves[self.chance.below(len(moves))].tiles)
        most = min(len(view.hand), view.bag, view.edition.trading.most)
        if most:
            count = 1 + self.chance.below(most)
            return Trade(tuple(self.chance.sample(view.hand, count)))
        return Pass()
