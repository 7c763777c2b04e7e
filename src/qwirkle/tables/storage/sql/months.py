"""Events of PostgreSQL by months: what was archived leaves whole tables that can be dropped.

``events`` is partitioned by time. ``events_before`` has the events from before the partitioning and
from the rest of that month. From then on, every month has a table, made some months ahead; events
of any other time go to ``events_later``. In each of them an event is unique by its table and
number. PostgreSQL cannot know that across partitions: there the lock of a table and its row decide,
as in every append. SQLite has no partitions.
"""

from __future__ import annotations

import datetime
import re

import sqlalchemy as sa
from sqlalchemy.engine import Connection

AHEAD = 3
"""The number of months that are made before they begin."""
WAIT = "SET LOCAL lock_timeout = '2s'"
"""A turn never waits longer than this for a change of partitions."""
BOUNDS = re.compile(r"TO \('(-?\d+)'\)")


def partition_events(connection: Connection, now: int) -> None:
    """Divide the events of a database by months; no row is copied.

    Rows that are there are read once, to see that none is later than the first month.
    """
    latest = connection.scalar(sa.text("SELECT max(at) FROM events"))
    first = _next_month(max(now, 0 if latest is None else latest))
    for statement in (
        "ALTER TABLE events RENAME TO events_before",
        "CREATE TABLE events (LIKE events_before) PARTITION BY RANGE (at)",
        "ALTER TABLE events ATTACH PARTITION events_before "
        f"FOR VALUES FROM (MINVALUE) TO ({first})",
        "CREATE TABLE events_later PARTITION OF events DEFAULT",
        "CREATE UNIQUE INDEX ix_events_later ON events_later (game, seq)",
    ):
        connection.execute(sa.text(statement))
    make_months(connection, now)


def make_months(connection: Connection, now: int) -> None:
    """Make the tables of the coming months that are missing."""
    ends = _ends(connection)
    begin = max(ends.values(), default=0)
    last = now
    for _ in range(AHEAD):
        last = _next_month(last)
    while begin < last:
        end = _next_month(begin)
        late = sa.text("SELECT 1 FROM events_later WHERE at >= :begin AND at < :end LIMIT 1")
        if connection.scalar(late, {"begin": begin, "end": end}) is None:
            name = f"events_{_month(begin)}"
            for statement in (
                f"CREATE TABLE {name} (LIKE events)",
                f"CREATE UNIQUE INDEX ix_{name} ON {name} (game, seq)",
                f"ALTER TABLE events ATTACH PARTITION {name} FOR VALUES FROM ({begin}) TO ({end})",
            ):
                connection.execute(sa.text(statement))
        begin = end


def drop_months(connection: Connection, before: int) -> list[str]:
    """Drop the tables of months that ended by then and are empty; return their names."""
    dropped = []
    for name, end in _ends(connection).items():
        if end > before or connection.scalar(sa.text(f"SELECT 1 FROM {name} LIMIT 1")):  # noqa: S608
            continue
        connection.execute(sa.text(f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE"))
        if connection.scalar(sa.text(f"SELECT 1 FROM {name} LIMIT 1")) is None:  # noqa: S608
            connection.execute(sa.text(f"DROP TABLE {name}"))
            dropped.append(name)
    return dropped


def _ends(connection: Connection) -> dict[str, int]:
    """Return the tables of months, each with the time at which it ends, in order."""
    found = connection.execute(
        sa.text(
            "SELECT part.relname, pg_get_expr(part.relpartbound, part.oid) "
            "FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid "
            "WHERE inhparent = 'events'::regclass"
        )
    )
    ends = [(name, BOUNDS.search(bounds)) for name, bounds in found]
    known = {name: int(end[1]) for name, end in ends if end is not None}
    return dict(sorted(known.items(), key=lambda item: item[1]))


def _next_month(at: int) -> int:
    day = datetime.datetime.fromtimestamp(at / 1000, datetime.UTC)
    year, month = (day.year + 1, 1) if day.month == 12 else (day.year, day.month + 1)
    return round(datetime.datetime(year, month, 1, tzinfo=datetime.UTC).timestamp()) * 1000


def _month(at: int) -> str:
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).strftime("%Y_%m")
