"""A site that plays with no server: the page, Python for browsers, and this package, as files."""

from __future__ import annotations

import shutil
from pathlib import Path

from qwirkle.errors import QwirkleError
from qwirkle.rules.family import GAMES
from qwirkle.site.python import Part, write_python
from qwirkle.web.page import CARD, FOLDER, STAMP, START, at_base, is_built

NO_SERVER = b'<meta name="qwirkle-server" content="none" />'
"""Says to the page that a worker answers it."""
PLACES = (
    *("new", "settings", "progress", "analysis", "puzzle", "find", "account", "statistics"),
    *(f"{view}/{game}" for view in ("learn", "rules") for game in GAMES),
)
"""Addresses that people open directly; each is the same document."""


class SiteError(QwirkleError):
    """The site cannot be written."""


def write_site(folder: Path, base: str = "") -> list[Part]:
    """Write the site into a folder that is empty or not there yet.

    Returns what a first game fetches. ``base`` is the path of the site on its host, such as
    ``/qwirkle``.
    """
    if not is_built():
        raise SiteError("There is no page to write: it could not be built on installation.")
    if folder.exists() and any(folder.iterdir()):
        raise SiteError(f"{folder} is not empty.")
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(STAMP))
    document = at_base((folder / START).read_bytes(), base).replace(CARD, NO_SERVER)
    # A host without a file for an address answers with 404.html: tables have such addresses.
    for name in (START, "404.html", *(f"{place}/{START}" for place in PLACES)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(document)
    (folder / ".nojekyll").touch()
    return write_python(folder / "python")
