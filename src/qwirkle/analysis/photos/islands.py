"""Bright shapes on black: the places of a picture that look like tiles."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from qwirkle.analysis.photos.lattice import size_trend
from qwirkle.analysis.photos.picture import Numbers

LEVELS = (38, 48, 60, 75, 92, 112, 135, 158)
_SMALLEST, LARGEST = 15.4, 153.6
"""The side of a shape in pixels."""
_SQUARENESS = 0.6
_FILL = 0.22
_DARK_RING = 0.85
_CONTRAST = 0.62
"""The surroundings are at most this share as bright as the shape."""
_BLACK = 105.0
"""How bright the black of a tile can be, in even light, behind some haze."""
_CLEAR = 0.98
"""A shape with this much black around it is not searched for again at another level."""
_SAME = 0.45
"""Shapes whose centres are closer than this share of their size are one shape at two levels."""


class Island(NamedTuple):
    """A bright shape that is surrounded by black."""

    x: float
    y: float
    side: float
    """The mean of its width and height in pixels."""
    ring: float
    """The share of its surroundings that is dark."""


def find_islands(light: Numbers) -> list[Island]:
    """Return the shapes in a picture of even light, each once, the clearest first."""
    found: list[Island] = []
    for level in LEVELS:
        found += _at(light, level, [island for island in found if island.ring > _CLEAR])
    found.sort(key=lambda island: -island.ring)
    kept: list[Island] = []
    for island in found:
        if not _is_among(island.x, island.y, island.side, kept):
            kept.append(island)
    return kept


def typical(islands: list[Island]) -> list[Island]:
    """Return the islands of the most common size, allowing for perspective."""
    if len(islands) < 3:
        return islands
    points = np.array([(island.x, island.y) for island in islands])
    sides = np.array([island.side for island in islands])
    sizes = np.log2(sides) - (points - points.mean(axis=0)) @ size_trend(points, sides) / np.log(2)
    # The most crowded octave of sizes, rather than the median: clutter is small and numerous.
    crowd = [int((np.abs(sizes - size) < 0.5).sum()) for size in sizes]
    middle = float(np.median(sizes[np.abs(sizes - sizes[int(np.argmax(crowd))]) < 0.5]))
    return [
        island for island, size in zip(islands, sizes, strict=True) if abs(size - middle) < 0.65
    ]


def _at(light: Numbers, level: int, known: list[Island]) -> list[Island]:
    """Return the shapes that stand out at one level of brightness, without those known already."""
    bright = (light > level).astype(np.uint8)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(bright, connectivity=4)
    width = stats[:, cv2.CC_STAT_WIDTH]
    height = stats[:, cv2.CC_STAT_HEIGHT]
    short, long = np.minimum(width, height), np.maximum(width, height)
    fitting = (
        (long <= LARGEST)
        & (short >= _SMALLEST)
        & (short >= _SQUARENESS * long)
        & (stats[:, cv2.CC_STAT_AREA] >= _FILL * width * height)
    )
    fitting[0] = False  # the background
    # The middle of a shape that the edge of the picture cuts off is not known.
    left, top = stats[:, cv2.CC_STAT_LEFT], stats[:, cv2.CC_STAT_TOP]
    fitting &= (left > 0) & (top > 0)
    fitting &= (left + width < light.shape[1]) & (top + height < light.shape[0])
    islands = []
    for label in np.flatnonzero(fitting[:count]):
        x, y = (float(number) for number in centres[label])
        side = float(width[label] + height[label]) / 2
        if _is_among(x, y, side, known):
            continue
        ring = _dark_ring(light, level, np.asarray(labels, np.int32), int(label), stats[label])
        if ring >= _DARK_RING:
            islands.append(Island(x, y, side, ring))
    return islands


def _is_among(x: float, y: float, side: float, islands: list[Island]) -> bool:
    return any(
        abs(x - other.x) + abs(y - other.y) < _SAME * max(side, other.side) for other in islands
    )


def _dark_ring(
    light: Numbers, level: int, labels: NDArray[np.int32], label: int, box: NDArray[np.int32]
) -> float:
    """Return the share of dark pixels around a shape; 0 if it barely stands out."""
    left, top, width, height = (int(number) for number in box[:4])
    near = max(2, round(0.05 * max(width, height)))
    reach = near + max(2, round(0.05 * max(width, height)))
    rows = slice(max(0, top - reach), top + height + reach)
    columns = slice(max(0, left - reach), left + width + reach)
    own = (labels[rows, columns] == label).astype(np.uint8)
    wide = cv2.dilate(own, _disc(reach))
    ring = (wide > 0) & (own == 0)
    # Light edges of the shape itself do not count.
    ring &= cv2.dilate(own, _disc(1)) == 0
    if not ring.any():
        return 0.0
    around, shape = light[rows, columns][ring], light[rows, columns][own > 0]
    if np.median(around) > min(_CONTRAST * np.median(shape), _BLACK):
        return 0.0
    return float(np.mean(around <= level))


def _disc(radius: int) -> NDArray[np.uint8]:
    size = 2 * radius + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)).astype(np.uint8)
