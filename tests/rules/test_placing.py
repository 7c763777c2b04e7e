from __future__ import annotations

import pytest

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.placement.referee import fits, judge
from qwirkle.rules.tiles import KINDS, Tile

from .table import cells, column, faults, points, row, table, tiles

CIRCLES = "Ro Oo Yo Go Bo Po"
SIX_REDS = "Ro Rx Rd Rs Rb Rc"


def test_Q_PLACE_1_one_colour_or_one_shape() -> None:
    board = table(row(0, 0, "Ro"))
    assert faults(board, row(1, 0, "Rx Rd")) == {}
    assert faults(board, row(1, 0, "Go Bo")) == {}
    mixed = row(1, 0, "Rx Go")
    assert faults(board, mixed) == {
        "played-mixed": cells(mixed),
        "line-mixed": cells(mixed, row(0, 0, "Ro")),
    }


def test_Q_PLACE_1_neighbours_agree_but_the_turn_does_not() -> None:
    """Comparing only direct neighbours would let this pass."""
    board = table(row(0, 0, "Ro"))
    chain = row(1, 0, "Rx Gx")
    assert faults(board, chain) == {"line-mixed": cells(row(0, 0, "Ro"), chain)}
    chain = row(1, 0, "Rx Gx Go")
    assert set(faults(board, chain)) == {"played-mixed", "line-mixed"}


def test_Q_PLACE_1_no_two_identical_tiles() -> None:
    """Forbidden even where the two would not share a line with each other's column."""
    board = table(row(0, 0, "Ro"))
    twice = (*row(-1, 0, "Rx"), *row(1, 0, "Rx"))
    assert faults(board, twice) == {
        "played-duplicate": cells(twice),
        "line-duplicate": cells(twice),
    }


def test_Q_PLACE_1_tiles_must_be_in_the_hand() -> None:
    board = table(row(0, 0, "Ro"))
    assert faults(board, row(1, 0, "Rx Rd"), hand="Rx Rd Gc") == {}
    assert faults(board, row(1, 0, "Rx Rd"), hand="Rx Gc") == {"not-in-hand": (Cell(2, 0),)}
    one_of_two = row(1, 0, "Rx Rx")
    assert faults(board, one_of_two, hand="Rx Gc")["not-in-hand"] == cells(one_of_two)


def test_Q_PLACE_2_tiles_on_both_ends_of_a_line() -> None:
    board = table(row(0, 0, "Ro Rx"))
    assert points(board, row(-1, 0, "Rd"), row(2, 0, "Rs")) == 4
    assert points(board, row(-2, 0, "Rb Rd"), row(2, 0, "Rs")) == 5


def test_Q_PLACE_2_tiles_around_tiles_already_there() -> None:
    board = table(row(0, 0, "Ro . Rd . Rb"), row(2, 1, "Gd"), column(0, 1, "Go"))
    assert points(board, row(1, 0, "Rx . Rs . Rc")) == 12
    assert points(table(row(0, 0, "Ro . Rd")), row(-1, 0, "Rc . Rx . Rs")) == 5


def test_Q_PLACE_2_one_row_or_one_column() -> None:
    board = table(row(0, 0, "Ro"))
    corner = (*row(1, 0, "Rx"), *row(1, 1, "Rd"), *row(2, 1, "Rs"))
    assert faults(board, corner) == {"not-one-line": cells(corner)}
    diagonal = (*row(1, 0, "Rx"), *row(0, 1, "Rd"))
    assert faults(board, diagonal) == {"not-one-line": cells(diagonal)}


def test_Q_PLACE_2_Q_PLACE_5_a_gap_breaks_the_line() -> None:
    board = table(row(0, 0, "Ro"))
    apart = row(1, 0, "Rx . Rd")
    assert faults(board, apart) == {"gap": cells(apart)}
    both_in_contact = table(row(0, 0, "Ro"), row(0, 1, "Yo Yx Yd Ys"), row(3, 0, "Gs"))
    apart = (*row(-1, 0, "Rx"), *row(4, 0, "Rs"))
    assert faults(both_in_contact, apart) == {
        "gap": cells(apart),
    }


