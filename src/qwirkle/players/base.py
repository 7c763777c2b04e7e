"""The base class of every bot: given what its seat may know, it returns a turn."""

from __future__ import annotations

from typing import overload

import msgspec

from qwirkle.errors import BotError
from qwirkle.rules.cards.turns import Turn as CardsTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import AnyEdition, AnyTurn, AnyView
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View


class Fault(msgspec.Struct, frozen=True):
    """A kind of fault that costs a bot turns: how often it happened, and when first."""

    kind: str
    count: int
    first: str
    """The fault in words: a sentence without its full stop."""


class LostTurn(msgspec.Struct, frozen=True):
    """A turn that a program lost: why, and the lines that were exchanged."""

    bot: str
    """The command of the program."""
    turn: int
    """Turns played before it."""
    fault: str
    question: str | None
    """None if the program could not be asked."""
    answer: str | None
    """None if there was none; only the beginning of a long one."""


class Weighed(msgspec.Struct, frozen=True):
    """A turn that a bot has weighed."""

    turn: AnyTurn
    value: float
    """What the turn is worth to the bot: points, in the card game Qwirkles."""
    ci95: tuple[float, float] | None
    """The 95 % interval of the value; None if too little was tried."""


def add_fault(faults: tuple[Fault, ...], fault: Fault) -> tuple[Fault, ...]:
    """Return the faults with one more; those of a kind are counted together."""
    for at, known in enumerate(faults):
        if known.kind == fault.kind:
            sum_of = msgspec.structs.replace(known, count=known.count + fault.count)
            return (*faults[:at], sum_of, *faults[at + 1 :])
    return (*faults, fault)


class Bot:
    """A player. A subclass implements how it plays tiles, cards, or both.

    A bot in this process never loses a turn; a program may.
    """

    lost_turns = 0
    faults: tuple[Fault, ...] = ()
    """Every kind of fault, in the order in which they first happened."""
    last_fault: str | None = None
    """The reason for the last lost turn, as a sentence."""
    transcript: tuple[LostTurn, ...] = ()
    """The turns that it lost after it was asked."""

    @overload
    def choose(self, view: View) -> Turn: ...
    @overload
    def choose(self, view: CardsView) -> CardsTurn: ...
    @overload
    def choose(self, view: AnyView) -> AnyTurn: ...
    def choose(self, view: AnyView) -> AnyTurn:
        """Return a legal turn for the seat of the view, whose turn it must be."""
        seat_to_move(view)
        return self.play_tiles(view) if isinstance(view, View) else self.play_cards(view)

    def knows(self, rules: AnyEdition) -> bool:
        """Return whether this bot plays that game."""
        kind = type(self)
        if kind.choose is not Bot.choose:
            return True
        if isinstance(rules, Edition):
            return kind.play_tiles is not Bot.play_tiles
        return kind.play_cards is not Bot.play_cards

    def watch(self, view: AnyView) -> None:
        """Learn from an earlier turn of this seat, as if the bot had been asked then. Most do not.

        A bot that has watched every earlier turn plays like one that has played them itself.
        """
        if isinstance(view, View):  # everything that cards reveal is on the table
            self.watch_tiles(view)

    def watch_tiles(self, view: View) -> None:
        """Learn from an earlier turn of a placement game."""

    def weighed(self) -> list[Weighed]:
        """Return the turns that were weighed for the last choice, the best first.

        Most bots do not tell. To be asked before the bot rests, watches or chooses again.
        """
        return []

    def rest(self) -> None:
        """Release what can be rebuilt at the next turn; what was learned stays."""

    def learned(self) -> bytes:
        """Return what the bot has learned from the turns of the others. Most learn nothing."""
        return b""

    def recall(self, learned: bytes, view: AnyView) -> None:
        """Continue with what a bot of the same spec has learned on this seat before the view."""

    def close(self) -> None:
        """Release what the bot holds, when the game is over. Most bots hold nothing."""

    def play_tiles(self, view: View) -> Turn:
        """Return a turn of a placement game."""
        raise BotError(f"this bot does not play {view.game}")

    def play_cards(self, view: CardsView) -> CardsTurn:
        """Return a turn of the card game."""
        raise BotError(f"this bot does not play {view.game}")


def seat_to_move(view: AnyView) -> int:
    """Return the seat of the view; BotError unless it is that seat's turn."""
    if not isinstance(view, AnyView):
        raise TypeError(f"a bot needs a view, such as game.view(game.to_move), not {view!r}")
    if view.seat is None or view.turn != view.seat:
        raise BotError("a bot is asked only when it is its turn")
    return view.seat
