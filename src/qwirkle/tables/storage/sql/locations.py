"""The location of a store: a folder, an address, or the folder for this user's data."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from qwirkle.errors import StoreError

FILE = "tables.db"


def data_folder() -> Path:
    """Return the folder where this system keeps a user's data."""
    return Path(platformdirs.user_data_dir("qwirkle", appauthor=False))


def in_folder(folder: Path) -> URL:
    """The store in a folder."""
    return URL.create("sqlite", database=str(folder / FILE))


def at_address(address: str) -> URL:
    """The store at ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/DATABASE``."""
    try:
        url = make_url(address.strip())
    except (ArgumentError, ValueError):
        # Not repeated in the message: it may hold a password.
        raise StoreError(
            "a store is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
        ) from None
    return url.set(drivername="postgresql") if url.drivername == "postgres" else url


def choose_location(address: str | None, folder: Path | None) -> URL:
    """The store at an address, in a folder, or where this user's data belong."""
    return at_address(address) if address else in_folder(folder or data_folder())
