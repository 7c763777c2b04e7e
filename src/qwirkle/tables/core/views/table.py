"""The view of a table: everything that a device may know, built up from nothing.

A view is never a copy with parts removed. The public part holds what a spectator may know and is
the same for everybody at the table, byte for byte. ``you`` is what one device alone may know: its
own seats and their hands. There is no third source, so nothing else can leak.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from qwirkle.protocol.shapes import AnyGame, write_view
from qwirkle.rules.editions.base import Key, Supply
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import view
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core import events as e
from qwirkle.tables.core.clocks import deadline, gone_at
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import Clock, Face, Listing, SeatKind, SeriesKind
from qwirkle.tables.core.standings import (
    WINS,
    is_provisional,
    is_rated,
    rating_points,
    series_person,
    series_scores,
    series_winner,
)
from qwirkle.tables.core.state import Ended, OpenVote, Phase, Table
from qwirkle.tables.core.views.options import Options, options_of

Hands = tuple[tuple[Tile, ...], ...]
Keys = tuple[tuple[str, ...], ...]
"""The devices of each seat."""


class Viewer(NamedTuple):
    """A device with its seats; a spectator has none."""

    seats: tuple[int, ...] = ()
    host: bool = False
    options: bool = False
    """Whether its views list what its seat may do: a page wants that, a program seldom does."""


SPECTATOR = Viewer()


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
    """The supply that tiles or cards are drawn from."""


class SeatView(msgspec.Struct, frozen=True):
    """The public view of a seat."""

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
    """The change of a seat's rating by the result, in points."""

    seat: int
    before: int
    after: int
    provisional: bool
    """Whether the rating is uncertain because too few games are rated."""


class SeriesStanding(msgspec.Struct, frozen=True):
    """A player's standing in a series."""

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
    """The number of this game in the series; in a tournament, the number of the round."""
    wins: int | None
    """The number of wins that decides the series; None if it has no end."""
    standings: tuple[SeriesStanding, ...]
    tournament: str | None
    """The id of the tournament."""


class Now(msgspec.Struct, frozen=True):
    """The public part of a table that may change with every event."""

    seq: int
    phase: Phase
    seats: tuple[SeatView, ...]
    turn: int | None
    """The seat whose turn it is."""
    turn_since: int
    deadline: int | None
    """When the time for this turn runs out."""
    gone_at: int | None
    """When the others may vote to continue without this seat."""
    vote: OpenVote | None
    may_take_back: tuple[int, ...]
    """The seats that could take back their last turn, alone or with the others' agreement."""
    taken_back: int
    """How often turns were taken back."""
    rated: bool
    """Whether the result counts for ratings."""
    ended: Ended | None
    seed: str | None
    """The dealer's seed, once the game is over; until then only its commitment is public."""
    rematch: str | None
    """The id of the next table."""
    host: int | None
    """The seat of the person who opened the table; None if they have none."""
    ratings: tuple[RatingView, ...]
    """The changes of ratings, which arrive a moment after a rated table has ended."""
    series: SeriesView | msgspec.UnsetType = msgspec.UNSET
    """The series, if the table belongs to one."""
    nonces: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The additions of the seats' devices to the seed, once the game has begun; empty for bots."""
    deal_known: bool | msgspec.UnsetType = msgspec.UNSET
    """True if a device can know the deal from a saved game: the result is not rated or counted."""


class HandView(msgspec.Struct, frozen=True):
    """The hand of one of the device's own seats."""

    seat: int
    hand: tuple[Tile, ...]


class You(msgspec.Struct, frozen=True):
    """The private part of a table, for one device."""

    seats: tuple[int, ...]
    host: bool
    hands: tuple[HandView, ...]
    devices: int | msgspec.UnsetType = msgspec.UNSET
    """The number of devices that share one of these seats, if there are others than this one."""
    options: Options | msgspec.UnsetType = msgspec.UNSET
    """What the device's seat may do, if it is its turn and the device asks for options.

    An event without a game leaves it as it was.
    """


class TableView(msgspec.Struct, frozen=True):
    """A table as one device sees it."""

    table: str
    at: int
    """The server's time, to set clocks by."""
    edition: EditionView
    clock: Clock | None
    spectators: Literal["anyone", "nobody"]
    listing: Listing
    """The public list of the server that this table appears in."""
    hints: bool
    patience_ms: int
    commitment: str
    before: str | None
    """The id of the table that this is a rematch of."""
    from_position: bool
    """Whether the game begins in a position that the host entered, and not with a deal."""
    now: Now
    game: AnyGame | None
    """The game as a spectator sees it, in the form of the public contract."""
    you: You
    friendly_deal: bool | msgspec.UnsetType = msgspec.UNSET
    """True if the deal was chosen so that a Qwirkle is in reach of the person who begins."""
    teaching: int | msgspec.UnsetType = msgspec.UNSET
    """In a teaching game, the loss from which on it asks whether to look again."""


def viewer_of(table: Table, key: str | None) -> Viewer:
    """Return a device as a viewer of this table, or refuse one that may not look.

    Before the game, the link is enough: it is an invitation to sit down.
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
        you=you_view(hands_of(table), keys_of(table), viewer, turn_of(table)),
        friendly_deal=settings.friendly_deal or msgspec.UNSET,
        teaching=msgspec.UNSET if settings.teaching is None else settings.teaching,
    )


def edition_view(table: Table) -> EditionView:
    """Return the public description of the rules that a table plays by."""
    rules = rules_of(table.settings) if table.game is None else table.game.edition
    return EditionView(
        game=rules.id,
        family=rules.family,
        name=rules.name,
        about=rules.about,
        faces=rules.faces,
        options=table.settings.options,
        house_rule=table.settings.house_rule,
        supply=rules.supply,
    )


def hands_of(table: Table) -> Hands:
    """Return the hands, seat by seat; none before the game."""
    return () if table.game is None else tuple(seat.hand for seat in table.game.seats)


def keys_of(table: Table) -> Keys:
    """Return the devices of each seat."""
    return tuple(seat.keys for seat in table.seats)


def turn_of(table: Table) -> View | None:
    """Return what the person to move sees; None in the card game, and if a bot or nobody is."""
    seat = table.to_move
    if table.game is None or seat is None or table.seats[seat].kind == "bot":
        return None
    seen = view(table.game, seat)
    return seen if isinstance(seen, View) else None


def you_view(hands: Hands, keys: Keys, viewer: Viewer, turn: View | None = None) -> You:
    """Return the private part of the view for this device.

    ``turn`` is what the seat to move sees; if that is the device's seat, and the device asks for
    options, the view lists what it may do.
    """
    own = viewer.seats if hands else ()
    devices = {key for seat in viewer.seats for key in keys[seat]}
    shown = tuple(HandView(seat, hands[seat]) for seat in own)
    several = len(devices) if len(devices) > 1 else msgspec.UNSET
    options: Options | msgspec.UnsetType = msgspec.UNSET
    if viewer.options and turn is not None and turn.seat in viewer.seats:
        options = options_of(turn)
    return You(viewer.seats, viewer.host, shown, several, options)


def now_view(table: Table) -> Now:
    """Return the public part of a table, apart from the game itself."""
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
        nonces=table.nonces or msgspec.UNSET,
        deal_known=table.deal_known or msgspec.UNSET,
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