@pytest.mark.parametrize("line", [SIX_REDS, CIRCLES])
@pytest.mark.parametrize("length", [2, 3, 4, 5, 6])
def test_Q_PLACE_3_lines_of_one_attribute_up_to_six(line: str, length: int) -> None:
    codes = line.split()[:length]
    assert faults(table(row(0, 0, codes[0])), row(1, 0, " ".join(codes[1:]))) == {}


def test_Q_PLACE_3_a_duplicate_far_along_the_line() -> None:
    """The copy is four cells away: looking at direct neighbours is not enough."""
    old = row(0, 0, "Ro Rx Rd Rs")
    new = row(4, 0, "Ro")
    assert faults(table(old), new) == {"line-duplicate": (Cell(0, 0), Cell(4, 0))}


def test_Q_PLACE_3_a_duplicate_when_two_lines_are_joined() -> None:
    board = table(row(0, 0, "Ro Rx"), row(3, 0, "Rs Ro"))
    joined = row(2, 0, "Rd")
    assert faults(board, joined) == {"line-duplicate": (Cell(0, 0), Cell(4, 0))}


def test_Q_PLACE_3_mixed_when_two_lines_are_joined() -> None:
    board = table(row(0, 0, "Ro Go"), row(3, 0, "Bx Bd"))
    joined = row(2, 0, "Bo")
    assert faults(board, joined) == {"line-mixed": cells(row(0, 0, "Ro Go Bo Bx Bd"))}


def test_Q_PLACE_3_across_as_well_as_along() -> None:
    board = table(row(0, 0, "Ro Rx Rd"), column(3, 1, "Gs"))
    assert faults(board, row(3, 0, "Rs")) == {}
    assert faults(board, row(3, 0, "Rb")) == {"line-mixed": (Cell(3, 0), Cell(3, 1))}


def test_Q_PLACE_3_every_line_that_is_touched_is_looked_at() -> None:
    """The second tile of the turn breaks a column that the first does not touch."""
    board = table(row(0, 0, "Ro Gx"), row(2, 0, "Gd"))
    new = row(1, 1, "Bx Bs")
    assert faults(board, new) == {"line-mixed": (Cell(2, 0), Cell(2, 1))}


def test_Q_PLACE_3_two_bad_lines_are_two_refusals() -> None:
    verdict = judge(table(row(0, 0, "Gx Gd")), row(0, 1, "Bo Bs"))
    assert isinstance(verdict, tuple)
    assert [(refusal.reason, refusal.cells) for refusal in verdict] == [
        ("line-mixed", (Cell(0, 0), Cell(0, 1))),
        ("line-mixed", (Cell(1, 0), Cell(1, 1))),
    ]


def test_Q_PLACE_3_no_seventh_tile() -> None:
    old = row(0, 0, SIX_REDS)
    seventh = row(6, 0, "Ro")
    assert faults(table(old), seventh) == {
        "line-duplicate": (Cell(0, 0), Cell(6, 0)),
        "line-too-long": cells(old, seventh),
    }
    other_colour = row(6, 0, "Gc")
    assert faults(table(old), other_colour) == {
        "line-mixed": cells(old, other_colour),
        "line-too-long": cells(old, other_colour),
    }


def test_Q_PLACE_3_joining_to_seven() -> None:
    board = table(row(0, 0, "Ro Rx Rd"), row(4, 0, "Rb Rc Ro"))
    assert set(faults(board, row(3, 0, "Rs"))) == {"line-duplicate", "line-too-long"}


def test_Q_PLACE_4_contact_is_side_to_side() -> None:
    board = table(row(0, 0, "Ro Rx"))
    for far in (row(2, 1, "Rd"), row(-1, -1, "Go"), row(3, 0, "Rd"), row(9, 9, "Ro Rx")):
        assert faults(board, far) == {"no-contact": cells(far)}


