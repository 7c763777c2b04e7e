"""Node.js and the tools of the page, for those tests that need them.

Node is the one that builds the page; what the page is checked with is loaded once. Where that is
impossible the tests are skipped, except in continuous integration, where they fail.
"""

from __future__ import annotations

import fcntl
import importlib.util
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from servers import missing

ROOT = Path(__file__).parents[1]
FRONTEND = ROOT / "frontend"
TOOLS = FRONTEND / "node_modules"


def _building() -> Any:
    spec = importlib.util.spec_from_file_location("page_build", FRONTEND / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BUILDING = _building()


def run(tool: str, *arguments: str, folder: Path = FRONTEND) -> subprocess.CompletedProcess[str]:
    """Run a tool of the page in its folder, or in that of a copy; ``tool`` is its script's path."""
    node = _node()
    with _one_at_a_time():
        if not _fresh():
            _load(node)
    if folder != FRONTEND:
        (folder / "node_modules").symlink_to(TOOLS, target_is_directory=True)
    return _run(node, [*node.node, str(TOOLS / tool), *arguments], folder)


def _node() -> Any:
    try:
        return BUILDING.found_node()
    except BUILDING.Failed as error:
        missing(f"there is no Node.js for the tools of the page: {error}")


def _run(
    node: Any, command: list[str], folder: Path = FRONTEND
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=BUILDING.environment(node),
        capture_output=True,
        text=True,
        check=False,
    )


def _fresh() -> bool:
    """npm notes what it has installed; a copy of the lock that is older is an old one."""
    noted, wanted = TOOLS / ".package-lock.json", FRONTEND / "package-lock.json"
    return noted.exists() and noted.stat().st_mtime >= wanted.stat().st_mtime


def _load(node: Any) -> None:
    done = _run(node, [*node.npm, "install", "--no-save", "--no-audit", "--no-fund"])
    if done.returncode != 0:
        missing(f"the tools of the page could not be loaded: {done.stderr[-500:]}")


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    lock = ROOT / "build" / "node.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
