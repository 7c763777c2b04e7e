from __future__ import annotations

from collections import Counter

import pytest

from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.decide import decide
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.turns import Pass

from .table import Reversed, act, after, place, position, refused, row, table, tiles

REDS = table(row(0, 0, "Ro Rx"))
HAND = "Rd Rs Rb Go Bx Yc"
STUCK = "Gd Gs Bd Bs Yd Ys"  # nothing of it fits beside the red circle and the red cross
OTHER = "Po Px Pd Ps Pb Pc"


def test_Q_TURN_1_a_turn_is_one_act() -> None:
    state = position(REDS, HAND, OTHER, pile="Oo Ox Od Os")
    for turn in (Place(row(2, 0, "Rd")), Trade(tiles("Rd"))):
        then = act(state, turn)
        assert then.turn == 1
        assert refused(then, Place(row(-1, 0, "Rs")), seat=0) == {"not-your-turn": ()}


def test_Q_TURN_2_place_score_and_draw_up_to_six() -> None:
    state = position(REDS, HAND, OTHER, pile="Oo Ox Od Os")
    happened = decide(state, 0, Place(row(2, 0, "Rd Rs")), SeedDealer(0)).events
    assert [type(event) for event in happened] == [e.TilesPlaced, e.Drew, e.TurnBegan]
    then = place(state, row(2, 0, "Rd Rs"))
    assert then.seats[0].hand == tiles("Rb Go Bx Yc Oo Ox")
    assert then.seats[0].score == 4
    assert then.pile == tiles("Od Os")


def test_Q_TURN_2_a_short_bag_gives_what_it_has() -> None:
    then = place(position(REDS, HAND, OTHER, pile="Oo"), row(2, 0, "Rd Rs Rb"))
    assert then.seats[0].hand == tiles("Go Bx Yc Oo")
    assert then.pile == ()


def test_Q_TURN_2_at_least_one_tile() -> None:
    assert refused(position(REDS, HAND, OTHER), Place(())) == {"no-tiles": ()}


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("game", ["classic", "schmidt"])
def test_Q_TURN_3_trade_one_to_six_for_as_many(game: str, count: int) -> None:
    state = position(REDS, HAND, OTHER, pile="Oo Ox Od Os Ob Oc Yo", game=game)
    given = tiles(HAND)[:count]
    then = act(state, Trade(given))
    assert Counter(then.seats[0].hand) == Counter((*tiles(HAND)[count:], *state.pile[:count]))
    assert Counter(then.pile) == Counter((*state.pile[count:], *given))
    assert then.aside == ()
    assert then.seats[0].score == 0
    assert then.turn == 1
    assert then.board == state.board


def test_Q_TURN_3_the_tiles_go_back_only_after_drawing() -> None:
    """Who trades three with three in the bag gets exactly those three."""
    state = position(REDS, HAND, OTHER, pile="Oo Ox Od")
    happened = decide(state, 0, Trade(tiles("Rd Rs Rb")), SeedDealer(0)).events
    assert [type(event) for event in happened] == [e.PutAside, e.Drew, e.GivenBack, e.TurnBegan]
    then = act(state, Trade(tiles("Rd Rs Rb")))
    assert Counter(then.seats[0].hand) == Counter(tiles("Go Bx Yc Oo Ox Od"))
    assert Counter(then.pile) == Counter(tiles("Rd Rs Rb"))


def test_Q_TURN_3_between_drawing_and_giving_back_the_tiles_lie_aside() -> None:
    state = position(REDS, HAND, OTHER, pile="Oo Ox Od")
    happened = decide(state, 0, Trade(tiles("Rd Rs")), SeedDealer(0)).events
    assert after(state, happened[:2]).aside == tiles("Rd Rs")


def test_Q_TURN_3_trade_faults() -> None:
    state = position(REDS, HAND, OTHER, pile="Oo Ox Od Os Ob Oc Yo Yx")
    assert refused(state, Trade(())) == {"no-tiles": ()}
    assert refused(state, Trade(tiles("Pc"))) == {"not-in-hand": ()}
    assert refused(state, Trade(tiles("Rd Rd"))) == {"not-in-hand": ()}
    seven = Trade(tiles(HAND + " Rd"))
    assert refused(state, seven) == {"not-in-hand": (), "more-than-six": ()}


@pytest.mark.parametrize("game", ["classic", "colour-blind", "schmidt"])
def test_Q_TURN_4_A8_not_more_than_the_bag_holds(game: str) -> None:
    state = position(REDS, HAND, OTHER, pile="Oo Ox", game=game)
    assert refused(state, Trade(tiles("Rd Rs Rb"))) == {"bag-too-small": ()}
    assert act(state, Trade(tiles("Rd Rs"))).turn == 1
    empty = position(REDS, HAND, OTHER, game=game)
    assert refused(empty, Trade(tiles("Rd"))) == {"bag-too-small": ()}


def test_Q_TURN_5_returned_tiles_are_mixed_into_the_bag() -> None:
    state = position(REDS, HAND, OTHER, pile="Oo Ox Od Os")
    then = act(state, Trade(tiles("Rd Rs")), Reversed())
    assert then.pile == tuple(reversed(tiles("Od Os Rd Rs")))


def test_Q_TURN_5_mixing_reaches_every_place_of_the_bag() -> None:
    state = position(REDS, HAND, OTHER, pile="Oo Ox Od Os Ob")
    traded = Trade(tiles("Rd"))
    places = {act(state, traded, SeedDealer(seed)).pile.index(tiles("Rd")[0]) for seed in range(60)}
    assert places == {0, 1, 2, 3, 4}


def test_Q_TURN_5_A9_in_schmidt_they_go_under_the_pile_in_shuffled_order() -> None:
    state = position(REDS, HAND, OTHER, pile="Oo Ox Od Os", game="schmidt")
    then = act(state, Trade(tiles("Rd Rs")), Reversed())
    assert then.pile == tiles("Od Os Rs Rd")
    orders = {act(state, Trade(tiles("Rd Rs")), SeedDealer(seed)).pile for seed in range(20)}
    assert orders == {tiles("Od Os Rs Rd"), tiles("Od Os Rd Rs")}


@pytest.mark.parametrize("game", ["classic", "colour-blind", "schmidt"])
def test_Q_TURN_6_who_can_place_may_trade(game: str) -> None:
    state = position(REDS, HAND, OTHER, pile="Oo", game=game)
    assert place(state, row(2, 0, "Rd")).turn == 1
    assert act(state, Trade(tiles("Rd"))).turn == 1


@pytest.mark.parametrize("game", ["classic", "colour-blind", "schmidt"])
def test_Q_TURN_6_A8_who_cannot_place_trades_while_there_is_a_bag(game: str) -> None:
    state = position(REDS, STUCK, OTHER, pile="Oo", game=game)
    assert refused(state, Pass()) == {"can-trade": ()}
    assert act(state, Trade(tiles("Gd"))).turn == 1
