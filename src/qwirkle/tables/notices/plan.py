"""Plans: the notices a table needs now, and when a device wants none. Pure: time is passed in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from qwirkle.tables.core.clocks import begun_at, deadline, recheck_at
from qwirkle.tables.core.settings import HOUR, SECOND
from qwirkle.tables.core.state import Table, TableSeat
from qwirkle.tables.notices.model import (
    BEFORE_GAME,
    NoticeKind,
    NoticePlan,
    PlannedNotice,
    QuietHours,
)

PUSH = "push:"
"""The prefix of a recipient that is a device."""
MAIL = "mail:"
"""The prefix of a recipient that is an account and wants mail."""
MAIL_WAIT = 20 * SECOND
"""How long a mail about a turn waits for others to the same account, so that one covers all."""
TO_PLAYERS = (PUSH, MAIL)
"""The prefixes of recipients that are devices or accounts."""
LONG_CLOCK = HOUR
"""The shortest clock with a reminder."""
REMINDER_SHARE = 0.8
"""The share of the time after which the reminder comes."""
MINUTES_A_DAY = 24 * 60


def targets_of(seat: TableSeat) -> list[str]:
    """Return the devices and the account of a seat, as recipients."""
    accounts = [] if seat.account is None else [f"{MAIL}{seat.account}"]
    return [f"{PUSH}{key}" for key in seat.keys] + accounts


def turn_of(table: Table) -> int | None:
    """Return the number of the current turn: as many were played before."""
    return None if table.to_move is None or table.game is None else table.game.turns_played


def reminder_at(table: Table) -> int | None:
    """Return when to remind the person to move, if their clock is long."""
    ends = deadline(table)
    if ends is None:
        return None
    begun = begun_at(table)
    allowed = ends - begun
    return None if allowed < LONG_CLOCK else begun + round(allowed * REMINDER_SHARE)


def plan_of(table: Table, targets: Sequence[str], present: Collection[int], now: int) -> NoticePlan:
    """Return the notices of the current turn for these recipients, and when to plan again."""
    seat, turn = table.to_move, turn_of(table)
    if seat is None or turn is None:
        return NoticePlan(table.id, table.seq, BEFORE_GAME, (), None)
    here, reminder = seat in present, reminder_at(table)
    checked_at = recheck_at(table)
    kinds: dict[NoticeKind, bool] = {}
    """Whether the person knows already, by kind."""
    again = reminder
    if reminder is not None and reminder <= now:
        # A person who has had no notice of the turn by now gets the reminder alone.
        kinds, again = {"turn": True, "reminder": here}, None
    elif here and now < checked_at:
        again = checked_at if reminder is None else min(checked_at, reminder)
    else:
        kinds = {"turn": here}
    notices = [
        PlannedNotice(kind, target, seen, MAIL_WAIT if target.startswith(MAIL) else 0)
        for kind, seen in kinds.items()
        for target in targets
    ]
    return NoticePlan(table.id, table.seq, turn, tuple(notices), again)


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def quiet_until(quiet: QuietHours | None, zone: str, now: int) -> int | None:
    """Return when the current quiet hours end; None if it is not quiet.

    Times are milliseconds since the epoch. On a night when the clocks change, the hours are those
    on the wall.
    """
    if quiet is None or quiet.begin == quiet.end:
        return None
    place = ZoneInfo(zone) if zone in zones() else UTC
    local = datetime.fromtimestamp(now / 1000, place)
    minute = local.hour * 60 + local.minute
    if (minute - quiet.begin) % MINUTES_A_DAY >= (quiet.end - quiet.begin) % MINUTES_A_DAY:
        return None
    day = local.date() if minute < quiet.end else local.date() + timedelta(days=1)
    ends = datetime(day.year, day.month, day.day, *divmod(quiet.end, 60), tzinfo=place)
    return max(now + 1, round(ends.timestamp() * 1000))
