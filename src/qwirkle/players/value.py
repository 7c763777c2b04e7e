"""The value bot: weighs what a turn brings against what it leaves to the others."""

from __future__ import annotations

from qwirkle.players.cards import thinking_turn
from qwirkle.players.chance import Chance
from qwirkle.players.seat import Bot
from qwirkle.rules.cards.turns import CardTurn
from qwirkle.rules.cards.view import CardsView


class ValueBot(Bot):
    """Plays the card game: Qwirkles, less the danger it leaves, plus the hope it keeps."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def play_cards(self, view: CardsView) -> CardTurn:
        """The turn of the highest value."""
        return thinking_turn(view, self._chance)
