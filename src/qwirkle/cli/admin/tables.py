"""``qwirkle admin tables``: list, show, close and delete the tables of a server."""

from __future__ import annotations

import asyncio
import datetime
import time
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from qwirkle.cli.admin.place import NOWHERE, Redis, Where, Yes, confirm
from qwirkle.cli.arguments import AsJson
from qwirkle.errors import QwirkleError
from qwirkle.notation.text.words import count_of
from qwirkle.terminal.output import PlainConsole, print_json

if TYPE_CHECKING:
    from qwirkle.tables.admin.tables import TableReport, TableSummary
    from qwirkle.tables.live.tables import Done

Limit = Annotated[int, Parameter(validator=lambda _, n: _check_limit(n))]
Days = Annotated[float | None, Parameter(validator=lambda _, days: _check_days(days))]


def list_tables(
    *,
    finished: bool | None = None,
    guest_table_days: Days = None,
    limit: Limit = 50,
    where: Where = NOWHERE,
    as_json: AsJson = False,
) -> None:
    """List tables, the last changed first. In JSON, times are milliseconds since 1970.

    Parameters
    ----------
    finished
        Only tables that are finished, or only those that are not.
    guest_table_days
        Only tables that qwirkle serve with this number of days would delete now, the oldest first.
    limit
        How many tables to list.
    """
    if guest_table_days is None:
        found = asyncio.run(_list(where, limit, finished))
    else:
        found = asyncio.run(_list_old(where, limit, guest_table_days))
    if as_json:
        print_json(found)
        return
    console = PlainConsole(soft_wrap=True)
    for table in found:
        state = "finished" if table.finished else "open"
        console.print(f"{table.table}  {format_time(table.updated_at)}  {state:8}  {table.title}")
    if not found:
        console.print("There are no tables.")


def show(table: str, /, *, where: Where = NOWHERE, as_json: AsJson = False) -> None:
    """Show a table: its seats, and how far it is.

    Parameters
    ----------
    table
        The id of the table, as in its link.
    """
    report = asyncio.run(_show(where, table))
    if as_json:
        print_json(report)
        return
    console = PlainConsole(soft_wrap=True)
    state = report.phase if report.ended is None else f"{report.phase} ({report.ended})"
    console.print(f"{report.table}: {report.game}, {state}, opened {format_time(report.opened_at)}")
    console.print(f"{count_of(report.turns, 'turn')}, {count_of(report.events, 'event')}")
    for number, seat in enumerate(report.seats, 1):
        account = f", account {seat.account}" if seat.account else ""
        bot = f", {seat.bot}" if seat.bot else ""
        console.print(f"Seat {number}: {seat.name or 'nobody'} ({seat.kind}{bot}{account})")


def close(
    table: str, /, *, where: Where = NOWHERE, redis: Redis = None, as_json: AsJson = False
) -> None:
    """End a table without a result, beside running servers.

    Its players see that it was closed: at once if the servers share a Redis, otherwise within half
    a minute or with their next turn.

    Parameters
    ----------
    table
        The id of the table.
    redis
        The Redis that connects the servers, as for qwirkle serve.
    """
    done = asyncio.run(_close(where, table, redis))
    if as_json:
        print_json({"table": table, "seq": done.seq})
    else:
        PlainConsole().print(f"The table {table} is closed.")


def delete(
    tables: tuple[str, ...],
    /,
    *,
    yes: Yes = False,
    where: Where = NOWHERE,
    redis: Redis = None,
    as_json: AsJson = False,
) -> None:
    """Delete tables with all their events.

    They disappear from histories; ratings stay as they are. A table that is still open is closed
    first.

    Parameters
    ----------
    tables
        The ids of the tables.
    yes
        Do not ask.
    redis
        The Redis that connects the servers, as for qwirkle serve.
    """
    wanted = tuple(dict.fromkeys(tables))
    what = f"the table {wanted[0]}" if len(wanted) == 1 else f"{len(wanted)} tables"
    confirm(f"Delete {what} for ever?", yes=yes)
    asyncio.run(_delete(where, wanted, redis))
    if as_json:
        print_json({"deleted": wanted})
    else:
        PlainConsole().print(f"Deleted {what}.")


def format_time(at: int) -> str:
    """Return a time as people here read it, to the minute."""
    moment = datetime.datetime.fromtimestamp(at / 1000, datetime.UTC)
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def _check_limit(limit: int) -> None:
    if limit < 1:
        raise ValueError("it must be above 0")


def _check_days(days: float | None) -> None:
    if days is not None and not days > 0:
        raise ValueError("it must be above 0")


async def _list(where: Where, limit: int, finished: bool | None) -> list[TableSummary]:
    from qwirkle.tables.admin.tables import summary_of

    async with where.store() as store:
        return [summary_of(row) for row in await store.latest_tables(limit, finished=finished)]


async def _list_old(where: Where, limit: int, days: float) -> list[TableSummary]:
    from qwirkle.tables.admin.tables import summary_of
    from qwirkle.tables.core.settings import DAY

    before = time.time_ns() // 1_000_000 - round(days * DAY)
    async with where.store() as store:
        rows = [await store.row(table) for table in await store.old_guest_tables(before, limit)]
    return [summary_of(row) for row in rows if row is not None]


async def _show(where: Where, table: str) -> TableReport:
    from qwirkle.tables.admin.tables import report_of

    async with where.tables(None) as (tables, _):
        return report_of(await tables.current(table))


async def _close(where: Where, table: str, redis: str | None) -> Done:
    async with where.tables(redis) as (tables, _):
        return await tables.close(table)


async def _delete(where: Where, wanted: tuple[str, ...], redis: str | None) -> None:
    from qwirkle.tables.admin.tables import delete_table

    async with where.tables(redis) as (tables, store):
        for table in wanted:
            # A mistyped id is noticed before anything is deleted.
            if await store.row(table) is None:
                raise QwirkleError(f"there is no table “{table}”; nothing was deleted")
        for table in wanted:
            await delete_table(tables, store, table)
