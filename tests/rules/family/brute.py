"""Every legal placement by trying: the referee judges, nothing else decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import NO_DEMANDS, Demands, judge, line_faults
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.tiles import Tile

Found = dict[tuple[Placed, ...], int]
LONGEST = 6


def all_placements(board: Board, hand: Iterable[Tile], demands: Demands = NO_DEMANDS) -> Found:
    """Every ordered choice of tiles in every window: slow, and blind to the rules of a line."""
    kinds = sorted(set(hand))
    found: Found = {}
    for window, _ in _windows(board, len(kinds)):
        for chosen in permutations(kinds, len(window)):
            _try(board, window, chosen, demands, found)
    return found


def placements(board: Board, hand: Iterable[Tile], demands: Demands = NO_DEMANDS) -> Found:
    """The same, less what is hopeless: tiles that match not each other, nor the line, nor across.

    A line is tiles of which any two match, so whoever fails one of these can be in none.
    """
    kinds = sorted(set(hand))
    crossing: dict[tuple[Cell, Axis], list[Tile]] = {}
    found: Found = {}
    for window, axis in _windows(board, len(kinds)):
        choices = []
        for cell in window:
            if (cell, axis) not in crossing:
                crossing[cell, axis] = _fitting(board, cell, axis.across, kinds)
            choices.append(crossing[cell, axis])
        if all(choices):
            beside = _beside(board, window, axis)
            for chosen in _matching(choices, beside):
                _try(board, window, chosen, demands, found)
    return found


def _beside(board: Board, window: Sequence[Cell], axis: Axis) -> list[Tile]:
    """The tiles that the line through a full window would have besides those placed there."""
    cell = window[0]
    while (before := cell.step(axis, -1)) in board:
        cell = before
    beside = []
    while cell in board or cell in window:
        if cell in board:
            beside.append(board[cell])
        cell = cell.step(axis)
    return beside


def _try(
    board: Board, window: Sequence[Cell], chosen: Sequence[Tile], demands: Demands, found: Found
) -> None:
    placed = tuple(sorted(Placed(*cell, tile) for cell, tile in zip(window, chosen, strict=True)))
    if placed not in found and isinstance(score := judge(board, placed, None, demands), Score):
        found[placed] = score.points


def _fitting(board: Board, cell: Cell, axis: Axis, kinds: Sequence[Tile]) -> list[Tile]:
    if cell.step(axis) not in board and cell.step(axis, -1) not in board:
        return list(kinds)
    fitting = []
    for kind in kinds:
        after = board.with_tiles((Placed(*cell, kind),))
        if not line_faults(after, after.line(cell, axis)):
            fitting.append(kind)
    return fitting


def _matching(
    choices: Sequence[Sequence[Tile]], beside: Sequence[Tile]
) -> Iterator[tuple[Tile, ...]]:
    """One tile of each choice, so that all of them and the tiles beside match each other."""
    if not choices:
        yield ()
        return
    for first in choices[0]:
        if all(map(first.matches, beside)):
            for rest in _matching(choices[1:], [*beside, first]):
                yield (first, *rest)


def _windows(board: Board, most: int) -> Iterator[tuple[tuple[Cell, ...], Axis]]:
    """Empty cells that one turn may fill: in one unbroken line, one of them touching a tile.

    On an empty board every straight run of cells; on an empty open table only from [0, 0] on.
    """
    if board:
        starts = board.frontier()
    elif board.layout.width is None or board.layout.height is None:
        starts = {Cell(0, 0)}
    else:
        starts = {Cell(x, y) for x in range(board.layout.width) for y in range(board.layout.height)}
    seen = set()
    for axis in Axis:
        for touching in starts:
            before = _empties(board, touching, axis, -1) if board else []
            after = _empties(board, touching, axis, 1)
            for back in range(len(before) + 1):
                for on in range(min(len(after), LONGEST - 1 - back) + 1):
                    window = (*reversed(before[:back]), touching, *after[:on])
                    if len(window) <= most and (window, axis) not in seen:
                        seen.add((window, axis))
                        yield window, axis


def _empties(board: Board, cell: Cell, axis: Axis, step: int) -> list[Cell]:
    """The next empty cells from here, over tiles that lie between."""
    empty: list[Cell] = []
    while len(empty) < LONGEST - 1:
        cell = cell.step(axis, step)
        if not board.layout.holds(cell):
            break
        if cell not in board:
            empty.append(cell)
    return empty
