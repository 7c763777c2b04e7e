"""What may be known of a table, built up from nothing: never a copy with parts cut out.

Everything has two parts. The public part holds what a spectator may know and is the same for
everybody at the table, byte for byte. ``you`` is what one device alone may know: its own seats and
their hands. There is no third source, so nothing else can leak.

``News`` is what one event tells a device. Its ``now`` and ``you`` replace those of the view, its
``game`` replaces the fields it has of the view's game, its ``board`` says which tiles came to the
table and left it: a client needs to know no rules.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, cast

import msgspec

from qwirkle.protocol.shapes import AnyChange, AnyGame, write_change, write_start, write_view
from qwirkle.rules.cards import events as cards
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import Key, view
from qwirkle.rules.placement import events as tiles
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.tiles import Tile
from qwirkle.service.table import events as e
from qwirkle.service.table.clocks import deadline, gone_at
from qwirkle.service.table.editions import Supply, rules_of, supply_of
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.settings import Clock, Face, Listing, SeatKind, SeriesKind
from qwirkle.service.table.standings import (
    WINS,
    is_provisional,
    is_rated,
    rating_points,
    series_person,
    series_scores,
    series_winner,
)
from qwirkle.service.table.state import Ended, OpenVote, Phase, Table

Hands = tuple[tuple[Tile, ...], ...]
Keys = tuple[tuple[str, ...], ...]
"""The devices of each seat."""


class Viewer(NamedTuple):
    """A device with its seats; a spectator has none."""

    seats: tuple[int, ...] = ()
    host: bool = False


SPECTATOR = Viewer()


# A table


class EditionView(msgspec.Struct, frozen=True):
    """The rules a table plays by."""

    game: str
    family: Key
    name: str
    about: str
    faces: str
    options: dict[str, OptionValue]
    house_rule: str | None
    supply: Supply
    """What tiles or cards are drawn from."""


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of a seat."""

    kind: SeatKind
    name: str
    face: Face
    bot: str
    taken: bool
    reserved: bool
    account: bool
    out: e.Why | None
    missed: int
    left_ms: int | None


class RatingView(msgspec.Struct, frozen=True):
    """What the result did to the rating of a seat, in points."""

    seat: int
    before: int
    after: int
    provisional: bool
    """Whether too few games are rated for it to say much."""


class SeriesStanding(msgspec.Struct, frozen=True):
    """What a player has reached in a series."""

    name: str
    seat: int | None
    """Their seat at this table; None if they are not here."""
    games: int
    won: int
    points: int
    winner: bool
    """Whether they have won the series."""


class SeriesView(msgspec.Struct, frozen=True):
    """The series that a table belongs to, with this game once it is over."""

    kind: SeriesKind
    number: int
    """Which game of the series this is; in a tournament, which round."""
    wins: int | None
    """How many wins decide it; None if nothing does."""
    standings: tuple[SeriesStanding, ...]
    tournament: str | None
    """The id of the tournament."""


class Now(msgspec.Struct, frozen=True):
    """What may be different after every event, the same for everybody."""

    seq: int
    phase: Phase
    seats: tuple[SeatView, ...]
    turn: int | None
    """The seat whose turn it is."""
    turn_since: int
    deadline: int | None
    """When the time for this turn runs out."""
    gone_at: int | None
    """When the others may vote to go on without this seat."""
    vote: OpenVote | None
    may_take_back: tuple[int, ...]
    """The seats that could take back their last turn, alone or if the others agree."""
    taken_back: int
    """How often turns were taken back."""
    rated: bool
    """Whether the result counts for ratings."""
    ended: Ended | None
    seed: str | None
    """The dealer's seed, once the game is over; before that there is the commitment."""
    rematch: str | None
    """The id of the next table."""
    host: int | None
    """The seat of the person who opened the table; None if they have none."""
    ratings: tuple[RatingView, ...]
    """What the result did to ratings, a moment after a rated table has ended."""
    series: SeriesView | msgspec.UnsetType = msgspec.UNSET
    """The series, if the table belongs to one."""


class HandView(msgspec.Struct, frozen=True):
    """The hand of an own seat."""

    seat: int
    hand: tuple[Tile, ...]


class You(msgspec.Struct, frozen=True):
    """What one device alone may know."""

    seats: tuple[int, ...]
    host: bool
    hands: tuple[HandView, ...]
    devices: int | msgspec.UnsetType = msgspec.UNSET
    """How many devices have one of these seats, if it is not this one alone."""


class TableView(msgspec.Struct, frozen=True):
    """A table as one device sees it."""

    table: str
    at: int
    """The server's time, to set clocks by."""
    edition: EditionView
    clock: Clock | None
    spectators: Literal["anyone", "nobody"]
    listing: Listing
    """Who finds this table in the lists of the server."""
    hints: bool
    patience_ms: int
    commitment: str
    before: str | None
    """The id of the table this is a rematch of."""
    from_position: bool
    """Whether the game begins in a position that the host entered, and not with a deal."""
    now: Now
    game: AnyGame | None
    """The game as a spectator sees it, in the words of the public contract."""
    you: You


# What happens at a table, as everybody may know it. A kind of event that is not listed is not sent.

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


def _tag(name: str) -> str:
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)
    return words[1:].removesuffix("-seen")


class EventSeen(msgspec.Struct, frozen=True, tag_field="event", tag=_tag):
    """What everybody may know of an event."""


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
    """A seat has its last turn again: the last ``count`` of what was played no longer counts."""

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
    """There is a table for the rematch."""

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
    """Nothing to show."""


class ResultKeptSeen(EventSeen, frozen=True):
    """Nothing to show."""


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
    | ResultKeptSeen
)


