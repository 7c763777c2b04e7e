"""Printed boards: which cell of the board a tile lies on.

The lattice of the tiles gives the cells, but not which of them is the first. That follows from two
things: black squares have a tile from the start, so a Connect board fits in one place only; and the
table beside the board looks different from the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np

from qwirkle.analysis.photos.edges import WIDE, Edges
from qwirkle.analysis.photos.lattice import Floats, Node, homography, project
from qwirkle.analysis.photos.picture import Pixels
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout

_CLEARLY = 3
"""A placement of the board is clear if every other leaves this many more black squares empty."""
_SLIPPED = 0.4
"""If one tile was overlooked, no other may be further than this from its place."""
_CLEARER = 0.2
"""How much clearer edges must be, of 4, than others that would put the tiles into other cells."""
_VAGUE = 0.5
"""How much less clear, of 4, the edges may be than four others that have no cells for the tiles."""
_TO_SCALE = (0.95, 1.14)
"""The apparent size of tiles relative to their cells: tiles are higher, hence nearer."""
_ASKEW = 0.1
_OFF = 0.25
"""The greatest distance of tiles from the middle of their cells if a person marked the corners."""


class Place(NamedTuple):
    """Tiles on a printed board."""

    nodes: list[Node]
    """The cell of each point."""
    matrix: Floats
    """The map from cells, whose middle is a whole number, to the picture."""


def regroup(nodes: Sequence[Node], points: Floats, matrix: Floats) -> list[Node]:
    """Give each group of neighbouring tiles the cells that most of it lies on.

    Tiles are a little wider than cells, so a long row outgrows its cells; its middle does not.
    """
    where = project(np.asarray(np.linalg.inv(matrix), float), points)
    moved = list(nodes)
    for group in groups(nodes):
        off = np.median(where[group] - np.array([nodes[number] for number in group]), axis=0)
        right, down = (int(number) for number in np.rint(off))
        for number in group:
            moved[number] = (nodes[number][0] + right, nodes[number][1] + down)
    return moved


def groups(nodes: Sequence[Node]) -> list[list[int]]:
    """Return the numbers of nodes in groups that are connected by their sides."""
    numbers = {node: number for number, node in enumerate(nodes)}
    left, found = set(numbers), []
    while left:
        edge = [left.pop()]
        group = []
        while edge:
            x, y = edge.pop()
            group.append(numbers[x, y])
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            edge += near
        found.append(group)
    return found


def find_place(
    pixels: Pixels, nodes: Sequence[Node], points: Floats, layouts: Sequence[Layout]
) -> Place | None:
    """Return the cells of the tiles; None if they cannot be determined."""
    matrix = homography(nodes, points)
    if matrix is None:
        return None
    nodes = regroup(nodes, points, matrix)
    matrix = homography(nodes, points)
    if matrix is None or len(set(nodes)) < len(nodes):
        return None
    columns, rows = (sorted(numbers) for numbers in zip(*nodes, strict=True))
    across = range(-columns[0], WIDE - columns[-1])
    down = range(-rows[0], WIDE - rows[-1])
    offsets = list(product(across, down))
    taken = set(nodes)
    missing = {
        offset: min(_empty(taken, offset, board.black) for board in layouts) for offset in offsets
    }
    if not offsets:
        return None
    least = min(missing.values())
    fitting = [offset for offset in offsets if missing[offset] == least]
    if least > max(1, len(layouts[0].black) // 6):
        return None
    if len(fitting) > 1 or least:
        place = _place_by_edges(Edges(pixels, matrix, taken), nodes, points, missing)
        if place is not None or not is_clear(nodes, points, matrix, missing, layouts):
            return place
    right, below = fitting[0]
    placed = [(x + right, y + below) for x, y in nodes]
    shift = np.array([[1, 0, -right], [0, 1, -below], [0, 0, 1]], float)
    return Place(placed, matrix @ shift)


def is_clear(
    nodes: Sequence[Node],
    points: Floats,
    matrix: Floats,
    missing: Mapping[Node, int],
    layouts: Sequence[Layout],
) -> bool:
    """Return whether the board with the fewest black squares uncovered is the only possible one.

    A tile may have been overlooked, but no group of tiles may have slipped along a diagonal.
    """
    best, *others = sorted(missing, key=missing.__getitem__)
    if others and missing[others[0]] < missing[best] + _CLEARLY:
        return False
    off = project(np.asarray(np.linalg.inv(matrix), float), points) - np.array(nodes, float)
    if np.abs(off).max() > _SLIPPED:
        return False
    moved = [(x + best[0], y + best[1]) for x, y in nodes]
    board = min(layouts, key=lambda board: _empty(set(moved), (0, 0), board.black))
    return all(
        any(Cell(*moved[number]) in board.black for number in group) for group in groups(moved)
    )


def _place_by_edges(
    edges: Edges, nodes: Sequence[Node], points: Floats, missing: Mapping[Node, int]
) -> Place | None:
    """Return the cells of tiles on a board with visible edges; None if they are ambiguous.

    ``missing`` counts the black squares without a tile for each place of the board.
    """
    most = min(missing.values()) + 1
    best: tuple[float, Place] | None = None
    clearest: float | None = None
    for frame in edges.frames():
        clearest = frame.clarity if clearest is None else clearest
        if frame.clarity < clearest - _VAGUE:
            break
        if best is not None and best[0] - frame.clarity >= _CLEARER:
            break
        place = place_by_corners(nodes, points, frame.corners)
        if place is None or not _is_to_scale(place, points):
            continue
        offset = (place.nodes[0][0] - nodes[0][0], place.nodes[0][1] - nodes[0][1])
        if missing.get(offset, most + 1) > most:
            continue
        if best is None:
            best = frame.clarity, place
        elif place.nodes != best[1].nodes:
            return None
    return None if best is None else best[1]


def _is_to_scale(place: Place, points: Floats) -> bool:
    """Return whether tiles are as large as the cells, or slightly larger, and aligned with them."""
    where = project(np.asarray(np.linalg.inv(place.matrix), float), points)
    nodes = np.array(place.nodes, float)
    columns = np.column_stack([nodes, np.ones(len(nodes))])
    (right, down, _), *_ = np.linalg.lstsq(columns, where, rcond=None)
    along, across = (right[0], down[1]), (right[1], down[0])
    return bool(
        min(along) > _TO_SCALE[0] and max(along) < _TO_SCALE[1] and max(np.abs(across)) < _ASKEW
    )


def place_by_corners(nodes: Sequence[Node], points: Floats, corners: Floats) -> Place | None:
    """Return the cells of tiles on a board with known corners; None if the tiles do not fit."""
    if not cv2.isContourConvex(corners.astype(np.float32)):
        return None
    ends = np.array([(0, 0), (WIDE, 0), (WIDE, WIDE), (0, WIDE)], np.float32) - 0.5
    matrix = np.asarray(cv2.getPerspectiveTransform(ends, corners.astype(np.float32)), float)
    where = project(np.asarray(np.linalg.inv(matrix), float), points)
    placed: list[Node] = [(0, 0)] * len(nodes)
    off = []
    for group in groups(nodes):
        own = np.array([nodes[number] for number in group])
        move = np.median(where[group] - own, axis=0)
        off += [float(np.abs(move - np.rint(move)).max())] * len(group)
        for number, (x, y) in zip(group, (own + np.rint(move)).astype(int), strict=True):
            placed[number] = (int(x), int(y))
    on_board = all(0 <= x < WIDE and 0 <= y < WIDE for x, y in placed)
    if not on_board or len(set(placed)) < len(placed) or np.median(off) > _OFF:
        return None
    return Place(placed, matrix)


def _empty(taken: set[Node], offset: Node, black: Iterable[Cell]) -> int:
    """Return the number of black squares that would be without a tile."""
    right, down = offset
    return sum((cell.x - right, cell.y - down) not in taken for cell in black)


def layout_of(taken: set[Node], layouts: Sequence[Layout]) -> Layout | None:
    """Return the board whose black squares all have tiles; None if the tiles do not determine it.

    If several fit, return the first, which is the usual board, or None if that is not among them.
    """
    if len(layouts) == 1:
        return None
    empty = {board: _empty(taken, (0, 0), board.black) for board in layouts}
    fitting = [board for board in layouts if empty[board] == min(empty.values())]
    return fitting[0] if len(fitting) == 1 or fitting[0] is layouts[0] else None
