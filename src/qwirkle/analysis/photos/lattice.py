"""The lattice that tiles lie on: integer coordinates for points of a picture.

Perspective makes tiles smaller with distance; that is undone first, as far as their sizes show it.
Tiles lie next to each other, but never quite straight, so the lattice grows from tile to tile: a
point is placed by its neighbours, whose own neighbours determine the length and direction of a
step there. The surest point is placed first.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Node = tuple[int, int]

TOLERANCE = 0.36
"""How far from its place a tile may lie, as a share of a step."""
_REACH = 3.5
"""Steps to the neighbours that determine the direction of a step."""
_TRUST = 2.0
"""The weight of the previous tile's steps, in neighbours."""
_SHAPE = 0.77
"""The usual size of the shape on a tile, as a share of its side."""
_NEAR = 20
"""The percentile of nearest-neighbour distances that counts as near."""
_ALIKE = 0.06
"""Steps that differ by less than this share are the same."""
_FEWEST = 8
"""Fewer tiles than this do not show perspective."""
_SIZE_SPREAD = 0.15
"""The spread of sizes between different shapes, as a logarithm."""


def flatten(points: Floats, sides: Floats) -> Floats:
    """Return points as if seen from above: objects that look smaller are further away."""
    slope = size_trend(points, sides)
    middle = points.mean(axis=0)
    # Areas shrink with the cube of the homogeneous divisor, sides with its power 3/2.
    divided = 1 + (points - middle) @ slope / 1.5
    return np.asarray(middle + (points - middle) / np.maximum(divided, 0.2)[:, None])


def size_trend(points: Floats, sides: Floats) -> Floats:
    """Return the robust trend of the logarithm of sizes across and down the picture."""
    if len(points) < _FEWEST:
        return np.zeros(2)
    middle = points.mean(axis=0)
    columns = np.column_stack([points - middle, np.ones(len(points))])
    logs = np.log(sides)
    weights = np.ones(len(points))
    fit = np.zeros(3)
    # A trend needs evidence; without any, the picture was taken from above.
    prior = np.diag([1.0, 1.0, 0.0]) * (
        len(points) * 0.02 * float(np.ptp(points, axis=0).max()) ** 2
    )
    for _ in range(5):
        left = columns.T @ (weights[:, None] * columns) + prior * 0.1
        fit = np.linalg.solve(left, columns.T @ (weights * logs))
        off = np.abs(logs - columns @ fit)
        weights = 1 / np.maximum(off / _SIZE_SPREAD, 1)
    return np.asarray(fit[:2])


