"""The edges of a printed board, where it looks different from the table beside it.

The picture is straightened as the tiles say. Few tiles say little about what is far from them, so
an edge is looked for up to a cell away from where it should be.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from qwirkle.photo.lattice import Floats, Node, project
from qwirkle.photo.picture import Numbers, Pixels

WIDE = 16
_SCALE = 8
"""Pixels on the side of a cell of the straightened picture."""
_INSIDE, _OUTSIDE = (0.45, 0.85), (0.1, 0.4)
"""The strips on both sides of an edge that are compared, in cells from the edge.

Tiles stand higher than the board and look larger, so an edge may be a third of a cell further in.
"""
_EDGE = 14.0
"""The least difference between board and table, in levels of brightness."""
_SPAN = (14.8, 16.5)
"""How far apart opposite edges can be, in steps between tiles, which look larger than cells."""
_AWAY = 10
"""How many pixels from its place an edge may be: a little more than a cell."""
_STRIP = 4
"""Pixels on each side of an edge that are compared; thin printed lines hardly count in them."""


class Edges:
    """The difference between both sides of every line between cells, in a straightened picture."""

    def __init__(self, pixels: Pixels, matrix: Floats, taken: set[Node]) -> None:
        columns, rows = (sorted(numbers) for numbers in zip(*taken, strict=True))
        self._left, self._top = columns[-1] - WIDE - 1, rows[-1] - WIDE - 1
        wide, high = columns[0] + WIDE + 2 - self._left, rows[0] + WIDE + 2 - self._top
        # From pixels of the straightened picture to those of the photograph.
        scale = np.array(
            [
                [1 / _SCALE, 0, self._left - 0.5 + 0.5 / _SCALE],
                [0, 1 / _SCALE, self._top - 0.5 + 0.5 / _SCALE],
                [0, 0, 1],
            ]
        )
        size = (wide * _SCALE, high * _SCALE)
        flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
        soft = cv2.GaussianBlur(pixels, (0, 0), 2)
        flat = cv2.warpPerspective(soft, matrix @ scale, size, flags=flags).astype(np.float32)
        seen = np.ones(pixels.shape[:2], np.uint8)
        known = cv2.warpPerspective(
            seen, matrix @ scale, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        ).astype(bool)
        for x, y in taken:  # a tile says nothing about the board below it
            known[
                self._pixels(y - 0.2 - self._top, 1.4), self._pixels(x - 0.2 - self._left, 1.4)
            ] = False
        self._matrix, self._flat, self._known = matrix, flat, known
        self._columns = range(columns[0], columns[-1] + 1)
        self._rows = range(rows[0], rows[-1] + 1)

    def corners(self, offsets: Sequence[Node]) -> Floats | None:
        """Return the corners of the board in the photograph; None if its edges are not clear.

        The board lies at about one of the offsets, as far as few tiles can say where that is.
        """
        offset = self._clearest(offsets)
        if offset is None:
            return None
        left, right = (self._line(-offset[0] + end, offset[1], upright=True) for end in (0, WIDE))
        top, bottom = (self._line(-offset[1] + end, offset[0], upright=False) for end in (0, WIDE))
        ends = [
            _crossing(x, y) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
        ]
        spans = [np.hypot(*(ends[n] - ends[n - 1])) for n in range(4)]
        if not all(_SPAN[0] < span < _SPAN[1] for span in spans):
            return None
        return project(self._matrix, np.array(ends))

    def _clearest(self, offsets: Sequence[Node]) -> Node | None:
        """Return the offset that puts the edges of the board where the picture changes most."""
        across = {right: self._pair(right, upright=True) for right, _ in offsets}
        down = {below: self._pair(below, upright=False) for _, below in offsets}
        best = max(offsets, key=lambda offset: across[offset[0]] + down[offset[1]])
        return best if min(across[best[0]], down[best[1]]) >= _EDGE else None

    def _line(self, line: int, offset: int, *, upright: bool) -> Floats:
        """Return an edge of the board as a line: its place and its slope, where it crosses 0."""
        flat = self._flat if upright else self._flat.transpose(1, 0, 2)
        known = self._known if upright else self._known.T
        left, top = (self._left, self._top) if upright else (self._top, self._left)
        middle = (line - left) * _SCALE
        places, rows = [], []
        for row in range(
            max(0, (-offset - top) * _SCALE), min(len(flat), (WIDE - offset - top) * _SCALE)
        ):
            place = _step_in(flat[row], known[row], middle)
            if place is not None:
                places.append(place)
                rows.append(row)
        if len(rows) < _SCALE:
            return np.array([line - 0.5, 0.0])
        slope, start = _robust_line(np.array(rows, float), np.array(places, float))
        # From pixels to cells.
        start = (start + slope * (-0.5 - (top - 0.5) * _SCALE)) / _SCALE + left - 0.5
        return np.array([start, slope])

    def _pair(self, offset: int, *, upright: bool) -> float:
        """Return how clear the weaker of two opposite edges is."""
        first = -offset
        low = self._difference(first, inwards=1, upright=upright)
        high = self._difference(first + WIDE, inwards=-1, upright=upright)
        return min(low, high)

    def _difference(self, line: int, *, inwards: int, upright: bool) -> float:
        """Return how much the colour changes at the line before a column, or before a row."""
        flat = self._flat if upright else self._flat.transpose(1, 0, 2)
        known = self._known if upright else self._known.T
        start = (line - (self._left if upright else self._top)) * _SCALE
        span = self._rows if upright else self._columns
        first = self._top if upright else self._left
        rows = self._pixels(span[0] - first, len(span))
        sides = []
        for near, far in (_INSIDE, (-_OUTSIDE[1], -_OUTSIDE[0])):
            ends = sorted(round(start + inwards * share * _SCALE) for share in (near, far))
            if ends[0] < 0 or ends[1] > flat.shape[1]:
                return 0.0
            part = slice(ends[0], max(ends[1], ends[0] + 1))
            sides.append((flat[rows, part].mean(axis=1), known[rows, part].all(axis=1)))
        both = sides[0][1] & sides[1][1]
        if both.sum() < 2 * _SCALE:
            return 0.0
        apart = np.abs(sides[0][0][both] - sides[1][0][both]).max(axis=1)
        return float(np.median(apart))

    def _pixels(self, start: float, count: float) -> slice:
        return slice(max(0, round(start * _SCALE)), max(0, round((start + count) * _SCALE)))


def _step_in(row: Numbers, known: NDArray[np.bool_], middle: int) -> float | None:
    """Return where the colour of a row changes most around a place, if it can be seen."""
    first = max(0, middle - _AWAY - _STRIP)
    last = min(len(row), middle + _AWAY + _STRIP)
    if last - first < 2 * _STRIP + 1:
        return None
    sums = np.vstack([np.zeros((1, 3)), np.cumsum(row[first:last], axis=0)])
    strips = (sums[_STRIP:] - sums[:-_STRIP]) / _STRIP
    change = np.abs(strips[_STRIP:] - strips[:-_STRIP]).max(axis=1)
    unknown = np.concatenate([[0], np.cumsum(~known[first:last])])
    change[unknown[2 * _STRIP :] > unknown[: -2 * _STRIP]] = 0
    best = int(change.argmax())
    return float(first + _STRIP + best) if change[best] >= _EDGE else None


def _robust_line(at: Floats, places: Floats) -> tuple[float, float]:
    """Return slope and start of the line that most places are near."""
    weights = np.ones(len(at))
    slope, start = 0.0, float(np.median(places))
    for _ in range(8):
        off = np.abs(places - start - slope * at)
        weights = 1 / np.maximum(off, 0.7) ** 2
        columns = np.stack([at, np.ones(len(at))], axis=1)
        left = columns.T @ (weights[:, None] * columns)
        slope, start = (float(n) for n in np.linalg.solve(left, columns.T @ (weights * places)))
    return slope, start


def _crossing(upright: Floats, level: Floats) -> Floats:
    """Return where a line down and a line across meet, in cells."""
    (x, lean), (y, rise) = upright, level
    # x + lean * b = a and y + rise * a = b, with both lines starting at cell 0.
    a = (x + lean * y) / (1 - lean * rise)
    return np.array([a, y + rise * a])
