"""The options of a seat in its turn: a page that knows it can answer a draft without asking.

Options are made from the view of the seat alone, so they reveal nothing that it may not know, and
the page needs no rule to use them: it looks up a draft among the placements. Only why something is
refused takes a question (``tables/live/previews.py``).
"""

from __future__ import annotations

from typing import cast

import msgspec

from qwirkle.engine.legal import may_draw_three, most_traded, placements, takeable
from qwirkle.engine.position import TableTooWide
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.referee import can_place
from qwirkle.rules.placement.view import View

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
        too_many = count > MOST_PLACEMENTS
        written = None if too_many else msgspec.Raw(legal.write(seen.stars_left).encode())
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
