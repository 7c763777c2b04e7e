"""A site that plays with no server: the page, Python for browsers, this package, and the docs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from qwirkle.errors import QwirkleError
from qwirkle.rules.family import GAMES
from qwirkle.server.page import CARD, FOLDER, STAMP, START, is_built
from qwirkle.site.docs import can_write_docs, write_docs
from qwirkle.site.document import with_links
from qwirkle.site.python import Part, write_python

NO_SERVER = b'<meta name="qwirkle-server" content="none" />'
"""The tag that makes the page use a worker instead of a server."""
WITH_DOCS = b'<meta name="qwirkle-docs" content="docs" />'
"""The tag that makes the page link to the guide for players."""
VIEWS = (
    *("new", "settings", "progress", "analysis", "puzzle", "find", "account", "statistics"),
    *("coach", "continue", "review", "learn", "rules"),
)
KEPT = re.compile(
    r"assets/|docs/(?!_downloads/|_sources/).*(?<!\.map)$|[^/]+\.(png|svg|webmanifest)$"
)
"""Files that a device keeps after its first game, beside Python and the document."""
PLACES = (*VIEWS, *(f"{view}/{game}" for view in ("learn", "rules") for game in GAMES))
"""Addresses that people open directly; each is the same document."""


class SiteError(QwirkleError):
    """A site that cannot be written."""


def write_site(folder: Path, base: str | None = None) -> list[Part]:
    """Write the site into a folder that is empty or does not exist yet.

    Returns what a first game fetches. The site can be in any folder of its host; ``base`` fixes
    its path, such as ``/qwirkle``. The documentation is included if Sphinx, the extra ``docs``, is
    installed.
    """
    write_page(folder, base)
    kept = (path for path in sorted(folder.rglob("*")) if path.is_file())
    names = (path.relative_to(folder).as_posix() for path in kept)
    return write_python(folder / "python", folder, [name for name in names if KEPT.match(name)])


def write_page(folder: Path, base: str | None = None) -> None:
    """Write the site without Python for browsers: everything before the first game."""
    if not is_built():
        raise SiteError("There is no page to write: it could not be built on installation.")
    if folder.exists() and any(folder.iterdir()):
        raise SiteError(f"{folder} is not empty.")
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(STAMP))
    tags = [NO_SERVER]
    if can_write_docs():
        write_docs(folder / "docs")
        tags.append(WITH_DOCS)
    document = (folder / START).read_bytes().replace(CARD, b"".join(tags))
    document = with_links(document, base, [*VIEWS, "t", "swiss"])
    # A host without a file for an address answers with 404.html: tables have such addresses.
    for name in (START, "404.html", *(f"{place}/{START}" for place in PLACES)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(document)
    (folder / ".nojekyll").touch()
