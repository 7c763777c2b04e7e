from __future__ import annotations

from msgspec.structs import replace

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.placement.scoring import Line
from qwirkle.rules.placement.turns import Place, Take

from .table import act, cells, column, place, points, position, row, score_of, table, tiles


def test_Q_SCORE_1_old_tiles_of_the_line_count() -> None:
    board = table(row(0, 0, "Ro Rx Rd"))
    assert points(board, row(3, 0, "Rs")) == 4
    assert points(board, row(3, 0, "Rs Rb")) == 5


def test_Q_SCORE_1_lines_not_touched_do_not_count() -> None:
    board = table(row(0, 0, "Ro Rx Rd"), column(0, 1, "Go Bo"))
    assert points(board, row(3, 0, "Rs")) == 4


def test_Q_SCORE_1_a_tile_alone_across_is_no_line() -> None:
    """Each of the three would earn a point too many if single tiles counted as lines."""
    assert points(table(row(0, 0, "Ro")), row(1, 0, "Rx Rd Rs")) == 4


def test_Q_SCORE_1_the_line_of_the_turn_counts_once_for_all_its_tiles() -> None:
    score = score_of(table(row(0, 0, "Ro")), row(1, 0, "Rx Rd"))
    assert score.lines == (Line(cells(row(0, 0, "Ro Rx Rd")), 3, False),)


def test_Q_SCORE_2_a_tile_in_two_lines_counts_in_both() -> None:
    board = table(row(0, 0, "Ro Rx"), column(2, 1, "Gd Bd"))
    score = score_of(board, row(2, 0, "Rd"))
    assert score.points == 6
    assert {line.cells for line in score.lines} == {
        cells(row(0, 0, "Ro Rx Rd")),
        cells(column(2, 0, "Rd Gd Bd")),
    }


def test_Q_SCORE_2_columns_of_every_placed_tile() -> None:
    board = table(row(0, 0, "Ro Rx Rd"))
    assert points(board, row(0, 1, "Go Gx Gd")) == 3 + 2 + 2 + 2
    assert points(board, row(0, 1, "Go Gx"), row(2, 1, "Gd Gs")) == 4 + 2 + 2 + 2


def test_Q_SCORE_3_six_in_a_line_score_twelve() -> None:
    board = table(row(0, 0, "Ro Rx Rd Rs Rb"))
    score = score_of(board, row(5, 0, "Rc"))
    assert score.lines == (Line(cells(row(0, 0, "Ro Rx Rd Rs Rb Rc")), 12, True),)
    assert score.points == 12


def test_Q_SCORE_3_five_in_a_line_are_no_qwirkle() -> None:
    board = table(row(0, 0, "Ro Rx Rd Rs"))
    score = score_of(board, row(4, 0, "Rb"))
    assert (score.points, [line.qwirkle for line in score.lines]) == (5, [False])


def test_Q_SCORE_3_joining_two_lines_is_a_qwirkle_only_at_six() -> None:
    """A joined line of five scores five, whatever lies on both sides."""
    assert points(table(row(0, 0, "Ro Rx . Rs Rb")), row(2, 0, "Rd")) == 5
    assert points(table(row(0, 0, "Ro Rx . Rs Rb Rc")), row(2, 0, "Rd")) == 12


def test_Q_SCORE_3_other_lines_add() -> None:
    board = table(row(0, 0, "Ro Rx Rd Rs Rb"), column(5, 1, "Gc"))
    assert points(board, row(5, 0, "Rc")) == 14


def test_Q_SCORE_3_two_qwirkles_in_a_turn() -> None:
    board = table(row(0, 0, "Ro Rx Rd Rs Rb"), column(5, 1, "Oc Yc Gc Bc Pc"))
    score = score_of(board, row(5, 0, "Rc"))
    assert score.points == 24
    assert [line.qwirkle for line in score.lines] == [True, True]


def test_Q_SCORE_3_six_in_the_opening() -> None:
    assert points(table(), row(0, 0, "Ro Oo Yo Go Bo Po")) == 12


def test_Q_SCORE_3_a_line_beside_a_qwirkle_is_not_one() -> None:
    board = table(row(0, 0, "Ro Rx Rd Rs Rb Rc"))
    assert points(board, column(0, 1, "Go Bo")) == 3


def test_Q_SCORE_3_qwirkles_by_six_columns() -> None:
    """Six tiles in a row, each completing nothing across: the row alone is the Qwirkle."""
    board = table(row(0, 0, "Ro Rx Rd Rs Rb Rc"))
    assert points(board, row(0, 1, "Go Gx Gd Gs Gb Gc")) == 12 + 6 * 2


def test_Q_SCORE_1_the_score_of_the_seat_grows_by_the_points() -> None:
    state = position(table(row(0, 0, "Ro Rx")), "Rd Rs", "Gc", pile="Oc Od")
    state = place(state, row(2, 0, "Rd Rs"))
    assert [seat.score for seat in state.seats] == [4, 0]
    assert state.last is not None
    assert state.last.points == 4
    assert state.last.placed == row(2, 0, "Rd Rs")


def test_A7_one_tile_on_an_empty_table() -> None:
    score = score_of(table(), row(4, 4, "Gb"))
    assert (score.points, score.lines) == (1, (Line((Cell(4, 4),), 1, False),))


def test_A20_a_removed_tile_splits_a_line_and_refilling_scores_it_again() -> None:
    board = table(row(5, 7, "Ro Rx Rd Rs Rb"), layout=layout("select"))
    state = position(
        board, "Rc Gd Bd Yd", "Go", pile="Oc Od", game="select", stars_left=frozenset()
    )
    state = replace(state, seats=(replace(state.seats[0], tokens=1, score=10), state.seats[1]))
    split = act(state, Take(Cell(7, 7)))
    assert split.seats[0].score == 10
    assert split.turn == 0
    assert split.seats[0].hand == tiles("Rc Gd Bd Yd Rd")
    assert split.board.groups() == 2
    # Each part is now a line of its own, of two tiles.
    assert points(split.board, row(4, 7, "Rc")) == 3
    assert points(split.board, row(7, 7, "Rc")) == 5
    again = act(split, Place(row(7, 7, "Rd")))
    assert again.seats[0].score == 15
