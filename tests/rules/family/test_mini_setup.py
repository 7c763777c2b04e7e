"""The mini-expansion: special tiles, action tiles and the two variants."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.decide import begin
from qwirkle.rules.placement.state import Special
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.placement.view import view
from qwirkle.rules.tiles import BOX
from rules.table import NAMES, act, cells, place, refused, row, tiles

from .scene import AT_START, Chosen, at, begun, pieces, start, told, with_pile

ADA = "Ro Rx Rd Gs Bb Yc"  # a set of three
BEN = "Go Gx Ys Bb Pc Od"  # a set of two
TAKE, DRAW3 = Action.TAKE, Action.DRAW_THREE
BOTH = (TAKE, DRAW3)


def test_M_SETUP_1_two_special_tiles_among_the_108() -> None:
    dealer = Chosen("")
    happened = begin(edition("mini"), NAMES[:2], dealer).events
    specials = [Special(TAKE), Special(DRAW3)]
    assert Counter(dealer.asked["bag"]) == Counter([*BOX, *specials])
    filled = happened[1]
    assert isinstance(filled, e.BagFilled)
    assert filled.count == 110
    assert filled.seen_by(0) == e.BagFilled(110, None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_M_SETUP_1_an_action_tile_of_each_kind_for_every_player(seats: int) -> None:
    state = begun("mini", "!draw3 !take", ADA, seats=seats)
    assert Counter(action for seat in state.seats for action in seat.actions) == {
        TAKE: seats,
        DRAW3: seats,
    }
    assert len(state.pile) == 108 - 6 * seats


def test_M_SETUP_1_nobody_has_an_action_tile_before_one_is_drawn() -> None:
    state = begun("mini", ADA, BEN)
    assert [seat.actions for seat in state.seats] == [(), ()]
    assert refused(state, DrawThree()) == {"no-token": ()}


def test_M_DRAW_1_shown_boxed_replaced_and_everybody_takes_the_action_tile() -> None:
    state = begun("mini", ADA, BEN, "Yx !take Yo Yd Ob")
    opening = Place(row(0, 0, "Ro Rx Rd"))
    assert told(state, opening)[1:] == (
        e.Drew(0, 1, tiles("Yx")),
        e.SpecialShown(0, TAKE),
        e.Drew(0, 2, tiles("Yo Yd")),
        e.TurnBegan(1),
    )
    state = act(state, opening)
    assert state.seats[0].hand == tiles("Gs Bb Yc Yx Yo Yd")
    assert [seat.actions for seat in state.seats] == [(TAKE,), (TAKE,)]
    assert state.box == (Special(TAKE),)
    assert state.pile[0] == tiles("Ob")[0]


def test_M_DRAW_1_two_special_tiles_one_after_the_other() -> None:
    state = act(begun("mini", ADA, BEN, "!draw3 !take Yo Yd Yx"), Place(row(0, 0, "Ro Rx Rd")))
    assert state.seats[0].hand == tiles("Gs Bb Yc Yo Yd Yx")
    assert [seat.actions for seat in state.seats] == [(DRAW3, TAKE)] * 2
    assert state.box == (Special(DRAW3), Special(TAKE))


def test_M_DRAW_1_everybody_sees_it() -> None:
    shown = e.SpecialShown(0, TAKE)
    assert shown.seen_by(1) == shown.seen_by(None) == shown
    state = begun("mini", "!take", ADA, BEN)
    for seat in (0, 1, None):
        assert [player.actions for player in view(state, seat).players] == [(TAKE,), (TAKE,)]


@pytest.mark.parametrize("drawn_by", [0, 1, 2])
def test_A10_in_the_first_deal(drawn_by: int) -> None:
    hands = [ADA, BEN, "Yo Yx Bs Gb Oc Pd"]
    hands[drawn_by] = "!draw3 " + hands[drawn_by]
    happened = start("mini", *hands, seats=3)
    assert e.SpecialShown(drawn_by, DRAW3) in happened
    state = begun("mini", *hands, seats=3)
    assert [seat.actions for seat in state.seats] == [(DRAW3,)] * 3
    assert [len(seat.hand) for seat in state.seats] == [6, 6, 6]
    assert state.turn == 0


def test_A10_as_the_seventh_piece_it_waits_for_the_next_draw() -> None:
    happened = start("mini", ADA, "!take", BEN)
    assert e.SpecialShown(1, TAKE) in happened


def test_A10_in_a_trade() -> None:
    state = place(begun("mini", ADA, BEN, "Yo Yx Yd !take Ob Pb Os"), row(0, 0, "Ro Rx Rd"))
    happened = told(state, Trade(tiles("Ys Bb")))
    assert happened[:3] == (
        e.PutAside(1, 2, tiles("Ys Bb")),
        e.SpecialShown(1, TAKE),
        e.Drew(1, 2, tiles("Ob Pb")),
    )
    state = act(state, Trade(tiles("Ys Bb")))
    assert state.seats[1].hand == tiles("Go Gx Pc Od Ob Pb")
    assert [seat.actions for seat in state.seats] == [(TAKE,), (TAKE,)]


def test_A10_in_a_draw_of_three() -> None:
    state = begun("mini", "!draw3", ADA, BEN, "Yo !take Yx Yd")
    assert told(state, DrawThree()) == (
        e.DrewThree(0),
        e.Drew(0, 1, tiles("Yo")),
        e.SpecialShown(0, TAKE),
        e.Drew(0, 2, tiles("Yx Yd")),
    )
    state = act(state, DrawThree())
    assert len(state.seats[0].hand) == 9
    assert [seat.actions for seat in state.seats] == [(TAKE,), (DRAW3, TAKE)]


def test_A10_A8_a_special_tile_counts_as_one_of_the_tiles_in_the_pile() -> None:
    state = place(begun("mini", ADA, BEN), row(0, 0, "Ro Rx Rd"))
    state = with_pile(state, "Oo !take")
    assert view(state, 1).bag == 2
    assert refused(state, Trade(tiles("Go Gx Ys"))) == {"bag-too-small": ()}
    traded = act(state, Trade(tiles("Go Gx")))
    assert traded.seats[1].hand == tiles("Ys Bb Pc Od Oo")
    assert Counter(traded.pile) == Counter(tiles("Go Gx"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_A11_the_last_tile_is_special_no_replacement(players: int) -> None:
    state = with_pile(begun("mini", ADA, seats=players), "Oo !take")
    state = place(state, row(0, 0, "Ro Rx Rd"))
    assert state.seats[0].hand == tiles("Gs Bb Yc Oo")
    assert state.pile == ()
    assert [seat.actions for seat in state.seats] == [(TAKE,)] * players


def test_A11_a_trade_for_the_special_tile_leaves_the_hand_short() -> None:
    state = place(begun("mini", ADA, BEN), row(0, 0, "Ro Rx Rd"))
    state = act(with_pile(state, "!draw3"), Trade(tiles("Go")))
    assert state.seats[1].hand == tiles("Gx Ys Bb Pc Od")
    assert state.pile == tiles("Go")
    assert [seat.actions for seat in state.seats] == [(DRAW3,), (DRAW3,)]


def test_A11_an_empty_hand_that_draws_only_the_special_tile_goes_out() -> None:
    state = with_pile(begun("mini", "Ro Rx Rd Rs Rb Rc", BEN), "!take")
    happened = told(state, Place(row(0, 0, "Ro Rx Rd Rs Rb Rc")))
    assert happened[1:3] == (e.SpecialShown(0, TAKE), e.WentOut(0, 6))
    assert happened[3] == e.GameEnded("went-out", (0,), (18, 0))


@pytest.mark.parametrize(
    ("kinds", "actions"), [(["take"], (TAKE,)), (["draw3"], (DRAW3,)), ([], ())]
)
def test_M_VAR_1_one_or_both_kinds_are_left_out(
    kinds: list[str], actions: tuple[Action, ...]
) -> None:
    dealer = Chosen("")
    begin(edition("mini", {"kinds": kinds}), NAMES[:2], dealer)
    assert Counter(dealer.asked["bag"]) == Counter([*BOX, *map(Special, actions)])
    state = begun("mini", *(f"!{kind}" for kind in kinds), ADA, BEN, options={"kinds": kinds})
    assert [seat.actions for seat in state.seats] == [actions, actions]
    if DRAW3 not in actions:
        assert refused(state, DrawThree()) == {"no-token": ()}
    if TAKE not in actions:
        state = place(state, row(0, 0, "Ro Rx Rd"))
        assert refused(state, Take(*at(0, 0))) == {"no-token": ()}


def test_M_VAR_1_M_VAR_2_both_variants_together() -> None:
    state = begun("mini", ADA, BEN, options={"kinds": ["take"], "handed-out": "at-start"})
    assert [seat.actions for seat in state.seats] == [(TAKE,), (TAKE,)]
    assert len(state.pile) == 96


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_M_VAR_2_both_action_tiles_at_the_start(seats: int) -> None:
    dealer = Chosen(ADA)
    happened = begin(edition("mini", AT_START), NAMES[:seats], dealer).events
    assert dealer.asked["bag"] == BOX
    assert e.ActionsHandedOut(BOTH) in happened
    state = begun("mini", ADA, seats=seats, options=AT_START)
    assert [seat.actions for seat in state.seats] == [BOTH] * seats
    assert state.box == ()


def test_M_VAR_2_usable_from_the_first_turn() -> None:
    state = act(begun("mini", ADA, BEN, "Yo Yx Yd", options=AT_START), DrawThree())
    assert (state.turn, state.seats[0].actions) == (0, (TAKE,))
    assert state.seats[0].hand == tiles(ADA + " Yo Yx Yd")
    state = place(state, row(0, 0, "Ro Rx Rd"))
    state = act(state, Take(*at(0, 0)))
    assert (state.turn, state.seats[1].actions) == (1, (DRAW3,))


def test_A25_after_drawing_three_the_declared_set_still_counts() -> None:
    state = act(begun("mini", ADA, BEN, "Rs Yx Yd", options=AT_START), DrawThree())
    assert state.opening_tiles == 3
    short = row(0, 0, "Ro Rx")
    assert refused(state, Place(short)) == {"opening-not-largest-set": cells(short)}
    assert refused(state, Trade(tiles("Yd"))) == {"opening-must-place": ()}
    assert place(state, row(0, 0, "Ro Rx Rd")).seats[0].score == 3
    assert place(state, row(0, 0, "Ro Rx Rd Rs")).seats[0].score == 4


def test_A25_nothing_can_be_taken_from_an_empty_table() -> None:
    state = begun("mini", ADA, BEN, options=AT_START)
    assert refused(state, Take(*at(0, 0))) == {"no-tile": at(0, 0)}
    together = Place(row(0, 0, "Ro Rx Rd"), take=at(0, 0)[0])
    assert refused(state, together) == {"no-tile": at(0, 0)}


def test_A19_the_last_tile_on_the_table_stays() -> None:
    lonely = "Ro Ox Yd Gs Bb Pc"
    state = begun("mini", lonely, lonely, ages=(8, 9), options=AT_START)
    state = place(state, row(0, 0, "Bb"))
    assert refused(state, Take(*at(0, 0))) == {"last-tile": at(0, 0)}
    two = replace(state, board=state.board.with_tiles(row(1, 0, "Bc")))
    assert act(two, Take(*at(0, 0))).seats[1].hand == tiles(lonely + " Bb")


def test_the_dealer_of_these_tests_deals_what_it_is_told() -> None:
    state = begun("mini", "Ro ? !take ?", BEN)
    assert state.seats[0].hand[:3] == tiles("Ro Pc Pc")
    assert pieces("Ro !draw3") == (*tiles("Ro"), Special(DRAW3))
