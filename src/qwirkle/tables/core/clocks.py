"""Clocks: how long a turn may take, and when the next thing at a table is due."""

from __future__ import annotations

from qwirkle.tables.core.settings import LOBBY_LIFE, MINUTE, OUTAGE, SECOND
from qwirkle.tables.core.state import Table

RECHECK = MINUTE
"""How much later a person who was present when their turn began is checked again.

A connection may look alive for a while after a phone was put away, so that person counts as having
seen their turn only if they are still present then.
"""

INVITATION_WAIT = 20 * SECOND
"""How long those who are asked for a rematch have to come, before a notice is sent to them."""


def begun_at(table: Table) -> int:
    """Return when the turn began, as far as its clock is concerned."""
    return table.turn_since + table.wound_ms


def time_spent(table: Table, now: int) -> int:
    """Return the milliseconds that the turn has taken, less those without a running server."""
    return max(0, now - begun_at(table))


def is_recent(at: int, now: int, ms: int) -> bool:
    """Return whether something happened less than ``ms`` milliseconds ago.

    A time that seems to be in the future counts as long ago: the server's clock has been put back
    since. The clocks of several servers may differ a little.
    """
    return -OUTAGE <= now - at < ms


def begins_in_future(table: Table, now: int) -> bool:
    """Return whether the turn seems to begin later: the clock was ahead and was put back."""
    return table.to_move is not None and begun_at(table) > now + OUTAGE


def deadline(table: Table) -> int | None:
    """Return when the clock of the person to move runs out."""
    clock, seat = table.settings.clock, table.to_move
    if clock is None or seat is None or table.seats[seat].kind == "bot":
        return None
    allowed = table.seats[seat].left_ms if clock.per == "game" else clock.ms
    return None if allowed is None else begun_at(table) + allowed


def gone_at(table: Table) -> int | None:
    """Return when the others may vote to continue without the person to move."""
    seat = table.to_move
    if seat is None or not table.seats[seat].is_playing:
        return None
    return begun_at(table) + table.settings.patience_ms


def due(table: Table, bot_grace: int = 0) -> int | None:
    """Return when the scheduler must next check this table, even if no request arrives.

    A bot is due when its turn begins; the grace period is for a process that is already thinking.
    """
    if table.phase == "lobby":
        return table.opened_at + LOBBY_LIFE
    seat = table.to_move
    if seat is None:
        return table.turn_since if table.to_be_kept else None
    if table.seats[seat].kind == "bot":
        return table.turn_since + bot_grace
    return deadline(table)


def recheck_at(table: Table) -> int:
    """Return when to check again whether a person who was present has seen their turn."""
    return begun_at(table) + RECHECK


def notify_at(table: Table, *, present: bool = False) -> int | None:
    """Return when the person to move may need a notice; None if no other person is waiting.

    ``present`` is whether that person is connected to the table. Before the game, it is when those
    who are invited to a rematch may need one.
    """
    if table.invited:
        return table.opened_at + INVITATION_WAIT
    seat = table.to_move
    if seat is None or not table.seats[seat].is_playing:
        return None
    own = set(table.seats[seat].keys)
    if not any(other.is_playing and own.isdisjoint(other.keys) for other in table.seats):
        return None
    return recheck_at(table) if present else begun_at(table)
