"""``qwirkle copy-store``: what is to be done with a store while no server runs."""

from __future__ import annotations

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

    from qwirkle.service.store.copying import copy_store as copied

    counts = asyncio.run(copied(source, target))
    if as_json:
        from qwirkle.cli.printing import print_json

        print_json(counts)
    else:
        from rich.console import Console

        told = f"{counts['games']} tables with {counts['events']} events, "
        told += f"and {counts['accounts']} accounts"
        Console(highlight=False).print(f"Copied {told}.")
