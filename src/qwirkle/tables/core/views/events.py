"""Public and private forms of a table's events, as they are sent to devices.

An event's ``now`` and ``you`` replace those of the view, its ``game`` replaces the fields it has of
the view's game, and its ``board`` lists the tiles placed on the table and removed from it, so that
a client needs to know no rules.
"""

from __future__ import annotations

from typing import cast

import msgspec

from qwirkle.protocol.shapes import AnyChange, write_change, write_start
from qwirkle.rules.cards import events as cards
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import view
from qwirkle.rules.placement import events as tiles
from qwirkle.rules.placement.board import Placed
from qwirkle.tables.core import events as e
from qwirkle.tables.core.settings import SeatKind
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views.table import (
    Now,
    Viewer,
    You,
    hands_of,
    keys_of,
    now_view,
    turn_of,
    you_view,
)

# The public form of each event. A kind of event that is not listed is not sent.

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
"""Everything that can happen in a turn, as a spectator sees it."""


def _tag(name: str) -> str:
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)
    return words[1:].removesuffix("-seen")


class EventSeen(msgspec.Struct, frozen=True, tag_field="event", tag=_tag):
    """The public view of an event."""


class TableOpenedSeen(EventSeen, frozen=True):
    """The table was opened."""


class SeatPlannedSeen(EventSeen, frozen=True):
    """The host decided what a seat is for."""

    seat: int
    kind: SeatKind


class SeatTakenSeen(EventSeen, frozen=True):
    """A person sat down."""

    seat: int
    name: str


class SeatLeftSeen(EventSeen, frozen=True):
    """A person stood up."""

    seat: int


class GameStartedSeen(EventSeen, frozen=True):
    """The game started; ``bots`` are the seats that bots filled."""

    names: tuple[str, ...]
    bots: tuple[int, ...]


class TurnPlayedSeen(EventSeen, frozen=True):
    """A seat did something in the game."""

    seat: int
    by: e.By
    acts: tuple[Act, ...]


class TurnsTakenBackSeen(EventSeen, frozen=True):
    """A seat took back its last turn: the last ``count`` acts no longer count."""

    seat: int
    count: int


class ClockWoundSeen(EventSeen, frozen=True):
    """A seat got back the time that an outage had cost it."""

    seat: int
    ms: int


class SeatOutSeen(EventSeen, frozen=True):
    """A seat is out of the game."""

    seat: int
    why: e.Why


class VoteCalledSeen(EventSeen, frozen=True):
    """Some seats called a vote."""

    about: e.About
    seats: tuple[int, ...]
    gone: int | None
    seat: int | None
    """The seat that wants to take back its last turn."""


class VoteGivenSeen(EventSeen, frozen=True):
    """Some seats voted."""

    seats: tuple[int, ...]
    agree: bool


class TableEndedSeen(EventSeen, frozen=True):
    """The table ended."""

    how: e.How
    winners: tuple[int, ...]


class RematchOpenedSeen(EventSeen, frozen=True):
    """The table of the rematch was opened."""

    table: str


class ReactedSeen(EventSeen, frozen=True):
    """A seat made a gesture."""

    seat: int
    what: e.Reaction


class SeatsCarriedSeen(EventSeen, frozen=True):
    """Seats were carried to another device."""

    seats: tuple[int, ...]


class OthersSignedOutSeen(EventSeen, frozen=True):
    """Seats are on one device only again."""

    seats: tuple[int, ...]


class RecoverySetSeen(EventSeen, frozen=True):
    """A device made a link for its seats; nothing to show."""


class DealDisclosedSeen(EventSeen, frozen=True):
    """The game was saved with its seed."""


class ResultKeptSeen(EventSeen, frozen=True):
    """The result was stored; nothing to show."""


TableEvent = (
    TableOpenedSeen
    | SeatPlannedSeen
    | SeatTakenSeen
    | SeatLeftSeen
    | GameStartedSeen
    | TurnPlayedSeen
    | TurnsTakenBackSeen
    | ClockWoundSeen
    | SeatOutSeen
    | VoteCalledSeen
    | VoteGivenSeen
    | TableEndedSeen
    | RematchOpenedSeen
    | ReactedSeen
    | SeatsCarriedSeen
    | OthersSignedOutSeen
    | RecoverySetSeen
    | DealDisclosedSeen
    | ResultKeptSeen
)


class BoardChange(msgspec.Struct, frozen=True):
    """The tiles placed on the table, and the cells that were emptied."""

    add: tuple[Placed, ...]
    remove: tuple[Cell, ...]


