"""Leaving a game: resignations, votes to continue without a player, and clocks that run out.

If only one seat is left, the game is over; otherwise it continues without the player who left.
"""

from __future__ import annotations

from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.clocks import begins_in_future, deadline, gone_at
from qwirkle.tables.core.decide.decision import TableBuilder
from qwirkle.tables.core.decide.game import advance, end, play_least
from qwirkle.tables.core.decide.guards import (
    no_vote_before,
    own_seat,
    own_seats,
    playing_seats,
)
from qwirkle.tables.core.decide.takebacks import play_again
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import LOBBY_LIFE, MAX_MISSED, MINUTE, OUTAGE
from qwirkle.tables.core.state import Table


def resign(builder: TableBuilder, actor: c.Actor, asked: c.Resign) -> None:
    """Resign one seat, or all seats of a device."""
    table = builder.state
    held = own_seats(table, actor)
    wanted = held if asked.seat is None else (own_seat(table, actor, asked.seat),)
    leaving = [seat for seat in wanted if table.seats[seat].out is None]
    if not leaving:
        raise refusal(TableReason.SEAT_IS_OUT)
    for seat in leaving:
        if builder.state.phase == "playing":
            leave(builder, seat, "resigned")


def leave(builder: TableBuilder, seat: int, why: e.Why) -> None:
    """Take a seat out of the game; end the table if one seat is left, or no person."""
    builder.record(e.SeatOut(seat, why))
    seats = builder.state.seats
    still_in = [sitter for sitter in seats if sitter.out is None]
    if len(still_in) < 2 or not any(sitter.is_playing for sitter in seats):
        end(builder, "resigned")
    else:
        advance(builder)


def withdraw(builder: TableBuilder, seat: int) -> None:
    """Take out a seat whose player has left the tournament, as if they had resigned."""
    if builder.state.seats[seat].out is None:
        leave(builder, seat, "resigned")


def call_vote(builder: TableBuilder, actor: c.Actor, asked: c.CallVote) -> None:
    """Ask to end the table, or to continue without the player who has not moved.

    In a tournament every player must agree: one who is losing could otherwise end the game without
    a winner while the opponent is away.
    """
    table = builder.state
    seats = playing_seats(table, actor)
    no_vote_before(table, builder.now)
    gone = None if table.tournament is not None else _absent_seat(table, builder.now)
    if gone in seats:
        gone = None
    if asked.about == "remove" and gone is None:
        minutes = -(-table.settings.patience_ms // MINUTE)
        raise refusal(TableReason.NOBODY_GONE, minutes=minutes)
    if asked.about == "remove" and sum(sitter.out is None for sitter in table.seats) < 3:
        # Nobody wins by calling the only opponent gone: that is for clocks to decide.
        raise refusal(TableReason.TOO_FEW_LEFT)
    builder.record(e.VoteCalled(asked.about, seats, gone))
    _count(builder)


def vote(builder: TableBuilder, actor: c.Actor, asked: c.Vote) -> None:
    """Record a vote; a single no ends it."""
    table = builder.state
    seats = playing_seats(table, actor)
    if table.vote is None:
        raise refusal(TableReason.NO_VOTE)
    if asked.agree and set(seats) <= set(table.vote.agreed):
        raise refusal(TableReason.ALREADY_VOTED)
    builder.record(e.VoteGiven(seats, asked.agree))
    _count(builder)


def tick(builder: TableBuilder) -> None:
    """Do whatever is due now."""
    table, now = builder.state, builder.now
    if table.phase == "lobby" and now >= table.opened_at + LOBBY_LIFE:
        builder.record(e.TableEnded("never-started", (), (), ()))
        return
    until, seat, clock = deadline(table), table.to_move, table.settings.clock
    if seat is not None and begins_in_future(table, now):
        builder.record(e.ClockWound(seat, now - table.turn_since - table.wound_ms))
        return
    if until is None or seat is None or clock is None or now < until:
        raise refusal(TableReason.NOTHING_DUE)
    late = now - until
    if late > OUTAGE:
        # No server was running while they could still have played: they get that time back.
        builder.record(e.ClockWound(seat, late + min(clock.ms, max(late, OUTAGE))))
    elif clock.per == "game":
        leave(builder, seat, "time")
    elif table.seats[seat].missed + 1 >= MAX_MISSED:
        leave(builder, seat, "missed")
    else:
        play_least(builder, seat, "clock")
        advance(builder)


def abandon(builder: TableBuilder) -> None:
    """End a table without a result: it cannot continue, or the server's operator closes it."""
    builder.record(e.TableEnded("closed", (), (), ()))


def _absent_seat(table: Table, now: int) -> int | None:
    since = gone_at(table)
    return table.to_move if since is not None and now >= since else None


def _count(builder: TableBuilder) -> None:
    """Count the votes: everybody still in the game must agree, except the player who is gone."""
    table = builder.state
    if table.vote is None:
        return
    voters = {seat for seat, sitter in enumerate(table.seats) if sitter.is_playing}
    if not voters - {table.vote.gone} <= set(table.vote.agreed):
        return
    if table.vote.about == "end":
        end(builder, "agreed")
    elif table.vote.seat is not None:
        play_again(builder, (table.vote.seat,))
    elif table.vote.gone is not None:
        leave(builder, table.vote.gone, "voted")
