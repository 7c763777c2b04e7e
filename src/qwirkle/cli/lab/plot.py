"""``qwirkle plot``: pictures of stored matches and ladders."""

from __future__ import annotations

from pathlib import Path

from qwirkle.errors import LabError


def plot(*files: Path, out: Path) -> None:
    """Draw stored matches and ladders: win rates, margins, ratings, one file below the other.

    Parameters
    ----------
    files
        Files that match or ladder stored with --save.
    out
        The picture to write: .png, .svg or .pdf.
    """
    from qwirkle.lab.ladder import read_stored
    from qwirkle.lab.plots import draw

    if not files:
        raise LabError("say which stored results to draw")
    draw([read_stored(file) for file in files], out)
