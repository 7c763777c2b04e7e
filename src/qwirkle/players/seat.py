"""What every bot is: given what its seat may know, it returns a turn."""

from __future__ import annotations

from typing import overload

from qwirkle.errors import BotError
from qwirkle.rules.cards.edition import CardsEdition
from qwirkle.rules.cards.turns import CardTurn
from qwirkle.rules.cards.view import CardsView
from qwirkle.rules.games import AnyEdition, AnyTurn, AnyView
from qwirkle.rules.turns import Turn
from qwirkle.rules.view import View


class Bot:
    """A player. A kind of bot says how it plays tiles, cards, or both."""

    @overload
    def choose(self, view: View) -> Turn: ...
    @overload
    def choose(self, view: CardsView) -> CardTurn: ...
    @overload
    def choose(self, view: AnyView) -> AnyTurn: ...
    def choose(self, view: AnyView) -> AnyTurn:
        """A legal turn for the seat of the view, whose turn it must be."""
        if view.seat is None or view.turn != view.seat:
            raise BotError("a bot is asked only when it is its turn")
        return self.play_cards(view) if isinstance(view, CardsView) else self.play_tiles(view)

    @classmethod
    def knows(cls, rules: AnyEdition) -> bool:
        """Whether this kind of bot plays that kind of game."""
        if isinstance(rules, CardsEdition):
            return cls.play_cards is not Bot.play_cards
        return cls.play_tiles is not Bot.play_tiles

    def play_tiles(self, view: View) -> Turn:
        """A turn of a placement game."""
        raise BotError(f"this bot does not play {view.game}")

    def play_cards(self, view: CardsView) -> CardTurn:
        """A turn of the card game."""
        raise BotError(f"this bot does not play {view.game}")
