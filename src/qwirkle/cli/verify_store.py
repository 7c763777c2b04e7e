"""``qwirkle verify-store``: every table of a store, rebuilt from its events and compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

Faults = dict[str, tuple[str, ...]]


def verify_store(
    address: str | None = None,
    /,
    *,
    data: Annotated[Path | None, Parameter(env_var="QWIRKLE_DATA")] = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
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
    as_json
        Print the result as JSON.
    """
    import asyncio
    import os

    from qwirkle.cli.output import PlainConsole, print_json
    from qwirkle.service.store import locations

    address = address or (None if data else os.environ.get("QWIRKLE_DATABASE"))
    folder = data or locations.data_folder()
    url = locations.at_address(address) if address else locations.in_folder(folder)
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
    found = f"{wrong} of them wrong" if wrong else "all correct"
    return f"{tables} tables with {events} events, {found}."


async def _verify(url: URL) -> tuple[int, int, Faults]:
    from qwirkle.service.audit import audit_store
    from qwirkle.service.store.sql import SqlStore

    await _check_version(url)
    tables = events = 0
    faults: Faults = {}
    store = SqlStore(url)
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


async def _check_version(url: URL) -> None:
    """Refuse a store that opening would create or migrate."""
    from qwirkle.errors import StoreError
    from qwirkle.service.store.database import Database
    from qwirkle.service.store.migration import NEWEST, schema_version

    database = Database(url)
    try:
        if not database.exists():
            raise StoreError(f"there is no store {database.name}")
        if url.get_backend_name() == "sqlite":
            _check_file(Path(str(url.database)), database.name)
        version = await database.read(schema_version)
    finally:
        await database.close()
    if version is None:
        raise StoreError(f"{database.name} is not a store of qwirkle")
    if version != NEWEST:
        raise StoreError(
            f"the store {database.name} has version {version}, this qwirkle needs {NEWEST}; "
            "qwirkle serve brings an older store up to date"
        )


def _check_file(path: Path, name: str) -> None:
    """SQLite takes an empty file for a database, and begins by writing to it."""
    from qwirkle.errors import StoreError

    with path.open("rb") as file:
        if file.read(len(_SQLITE)) != _SQLITE:
            raise StoreError(f"{name} is not a store of qwirkle")


_SQLITE = b"SQLite format 3\0"
