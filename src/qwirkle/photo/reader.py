"""From a picture to a position: islands, lattice, board, names, and what looks wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from qwirkle.errors import EditionError
from qwirkle.photo.edges import WIDE
from qwirkle.photo.islands import Island, find_islands, typical
from qwirkle.photo.lattice import (
    Floats,
    Node,
    flatten,
    grow,
    possible_steps,
    project,
    steps_of,
)
from qwirkle.photo.naming import name_tiles
from qwirkle.photo.picture import Numbers, Pixels, brightness, even_light, load_picture
from qwirkle.photo.printed import (
    Place,
    find_place,
    groups,
    layout_of,
    place_by_corners,
)
from qwirkle.photo.reading import GAMES, Corners, PhotoReason, Point, Reading, SeenTile, problem
from qwirkle.photo.spots import Guess, Spot, look_again, spots_at, without_gaps
from qwirkle.photo.verdict import problems_of, settled
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.edition import Edition, edition
from qwirkle.rules.placement.layouts import boards_like

_SHAPE = 0.72
"""The usual size of the shape on a tile, as a share of its side; no set has much smaller ones."""
_LEAP = 12.0
"""Steps over which the lattice of a printed board may leap; tiles lie apart there."""
_HOP = 2.3
"""The same on an open table, where at most a tile that was overlooked lies in between."""
_LIKE_A_TILE, _RIM = 0.72, 0.65
"""Less likeness to any shape, or less black around it, is not a tile."""
_LIKE_A_STRAY = 0.8
"""A shape that lies apart is mentioned only if it is clearly a tile."""
_ENOUGH = 0.8
"""Other lattices are tried unless the best so far has this share of the tiles they would have."""
_DARK = 20.0
"""The brightness of the brightest twentieth of a picture that is too dark to say anything."""
_BLURRED = 0.86
"""The usual likeness of tiles in a picture that is sharp enough."""


def read_picture(
    picture: bytes | Path | str, *, game: str, corners: Corners | None, turns: int
) -> Reading:
    """Read the position in a picture: see ``qwirkle.photo.read_photo``."""
    if game not in GAMES:
        raise EditionError(
            f"a photograph of “{game}” cannot be read; the games are {', '.join(GAMES)}"
        )
    rules = edition(game)
    view = _view(load_picture(picture))
    if not view.islands:
        dark = float(np.percentile(brightness(view.pixels), 95)) < _DARK
        return Reading(game, (), (problem(PhotoReason.TOO_DARK if dark else PhotoReason.NO_TILES),))
    return _best(view, rules, corners, turns % 4)


class _View(NamedTuple):
    """A picture and the shapes in it."""

    pixels: Pixels
    light: Numbers
    islands: list[Island]


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


def _view(pixels: Pixels) -> _View:
    light = even_light(pixels)
    return _View(pixels, light, typical(find_islands(light)))


def _best(view: _View, rules: Edition, corners: Corners | None, turns: int) -> Reading:
    """Try the lattices, and keep the reading that has most tiles in their places."""
    lattices = _lattices(view, rules)
    best = Reading(rules.id, (), (problem(PhotoReason.NO_TILES),))
    for number, lattice in enumerate(lattices):
        sighting = _sight(view, lattice, rules, corners)
        if sighting is None:
            continue
        if rules.layout.bounded and sighting.place is None:
            if not best.tiles:
                best = Reading(rules.id, (), (problem(PhotoReason.NO_BOARD),))
            continue
        reading = _reading(rules, sighting, turns)
        if not best.tiles or _merit(reading) > _merit(best):
            best = reading
        if all(_merit(best) >= _ENOUGH * len(other.nodes) for other in lattices[number + 1 :]):
            break
    return best


def _merit(reading: Reading) -> int:
    """Return how many tiles a reading has in their places, less one for each broken rule."""
    return len(reading.tiles) - sum(bool(refusal.cells) for refusal in reading.problems)


def _lattices(view: _View, rules: Edition) -> list[_Lattice]:
    """Return the lattices that shapes may lie on, those that have places for most of them first."""
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
    view: _View, lattice: _Lattice, rules: Edition, corners: Corners | None
) -> _Sighting | None:
    """Return the tiles on a lattice, with their place on a printed board; None without tiles."""
    size = np.array([view.pixels.shape[1], view.pixels.shape[0]])
    spots, strays = _spots(view.pixels, lattice)
    if not spots:
        return None
    place = None
    if rules.layout.bounded:
        place = _place(view.pixels, spots, rules, corners)
        if place is None:
            return _Sighting(size, spots, strays, None)
        put = zip(spots, place.nodes, strict=True)
        spots = [spot._replace(node=node) for spot, node in put]
    spots = without_gaps([*spots, *look_again(view.pixels, view.light, spots, rules.layout)])
    if place is None:
        spots, loose = _largest_group(spots)
        strays += loose
    return _Sighting(size, spots, strays, place)


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
    # Where tiles lie apart, a step is longer than a tile.
    tile = min(1.0, float(np.mean(sides[numbers] / full)) / _SHAPE)
    guesses = [
        Guess(nodes[number], points[number], step)
        for number, step in zip(numbers, steps, strict=True)
    ]
    kept = [
        spot
        for spot in spots_at(pixels, guesses, tile)
        if spot.likeness >= _LIKE_A_TILE and spot.patch.rim >= _RIM
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
    """Name the tiles, turn the board, and say what looks wrong."""
    size, spots, strays, place = sighting
    everything = name_tiles([*spots, *strays])
    named = everything[: len(spots)]
    apart = [name.tile for name in everything[len(spots) :] if name.likeness > _LIKE_A_STRAY]
    nodes = _turned([spot.node for spot in spots], turns, WIDE if place else None)
    layout = None if place is None else layout_of(set(nodes), boards_like(rules.board))
    tiles = [
        SeenTile(
            Placed(*node, name.tile), round(name.certainty, 3), name.second, _outline(spot, size)
        )
        for node, name, spot in zip(nodes, named, spots, strict=True)
    ]
    tiles = settled(sorted(tiles, key=lambda seen: seen.placed), rules, layout)
    problems = problems_of(tiles, rules, layout)
    if np.median([name.likeness for name in named]) < _BLURRED:
        problems.insert(0, problem(PhotoReason.TOO_BLURRED))
    if apart:
        problems.append(problem(PhotoReason.TILES_APART, tiles=apart))
    frame = None if place is None else _frame(place, size, turns)
    return Reading(rules.id, tuple(tiles), tuple(problems), frame, layout)


def _turned(nodes: Sequence[Node], turns: int, wide: int | None) -> list[Node]:
    """Return cells after quarter turns clockwise; on an open table the least x and y are 0."""
    turned = list(nodes)
    for _ in range(turns):
        turned = [(-y, x) for x, y in turned]
        if wide is not None:
            turned = [(x + wide - 1, y) for x, y in turned]
    if wide is None:
        left, top = (min(numbers) for numbers in zip(*turned, strict=True))
        turned = [(x - left, y - top) for x, y in turned]
    return turned


def _outline(spot: Spot, size: Floats) -> Corners:
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
