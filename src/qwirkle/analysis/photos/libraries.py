"""The libraries for photographs alone: OpenCV, NumPy and Pillow, larger than all others together.

``pip install "qwirkle[photo]"`` installs them; nothing else does in a user's own environment. A
clone that ``make`` has set up owns its environment: there they are installed when the first
photograph is read.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from qwirkle.errors import MissingExtra

NAMES = ("cv2", "numpy", "PIL")
PROJECT = Path(__file__).resolve().parents[4]
"""The folder of the clone, if this is one."""
FETCHING = "Fetching what reads photographs (OpenCV, NumPy and Pillow): once, less than a minute."


class NotFetched(MissingExtra):
    """Libraries that could not be fetched."""

    def __init__(self, why: str) -> None:
        super().__init__("reading a photograph", "photo")
        self.args = (f"photographs cannot be read: {why}",)


def are_installed() -> bool:
    """Return whether the libraries for photographs are installed."""
    return all(map(find_spec, NAMES))


def can_fetch() -> bool:
    """Return whether this runs in the environment of a clone, which ``make`` has set up."""
    environment = PROJECT / ".venv"
    return (
        (PROJECT / "packaging" / "clone.py").is_file()
        and (environment / ".ready").is_file()
        and Path(sys.prefix).resolve() == environment.resolve()
    )


def fetch() -> None:
    """Announce the wait, and install the libraries; raise ``NotFetched`` if that fails."""
    _say(FETCHING)
    done = subprocess.run(
        [sys.executable, str(PROJECT / "packaging" / "clone.py"), "photo"],
        capture_output=True,
        text=True,
        check=False,
    )
    importlib.invalidate_caches()
    if done.returncode != 0 or not are_installed():
        *_, why = ["they were not there afterwards", *done.stderr.strip().splitlines()]
        raise NotFetched(why)


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
