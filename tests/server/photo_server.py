"""``qwirkle`` with a reader of photographs that needs no library and finds the same every time.

The first bytes of a picture say what it is; words in it say what the reader makes of it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from qwirkle.analysis.photos import libraries
from qwirkle.analysis.photos.reading import Corners, PhotoReason, Point, Reading, SeenTile, problem
from qwirkle.errors import MissingExtra, Refused
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.tiles import Tile
from qwirkle.tables.live.workers import InPlace, pool
from qwirkle.tables.photos import photos

ROW = (("Ro", 0.97, "Rc"), ("Rs", 0.31, "Rd"), ("Rb", 0.99, "Rx"))
SQUARE = Point(0.1, 0.1), Point(0.9, 0.1), Point(0.9, 0.9), Point(0.1, 0.9)
SIDE = 0.1


def read_photo(picture: bytes, *, game: str, corners: Corners | None, turns: int) -> Reading:
    """Find three tiles in a row; on a printed board only if somebody points out its corners."""
    if b"missing" in picture:
        raise MissingExtra("reading a photograph", "photo")
    if b"broken" in picture:
        raise Refused([problem(PhotoReason.NOT_A_PICTURE)])
    if b"huge" in picture:
        raise Refused([problem(PhotoReason.PICTURE_TOO_LARGE, unit="pixels", most=64, count=100)])
    if b"wait for " in picture:
        sign = Path(picture.partition(b"wait for ")[2].decode())
        while not sign.exists():
            time.sleep(0.01)
    if game in ("select", "connect", "combined") and corners is None:
        return Reading(game, (), (problem(PhotoReason.NO_BOARD),))
    tiles = tuple(
        SeenTile(_cell(at, turns, Tile(tile)), certainty, Tile(second), _outline(at))
        for at, (tile, certainty, second) in enumerate(ROW)
    )
    printed = layout(["connect:1"] * 4) if game == "connect" else None
    return Reading(game, tuple(sorted(tiles, key=lambda seen: seen.placed)), (), corners, printed)


def _cell(at: int, turns: int, tile: Tile) -> Placed:
    x, y = at, 0
    for _ in range(turns):
        x, y = 15 - y, x
    return Placed(x, y, tile)


def _outline(at: int) -> Corners:
    left, top = 0.35 + at * SIDE, 0.45
    right, bottom = left + SIDE, top + SIDE
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def read_file(
    picture: bytes, game: str, corners: Sequence[photos.Point] | None, turns: int
) -> photos.PhotoReading:
    """Read a picture for the page."""
    given = None
    if corners is not None:
        first, second, third, fourth = (Point(*point) for point in corners)
        given = (first, second, third, fourth)
    return photos.reading_of(read_photo(picture, game=game, corners=given, turns=turns))


def use_it() -> None:
    """Have every service of this process use this reader, in place."""
    libraries.are_installed = lambda: True
    photos.read_picture_file = read_file
    pool.ProcessPool.run = InPlace.run  # type: ignore[assignment, method-assign]


if __name__ == "__main__":
    from qwirkle.cli import run

    use_it()
    sys.exit(run(sys.argv[1:]))
