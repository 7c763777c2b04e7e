"""Shapes of what is sent as plain JSON, for the schema alone: games, turns, events, the socket.

The service writes these by hand, so that a new field tells nothing before somebody thought about
it; here they have names and types. Nothing is made of these classes: tests hold them equal to what
is really sent.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from qwirkle.rules import events as tiles
from qwirkle.rules.cards import events as cards
from qwirkle.rules.cards.switching import Switch
from qwirkle.rules.editions import OptionValue
from qwirkle.rules.referee import Line
from qwirkle.service.table import events as e
from qwirkle.service.table.commands import Command
from qwirkle.service.table.seen import TableView, Told
from qwirkle.web.problems import Problem
from qwirkle.web.socket import Do, Look, Ping

TileCode = str
CellSeen = tuple[int, int]
PlacedSeen = tuple[int, int, TileCode]
SetSeen = list[TileCode]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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


# What happens


TILE_ACTS = (
    tiles.Drew,
    tiles.SpecialShown,
    tiles.TurnBegan,
    tiles.Took,
    tiles.DrewThree,
    tiles.TilesPlaced,
    tiles.TokensWon,
    tiles.PutAside,
    tiles.GivenBack,
    tiles.Passed,
    tiles.WentOut,
    tiles.GameEnded,
)
CARD_ACTS = (
    cards.Drew,
    cards.TurnBegan,
    cards.CardsPlayed,
    cards.QwirklesTaken,
    cards.HandReturned,
    cards.LastRoundBegan,
    cards.Passed,
    cards.GameEnded,
)
Act = (
    tiles.Drew
    | tiles.SpecialShown
    | tiles.TurnBegan
    | tiles.Took
    | tiles.DrewThree
    | tiles.TilesPlaced
    | tiles.TokensWon
    | tiles.PutAside
    | tiles.GivenBack
    | tiles.Passed
    | tiles.WentOut
    | tiles.GameEnded
    | cards.Drew
    | cards.TurnBegan
    | cards.CardsPlayed
    | cards.QwirklesTaken
    | cards.HandReturned
    | cards.LastRoundBegan
    | cards.Passed
    | cards.GameEnded
)
"""What can happen in a turn, as a spectator sees it."""


def _told(name: str) -> str:
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)
    return words[1:].removesuffix("-told")


class EventTold(Shape, frozen=True, tag_field="event", tag=_told):
    """An event in the words for everybody."""


class TableOpenedTold(EventTold):
    """Somebody opened the table."""


class SeatPlannedTold(EventTold):
    """The host said what a seat is for."""

    seat: int
    kind: str


class SeatTakenTold(EventTold):
    """Somebody sat down."""

    seat: int
    name: str


class SeatLeftTold(EventTold):
    """Somebody stood up."""

    seat: int


class GameStartedTold(EventTold):
    """The game began; bots are the seats they filled."""

    names: list[str]
    bots: list[int]


class TurnPlayedTold(EventTold):
    """A seat did something in the game."""

    seat: int
    by: e.By
    acts: list[Act]


class ClockWoundTold(EventTold):
    """Time was given back after an outage."""

    seat: int
    ms: int


class SeatOutTold(EventTold):
    """A seat is out of the game."""

    seat: int
    why: e.Why


class VoteCalledTold(EventTold):
    """Some seats called a vote."""

    about: e.About
    seats: list[int]
    gone: int | None


class VoteGivenTold(EventTold):
    """Some seats voted."""

    seats: list[int]
    agree: bool


class TableEndedTold(EventTold):
    """The table ended."""

    how: e.How
    winners: list[int]


class RematchOpenedTold(EventTold):
    """There is another table."""

    table: str


class ReactedTold(EventTold):
    """A gesture."""

    seat: int
    what: e.Reaction


class SeatsCarriedTold(EventTold):
    """Seats were carried to another device."""

    seats: list[int]


class RecoverySetTold(EventTold):
    """Nothing to show."""


class ResultKeptTold(EventTold):
    """Nothing to show."""


TableEvent = (
    TableOpenedTold
    | SeatPlannedTold
    | SeatTakenTold
    | SeatLeftTold
    | GameStartedTold
    | TurnPlayedTold
    | ClockWoundTold
    | SeatOutTold
    | VoteCalledTold
    | VoteGivenTold
    | TableEndedTold
    | RematchOpenedTold
    | ReactedTold
    | SeatsCarriedTold
    | RecoverySetTold
    | ResultKeptTold
)


# The socket


def _kind(name: str) -> str:
    return name.removesuffix("Message").lower()


class Message(Shape, frozen=True, tag_field="kind", tag=_kind):
    """What a socket sends."""


class ViewMessage(Message):
    """The whole table."""

    view: TableView


class ToldMessage(Message):
    """One event."""

    told: Told


class DoneMessage(Message):
    """A command was accepted, now or before."""

    id: str
    seq: int
    first: int


class RefusedMessage(Message):
    """A command, or something that was none (without an id), was refused."""

    id: str | None
    problem: Problem


class PongMessage(Message):
    """Somebody is there."""

    n: int


class PresentMessage(Message):
    """Who is connected."""

    seats: list[int]
    watching: int


SocketSays = ViewMessage | ToldMessage | DoneMessage | RefusedMessage | PongMessage | PresentMessage
SocketHears = Do | Ping | Look

UNIONS = {
    "Act": Act,
    "TableEvent": TableEvent,
    "Command": Command,
    "SocketSays": SocketSays,
    "SocketHears": SocketHears,
}
"""Unions that have a name of their own in the schema."""
