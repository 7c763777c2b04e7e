"""Photographs of real tables, read as positions.

A picture is read in a separate process (``photos.process``), one after the other, and then
forgotten. Only a few may be in progress at a time; any more are refused with the advice to try
again.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Protocol

import msgspec

from qwirkle.analysis.photos import Corners, Reading, libraries
from qwirkle.analysis.photos import Point as Corner
from qwirkle.errors import MissingExtra
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.layouts import Layout, board_names
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.live.tasks import thread_pool

MAX_PLACES = 8
"""The maximum number of pictures waiting or being read."""
MAX_PLACES_EACH = 2
"""The maximum number of pictures in progress from one address."""
BOARD = "board"
"""The option of games whose board can be chosen."""
FETCH_AGAIN = 60.0
"""Seconds after which another attempt is made to fetch the libraries."""

Point = tuple[float, float]
Outline = tuple[Point, Point, Point, Point]


class Reader(Protocol):
    """A function that reads a picture: see ``qwirkle.analysis.photos.read_photo``."""

    def __call__(
        self, picture: bytes, *, game: str, corners: Corners | None, turns: int
    ) -> Reading:
        """Return the contents of the picture."""
        ...


class PhotoReader(Protocol):
    """A function that reads a picture for the page, here or in another process."""

    def __call__(
        self, picture: bytes, game: str, corners: Sequence[Point] | None, turns: int
    ) -> PhotoReading:
        """Return the position in the picture."""
        ...


class PhotoReading(msgspec.Struct, frozen=True):
    """The position in a photograph. Points are shares of the picture's width and height."""

    board: tuple[Placed, ...]
    certainty: tuple[float, ...]
    """The certainty of each tile of the board, from 0 to 1; below 0.5 a person should check it."""
    second: tuple[Tile, ...]
    """The second most likely reading of each tile."""
    outlines: tuple[Outline, ...]
    """The outline of each tile in the picture."""
    frame: Outline | None
    """The corners of the printed board in the picture, clockwise from that of cell 0,0."""
    options: dict[str, OptionValue] | None
    """The printed board as an option of the game, empty if it is the usual one; None if unknown."""
    problems: tuple[Refusal, ...]
    """Everything that looks wrong; without tiles, why there are none."""


def find_reader() -> PhotoReader | None:
    """Return the function that reads pictures, or None if its libraries are not installed."""
    if not libraries.are_installed():
        return None
    from qwirkle.tables.photos.process import read_in_process  # noqa: PLC0415 - uses this

    return read_in_process


class PhotoQueries:
    """The queries that read pictures, answered away from the event loop."""

    def __init__(self) -> None:
        self._reader = find_reader()
        self._pool = thread_pool(1, "qwirkle-photos")
        self._taken: Counter[str] = Counter()
        self._fetching = False
        self._failed_at = -FETCH_AGAIN

    @property
    def offered(self) -> bool:
        """Whether this server can read pictures, or will when the first one comes."""
        return self._reader is not None or libraries.can_fetch()

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Hold a place for a picture from an address for the duration of the block."""
        if self._taken.total() >= MAX_PLACES or self._taken[address] >= MAX_PLACES_EACH:
            raise refusal(TableReason.BUSY, case="photo")
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            self._taken += Counter()  # drops addresses whose count is zero

    async def read(
        self, picture: bytes, game: str, corners: Sequence[Point] | None = None, turns: int = 0
    ) -> PhotoReading:
        """Return the position in a picture."""
        loop = asyncio.get_running_loop()
        if self._reader is None:
            if not self._fetching:
                self._begin_fetching(loop)
            raise refusal(TableReason.BUSY, case="fetching")
        read = partial(self._reader, picture, game, corners, turns)
        return await loop.run_in_executor(self._pool, read)

    def _begin_fetching(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the picture thread load the reader, or raise ``MissingExtra``."""
        if not libraries.can_fetch() or time.monotonic() < self._failed_at + FETCH_AGAIN:
            raise MissingExtra("reading a photograph", "photo")
        self._fetching = True
        loop.run_in_executor(self._pool, self._fetch)

    def _fetch(self) -> None:
        try:
            libraries.fetch()
            self._reader = find_reader()
        except MissingExtra as error:
            self._failed_at = time.monotonic()
            sys.stderr.write(f"{error}\n")
        finally:
            self._fetching = False

    def close(self) -> None:
        """Stop the picture being read, and then the thread."""
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
    """Return the corners of a tile, rounded to far less than a pixel."""
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
