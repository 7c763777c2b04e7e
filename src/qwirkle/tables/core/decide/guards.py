"""Checks that commands share: each returns the requested value or raises a refusal.

Whether the sender may give the command at all is decided before, by ``rights``.
"""

from __future__ import annotations

from qwirkle.tables.core.clocks import is_recent
from qwirkle.tables.core.commands import Actor
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import SECOND
from qwirkle.tables.core.state import Table

VOTE_PAUSE = 10 * SECOND
"""How long after a vote was called no other vote can be called."""


def must_be_playing(table: Table) -> None:
    """Refuse what is only possible during the game."""
    if table.phase == "ended":
        raise refusal(TableReason.TABLE_ENDED)
    if table.phase != "playing":
        raise refusal(TableReason.NOT_STARTED)


def must_have_begun(table: Table) -> None:
    """Refuse commands that are impossible before the game."""
    if table.phase == "lobby":
        raise refusal(TableReason.NOT_STARTED)


def own_seats(table: Table, actor: Actor) -> tuple[int, ...]:
    """Return the seats of the device that asks: at least one."""
    held = table.held_by(actor.key)
    if not held:
        raise refusal(TableReason.NOT_SEATED)
    return held


def playing_seats(table: Table, actor: Actor) -> tuple[int, ...]:
    """Return the seats of the device that asks which are still in the game: at least one."""
    seats = tuple(seat for seat in own_seats(table, actor) if table.seats[seat].out is None)
    if not seats:
        raise refusal(TableReason.SEAT_IS_OUT)
    return seats


def no_vote_before(table: Table, now: int) -> None:
    """Refuse a vote while another one is open, and shortly after one was called."""
    if table.vote is not None:
        raise refusal(TableReason.VOTE_OPEN)
    called = table.vote_called_at
    if called is not None and is_recent(called, now, VOTE_PAUSE):
        raise refusal(TableReason.TOO_OFTEN, case="vote")


def own_seat(table: Table, actor: Actor, seat: int | None) -> int:
    """Return the seat that was named, the device's seat whose turn it is, or its first one."""
    held = own_seats(table, actor)
    if seat is None:
        return table.to_move if table.to_move in held and table.to_move is not None else held[0]
    check_seat(table, seat)
    if seat not in held:
        raise refusal(TableReason.NOT_YOUR_SEAT)
    return seat


def check_seat(table: Table, seat: int) -> int:
    """Return the number of a seat, or refuse one that the table does not have."""
    if not 0 <= seat < len(table.seats):
        raise refusal(TableReason.NO_SUCH_SEAT, seat=seat, count=len(table.seats))
    return seat
