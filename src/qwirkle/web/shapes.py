"""Shapes of what is sent as plain JSON, for the schema alone: here games and turns.

The service writes these by hand, so that a new field tells nothing before somebody thought about
it; here they have names and types. Nothing is made of these classes: tests hold them equal to what
is really sent.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from qwirkle.rules.cards.switching import Switch
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.placement.referee import Line

TileCode = str
CellSeen = tuple[int, int]
PlacedSeen = tuple[int, int, TileCode]
SetSeen = list[TileCode]


class Shape(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Has these fields and no others."""


# Turns


class PlaceTurn(Shape):
    """Tiles to be placed, after taking one from the table where that is said."""

    place: list[PlacedSeen]
    take: CellSeen | UnsetType = UNSET


class TradeTurn(Shape):
    """Tiles to be traded."""

    trade: list[TileCode]
    take: CellSeen | UnsetType = UNSET


class PassTurn(Shape):
    """Nothing can be done."""

    pass_: Literal[True] = msgspec.field(name="pass")
    take: CellSeen | UnsetType = UNSET


class TakeTurn(Shape):
    """A tile is taken from the table; the turn goes on."""

    take: CellSeen


class DrawThreeTurn(Shape):
    """Three tiles are drawn; the turn goes on."""

    draw3: Literal[True]


class CardsTurn(Shape):
    """All sets as they lie after playing cards."""

    after: list[SetSeen]


class ExchangeTurn(Shape):
    """A new hand of cards."""

    exchange: Literal[True]


TURNS = (PlaceTurn, TradeTurn, PassTurn, TakeTurn, DrawThreeTurn, CardsTurn, ExchangeTurn)


# Games


class TilesPlayer(Shape):
    """What everybody knows of a player."""

    name: str
    score: int
    tiles: int
    tokens: int
    actions: list[str]


class TilesLast(Shape):
    """The last turn, as everybody saw it."""

    seat: int
    points: int
    placed: list[PlacedSeen] | UnsetType = UNSET
    lines: list[Line] | UnsetType = UNSET
    bonus: int | UnsetType = UNSET
    traded: int | UnsetType = UNSET
    passed: bool | UnsetType = UNSET
    took: PlacedSeen | UnsetType = UNSET
    drew_three: bool | UnsetType = UNSET
    stars: list[CellSeen] | UnsetType = UNSET


class GameResult(Shape):
    """How a game ended; several winners share the win."""

    ending: str
    winners: list[int]
    scores: list[int]


class SquaresLeft(Shape):
    """What is printed on a board, and which stars still have their token; empty without an edge."""

    width: int | UnsetType = UNSET
    height: int | UnsetType = UNSET
    one: list[CellSeen] | UnsetType = msgspec.field(name="1", default=UNSET)
    two: list[CellSeen] | UnsetType = msgspec.field(name="2", default=UNSET)
    star: list[CellSeen] | UnsetType = UNSET
    centre: list[CellSeen] | UnsetType = UNSET
    black: list[CellSeen] | UnsetType = UNSET
    stars_left: list[CellSeen] | UnsetType = UNSET


class TilesGame(Shape):
    """A placement game as a seat or a spectator sees it."""

    game: str
    options: dict[str, OptionValue]
    board: list[PlacedSeen]
    squares: SquaresLeft
    seat: int | None
    seq: int
    hand: list[TileCode]
    """Empty for everybody at a table: own hands are in ``you``."""
    players: list[TilesPlayer]
    bag: int
    turn: int | None
    opening_tiles: int
    used: str | None
    taken: PlacedSeen | None
    last: TilesLast | None
    result: GameResult | None


class CardsPlayer(Shape):
    """What everybody knows of a player; the score counts Qwirkles."""

    name: str
    score: int
    cards: int
    qwirkles: list[SetSeen]


class CardsLast(Shape):
    """The last turn, as everybody saw it."""

    seat: int
    before: list[SetSeen] | UnsetType = UNSET
    played: list[TileCode] | UnsetType = UNSET
    after: list[SetSeen] | UnsetType = UNSET
    switches: list[Switch] | UnsetType = UNSET
    qwirkles: list[SetSeen] | UnsetType = UNSET
    drew: int | UnsetType = UNSET
    exchanged: bool | UnsetType = UNSET
    passed: bool | UnsetType = UNSET


class CardsGame(Shape):
    """The card game as a seat or a spectator sees it."""

    game: str
    options: dict[str, OptionValue]
    seat: int | None
    seq: int
    table: list[SetSeen]
    hand: list[TileCode]
    """Empty for everybody at a table: own hands are in ``you``."""
    players: list[CardsPlayer]
    deck: int
    turn: int | None
    opening_cards: int
    turns_left: int | None
    last: CardsLast | None
    result: GameResult | None
