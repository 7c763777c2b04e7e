"""A picture and the shapes in it, at the usual or at a small distance.

Shapes are detected within limits of size. A tile that fills a large part of the picture is detected
once the picture has been reduced.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from qwirkle.analysis.photos.islands import LARGEST, Island, find_islands, typical
from qwirkle.analysis.photos.lattice import Floats
from qwirkle.analysis.photos.picture import Numbers, Pixels, even_light

_SMALLER = 4
"""The factor by which a close-up picture is reduced."""
_BLACK = 75.0
"""The greatest brightness, in even light, of the black of a tile."""
_SQUARE = 0.8
"""The least ratio of the sides of a block, and the least part of that square that is black."""
_BLOCK = (1.05, 2.0)
"""The ratio of the side of a block to that of the shape on it."""
_OFF_CENTRE = 0.2


class View(NamedTuple):
    """A picture and the shapes in it."""

    pixels: Pixels
    light: Numbers
    islands: list[Island]

    @property
    def size(self) -> Floats:
        """The width and the height in pixels."""
        return np.array([self.pixels.shape[1], self.pixels.shape[0]], float)


def usual_view(pixels: Pixels) -> View:
    """Return a picture at the usual distance, with its shapes."""
    light = even_light(pixels)
    return View(pixels, light, typical(find_islands(light)))


def near_view(pixels: Pixels) -> View | None:
    """Return a reduced picture if it contains shapes that are too large otherwise; else None."""
    height, width = (max(1, number // _SMALLER) for number in pixels.shape[:2])
    small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)
    light = even_light(small)
    large = [island for island in find_islands(light) if island.side > LARGEST / _SMALLER]
    return View(small, light, typical(large)) if large else None


def block_at(light: Numbers, island: Island) -> Floats | None:
    """Return the sides of the black block around a shape, to the right and down, as columns.

    A single tile may have any orientation: only its block distinguishes a square from a diamond.
    Returns None if the block cannot be told from the table.
    """
    reach = round(1.2 * _BLOCK[1] * island.side / 2)
    x, y = round(island.x), round(island.y)
    top, left = max(0, y - reach), max(0, x - reach)
    part = light[top : y + reach + 1, left : x + reach + 1]
    # The shape belongs to the block: everything except bright areas that reach the border.
    bright = (part > _BLACK).astype(np.uint8)
    around = cv2.copyMakeBorder(bright, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
    cv2.floodFill(around, None, (0, 0), (2,))
    block = (around[1:-1, 1:-1] != 2).astype(np.uint8)
    block = cv2.morphologyEx(block, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(block, connectivity=4)
    own = int(labels[y - top, x - left])
    if count < 2 or own == 0:
        return None
    outline, _ = cv2.findContours(
        (labels == own).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    (cx, cy), (width, height), angle = cv2.minAreaRect(np.vstack(outline))
    short, long = sorted((width + 1, height + 1))
    side = float(np.sqrt(short * long))
    is_block = (
        short >= _SQUARE * long
        and stats[own, cv2.CC_STAT_AREA] >= _SQUARE * short * long
        and _BLOCK[0] * island.side <= side <= _BLOCK[1] * island.side
        and np.hypot(cx + left - island.x, cy + top - island.y) <= _OFF_CENTRE * side
    )
    if not is_block:
        return None
    turn = np.radians((angle + 45) % 90 - 45)
    return side * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
