"""A board knows what a later board of the same game has more than it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from qwirkle.errors import ArgumentError
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import Tile

FIRST = (Placed(0, 0, Tile.Ro), Placed(1, 0, Tile.Rx))
SECOND = (Placed(2, 0, Tile.Rd), Placed(3, 0, Tile.Rs))
AFTER = {placed.cell: placed.tile for placed in SECOND}


def test_a_board_reads_plain_pairs_as_cells() -> None:
    board = Board({(0, 0): Tile.Ro, (1, 0): Tile.Rx})  # type: ignore[arg-type]
    assert board.frontier() == Board(FIRST).frontier()
    assert board == Board(FIRST)


@pytest.mark.parametrize(
    "tiles",
    [{(0, 0): "Zz"}, {(0, 0): None}, [(0, 0, "Ro")], {0: Tile.Ro}, {"ab": 7}, [Tile.Ro], 5],
)
def test_a_board_refuses_what_is_no_tile_on_a_cell(tiles: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^a board (holds|is made of)"):
        Board(tiles)


def test_a_board_draws_itself() -> None:
    assert str(Board()) == "(empty)"
    assert str(Board([*FIRST, Placed(1, -1, Tile.Go)])) == "·· Go\nRo Rx"


def test_the_next_board_is_beyond_the_one_it_continues() -> None:
    before = Board(FIRST)
    assert before.with_tiles(SECOND).beyond(before) == {
        placed.cell: placed.tile for placed in SECOND
    }


def test_two_turns_later_both_turns_are_beyond() -> None:
    start = Board()
    after = start.with_tiles(FIRST).with_tiles(SECOND)
    assert list(after.beyond(start) or ()) == [placed.cell for placed in (*FIRST, *SECOND)]


def test_a_board_of_another_game_with_the_same_tiles_counts_as_well() -> None:
    after = Board([*SECOND, *FIRST])
    assert after.beyond(Board(FIRST)) == AFTER


@pytest.mark.parametrize(
    "known",
    [
        Board([Placed(5, 5, Tile.Go)]),
        Board([Placed(0, 0, Tile.Go)]),
        Board([*FIRST, *SECOND, Placed(4, 0, Tile.Rb)]),
    ],
)
def test_nothing_is_beyond_a_board_with_other_tiles(known: Board) -> None:
    assert Board(FIRST).with_tiles(SECOND).beyond(known) is None


def test_a_board_that_covers_a_tile_does_not_continue_the_one_before() -> None:
    before = Board(FIRST)
    assert before.with_tiles([Placed(0, 0, Tile.Go)]).beyond(before) is None


def test_a_board_can_be_pickled_in_the_middle_of_a_game() -> None:
    before = Board(FIRST)
    after = before.with_tiles(SECOND)
    thawed = pickle.loads(pickle.dumps(after))  # noqa: S301
    assert thawed == after
    assert thawed.beyond(before) == AFTER
