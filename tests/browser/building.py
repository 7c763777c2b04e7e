"""The page as it is built from the sources beside the tests."""

from __future__ import annotations

import fcntl
from pathlib import Path

import node

ROOT = node.ROOT
PAGE = ROOT / "src" / "qwirkle" / "web" / "page"


def built() -> Path:
    """The folder of the page, built anew if a source is newer; one process at a time."""
    lock = ROOT / "build" / "page.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if _stale():
            done = node.run("vite/bin/vite.js", "build")
            assert done.returncode == 0, done.stdout + done.stderr
    return PAGE


def _stale() -> bool:
    index = PAGE / "index.html"
    if not index.exists():
        return True
    sources = [*node.FRONTEND.glob("*.*"), *(ROOT / "src" / "qwirkle" / "locale").glob("*.po")]
    for folder in ("src", "public"):
        sources += (one for one in (node.FRONTEND / folder).rglob("*") if one.is_file())
    return max(one.stat().st_mtime for one in sources) > index.stat().st_mtime
