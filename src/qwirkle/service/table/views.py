"""What may be known of a table, built up from nothing: never a copy with parts cut out.

Everything is in two parts. What everybody at the table sees is made from what a spectator may know
and is the same for all, byte for byte. ``you`` is what one device alone may know: which seats are
its own, and their hands. A third source does not exist, so there is nothing else to leak.

``News.told_to`` is what one event tells. Its ``now`` and ``you`` replace those of the view, its
``game`` replaces the fields of the view's game that it has, its ``board`` says which tiles came to
the table and went from it: whoever follows needs to know no rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from qwirkle.protocol.shapes import cards as wire_cards
from qwirkle.protocol.shapes import placement as wire
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import AnyState, view
from qwirkle.rules.placement import events as tiles
from qwirkle.rules.placement.state import State
from qwirkle.rules.tiles import Tile
from qwirkle.service.table import events as e
from qwirkle.service.table.clocks import deadline, gone_at
from qwirkle.service.table.editions import rules_of
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.settings import Clock, SeatKind
from qwirkle.service.table.standings import rated
from qwirkle.service.table.state import Ended, OpenVote, Phase, Table

Json = Any


class Viewer(NamedTuple):
    """Who looks: a device with its seats, or a spectator, who has none."""

    seats: tuple[int, ...] = ()
    host: bool = False


SPECTATOR = Viewer()


class EditionSeen(msgspec.Struct, frozen=True):
    """The rules a table plays by."""

    game: str
    name: str
    about: str
    faces: str
    options: dict[str, OptionValue]
    house_rule: str | None


class SeatSeen(msgspec.Struct, frozen=True):
    """What everybody sees of a seat."""

    kind: SeatKind
    name: str
    bot: str
    taken: bool
    reserved: bool
    account: bool
    out: e.Why | None
    missed: int
    left_ms: int | None


class Now(msgspec.Struct, frozen=True):
    """What may be different after every event, for everybody the same."""

    seq: int
    phase: Phase
    seats: tuple[SeatSeen, ...]
    turn: int | None
    """The seat on turn."""
    turn_since: int
    deadline: int | None
    """When its time is over."""
    gone_at: int | None
    """When the others may vote without it."""
    vote: OpenVote | None
    rated: bool
    """Whether ratings move by the result."""
    ended: Ended | None
    seed: str | None
    """The dealer's, when it is over; before that there is the commitment."""
    rematch: str | None
    """The id of the next table."""


class HandSeen(msgspec.Struct, frozen=True):
    """The hand of an own seat."""

    seat: int
    hand: tuple[str, ...]


class You(msgspec.Struct, frozen=True):
    """What one device alone may know."""

    seats: tuple[int, ...]
    host: bool
    hands: tuple[HandSeen, ...]


class TableView(msgspec.Struct, frozen=True):
    """A table as one device sees it."""

    table: str
    at: int
    """The server's time, to set clocks by."""
    edition: EditionSeen
    clock: Clock | None
    spectators: str
    hints: bool
    patience_ms: int
    commitment: str
    before: str | None
    """The id of the table this is the rematch of."""
    now: Now
    game: dict[str, Json] | None
    """The game as a spectator sees it, in the words of the public contract."""
    you: You


class BoardChange(msgspec.Struct, frozen=True):
    """Tiles that came to the table and cells that lost theirs."""

    add: tuple[tuple[int, int, str], ...]
    remove: tuple[tuple[int, int], ...]


class Told(msgspec.Struct, frozen=True):
    """What one event tells one device."""

    seq: int
    at: int
    event: dict[str, Json]
    now: Now
    game: dict[str, Json] | None
    board: BoardChange | None
    you: You


def viewer_of(table: Table, key: str | None) -> Viewer:
    """Who a device is at this table; refused if it may not look.

    Before the game everybody who has the link may: he is invited to sit down.
    """
    viewer = Viewer(table.held_by(key), table.hosted_by(key))
    if viewer == SPECTATOR and table.settings.spectators == "nobody" and table.game is not None:
        raise refusal(TableReason.NO_SPECTATORS)
    return viewer


def seen(table: Table, viewer: Viewer, at: int) -> TableView:
    """The table as a device sees it."""
    rules = rules_of(table.settings) if table.game is None else table.game.edition
    settings = table.settings
    return TableView(
        table=table.id,
        at=at,
        edition=EditionSeen(
            game=rules.id,
            name=rules.name,
            about=rules.about,
            faces=rules.faces,
            options=settings.options,
            house_rule=settings.house_rule,
        ),
        clock=settings.clock,
        spectators=settings.spectators,
        hints=settings.hints,
        patience_ms=settings.patience_ms,
        commitment=table.commitment,
        before=table.before,
        now=_now(table),
        game=None if table.game is None else _game(table.game),
        you=_you(_hands(table), viewer),
    )


