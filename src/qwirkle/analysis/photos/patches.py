"""Tiles cut out of a picture, straightened: the shape on each, and the colour of its ink."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from qwirkle.analysis.photos.lattice import Floats
from qwirkle.analysis.photos.picture import Numbers, Pixels
from qwirkle.analysis.photos.shapes import SIDE

_MIDDLE = slice(round(0.42 * SIDE), round(0.58 * SIDE))
_INK = 0.55
"""A pixel belongs to the shape from this share of the way from black to ink."""

_EDGE = 0.02
"""A pixel is on the edge of the shape if it is further than this from being inside or outside."""


class Patch(NamedTuple):
    """One tile."""

    mask: Numbers
    """1 where the shape is, 0 where it is not."""
    ink: Floats
    """Red, green and blue of the shape, above black."""
    rim: float
    """The share of the rim that is black: 1 on a tile."""

    @property
    def area(self) -> float:
        """The share of the tile that its shape covers."""
        return float(self.mask.mean())

    @property
    def softness(self) -> float:
        """The width of the edge of its shape, as a share of its size: blur makes it wider."""
        edge = (self.mask > _EDGE) & (self.mask < 1 - _EDGE)
        return float(edge.mean() / np.sqrt(max(self.area, _EDGE)))


def cut(pixels: Pixels, centre: Floats, steps: Floats) -> Patch:
    """Cut out the tile at ``centre``; a tile extends half of each surrounding step."""
    # From patch coordinates to the picture: the middle of the patch is the centre of the tile.
    matrix = np.column_stack([steps / SIDE, centre - steps @ np.full(2, 0.5 - 0.5 / SIDE)])
    patch = cv2.warpAffine(
        pixels,
        matrix,
        (SIDE, SIDE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float32)
    patch = _completed(patch, matrix, pixels.shape)
    middle = np.median(patch[_MIDDLE, _MIDDLE].reshape(-1, 3), axis=0)
    rim = _rim()
    bright = patch.max(axis=2)
    # Dark pixels of the rim are the tile's black, even if a neighbour or the table intrudes.
    dark = np.percentile(bright[rim], 30)
    black = np.median(patch[rim & (bright <= dark + 1)].reshape(-1, 3), axis=0)
    across = middle - black
    length = float(across @ across)
    share = (patch - black) @ across / max(length, 1.0)
    # A pixel in another colour is not ink, even if it is bright.
    aside = np.linalg.norm((patch - black) - share[..., None] * across, axis=2)
    share = np.where(aside > 0.7 * np.sqrt(length), 0, share)
    mask = np.clip((share - _INK) * 4 + 0.5, 0, 1).astype(np.float32)
    inside = (mask > 0.9) & _heart()
    ink = np.median(patch[inside].reshape(-1, 3), axis=0) - black if inside.any() else across
    return Patch(
        _filled(mask),
        np.asarray(ink, np.float64),
        float(np.mean(share[rim] < _INK)),
    )


def _completed(patch: Numbers, matrix: Floats, shape: tuple[int, ...]) -> Numbers:
    """Complete a tile that the edge of the picture cuts off with its other half, rotated.

    All six shapes look the same upside down.
    """
    ends = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)]) @ matrix[:, :2].T + matrix[:, 2]
    height, width = shape[:2]
    if (ends >= 0).all() and (ends <= (width - 1, height - 1)).all():
        return patch
    at = np.stack(np.meshgrid(np.arange(SIDE), np.arange(SIDE)), axis=-1) @ matrix[:, :2].T
    at += matrix[:, 2]
    seen = np.asarray(((at >= 0) & (at <= (width - 1, height - 1))).all(axis=2))
    return np.where((seen | ~seen[::-1, ::-1])[..., None], patch, patch[::-1, ::-1])


def _filled(mask: Numbers) -> Numbers:
    """Return the shape in the middle without holes and without anything disconnected from it."""
    solid = (mask > 0.5).astype(np.uint8)
    count, labels = cv2.connectedComponents(solid, connectivity=4)
    if count <= 1:
        return mask
    near = labels[_MIDDLE, _MIDDLE]
    votes = np.bincount(near.ravel(), minlength=count)
    votes[0] = 0
    own = (labels == int(votes.argmax())).astype(np.uint8)
    outlines, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(own)
    cv2.drawContours(filled, outlines, -1, 1, cv2.FILLED)
    soft = cv2.dilate(filled, np.ones((3, 3), np.uint8))
    inner = cv2.erode(filled, np.ones((3, 3), np.uint8))
    return np.where(inner > 0, np.float32(1), np.where(soft > 0, mask, np.float32(0)))


def _distance() -> Floats:
    row = np.abs((np.arange(SIDE) + 0.5) / SIDE - 0.5)
    return np.maximum.outer(row, row)


def _rim() -> NDArray[np.bool_]:
    """Return the part of a tile between the reach of any shape and the next tile."""
    apart = _distance()
    return np.asarray((apart > 0.41) & (apart < 0.48))


def _heart() -> NDArray[np.bool_]:
    return np.asarray(_distance() < 0.3)
