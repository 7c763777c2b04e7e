"""Points of a picture find their places on a lattice, however tiles happen to be neighbours."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import pytest

from qwirkle.analysis.photos.lattice import Floats, Node, flatten, grow, possible_steps

SIDE = 40.0
"""The shapes of these tiles; their cells are as much longer as usual."""
CELL = SIDE / 0.77


def turned(degrees: float) -> Floats:
    angle = radians(degrees)
    return np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])


def seen(cells: list[Node], degrees: float = 0.0, off: float = 0.0, seed: int = 0) -> Floats:
    """Points of tiles, turned around the middle and lying off their cells by a deviation."""
    rng = np.random.default_rng(seed)
    points = (np.array(cells, float) + rng.normal(0, off, (len(cells), 2))) @ turned(degrees).T
    return np.asarray(points * CELL + 600)


def diagonals(count: int) -> list[Node]:
    """Tiles corner to corner, as on the black squares of a Connect board."""
    return [(x + 8 * side, 5 - x) for side in range(count // 6) for x in range(6)]


def lattice_of(points: Floats) -> dict[int, Node]:
    """The places on the lattice with most of them, of those that may be."""
    flat = flatten(points, np.full(len(points), SIDE))
    return max((grow(flat, start, leap=12.0) for start in possible_steps(flat, SIDE)), key=len)


def differences(nodes: dict[int, Node], cells: list[Node]) -> set[Node]:
    """The ways from cells to their places: one, if all were found."""
    return {
        (nodes[number][0] - x, nodes[number][1] - y)
        for number, (x, y) in enumerate(cells)
        if number in nodes
    }


@pytest.mark.parametrize("degrees", [-20.0, 0.0, 12.0])
@pytest.mark.parametrize("straight", [0, 4, 8, 12, 24])
def test_neighbours_may_be_beside_each_other_or_across_a_corner(
    straight: int, degrees: float
) -> None:
    cells = diagonals(12) + [(x % 12 + 1, 8 + x // 12) for x in range(straight)]
    nodes = lattice_of(seen(cells, degrees, off=0.03))
    assert len(nodes) == len(cells)
    assert len(differences(nodes, cells)) == 1


def test_every_possible_step_is_named_once_and_the_likeliest_first() -> None:
    cells = diagonals(12) + [(x, 8) for x in range(4)]
    steps = possible_steps(seen(cells, off=0.02), SIDE)
    lengths = [float(np.sqrt(abs(np.linalg.det(step)))) / CELL for step in steps]
    assert lengths[0] == pytest.approx(1, rel=0.04)
    assert any(length == pytest.approx(2**0.5, rel=0.04) for length in lengths)
    for number, step in enumerate(steps):
        for other in steps[:number]:
            assert np.abs(step - other).max() > 0.05 * CELL


def test_a_single_tile_lies_straight_and_is_as_long_as_its_shape_says() -> None:
    (step,) = possible_steps(np.array([[300.0, 200.0]]), SIDE)
    assert step == pytest.approx(np.eye(2) * CELL)
