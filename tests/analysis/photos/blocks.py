"""Wooden tiles as polygons with colours, each print a little different.

A tile is a square of side 1 around 0,0, x to the right and y down. The marks come from the
project's own drawings or from variants of them, because no two printings are alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from qwirkle.notation.pictures.palette import BONE, INK
from qwirkle.notation.pictures.tiles import INNER, OUTLINE, SMALL, STOUT, Face
from qwirkle.rules.tiles import Colour, Shape, Tile

Points = npt.NDArray[np.float64]
"""Rows of x and y."""
Rgb = tuple[float, float, float]

_GRID = 96
"""The side of a block on the grid of the drawings."""
_NUMBER_OR_COMMAND = re.compile(r"[MLHVAZ]|-?\d*\.?\d+")

_PRINT: Mapping[Colour, str] = {
    Colour.RED: "#cf2233",
    Colour.ORANGE: "#ee6c24",
    Colour.YELLOW: "#f0d022",
    Colour.GREEN: "#1f8f45",
    Colour.BLUE: "#2970c9",
    Colour.PURPLE: "#7a3ca3",
}
"""Ordinary printing inks, darker than the palette of the screen."""
_WHITE = "#f1f1ee"


class TilePrint(NamedTuple):
    """The inks and marks of one set of tiles. A mark is the union of its polygons."""

    face: Face
    inks: Mapping[Colour, Rgb]
    marks: Mapping[Shape, tuple[Points, ...]]


def tile_print(rng: np.random.Generator, face: Face, *, white_purple: bool) -> TilePrint:
    """Choose the inks and the exact shapes of a set of tiles."""
    if face not in {Face.COLOUR, Face.TWO_SHAPE}:
        raise ValueError("tiles are photographed in colours only")
    inks = dict(INK if rng.random() < 0.4 else _PRINT)
    if white_purple:
        inks[Colour.PURPLE] = _WHITE
    jittered = {colour: _jitter(rng, rgb(inks[colour])) for colour in Colour}
    if face is Face.TWO_SHAPE:
        # The stout shapes nearly reach the edge, so they can hardly grow.
        marks, size = _drawn(STOUT), rng.uniform(0.92, 1.02)
    else:
        marks, size = _drawn(OUTLINE), rng.uniform(0.92, 1.08)
        if rng.random() < 0.7:
            marks = _varied(rng)
    scaled = {
        shape: tuple(part * (size / _GRID) for part in parts) for shape, parts in marks.items()
    }
    return TilePrint(face, jittered, scaled)


def tile_layers(
    rng: np.random.Generator, tile: Tile, look: TilePrint
) -> Iterator[tuple[Points, Rgb]]:
    """Yield the top face of a tile from the bottom layer up: bevel, block, mark."""
    shade = rng.uniform(20, 36)
    edge = shade + rng.uniform(14, 34)
    block = (shade, shade, shade + 2)
    yield _rounded_square(0.5, 0.05), (edge, edge, edge + 2)
    # The block is not in the middle of its bevel: the light comes from one side.
    yield _rounded_square(0.478, 0.04) + rng.normal(0.006, 0.004, 2), block
    # Nothing is printed exactly in the middle or exactly upright.
    at = rng.normal(0, 0.008, 2)
    turned = rotation(rng.normal(0, 0.012))
    ink = look.inks[tile.colour]
    worn = rng.normal(1, 0.02)
    for part in look.marks[tile.shape]:
        yield part @ turned + at, (ink[0] * worn, ink[1] * worn, ink[2] * worn)
    if look.face is Face.TWO_SHAPE:
        yield _circle(25 / _GRID) + at, block
        yield path_points(SMALL[INNER[tile.colour]]) / _GRID @ turned + at, rgb(BONE)


def rotation(angle: float) -> Points:
    """Return the matrix that turns rows of points by an angle in radians, clockwise on screen."""
    return np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])


def rgb(code: str) -> Rgb:
    """Return the colour of a code such as ``#17181b``."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def path_points(path: str) -> Points:
    """Return the polygon of an SVG path of one closed line, with M, L, H, V, A and Z."""
    tokens = iter(_NUMBER_OR_COMMAND.findall(path))
    points: list[tuple[float, float]] = []
    command = ""
    for token in tokens:
        if token.isalpha():
            command = token
            if command == "Z":
                break
            token = next(tokens)  # noqa: PLW2901 - the first number of the command
        first = float(token)
        if command == "H":
            points.append((first, points[-1][1]))
        elif command == "V":
            points.append((points[-1][0], first))
        elif command == "A":
            _, _, large, sweep, x, y = (float(next(tokens)) for _ in range(6))
            points.extend(_arc(points[-1], (x, y), first, large != sweep, sweep > 0))
        else:
            points.append((first, float(next(tokens))))
    return np.array(points)


