"""Placements by their numbers in the core, in the order of the library, and where people see them.

A list of moves makes tiles and cells of every placement. A bot that chooses by points, or by the
place where it looks, needs them for one placement only.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from qwirkle.engine.arena import ranking
from qwirkle.engine.core.bits import CENTRE, HAND, STRIDE
from qwirkle.engine.position import OpeningRule, Position, position_of
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.referee import NO_DEMANDS, Demands
from qwirkle.rules.tiles import Tile


class SpottedMove(NamedTuple):
    """A placement, and the spot of the table where it is seen.

    That is its first cell beside a tile, or its first cell on an empty table. Spots are numbers in
    the order of their cells: by x, then y.
    """

    spot: int
    code: int
    """Its number in the core, for ``Position.move``."""
    points: int
    value: float


def sort_by_tiles(
    position: Position, weighed: Sequence[tuple[int, int, float]]
) -> list[SpottedMove]:
    """Sort placements by their tiles; each is its number, its points and its value."""
    order = _thread_ranking().spots(position._core, [code for code, _, _ in weighed])
    return [SpottedMove(spot, *weighed[which]) for _, _, spot, which in order]


def spotted_placements(
    board: Board, hand: Iterable[Tile], demands: Demands = NO_DEMANDS
) -> list[SpottedMove]:
    """Every legal placement, valued by its points, sorted by its tiles.

    ``position_of(board)`` is their position.
    """
    position = position_of(board)
    least, centre = OpeningRule(demands.opening_tiles, demands.opening_on_centre)
    held = sum({1 << tile.index for tile in hand})
    core = position._core
    found: list[tuple[int, int, float]] = []
    start = 0
    while start >= 0:
        start = core.listed(held, start, least, centre)
        found += [(code, points, points) for code, points in core.placements()]
    return without_banned(position, sort_by_tiles(position, found), demands)


def without_banned(
    position: Position, moves: list[SpottedMove], demands: Demands
) -> list[SpottedMove]:
    """Leave out what would put a taken tile back to where it was (M-TAKE-1c)."""
    if demands.banned is None:
        return moves
    return [
        move for move in moves if demands.banned not in position.move(move.code, move.points).tiles
    ]


def spell(position: Position, moves: Sequence[SpottedMove]) -> tuple[array[int], tuple[int, int]]:
    """Placements as ``Position.spelt`` lists them: numbers, and what to subtract from cells."""
    spelt = array("i")
    for move in moves:
        tiles = [64 * cell + kind for cell, kind in position._core.spell(move.code)]
        spelt.extend(tiles + [-1] * (HAND - len(tiles)))
        spelt.append(move.points)
    anywhere = position.layout.width is None and not len(position)
    return spelt, (CENTRE % STRIDE, CENTRE // STRIDE) if anywhere else position._shift


_THREAD = threading.local()


def _thread_ranking() -> ranking.Ranking:
    if not hasattr(_THREAD, "ranking"):
        _THREAD.ranking = ranking.Ranking(1)
    kept: ranking.Ranking = _THREAD.ranking
    return kept
