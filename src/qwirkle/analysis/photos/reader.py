"""From a picture to a position: islands, lattice, board, names, and what looks wrong.

1. The picture is scaled to 1280 pixels, and brightness divided by that of the brightest surface
   nearby, so shadows vanish.
2. At eight levels of brightness, bright shapes with black all around them, of about one size, are
   candidates, put on a lattice that grows from tile to tile. Of all possible lattices, that which
   has places for the most tiles and breaks the fewest rules is kept.
3. On a printed board, it is laid where every black square has a tile, or where the edges are; if
   two places fit, the picture is refused.
4. Each tile's shape is the most similar of several drawings, its colour the nearest hue once the
   tint of the light has been undone. Where the second choice for an uncertain tile makes a wrong
   line right, it is taken.

There is no neural network, and nothing was trained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from qwirkle.analysis.photos.edges import WIDE
from qwirkle.analysis.photos.lattice import (
    Floats,
    Node,
    flatten,
    grow,
    possible_steps,
    project,
    steps_of,
)
from qwirkle.analysis.photos.naming import name_tiles
from qwirkle.analysis.photos.picture import Pixels, brightness, is_preview, load_picture
from qwirkle.analysis.photos.printed import (
    Place,
    find_place,
    groups,
    layout_of,
    place_by_corners,
)
from qwirkle.analysis.photos.reading import (
    GAMES,
    SENTENCES,
    UNCERTAIN,
    Corners,
    PhotoReason,
    Point,
    Reading,
    SeenTile,
    problem,
)
from qwirkle.analysis.photos.spots import (
    Guess,
    Spot,
    cut_off,
    look_again,
    outside,
    spots_at,
    without_gaps,
)
from qwirkle.analysis.photos.verdict import problems_of, settled
from qwirkle.analysis.photos.views import View, block_at, near_view, usual_view
from qwirkle.errors import EditionError
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import OPEN_TABLE, boards_like
from qwirkle.rules.editions.placement import Edition, edition
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.refusals.reasons import Refusal

SHAPE = 0.72
"""The usual size of the shape on a tile, as a share of its side; no set has much smaller ones."""
_LEAP = 12.0
"""Steps over which the lattice of a printed board may leap; tiles lie apart there."""
_HOP = 2.3
"""The same on an open table, where at most one overlooked tile lies in between."""
LIKE_A_TILE, RIM = 0.72, 0.65
"""A shape with less likeness to any tile, or less black around it, is not a tile."""
LIKE_A_STRAY = 0.8
"""A shape that lies apart is reported only if it is clearly a tile."""
_ENOUGH = 0.8
"""Other lattices are tried unless the best so far has this share of the tiles they would have."""
_MANY = 3
"""This many sure tiles that obey the rules are not found elsewhere by chance."""
VAGUE = 0.4
"""The highest certainty of a tile that is cut off, or whose orientation is unknown."""
_BARELY, _CUT = 0.04, 0.09
"""The shares of a tile outside the picture that are reported, and that hide part of a shape."""
_DARK = 20.0
"""The brightness of the brightest twentieth of a picture that is too dark to read."""
_BLURRED = 0.86
"""The usual likeness of tiles in a picture that is sharp enough."""
_SOFT = 0.14
"""The usual softness of tiles in a picture in which some are easily overlooked."""


def read_picture(
    picture: bytes | Path | str, *, game: str, corners: Corners | None, turns: int
) -> Reading:
    """Read the position in a picture: see ``qwirkle.analysis.photos.read_photo``."""
    if game not in GAMES:
        raise EditionError(
            f"a photograph of “{game}” cannot be read; the games are {', '.join(GAMES)}"
        )
    rules = edition(game)
    pixels = load_picture(picture)
    if is_preview(picture):
        return Reading(game, (), (problem(PhotoReason.PICTURE_TOO_SMALL),))
    near = None if rules.layout.bounded else near_view(pixels)
    readings = [
        _best(view, rules, corners, turns % 4)
        for view in (usual_view(pixels), near)
        if view is not None and view.islands
    ]
    if not readings:
        return Reading(game, (), (no_tiles(pixels),))
    return max(readings, key=_explained)


def no_tiles(pixels: Pixels) -> Refusal:
    """Return the reason why there are no tiles in a picture."""
    dark = float(np.percentile(brightness(pixels), 95)) < _DARK
    return problem(PhotoReason.TOO_DARK if dark else PhotoReason.NO_TILES)


def _explained(reading: Reading) -> tuple[bool, float]:
    """Return whether a reading is trusted, and how much of the picture it explains as tiles."""
    sure = [seen for seen in reading.tiles if seen.certainty >= UNCERTAIN]
    area = sum(cv2.contourArea(np.array(seen.outline, np.float32)) for seen in sure)
    return _merit(reading) >= _MANY and len(sure) >= _MANY, area


class _Lattice(NamedTuple):
    """Shapes of a picture on a lattice that they may lie on."""

    points: Floats
    sides: Floats
    nodes: Mapping[int, Node]
    """The place of each shape that has one, by its number."""
    start: Floats
    """The steps in the middle of the picture."""


class _Sighting(NamedTuple):
    """Everything that was found in a picture."""

    size: Floats
    """The width and the height of the picture."""
    spots: list[Spot]
    strays: list[Spot]
    """Shapes that lie apart."""
    place: Place | None
    """The printed board."""
    cut: list[Node]
    """The places of tiles that are mostly outside the picture."""
    vague: bool = False
    """Whether the orientation is unknown: a single tile."""


def _best(view: View, rules: Edition, corners: Corners | None, turns: int) -> Reading:
    """Try the lattices, and keep the reading that places the most tiles."""
    lattices = _lattices(view, rules)
    best = Reading(rules.id, (), (problem(PhotoReason.NO_TILES),))
    off_board = 0
    for number, lattice in enumerate(lattices):
        sighting = _sight(view, lattice, rules, corners)
        if sighting is None:
            continue
        if rules.layout.bounded and sighting.place is None:
            off_board = max(off_board, len(sighting.spots))
            continue
        reading = _reading(rules, sighting, turns)
        if not best.tiles or _merit(reading) > _merit(best):
            best = reading
        if all(_merit(best) >= _ENOUGH * len(other.nodes) for other in lattices[number + 1 :]):
            break
    # A board with a few of the tiles is not the board of all the others.
    if _merit(best) < _ENOUGH * off_board:
        return Reading(rules.id, (), (problem(PhotoReason.NO_BOARD),))
    return best


def _merit(reading: Reading) -> int:
    """Return the number of tiles that a reading places, less one for each broken rule."""
    broken = [refusal for refusal in reading.problems if refusal.reason not in SENTENCES]
    return len(reading.tiles) - len(broken)


def _lattices(view: View, rules: Edition) -> list[_Lattice]:
    """Return the possible lattices of the shapes, those with places for most of them first."""
    points = np.array([(island.x, island.y) for island in view.islands])
    sides = np.array([island.side for island in view.islands])
    flat = flatten(points, sides)
    leap = _LEAP if rules.layout.bounded else _HOP
    lattices = [
        _Lattice(points, sides, grow(flat, start, leap=leap), start)
        for start in possible_steps(flat, float(sides.mean()))
    ]
    return sorted(lattices, key=lambda lattice: -len(lattice.nodes))


def _sight(
    view: View, lattice: _Lattice, rules: Edition, corners: Corners | None
) -> _Sighting | None:
    """Return the tiles on a lattice, with their place on a printed board; None without tiles."""
    spots, strays = _spots(view.pixels, lattice)
    if not spots:
        return None
    place = None
    if rules.layout.bounded:
        place = _place(view.pixels, spots, rules, corners)
        if place is None:
            return _Sighting(view.size, spots, strays, None, [])
        put = zip(spots, place.nodes, strict=True)
        spots = [spot._replace(node=node) for spot, node in put]
    spots = without_gaps([*spots, *look_again(view.pixels, view.light, spots, rules.layout)])
    if place is None:
        spots, loose = _largest_group(spots)
        strays += loose
        if len(spots) == 1:
            return _alone(view, spots[0], strays)
    cut = cut_off(view.light, spots, rules.layout)
    return _Sighting(view.size, spots, strays, place, cut)


def _alone(view: View, spot: Spot, strays: list[Spot]) -> _Sighting:
    """Return a single tile, straightened by its own block because it has no neighbours."""
    island = min(view.islands, key=lambda island: np.hypot(*(spot.centre - (island.x, island.y))))
    sides = block_at(view.light, island)
    cut = cut_off(view.light, [spot], OPEN_TABLE)
    if sides is None:
        return _Sighting(view.size, [spot], strays, None, cut, vague=True)
    straight = spots_at(view.pixels, [Guess(spot.node, spot.centre, sides)], 1.0)
    return _Sighting(view.size, straight, strays, None, cut)


def _place(
    pixels: Pixels, spots: Sequence[Spot], rules: Edition, corners: Corners | None
) -> Place | None:
    """Return the cells of a printed board that the tiles lie on, if they can be found."""
    nodes, centres = [spot.node for spot in spots], np.array([spot.centre for spot in spots])
    if corners is None:
        return find_place(pixels, nodes, centres, boards_like(rules.board))
    size = np.array([pixels.shape[1], pixels.shape[0]])
    return place_by_corners(nodes, centres, np.array(corners) * size)


def _spots(pixels: Pixels, lattice: _Lattice) -> tuple[list[Spot], list[Spot]]:
    """Return the tiles that have places on the lattice, and the shapes that have none."""
    points, sides, nodes, start = lattice
    numbers = list(nodes)
    steps = steps_of(list(nodes.values()), points[numbers], start)
    full = [np.sqrt(abs(np.linalg.det(step))) for step in steps]
    # If tiles lie apart, a step is longer than a tile.
    tile = min(1.0, float(np.mean(sides[numbers] / full)) / SHAPE)
    guesses = [
        Guess(nodes[number], points[number], step)
        for number, step in zip(numbers, steps, strict=True)
    ]
    kept = [
        spot
        for spot in spots_at(pixels, guesses, tile)
        if spot.likeness >= LIKE_A_TILE and spot.patch.rim >= RIM
    ]
    usual = np.median(steps, axis=0)
    apart = [
        Guess((0, 0), points[number], usual) for number in range(len(points)) if number not in nodes
    ]
    return without_gaps(kept), spots_at(pixels, apart, tile)


def _largest_group(spots: Sequence[Spot]) -> tuple[list[Spot], list[Spot]]:
    """Return the tiles that are connected, and the others."""
    largest = max(groups([spot.node for spot in spots]), key=len)
    return (
        [spot for number, spot in enumerate(spots) if number in largest],
        [spot for number, spot in enumerate(spots) if number not in largest],
    )


def _reading(rules: Edition, sighting: _Sighting, turns: int) -> Reading:
    """Name the tiles, turn the board, and report anything that looks wrong."""
    size, spots, strays, place, cut, vague = sighting
    everything = name_tiles([*spots, *strays])
    named = everything[: len(spots)]
    apart = [name.tile for name in everything[len(spots) :] if name.likeness > LIKE_A_STRAY]
    taken = [spot.node for spot in spots]
    nodes = _turned(taken, taken, turns, place is not None)
    layout = None if place is None else layout_of(set(nodes), boards_like(rules.board))
    beyond = [outside(spot, size) for spot in spots]
    tiles = [
        SeenTile(
            Placed(*node, name.tile),
            round(min(name.certainty, VAGUE) if vague or share > _CUT else name.certainty, 3),
            name.second,
            outline_of(spot, size),
        )
        for node, name, spot, share in zip(nodes, named, spots, beyond, strict=True)
    ]
    tiles = settled(sorted(tiles, key=lambda seen: seen.placed), rules, layout)
    problems = problems_of(tiles, rules, layout)
    problems[:0] = too_blurred(spots)
    partly = [node for node, share in zip(nodes, beyond, strict=True) if share > _BARELY]
    if partly or cut:
        cells = sorted(Cell(*node) for node in (*partly, *_turned(cut, taken, turns, bool(place))))
        problems.append(problem(PhotoReason.TILES_CUT, cells, count=len(cells)))
    if apart:
        problems.append(problem(PhotoReason.TILES_APART, tiles=apart))
    frame = None if place is None else _frame(place, size, turns)
    return Reading(rules.id, tuple(tiles), tuple(problems), frame, layout)


def too_blurred(spots: Sequence[Spot]) -> list[Refusal]:
    """Return the problem of a blurred picture if its tiles are soft or hardly like any shape."""
    alike = np.median([spot.likeness for spot in spots])
    soft = np.median([spot.patch.softness for spot in spots])
    is_sharp = alike >= _BLURRED and soft <= _SOFT
    return [] if is_sharp else [problem(PhotoReason.TOO_BLURRED)]


def _turned(nodes: Sequence[Node], taken: Sequence[Node], turns: int, printed: bool) -> list[Node]:
    """Rotate cells by quarter turns clockwise; on an open table the least coordinates become 0."""
    turned, board = list(nodes), list(taken)
    for _ in range(turns):
        turned, board = ([(-y, x) for x, y in cells] for cells in (turned, board))
        if printed:
            turned = [(x + WIDE - 1, y) for x, y in turned]
    if not printed:
        left, top = (min(numbers) for numbers in zip(*board, strict=True))
        turned = [(x - left, y - top) for x, y in turned]
    return turned


def outline_of(spot: Spot, size: Floats) -> Corners:
    """Return the outline of a tile, as shares of the picture."""
    ends = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    return _corners((spot.centre + spot.tile * ends @ spot.steps.T) / size)


def _frame(place: Place, size: Floats, turns: int) -> Corners:
    ends = np.array([(0, 0), (WIDE, 0), (WIDE, WIDE), (0, WIDE)]) - 0.5
    return _corners(np.roll(project(place.matrix, ends) / size, turns, axis=0))


def _corners(points: Floats) -> Corners:
    first, second, third, fourth = (
        Point(round(float(x), 4), round(float(y), 4)) for x, y in points
    )
    return first, second, third, fourth
