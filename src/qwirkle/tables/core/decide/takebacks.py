"""Taking back the last turn.

Turns that nobody chose, those of bots and of seats that are out, are taken back with it. A person
who plays without other people may go back as far as they like; everybody else asks the others.
"""

from __future__ import annotations

from collections.abc import Collection

from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.decide.decision import TableBuilder
from qwirkle.tables.core.decide.guards import no_vote_before, playing_seats
from qwirkle.tables.core.reasons import TableReason, refusal

MAX_TAKEN_BACK = 500
"""The maximum number of times turns can be taken back at a table: events are stored for ever."""


def take_back(builder: TableBuilder, actor: c.Actor) -> None:
    """Take back the last turn of a device, or ask the others to allow it."""
    table = builder.state
    seats = playing_seats(table, actor)
    last = table.last_turn_of(seats)
    if last is None:
        raise refusal(TableReason.NOTHING_TO_TAKE_BACK)
    if len(table.taken_back) >= MAX_TAKEN_BACK:
        raise refusal(TableReason.TOO_OFTEN, case="take-back", most=MAX_TAKEN_BACK)
    if {seat for seat, sitter in enumerate(table.seats) if sitter.is_playing} <= set(seats):
        play_again(builder, seats)
        return
    if table.declined == last.turn:
        raise refusal(TableReason.DECLINED)
    no_vote_before(table, builder.now)
    builder.record(e.VoteCalled("take-back", seats, None, last.seat))


def play_again(builder: TableBuilder, seats: Collection[int]) -> None:
    """Return the last turn of these seats to its player."""
    table = builder.state
    last = table.last_turn_of(seats)
    if last is not None:
        count = sum(mark.turn >= last.turn for mark in table.played)
        builder.record(e.TurnsTakenBack(last.seat, count), builder.game_before(count))
