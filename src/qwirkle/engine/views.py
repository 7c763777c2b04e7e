"""Views as the core reads them: what a seat knows of a turn under way, as numbers."""

from __future__ import annotations

from collections.abc import Callable

from qwirkle.engine.core import hands
from qwirkle.engine.position import counted_actions
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.view import View


def resume_view(table: hands.Hands, view: View, number: Callable[[Cell], int]) -> None:
    """Let a table go on from what a view shows of tokens, action tiles and the turn under way.

    Which special tiles are still hidden is not shown. ``number`` is the core's number of a cell.
    """
    taken = view.taken
    table.resume(
        tokens=[player.tokens for player in view.players],
        actions=[counted_actions(player.actions) for player in view.players],
        stars=[number(cell) for cell in view.stars_left],
        specials=(0, 0),
        idle=view.idle,
        passes=view.passes,
        opening_tiles=view.opening_tiles,
        used=view.used is not None,
        taken=None if taken is None else (number(taken.cell), taken.tile.index),
    )
