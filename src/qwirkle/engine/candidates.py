"""Placements by their numbers in the core, in the order of the library, for bots to choose from.

A list of moves makes tiles and cells of every placement. A bot that chooses by points, or by the
place it looks at, needs them for one placement only.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from qwirkle.engine.episodes import oversights, ranking
from qwirkle.engine.placement import playout
from qwirkle.engine.placement.bits import CENTRE, HAND, STRIDE
from qwirkle.engine.position import Move, Position, position_of
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.referee import NO_DEMANDS, Demands
from qwirkle.rules.tiles import Tile


class NumberedMove(NamedTuple):
    """A placement, by its number in the core, with its value."""

    code: int
    """Its number, for ``Position.move``."""
    points: int
    value: float


def sort_by_tiles(
    position: Position, weighed: Sequence[tuple[int, int, float]]
) -> list[NumberedMove]:
    """Sort placements by their tiles; each is its number, its points and its value."""
    order = _thread_ranking().order(position._core, [code for code, _, _ in weighed])
    return [NumberedMove(*weighed[which]) for which in order]


class Candidates:
    """Placements that a bot chooses from, sorted by their tiles.

    They belong to this thread until it asks for others, and to the table as it is now.
    """

    __slots__ = ("_count", "_oversights", "_position")

    def __init__(self, position: Position, gathered: oversights.Oversights, count: int) -> None:
        self._position = position
        self._oversights = gathered
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, which: int) -> Move:
        return self._position.move(*self._oversights.placement(which))

    def overlook(self, chance: float, state: int) -> int:
        """Leave out the placements at spots that are overlooked, each spot with this chance.

        A spot is where a placement is seen: its first cell beside a tile, or its first cell on an
        empty table. One lot is drawn for each, starting from this state of a generator. At least
        one spot is noticed. Return the number of lots.
        """
        lots, self._count = self._oversights.overlook(self._position._core, chance, state)
        return lots

    def judge(self, foresight: float, misjudges: float, state: int) -> Move:
        """Return the placement that seems best; among equals the first.

        ``foresight`` is the weight of a value beyond the points, and needs candidates that an
        advisor has gathered. Two lots are drawn for each placement, starting from this state of a
        generator: each is misjudged by at most ``misjudges`` points.
        """
        return self._position.move(*self._oversights.judge(foresight, misjudges, state))


def candidates(
    board: Board, hand: Iterable[Tile], demands: Demands = NO_DEMANDS, *, best_only: bool = False
) -> Candidates:
    """Return every legal placement, or those that score the most points."""
    position = position_of(board)
    held = sum({1 << tile.index for tile in hand})
    gathered = _thread_oversights()
    count = gathered.gather(
        position._core, held, _opening(demands), _banned(position, demands), best_only=best_only
    )
    return Candidates(position, gathered, count)


def known_candidates(
    position: Position, table: playout.Playout, most: int, demands: Demands
) -> Candidates:
    """Return the legal placements with the most points for the seat to move at a table."""
    gathered = _thread_oversights()
    count = gathered.gather_best(table, most, _opening(demands), _banned(position, demands))
    return Candidates(position, gathered, count)


def _opening(demands: Demands) -> tuple[int, int]:
    return demands.opening_tiles, int(demands.opening_on_centre)


def _banned(position: Position, demands: Demands) -> tuple[int, int]:
    if (banned := demands.banned) is None:
        return -1, 0
    return position.number(banned.cell), banned.tile.index


def without_banned(
    position: Position, moves: list[NumberedMove], demands: Demands
) -> list[NumberedMove]:
    """Leave out placements that would put a taken tile back where it was (M-TAKE-1c)."""
    if demands.banned is None:
        return moves
    return [
        move for move in moves if demands.banned not in position.move(move.code, move.points).tiles
    ]


def spell(position: Position, moves: Sequence[NumberedMove]) -> tuple[array[int], tuple[int, int]]:
    """Spell placements as ``Position.spelt`` does: numbers, and the offset of their cells."""
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


def _thread_oversights() -> oversights.Oversights:
    if not hasattr(_THREAD, "oversights"):
        _THREAD.oversights = oversights.Oversights()
    kept: oversights.Oversights = _THREAD.oversights
    return kept
