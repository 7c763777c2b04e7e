"""Photographs of real tables, read as positions.

A file of a few kB can be a picture of gigabytes, and a decoder can have faults. So no picture is
decoded in the server's process: a worker reads it, with little memory and little time, and ends
with it. The server holds only as much of each visitor as their budget allows.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from functools import partial

import msgspec

from qwirkle.analysis.photos import Corners, Reading, libraries
from qwirkle.analysis.photos import Point as Corner
from qwirkle.analysis.photos.reading import PhotoReason, problem
from qwirkle.errors import MissingExtra, Refused
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.layouts import Layout, board_names
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.live.workers import MB, Job, JobStopped, Workers

MEMORY = 120 * MB
"""Bytes of address space for a picture, in addition to that of the libraries."""
SECONDS = 20.0
"""The time limit for a picture; the largest take about three seconds."""
_SQUARE = 100
"""The side of a matrix that is large enough for every library to use its fast path."""
BOARD = "board"
"""The option of games whose board can be chosen."""
FETCH_AGAIN = 60.0
"""Seconds after which another attempt is made to fetch the libraries."""

Point = tuple[float, float]
Outline = tuple[Point, Point, Point, Point]


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


class PhotoQueries:
    """The queries that read pictures, answered by workers."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._can_read = libraries.are_installed()
        self._fetching = False
        self._failed_at = -FETCH_AGAIN

    @property
    def offered(self) -> bool:
        """Whether this server can read pictures, or will when the first one comes."""
        return self._can_read or libraries.can_fetch()

    async def read(
        self, picture: bytes, game: str, corners: Sequence[Point] | None = None, turns: int = 0
    ) -> PhotoReading:
        """Return the position in a picture."""
        if not self._can_read:
            if not self._fetching:
                self._begin_fetching()
            raise refusal(TableReason.BUSY, case="fetching")
        job = Job(
            call=partial(read_picture_file, picture, game, corners, turns),
            kind="slow",
            seconds=SECONDS,
            memory=MEMORY,
            expected=1.0,
            prepare=load_libraries,
            last=True,
            case="photo",
        )
        try:
            return await self._workers.run(job)
        except JobStopped as stopped:
            if stopped.why == "start":
                raise
            raise Refused([problem(PhotoReason.PICTURE_TOO_LARGE, case="effort")]) from None

    def _begin_fetching(self) -> None:
        """Let a thread load the libraries, or raise ``MissingExtra``."""
        if not libraries.can_fetch() or time.monotonic() < self._failed_at + FETCH_AGAIN:
            raise MissingExtra("reading a photograph", "photo")
        self._fetching = True
        asyncio.get_running_loop().run_in_executor(None, self._fetch)

    def _fetch(self) -> None:
        try:
            libraries.fetch()
            self._can_read = libraries.are_installed()
        except MissingExtra as error:
            self._failed_at = time.monotonic()
            sys.stderr.write(f"{error}\n")
        finally:
            self._fetching = False


def load_libraries() -> None:
    """Load the large libraries first, so that the limit of memory applies to the picture alone."""
    try:
        import cv2  # noqa: PLC0415 - needs the extra
        import numpy as np  # noqa: PLC0415

        import qwirkle.analysis.photos.reader  # noqa: F401, PLC0415
    except ModuleNotFoundError:
        raise MissingExtra("reading a photograph", "photo") from None
    cv2.setNumThreads(1)
    # The libraries behind these reserve much address space when they are first used.
    square = np.eye(_SQUARE)
    np.linalg.solve(square, square @ square)
    cv2.gemm(square, square, 1.0, square, 0.0)


def reading_of(found: Reading) -> PhotoReading:
    """Return what was found in a picture, in the form for the page."""
    return PhotoReading(
        board=found.board,
        certainty=found.certainty,
        second=tuple(seen.second for seen in found.tiles),
        outlines=tuple(_outline(seen.outline) for seen in found.tiles),
        frame=None if found.frame is None else _outline(found.frame),
        options=None if found.layout is None else _options_of(found.game, found.layout),
        problems=found.problems,
    )


def read_picture_file(
    picture: bytes, game: str, corners: Sequence[Point] | None, turns: int
) -> PhotoReading:
    """Return the position in a picture."""
    from qwirkle.analysis.photos.reader import read_picture  # noqa: PLC0415 - needs the extra

    given = None
    if corners is not None:
        first, second, third, fourth = (Corner(*point) for point in corners)
        given = (first, second, third, fourth)
    try:
        found = read_picture(picture, game=game, corners=given, turns=turns)
    except Exception as error:
        # OpenCV raises its own error for that.
        if "insufficient memory" in str(error).lower():
            raise MemoryError from None
        raise
    return reading_of(found)


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
