"""Places of a picture where a tile lies: detected, or searched because a neighbour has one."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from qwirkle.analysis.photos.lattice import Floats, Node
from qwirkle.analysis.photos.patches import Patch, cut
from qwirkle.analysis.photos.picture import Numbers, Pixels
from qwirkle.analysis.photos.shapes import SIDE, likeness
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout

_LIKE, _RIM = 0.8, 0.72
"""The likeness and the black that a tile needs if only its neighbours suggest it."""
_MAYBE_LIKE, _MAYBE_RIM = 0.6, 0.6
"""The same for a possible tile, whose low likeness makes it uncertain."""
_DARK_RIM = 75.0
"""The greatest brightness, in even light, of the black of a tile."""
_DARKEST_GREY = 105.0
"""The same in a blurred picture, limited by the black of the other tiles."""
_DARK_PARTS = 0.6
_RIM_POINTS = 16
_LARGE, _TOO_LARGE = 1.15, 1.35
"""How much larger an empty cell between tiles looks than circle and square, the largest shapes."""
_CLEARLY = 0.94
"""The likeness that makes a shape a tile even though it looks large."""
_VISIBLE = 0.55
"""The share of a tile's rim that must be inside the picture for the tile to be read."""
_BEGINNING = 0.1
"""The share of a tile that must be inside the picture for the tile to be noticed."""
_ALL_BLACK, _BRIGHT_TABLE = 0.85, 120.0
"""The black share of the visible part without ink, and the brightness of a light table."""
_INK, _INKED = 100.0, 0.1
"""The brightness of ink, in even light, and its share inside the rim."""
_FEWEST = 6
_GUESS = 0.2
"""The greatest distance of a guess from the middle of a tile, as a share of its side."""

