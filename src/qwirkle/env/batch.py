"""Placements of many positions at once, as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine import OpeningRule, Position
from qwirkle.engine.core.bits import HAND, STRIDE
from qwirkle.errors import ArgumentError
from qwirkle.rules.tiles import Tile

# The core spells six tiles and the points of a placement.
WIDTH = HAND + 1


class PlacementArrays(NamedTuple):
    """Placements, one row each; those of a position are together, in the order of positions."""

    positions: NDArray[np.int32]
    """The number of the position."""
    points: NDArray[np.int32]
    kinds: NDArray[np.int32]
    """The kinds of up to six tiles + 1, from the least cell on; 0 for none."""
    x: NDArray[np.int32]
    y: NDArray[np.int32]
    """The cells of the tiles; 0 where there is none."""


def legal_placements(
    positions: Sequence[Position],
    hands: Sequence[Iterable[Tile]],
    openings: Sequence[OpeningRule | None] | None = None,
) -> PlacementArrays:
    """List the legal placements of a hand on each of these positions.

    ``openings`` has the rule of the opening for each position with an empty table. The order within
    a position is that of the core; ``Position.moves`` lists the same placements sorted.
    """
    rules = [None] * len(positions) if openings is None else openings
    if not len(positions) == len(hands) == len(rules):
        raise ArgumentError("there must be a hand for every position")
    blocks, counts = [np.empty((0, WIDTH), np.int32)], []
    shifts = np.zeros((len(positions), 2), np.int32)
    for which, (position, hand, rule) in enumerate(zip(positions, hands, rules, strict=True)):
        numbers, shifts[which] = position.spelt(hand, rule)
        blocks.append(np.frombuffer(numbers, np.int32).reshape(-1, WIDTH))
        counts.append(len(blocks[-1]))
    rows = np.concatenate(blocks)
    tiles, points = rows[:, :-1], rows[:, -1].copy()
    owners = np.repeat(np.arange(len(positions), dtype=np.int32), counts)
    there = tiles >= 0
    cells = tiles >> 6
    shift = shifts[owners]
    return PlacementArrays(
        owners,
        points,
        np.where(there, (tiles & 63) + 1, 0).astype(np.int32),
        np.where(there, cells % STRIDE - shift[:, :1], 0).astype(np.int32),
        np.where(there, cells // STRIDE - shift[:, 1:], 0).astype(np.int32),
    )
