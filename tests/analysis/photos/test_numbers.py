"""The numbers behind a reading are those that the accuracy in the docs was measured with.

Most pictures are still read correctly when a threshold or a weight in the reader is another one; a
few are not, and only ``bench/photos.py`` would notice. So the steps of a reading are compared with
stored ones, number by number. Whoever changes the reader on purpose measures it again and then
writes them again: ``PYTHONPATH=tests python -m analysis.photos.test_numbers``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from analysis.photos.scenes import Scene, photograph, played_out
from qwirkle.analysis.photos import read_hand, read_photo
from qwirkle.analysis.photos.colours import colour_distances
from qwirkle.analysis.photos.edges import Edges
from qwirkle.analysis.photos.islands import find_islands, typical
from qwirkle.analysis.photos.lattice import (
    Floats,
    flatten,
    grow,
    homography,
    possible_steps,
    size_trend,
    steps_of,
)
from qwirkle.analysis.photos.naming import name_tiles
from qwirkle.analysis.photos.picture import Pixels, even_light, load_picture
from qwirkle.analysis.photos.printed import find_place
from qwirkle.analysis.photos.spots import Guess, Spot, centred, outside, spots_at
from qwirkle.analysis.photos.views import block_at, near_view, usual_view
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.tiles import Tile

STORED = Path(__file__).with_name("numbers.json")
ASKEW: dict[str, Any] = {
    "tilt": 0.12,
    "turn": 9.0,
    "blur": 1.4,
    "gap": 0.08,
    "sloppy": 1.5,
    "shadow": 0.5,
}


def picture(game: str, turns: int, seed: int, **how: Any) -> Pixels:
    tiles, board = played_out(game, turns, seed)
    return load_picture(photograph(Scene(tiles, board, seed=seed, **how)).jpeg)


def lattice(pixels: Pixels) -> tuple[Floats, Floats, dict[int, tuple[int, int]], Floats]:
    """The shapes in a picture, their sides, and the likeliest lattice they lie on."""
    islands = sorted(usual_view(pixels).islands)
    points = np.array([(island.x, island.y) for island in islands])
    sides = np.array([island.side for island in islands])
    flat = flatten(points, sides)
    start = possible_steps(flat, float(sides.mean()))[0]
    return points, sides, grow(flat, start, leap=2.3), start


def tiles_of(pixels: Pixels) -> list[Spot]:
    points, _, nodes, start = lattice(pixels)
    numbers = list(nodes)
    steps = steps_of(list(nodes.values()), points[numbers], start)
    guesses = [
        Guess(nodes[number], points[number], step)
        for number, step in zip(numbers, steps, strict=True)
    ]
    moved = [centred(pixels, guess, 0.95) for guess in guesses]
    return sorted(spots_at(pixels, moved, 0.95), key=lambda spot: spot.node)


def colours() -> object:
    inks = np.random.default_rng(7).uniform(10, 230, (18, 3))
    vivid = np.array([(200, 30, 40), (220, 120, 20), (210, 200, 40), (30, 140, 60), (40, 90, 200)])
    purple = np.array([(130, 60, 180), (220, 222, 225)])
    many = np.concatenate([vivid, purple, 0.5 * vivid]) * (1.2, 1.0, 0.8)
    return [colour_distances(seen) for seen in (inks, many, vivid[:3] * 1.1, purple)]


def light() -> object:
    lit = even_light(picture("classic", 8, 2, **ASKEW))
    return lit[::97, ::83]


def islands() -> object:
    found = find_islands(even_light(picture("classic", 8, 2, **ASKEW)))
    return [[*sorted(found)], [*sorted(typical(found))]]


def lattices() -> object:
    points, sides, nodes, _ = lattice(picture("classic", 12, 5, **ASKEW))
    flat = flatten(points, sides)
    matrix = homography(list(nodes.values()), points[list(nodes)])
    assert matrix is not None
    return [
        1000 * size_trend(points, sides),
        flat,
        possible_steps(flat, float(sides.mean())),
        [[*nodes.keys()], [*nodes.values()]],
        steps_of(list(nodes.values()), points[list(nodes)], np.eye(2) * 40),
        matrix / np.array([[1, 1, 100], [1, 1, 100], [0.001, 0.001, 1]]),
    ]


def patches() -> object:
    pixels = picture("classic", 9, 3, **ASKEW)
    size = np.array([pixels.shape[1], pixels.shape[0]], float)
    return [
        [
            *spot.centre,
            *spot.patch.ink,
            spot.patch.area,
            spot.patch.softness,
            spot.patch.rim,
            outside(spot, size),
            *spot.shapes,
        ]
        for spot in tiles_of(pixels)
    ]


def names() -> object:
    named = name_tiles(tiles_of(picture("classic", 9, 3, **{**ASKEW, "blur": 2.6, "noise": 5.0})))
    return [
        [found.tile.value, found.second.value, found.certainty, found.likeness] for found in named
    ]


def edges() -> object:
    tiles, board = played_out("select", 4, 7005)
    pixels = load_picture(photograph(Scene(tiles, board, seed=7005, table="wood")).jpeg)
    spots = tiles_of(pixels)
    nodes, points = [spot.node for spot in spots], np.array([spot.centre for spot in spots])
    matrix = homography(nodes, points)
    assert matrix is not None
    frames = list(Edges(pixels, matrix, set(nodes)).frames())[:4]
    place = find_place(pixels, nodes, points, [layout("select")])
    assert place is not None
    return [[[frame.corners, frame.clarity] for frame in frames], place.nodes]


def blocks() -> object:
    found = []
    for turn in (0.0, 12.0, 33.0):
        drawn = np.full((300, 300), 215, np.float32)
        box = cv2.boxPoints(((150.0, 150.0), (120.0, 116.0), turn)).astype(np.int32)
        cv2.fillPoly(drawn, [box], 25.0)
        cv2.circle(drawn, (150, 150), 42, 200.0, cv2.FILLED)
        (island,) = find_islands(drawn)
        found.append([*island, block_at(drawn, island)])
    row = {Cell(0, 0): Tile.Ro, Cell(1, 0): Tile.Gs}
    near = near_view(load_picture(photograph(Scene(row, seed=4, near=0.36, turn=14.0)).jpeg))
    assert near is not None
    return [found, [*sorted(near.islands)]]


def readings() -> object:
    scene = Scene(*played_out("connect", 6, 3), seed=3, **{**ASKEW, "sloppy": 0.5, "gap": 0.0})
    found = read_photo(photograph(scene).jpeg, game="connect")
    hand = {Cell(x, 0): tile for x, tile in enumerate((Tile.Ro, Tile.Bx, Tile.Gs, Tile.Yd))}
    held = read_hand(photograph(Scene(hand, seed=5, turn=-12.0, blur=2.4, gap=0.3)).jpeg)
    return [
        [[*seen.placed, seen.certainty, seen.second.value, seen.outline] for seen in found.tiles],
        found.frame,
        [[seen.tile.value, seen.certainty, seen.second.value, seen.outline] for seen in held.tiles],
    ]


STEPS: dict[str, Callable[[], object]] = {
    step.__name__: step
    for step in (colours, light, islands, lattices, patches, names, edges, blocks, readings)
}


def flat(value: object) -> list[float | str]:
    """All numbers and words of a value, one after the other."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [part for each in value for part in flat(each)]
    if isinstance(value, str):
        return [str(getattr(value, "value", value))]
    return [round(float(value), 4)]  # type: ignore[arg-type]


@pytest.mark.parametrize("step", STEPS)
def test_the_numbers_of_a_reading_are_the_measured_ones(step: str) -> None:
    """Within what other versions of the libraries may round differently."""
    stored = json.loads(STORED.read_text("utf-8"))[step]
    found = flat(STEPS[step]())
    assert [type(one) for one in found] == [type(one) for one in stored]
    for number, (one, other) in enumerate(zip(found, stored, strict=True)):
        wanted = other if isinstance(other, str) else pytest.approx(other, rel=0.01, abs=0.01)
        assert one == wanted, f"{step}: number {number}"


if __name__ == "__main__":
    numbers = {name: flat(step()) for name, step in STEPS.items()}
    lines = (f'"{name}": {json.dumps(found)}' for name, found in numbers.items())
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
