"""What every bot is: given what its seat may know, it returns a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from qwirkle.errors import BotError
from qwirkle.rules.cards.edition import Edition as CardsEdition
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyEdition, AnyTurn, AnyView, Registry
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View


class Bot:
    """A player. A kind of bot says how it plays tiles, cards, or both.

    A bot in this process never loses a turn; one that is a program of its own may.
    """

    lost_turns = 0
    last_fault: str | None = None
    """Why the last lost turn was lost, as a sentence."""

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

    def knows(self, rules: AnyEdition) -> bool:
        """Whether this bot plays that game."""
        if isinstance(rules, CardsEdition):
            return type(self).play_cards is not Bot.play_cards
        return type(self).play_tiles is not Bot.play_tiles

    def watch(self, view: AnyView) -> None:
        """Learn from an earlier turn of this seat, as if it had been asked then. Most bots do not.

        A bot that has watched every earlier turn plays as one that has played them itself.
        """
        _WATCH.of(view)(self, view)

    def watch_tiles(self, view: View) -> None:
        """Learn from an earlier turn of a placement game."""

    def rest(self) -> None:
        """Let go of what can be made again at the next turn; what was learned stays."""

    def close(self) -> None:
        """Let go of what the bot holds, when the game is over. Most bots hold nothing."""

    def play_tiles(self, view: View) -> Turn:
        """A turn of a placement game."""
        raise BotError(f"this bot does not play {view.game}")

    def play_cards(self, view: CardsView) -> CardTurn:
        """A turn of the card game."""
        raise BotError(f"this bot does not play {view.game}")


_WATCH = Registry[Callable[[Bot, Any], None]](
    placement=lambda bot, view: bot.watch_tiles(view),
    cards=lambda bot, view: None,  # noqa: ARG005 - what cards show is on the table
)