def possible_steps(points: Floats, side: float) -> list[Floats]:
    """Return the steps that the lattice may have, each once, the likeliest first.

    ``side`` is that of the shapes. Tiles lie side by side; but on a printed board the nearest ones
    may be diagonal neighbours, and halfway through a game either may be the more common. So the
    length of a step is taken from the size of the shapes, from the distance of near neighbours and
    from that of usual ones, and whatever comes out may also be a diagonal. The tiles decide later.
    """
    guess = np.eye(2) * side / _SHAPE
    if len(points) == 1:
        return [guess]
    apart = np.hypot(*(points[None] - points[:, None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    near, usual = np.percentile(apart.min(axis=1), (_NEAR, 50))
    found: list[Floats] = []
    for pitch in (usual, near, side / _SHAPE, usual / np.sqrt(2)):
        steps = _main_steps(points, float(pitch))
        if steps is not None:
            # The two sides of a square are half the sum and half the difference of its diagonals.
            found += [steps, _upright(steps @ np.array([[1, -1], [1, 1]]) / 2)]
    found.sort(key=lambda steps: abs(float(np.log(_length(steps) * _SHAPE / side))))
    return [
        steps
        for number, steps in enumerate(found)
        if not any(_are_alike(steps, other) for other in found[:number])
    ] or [guess]


def _length(steps: Floats) -> float:
    return float(np.sqrt(abs(np.linalg.det(steps))))


def _are_alike(steps: Floats, other: Floats) -> bool:
    """Return whether a lattice grows the same way from both steps."""
    return bool(np.abs(steps - other).max() < _ALIKE * _length(other))


def _upright(steps: Floats) -> Floats:
    """Rotate the steps by quarter turns so that the first points to the right."""
    right, down = steps.T
    ways: list[tuple[Floats, Floats]] = [
        (right, down),
        (-down, right),
        (-right, -down),
        (down, -right),
    ]
    best = max(ways, key=lambda way: float(way[0][0]))
    return np.column_stack(best)


def _main_steps(points: Floats, pitch: float) -> Floats | None:
    """Return the two commonest steps between neighbours, about ``pitch`` long, as columns."""
    differences = points[None, :, :] - points[:, None, :]
    lengths = np.hypot(differences[..., 0], differences[..., 1])
    near = differences[(lengths > 0.7 * pitch) & (lengths < 1.35 * pitch)]
    if not len(near):
        return None
    angles = np.arctan2(near[:, 1], near[:, 0])
    # A quarter turn changes nothing: the fourth harmonic has one direction for all four.
    votes = np.exp(4j * angles)
    middle = np.angle(votes.sum()) / 4
    for _ in range(3):  # without outliers: diagonal neighbours, clutter
        off = np.angle(np.exp(4j * (angles - middle))) / 4
        kept = np.abs(off) < np.pi / 9
        if kept.any():
            middle += float(np.median(off[kept]))
    # The step to the right is the one that points more to the right than any other.
    middle = (middle + np.pi / 4) % (np.pi / 2) - np.pi / 4
    right, down = (_median_along(near, turn) for turn in (middle, middle + np.pi / 2))
    if right is None or down is None:  # all in one line: the other direction is across
        along = right if right is not None else down
        if along is None:
            return None
        across = np.array([-along[1], along[0]])
        return np.column_stack([along, across] if right is not None else [-across, along])
    return np.column_stack([right, down])


def _median_along(steps: Floats, turn: float) -> Floats | None:
    """Return the median of the steps in about this direction."""
    along = np.array([np.cos(turn), np.sin(turn)])
    forward = steps @ along
    side = steps @ np.array([-along[1], along[0]])
    ours = steps[(forward > 0) & (np.abs(side) < np.tan(np.pi / 9) * forward)]
    return np.asarray(np.median(ours, axis=0)) if len(ours) else None


def grow(points: Floats, start: Floats, *, leap: float) -> dict[int, Node]:
    """Assign lattice coordinates to points, starting in the middle with the steps ``start``.

    A leap is the greatest distance in steps to the next point. Points without a place are omitted.
    """
    middle = np.median(points, axis=0)
    best: dict[int, Node] = {}
    left = set(range(len(points)))
    # Clutter may lie in the middle: other starting points are tried until most points have a place.
    for first in np.argsort(((points - middle) ** 2).sum(axis=1)):
        if int(first) in left and len(best) < len(left):
            grown = _Growth(int(first), points, start, leap).nodes
            left -= set(grown)
            best = grown if len(grown) > len(best) else best
    return best


def steps_of(nodes: Sequence[Node], points: Floats, start: Floats) -> list[Floats]:
    """Return the step to the right and the step down at each point, as columns of a matrix."""
    matrix = homography(nodes, points)
    numbered = dict(enumerate(nodes))
    return [
        _steps_at(number, points, numbered, start if matrix is None else _jacobian(matrix, node))
        for number, node in numbered.items()
    ]


class _Growth:
    """A lattice that grows from one point, always by the best-fitting point."""

    def __init__(self, first: int, points: Floats, start: Floats, leap: float) -> None:
        self.nodes: dict[int, Node] = {first: (0, 0)}
        self._points, self._leap = points, leap
        self._steps = {first: start}
        self._offers: dict[int, tuple[float, Node, int]] = {}
        self._make_offers(first)
        while self._offers:
            self._accept()

    def _accept(self) -> None:
        """Take the best offer, unless its place has been taken."""
        number = min(self._offers, key=lambda key: self._offers[key][0])
        _, node, parent = self._offers.pop(number)
        if node not in self.nodes.values():
            self.nodes[number] = node
            self._steps[number] = _steps_at(number, self._points, self.nodes, self._steps[parent])
            self._make_offers(number)

    def _make_offers(self, number: int) -> None:
        """Offer every nearby point a place relative to a new one; the better offer counts."""
        x, y = self.nodes[number]
        away = (self._points - self._points[number]) @ np.linalg.inv(self._steps[number]).T
        whole = np.rint(away)
        off = np.hypot(*(away - whole).T)
        far = np.hypot(*whole.T)
        # The greater the distance, the weaker the evidence that a point is on the lattice.
        for other in np.flatnonzero((far > 0) & (far <= self._leap) & (off < TOLERANCE)):
            key = int(other)
            cost = float(off[other] + 0.15 * (far[other] - 1))
            if key not in self.nodes and (key not in self._offers or cost < self._offers[key][0]):
                node = (x + int(whole[other][0]), y + int(whole[other][1]))
                self._offers[key] = (cost, node, number)


def _steps_at(number: int, points: Floats, nodes: dict[int, Node], before: Floats) -> Floats:
    """Return the steps that fit the neighbours best, falling back on those of the previous tile."""
    numbers = list(nodes)
    offsets = np.array([nodes[key] for key in numbers], float) - np.array(nodes[number], float)
    near = (np.hypot(*offsets.T) <= _REACH) & (np.abs(offsets).sum(axis=1) > 0)
    offsets, moves = offsets[near], (points[numbers] - points[number])[near]
    if not len(moves):
        return before
    before = _alike(before, offsets, moves)
    left = offsets.T @ offsets + _TRUST * np.eye(2)
    right = moves.T @ offsets + _TRUST * before
    return np.asarray(right @ np.linalg.inv(left))


def _alike(before: Floats, offsets: Floats, moves: Floats) -> Floats:
    """Rotate and scale steps to fit the moves: even a single row of tiles determines that much."""
    expected = offsets @ before.T
    there, here = moves @ [1, 1j], expected @ [1, 1j]
    weight = float((np.abs(here) ** 2).sum())
    factor = (there @ here.conj() + _TRUST * weight / len(moves)) / (
        weight + _TRUST * weight / len(moves)
    )
    turn = np.array([[factor.real, -factor.imag], [factor.imag, factor.real]])
    return np.asarray(turn @ before)


def _jacobian(matrix: Floats, node: Node) -> Floats:
    """Return the steps at a node under a homography."""
    x, y = node
    ends = project(matrix, np.array([(x + 0.5, y), (x - 0.5, y), (x, y + 0.5), (x, y - 0.5)]))
    return np.column_stack([ends[0] - ends[1], ends[2] - ends[3]])


def homography(nodes: Sequence[Node], points: Floats) -> Floats | None:
    """Return the map from lattice coordinates to the picture; None if the nodes lie in one line."""
    source = np.array(nodes, float)
    spread = np.linalg.svd(source - source.mean(axis=0), compute_uv=False)
    if len(nodes) < 4 or spread[1] < 0.9:
        return None
    if len(nodes) >= 8 and spread[1] > 2.5:
        rough, _ = cv2.findHomography(source, points, cv2.LMEDS)
        if rough is not None:
            # Once more with all inliers, because LMEDS relies on four of them.
            off = np.hypot(*(project(np.asarray(rough, float), source) - points).T)
            fitting = off < 3 * max(float(np.median(off)), 1e-6)
            fine, _ = cv2.findHomography(source[fitting], points[fitting], 0)
            if fine is not None:
                return np.asarray(fine, float)
    flat = np.column_stack([source, np.ones(len(source))])
    affine = np.linalg.lstsq(flat, points, rcond=None)[0].T
    return np.vstack([affine, [0, 0, 1]])


def project(matrix: Floats, points: Floats) -> Floats:
    """Return points under a homography."""
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:])
