"""Qwirkle Select: the board, the opening, stars and what a token does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.referee import can_place
from qwirkle.rules.placement.state import Result, State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass
from rules.table import act, cells, column, place, position, refused, row, table, tiles

from .scene import at, begun, told, with_pile, with_seat

FIVE = "Ro Rx Rd Rs Rb Gc"  # a set of five
THREE = "Ro Rx Rd Gs Bb Yc"  # a set of three
BEN = "Go Gx Ys Bb Pc Od"  # a set of two
STUCK = "Yd Ys Bd Bs Yb Bb"  # nothing of it fits beside a red or a green circle
STAR = Cell(6, 3)
CENTRE = [Cell(7, 7), Cell(8, 7), Cell(7, 8), Cell(8, 8)]


def starred(*rest: str, options: dict[str, bool] | None = None) -> State:
    """Ada opened up to the star, Ben covered it and has its token, Ada traded: Ben is to move."""
    state = begun("select", FIVE, BEN, *rest, options=options)
    state = place(state, column(7, 3, "Ro Rx Rd Rs Rb"))
    state = place(state, row(6, 3, "Go"))
    return act(state, Trade(tiles("Gc")))


def test_S_BOARD_1_sixteen_by_sixteen_with_stars_and_a_centre() -> None:
    board = edition("select").layout
    assert (board.width, board.height) == (16, 16)
    assert sorted(board.centre) == sorted(CENTRE)
    assert (len(board.stars), len(board.bonus), len(board.black)) == (12, 0, 0)
    state = begun("select", THREE, BEN)
    assert state.stars_left == board.stars
    assert len(state.board) == 0


@pytest.mark.parametrize(("x", "off"), [(14, [16]), (15, [16, 17]), (-1, [-1]), (-3, [-3, -2, -1])])
def test_S_BOARD_1_no_play_off_the_board(x: int, off: list[int]) -> None:
    state = begun("select", THREE, BEN)
    wide, high = row(x, 7, "Ro Rx Rd"), column(7, x, "Ro Rx Rd")
    assert refused(state, Place(wide)) == {
        "off-board": tuple(Cell(at, 7) for at in off),
        "opening-not-on-centre": cells(wide),
    }
    assert refused(state, Place(high)) == {
        "off-board": tuple(Cell(7, at) for at in off),
        "opening-not-on-centre": cells(high),
    }


def test_S_START_1_the_largest_set_plays_first_and_a_tie_goes_to_the_oldest() -> None:
    assert begun("select", BEN, THREE).turn == 1
    other = "Gx Bx Px Ro Ys Bd"
    assert begun("select", THREE, other, ages=(8, 80)).turn == 1
    assert begun("select", THREE, other, ages=(80, 8)).turn == 0


@pytest.mark.parametrize("y", range(16))
def test_S_START_1_A5_any_tile_of_the_set_on_any_centre_square(y: int) -> None:
    state = begun("select", THREE, BEN)
    for x in range(14):
        for placed in (row(x, y, "Ro Rx Rd"), column(y, x, "Rd Ro Rx")):
            if set(cells(placed)) & set(CENTRE):
                assert place(state, placed).seats[0].score == 3
            else:
                assert refused(state, Place(placed)) == {"opening-not-on-centre": cells(placed)}


def test_A5_the_whole_largest_set() -> None:
    state = begun("select", THREE, BEN)
    short = row(7, 7, "Ro Rx")
    assert refused(state, Place(short)) == {"opening-not-largest-set": cells(short)}
    away = row(0, 0, "Ro Rx")
    assert refused(state, Place(away)) == {
        "opening-not-largest-set": cells(away),
        "opening-not-on-centre": cells(away),
    }
    assert refused(state, Trade(tiles("Yc"))) == {"opening-must-place": ()}
    assert refused(state, Pass()) == {"can-place": ()}


def test_S_START_1_only_the_first_turn_is_bound_to_the_centre() -> None:
    state = place(begun("select", FIVE, BEN), column(7, 3, "Ro Rx Rd Rs Rb"))
    assert place(state, row(8, 3, "Go")).seats[1].score == 2


def test_S_STAR_1_covering_a_star_brings_its_token() -> None:
    state = place(begun("select", FIVE, BEN), column(7, 3, "Ro Rx Rd Rs Rb"))
    assert state.seats[0].tokens == 0
    happened = told(state, Place(row(6, 3, "Go")))
    assert [type(event) for event in happened] == [e.TilesPlaced, e.TokensWon, e.Drew, e.TurnBegan]
    assert happened[1] == e.TokensWon(1, (STAR,))
    after = place(state, row(6, 3, "Go"))
    assert [seat.tokens for seat in after.seats] == [0, 1]
    assert after.stars_left == layout("select").stars - {STAR}
    assert after.seats[1].score == 2
    assert after.last is not None
    assert after.last.stars == (STAR,)


def test_S_STAR_1_the_others_get_nothing_and_plain_cells_bring_nothing() -> None:
    state = place(begun("select", FIVE, BEN), column(7, 3, "Ro Rx Rd Rs Rb"))
    happened = told(state, Place(row(8, 3, "Go")))
    assert not any(isinstance(event, e.TokensWon) for event in happened)


def test_S_STAR_1_A22_the_token_does_not_come_back() -> None:
    state = act(starred(), Take(STAR))
    assert STAR not in state.stars_left
    happened = told(state, Place(row(6, 3, "Go")))
    assert not any(isinstance(event, e.TokensWon) for event in happened)
    after = place(state, row(6, 3, "Go"))
    assert (after.seats[1].tokens, after.seats[1].score) == (0, 2 + 2)


def test_S_STAR_2_at_the_beginning_of_a_later_own_turn() -> None:
    state = starred()
    assert (state.turn, state.seats[1].tokens) == (1, 1)
    taken = act(state, Take(Cell(7, 3)))
    assert (taken.turn, taken.seats[1].tokens, taken.used) == (1, 0, Action.TAKE)
    assert refused(state, Take(Cell(7, 3)), seat=0) == {"not-your-turn": ()}
    assert refused(state, DrawThree()) == {"no-token": ()}


def test_S_STAR_2_one_in_a_turn() -> None:
    state = act(with_seat(starred(), 1, tokens=2), Take(Cell(7, 3)))
    assert refused(state, Take(Cell(7, 4))) == {"already-used": ()}
    assert refused(state, Trade(tiles("Od"), take=Cell(7, 4))) == {"already-used": ()}
    state = act(act(state, Trade(tiles("Od"))), Trade(state.seats[0].hand[:1]))
    assert act(state, Take(Cell(7, 4))).seats[1].tokens == 0


def test_S_STAR_2_without_a_token_nothing_is_taken() -> None:
    state = place(begun("select", FIVE, BEN), column(7, 3, "Ro Rx Rd Rs Rb"))
    assert refused(state, Take(Cell(7, 3))) == {"no-token": ()}
    assert refused(state, Take(Cell(0, 0))) == {"no-token": (), "no-tile": at(0, 0)}


def test_A23_not_in_the_turn_that_won_it() -> None:
    state = place(begun("select", FIVE, BEN), column(7, 3, "Ro Rx Rd Rs Rb"))
    both = Place(row(6, 3, "Go"), take=Cell(7, 7))
    assert refused(state, both) == {"no-token": ()}
    state = place(state, row(6, 3, "Go"))
    assert refused(state, Take(Cell(7, 7)), seat=1) == {"not-your-turn": ()}


def test_S_TAKE_1_any_tile_also_one_that_cuts_others_off() -> None:
    before = starred()
    for cell in sorted(before.board):
        state = act(before, Take(cell))
        assert state.seats[1].hand == (*before.seats[1].hand, before.board[cell])
        assert cell not in state.board
    assert act(before, Take(Cell(7, 5))).board.groups() == 2
    assert refused(before, Take(Cell(15, 15))) == {"no-tile": at(15, 15)}


def test_S_TAKE_1_not_from_a_qwirkle() -> None:
    reds = "Ro Rx Rd Rs Rb Rc"
    state = place(begun("select", reds, BEN), column(7, 3, reds))
    state = act(place(state, row(6, 3, "Go")), Trade(tiles("Ro")))
    for y in range(3, 9):
        assert refused(state, Take(Cell(7, y))) == {"in-qwirkle": at(7, y)}
    assert act(state, Take(STAR)).seats[1].hand[-1] == Tile("Go")


def test_S_TAKE_1_A12_the_same_spot_is_not_forbidden() -> None:
    state = act(starred(), Take(Cell(7, 7)))
    assert place(state, column(7, 7, "Rb")).seats[1].score == 2 + 5


def test_A12_the_option_forbids_the_same_spot() -> None:
    state = act(starred(options={"same-spot": False}), Take(Cell(7, 7)))
    assert refused(state, Place(column(7, 7, "Rb"))) == {"back-to-same-spot": at(7, 7)}
    assert place(state, column(7, 2, "Rb")).seats[1].score == 2 + 5


@pytest.mark.parametrize(("count", "drawn"), [(1, 0), (2, 1), (3, 2)])
def test_S_TAKE_2_then_a_turn_and_exactly_six(count: int, drawn: int) -> None:
    state = with_seat(starred(), 1, hand=tiles("Rc Rd Ys Bb Pc Od"))
    state = act(state, Take(Cell(7, 7)))
    placed = column(7, 7, " ".join(("Rb", "Rc", "Rd")[:count]))
    if count == 3:
        state = replace(state, board=state.board.without(Cell(7, 5)))
    after = place(state, placed)
    assert len(after.seats[1].hand) == 6
    assert len(after.pile) == len(state.pile) - drawn


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_S_TAKE_2_A14_a_trade_of_n_after_a_take_draws_one_less(count: int) -> None:
    state = act(starred(), Take(Cell(7, 7)))
    hand = state.seats[1].hand
    assert len(hand) == 7
    after = act(state, Trade(hand[:count]))
    assert after.seats[1].hand == hand[count:] + state.pile[: count - 1]
    assert len(after.seats[1].hand) == 6
    assert len(after.pile) == len(state.pile) + 1


def test_S_TAKE_2_A14_a_trade_without_a_take_draws_as_many() -> None:
    state = starred()
    after = act(state, Trade(state.seats[1].hand[:4]))
    assert after.seats[1].hand == state.seats[1].hand[4:] + state.pile[:4]
    taken = act(state, Take(Cell(7, 7)))
    assert refused(taken, Trade(taken.seats[1].hand)) == {"more-than-six": ()}


def test_A14_A8_the_bag_bounds_the_trade_after_a_take_as_well() -> None:
    state = act(with_pile(starred(), "Oo Ox"), Take(Cell(7, 7)))
    assert refused(state, Trade(tiles("Gx Ys Bb"))) == {"bag-too-small": ()}
    assert len(act(state, Trade(tiles("Gx Ys"))).seats[1].hand) == 6


def cornered(pile: str = "") -> State:
    """The red cross fits one cell only: the one it lies on. Ben has passed; Ada has a token."""
    board = table(column(0, 0, "Ro Go"), row(1, 0, "Rx"), layout=layout("select"))
    state = position(board, STUCK, "Pd Ps", game="select", passes=1)
    state = replace(state, edition=edition("select", {"same-spot": False}))
    return with_seat(with_pile(state, pile), 0, tokens=1)


def test_A14_taking_and_then_unable_to_place() -> None:
    state = act(cornered("Oo"), Take(Cell(1, 0)))
    assert refused(state, Pass()) == {"can-trade": ()}
    assert act(state, Trade(tiles("Rx"))).seats[0].hand == tiles(STUCK)
    passed = act(act(cornered(), Take(Cell(1, 0))), Pass())
    assert passed.seats[0].hand == tiles(STUCK + " Rx")
    assert (passed.turn, passed.result) == (1, None)


def test_A2_a_token_breaks_the_round_of_passes() -> None:
    state = act(act(cornered(), Take(Cell(1, 0))), Pass())
    assert (state.passes, state.result) == (1, None)
    assert act(state, Pass()).result == Result("all-passed", (0, 1), (0, 0))


def test_A2_a_token_need_not_be_used_to_avoid_passing() -> None:
    """With the option off the tile could go back: taking it would be a way to place."""
    state = replace(cornered(), edition=edition("select"))
    assert can_place(state.board.without(Cell(1, 0)), tiles("Rx"))
    assert act(state, Pass()).result == Result("all-passed", (0, 1), (0, 0))
    together = Pass(take=Cell(1, 0))
    assert refused(state, together) == {"can-place": ()}


def test_S_TAKE_3_next_to_any_group() -> None:
    state = act(starred(), Take(Cell(7, 5)))
    assert state.board.groups() == 2
    below = with_seat(state, 1, hand=tiles("Rc Gx Ob"))
    assert place(below, column(7, 8, "Rc")).seats[1].score == 2 + 3
    above = place(below, row(8, 4, "Gx"))
    assert above.seats[1].score == 2 + 2
    apart = row(0, 0, "Rc")
    assert refused(below, Place(apart)) == {"no-contact": cells(apart)}


def test_A20_a_split_line_costs_nothing_and_scores_again_when_joined() -> None:
    before = starred()
    state = act(before, Take(Cell(7, 5)))
    assert [seat.score for seat in state.seats] == [seat.score for seat in before.seats]
    assert [len(state.board.line(Cell(7, y), Axis.COLUMN)) for y in (3, 6)] == [2, 2]
    assert place(state, column(7, 5, "Rd")).seats[1].score == 2 + 5


def test_A20_both_parts_are_lines_of_their_own() -> None:
    """Where the line was whole a second red cross had no place; in the lower part it has."""
    state = with_seat(starred(), 1, hand=tiles("Rx"))
    again = Place(column(7, 8, "Rx"))
    whole = tuple(Cell(7, y) for y in range(3, 9))
    assert refused(state, again) == {"line-duplicate": (whole[1], whole[5])}
    split = act(state, Take(Cell(7, 5)))
    assert act(split, again).seats[1].score == 2 + 3


def test_A19_the_last_tile_stays_in_select_too() -> None:
    board = table(row(7, 7, "Ro"), layout=layout("select"))
    state = with_seat(position(board, "Rx", "Po", game="select"), 0, tokens=1)
    assert refused(state, Take(Cell(7, 7))) == {"last-tile": at(7, 7)}


@pytest.mark.parametrize("tokens", [0, 1, 12])
def test_A24_unused_tokens_score_nothing(tokens: int) -> None:
    board = table(row(7, 7, "Ro Rx"), layout=layout("select"))
    state = position(board, "Rd", "Po", game="select")
    for seat in (0, 1):
        state = with_seat(state, seat, tokens=tokens)
    over = place(state, row(9, 7, "Rd"))
    assert over.result == Result("went-out", (0,), (9, 0))


def test_S_STAR_1_a_token_is_won_with_the_tile_that_goes_out() -> None:
    board = table(row(7, 3, "Ro"), layout=layout("select"))
    state = position(board, "Go", "Po", game="select", stars_left=layout("select").stars)
    over = act(state, Place((Placed(6, 3, Tile("Go")),)))
    assert over.seats[0].tokens == 1
    assert over.result == Result("went-out", (0,), (8, 0))