class BoardChange(msgspec.Struct, frozen=True):
    """Tiles that came to the table and cells that lost theirs."""

    add: tuple[Placed, ...]
    remove: tuple[Cell, ...]


class PublicEvent(msgspec.Struct, frozen=True):
    """What one event tells everybody."""

    seq: int
    at: int
    event: TableEvent
    now: Now
    game: AnyChange | None
    board: BoardChange | None


class EventView(PublicEvent, frozen=True):
    """What one event tells one device."""

    you: You


def viewer_of(table: Table, key: str | None) -> Viewer:
    """Return the viewer that a device is at this table; refused if it may not look.

    Before the game anyone with the link may: the link is an invitation to sit down.
    """
    viewer = Viewer(table.held_by(key), table.hosted_by(key))
    if viewer == SPECTATOR and table.settings.spectators == "nobody" and table.game is not None:
        raise refusal(TableReason.NO_SPECTATORS)
    return viewer


def table_view(table: Table, viewer: Viewer, at: int) -> TableView:
    """Return the table as a device sees it."""
    settings = table.settings
    return TableView(
        table=table.id,
        at=at,
        edition=edition_view(table),
        clock=settings.clock,
        spectators=settings.spectators,
        listing=settings.listing,
        hints=settings.hints,
        patience_ms=settings.patience_ms,
        commitment=table.commitment,
        before=table.before,
        from_position=settings.position is not None,
        now=now_view(table),
        game=None if table.game is None else write_view(view(table.game, None)),
        you=_you(_hands(table), _keys(table), viewer),
    )


def edition_view(table: Table) -> EditionView:
    """Return the rules that a table plays by, as everybody may know them."""
    rules = rules_of(table.settings) if table.game is None else table.game.edition
    return EditionView(
        game=rules.id,
        family=cast("Key", rules.family),
        name=rules.name,
        about=rules.about,
        faces=rules.faces,
        options=table.settings.options,
        house_rule=table.settings.house_rule,
        supply=supply_of(rules),
    )


class News:
    """One event, ready to be sent to everybody who may know of it."""

    def __init__(self, event: e.AnyTableEvent, after: Table, at: int) -> None:
        self.seq = after.seq
        # Not the table itself: news are kept for a while, and a table is large.
        self._hands = _hands(after)
        self._keys = _keys(after)
        public = PublicEvent(
            seq=after.seq,
            at=at,
            event=_seen(event),
            now=now_view(after),
            game=_game_change(event, after),
            board=_board_change(event),
        )
        self._public = msgspec.json.encode(public)[:-1]

    def for_viewer(self, viewer: Viewer) -> bytes:
        """Return the JSON of the ``EventView`` for a device; the public part is encoded once."""
        own = msgspec.json.encode(_you(self._hands, self._keys, viewer))
        return b'%b,"you":%b}' % (self._public, own)


def _hands(table: Table) -> Hands:
    return () if table.game is None else tuple(seat.hand for seat in table.game.seats)


def _keys(table: Table) -> Keys:
    return tuple(seat.keys for seat in table.seats)


def _you(hands: Hands, keys: Keys, viewer: Viewer) -> You:
    own = viewer.seats if hands else ()
    devices = {key for seat in viewer.seats for key in keys[seat]}
    shown = tuple(HandView(seat, hands[seat]) for seat in own)
    several = len(devices) if len(devices) > 1 else msgspec.UNSET
    return You(viewer.seats, viewer.host, shown, several)


def now_view(table: Table) -> Now:
    """Return what everybody may know about a table, apart from the game itself."""
    return Now(
        seq=table.seq,
        phase=table.phase,
        seats=tuple(
            SeatView(
                kind=seat.kind,
                name=seat.name,
                face=seat.face,
                bot=seat.bot,
                taken=bool(seat.keys),
                reserved=seat.reserved,
                account=seat.account is not None,
                out=seat.out,
                missed=seat.missed,
                left_ms=seat.left_ms,
            )
            for seat in table.seats
        ),
        turn=table.to_move,
        turn_since=table.turn_since,
        deadline=deadline(table),
        gone_at=gone_at(table),
        vote=table.vote,
        may_take_back=table.may_take_back,
        taken_back=len(table.taken_back),
        rated=is_rated(table),
        ended=table.ended,
        seed=table.seed if table.phase == "ended" else None,
        rematch=None if table.next is None else table.next.table,
        host=table.host_seat,
        ratings=tuple(
            RatingView(
                change.seat,
                rating_points(change.before),
                rating_points(change.after),
                is_provisional(change.games),
            )
            for change in table.ratings
        ),
        series=_series(table),
    )


def _series(table: Table) -> SeriesView | msgspec.UnsetType:
    series = table.series
    if series is None:
        return msgspec.UNSET
    scores = series_scores(table)
    winner = series_winner(series.kind, scores)
    here = {
        series_person(table.seats, seat): which
        for which, seat in enumerate(table.seats)
        if seat.name
    }
    return SeriesView(
        kind=series.kind,
        number=series.number,
        wins=WINS.get(series.kind),
        standings=tuple(
            SeriesStanding(
                name=score.name,
                seat=here.get(score.person),
                games=score.games,
                won=score.won,
                points=score.points,
                winner=score.person == winner,
            )
            for score in scores
        ),
        tournament=series.tournament,
    )


def _game_change(event: e.AnyTableEvent, after: Table) -> AnyChange | None:
    """Return the fields of the game that are different now; all of them when it is another one."""
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


def _seen(event: e.AnyTableEvent) -> TableEvent:
    """Return what everybody may know of an event, written out for each kind."""
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
        case e.ResultKept():
            return ResultKeptSeen()
