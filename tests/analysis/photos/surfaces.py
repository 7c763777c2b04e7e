"""The surfaces tiles lie on: bare tables made of noise, and the printed boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi

import cv2
import numpy as np
import numpy.typing as npt

from analysis.photos.blocks import Points, Rgb, path_points, rotation, star
from qwirkle.notation.pictures.tiles import OUTLINE
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.tiles import Shape

Image = npt.NDArray[np.uint8]
"""Rows, columns, red-green-blue."""
Field = npt.NDArray[np.float32]

_SIDE = 8
"""Cells along a quadrant."""


def table_surface(
    kind: str, rng: np.random.Generator, shape: tuple[int, int], unit: float
) -> Image:
    """Return a table top of rows and columns; a tile is ``unit`` pixels long on it."""
    return np.clip(TABLES[kind](rng, shape, unit), 0, 255).astype(np.uint8)


def _noise(rng: np.random.Generator, shape: tuple[int, int], tall: float, wide: float) -> Field:
    """Return smooth noise of deviation about 1, with blotches of a height and width in pixels."""
    rows, columns = (max(2, int(n / size) + 2) for n, size in zip(shape, (tall, wide), strict=True))
    coarse = rng.standard_normal((rows, columns), np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _plain(tone: Rgb, *, blotches: float, grain: float) -> Callable[..., Field]:
    def surface(rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Field:
        light = blotches * _noise(rng, shape, 3 * unit, 3 * unit)
        light += grain * _noise(rng, shape, 1.5, 1.5)
        return np.array(tone, np.float32) + light[..., None]

    return surface


def _cloth(tone: Rgb, *, contrast: float) -> Callable[..., Field]:
    """Return a woven cloth: threads both ways and fluff."""

    def surface(rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Field:
        light = contrast * (
            _noise(rng, shape, 2, 0.4 * unit)
            + _noise(rng, shape, 0.4 * unit, 2)
            + _noise(rng, shape, 2.5, 2.5)
            + _noise(rng, shape, 2 * unit, 2 * unit)
        )
        return np.array(tone, np.float32) * (1 + light[..., None])

    return surface


def _check(rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Field:
    """Return a red-white cloth: stripes both ways, darkest where they cross."""
    width = unit * rng.uniform(0.7, 1.3)
    stripes = [(np.arange(length) // width % 2).astype(np.float32) for length in shape]
    red = (stripes[0][:, None] + stripes[1][None, :]) / 2
    white, ink = np.array((232, 229, 222), np.float32), np.array((176, 34, 42), np.float32)
    weave = 1 + 0.03 * (_noise(rng, shape, 2, 2) + _noise(rng, shape, 2 * unit, 2 * unit))
    return (white + (ink - white) * red[..., None]) * weave[..., None]


def _wood(rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Field:
    """Return planks of different tones, each with its own grain."""
    rows, columns = shape
    tone = np.array(((204, 166, 128), (190, 148, 106), (168, 122, 82))[rng.integers(3)], np.float32)
    bend = _noise(rng, shape, 1.5 * unit, 6 * unit)
    down = np.arange(rows, dtype=np.float32)[:, None] / unit
    grain = (
        0.022 * _noise(rng, shape, 1.5, 0.35 * unit)
        + 0.022 * _noise(rng, shape, 0.08 * unit, 4 * unit)
        + 0.02 * np.sin(2 * pi * (2.5 * down + 1.2 * bend))
        + 0.03 * _noise(rng, shape, unit, 5 * unit)
    )
    # Pores: short dark dashes along the grain.
    grain -= 0.12 * np.clip(_noise(rng, shape, 1.5, 0.16 * unit) - 2, 0, 1)
    wood = np.empty((rows, columns, 3), np.float32)
    top = -int(rng.integers(int(unit)))
    while top < rows:
        bottom = top + int(unit * rng.uniform(1.1, 1.6))
        left = -int(rng.integers(int(8 * unit)))
        while left < columns:
            right = left + int(unit * rng.uniform(5, 13))
            plank = (slice(max(0, top), bottom), slice(max(0, left), max(0, right)))
            warm = rng.normal(0, 0.025)
            hue = np.array((1 + warm / 2, 1, 1 - warm), np.float32) * rng.normal(1, 0.05)
            # Another part of the same grain, so that it does not run on over the joint.
            deep, wide = wood[plank].shape[:2]
            first = int(rng.integers(rows - deep + 1)), int(rng.integers(columns - wide + 1))
            own = grain[first[0] : first[0] + deep, first[1] : first[1] + wide]
            wood[plank] = tone * hue * (1 + own * rng.uniform(0.6, 1.5))[..., None]
            wood[plank[0], max(0, left) : max(0, left + 1)] *= 0.86
            left = right
        wood[max(0, top) : max(0, top + 1)] *= 0.86
        top = bottom
    return wood


TABLES: Mapping[str, Callable[..., Field]] = {
    "wood": _wood,
    "white": _plain((226, 226, 223), blotches=2, grain=1),
    "grey": _plain((139, 140, 142), blotches=3, grain=3),
    "green-felt": _cloth((40, 106, 70), contrast=0.06),
    "check": _check,
    "dark-cloth": _cloth((62, 63, 68), contrast=0.06),
    "black": _plain((28, 28, 30), blotches=1.5, grain=1.5),
}


def printed_board(layout: Layout, rng: np.random.Generator, unit: int) -> Image:
    """Return a printed board, ``unit`` pixels to a cell."""
    assert layout.width is not None
    assert layout.height is not None
    size = (layout.height * unit, layout.width * unit)
    board = np.empty((*size, 3), np.uint8)
    for top in range(0, layout.height, _SIDE):
        for left in range(0, layout.width, _SIDE):
            own = {cell for cell in layout.stars | layout.centre if _quadrant(cell) == (left, top)}
            quadrant = _SelectQuadrant if own else _ConnectQuadrant
            part = board[top * unit : (top + _SIDE) * unit, left * unit : (left + _SIDE) * unit]
            quadrant(part, rng, unit).draw(layout, left, top)
    if layout.centre:
        low = np.min(list(layout.centre), axis=0) * unit
        high = (np.max(list(layout.centre), axis=0) + 1) * unit
        cv2.rectangle(board, low.tolist(), high.tolist(), (74, 92, 124), max(2, unit // 11))
    return board


def _quadrant(cell: Cell) -> tuple[int, int]:
    return cell.x // _SIDE * _SIDE, cell.y // _SIDE * _SIDE


class _Quadrant:
    """A quadrant in the making: paper, ornaments, grid, squares, frame."""

    paper: Rgb
    tint: Rgb
    grid: Rgb
    frame: Rgb

    def __init__(self, part: Image, rng: np.random.Generator, unit: int) -> None:
        self.part, self.rng, self.unit = part, rng, unit
        # A quadrant is read from one of its corners, and so are its digits.
        self.turn = pi / 4 + pi / 2 * int(rng.integers(4))

    def draw(self, layout: Layout, left: int, top: int) -> None:
        """Draw the quadrant whose first cell is ``left, top``."""
        rows, columns = self.part.shape[:2]
        y, x = np.mgrid[-1:1:65j, -1:1:65j]
        share = np.clip((x * x + y * y - 0.7) / 1.3, 0, 1)[..., None] * 0.8
        paper = np.array(self.paper) + (np.array(self.tint) - self.paper) * share
        self.part[:] = cv2.resize(paper.astype(np.uint8), (columns, rows))
        self.ornaments()
        thin = max(1, self.unit // 34)
        for step in range(1, _SIDE):
            at = step * self.unit
            cv2.line(self.part, (at, 0), (at, rows), self.grid, thin)
            cv2.line(self.part, (0, at), (columns, at), self.grid, thin)
        for cell in sorted(layout.black | layout.stars | layout.bonus.keys()):
            if _quadrant(cell) == (left, top):
                self.square(layout, cell, (cell.x - left + 0.5, cell.y - top + 0.5))
        edge = max(2, self.unit // 11)
        cv2.rectangle(self.part, (0, 0), (columns - 1, rows - 1), self.frame, edge)

    def square(self, layout: Layout, cell: Cell, middle: tuple[float, float]) -> None:
        """Draw a special square around its middle, in cells."""
        half = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        if cell in layout.black:
            self.fill(half + middle, (34, 35, 36))
        elif cell in layout.stars:
            self.fill(half * 0.94 + middle, (252, 247, 222))
            self.fill(star(5, 0.36, 0.16) + middle, (240, 196, 32))
        else:
            self.fill(half * 0.96 + middle, (240, 140, 48))
            self.fill(half * 0.82 + middle, (252, 249, 244))
            digit = _DIGITS[layout.bonus[cell]] @ rotation(self.turn) + middle
            self.stroke(digit, (216, 44, 40), 0.11)

    def ornaments(self) -> None:
        """Scatter faint shapes over the paper."""
        faint = tuple(0.45 * a + 0.55 * b for a, b in zip(self.paper, self.tint, strict=True))
        for _ in range(9):
            outline = path_points(OUTLINE[tuple(Shape)[self.rng.integers(6)]]) / 100
            at = self.rng.uniform(0.8, _SIDE - 0.8, 2)
            turned = outline @ rotation(self.rng.uniform(0, pi)) * self.rng.uniform(1, 1.7)
            self.fill(turned + at, (faint[0], faint[1], faint[2]))

    def fill(self, points: Points, colour: Rgb) -> None:
        """Fill a polygon given in cells."""
        fixed = np.round((points * self.unit - 0.5) * 16).astype(np.int32)
        cv2.fillPoly(self.part, [fixed], colour, cv2.LINE_AA, 4)

    def stroke(self, points: Points, colour: Rgb, width: float) -> None:
        """Draw a line through points given in cells."""
        fixed = np.round((points * self.unit - 0.5) * 16).astype(np.int32)
        thick = max(1, round(width * self.unit))
        cv2.polylines(self.part, [fixed], False, colour, thick, cv2.LINE_AA, 4)


class _ConnectQuadrant(_Quadrant):
    paper = (244, 245, 241)
    tint = (198, 224, 176)
    grid = (122, 184, 112)
    frame = (52, 156, 58)

    def ornaments(self) -> None:
        """Add a lettering along one diagonal to the faint shapes."""
        super().ornaments()
        way = np.array((1.0, -1.0)) * 0.32
        start = np.array((1.3, 3.4)) + self.rng.uniform(0, 3, 2)
        for letter in range(7):
            at = start + way * letter
            size = self.rng.uniform(0.4, 0.5)
            outline = path_points(OUTLINE[tuple(Shape)[letter % 6]]) / 100 * size
            self.fill(outline @ rotation(pi / 4) + at, (178, 214, 158))
            self.stroke(np.vstack([outline, outline[:1]]) + at, (132, 188, 118), 0.03)


class _SelectQuadrant(_Quadrant):
    paper = (243, 243, 242)
    tint = (214, 222, 234)
    grid = (150, 166, 190)
    frame = (84, 106, 146)


_DIGITS: Mapping[int, Points] = {
    1: np.array([(-0.09, -0.15), (0.02, -0.25), (0.02, 0.25)]),
    2: np.array(
        [
            (-0.14, -0.12),
            (-0.1, -0.22),
            (0, -0.26),
            (0.11, -0.21),
            (0.13, -0.09),
            (0.05, 0.04),
            (-0.14, 0.24),
            (0.15, 0.24),
        ]
    ),
}