class PublicEvent(msgspec.Struct, frozen=True):
    """The public message about one event."""

    seq: int
    at: int
    event: TableEvent
    now: Now
    game: AnyChange | None
    board: BoardChange | None


class EventView(PublicEvent, frozen=True):
    """The message to one device about one event."""

    you: You


class SentEvent:
    """One event, ready to be sent to every device that may see it."""

    def __init__(
        self, event: e.AnyTableEvent, after: Table, at: int, *, options: bool = True
    ) -> None:
        """Prepare the event; without ``options``, nobody learns what their seat may do then."""
        self.seq = after.seq
        # Not the table itself: these objects are kept for a while, and a table is large.
        self._hands = hands_of(after)
        self._keys = keys_of(after)
        public = PublicEvent(
            seq=after.seq,
            at=at,
            event=_public_event(event),
            now=now_view(after),
            game=_game_change(event, after),
            board=_board_change(event),
        )
        self._changes_game = public.game is not None
        self._turn = turn_of(after) if options and public.game is not None else None
        self._public = msgspec.json.encode(public)[:-1]

    @property
    def changes_game(self) -> bool:
        """Whether the game is another one after it, so that options of before are void."""
        return self._changes_game

    def is_past(self) -> None:
        """Forget what the seat to move could do: the game has moved on."""
        self._turn = None

    def for_viewer(self, viewer: Viewer) -> bytes:
        """Return the JSON of the ``EventView`` for a device; the public part is encoded once."""
        own = msgspec.json.encode(you_view(self._hands, self._keys, viewer, self._turn))
        return b'%b,"you":%b}' % (self._public, own)


def _game_change(event: e.AnyTableEvent, after: Table) -> AnyChange | None:
    """Return the fields of the game that have changed; all of them if it is another game."""
    if after.game is None:
        return None
    match event:
        case e.GameStarted() | e.TurnsTakenBack():
            return write_start(view(after.game, None))
        case e.TurnPlayed(events=events):
            return write_change(view(after.game, None), events)
        case _:
            return None


def _board_change(event: e.AnyTableEvent) -> BoardChange | None:
    if not isinstance(event, e.TurnPlayed):
        return None
    add: list[Placed] = []
    remove: list[Cell] = []
    for happened in event.events:
        if isinstance(happened, tiles.TilesPlaced):
            add += happened.tiles
        elif isinstance(happened, tiles.Took):
            remove.append(happened.tile.cell)
    return BoardChange(tuple(add), tuple(remove)) if add or remove else None


def _public_event(event: e.AnyTableEvent) -> TableEvent:
    """Return the public form of an event, written out for each kind."""
    match event:
        case e.TurnPlayed(seat=seat, by=by, events=events):
            acts = tuple(cast("Act", happened.seen_by(None)) for happened in events)
            return TurnPlayedSeen(seat, by, acts)
        case e.Reacted(seat=seat, what=what):
            return ReactedSeen(seat, what)
        case e.TableOpened():
            return TableOpenedSeen()
        case e.SeatPlanned(seat=seat, kind=kind):
            return SeatPlannedSeen(seat, kind)
        case e.SeatTaken(seat=seat, name=name):
            return SeatTakenSeen(seat, name)
        case e.SeatLeft(seat=seat):
            return SeatLeftSeen(seat)
        case e.GameStarted(filled=filled, names=names):
            return GameStartedSeen(names, tuple(seat for seat, _, _ in filled))
        case e.ClockWound(seat=seat, ms=ms):
            return ClockWoundSeen(seat, ms)
        case e.SeatOut(seat=seat, why=why):
            return SeatOutSeen(seat, why)
        case e.TurnsTakenBack(seat=seat, count=count):
            return TurnsTakenBackSeen(seat, count)
        case e.VoteCalled(about=about, seats=seats, gone=gone, seat=asking):
            return VoteCalledSeen(about, seats, gone, asking)
        case e.VoteGiven(seats=seats, agree=agree):
            return VoteGivenSeen(seats, agree)
        case e.TableEnded(how=how, winners=winners):
            return TableEndedSeen(how, winners)
        case e.RematchOpened(table=following):
            return RematchOpenedSeen(following)
        case e.SeatsCarried(seats=carried):
            return SeatsCarriedSeen(carried)
        case e.OthersSignedOut(seats=kept):
            return OthersSignedOutSeen(kept)
        case e.RecoverySet():
            return RecoverySetSeen()
        case e.DealDisclosed():
            return DealDisclosedSeen()
        case e.ResultKept():
            return ResultKeptSeen()
