"""Photographs of real tables, read as positions.

A picture is read in a process of its own (``photo_process``), one after the other, and then
forgotten. Few may be on their way at a time: anyone who comes when there are more is asked to try
again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import Protocol

import msgspec

from qwirkle.analysis.photos import Corners, Reading
from qwirkle.analysis.photos import Point as Corner
from qwirkle.errors import MissingExtra
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.placement.board import Layout, Placed
from qwirkle.rules.placement.edition import edition
from qwirkle.rules.placement.layouts import board_names
from qwirkle.rules.reasons import Refusal
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.live.tasks import thread_pool

MAX_PLACES = 8
"""Pictures that may be on their way, waiting or being read."""
MAX_PLACES_EACH = 2
"""Those of one address."""
BOARD = "board"
"""The option of games whose board can be chosen."""
LIBRARIES = ("cv2", "numpy", "PIL")
"""The libraries that the extra ``photo`` installs."""

Point = tuple[float, float]
Outline = tuple[Point, Point, Point, Point]


class Reader(Protocol):
    """Reads a picture: see ``qwirkle.analysis.photos.read_photo``."""

    def __call__(
        self, picture: bytes, *, game: str, corners: Corners | None, turns: int
    ) -> Reading:
        """Return what is in the picture."""
        ...


class PhotoReader(Protocol):
    """Reads a picture for the page, here or in another process."""

    def __call__(
        self, picture: bytes, game: str, corners: Sequence[Point] | None, turns: int
    ) -> PhotoReading:
        """Return the position in the picture."""
        ...


class PhotoReading(msgspec.Struct, frozen=True):
    """The position in a photograph. Points are shares of the picture's width and height."""

    board: tuple[Placed, ...]
    certainty: tuple[float, ...]
    """From 0 to 1 for each tile of the board; below 0.5 a person should look at it."""
    second: tuple[Tile, ...]
    """The tile that each would be otherwise."""
    outlines: tuple[Outline, ...]
    """Where each tile is in the picture."""
    frame: Outline | None
    """The corners of the printed board in the picture, clockwise from that of cell 0,0."""
    options: dict[str, OptionValue] | None
    """The printed board as an option of the game, none if it is the usual; None if unknown."""
    problems: tuple[Refusal, ...]
    """Everything that looks wrong; without tiles, why there are none."""


def find_reader() -> PhotoReader | None:
    """Return what reads pictures, or None if the libraries for it are not installed."""
    if not all(map(find_spec, LIBRARIES)):
        return None
    from qwirkle.tables.photos.process import read_in_process  # noqa: PLC0415 - uses this

    return read_in_process


class PhotoQueries:
    """Reads pictures, away from the event loop."""

    def __init__(self) -> None:
        self._reader = find_reader()
        self._pool = thread_pool(1, "qwirkle-photos")
        self._taken: Counter[str] = Counter()

    @property
    def offered(self) -> bool:
        """Whether this server can read pictures."""
        return self._reader is not None

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Have a place for a picture from an address, for as long as the block takes."""
        if self._taken.total() >= MAX_PLACES or self._taken[address] >= MAX_PLACES_EACH:
            raise refusal(TableReason.BUSY, case="photo")
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            self._taken += Counter()  # forgets addresses that have none

    async def read(
        self, picture: bytes, game: str, corners: Sequence[Point] | None = None, turns: int = 0
    ) -> PhotoReading:
        """Return the position in a picture."""
        if self._reader is None:
            raise MissingExtra("reading a photograph", "photo")
        read = partial(self._reader, picture, game, corners, turns)
        return await asyncio.get_running_loop().run_in_executor(self._pool, read)

    def close(self) -> None:
        """End what is being read, and then the thread."""
        from qwirkle.tables.photos.process import stop_reading  # noqa: PLC0415 - uses this

        self._pool.shutdown(wait=False, cancel_futures=True)
        stop_reading()


def read_here(
    reader: Reader, picture: bytes, game: str, corners: Sequence[Point] | None, turns: int
) -> PhotoReading:
    """Read a picture in this process."""
    given = None
    if corners is not None:
        first, second, third, fourth = (Corner(*point) for point in corners)
        given = (first, second, third, fourth)
    found = reader(picture, game=game, corners=given, turns=turns)
    return PhotoReading(
        board=found.board,
        certainty=found.certainty,
        second=tuple(seen.second for seen in found.tiles),
        outlines=tuple(_outline(seen.outline) for seen in found.tiles),
        frame=None if found.frame is None else _outline(found.frame),
        options=None if found.layout is None else _options_of(game, found.layout),
        problems=found.problems,
    )


def _outline(corners: Corners) -> Outline:
    """Round to far less than a pixel."""
    first, second, third, fourth = ((round(x, 5), round(y, 5)) for x, y in corners)
    return first, second, third, fourth


def _options_of(game: str, layout: Layout) -> dict[str, OptionValue] | None:
    """Return the options with which a game is played on a printed board."""
    rules = edition(game)
    if BOARD not in rules.options:
        return None
    if rules.layout.name == layout.name:
        return {}
    return {BOARD: layout.name if layout.name in board_names() else layout.name.split()}
