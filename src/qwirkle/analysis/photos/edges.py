"""The edges of a printed board, where it looks different from the table beside it.

The picture is straightened according to the tiles. Few tiles determine little about distant parts,
so edges are searched for some way from their expected places, and they may slope. Of all lines
along which the picture changes, four are the edges if they are a board apart and the tiles lie in
the cells between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from qwirkle.analysis.photos.lattice import Floats, Node, project
from qwirkle.analysis.photos.picture import Numbers, Pixels

WIDE = 16
_SCALE = 8
"""Pixels on the side of a cell of the straightened picture."""
_BEYOND = 3
"""Cells around everything that may be board, in the straightened picture."""
_STRIP = 4
"""Pixels on each side of an edge that are compared; thin printed lines hardly count in them."""
_EDGE = 14.0
"""The least difference between board and table, in levels of brightness."""
_CLEAR = 20.0
"""A difference that is clear; a much larger one is hardly better."""
_SUPPORT = 0.6
"""The share of an edge that must be visible, apart from tiles and the border of the picture."""
_SPAN = (13.0, 18.5)
"""The distance between opposite edges, in steps between tiles, which look larger than cells."""
_SLOPES = np.linspace(-0.3, 0.3, 21)
_CANDIDATES = 7
"""Lines on each side of the tiles that are tried."""
_TRIES = 120
"""Sets of four lines that are compared, those with the clearest lines."""
_FRAMES = 20
"""Those of them that are examined closely."""
_NEAR = 5
"""The greatest distance, in pixels, of a point of an edge from its straight line."""


class Line(NamedTuple):
    """A line through the straightened picture, about upright or about level."""

    place: float
    """Its position halfway down, or halfway across, in pixels."""
    slope: float
    support: float
    """The visible length, in pixels."""


class Frame(NamedTuple):
    """Four lines that may be the edges of the board."""

    corners: Floats
    """In the photograph, clockwise from the upper left one."""
    clarity: float
    """How clear the edges are, from 0 to 4."""


class Edges:
    """The lines along which a straightened picture changes."""

    def __init__(self, pixels: Pixels, matrix: Floats, taken: set[Node]) -> None:
        columns, rows = (sorted(numbers) for numbers in zip(*taken, strict=True))
        self._matrix = matrix
        self._least = np.array([columns[0], rows[0]])
        self._most = np.array([columns[-1], rows[-1]])
        self._start = self._most - WIDE - _BEYOND
        wide, high = (int(n) for n in self._least + WIDE + _BEYOND + 1 - self._start)
        size = (wide * _SCALE, high * _SCALE)
        # From pixels of the straightened picture to cells, whose middle is a whole number.
        self._cells = np.array(
            [
                [1 / _SCALE, 0, self._start[0] - 0.5 + 0.5 / _SCALE],
                [0, 1 / _SCALE, self._start[1] - 0.5 + 0.5 / _SCALE],
                [0, 0, 1],
            ]
        )
        back = matrix @ self._cells
        soft = cv2.GaussianBlur(pixels, (0, 0), 2)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        flat = cv2.warpPerspective(soft, back, size, flags=flags).astype(np.float32)
        seen = np.ones(pixels.shape[:2], np.uint8)
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        known = cv2.warpPerspective(seen, back, size, flags=flags).astype(bool)
        for x, y in taken:  # a tile hides the board below it
            left, top = (np.array([x, y]) - 0.2 - self._start) * _SCALE
            length = 1.4 * _SCALE
            known[
                max(0, round(top)) : round(top + length), max(0, round(left)) : round(left + length)
            ] = False
        self._changes = (
            _changes(flat, known),
            _changes(flat.transpose(1, 0, 2), known.T),
        )

    def frames(self) -> Iterator[Frame]:
        """Yield frames that may be the board in the photograph, the clearest first."""
        fours = [(*across, *down) for across, down in product(self._pairs(0), self._pairs(1))]
        fours.sort(key=lambda lines: -sum(line.support for line in lines))
        seen = []
        for four in fours[:_TRIES]:
            ends = self._ends(four)
            if ends is not None and (clarity := self._clarity(four, ends)) is not None:
                seen.append((clarity, four, ends))
        for clarity, four, ends in sorted(seen, key=lambda frame: -frame[0])[:_FRAMES]:
            fine = self._ends(self._refined(four, ends))
            yield Frame(self._in_photo(ends if fine is None else fine), clarity)

    def _in_photo(self, ends: Floats) -> Floats:
        return project(self._matrix @ self._cells, ends)

    def _pairs(self, axis: int) -> list[tuple[Line, Line]]:
        """Return the lines before and after the tiles that are about a board apart."""
        lines = self._lines(axis)
        first, last = (
            (ends[axis] + 0.5 - self._start[axis]) * _SCALE for ends in (self._least, self._most)
        )
        # The edge is where the table begins; tiles are higher and may seem to reach beyond it.
        before = [line for line in lines if line.place < first][:_CANDIDATES]
        after = [line for line in lines if line.place > last][:_CANDIDATES]
        low, high = (span * _SCALE for span in _SPAN)
        return [
            (line, other)
            for line, other in product(before, after)
            if low < other.place - line.place < high
        ]

    def _lines(self, axis: int) -> list[Line]:
        """Return the lines along which the picture changes, the clearest first."""
        changes = self._changes[axis][0]
        support = np.stack([_sheared(changes, slope).sum(axis=0) for slope in _SLOPES])
        lines = []
        for _ in range(3 * _CANDIDATES):
            number, place = np.unravel_index(int(support.argmax()), support.shape)
            best = float(support[number, place])
            if best < _SCALE:
                break
            lines.append(Line(float(place), float(_SLOPES[number]), best))
            # A nearby line that crosses it is the same line.
            support[:, max(0, place - _SCALE // 2) : place + _SCALE // 2 + 1] = 0
        return lines

    def _ends(self, four: tuple[Line, Line, Line, Line]) -> Floats | None:
        """Return where the edges meet, clockwise from the upper left corner, in pixels."""
        left, right, top, bottom = four
        high, wide = self._changes[0][0].shape
        ends = np.array(
            [
                _crossing(upright, level, wide, high)
                for upright, level in ((left, top), (right, top), (right, bottom), (left, bottom))
            ]
        )
        spans = np.hypot(*(ends - np.roll(ends, 1, axis=0)).T) / _SCALE
        return ends if _SPAN[0] < spans.min() and spans.max() < _SPAN[1] else None

    def _clarity(self, four: tuple[Line, Line, Line, Line], ends: Floats) -> float | None:
        """Return the clarity of four edges between their corners; None if one is not clear."""
        shares = []
        for number, line in enumerate(four):
            changes, known = self._changes[number // 2]
            at = _along(line, changes.shape, *_extent(number, ends))
            if known[at].sum() < 2 * _SCALE:
                return None
            shares.append(float(changes[at].sum() / known[at].sum()))
        return sum(shares) if min(shares) >= _SUPPORT * float(_clarity(_EDGE)) else None

    def _refined(
        self, four: tuple[Line, Line, Line, Line], ends: Floats
    ) -> tuple[Line, Line, Line, Line]:
        """Refit the edges as straight lines close to most of their points."""
        fine = []
        for number, line in enumerate(four):
            changes = self._changes[number // 2][0]
            rows, columns = _along(line, changes.shape, *_extent(number, ends))
            around = columns[:, None] + np.arange(-_NEAR, _NEAR + 1)
            near = changes[rows[:, None], np.clip(around, 0, changes.shape[1] - 1)]
            clear = near.max(axis=1) >= _clarity(_EDGE)
            if clear.sum() < 2 * _SCALE:
                fine.append(line)
                continue
            places = around[np.arange(len(rows)), near.argmax(axis=1)][clear]
            middle = (len(changes) - 1) / 2
            slope, place = _robust_line(rows[clear] - middle, places.astype(float))
            fine.append(Line(place, slope, line.support))
        return fine[0], fine[1], fine[2], fine[3]


def _changes(flat: Numbers, known: NDArray[np.bool_]) -> tuple[Numbers, NDArray[np.bool_]]:
    """Return the change of each row at each place, up to 1, and where it is visible."""
    sums = np.pad(np.cumsum(flat, axis=1), ((0, 0), (1, 0), (0, 0)))
    strips = (sums[:, _STRIP:] - sums[:, :-_STRIP]) / _STRIP
    change = np.abs(strips[:, _STRIP:] - strips[:, :-_STRIP]).max(axis=2)
    unknown = np.pad(np.cumsum(~known, axis=1), ((0, 0), (1, 0)))
    seen = unknown[:, 2 * _STRIP :] == unknown[:, : -2 * _STRIP]
    change = np.where(seen & (change >= _EDGE / 2), _clarity(change), 0)
    around = ((0, 0), (_STRIP, _STRIP - 1))
    return np.pad(change, around).astype(np.float32), np.pad(seen, around)


def _clarity(change: Numbers | float) -> Numbers:
    """Return the clarity of a change, from 0 to 1."""
    return np.asarray(1 - np.exp(-np.asarray(change) / _CLEAR), np.float32)


def _sheared(changes: Numbers, slope: float) -> Numbers:
    """Return the rows sheared so that lines of a slope are upright, with only peaks of change."""
    high, wide = changes.shape
    matrix = np.array([[1, slope, -slope * (high - 1) / 2], [0, 1, 0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(changes, matrix, (wide, high), flags=flags), np.float32)


def _extent(number: int, ends: Floats) -> tuple[float, float]:
    """Return where an edge begins and ends along itself: of left, right, top and bottom."""
    first, last = ((0, 3), (1, 2), (0, 1), (3, 2))[number]
    along = 1 if number < 2 else 0
    return float(ends[first][along]), float(ends[last][along])


def _along(
    line: Line, shape: tuple[int, ...], low: float, high: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the pixels of a line, from one place along it to another, as rows and columns."""
    rows = np.arange(max(0, round(low)), min(shape[0], round(high)))
    columns = np.rint(line.place + line.slope * (rows - (shape[0] - 1) / 2)).astype(np.intp)
    inside = (columns >= 0) & (columns < shape[1])
    return rows[inside], columns[inside]


def _robust_line(at: Floats, places: Floats) -> tuple[float, float]:
    """Return slope and start of the line that most places are near."""
    slope, start = 0.0, float(np.median(places))
    for _ in range(8):
        off = np.abs(places - start - slope * at)
        weights = 1 / np.maximum(off, 0.7) ** 2
        columns = np.stack([at, np.ones(len(at))], axis=1)
        left = columns.T @ (weights[:, None] * columns)
        slope, start = (float(n) for n in np.linalg.solve(left, columns.T @ (weights * places)))
    return slope, start


def _crossing(upright: Line, level: Line, wide: int, high: int) -> Floats:
    """Return where a line down and a line across meet, in pixels."""
    # x = place + slope * (y - middle of rows) and y = place + slope * (x - middle of columns)
    x0 = upright.place - upright.slope * (high - 1) / 2
    y0 = level.place - level.slope * (wide - 1) / 2
    x = (x0 + upright.slope * y0) / (1 - upright.slope * level.slope)
    # A change between two pixels is numbered by the second.
    return np.array([x - 0.5, y0 + level.slope * x - 0.5])