_MOVES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""Offsets to neighbours, diagonal ones last: black squares of a board lie so."""


class Spot(NamedTuple):
    """A tile in a picture."""

    node: Node
    centre: Floats
    steps: Floats
    """The steps to the next tile on the right and the next below, as columns."""
    tile: float
    """The side of a tile, as a share of these steps."""
    patch: Patch
    shapes: Numbers
    """The likeness to each of the six shapes, up to 1."""

    @property
    def likeness(self) -> float:
        """The likeness to any tile at all."""
        return float(self.shapes.max())


class Guess(NamedTuple):
    """A place in a picture where a tile may lie."""

    node: Node
    centre: Floats
    steps: Floats


def spots_at(pixels: Pixels, guesses: Sequence[Guess], tile: float) -> list[Spot]:
    """Return the tiles at places of a picture, comparing all with the shapes together."""
    patches = [cut(pixels, guess.centre, tile * guess.steps) for guess in guesses]
    if not patches:
        return []
    shapes = likeness(np.stack([patch.mask for patch in patches]))
    return [
        Spot(*guess, tile, patch, own)
        for guess, patch, own in zip(guesses, patches, shapes, strict=True)
    ]


def centred(pixels: Pixels, guess: Guess, tile: float) -> Guess:
    """Move a guess to the middle of the shape at its place."""
    for _ in range(2):
        moments = cv2.moments(cut(pixels, guess.centre, tile * guess.steps).mask)
        if not moments["m00"]:
            return guess
        off = np.array([moments["m10"], moments["m01"]]) / moments["m00"] - (SIDE - 1) / 2
        if np.abs(off).max() > _GUESS * SIDE:
            return guess
        guess = guess._replace(centre=guess.centre + tile * guess.steps @ (off / SIDE))
    return guess


def look_again(pixels: Pixels, light: Numbers, spots: Sequence[Spot], layout: Layout) -> list[Spot]:
    """Return overlooked tiles: beside others, and with black all around."""
    known = {spot.node: spot for spot in spots}
    looked: set[Node] = set(known)
    added: list[Spot] = []
    doubtful: list[Spot] = []
    fresh = list(spots)
    tile = spots[0].tile
    # In a blurred picture the black of tiles is not black.
    rims = [_rim_light(light, spot.centre, spot.steps, tile) for spot in spots]
    dark = float(np.clip(np.percentile(np.concatenate(rims), 75), _DARK_RIM, _DARKEST_GREY))
    while fresh:
        beside: dict[Node, list[tuple[Floats, Floats]]] = {}
        for spot in fresh:
            for move in _MOVES[: 8 if layout.bounded else 4]:
                node = (spot.node[0] + move[0], spot.node[1] + move[1])
                where = spot.centre + spot.steps @ np.array(move)
                beside.setdefault(node, []).append((where, spot.steps))
        near = {
            node: _mean(seen)
            for node, seen in beside.items()
            if node not in looked
            and layout.holds(Cell(*node))
            and _is_black_around(light, *_mean(seen), tile, dark=_DARKEST_GREY)
        }
        looked |= set(beside)
        guesses = [centred(pixels, Guess(node, *where), tile) for node, where in near.items()]
        tried = spots_at(pixels, guesses, tile)
        fresh = [
            spot
            for spot in tried
            if spot.likeness >= _LIKE
            and spot.patch.rim >= _RIM
            and _is_black_around(light, *near[spot.node], tile, dark=dark)
        ]
        added += fresh
        sure = {spot.node for spot in fresh}
        # A person checks a possible tile; it is not left out silently.
        doubtful += [
            spot
            for spot in tried
            if spot.node not in sure
            and spot.likeness >= _MAYBE_LIKE
            and spot.patch.rim >= _MAYBE_RIM
        ]
    taken = known.keys() | {spot.node for spot in added}
    # An empty cell between tiles looks black around as well, and so does a black table.
    if float(np.median(light)) > _BRIGHT_TABLE:
        added += [spot for spot in doubtful if _neighbours(spot.node, taken) == 1]
    return added


def without_gaps(spots: Sequence[Spot]) -> list[Spot]:
    """Remove empty cells between tiles: black all around, but larger than any shape."""
    if len(spots) < _FEWEST:
        return list(spots)
    usual = float(np.percentile([spot.patch.area for spot in spots], 85))
    taken = {spot.node for spot in spots}
    return [
        spot
        for spot in spots
        if spot.patch.area <= _LARGE * usual
        or (
            spot.patch.area <= _TOO_LARGE * usual
            and (spot.likeness > _CLEARLY or not is_enclosed(spot.node, taken))
        )
    ]


def is_enclosed(node: Node, taken: Container[Node]) -> bool:
    """Return whether at least three neighbours of a cell have tiles."""
    return _neighbours(node, taken) >= 3


def _neighbours(node: Node, taken: Container[Node]) -> int:
    return sum(near in taken for near in Cell(*node).neighbours())


def _mean(seen: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """Return the mean of the places that several neighbours suggest."""
    centres, steps = zip(*seen, strict=True)
    return np.mean(centres, axis=0), np.mean(steps, axis=0)


def _is_black_around(
    light: Numbers, centre: Floats, steps: Floats, tile: float, *, dark: float
) -> bool:
    """Return whether the rim of a tile at this place would be black, as far as it is visible."""
    seen = _rim_light(light, centre, steps, tile)
    if not _is_inside(light, centre) or len(seen) < _VISIBLE * _RIM_POINTS:
        return False
    return float(np.mean(seen < dark)) >= _DARK_PARTS


def _rim_light(light: Numbers, centre: Floats, steps: Floats, tile: float) -> Numbers:
    """Return the brightness around the rim of a tile, inside the picture."""
    angles = np.linspace(0, 2 * np.pi, _RIM_POINTS, endpoint=False)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    square = 0.44 * circle / np.abs(circle).max(axis=1, keepdims=True)
    return _light_at(light, centre + tile * square @ steps.T)


def _is_inside(light: Numbers, point: Floats) -> bool:
    height, width = light.shape
    return bool(0 <= point[0] <= width - 1 and 0 <= point[1] <= height - 1)


def _light_at(light: Numbers, points: Floats) -> Numbers:
    """Return the brightness at those points that are inside the picture."""
    columns, rows = np.rint(points).astype(int).T
    height, width = light.shape
    inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    return np.asarray(light[rows[inside], columns[inside]], np.float32)


def outside(spot: Spot, size: Floats) -> float:
    """Return the part of a tile outside the picture, as a share of its side."""
    ends = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    corners = spot.centre + spot.tile * ends @ spot.steps.T
    # A rotated tile extends only a corner beyond the edge.
    beyond = np.maximum(-corners, corners - (size - 1)).max(axis=1)
    side = spot.tile * float(np.sqrt(abs(np.linalg.det(spot.steps))))
    return float(np.sort(beyond)[-2:].mean()) / side


def cut_off(light: Numbers, spots: Sequence[Spot], layout: Layout) -> list[Node]:
    """Return the places beside tiles where the edge of the picture cuts one off."""
    known = {spot.node for spot in spots}
    beside: dict[Node, list[tuple[Floats, Floats]]] = {}
    for spot in spots:
        for move in _MOVES[:4]:
            near = (spot.node[0] + move[0], spot.node[1] + move[1])
            where = spot.centre + spot.steps @ np.array(move)
            beside.setdefault(near, []).append((where, spot.steps))
    return [
        node
        for node, seen in beside.items()
        if node not in known
        and layout.holds(Cell(*node))
        and _begins(light, *_mean(seen), spots[0].tile)
    ]


def _begins(light: Numbers, centre: Floats, steps: Floats, tile: float) -> bool:
    """Return whether a tile at this place is partly in the picture: black, with ink on it.

    If only its rim is visible, that must be black on a table that is not.
    """
    at = (np.arange(24) + 0.5) / 24 - 0.5
    grid = np.stack(np.meshgrid(at, at), axis=-1).reshape(-1, 2)
    points = centre + tile * grid @ steps.T
    apart = np.abs(grid).max(axis=1)
    whole = _light_at(light, points)
    if len(whole) == len(grid) or len(whole) < _BEGINNING * len(grid):
        return False
    if float(np.mean(whole < _DARK_RIM)) >= _ALL_BLACK:
        return float(np.median(light)) > _BRIGHT_TABLE
    rim = _light_at(light, points[(apart > 0.41) & (apart < 0.48)])
    heart = _light_at(light, points[apart < 0.36])
    return (
        len(rim) > 0
        and float(np.mean(rim < _DARK_RIM)) >= _DARK_PARTS
        and len(heart) > 0
        and float(np.mean(heart > _INK)) >= _INKED
    )
