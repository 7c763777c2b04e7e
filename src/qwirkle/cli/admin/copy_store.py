"""``qwirkle copy-store``: everything one database holds into another."""

from __future__ import annotations

from qwirkle.cli.arguments import AsJson


def copy_store(
    source: str,
    target: str,
    /,
    *,
    as_json: AsJson = False,
) -> None:
    """Copy all tables and accounts from one database to another one that is empty.

    Stop every server that uses either of them first.

    Parameters
    ----------
    source
        The database to copy: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE.
    target
        The empty database to copy to.
    """
    import asyncio

    from qwirkle.notation.text.words import count_of
    from qwirkle.tables.storage.sql.copy import copy_store as copy
    from qwirkle.terminal.output import PlainConsole, print_json, store_size

    counts = asyncio.run(copy(source, target))
    if as_json:
        print_json(counts)
        return
    PlainConsole().print(
        f"Copied {store_size(counts['games'], counts['events'])}, "
        f"and {count_of(counts['accounts'], 'account')}."
    )
