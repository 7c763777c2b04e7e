"""The greedy bot: the most points now, nothing else. All others are measured against it."""

from __future__ import annotations

from qwirkle.engine.candidates import candidates
from qwirkle.players.actions import greedy_extra, trade_or_pass
from qwirkle.players.base import Bot
from qwirkle.players.cards import greedy_turn
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View


class GreedyBot(Bot):
    """A bot that makes the placement with the most points; among equals it draws lots."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def play_cards(self, view: CardsView) -> CardTurn:
        """Return the turn with the most Qwirkles."""
        return greedy_turn(view)

    def play_tiles(self, view: View) -> Turn:
        """Return the turn with the most points."""
        if (extra := greedy_extra(view)) is not None:
            return extra
        # Sorted, so that a seed plays the same in whatever order the core finds them.
        equals = candidates(view.board, view.hand, view.demands(), best_only=True)
        if equals:
            return Place(equals[self.chance.below(len(equals))].tiles)
        return trade_or_pass(view, self.chance)
