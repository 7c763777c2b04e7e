"""Qwirkle Connect: black spaces, the free opening and bonus spaces."""

from __future__ import annotations

from collections import Counter

import pytest

from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.decide import begin
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.tiles import BOX
from qwirkle.rules.turns import Pass
from rules.table import NAMES, act, cells, column, place, refused, row, tiles

from .scene import at, begun, laid, start, told

ADA = "Ro Rx Rd Rs Rb Gc"  # a set of five
BEN = "Go Gx Ys Bb Pc Od"  # a set of two
BLACK = {(1, 6): "Rc", (2, 5): "Gb", (6, 1): "Gx", (5, 2): "Ox"}


def opened() -> State:
    return begun("connect", laid("connect", BLACK), ADA, BEN)


def test_K_BOARD_1_twenty_four_tiles_face_up_on_the_black_spaces() -> None:
    board = edition("connect").layout
    assert (board.width, board.height) == (16, 16)
    assert (len(board.black), len(board.stars), len(board.centre)) == (24, 0, 0)
    assert Counter(board.bonus.values()) == {1: 40, 2: 8}
    state = opened()
    assert set(state.board) == board.black
    assert {cell: state.board[Cell(*cell)] for cell in BLACK} == BLACK
    table_laid = start("connect", laid("connect", BLACK), ADA, BEN)[2]
    assert isinstance(table_laid, e.TableLaid)
    assert table_laid.seen_by(None) == table_laid


def test_K_BOARD_1_the_tiles_are_random() -> None:
    tables = {
        tuple(begin(edition("connect"), NAMES[:2], SeedDealer(seed)).state.board.values())
        for seed in range(20)
    }
    assert len(tables) == 20


def test_K_BOARD_1_no_play_off_the_board() -> None:
    state = begun("connect", laid("connect", BLACK), "Ro Rx Rd Rs Rb Rc", BEN)
    assert refused(state, Place(row(-1, 6, "Rs Rb"))) == {"off-board": at(-1, 6)}


def test_K_BOARD_1_black_spaces_are_taken() -> None:
    assert refused(opened(), Place(row(1, 6, "Ro"))) == {"occupied": at(1, 6)}


@pytest.mark.parametrize("quadrants", [("connect:1",) * 4, ("connect:0",) * 4])
def test_K_BOARD_1_any_combination_of_quadrants(quadrants: tuple[str, ...]) -> None:
    options = {"board": list(quadrants)}
    state = begin(edition("connect", options), NAMES[:3], SeedDealer(1)).state
    assert len(state.board) == 24
    assert set(state.board) == state.edition.layout.black


def test_K_START_1_the_largest_set_plays_first_but_need_not_be_played() -> None:
    happened = start("connect", laid("connect", BLACK), BEN, ADA)
    assert happened[-2] == e.StarterFound((2, 5), 1, 0)
    state = place(opened(), column(1, 5, "Rb"))
    assert state.seats[0].score == 2 + 2 + 1
    assert len(state.seats[0].hand) == 6


def test_K_START_1_a_tie_goes_to_the_oldest() -> None:
    other = "Yo Yx Yd Ys Yb Oc"
    for ages, starter in (((30, 40), 1), ((40, 30), 0)):
        assert begun("connect", laid("connect", BLACK), ADA, other, ages=ages).turn == starter


def test_K_START_1_one_tile_touches_a_tile_on_the_board() -> None:
    lonely = row(7, 7, "Ro Rx Rd Rs Rb")
    assert refused(opened(), Place(lonely)) == {"no-contact": cells(lonely)}
    # Only the lowest tile of this column touches one.
    assert place(opened(), column(1, 4, "Ro Rb")).seats[0].score == 3 + 2 + 1


def test_A6_any_legal_opening_or_a_trade() -> None:
    state = opened()
    assert place(state, column(1, 5, "Rb")).turn == 1
    traded = act(state, Trade(tiles("Ro Rx")))
    assert (traded.turn, traded.turns_played) == (1, 1)
    assert refused(state, Pass()) == {"can-place": (), "can-trade": ()}


def test_K_BONUS_1_once_per_tile_even_in_two_lines() -> None:
    """The cell between two black spaces, one above and one to the left."""
    placed = told(opened(), Place(row(6, 2, "Rx")))[0]
    assert isinstance(placed, e.TilesPlaced)
    assert sorted(line.points for line in placed.lines) == [2, 2]
    assert (placed.bonus, placed.points) == (1, 5)


def test_K_BONUS_1_two_points_further_away_and_every_tile_of_a_turn() -> None:
    placed = told(opened(), Place(column(1, 1, "Ro Rx Rd Rs Rb")))[0]
    assert isinstance(placed, e.TilesPlaced)
    assert sorted(line.points for line in placed.lines) == [2, 12]
    assert (placed.bonus, placed.points) == (2 + 1, 17)


def test_K_BONUS_1_old_tiles_on_bonus_spaces_count_no_second_time() -> None:
    state = act(place(opened(), column(1, 5, "Rb")), Trade(tiles("Od")))
    again = told(state, Place(column(1, 4, "Rs")))[0]
    assert isinstance(again, e.TilesPlaced)
    assert (again.bonus, again.points) == (0, 3)


def test_K_BONUS_1_a_one_lies_between_two_black_spaces_and_a_two_away_from_them() -> None:
    board = edition("connect").layout
    for cell, points in board.bonus.items():
        beside = [neighbour for neighbour in cell.neighbours() if neighbour in board.black]
        assert len(beside) == (2 if points == 1 else 0), cell


def test_A21_in_pure_connect_nothing_is_ever_taken() -> None:
    state = place(opened(), column(1, 5, "Rb"))
    assert refused(state, Take(Cell(1, 5))) == {"no-token": ()}
    assert refused(state, Take(Cell(1, 6))) == {"no-token": ()}
    assert refused(state, DrawThree()) == {"no-token": ()}


@pytest.mark.parametrize(("seats", "bag"), [(2, 72), (3, 66), (4, 60)])
def test_A18_twenty_four_of_the_108_before_the_hands(seats: int, bag: int) -> None:
    part = laid("connect", BLACK)
    happened = start("connect", part, ADA, BEN, seats=seats)
    assert [type(event) for event in happened[:4]] == [
        e.GameBegan,
        e.BagFilled,
        e.TableLaid,
        e.Drew,
    ]
    filled = happened[1]
    assert isinstance(filled, e.BagFilled)
    assert (filled.count, Counter(filled.pile)) == (108, Counter(BOX))
    state = begun("connect", part, ADA, BEN, seats=seats)
    assert [seat.hand for seat in state.seats[:2]] == [tiles(ADA), tiles(BEN)]
    assert (len(state.board), len(state.pile)) == (24, bag)


def test_A18_black_spaces_never_touch_so_no_tile_there_makes_a_line() -> None:
    state = opened()
    assert state.board.groups() == 24
    assert all(len(state.board.line(cell, axis)) == 1 for cell in state.board for axis in Axis)