def star(points: int, outer: float, inner: float, turn: float = 0.0) -> Points:
    """Return a star whose first point is straight up, turned clockwise by radians."""
    steps = np.arange(2 * points)
    reach = np.where(steps % 2, inner, outer)
    angles = steps * pi / points + turn
    return np.stack([reach * np.sin(angles), -reach * np.cos(angles)], axis=1)


def _arc(
    start: tuple[float, float], end: tuple[float, float], radius: float, left: bool, sweep: bool
) -> Iterator[tuple[float, float]]:
    """Yield the points after the start; ``left`` is the side of the chord its centre lies on."""
    (x0, y0), (x1, y1) = start, end
    chord = hypot(x1 - x0, y1 - y0)
    height = sqrt(max(0.0, radius**2 - chord**2 / 4)) * (1 if left else -1)
    x = (x0 + x1) / 2 - height * (y1 - y0) / chord
    y = (y0 + y1) / 2 + height * (x1 - x0) / chord
    first = np.arctan2(y0 - y, x0 - x)
    last = np.arctan2(y1 - y, x1 - x)
    if sweep and last <= first:
        last += 2 * pi
    elif not sweep and last >= first:
        last -= 2 * pi
    for angle in np.linspace(first, last, 25)[1:]:
        yield float(x + radius * cos(angle)), float(y + radius * sin(angle))


def _circle(radius: float) -> Points:
    angles = np.linspace(0, 2 * pi, 48, endpoint=False)
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _rounded_square(half: float, radius: float) -> Points:
    corner = _circle(radius)
    return corner + (half - radius) * np.sign(corner)


def _drawn(paths: Mapping[Shape, str]) -> dict[Shape, tuple[Points, ...]]:
    return {shape: (path_points(path),) for shape, path in paths.items()}


def _varied(rng: np.random.Generator) -> dict[Shape, tuple[Points, ...]]:
    """Draw the six shapes as other printings have them: pointed cross, round clover."""
    half = rng.uniform(28, 31)
    long = rng.uniform(35, 39)
    lobe = rng.uniform(12.5, 16)
    reach = rng.uniform(35, 38) - lobe
    lobes = [_circle(lobe) + reach * np.array(way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    outer = rng.uniform(43, 47)
    burst = rng.uniform(36, 40)
    return {
        Shape.CIRCLE: (_circle(rng.uniform(31, 36)),),
        Shape.CROSS: (star(4, outer, outer * rng.uniform(0.25, 0.5), pi / 4),),
        Shape.DIAMOND: (np.array([(0, -long), (long, 0), (0, long), (-long, 0)]),),
        Shape.SQUARE: (np.array([(-half, -half), (half, -half), (half, half), (-half, half)]),),
        Shape.STARBURST: (star(8, burst, burst * rng.uniform(0.5, 0.7)),),
        Shape.CLOVER: (*lobes, _circle(reach * 0.55)),
    }


def _jitter(rng: np.random.Generator, ink: Rgb) -> Rgb:
    """Return the ink as another printing has it: a slightly different hue and lightness."""
    hls = cv2.cvtColor(np.array([[ink]], np.float32) / 255, cv2.COLOR_RGB2HLS)
    hue, lightness, saturation = (float(value) for value in hls[0, 0])
    other = [
        (hue + rng.uniform(-4, 4)) % 360,
        min(0.96, lightness * rng.uniform(0.93, 1.07)),
        saturation * rng.uniform(0.88, 1),
    ]
    back = cv2.cvtColor(np.array([[other]], np.float32), cv2.COLOR_HLS2RGB)[0, 0] * 255
    return float(back[0]), float(back[1]), float(back[2])
