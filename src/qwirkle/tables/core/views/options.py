"""The options of a seat in its turn: a page that knows it can answer a draft without asking.

Options are made from the view of the seat alone, so they reveal nothing that it may not know, and
the page needs no rule to use them: it looks up a draft among the placements. Only why something is
refused takes a question (``tables/live/previews.py``).
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from qwirkle.engine.legal import LegalPlacements, placements, takeable
from qwirkle.engine.position import Move, TableTooWide
from qwirkle.errors import IllegalTurn
from qwirkle.players.legality import check_turn
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import DrawThree, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass

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
    """Return what the seat of a view may do; it must be its turn."""
    legal = placements(seen.board, seen.hand, seen.demands())
    return Options(
        seat=seen.seat or 0,
        placements=_placements(seen, legal),
        anywhere=not seen.board and not seen.board.layout.bounded,
        trade=_most_traded(seen),
        may_pass=_may_pass(seen, legal),
        draw3=_is_legal(seen, DrawThree()),
        takeable=tuple(takeable(seen)),
    )


def _placements(seen: View, legal: LegalPlacements) -> tuple[PlacementOption, ...] | None:
    try:
        # Counting is cheap; a list of thousands is not.
        if len(legal) > MOST_PLACEMENTS:
            return None
        return tuple(map(_Describer(seen).option, legal))
    except TableTooWide:
        return None


def _may_pass(seen: View, legal: LegalPlacements) -> bool:
    # Whoever can place may not pass (A1); asking the referee would search the whole table again.
    with suppress(TableTooWide):
        if legal:
            return False
    return _is_legal(seen, Pass())


class _Describer:
    """The lines of the placements in one position, which the core has found to be legal.

    The referee would judge every one of them again, which takes ten times as long as finding them.
    Their lines follow from how many tiles lie beside each cell.
    """

    def __init__(self, seen: View) -> None:
        self._board = seen.board
        self._layout = seen.board.layout
        self._stars_left = seen.stars_left
        self._beside: dict[tuple[int, int, bool], tuple[int, int]] = {}
        """By cell, and whether it is in its row: the number of tiles before it, and after it."""
        self._known: dict[tuple[int, int, int, int], tuple[LineOption, ...]] = {}
        """The lines of placements, by their first and last cell: a placement has no gaps."""

    def option(self, move: Move) -> PlacementOption:
        """Describe a placement."""
        tiles, layout = move.tiles, self._layout
        (left, top, _), (right, bottom, _) = tiles[0], tiles[-1]
        lines = self._known.get((left, top, right, bottom))
        if lines is None:
            # A7: a one-tile opening makes no line but scores its one tile.
            lines = tuple(self._lines(tiles)) or (LineOption(left, top, True, 1, 1, False),)
            self._known[left, top, right, bottom] = lines
        if not layout.bonus and not layout.stars:
            return PlacementOption(tiles, move.points, 0, lines)
        bonus = sum(layout.bonus.get(placed.cell, 0) for placed in tiles)
        stars = tuple(placed.cell for placed in tiles if placed.cell in self._stars_left)
        return PlacementOption(tiles, move.points, bonus, lines, stars)

    def _lines(self, tiles: tuple[Placed, ...]) -> list[LineOption]:
        """Return the lines in the order of the referee: tile by tile, rows first."""
        (left, top, _), (right, bottom, _) = tiles[0], tiles[-1]
        found: list[LineOption] = []
        for x, y, _ in tiles:
            for row in (True, False):
                before, after = self._beside_cell(x, y, row)
                size = 1
                if len(tiles) > 1 and row is (top == bottom):
                    # The line of the placement itself: once, and it has no gaps.
                    if (x, y) != (left, top):
                        continue
                    size = 1 + right - left + bottom - top
                    _, after = self._beside_cell(right, bottom, row)
                if (length := before + size + after) > 1:
                    found.append(self._line(x, y, row, before, length))
        return found

    def _line(self, x: int, y: int, row: bool, before: int, length: int) -> LineOption:
        qwirkle = length == self._layout.longest_line
        points = length + (self._layout.qwirkle_bonus if qwirkle else 0)
        if row:
            return LineOption(x - before, y, row, length, points, qwirkle)
        return LineOption(x, y - before, row, length, points, qwirkle)

    def _beside_cell(self, x: int, y: int, row: bool) -> tuple[int, int]:
        """Return how many tiles of the table lie in a line before a cell, and after it."""
        key = x, y, row
        found = self._beside.get(key)
        if found is None:
            step_x, step_y = (1, 0) if row else (0, 1)
            found = self._run(x, y, -step_x, -step_y), self._run(x, y, step_x, step_y)
            self._beside[key] = found
        return found

    def _run(self, x: int, y: int, step_x: int, step_y: int) -> int:
        count, board = 0, self._board
        # A plain pair equals a cell, and is made faster.
        while (x + step_x, y + step_y) in board:
            x, y, count = x + step_x, y + step_y, count + 1
        return count


def _most_traded(seen: View) -> int:
    """Return the most tiles that may be traded: how many counts, not which."""
    return next(
        (
            count
            for count in range(len(seen.hand), 0, -1)
            if _is_legal(seen, Trade(seen.hand[:count]))
        ),
        0,
    )


def _is_legal(seen: View, turn: Turn) -> bool:
    try:
        check_turn(seen, turn)
    except IllegalTurn:
        return False
    return True
