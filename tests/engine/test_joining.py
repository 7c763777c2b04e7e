"""A tile that fits both of two runs may not join them unless the runs fit each other."""

from __future__ import annotations

import pytest

from qwirkle.engine import Position
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import Tile

# Found by the referee: Rs fits Ro (red) and Ys (square), but Ro Rs Ys is no line (Q-PLACE-3).
# The AND of the masks of two runs is not enough; every tile of the one must fit the other.


def placed_cells(tiles: list[Placed], hand: list[Tile]) -> set[tuple[tuple[int, int], ...]]:
    moves = Position(Board(tiles)).moves(hand)
    return {tuple((placed.x, placed.y) for placed in move.tiles) for move in moves}


def test_Q_PLACE_3_one_tile_does_not_join_runs_that_do_not_fit_each_other() -> None:
    table = [Placed(0, 0, Tile.Ro), Placed(2, 0, Tile.Ys)]
    assert ((1, 0),) not in placed_cells(table, [Tile.Rs])


def test_Q_PLACE_3_two_tiles_do_not_reach_a_run_that_does_not_fit() -> None:
    # Rd and Rs are both red; behind them lies Ys, which fits Rs alone.
    table = [Placed(0, 0, Tile.Ro), Placed(3, 0, Tile.Ys)]
    assert ((1, 0), (2, 0)) not in placed_cells(table, [Tile.Rd, Tile.Rs])


@pytest.mark.parametrize("take_first", [False, True])
def test_Q_PLACE_3_a_gap_stays_closed_after_taking_and_undoing(take_first: bool) -> None:
    position = Position(
        Board([Placed(0, 0, Tile.Ro), Placed(2, 0, Tile.Ys), Placed(1, 1, Tile.Gs)])
    )
    if take_first:
        from qwirkle.rules.cells import Cell

        position.take(Cell(1, 1))
        assert not any(move.tiles == (Placed(1, 0, Tile.Rs),) for move in position.moves([Tile.Rs]))
        position.undo()
    assert not any(move.tiles == (Placed(1, 0, Tile.Rs),) for move in position.moves([Tile.Rs]))
