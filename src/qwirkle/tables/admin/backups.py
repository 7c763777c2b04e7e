"""Backups: one SQLite file with everything a store holds, checked before it is put in place."""

from __future__ import annotations

import os
import shutil
import tempfile
from asyncio import to_thread
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy.engine import URL

from qwirkle.errors import StoreError
from qwirkle.tables.storage.sql.copy import StoreNotEmpty, copy_between
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.migration import check_current

FILE = "backup.db"


class BackupReport(msgspec.Struct, frozen=True):
    """The contents of a backup, after every table was rebuilt from its events."""

    tables: int
    events: int
    accounts: int


Check = Callable[[URL], Awaitable[BackupReport]]
"""Opens a store as servers do, and raises ``StoreError`` if one of its tables is damaged."""


async def back_up(
    source: URL, target: Path, check: Check, *, replace: bool = False
) -> BackupReport:
    """Write the state of a store at one moment to a file, while servers keep running.

    The file appears when it is complete and its tables were checked. An existing file is refused
    unless it may be replaced.
    """
    await check_current(source)
    _check_free(target, replace=replace)
    with _private_folder(target.parent) as folder:
        copy = folder / FILE
        if source.get_backend_name() == "sqlite":
            await to_thread(Database(source).copy_file, copy)
        else:
            await copy_between(source, _at(copy))
        report = await check(_at(copy))
        # The check has opened it like a server, with a log beside it.
        await to_thread(Database(_at(copy)).copy_file, folder / "whole.db")
        _put_in_place(folder / "whole.db", target, replace=replace)
    return report


async def restore(
    source: Path, target: URL, check: Check, *, replace: bool = False
) -> BackupReport:
    """Fill a store from a backup, which is checked first and never written to.

    The store must be empty, or may be replaced. A backup of an earlier version is migrated on the
    way. No server may use the store.
    """
    if not source.is_file():
        raise StoreError(f"there is no backup {source}")
    with _private_folder(None) as folder:
        copy = folder / FILE
        await to_thread(shutil.copyfile, source, copy)
        if not Database(_at(copy)).is_written():
            raise StoreError(f"{source} is not a backup of qwirkle")
        report = await check(_at(copy))
        try:
            await copy_between(_at(copy), target, replace=replace)
        except StoreNotEmpty as error:
            raise StoreError(f"{error}; say --replace to delete what it holds") from None
    return report


def _at(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _check_free(target: Path, *, replace: bool) -> None:
    if target.is_dir():
        raise StoreError(f"{target} is a folder; a backup is a file")
    if target.exists() and not (replace and target.is_file()):
        raise _already_there(target)


def _put_in_place(file: Path, target: Path, *, replace: bool) -> None:
    file.chmod(0o600)
    with file.open("rb") as written:
        os.fsync(written.fileno())
    if replace:
        file.replace(target)
        return
    try:
        target.hardlink_to(file)  # unlike a move, it never replaces another file
    except FileExistsError:
        raise _already_there(target) from None


def _already_there(target: Path) -> StoreError:
    return StoreError(f"{target} is already there; say --replace to replace it")


@contextmanager
def _private_folder(parent: Path | None) -> Iterator[Path]:
    """Provide a folder that only this user can read, on the same disk as the result."""
    try:
        folder = tempfile.TemporaryDirectory(prefix=".qwirkle-", dir=parent)
    except OSError as error:
        raise StoreError(f"{parent}: {error.strerror}") from None
    with folder as name:
        yield Path(name)
