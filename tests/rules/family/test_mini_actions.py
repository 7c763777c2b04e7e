"""The mini-expansion: what an action tile does and what it may not do."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import PLACEMENT_GAMES, Action, edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.state import Result, State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.turns import Pass
from rules.table import Reversed, act, cells, column, place, position, refused, row, table, tiles

from .scene import AT_START, at, begun, told, with_pile, with_seat

ADA = "Ro Rx Rd Gs Bb Yc"  # a set of three
BEN = "Go Gx Rs Bb Pc Od"  # a set of two
TAKE, DRAW3 = Action.TAKE, Action.DRAW_THREE
STUCK = "Yd Ys Bd Bs"  # nothing of it fits beside red or green circles and crosses


def opened(*rest: str) -> State:
    """Both players have both action tiles; three reds lie on the table; Ben is to move."""
    return place(begun("mini", ADA, BEN, *rest, options=AT_START), row(0, 0, "Ro Rx Rd"))


def test_M_USE_1_one_action_tile_in_a_turn() -> None:
    drawn = act(opened(), DrawThree())
    assert refused(drawn, Take(Cell(0, 0))) == {"already-used": ()}
    assert refused(drawn, Place(row(3, 0, "Rs"), take=Cell(0, 0))) == {"already-used": ()}
    taken = act(opened(), Take(Cell(0, 0)))
    assert refused(taken, DrawThree()) == {"already-used": ()}


def test_M_USE_1_each_is_used_once() -> None:
    state = act(opened(), DrawThree())
    assert refused(state, DrawThree()) == {"no-token": (), "already-used": ()}
    state = act(act(state, Trade(tiles("Od"))), Trade(tiles("Yc")))
    assert (state.turn, state.seats[1].actions) == (1, (TAKE,))
    assert refused(state, DrawThree()) == {"no-token": ()}
    assert state.seats[0].actions == (TAKE, DRAW3)


def test_M_USE_1_the_second_one_in_the_next_own_turn() -> None:
    state = act(act(opened(), DrawThree()), Trade(tiles("Od")))
    state = act(state, Trade(tiles("Yc")))
    state = act(state, Take(Cell(2, 0)))
    assert state.seats[1].actions == ()
    assert refused(state, Take(Cell(0, 0))) == {"no-token": (), "already-used": ()}


def test_M_USE_1_only_in_the_own_turn_and_before_the_rest_of_it() -> None:
    state = opened()
    for turn in (DrawThree(), Take(Cell(0, 0))):
        assert refused(state, turn, seat=0) == {"not-your-turn": ()}
        assert refused(place(state, row(3, 0, "Rs")), turn, seat=1) == {"not-your-turn": ()}
        assert refused(act(state, Trade(tiles("Od"))), turn, seat=1) == {"not-your-turn": ()}


@pytest.mark.parametrize("first", [DrawThree(), Take(Cell(0, 0))], ids=["draw3", "take"])
def test_M_USE_2_then_a_normal_turn(first: DrawThree | Take) -> None:
    state = act(opened(), first)
    assert (state.turn, state.turns_played, state.seats[1].score) == (1, 1, 0)
    placed = place(state, row(3, 0, "Rs"))
    assert (placed.turn, placed.turns_played) == (0, 2)
    assert placed.seats[1].score == (4 if isinstance(first, DrawThree) else 3)
    traded = act(state, Trade(tiles("Od")))
    assert (traded.turn, traded.seats[1].score) == (0, 0)
    assert refused(state, Pass()) == {"can-place": (), "can-trade": ()}


def test_M_USE_2_take_and_place_in_one_object() -> None:
    happened = told(opened(), Place(row(3, 0, "Rs"), take=Cell(0, 0)))
    assert [type(event) for event in happened] == [e.Took, e.TilesPlaced, e.TurnBegan]


def test_M_USE_2_a_refused_placement_gives_the_tile_back() -> None:
    state = opened()
    wrong = Place(row(3, 0, "Go"), take=Cell(0, 0))
    assert refused(state, wrong) == {"line-mixed": (Cell(1, 0), Cell(2, 0), Cell(3, 0))}
    assert state.board[Cell(0, 0)] == tiles("Ro")[0]
    assert state.seats[1].actions == (TAKE, DRAW3)


@pytest.mark.parametrize(
    ("placed", "hand", "drawn"), [("Rs", 8, 0), ("Rs Rb", 7, 0), ("Rs Rb Rc", 6, 0)]
)
def test_M_DRAW3_1_six_or_more_in_hand_draw_nothing(placed: str, hand: int, drawn: int) -> None:
    state = act(opened("Yo Yx Yd Rb Rc Oc"), DrawThree())
    assert state.seats[1].hand == tiles(BEN + " Rb Rc Oc")
    turn = Place(row(3, 0, placed))
    assert not any(isinstance(event, e.Drew) for event in told(state, turn))
    after = act(state, turn)
    assert len(after.seats[1].hand) == hand
    assert len(after.pile) == len(state.pile) - drawn


def test_M_DRAW3_1_five_in_hand_draw_one() -> None:
    state = begun("mini", "Ro Rx Rd Rs Bb Yc", BEN, "Yo Yx Yd Oo", options=AT_START)
    state = place(act(state, DrawThree()), row(0, 0, "Ro Rx Rd Rs"))
    assert state.seats[0].hand == tiles("Bb Yc Yo Yx Yd Oo")


def test_M_DRAW3_1_the_hand_stays_large_until_tiles_are_placed() -> None:
    state = act(act(opened(), DrawThree()), Trade(tiles("Od Pc")))
    state = act(state, Trade(tiles("Yc")))
    assert (state.turn, len(state.seats[1].hand)) == (1, 9)


@pytest.mark.parametrize("left", ["Oo", "Oo Ox", "Oo Ox Ob"])
def test_A13_draw_what_is_there(left: str) -> None:
    state = act(with_pile(opened(), left), DrawThree())
    assert state.seats[1].hand == tiles(f"{BEN} {left}")
    assert state.pile == ()


def test_A13_not_on_an_empty_pile() -> None:
    state = with_pile(opened(), "")
    assert refused(state, DrawThree()) == {"bag-too-small": ()}
    used = act(state, Take(Cell(0, 0)))
    assert refused(used, DrawThree()) == {"already-used": (), "bag-too-small": ()}


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_A13_a_trade_with_nine_in_hand_is_one_for_one(count: int) -> None:
    state = act(opened(), DrawThree())
    hand = state.seats[1].hand
    assert len(hand) == 9
    then = act(state, Trade(hand[:count]))
    assert then.seats[1].hand == hand[count:] + state.pile[:count]
    assert refused(state, Trade(hand[:7])) == {"more-than-six": ()}


def test_M_TAKE_1_any_tile_to_the_own_rack() -> None:
    for cell, code in ((Cell(0, 0), "Ro"), (Cell(2, 0), "Rd")):
        state = act(opened(), Take(cell))
        assert state.seats[1].hand == tiles(f"{BEN} {code}")
        assert cell not in state.board
        assert len(state.board) == 2
        assert [seat.score for seat in state.seats] == [3, 0]


def test_M_TAKE_1_there_must_be_a_tile() -> None:
    assert refused(opened(), Take(Cell(3, 0))) == {"no-tile": at(3, 0)}
    assert refused(opened(), Take(Cell(99, -99))) == {"no-tile": at(99, -99)}


def test_M_TAKE_1_a_not_from_a_qwirkle() -> None:
    reds = "Ro Rx Rd Rs Rb Rc"
    state = place(begun("mini", reds, BEN, options=AT_START), row(0, 0, reds))
    for x in (0, 5):
        assert refused(state, Take(Cell(x, 0))) == {"in-qwirkle": at(x, 0)}
    for x in (1, 2, 3, 4):
        expected = {"in-qwirkle": at(x, 0), "disconnects": at(x, 0)}
        assert refused(state, Take(Cell(x, 0))) == expected


def test_M_TAKE_1_a_a_tile_beside_a_qwirkle_may_be_taken() -> None:
    reds = "Ro Rx Rd Rs Rb Rc"
    state = place(begun("mini", reds, BEN, options=AT_START), row(0, 0, reds))
    state = place(state, column(0, 1, "Go"))
    assert act(state, Take(Cell(0, 1))).seats[0].hand[-1] == tiles("Go")[0]
    assert refused(state, Take(Cell(0, 0))) == {
        "in-qwirkle": at(0, 0),
        "disconnects": at(0, 0),
    }


def test_M_TAKE_1_b_no_area_may_lose_contact() -> None:
    assert refused(opened(), Take(Cell(1, 0))) == {"disconnects": at(1, 0)}


def test_M_TAKE_1_b_who_is_held_by_another_way_round_does_not_lose_contact() -> None:
    """Reds and greens in two rows: without the middle red all still hang together."""
    state = opened("Yo Yx Yd")
    block = state.board.with_tiles(row(0, 1, "Go Gx Gd"))
    state = replace(state, board=block)
    for cell in sorted(block):
        assert act(state, Take(cell)).board.groups() == 1
    corner = replace(state, board=block.without(Cell(1, 1)))
    assert refused(corner, Take(Cell(0, 0))) == {"disconnects": at(0, 0)}
    assert act(corner, Take(Cell(0, 1))).turn == 1


def test_M_TAKE_1_c_not_back_to_the_same_spot_in_the_same_turn() -> None:
    state = act(opened(), Take(Cell(0, 0)))
    assert refused(state, Place(row(0, 0, "Ro"))) == {"back-to-same-spot": at(0, 0)}
    together = Place(row(0, 0, "Ro"), take=Cell(0, 0))
    assert refused(opened(), together) == {"back-to-same-spot": at(0, 0)}
    longer = row(-1, 0, "Rs Ro")
    assert refused(state, Place(longer)) == {"back-to-same-spot": at(0, 0)}
    elsewhere = place(state, row(3, 0, "Ro"))
    assert elsewhere.seats[1].score == 3


def test_M_TAKE_1_c_in_a_later_turn_it_may_go_there() -> None:
    state = act(act(opened(), Take(Cell(0, 0))), Trade(tiles("Od")))
    state = act(state, Trade(tiles("Yc")))
    assert place(state, row(0, 0, "Ro")).seats[1].score == 3


def test_M_TAKE_1_c_A12_an_identical_copy_is_the_same_tile() -> None:
    state = with_seat(opened(), 1, hand=tiles("Ro Go Gx Rs Bb Pc"))
    state = act(state, Take(Cell(0, 0)))
    assert Counter(state.seats[1].hand)[tiles("Ro")[0]] == 2
    assert refused(state, Place(row(0, 0, "Ro"))) == {"back-to-same-spot": at(0, 0)}


def test_A12_another_tile_may_go_to_the_spot() -> None:
    state = act(opened(), Take(Cell(0, 0)))
    assert place(state, row(0, 0, "Rs")).seats[1].score == 3
    assert place(state, row(-1, 0, "Ro Rs")).seats[1].score == 4


def test_A14_taking_and_then_trading_n_for_n() -> None:
    state = act(opened(), Take(Cell(0, 0)))
    then = act(state, Trade(tiles("Ro Od Pc")))
    assert then.seats[1].hand == tiles("Go Gx Rs Bb") + state.pile[:3]
    assert len(then.seats[1].hand) == 7


def stuck_after_taking(pile: str) -> State:
    """In a corner the red cross fits one cell only, the one it was taken from."""
    board = table(column(0, 0, "Ro Go"), row(1, 0, "Rx"), layout=Layout(16, 16))
    state = position(board, STUCK, "Pd Ps", game="mini", passes=1)
    return with_seat(with_pile(state, pile), 0, actions=(TAKE,))


def test_A14_taking_and_then_unable_to_place() -> None:
    state = act(stuck_after_taking("Oo"), Take(Cell(1, 0)))
    assert refused(state, Pass()) == {"can-trade": ()}
    assert act(state, Trade(tiles("Rx"))).seats[0].hand == tiles(STUCK + " Oo")
    empty = act(stuck_after_taking(""), Take(Cell(1, 0)))
    passed = act(empty, Pass())
    assert passed.seats[0].hand == tiles(STUCK + " Rx")
    assert (passed.turn, passed.result) == (1, None)


def test_A2_an_action_tile_breaks_the_round_of_passes() -> None:
    state = stuck_after_taking("")
    assert act(state, Pass()).result == Result("all-passed", (0, 1), (0, 0))
    state = act(act(state, Take(Cell(1, 0))), Pass())
    assert (state.passes, state.result) == (1, None)
    assert act(state, Pass()).result == Result("all-passed", (0, 1), (0, 0))


def test_A20_taking_from_the_middle_of_a_ring_scores_nothing_and_refilling_scores_again() -> None:
    block = table(row(0, 0, "Ro Rx Rd"), row(0, 1, "Go Gx Gd"))
    state = position(block, "Ox Yc", "Rx Pc", pile="Bb Ob", game="mini")
    state = with_seat(state, 0, actions=(TAKE,))
    taken = act(state, Take(Cell(1, 0)))
    assert [seat.score for seat in taken.seats] == [0, 0]
    traded = act(taken, Trade(tiles("Yc")))
    refilled = place(traded, row(1, 0, "Rx"))
    assert refilled.seats[1].score == 3 + 2


@pytest.mark.parametrize("actions", [(), (TAKE,), (TAKE, DRAW3)])
def test_M_END_1_unused_action_tiles_score_nothing(actions: tuple[Action, ...]) -> None:
    state = position(table(row(0, 0, "Ro Rx")), "Rd", "Po", game="mini")
    for seat in (0, 1):
        state = with_seat(state, seat, actions=actions)
    over = place(state, row(2, 0, "Rd"))
    assert over.result == Result("went-out", (0,), (9, 0))
    assert over.seats[1].actions == actions


def test_Q_TURN_5_A9_returned_tiles_go_under_the_pile() -> None:
    state = with_pile(opened(), "Oo Ox !take Ob Oc")
    then = act(state, Trade(tiles("Od Pc Bb")), Reversed())
    assert then.seats[1].hand == tiles("Go Gx Rs Oo Ox Ob")
    assert then.pile == tiles("Oc Bb Pc Od")


@pytest.mark.parametrize("game", PLACEMENT_GAMES)
def test_Q_COMP_3_stacks_keep_their_order_and_a_bag_does_not(game: str) -> None:
    stacks = game in {"schmidt", "mini"}
    board = table(row(0, 0, "Ro Rx"), layout=edition(game).layout)
    state = position(board, "Gd Gs", "Pd", pile="Oo Ob Oc", game=game)
    then = act(state, Trade(tiles("Gd")), Reversed())
    assert then.pile == tiles("Ob Oc Gd" if stacks else "Gd Oc Ob")


@pytest.mark.parametrize("game", ["schmidt", "mini"])
def test_Q_TURN_6_who_cannot_place_must_trade(game: str) -> None:
    board = table(row(0, 0, "Ro Rx"))
    state = position(board, STUCK, "Pd", pile="Oo", game=game)
    assert refused(state, Pass()) == {"can-trade": ()}
    anywhere = row(2, 0, "Yd")
    assert refused(state, Place(anywhere)) == {"line-mixed": cells(row(0, 0, "Ro Rx Yd"))}
    assert act(state, Trade(tiles("Yd"))).turn == 1


def test_Q_TURN_6_must_trade_after_an_action_tile_too() -> None:
    state = position(table(row(0, 0, "Ro Rx")), STUCK, "Pd", pile="Pb Oc", game="mini")
    state = act(with_seat(state, 0, actions=(DRAW3,)), DrawThree())
    assert refused(with_pile(state, "Pb"), Pass()) == {"can-trade": ()}
    assert act(state, Pass()).turn == 1
