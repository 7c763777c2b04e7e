"""The state of a card game: everything the dealer knows. Players receive a view of it."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from qwirkle.rules.cards.switching import Switch
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.tiles import Tile
from qwirkle.rules.winning import GameResult

Ending = Literal["last-round", "no-progress"]


class Seat(msgspec.Struct, frozen=True):
    """A player, their cards and their Qwirkles."""

    name: str
    hand: tuple[Tile, ...] = ()
    qwirkles: tuple[CardSet, ...] = ()
    """The Qwirkles they have made, visible to everyone (C-QW-1)."""


class LastTurn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn, as everyone at the table saw it."""

    seat: int
    before: tuple[CardSet, ...] = ()
    played: tuple[Tile, ...] = ()
    after: tuple[CardSet, ...] = ()
    """All sets before the Qwirkles among them were taken."""
    switches: tuple[Switch, ...] = ()
    qwirkles: tuple[CardSet, ...] = ()
    drew: int = 0
    exchanged: bool = False
    passed: bool = False


class Result(GameResult[Ending], frozen=True):
    """The result of a game; ``scores`` counts Qwirkles. Several winners share the win (C-WIN-1)."""


class State(msgspec.Struct, frozen=True):
    """A card game at one moment; the fold of its events."""

    family: ClassVar[Literal["cards"]] = "cards"

    edition: Edition
    seats: tuple[Seat, ...]
    ages: tuple[int, ...] | None = None
    table: tuple[CardSet, ...] = ()
    deck: tuple[Tile, ...] = ()
    """The next card to draw comes first."""
    seq: int = 0
    turn: int | None = None
    turns_played: int = 0
    opening_cards: int = 0
    """The size of the set the first turn must play; 0 if there is no such rule."""
    turns_left: int | None = None
    """Turns until the end of the last round; None before it begins (C-END-1)."""
    idle: int = 0
    """Turns since a card was last played (A15)."""
    doing: LastTurn | None = None
    last: LastTurn | None = None
    result: Result | None = None

    @property
    def undrawn(self) -> tuple[Tile, ...]:
        """The cards left to draw, the next one first."""
        return self.deck

    @property
    def is_turn_begun(self) -> bool:
        """Whether the seat to move has already acted; never: a turn is a single act here."""
        return False
