"""Where the camera is: points of the table, in cells, become points of the picture, in pixels."""

from __future__ import annotations

from math import cos, sin, sqrt
from typing import NamedTuple

import numpy as np

from analysis.photos.blocks import Points

_BLOCK_HEIGHT = 0.4
"""The height of a tile, as a share of its side."""


class Camera(NamedTuple):
    """A camera over a table."""

    size: tuple[int, int]
    matrix: Points
    """From the plane of the table to the picture, as a homography."""
    pitch: float
    """The length of a cell in pixels, about."""
    nadir: Points
    """The point of the table straight below the lens."""
    lift: float
    """How much farther from the nadir a point seems if it is as high as a tile."""
    middle: Points
    """The middle of everything that had to be in the picture."""
    top: float
    """The least y of everything that had to be in the picture."""

    def see(self, points: Points, *, raised: bool = False) -> Points:
        """Return the pixels of points of the table, or of points as high as a tile above it."""
        if raised:
            points = self.nadir + (points - self.nadir) * self.lift
        return _through(self.matrix, points)

    def view(self) -> tuple[Points, Points]:
        """Return the least and the greatest x and y of the table that the picture shows."""
        wide, tall = self.size
        corners = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)])
        shown = _back(self.matrix, corners)
        return shown.min(axis=0), shown.max(axis=0)

    def enlarged(self, factor: int) -> Points:
        """Return the matrix for a picture that is larger, with its pixels split."""
        split = (factor - 1) / 2
        return np.array([[factor, 0, split], [0, factor, split], [0, 0, 1]]) @ self.matrix


def aim(
    subject: Points,
    size: tuple[int, int],
    *,
    turn: float,
    tilt: float,
    near: float = 0.0,
    rng: np.random.Generator,
) -> Camera:
    """Return a camera that has all points of a subject in the picture."""
    # A lens as in a telephone: its focal length is the longer side of the picture.
    focus = max(size)
    slope = 2 * focus / size[1] * tilt / (1 - tilt)
    level = 1 / sqrt(1 + slope**2)
    centre = np.array(size) / 2
    perspective = np.array([[1, 0, centre[0]], [0, 1, centre[1]], [0, 0, 1]]) @ np.array(
        [[focus, 0, 0], [0, focus * level, 0], [0, -slope * level, focus]]
    )
    low, high = subject.min(axis=0), subject.max(axis=0)
    middle = (low + high) / 2
    room = np.array(size) * rng.uniform(0.86, 0.95)
    # A few tiles do not fill the picture: hardly anybody goes that close.
    pitch = closest = min(size) * (near or rng.uniform(0.06, 0.085))
    at = np.zeros(2)
    drift = rng.uniform(-0.35, 0.35, 2)
    matrix = perspective
    # Perspective makes size and place depend on each other: a few rounds settle them.
    for _ in range(6):
        straight = np.array(
            [
                [pitch * cos(turn), -pitch * sin(turn), at[0]],
                [pitch * sin(turn), pitch * cos(turn), at[1]],
                [0, 0, 1],
            ]
        ) @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
        matrix = perspective @ straight
        # Tiles are higher than the table, so there is some room round the subject.
        seen = _through(matrix, middle + (subject - middle) * 1.04)
        extent = np.ptp(seen, axis=0)
        pitch = min(closest, pitch * float(np.min(room / extent)))
        free = np.maximum(0, room - extent)
        at = at + centre + drift * free - (seen.min(axis=0) + seen.max(axis=0)) / 2
    below = centre + np.array((0, focus * slope))
    lift = 1 / (1 - _BLOCK_HEIGHT * pitch / (focus * level))
    nadir = _back(matrix, below[None, :])[0]
    return Camera(size, matrix, pitch, nadir, lift, middle, float(low[1]))


def _through(matrix: Points, points: Points) -> Points:
    """Return the points after a homography."""
    moved = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(moved[:, :2] / moved[:, 2:], np.float64)


def _back(matrix: Points, points: Points) -> Points:
    """Return the points before a homography."""
    return _through(np.asarray(np.linalg.inv(matrix), np.float64), points)
