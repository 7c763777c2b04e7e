"""``qwirkle verify-store``: every table of a store, rebuilt from its events and compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from qwirkle.cli.arguments import AsJson

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

Faults = dict[str, tuple[str, ...]]


def verify_store(
    address: str | None = None,
    /,
    *,
    data: Annotated[Path | None, Parameter(env_var="QWIRKLE_DATA")] = None,
    as_json: AsJson = False,
) -> None:
    """Rebuild every table of a store from its events and check what is stored beside them.

    A server may be running. Nothing is changed: a store that is missing is not created, one of
    another version is not migrated. Exits with status 1 if something is wrong.

    Parameters
    ----------
    address
        The store: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE. By default the one
        that qwirkle serve uses without settings.
    data
        The folder of the store, as for qwirkle serve.
    """
    import asyncio
    import os

    from qwirkle.tables.storage.sql.database import choose_location
    from qwirkle.terminal.output import PlainConsole, print_json

    address = address or (None if data else os.environ.get("QWIRKLE_DATABASE"))
    url = choose_location(address, data)
    tables, events, faults = asyncio.run(_verify(url))
    if as_json:
        print_json({"tables": tables, "events": events, "faults": faults})
    else:
        console = PlainConsole()
        for table, sentences in faults.items():
            for sentence in sentences:
                console.print(f"{table}: {sentence}")
        console.print(_summary(tables, events, len(faults)))
    if faults:
        raise SystemExit(1)


def _summary(tables: int, events: int, wrong: int) -> str:
    if not tables:
        return "The store is empty: there was no table to check."
    from qwirkle.terminal.output import store_size

    found = f"{wrong} of them wrong" if wrong else "all correct"
    return f"{store_size(tables, events)}, {found}."


async def _verify(url: URL) -> tuple[int, int, Faults]:
    from qwirkle.tables.storage.sql.database import Database
    from qwirkle.tables.storage.sql.migration import check_current
    from qwirkle.tables.stores import SqlStore, audit_store

    await check_current(url)
    tables = events = 0
    faults: Faults = {}
    store = SqlStore(Database(url))
    await store.open()
    try:
        async for checked in audit_store(store):
            tables += 1
            events += checked.events
            if checked.faults:
                faults[checked.game] = checked.faults
    finally:
        await store.close()
    return tables, events, faults
