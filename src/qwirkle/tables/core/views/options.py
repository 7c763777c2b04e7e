"""The options of a seat in its turn: a page that knows it can answer a draft without asking.

Options are made from the view of the seat alone, so they reveal nothing that it may not know, and
the page needs no rule to use them: it looks up a draft among the placements. Only why something is
refused takes a question (``tables/live/previews.py``).
"""

from __future__ import annotations

from typing import cast

import msgspec

from qwirkle.engine.legal import (
    LegalPlacements,
    may_draw_three,
    most_traded,
    placements,
    takeable,
)
from qwirkle.engine.position import TableTooWide
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.referee import can_place
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile

MOST_PLACEMENTS = 250
"""With more placements than this, none is listed: the page asks instead."""


class LineOption(msgspec.Struct, frozen=True, array_like=True):
    """A line that a placement makes: where it begins, whether it is a row, and what it scores."""

    x: int
    y: int
    row: bool
    length: int
    points: int
    qwirkle: bool


class PlacementOption(msgspec.Struct, frozen=True, array_like=True):
    """A legal placement, with its points and its lines."""

    place: tuple[Placed, ...]
    points: int
    bonus: int
    lines: tuple[LineOption, ...]
    stars: tuple[Cell, ...] = ()
    """Star squares whose token it wins."""


class Options(msgspec.Struct, frozen=True):
    """Everything that a seat may do now."""

    seat: int
    placements: tuple[PlacementOption, ...] | None
    """Every legal placement; None if there are too many to list."""
    anywhere: bool
    """Whether the table is open and empty: each placement stands for all its translations."""
    trade: int
    """The most tiles that may be traded; any smaller number of tiles may be, too. 0: none."""
    may_pass: bool = msgspec.field(name="pass")
    draw3: bool
    takeable: tuple[Cell, ...]
    """Tiles on the table that may be taken first."""


def options_of(seen: View) -> Options:
    """Return what the seat of a view may do; it must be its turn.

    The placements are JSON already: they are many, and each list is sent once.
    """
    legal = placements(seen.board, seen.hand, seen.demands())
    trade, takes = most_traded(seen), takeable(seen)
    written: msgspec.Raw | None
    try:
        # Counting is cheap; a list of thousands is not.
        count = len(legal)
        written = None if count > MOST_PLACEMENTS else _write_placements(seen, legal)
        stuck = not count
    except TableTooWide:
        written, stuck = None, not can_place(seen.board, seen.hand, seen.demands())
    return Options(
        seat=seen.seat or 0,
        placements=cast("tuple[PlacementOption, ...] | None", written),
        anywhere=not seen.board and not seen.board.layout.bounded,
        trade=trade,
        may_pass=stuck and not trade,  # A1: whoever can place or trade may not pass
        draw3=may_draw_three(seen),
        takeable=tuple(takes),
    )


def _write_placements(seen: View, legal: LegalPlacements) -> msgspec.Raw:
    """Write the placements, which the core has found to be legal, as ``PlacementOption``.

    The referee would judge every one of them again, which takes ten times as long as finding them.
    What a placement makes follows from its first and last cell, because it has no gaps.
    """
    rows, squares = legal.rows(), _Squares(seen)
    placed: dict[int, tuple[int, int, Tile]] = {}
    texts: dict[int, str] = {}
    made: dict[tuple[int, int], str] = {}
    found: list[str] = []
    for row in rows.found:
        numbers = rows.tiles(row)
        for number in numbers:
            if number not in texts:
                x, y, tile = placed[number] = rows.placed(number)
                texts[number] = f'[{x},{y},"{tile.value}"]'
        ends = numbers[0] >> 6, numbers[-1] >> 6
        if (more := made.get(ends)) is None:
            cells = [placed[number][:2] for number in numbers]
            more = made[ends] = squares.write(cells)
        place = ",".join([texts[number] for number in numbers])
        found.append(f"[[{place}],{row[-1]},{more}]")
    return msgspec.Raw(f"[{','.join(found)}]".encode())


class _Squares:
    """The lines and the printed squares of placements in one position."""

    def __init__(self, seen: View) -> None:
        self._taken = set(seen.board)
        self._layout = seen.board.layout
        self._stars_left = frozenset(seen.stars_left)
        self._single: dict[tuple[int, int, bool], str] = {}
        """By cell, and whether along its row: the line of a single tile; empty if it has none."""

    def write(self, cells: list[tuple[int, int]]) -> str:
        """Write the bonus, the lines and the star squares of a placement on these cells."""
        layout = self._layout
        # A7: a one-tile opening makes no line but scores its one tile.
        lines = ",".join(filter(None, self._lines(cells))) or _line(cells[0], True, 1, 1, False)
        bonus = sum(layout.bonus.get(Cell(*cell), 0) for cell in cells) if layout.bonus else 0
        stars = ",".join(f"[{x},{y}]" for x, y in cells if (x, y) in self._stars_left)
        return f"{bonus},[{lines}],[{stars}]"

    def _lines(self, cells: list[tuple[int, int]]) -> list[str]:
        """Return the lines in the order of the referee: tile by tile, rows first."""
        (left, top), (right, bottom) = cells[0], cells[-1]
        if len(cells) == 1:
            return [self._through(left, top, True), self._through(left, top, False)]
        along = top == bottom
        length = 1 + right - left + bottom - top
        first, *others = (self._through(x, y, not along) for x, y in cells)
        whole = self._write_line(left, top, along, length, (right, bottom))
        return [whole, first, *others] if along else [first, whole, *others]

    def _through(self, x: int, y: int, row: bool) -> str:
        """Return the line of a single tile on a cell; empty if it has none."""
        key = x, y, row
        found = self._single.get(key)
        if found is None:
            found = self._single[key] = self._write_line(x, y, row, 1, (x, y))
        return found

    def _write_line(self, x: int, y: int, row: bool, length: int, last: tuple[int, int]) -> str:
        """Write the line from a cell to the last one and whatever continues it on the table."""
        taken = self._taken
        right, down = (1, 0) if row else (0, 1)
        end_x, end_y = last
        # A plain pair equals a cell, and is made faster.
        while (x - right, y - down) in taken:
            x, y, length = x - right, y - down, length + 1
        while (end_x + right, end_y + down) in taken:
            end_x, end_y, length = end_x + right, end_y + down, length + 1
        if length == 1:
            return ""
        qwirkle = length == self._layout.longest_line
        points = length + (self._layout.qwirkle_bonus if qwirkle else 0)
        return _line((x, y), row, length, points, qwirkle)


def _line(start: tuple[int, int], row: bool, length: int, points: int, qwirkle: bool) -> str:
    """Write a ``LineOption``."""
    x, y = start
    words = "true" if row else "false", "true" if qwirkle else "false"
    return f"[{x},{y},{words[0]},{length},{points},{words[1]}]"