class News:
    """One event, to be told to everybody who may know of it."""

    def __init__(self, before: Table | None, event: e.AnyTableEvent, after: Table, at: int) -> None:
        self.seq = after.seq
        # Not the table itself: news are kept for a while, and a table is large.
        self._hands = _hands(after)
        public = {
            "seq": after.seq,
            "at": at,
            "event": _told(event),
            "now": _now(after),
            "game": _game_change(before, event, after),
            "board": _board_change(event),
        }
        self._public = msgspec.json.encode(public)[:-1]

    def told_to(self, viewer: Viewer) -> bytes:
        """The JSON of a ``Told`` for a device."""
        own = msgspec.json.encode(_you(self._hands, viewer))
        return b'%b,"you":%b}' % (self._public, own)


def _hands(table: Table) -> tuple[tuple[Tile, ...], ...]:
    return () if table.game is None else tuple(seat.hand for seat in table.game.seats)


def _you(hands: tuple[tuple[Tile, ...], ...], viewer: Viewer) -> You:
    own = viewer.seats if hands else ()
    return You(
        viewer.seats,
        viewer.host,
        tuple(HandSeen(seat, tuple(tile.value for tile in hands[seat])) for seat in own),
    )


def _now(table: Table) -> Now:
    return Now(
        seq=table.seq,
        phase=table.phase,
        seats=tuple(
            SeatSeen(
                kind=seat.kind,
                name=seat.name,
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
        turn=table.on_turn,
        turn_since=table.turn_since,
        deadline=deadline(table),
        gone_at=gone_at(table),
        vote=table.vote,
        rated=rated(table),
        ended=table.ended,
        seed=table.seed if table.phase == "ended" else None,
        rematch=None if table.next is None else table.next.table,
    )


def _game(state: AnyState) -> dict[str, Json]:
    known = view(state, None)
    if isinstance(known, CardsView):
        return wire_cards.write_cards_view(known)
    return wire.write_view(known)


def _game_change(
    before: Table | None, event: e.AnyTableEvent, after: Table
) -> dict[str, Json] | None:
    """The fields of the game that are others now; all of them when it starts."""
    if after.game is None:
        return None
    if isinstance(event, e.GameStarted):
        return _game(after.game)
    if not isinstance(event, e.TurnPlayed):
        return None
    known = view(after.game, None)
    if isinstance(known, CardsView):
        return wire_cards.write_cards_moment(known)
    moment = wire.write_moment(known)
    stars = before.game.stars_left if before and isinstance(before.game, State) else None
    if isinstance(after.game, State) and stars != after.game.stars_left:
        moment["squares"] = wire.write_squares(known)
    return moment


def _board_change(event: e.AnyTableEvent) -> BoardChange | None:
    if not isinstance(event, e.TurnPlayed):
        return None
    add: list[tuple[int, int, str]] = []
    remove: list[tuple[int, int]] = []
    for one in event.events:
        if isinstance(one, tiles.TilesPlaced):
            add += [(x, y, tile.value) for x, y, tile in one.tiles]
        elif isinstance(one, tiles.Took):
            remove.append((one.tile.x, one.tile.y))
    return BoardChange(tuple(add), tuple(remove)) if add or remove else None


def _told(event: e.AnyTableEvent) -> dict[str, Json]:
    """An event in the words for everybody. Each kind is made by hand: a new one tells nothing."""
    match event:
        case e.TurnPlayed(seat=seat, by=by, events=events):
            acts = [one.seen_by(None) for one in events]
            return {"event": "turn-played", "seat": seat, "by": by, "acts": acts}
        case e.Reacted(seat=seat, what=what):
            return {"event": "reacted", "seat": seat, "what": what}
        case e.TableOpened():
            return {"event": "table-opened"}
        case e.SeatPlanned(seat=seat, kind=kind):
            return {"event": "seat-planned", "seat": seat, "kind": kind}
        case e.SeatTaken(seat=seat, name=name):
            return {"event": "seat-taken", "seat": seat, "name": name}
        case e.SeatLeft(seat=seat):
            return {"event": "seat-left", "seat": seat}
        case e.GameStarted(filled=filled, names=names):
            bots = [seat for seat, _, _ in filled]
            return {"event": "game-started", "names": names, "bots": bots}
        case e.ClockWound(seat=seat, ms=ms):
            return {"event": "clock-wound", "seat": seat, "ms": ms}
        case e.SeatOut(seat=seat, why=why):
            return {"event": "seat-out", "seat": seat, "why": why}
        case e.VoteCalled(about=about, seats=seats, gone=gone):
            return {"event": "vote-called", "about": about, "seats": seats, "gone": gone}
        case e.VoteGiven(seats=seats, agree=agree):
            return {"event": "vote-given", "seats": seats, "agree": agree}
        case e.TableEnded(how=how, winners=winners):
            return {"event": "table-ended", "how": how, "winners": winners}
        case e.RematchOpened(table=following):
            return {"event": "rematch-opened", "table": following}
        case e.SeatsCarried(seats=carried):
            return {"event": "seats-carried", "seats": carried}
        case e.RecoverySet():
            return {"event": "recovery-set"}
        case e.ResultKept():
            return {"event": "result-kept"}
