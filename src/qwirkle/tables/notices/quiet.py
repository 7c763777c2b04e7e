"""Quiet hours: when a device wants no notices, in its own time zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from qwirkle.tables.storage.ports import QuietHours

MINUTES_A_DAY = 24 * 60


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def quiet_until(quiet: QuietHours | None, zone: str, now: int) -> int | None:
    """Return when the quiet hours end that it is now; None if it is not quiet.

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
