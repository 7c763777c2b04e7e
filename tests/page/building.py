"""The page as it is built from the sources beside the tests."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path

import node

ROOT = node.ROOT
PAGE = ROOT / "src" / "qwirkle" / "server" / "page"


def built() -> Path:
    """The folder of the page, built again if a source has changed; one process at a time."""
    lock = ROOT / "build" / "page.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        program = [sys.executable, str(node.FRONTEND / "build.py")]
        done = subprocess.run(program, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return PAGE
