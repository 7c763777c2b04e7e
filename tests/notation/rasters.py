"""Small pictures as pixels, for tests that measure what an eye could tell apart.

It draws what the tiles consist of: rectangles with round corners, circles, and paths of straight
lines and arcs, filled or stroked. Every pixel is the mean of many samples, as in a browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, sin, sqrt
from xml.etree import ElementTree

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.float64]
"""Rows, columns, and red, green and blue from 0 to 1."""
Points = npt.NDArray[np.float64]
Number = tuple[float, float]

SAMPLES = 16
"""Samples of a pixel in each direction."""
_PART = re.compile(r"[MLHVAZ]|-?\d*\.?\d+")
_SHIFT = 4
"""Bits after the point of the coordinates that OpenCV draws with."""


def raster(elements: str, pixels: int, ground: str) -> Pixels:
    """Draw SVG elements that fill 0 to 100 both ways, on a ground, into a square of pixels."""
    side = pixels * SAMPLES
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = _rgb(ground)
    root = ElementTree.fromstring(f"<svg>{elements}</svg>")  # noqa: S314 - it is our own
    _draw(canvas, root, side / 100, (0.0, 0.0))
    drawn: Pixels = canvas.reshape(pixels, SAMPLES, pixels, SAMPLES, 3).mean(axis=(1, 3)) / 255
    return drawn


def _draw(
    canvas: npt.NDArray[np.uint8], group: ElementTree.Element, scale: float, at: Number
) -> None:
    for one in group:
        if one.tag == "g":
            moved = re.fullmatch(r"translate\((\S+) (\S+)\)", one.get("transform", ""))
            assert moved is not None, one.attrib
            _draw(canvas, one, scale, (at[0] + float(moved[1]), at[1] + float(moved[2])))
            continue
        lines = [(line + np.array(at)) * scale for line in _lines(one)]
        if one.get("fill") == "none":
            width = float(one.get("stroke-width", "1")) * scale
            _stroke(canvas, lines, width, _rgb(one.get("stroke", "")))
        else:
            drawn = [_fixed(line) for line in lines]
            cv2.fillPoly(canvas, drawn, _rgb(one.get("fill", "")), shift=_SHIFT)


def _stroke(
    canvas: npt.NDArray[np.uint8], lines: list[Points], width: float, colour: tuple[int, int, int]
) -> None:
    """Draw lines with round corners and blunt ends."""
    for line in lines:
        for number, (start, end) in enumerate(pairwise(line)):
            length = hypot(*(end - start)) or 1.0
            across = np.array([start[1] - end[1], end[0] - start[0]]) * (width / 2 / length)
            corners = np.stack([start + across, end + across, end - across, start - across])
            cv2.fillPoly(canvas, [_fixed(corners)], colour, shift=_SHIFT)
            if number > 0:
                centre = [int(value) for value in _fixed(start[None])[0]]
                cv2.circle(canvas, centre, int(width / 2 * 2**_SHIFT), colour, -1, shift=_SHIFT)


def _fixed(points: Points) -> npt.NDArray[np.int32]:
    fixed: npt.NDArray[np.int32] = np.round(points * 2**_SHIFT).astype(np.int32)
    return fixed


def _rgb(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _lines(one: ElementTree.Element) -> list[Points]:
    if one.tag == "path":
        return [np.array(line) for line in _path(one.attrib["d"])]
    if one.tag == "circle":
        x, y, r = (float(one.get(name, "0")) for name in ("cx", "cy", "r"))
        return [np.array([(x + r * cos(a), y + r * sin(a)) for a in np.linspace(0, 2 * pi, 97)])]
    x, y, width, height, r = (
        float(one.attrib[name]) for name in ("x", "y", "width", "height", "rx")
    )
    right, bottom = x + width, y + height
    corners = [(right - r, y + r), (right - r, bottom - r), (x + r, bottom - r), (x + r, y + r)]
    return [
        np.array(
            [
                (cx + r * cos(a), cy + r * sin(a))
                for quarter, (cx, cy) in enumerate(corners)
                for a in np.linspace((quarter - 1) * pi / 2, quarter * pi / 2, 13)
            ]
        )
    ]


def _path(path: str) -> Iterator[list[Number]]:
    """Yield the lines of a path, with arcs as many short steps."""
    line: list[Number] = []
    command = ""
    parts = iter(_PART.findall(path))
    for part in parts:
        if part == "Z":
            line.append(line[0])
            continue
        if part.isalpha():
            command = part
            if part == "M" and line:
                yield line
                line = []
            first = float(next(parts))
        else:
            first = float(part)
        if command == "H":
            line.append((first, line[-1][1]))
        elif command == "V":
            line.append((line[-1][0], first))
        elif command == "A":
            high, _, large, sweep, x, y = (float(next(parts)) for _ in range(6))
            line.extend(_arc(line[-1], (x, y), (first, high), large != sweep, sweep > 0))
        else:
            line.append((first, float(next(parts))))
    yield line


def _arc(start: Number, end: Number, radii: Number, flip: bool, sweep: bool) -> Iterator[Number]:
    """Yield the points of an arc of an upright ellipse after its start (SVG 2, B.2.4)."""
    rx, ry = radii
    x, y = (start[0] - end[0]) / 2 / rx, (start[1] - end[1]) / 2 / ry
    reach = x * x + y * y
    if reach > 1:  # too small to reach: as large as necessary
        rx, ry, x, y = rx * sqrt(reach), ry * sqrt(reach), x / sqrt(reach), y / sqrt(reach)
        reach = 1.0
    side = sqrt((1 - reach) / reach) * (1 if flip else -1)
    middle = (side * y, -side * x)
    first = _angle(x - middle[0], y - middle[1])
    last = _angle(-x - middle[0], -y - middle[1])
    if sweep and last <= first:
        last += 2 * pi
    elif not sweep and last >= first:
        last -= 2 * pi
    centre = ((start[0] + end[0]) / 2 + rx * middle[0], (start[1] + end[1]) / 2 + ry * middle[1])
    for angle in np.linspace(first, last, max(2, ceil(abs(last - first) / 0.1)))[1:]:
        yield centre[0] + rx * cos(angle), centre[1] + ry * sin(angle)


def _angle(x: float, y: float) -> float:
    return acos(max(-1.0, min(1.0, x / hypot(x, y)))) * (1 if y >= 0 else -1)