def test_Q_PLACE_4_one_tile_of_the_turn_is_enough() -> None:
    assert faults(table(row(0, 0, "Ro")), row(1, 0, "Rx Rd Rs Rb Rc")) == {}
    assert faults(table(row(0, 0, "Ro")), column(1, -2, "Gx Bx Rx Px Yx")) == {}


def test_Q_PLACE_4_tiles_of_one_turn_do_not_give_each_other_contact() -> None:
    board = table(row(0, 0, "Ro"))
    island = row(5, 5, "Gx Gd Gs")
    assert faults(board, island) == {"no-contact": cells(island)}


def test_Q_PLACE_4_the_first_tiles_touch_nothing() -> None:
    assert faults(table(), row(3, -8, "Gx Gd Gs")) == {}


def test_A17_contact_with_a_lone_tile() -> None:
    board = table(row(0, 0, "Ro Rx"), row(8, 8, "Yb"))
    assert points(board, row(9, 8, "Yc")) == 2
    assert faults(board, row(9, 8, "Gc")) == {"line-mixed": (Cell(8, 8), Cell(9, 8))}


def test_Q_PLACE_5_tiles_beyond_a_gap_do_not_count() -> None:
    board = table(row(0, 0, "Ro Rx . . Rd"))
    assert points(board, row(2, 0, "Rs")) == 3
    assert points(board, row(2, 0, "Rs Rb")) == 5
    copy_beyond = table(row(0, 0, "Ro Rx . . Rs"))
    assert points(copy_beyond, row(2, 0, "Rs")) == 3


def test_Q_PLACE_6_a_cell_where_nothing_fits() -> None:
    hole = Cell(1, 0)
    board = table(row(0, 0, "Ro . Rd"))
    assert [tile for tile in KINDS if fits(board, hole, tile)] == list(tiles("Rx Rs Rb Rc"))
    dead = table(row(0, 0, "Ro . Rd"), column(1, 1, "Go"))
    assert hole in dead.frontier()
    assert not any(fits(dead, hole, tile) for tile in KINDS)
    assert all(faults(dead, row(1, 0, tile)) for tile in KINDS)


def test_Q_PLACE_7_not_into_two_lines_in_one_turn() -> None:
    board = table(row(0, 0, "Ro Rx"), column(0, 1, "Go Bo"))
    two = (*row(2, 0, "Rd"), *column(0, 3, "Po"))
    assert faults(board, two) == {"played-mixed": cells(two), "not-one-line": cells(two)}
    same_colour = (*row(2, 0, "Rd"), *column(0, -1, "Rb"))
    assert "not-one-line" in faults(board, same_colour)
    parallel = table(row(0, 0, "Ro Rx"), row(0, 5, "Go Gx"))
    rows = (*row(2, 0, "Rd"), *row(2, 5, "Gd"))
    assert faults(parallel, rows) == {"gap": cells(rows)}


def test_no_two_tiles_on_one_cell() -> None:
    board = table(row(0, 0, "Ro Rx"))
    assert faults(board, row(1, 0, "Rd")) == {"occupied": (Cell(1, 0),)}
    assert faults(board, row(2, 0, "Rd"), row(2, 0, "Rs")) == {"same-cell-twice": (Cell(2, 0),)}
    worse = faults(board, row(1, 0, "Rd"), row(1, 0, "Rs"))
    assert worse == {"occupied": (Cell(1, 0),), "same-cell-twice": (Cell(1, 0),)}
    assert faults(board) == {"no-tiles": ()}


@pytest.mark.parametrize(("x", "y"), [(16, 5), (15, 16), (-1, 0), (0, -1)])
def test_S_BOARD_1_no_play_off_the_board(x: int, y: int) -> None:
    inside = Cell(min(max(x, 0), 15), min(max(y, 0), 15))
    board = table(row(*inside, "Ro"), layout=layout("select"))
    assert faults(board, row(x, y, "Rx")) == {"off-board": (Cell(x, y),)}
    assert Cell(x, y) not in board.frontier()
    assert not fits(board, Cell(x, y), Tile("Rx"))
