"""The points of a placement: its lines, Qwirkles and bonus squares (Q-SCORE-1 to Q-SCORE-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.placement.board import Board, Placed


class Line(msgspec.Struct, frozen=True):
    """A line the placement made or extended, and what it scores (Q-SCORE-1, Q-SCORE-3)."""

    cells: tuple[Cell, ...]
    points: int
    qwirkle: bool


class Score(msgspec.Struct, frozen=True):
    """The points of a legal placement, with its lines and the bonus and star squares it covers."""

    points: int
    lines: tuple[Line, ...]
    bonus: int = 0
    stars: tuple[Cell, ...] = ()


def score(board: Board, placement: Sequence[Placed], made: Sequence[tuple[Cell, ...]]) -> Score:
    """Return the points of a legal placement and its lines (Q-SCORE-1 to Q-SCORE-3, K-BONUS-1)."""
    layout = board.layout
    longest, more = layout.longest_line, layout.qwirkle_bonus
    lines = [
        Line(cells, len(cells) + (more if len(cells) == longest else 0), len(cells) == longest)
        for cells in made
    ]
    if not lines:
        # A7: a one-tile opening makes no line but scores its one tile.
        lines = [Line((placement[0].cell,), 1, False)]
    points = sum([line.points for line in lines])
    if not layout.bonus and not layout.stars:
        return Score(points, tuple(lines))
    bonus = sum(layout.bonus.get(placed.cell, 0) for placed in placement)
    stars = tuple(sorted(placed.cell for placed in placement if placed.cell in layout.stars))
    return Score(points + bonus, tuple(lines), bonus, stars)


def lines_made(after: Board, placement: Iterable[Placed]) -> tuple[tuple[Cell, ...], ...]:
    """Return the lines of two or more tiles that a placement made or extended, each once."""
    found: list[tuple[Cell, ...]] = []
    known: list[tuple[Axis, set[Cell]]] = [(axis, set()) for axis in Axis]
    for placed in placement:
        cell = placed.cell
        for axis, cells in known:
            if cell not in cells:
                line = after.line(cell, axis)
                cells.update(line)
                if len(line) > 1:
                    found.append(line)
    return tuple(found)


def in_qwirkle(board: Board, cell: Cell) -> bool:
    """Return whether the tile on a cell is part of a Qwirkle: a line as long as lines may be."""
    return any(len(board.line(cell, axis)) >= board.layout.longest_line for axis in Axis)
