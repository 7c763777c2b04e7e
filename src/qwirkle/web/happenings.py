"""Shapes of what is told, for the schema alone: events, what happens in a turn, the socket.

As in ``shapes``: nothing is made of these classes, and tests hold them equal to what is sent.
"""

from __future__ import annotations

from qwirkle.rules.cards import events as cards
from qwirkle.rules.placement import events as tiles
from qwirkle.service.table import events as e
from qwirkle.service.table.commands import Command
from qwirkle.service.table.views import TableView, Told
from qwirkle.web.problems import Problem
from qwirkle.web.shapes import Shape
from qwirkle.web.socket import Do, Look, Ping

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


class EventTold(Shape, tag_field="event", tag=_told):
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


class Message(Shape, tag_field="kind", tag=_kind):
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
