"""Select and Connect combined: what each part brings, and what happens where they meet."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place, Take, Trade
from qwirkle.rules.turns import Pass
from rules.table import act, cells, place, refused, row, tiles

from .scene import at, begun, laid, start, told, with_seat

ADA = "Ro Rx Rd Rs Rb Gc"  # a set of five
BEN = "Ob Gx Ys Bb Pc Od"  # a set of two or three
BLACK = {(11, 3): "Rc", (10, 2): "Gb", (9, 1): "Oc"}
STAR = Cell(6, 3)
BONUS = Cell(10, 1)


def opened() -> State:
    return begun("combined", laid("combined", BLACK), ADA, BEN)


def starred() -> State:
    """Ada made a Qwirkle up to the star, Ben played on a bonus space: Ada has a token."""
    state = place(opened(), row(6, 3, "Ro Rx Rd Rs Rb"))
    return place(state, row(10, 1, "Ob"))


def test_X_BOARD_1_two_quadrants_of_each_kind() -> None:
    board = edition("combined").layout
    assert (board.width, board.height) == (16, 16)
    assert (len(board.stars), len(board.black), len(board.centre)) == (6, 12, 2)
    assert Counter(board.bonus.values()) == {1: 20, 2: 4}
    state = opened()
    assert set(state.board) == board.black
    assert state.stars_left == board.stars


@pytest.mark.parametrize(
    ("quadrants", "tokens", "black"),
    [
        (["connect:1", "select:3", "connect:0", "select:2"], 6, 12),
        (["select:1", "connect:3", "connect:0", "connect:2"], 3, 18),
        (["select:1", "select:3", "connect:0", "select:2"], 9, 6),
    ],
)
def test_X_BOARD_1_other_mixtures(quadrants: list[str], tokens: int, black: int) -> None:
    state = begun("combined", options={"board": quadrants}, seats=4)
    assert (len(state.stars_left), len(state.board)) == (tokens, black)
    assert len(state.pile) == 108 - black - 24


@pytest.mark.parametrize(("seats", "bag"), [(2, 84), (3, 78), (4, 72)])
def test_A18_X_BOARD_1_twelve_tiles_before_the_hands(seats: int, bag: int) -> None:
    state = begun("combined", laid("combined", BLACK), ADA, BEN, seats=seats)
    assert [seat.hand for seat in state.seats[:2]] == [tiles(ADA), tiles(BEN)]
    assert (len(state.board), len(state.pile)) == (12, bag)


def test_X_START_1_the_largest_set_plays_first_and_opens_as_it_likes() -> None:
    happened = start("combined", laid("combined", BLACK), BEN, ADA)
    assert isinstance(happened[-2], e.StarterFound)
    assert (happened[-2].seat, happened[-2].opening_tiles) == (1, 0)
    state = place(opened(), row(10, 3, "Rb"))
    assert state.seats[0].score == 2 + 2 + 1
    lonely = row(7, 7, "Ro Rx Rd Rs Rb")
    assert refused(opened(), Place(lonely)) == {"no-contact": cells(lonely)}


def test_A6_X_START_1_no_centre_rule_and_a_trade_if_wanted() -> None:
    assert not edition("combined").opening.on_centre
    assert act(opened(), Trade(tiles("Ro"))).turn == 1
    assert refused(opened(), Pass()) == {"can-place": (), "can-trade": ()}


def test_A6_X_START_1_the_same_where_the_table_is_empty() -> None:
    """Four Select quadrants: no tile lies there, and still neither set nor centre are asked for."""
    state = begun("combined", ADA, BEN, options={"board": "select"})
    assert len(state.board) == 0
    assert place(state, row(0, 0, "Rx")).seats[0].score == 1
    assert act(state, Trade(tiles("Ro Rx"))).turn == 1


def test_X_BONUS_1_stars_and_bonus_spaces_in_one_turn() -> None:
    happened = told(opened(), Place(row(6, 3, "Ro Rx Rd Rs Rb")))
    placed = happened[0]
    assert isinstance(placed, e.TilesPlaced)
    assert (placed.points, placed.bonus) == (12 + 2 + 1, 1)
    assert happened[1] == e.TokensWon(0, (STAR,))


def test_X_BONUS_1_an_uncovered_bonus_space_scores_again() -> None:
    state = starred()
    assert state.seats[1].score == 3 + 2 + 1
    state = act(state, Take(BONUS))
    again = told(state, Place(row(10, 1, "Ob")))[0]
    assert isinstance(again, e.TilesPlaced)
    assert (again.bonus, again.points) == (1, 6)


def test_X_BONUS_1_also_for_the_next_player() -> None:
    state = act(act(starred(), Take(BONUS)), Trade(tiles("Ob")))
    state = with_seat(state, 1, hand=tiles("Ob Gx"))
    again = told(state, Place(row(10, 1, "Ob")))[0]
    assert isinstance(again, e.TilesPlaced)
    assert (again.seat, again.bonus, again.points) == (1, 1, 6)


def test_A21_an_emptied_black_space_is_an_ordinary_cell() -> None:
    state = act(starred(), Take(Cell(10, 2)))
    assert state.seats[0].hand[-1] == tiles("Gb")[0]
    pile = state.pile
    placed = told(state, Place(row(10, 2, "Gb")))[0]
    assert isinstance(placed, e.TilesPlaced)
    assert (placed.bonus, placed.points) == (0, 3)
    traded = act(state, Trade(tiles("Gb")))
    assert Cell(10, 2) not in traded.board
    assert len(traded.pile) == len(pile) + 1


def test_S_TAKE_1_X_BOARD_1_cutting_off_is_allowed_and_a_qwirkle_stays() -> None:
    state = starred()
    assert refused(state, Take(Cell(8, 3))) == {"in-qwirkle": at(8, 3)}
    groups = state.board.groups()
    assert act(state, Take(Cell(10, 2))).board.groups() >= groups
    assert act(state, Take(Cell(9, 1))).board.groups() == groups


def test_A12_the_same_spot_is_not_forbidden_unless_the_option_says_so() -> None:
    state = starred()
    back = Place(row(10, 1, "Ob"), take=BONUS)
    assert act(state, back).turn == 1
    strict = replace(state, edition=edition("combined", {"same-spot": False}))
    assert refused(strict, back) == {"back-to-same-spot": (BONUS,)}
