"""The events of a placement game, as frozen values: a game is the fold of its events.

Private fields are None in what ``seen_by`` returns for another seat. Such an event is built from
what the seat may know; nothing is ever cut out of a copy.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from qwirkle.rules import events
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.events import kebab, own_hand
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.scoring import Line
from qwirkle.rules.placement.state import Ending, Piece
from qwirkle.rules.tiles import Tile


class Event(events.Event, frozen=True, tag_field="event", tag=kebab):
    """Something that happened in a placement game."""

    family: ClassVar[Literal["placement"]] = "placement"


class GameBegan(Event, events.GameBegan[Edition], frozen=True):
    """The players sat down to a game."""


class SeatSetUp(msgspec.Struct, frozen=True):
    """The public part of a seat in a position."""

    tiles: int
    score: int
    tokens: int
    actions: tuple[Action, ...]


class PositionSetUp(Event, frozen=True):
    """The game begins in the middle, in a position that somebody entered."""

    board: tuple[Placed, ...]
    players: tuple[SeatSetUp, ...]
    bag: int
    stars_left: tuple[Cell, ...]
    seat: int | None
    """The seat whose turn it is."""
    opening_tiles: int
    used: Action | None
    taken: Placed | None
    hands: tuple[tuple[Tile, ...] | None, ...]
    """By seat; None for a hand that the reader may not see."""
    pile: tuple[Piece, ...] | None

    def seen_by(self, seat: int | None) -> PositionSetUp:
        """Return the event with only the seat's own hand and without the order of the bag."""
        return PositionSetUp(
            board=self.board,
            players=self.players,
            bag=self.bag,
            stars_left=self.stars_left,
            seat=self.seat,
            opening_tiles=self.opening_tiles,
            used=self.used,
            taken=self.taken,
            hands=own_hand(self.hands, seat),
            pile=None,
        )


class BagFilled(Event, frozen=True):
    """All tiles were shuffled into the bag. Only the dealer knows their order."""

    count: int
    pile: tuple[Piece, ...] | None

    def seen_by(self, seat: int | None) -> BagFilled:  # noqa: ARG002
        """Return the event without the order of the bag, which nobody sees."""
        return BagFilled(self.count, None)


class TableLaid(Event, frozen=True):
    """The first tiles of the bag went face up on the black squares (K-BOARD-1)."""

    tiles: tuple[Placed, ...]


class Drew(Event, events.Drew, frozen=True):
    """A seat drew the first tiles of the bag."""

    tiles: tuple[Tile, ...] | None

    def seen_by(self, seat: int | None) -> Drew:
        """Return the event, without the tiles unless the seat is the one that drew them."""
        return Drew(self.seat, self.count, self.tiles if seat == self.seat else None)


class SpecialShown(Event, frozen=True):
    """A seat drew a special tile, and everyone gets its action tile (M-DRAW-1)."""

    seat: int
    action: Action


class ActionsHandedOut(Event, frozen=True):
    """Everyone got action tiles at the start (M-VAR-2)."""

    actions: tuple[Action, ...]


class StarterFound(Event, events.StarterFound, frozen=True):
    """The players compared their largest sets; one of them starts (Q-START-2, Q-START-3)."""

    opening_tiles: int


class TurnBegan(Event, events.TurnBegan, frozen=True):
    """It is this seat's turn."""


class Took(Event, frozen=True):
    """A seat took a tile from the table to its hand."""

    seat: int
    tile: Placed


class DrewThree(Event, frozen=True):
    """A seat used its draw-three action tile; the draws follow."""

    seat: int


class TilesPlaced(Event, frozen=True):
    """A seat placed tiles and scored."""

    seat: int
    tiles: tuple[Placed, ...]
    lines: tuple[Line, ...]
    bonus: int
    points: int


class TokensWon(Event, frozen=True):
    """The placement covered star squares that still had their tokens (S-STAR-1)."""

    seat: int
    cells: tuple[Cell, ...]


class PutAside(Event, frozen=True):
    """A seat put tiles aside to trade them."""

    seat: int
    count: int
    tiles: tuple[Tile, ...] | None

    def seen_by(self, seat: int | None) -> PutAside:
        """Return the event, without the tiles unless they are the seat's: they stay face down."""
        return PutAside(self.seat, self.count, self.tiles if seat == self.seat else None)


class GivenBack(Event, frozen=True):
    """The tiles put aside went back; ``pile`` is the bag after that."""

    seat: int
    count: int
    pile: tuple[Piece, ...] | None

    def seen_by(self, seat: int | None) -> GivenBack:  # noqa: ARG002
        """Return the event without the order of the bag, which nobody sees."""
        return GivenBack(self.seat, self.count, None)


class Passed(Event, events.Passed, frozen=True):
    """A seat could do nothing."""


class WentOut(Event, frozen=True):
    """A seat ran out of tiles first, with nothing left to draw (Q-SCORE-4)."""

    seat: int
    points: int


class GameEnded(Event, events.GameEnded[Ending], frozen=True):
    """The game is over."""


AnyEvent = (
    GameBegan
    | PositionSetUp
    | BagFilled
    | TableLaid
    | Drew
    | SpecialShown
    | ActionsHandedOut
    | StarterFound
    | TurnBegan
    | Took
    | DrewThree
    | TilesPlaced
    | TokensWon
    | PutAside
    | GivenBack
    | Passed
    | WentOut
    | GameEnded
)
