"""A hand in a photograph: a row of tiles, on a rack or on the table, with or without gaps."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from qwirkle.analysis.photos.lattice import Floats
from qwirkle.analysis.photos.naming import name_tiles
from qwirkle.analysis.photos.picture import is_preview, load_picture
from qwirkle.analysis.photos.reader import (
    LIKE_A_STRAY,
    LIKE_A_TILE,
    RIM,
    SHAPE,
    VAGUE,
    no_tiles,
    outline_of,
    too_blurred,
)
from qwirkle.analysis.photos.reading import (
    UNCERTAIN,
    HandReading,
    HandTile,
    PhotoReason,
    problem,
)
from qwirkle.analysis.photos.spots import Guess, Spot, spots_at
from qwirkle.analysis.photos.views import View, block_at, near_view, usual_view
from qwirkle.rules.refusals.positions import copy_faults

MOST = 8
"""The most tiles in a row that counts as a hand; every game has smaller hands."""
_BESIDE = 0.5
"""How far from the row a tile of it may lie, as a share of its side."""
_UPRIGHT = 0.25
"""A row that leans sideways by less than this share of its length is read from the top down."""


def read_hand_picture(picture: bytes | Path | str) -> HandReading:
    """Read the row of tiles in a picture: see ``qwirkle.analysis.photos.read_hand``."""
    pixels = load_picture(picture)
    if is_preview(picture):
        return HandReading((), (problem(PhotoReason.PICTURE_TOO_SMALL),))
    hands = [
        _hand(view) for view in (usual_view(pixels), near_view(pixels)) if view and view.islands
    ]
    if not hands:
        return HandReading((), (no_tiles(pixels),))
    return max(hands, key=_explained)


def _explained(hand: HandReading) -> tuple[float, bool]:
    """Return how much of the picture is surely a hand, and whether any of it may be."""
    sure = [seen for seen in hand.tiles if seen.certainty >= UNCERTAIN]
    area = sum(cv2.contourArea(np.array(seen.outline, np.float32)) for seen in sure)
    return area, bool(hand.tiles)


def _hand(view: View) -> HandReading:
    """Read the longest row of shapes."""
    points = np.array([(island.x, island.y) for island in view.islands])
    sides = np.array([island.side for island in view.islands])
    row, along = _row(points, float(sides.mean()) / SHAPE)
    vague = len(row) == 1
    if vague and (block := block_at(view.light, view.islands[row[0]])) is not None:
        vague, steps = False, block
    else:
        steps = np.column_stack([along, (-along[1], along[0])]) * float(sides[row].mean()) / SHAPE
    guesses = [Guess((number, 0), points[number], steps) for number in range(len(points))]
    spots = [
        spot
        for spot in spots_at(view.pixels, guesses, 1.0)
        if spot.likeness >= LIKE_A_TILE and spot.patch.rim >= RIM
    ]
    mine = [spot for spot in spots if spot.node[0] in row]
    mine.sort(key=lambda spot: float(spot.centre @ along))
    others = [spot for spot in spots if spot.node[0] not in row and spot.likeness > LIKE_A_STRAY]
    return _reading(view, mine, others, vague=vague)


def _row(points: Floats, side: float) -> tuple[list[int], Floats]:
    """Return the points of the longest row, and its direction, right or down."""
    best, along = [0], np.array([1.0, 0.0])
    for one, other in combinations(range(len(points)), 2):
        way = points[other] - points[one]
        way = way / np.hypot(*way)
        off = np.abs((points - points[one]) @ np.array([-way[1], way[0]]))
        near = np.flatnonzero(off < _BESIDE * side).tolist()
        if len(near) > len(best):
            best, along = near, way
    if len(best) > 1:
        # The line that fits all of them best.
        middle = points[best] - points[best].mean(axis=0)
        along = np.linalg.svd(middle, full_matrices=False)[2][0]
    forward = along[1] if abs(along[0]) < _UPRIGHT else along[0]
    return best, along if forward > 0 else -along


def _reading(view: View, mine: list[Spot], others: list[Spot], *, vague: bool) -> HandReading:
    named = name_tiles([*mine, *others])
    if not mine:
        return HandReading((), (problem(PhotoReason.NO_TILES),))
    tiles = tuple(
        HandTile(
            name.tile,
            round(min(name.certainty, VAGUE) if vague else name.certainty, 3),
            name.second,
            outline_of(spot, view.size),
        )
        for spot, name in zip(mine, named, strict=False)
    )
    problems = [*too_blurred(mine)]
    if len(mine) > MOST:
        problems.append(problem(PhotoReason.NOT_A_HAND, most=MOST, count=len(mine)))
        return HandReading((), tuple(problems))
    problems += copy_faults(seen.tile for seen in tiles)
    if others:
        apart = [name.tile for name in named[len(mine) :]]
        problems.append(problem(PhotoReason.TILES_APART, tiles=apart))
    return HandReading(tiles, tuple(problems))
