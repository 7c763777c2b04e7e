"""The events of a card game, as frozen values: a game is the fold of its events.

Private fields are None in what ``seen_by`` returns for another seat. Such an event is built from
what the seat may know; nothing is ever cut out of a copy.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from qwirkle.rules import events
from qwirkle.rules.cards.state import Ending
from qwirkle.rules.cards.switching import Switch
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.events import kebab, own_hand
from qwirkle.rules.tiles import Tile


def _tag(name: str) -> str:
    """Return the tag of an event; its prefix keeps the two families apart in one store."""
    return f"cards.{kebab(name)}"


class Event(events.Event, frozen=True, tag_field="event", tag=_tag):
    """Something that happened in a card game."""

    family: ClassVar[Literal["cards"]] = "cards"


class GameBegan(Event, events.GameBegan[Edition], frozen=True):
    """The players sat down to a game."""


class SeatSetUp(msgspec.Struct, frozen=True):
    """The public part of a seat in a position."""

    cards: int
    qwirkles: tuple[CardSet, ...]


class PositionSetUp(Event, frozen=True):
    """The game begins in the middle, in a position that somebody entered."""

    table: tuple[CardSet, ...]
    players: tuple[SeatSetUp, ...]
    count: int
    seat: int | None
    """The seat whose turn it is."""
    opening_cards: int
    turns_left: int | None
    hands: tuple[tuple[Tile, ...] | None, ...]
    """By seat; None for a hand that the reader may not see."""
    deck: tuple[Tile, ...] | None

    def seen_by(self, seat: int | None) -> PositionSetUp:
        """Return the event with only the seat's own hand and without the order of the deck."""
        return PositionSetUp(
            table=self.table,
            players=self.players,
            count=self.count,
            seat=self.seat,
            opening_cards=self.opening_cards,
            turns_left=self.turns_left,
            hands=own_hand(self.hands, seat),
            deck=None,
        )


class DeckShuffled(Event, frozen=True):
    """All cards were shuffled, including those dealt earlier. Only the dealer knows the order."""

    count: int
    deck: tuple[Tile, ...] | None

    def seen_by(self, seat: int | None) -> DeckShuffled:  # noqa: ARG002
        """Return the event without the order of the deck, which nobody sees."""
        return DeckShuffled(self.count, None)


class Drew(Event, events.Drew, frozen=True):
    """A seat drew the first cards of the deck."""

    cards: tuple[Tile, ...] | None

    def seen_by(self, seat: int | None) -> Drew:
        """Return the event, without the cards unless the seat is the one that drew them."""
        return Drew(self.seat, self.count, self.cards if seat == self.seat else None)


class NobodyCouldStart(Event, frozen=True):
    """No hand held a set of three, so the cards are dealt again (C-START-1)."""

    sets: tuple[int, ...]


class StarterFound(Event, events.StarterFound, frozen=True):
    """The players compared their largest sets; one of them starts (C-START-1)."""

    opening_cards: int


class TurnBegan(Event, events.TurnBegan, frozen=True):
    """It is this seat's turn."""


class CardsPlayed(Event, frozen=True):
    """A seat played cards; ``after`` is the table then, new Qwirkles still in place."""

    seat: int
    played: tuple[Tile, ...]
    after: tuple[CardSet, ...]
    switches: tuple[Switch, ...]


class QwirklesTaken(Event, frozen=True):
    """The turn ended: sets of six went from the table to the player who made them (C-QW-1)."""

    seat: int
    sets: tuple[CardSet, ...]


class HandReturned(Event, frozen=True):
    """A seat could not play: its hand was shuffled into the deck, which is ``deck`` now (A15)."""

    seat: int
    count: int
    deck: tuple[Tile, ...] | None

    def seen_by(self, seat: int | None) -> HandReturned:  # noqa: ARG002
        """Return the event without the order of the deck, which nobody sees."""
        return HandReturned(self.seat, self.count, None)


class LastRoundBegan(Event, frozen=True):
    """A seat drew the last card: everyone has one more turn, that seat last (C-END-1)."""

    seat: int
    turns: int


class Passed(Event, events.Passed, frozen=True):
    """A seat could not play, and there was nothing to exchange with (A15)."""


class GameEnded(Event, events.GameEnded[Ending], frozen=True):
    """The game is over."""


AnyEvent = (
    GameBegan
    | PositionSetUp
    | DeckShuffled
    | Drew
    | NobodyCouldStart
    | StarterFound
    | TurnBegan
    | CardsPlayed
    | QwirklesTaken
    | HandReturned
    | LastRoundBegan
    | Passed
    | GameEnded
)
