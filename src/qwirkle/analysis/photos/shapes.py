"""The six shapes as patches of light, and the recognition of the shape in a patch.

Sets differ: stars are pointed or blunt, clovers round or slender. So each shape has a few drawings,
each in several sizes and slightly rotated, because tiles never lie quite straight.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from qwirkle.analysis.photos.picture import Numbers
from qwirkle.rules.tiles import Shape

SIDE = 40
"""Pixels on the side of a patch. It shows exactly one tile."""
_FINE = 8
"""The scale at which drawings are made; reducing them gives soft edges."""
_TURNS = (-15, -10, -5, 0, 5, 10, 15)
_SIZES = (0.76, 0.84, 0.92, 1.0, 1.08, 1.16)

Outline = NDArray[np.float64]
"""The corners of a shape, whose tile extends from -0.5 to 0.5."""


def likeness(masks: Numbers) -> Numbers:
    """Return the likeness of patches, 1 inside their shape and 0 elsewhere, to each shape.

    There is a row for each patch and a column for each shape; 1 is perfect, 0 nothing alike.
    """
    drawings, owners = _drawings()
    window = _window()
    flat = masks.reshape(len(masks), -1)[:, window]
    flat = flat - flat.mean(axis=1, keepdims=True)
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
    # Not with "@": its library would use all processors, mostly to wait.
    all_scores = np.einsum("pw,dw->pd", flat, drawings)
    by_shape = [all_scores[:, owners == shape].max(axis=1) for shape in range(len(Shape))]
    return np.stack(by_shape, axis=1)


@cache
def _window() -> NDArray[np.bool_]:
    """Return the part of a patch that counts: without the rim, where neighbours may intrude."""
    row = np.abs((np.arange(SIDE) + 0.5) / SIDE - 0.5)
    return np.asarray(np.maximum.outer(row, row).ravel() < 0.47)


@cache
def _drawings() -> tuple[Numbers, NDArray[np.intp]]:
    """Return all drawings as unit vectors, and the number of the shape of each."""
    rows, owners = [], []
    for number, shape in enumerate(Shape):
        for outline in _outlines(shape):
            for turn in _TURNS:
                for size in _SIZES:
                    drawn = _draw(outline, turn, size).ravel()[_window()]
                    drawn = drawn - drawn.mean()
                    rows.append(drawn / np.linalg.norm(drawn))
                    owners.append(number)
    return np.array(rows, np.float32), np.array(owners)


def _draw(outline: Outline, turn: float, size: float) -> Numbers:
    angle = turn * pi / 180
    turned = outline @ np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
    large = np.zeros((SIDE * _FINE, SIDE * _FINE), np.float32)
    corners = np.rint((turned * size + 0.5) * SIDE * _FINE).astype(np.int32)
    cv2.fillPoly(large, [corners], 1.0)
    return cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)


def _outlines(shape: Shape) -> list[Outline]:
    match shape:
        case Shape.CIRCLE:
            return [_round(0.36)]
        case Shape.SQUARE:
            return [_star(4, 0.45, cos(pi / 4), pi / 4)]
        case Shape.DIAMOND:
            return [_star(4, 0.41, cos(pi / 4), 0)]
        case Shape.CROSS:
            pointed = [_star(4, 0.47, inner, pi / 4) for inner in (0.3, 0.4, 0.5)]
            return [*pointed, _blunt_cross()]
        case Shape.STARBURST:
            return [_star(8, 0.41, inner, 0) for inner in (0.45, 0.55, 0.65)]
        case Shape.CLOVER:
            return [_clover(*sizes) for sizes in ((0.2, 0.15), (0.21, 0.17), (0.24, 0.14))]


def _star(points: int, reach: float, inner: float, turn: float) -> Outline:
    """Return a star; ``inner`` is the radius of its notches as a share of that of its points."""
    corners = []
    for step in range(2 * points):
        far = reach * (inner if step % 2 else 1)
        angle = turn + step * pi / points
        corners.append((far * sin(angle), -far * cos(angle)))
    return np.array(corners)


def _round(radius: float) -> Outline:
    angles = np.linspace(0, 2 * pi, 48, endpoint=False)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)


def _blunt_cross() -> Outline:
    quarter = np.array([(0, -0.15), (0.3, -0.36), (0.36, -0.3), (0.15, 0)])
    corners = []
    for turn in range(4):
        c, s = cos(turn * pi / 2), sin(turn * pi / 2)
        corners.append(quarter[:-1] @ np.array([[c, s], [-s, c]]))
    return np.concatenate(corners)


def _clover(away: float, lobe: float) -> Outline:
    """Return four lobes around the middle: the union of discs, by angle."""
    angles = np.linspace(0, 2 * pi, 96, endpoint=False)
    reach = np.full(len(angles), away * 0.45)
    for turn in range(4):
        # Where a ray from the middle leaves the disc of a lobe.
        along = away * np.cos(angles - turn * pi / 2)
        across = away * np.sin(angles - turn * pi / 2)
        inside = lobe**2 - across**2
        leaves = along + np.sqrt(np.maximum(inside, 0))
        reach = np.where((inside > 0) & (along > 0), np.maximum(reach, leaves), reach)
    return np.stack([reach * np.cos(angles), reach * np.sin(angles)], axis=1)
