"""The part of a board that a terminal can show, and the width of its cells there.

A board that is too wide gets narrower cells, down to the two letters of a tile. One that is still
too large is shown through a window that follows the play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from qwirkle.notation.pictures.svg import window
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board

ROOMY, NARROW, TIGHT = 4, 3, 2
"""Columns of a cell: a mark on either side, marks that neighbours share, and no marks at all."""

FEWEST_CELLS = 3
"""The fewest cells shown in either direction, even on the smallest screen."""

WIDE = 70
"""The width from which a sentence below the picture takes one line."""


class Viewport(NamedTuple):
    """The columns and rows of the board that are shown, and the width of a cell."""

    columns: range
    rows: range
    cell: int
    whole: tuple[range, range]
    """All columns and rows that could be shown."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return (self.columns, self.rows) == self.whole

    @property
    def middle(self) -> Cell:
        """The cell in the middle of what is shown."""
        return Cell(
            self.columns[len(self.columns) // 2],
            self.rows[len(self.rows) // 2],
        )


def fit(
    board: Board,
    width: int | None = None,
    height: int | None = None,
    *,
    also: Iterable[Cell] = (),
    focus: Sequence[Cell] = (),
) -> Viewport:
    """Choose what to show in ``width`` columns and ``height`` lines of text; None sets no limit.

    ``also`` are cells without a tile that belong to the picture. A window shows the part around
    ``focus``.
    """
    whole = window(board, also)
    columns, rows = whole
    cell = _cell_width(columns, rows, width)
    if width is not None and picture_width(columns, rows, cell) > width:
        cell = NARROW
        labels = picture_width(columns, rows, cell) - NARROW * len(columns)
        columns = _part(columns, (width - labels) // NARROW, [x for x, _ in focus])
    words = _lines_of_words(width, cell, len(columns) < len(whole[0]))
    if height is not None and len(rows) + 2 + words > height:
        # A window has its numbers only above it, and a line about what is outside.
        words = _lines_of_words(width, cell, True)
        rows = _part(rows, height - 1 - words, [y for _, y in focus])
    return Viewport(columns, rows, cell, whole)


def _lines_of_words(width: int | None, cell: int, is_window: bool) -> int:
    """Return how many lines come below the picture."""
    lines = 1 if width is None or width >= WIDE else 2
    return lines * (int(cell == TIGHT) + int(is_window))


def picture_width(columns: range, rows: range, cell: int) -> int:
    """Return how many columns of text a picture with such cells takes, labels included."""
    side = label_width(rows)
    match cell:
        case 2:
            return side + 1 + TIGHT * len(columns)
        case 3:
            return side + 1 + NARROW * len(columns) + 1
        case _:
            return 2 * (side + 1) + cell * len(columns)


def label_width(rows: range) -> int:
    """Return the width of the numbers beside the rows."""
    return max(len(str(y)) for y in (rows[0], rows[-1]))


def _cell_width(columns: range, rows: range, width: int | None) -> int:
    natural = max(ROOMY, *(len(str(x)) + 1 for x in (columns[0], columns[-1])))
    if width is None:
        return natural
    for cell in (natural, ROOMY, NARROW, TIGHT):
        if picture_width(columns, rows, cell) <= width:
            return cell
    return TIGHT


def _part(whole: range, count: int, focus: Sequence[int]) -> range:
    """Return ``count`` of these numbers, around the middle of those in focus."""
    count = min(len(whole), max(FEWEST_CELLS, count))
    wanted = focus or whole
    middle = (min(wanted) + max(wanted)) // 2
    first = min(max(middle - count // 2, whole[0]), whole[-1] - count + 1)
    return range(first, first + count)
