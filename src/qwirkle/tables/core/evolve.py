"""The fold: from a table and an event to the table after it. Events are trusted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Self

from msgspec.structs import replace

from qwirkle.rules.cards import events as cards
from qwirkle.rules.family import AnyEdition, AnyGameEvent, AnyState, advance, fold
from qwirkle.rules.placement import events as tiles
from qwirkle.tables.core import events as e
from qwirkle.tables.core.clocks import time_spent
from qwirkle.tables.core.settings import Clock
from qwirkle.tables.core.state import Ended, Next, OpenVote, Played, Table, TableSeat

MAX_KEYS = 8
"""The maximum number of devices on one seat; the earliest are forgotten."""
MAX_REACTED = 3
MAX_RESEATED = 12
BESIDES = (
    e.Reacted,
    e.ClockWound,
    e.RecoverySet,
    e.SeatsCarried,
    e.OthersSignedOut,
    e.DealDisclosed,
    e.ResultKept,
)
"""Events beside the game: a command sent before them is not stale."""


class EarlierGameNeeded(ValueError):
    """A take-back needs an earlier game, which only a fold from the first event on knows."""


class TableFold:
    """A fold of a table's events; from the first one on, it can go back to earlier games.

    A table in memory does not hold the turns played, which would double its size.
    """

    def __init__(self, table: Table | None = None) -> None:
        self.table = table
        self._dealt: AnyState | None = None
        self._turns: list[tuple[AnyGameEvent, ...]] = []

    @classmethod
    def of(cls, events: Iterable[tuple[e.AnyTableEvent, int]]) -> Self:
        """Fold these events, each with its time, from the first one on."""
        folded = cls()
        for event, at in events:
            folded.add(event, at)
        return folded

    def add(self, event: e.AnyTableEvent, at: int) -> Table:
        """Return the table after one more event."""
        match event:
            case e.TurnsTakenBack(count=count):
                self.table = evolve(self.table, event, at, self.game_before(count))
                del self._turns[-count:]
            case e.TurnPlayed(events=events):
                self.table = evolve(self.table, event, at)
                self._turns.append(events)
            case _:
                self.table = evolve(self.table, event, at)
        if isinstance(event, e.GameStarted):
            self._dealt = self.table.game
        return self.table

    def game_before(self, count: int) -> AnyState:
        """Return the game before the last turns that count."""
        if self._dealt is None:
            raise EarlierGameNeeded("the game before a turn follows from all events")
        if not 0 < count <= len(self._turns):
            raise ValueError("only turns that were played can be taken back")
        return reduce(advance, self._turns[:-count], self._dealt)


def fold_table(events: Iterable[tuple[e.AnyTableEvent, int]]) -> Table:
    """Return the table after these events, each with its time, from the first one on."""
    table = TableFold.of(events).table
    if table is None:
        raise ValueError("a table has at least its first event")
    return table


def evolve(
    table: Table | None, event: e.AnyTableEvent, at: int, game: AnyState | None = None
) -> Table:
    """Return the table after one more event, which happened at this time.

    ``game`` is the game after an event that begins it, plays a turn or takes turns back. Without
    it, the game's own events are folded, which cannot go back.
    """
    if isinstance(event, e.TableOpened):
        return _open(event, at)
    if table is None:
        raise ValueError("the first event of a table says that it was opened")
    seq = table.seq + 1
    match event:
        case e.TurnPlayed():
            return _play(table, event, at, seq, game)
        case e.GameStarted():
            return replace(_start(table, event, at, game), seq=seq, changed=seq)
        case e.TurnsTakenBack():
            return replace(_take_back(table, event, at, game), seq=seq, changed=seq)
    changed = table.changed if isinstance(event, BESIDES) else seq
    return replace(_after(table, event, at), seq=seq, changed=changed)


def _open(event: e.TableOpened, at: int) -> Table:
    return Table(
        id=event.table,
        settings=event.settings,
        seats=tuple(
            TableSeat(
                plan.kind,
                plan.name,
                plan.bot,
                plan.keys,
                plan.account,
                plan.reserved,
                face=plan.face,
                nonce=plan.nonce,
            )
            for plan in event.seats
        ),
        host=event.host,
        seed=event.seed,
        commitment=event.commitment,
        opened_at=at,
        seq=1,
        changed=1,
        before=event.before,
        series=event.series,
        taken_back=() if event.continued is None else event.continued.taken_back,
        deal_known=event.continued is not None,
    )


def _after(table: Table, event: e.AnyTableEvent, at: int) -> Table:
    match event:
        case e.Reacted(seat=seat):
            times = (*table.seats[seat].reacted, at)[-MAX_REACTED:]
            seats = _with(table.seats, seat, reacted=times)
            return replace(table, seats=seats, gestures=table.gestures + 1)
        case e.SeatPlanned(seat=seat, kind=kind, bot=bot):
            return _with_seat(_reseat(table, at), seat, TableSeat(kind, bot=bot))
        case e.SeatTaken(seat=seat, name=name, key=key, account=account, face=face):
            taken = replace(
                table.seats[seat],
                name=name,
                keys=(key,),
                account=account,
                reserved=False,
                face=face,
                nonce=event.nonce,
            )
            return _with_seat(_reseat(table, at), seat, taken)
        case e.SeatLeft(seat=seat):
            left = table.seats[seat]
            return _with_seat(_reseat(table, at), seat, TableSeat(left.kind, bot=left.bot))
        case e.ClockWound(ms=ms):
            return replace(table, wound_ms=table.wound_ms + ms)
        case e.SeatOut(seat=seat, why=why):
            seats = _with(table.seats, seat, out=why)
            # A turn from before a departure stays: whoever left could not play it again.
            return replace(table, seats=seats, vote=None, played=())
        case e.VoteCalled(about=about, seats=voting, gone=gone, seat=asking):
            return replace(table, vote=OpenVote(about, voting, gone, asking), vote_called_at=at)
        case e.VoteGiven():
            return _vote(table, event)
        case e.TableEnded(how=how, winners=winners, places=places, scores=scores):
            ended = Ended(how, winners, places, scores, at)
            return replace(table, phase="ended", ended=ended, vote=None)
        case e.RematchOpened(table=following, key=key, seed=seed):
            return replace(table, next=Next(following, key, seed, event.nonce))
        case e.RecoverySet(key=key, token=token):
            others = tuple(known for known in table.recoveries if known[0] != key)
            return replace(table, recoveries=(*others, (key, token)))
        case e.DealDisclosed():
            return replace(table, deal_known=True)
        case e.ResultKept(ratings=ratings):
            return replace(table, result_kept=True, ratings=ratings)
        case e.SeatsCarried(seats=carried, host=host, key=key, owner=owner):
            unused = tuple(known for known in table.recoveries if known[0] != owner)
            return _carry(replace(table, recoveries=unused), carried, host, key)
        case e.OthersSignedOut(seats=kept, host=host, key=key):
            return _keep_alone(table, kept, host, key)
    raise TypeError(f"not an event of a table: {event!r}")


def _start(table: Table, event: e.GameStarted, at: int, game: AnyState | None) -> Table:
    seats = table.seats
    if game is None:
        game = fold(map(_with_shared_edition, event.events))
    for seat, bot, name in event.filled:
        seats = _with(seats, seat, kind="bot", bot=bot, name=name, keys=(), account=None)
    clock = table.settings.clock
    if clock is not None and clock.per == "game":
        seats = tuple(
            replace(seat, left_ms=clock.ms) if seat.kind != "bot" else seat for seat in seats
        )
    return replace(
        table,
        phase="playing",
        seats=seats,
        game=game,
        nonces=event.nonces,
        turn_since=at,
    )


def _play(table: Table, event: e.TurnPlayed, at: int, seq: int, game: AnyState | None) -> Table:
    if table.game is None:
        raise ValueError("a turn is played in a game")
    if game is None:
        game = advance(table.game, event.events)
    sitter = table.seats[event.seat]
    seats = table.seats
    mark = Played(
        seat=event.seat,
        by=event.by,
        turn=table.game.turns_played,
        missed=sitter.missed,
        left_ms=sitter.left_ms,
    )
    played = (*table.played, mark)
    if game.turns_played == table.game.turns_played:
        # An act that does not end the turn: the clock keeps running.
        return replace(table, seq=seq, changed=seq, game=game, played=played)
    if sitter.kind != "bot":
        missed = sitter.missed + 1 if event.by == "clock" else 0
        left = _time_left(table.settings.clock, sitter, time_spent(table, at))
        if (missed, left) != (sitter.missed, sitter.left_ms):
            seats = _with(seats, event.seat, missed=missed, left_ms=left)
    return replace(
        table,
        seq=seq,
        changed=seq,
        game=game,
        played=played,
        seats=seats,
        turn_since=at,
        wound_ms=0,
        gestures=0,
        vote=_vote_after(table.vote, event.by),
    )


def _vote_after(vote: OpenVote | None, by: e.By) -> OpenVote | None:
    """Return the vote that stays open after a turn."""
    if vote is not None and vote.about == "take-back" and by in ("bot", "stand-in"):
        return vote  # turns that nobody chose are taken back as well
    # The player who was thought to be gone has played, or it is somebody else's turn now.
    return None


def _vote(table: Table, event: e.VoteGiven) -> Table:
    vote = table.vote
    if vote is not None and event.agree:
        agreed = tuple(sorted({*vote.agreed, *event.seats}))
        return replace(table, vote=replace(vote, agreed=agreed))
    if vote is None or vote.seat is None or vote.seat in event.seats:
        return replace(table, vote=None)
    last = next(mark for mark in reversed(table.played) if mark.seat == vote.seat)
    return replace(table, vote=None, declined=last.turn)


def _take_back(table: Table, event: e.TurnsTakenBack, at: int, game: AnyState | None) -> Table:
    if game is None:
        raise EarlierGameNeeded("the game before a turn follows from all events")
    if not 0 < event.count <= len(table.played):
        raise ValueError("only turns that were played can be taken back")
    stay, gone = table.played[: -event.count], table.played[-event.count :]
    seats = table.seats
    for mark in reversed(gone):
        seats = _with(seats, mark.seat, missed=mark.missed, left_ms=mark.left_ms)
    return replace(
        table,
        game=game,
        played=stay,
        seats=seats,
        taken_back=(*table.taken_back, game.turns_played + 1),
        declined=None,
        turn_since=at,
        wound_ms=0,
        vote=None,
    )


def _time_left(clock: Clock | None, sitter: TableSeat, used: int) -> int | None:
    if clock is None or sitter.left_ms is None:
        return None
    return max(0, sitter.left_ms - used) + clock.added_ms


def _carry(table: Table, carried: tuple[int, ...], host: bool, key: str) -> Table:
    seats = table.seats
    for seat in carried:
        seats = _with(seats, seat, keys=_add_key(seats[seat].keys, key))
    return replace(table, seats=seats, host=_add_key(table.host, key) if host else table.host)


def _keep_alone(table: Table, kept: tuple[int, ...], host: bool, key: str) -> Table:
    gone = {other for seat in kept for other in table.seats[seat].keys} | {key}
    seats = table.seats
    for seat in kept:
        seats = _with(seats, seat, keys=(key,))
    return replace(
        table,
        seats=seats,
        host=(key,) if host else table.host,
        recoveries=tuple(known for known in table.recoveries if known[0] not in gone),
    )


def _add_key(keys: tuple[str, ...], key: str) -> tuple[str, ...]:
    return (*(known for known in keys if known != key), key)[-MAX_KEYS:]


def _reseat(table: Table, at: int) -> Table:
    return replace(table, reseated=(*table.reseated, at)[-MAX_RESEATED:])


def _with_seat(table: Table, seat: int, sitter: TableSeat) -> Table:
    seats = list(table.seats)
    seats[seat] = sitter
    return replace(table, seats=tuple(seats))


def _with(seats: tuple[TableSeat, ...], seat: int, **changes: object) -> tuple[TableSeat, ...]:
    changed = list(seats)
    changed[seat] = replace(changed[seat], **changes)
    return tuple(changed)


# Most tables play one of a few editions: they share them instead of holding one each.
_EDITIONS: dict[str, list[AnyEdition]] = {}
_MAX_SHARED = 100


def _with_shared_edition(event: AnyGameEvent) -> AnyGameEvent:
    if not isinstance(event, tiles.GameBegan | cards.GameBegan):
        return event
    known = _EDITIONS.setdefault(event.edition.id, [])
    for edition in known:
        if edition == event.edition:
            return replace(event, edition=edition)
    if len(known) < _MAX_SHARED and len(_EDITIONS) < _MAX_SHARED:
        known.append(event.edition)
    return event
