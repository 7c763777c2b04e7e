"""``qwirkle copy-store`` and ``qwirkle verify-store``: what is done with a store by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def copy_store(
    source: str,
    target: str,
    /,
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """Copy all tables and accounts from one database to another one that is empty.

    Stop every server that uses them before.

    Parameters
    ----------
    source
        Where they are: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE.
    target
        Where they are to be.
    as_json
        Print how many rows were copied as JSON.
    """
    import asyncio

    from qwirkle.service.store.copy import copy_store as copied

    counts = asyncio.run(copied(source, target))
    if as_json:
        from qwirkle.cli.output import print_json

        print_json(counts)
    else:
        from rich.console import Console

        told = f"{counts['games']} tables with {counts['events']} events, "
        told += f"and {counts['accounts']} accounts"
        Console(highlight=False).print(f"Copied {told}.")


def verify_store(
    address: str | None = None,
    /,
    *,
    data: Annotated[Path | None, Parameter(env_var="QWIRKLE_DATA")] = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """Fold every table of a store anew and compare the result with what is kept beside it.

    It may run beside a server. Leaves with 1 if something is wrong.

    Parameters
    ----------
    address
        The store: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE; by default the one
        that ``qwirkle serve`` uses without settings.
    data
        The folder with the store, as for ``qwirkle serve``.
    as_json
        Print what was found as JSON.
    """
    import asyncio
    import os

    address = address or (None if data else os.environ.get("QWIRKLE_DATABASE"))
    tables, events, faults = asyncio.run(_verified(address, data))
    if as_json:
        from qwirkle.cli.output import print_json

        print_json({"tables": tables, "events": events, "faults": faults})
    else:
        from rich.console import Console

        console = Console(highlight=False)
        for table, sentences in faults.items():
            for sentence in sentences:
                console.print(f"{table}: {sentence}", markup=False)
        wrong = f"{len(faults)} of them wrong" if faults else "all of them right"
        console.print(f"{tables} tables with {events} events, {wrong}.")
    if faults:
        raise SystemExit(1)


async def _verified(
    address: str | None, data: Path | None
) -> tuple[int, int, dict[str, tuple[str, ...]]]:
    from qwirkle.service.audit import audit_store
    from qwirkle.service.store import store_at

    tables = events = 0
    faults: dict[str, tuple[str, ...]] = {}
    store = store_at(address, folder=data)
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
