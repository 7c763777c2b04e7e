"""``qwirkle admin backup`` and ``restore``: everything a server keeps, in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path

from qwirkle.cli.admin.place import NOWHERE, Where, Yes
from qwirkle.cli.arguments import AsJson
from qwirkle.notation.text.words import count_of
from qwirkle.terminal.output import PlainConsole, print_json, store_size


def backup(
    file: Path, /, *, replace: Yes = False, where: Where = NOWHERE, as_json: AsJson = False
) -> None:
    """Write everything a store holds to one file, while servers keep running.

    Every table in the backup is rebuilt from its events and checked before the file appears. The
    file is a SQLite store, whatever the database of the server is.

    Parameters
    ----------
    file
        The file to write.
    replace
        Replace the file if it is already there.
    """
    from qwirkle.tables.admin.backups import back_up
    from qwirkle.tables.stores import check_store_at

    report = asyncio.run(back_up(where.url(), file, check_store_at, replace=replace))
    if as_json:
        print_json(report)
        return
    PlainConsole(soft_wrap=True).print(
        f"{file} holds {store_size(report.tables, report.events)}, all correct, "
        f"and {count_of(report.accounts, 'account')}."
    )


def restore(
    file: Path, /, *, replace: Yes = False, where: Where = NOWHERE, as_json: AsJson = False
) -> None:
    """Fill a store from a backup, which is checked first.

    Stop every server of the store before you restore it. A store that is missing is created. The
    backup may come from an earlier version.

    Parameters
    ----------
    file
        The backup.
    replace
        Delete what the store holds now; otherwise it must be empty.
    """
    from qwirkle.tables.admin.backups import restore as fill
    from qwirkle.tables.stores import check_store_at

    report = asyncio.run(fill(file, where.url(), check_store_at, replace=replace))
    if as_json:
        print_json(report)
        return
    PlainConsole(soft_wrap=True).print(
        f"Restored {store_size(report.tables, report.events)}, "
        f"and {count_of(report.accounts, 'account')}."
    )
