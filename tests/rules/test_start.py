from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest

from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.decide import begin
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.sets import largest_set_size, sets_in
from qwirkle.rules.turns import Pass

from .table import (
    NAMES,
    Reversed,
    Stacked,
    T,
    act,
    cells,
    column,
    dealt,
    place,
    refused,
    row,
    tiles,
)

REDS = "Ro Rx Rd Gs Bb Yc"  # a set of three
PAIR = "Go Gx Ys Bb Pc Od"  # a set of two
CROSSES = "Gx Bx Px Ro Ys Bd"  # a set of three, by shape; the blues are two


@pytest.mark.parametrize("players", [2, 3, 4])
def test_Q_START_1_six_tiles_each_from_the_top_of_the_bag(players: int) -> None:
    dealer = Stacked()
    state = begin(edition("classic"), NAMES[:players], dealer).state
    for number, seat in enumerate(state.seats):
        assert seat.hand == dealer.bag[6 * number : 6 * number + 6]
    assert state.pile == dealer.bag[6 * players :]


def test_Q_START_1_hands_are_hidden() -> None:
    drawn = [
        event
        for event in begin(edition("classic"), NAMES[:2], Stacked(REDS, PAIR)).events
        if isinstance(event, e.Drew)
    ]
    assert [event.seen_by(0) for event in drawn] == [drawn[0], e.Drew(1, 6, None)]
    assert [event.seen_by(None) for event in drawn] == [e.Drew(0, 6, None), e.Drew(1, 6, None)]


@pytest.mark.parametrize(
    ("hand", "size"),
    [
        ("Ro Rx Rd Rs Rb Rc", 6),
        ("Ro Oo Yo Go Bo Po", 6),
        ("Ro Ro Ro Go Go Bs", 2),  # copies count once
        ("Ro Ro Ro Rx Rx Rx", 2),
        ("Ro Rx Gx Gd Bd Bs", 2),  # a chain of pairs is no set
        ("Ro Ox Yd Gs Bb Pc", 1),
        ("Ro Ro", 1),
        ("", 0),
    ],
)
def test_Q_START_2_a_set_shares_an_attribute_and_has_no_copies(hand: str, size: int) -> None:
    assert largest_set_size(tiles(hand)) == size


def test_Q_START_2_the_sets_of_a_hand() -> None:
    assert sets_in(tiles("Gx Ro Rx Ro Bd")) == (tiles("Ro Rx"), tiles("Rx Gx"), tiles("Bd"))


def test_Q_START_2_copies_do_not_make_a_starter() -> None:
    """A hand with many copies looks larger than it is."""
    state = dealt("classic", "Ro Ro Ro Rx Rx Rx", "Go Gx Gd Bs Yb Pc", ages=(90, 9))
    assert state.turn == 1


def test_Q_START_2_everybody_hears_the_sizes() -> None:
    found = begin(edition("classic"), NAMES[:3], Stacked(REDS, PAIR, "Ro Ox Yd Gs Bb Pc")).events[
        -2
    ]
    assert found == e.StarterFound((3, 2, 1), 0, 3)
    assert found.seen_by(None) == found


@pytest.mark.parametrize("game", ["classic", "colour-blind", "schmidt"])
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_Q_START_3_the_largest_set_starts_whatever_the_ages(game: str, starter: int) -> None:
    hands = ["Go Gx Ys Bb Pc Od", "Po Px Os Yb Rc Gd", "Yo Yx Bs Gb Oc Pd"]
    hands[starter] = REDS
    for ages in permutations((10, 40, 70)):
        assert dealt(game, *hands, ages=ages).turn == starter


@pytest.mark.parametrize(("game", "starter"), [("classic", 2), ("colour-blind", 2), ("schmidt", 1)])
def test_Q_START_3_a_tie_goes_to_the_oldest_or_in_schmidt_to_the_youngest(
    game: str, starter: int
) -> None:
    # Seat 0 is the oldest of all and seat 3 the youngest, but neither is tied.
    pairs = "Yo Yx Bs Gb Oc Pd", "Bo Bx Rs Yb Pc Gd"
    state = dealt(game, pairs[0], REDS, CROSSES, pairs[1], ages=(80, 30, 50, 5))
    assert state.turn == starter


@pytest.mark.parametrize("game", ["classic", "schmidt"])
@pytest.mark.parametrize("ages", [None, (30, 30, 30), (5, 30, 30)])
def test_A27_same_or_unknown_ages_are_settled_by_lot(
    game: str, ages: tuple[int, ...] | None
) -> None:
    """The lot is drawn among the tied seats and nobody else."""
    dealer = Stacked(PAIR, REDS, CROSSES)
    begin(edition(game), NAMES[:3], dealer, ages)
    assert dealer.asked[-1] == ("starter", (1, 2))


def test_A27_the_lot_is_fair() -> None:
    class Lot(Stacked):
        def __init__(self, seed: int) -> None:
            super().__init__(PAIR, REDS, CROSSES)
            self.lot = SeedDealer(seed)

        def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
            return (
                super().shuffled(things, label)
                if label == "bag"
                else self.lot.shuffled(things, label)
            )

    starters = Counter(
        begin(edition("classic"), NAMES[:3], Lot(seed)).state.turn for seed in range(400)
    )
    assert set(starters) == {1, 2}
    assert 150 < starters[1] < 250


def test_Q_START_3_a_known_age_leaves_nothing_to_the_lot() -> None:
    dealer = Stacked(PAIR, REDS, CROSSES)
    begin(edition("classic"), NAMES[:3], dealer, (99, 30, 31))
    assert dealer.asked[-1] == ("starter", (2,))


@pytest.mark.parametrize("game", ["classic", "colour-blind", "schmidt"])
def test_Q_START_4_the_opening_places_the_whole_set(game: str) -> None:
    state = dealt(game, REDS, PAIR)
    assert state.opening_tiles == 3
    for short in (row(0, 0, "Ro Rx"), row(0, 0, "Rd")):
        assert refused(state, Place(short)) == {"opening-not-largest-set": cells(short)}
    assert place(state, row(0, 0, "Ro Rx Rd")).seats[0].score == 3


def test_Q_START_4_three_tiles_that_are_no_set_do_not_open() -> None:
    state = dealt("classic", REDS, PAIR)
    mixed = row(0, 0, "Ro Rx Gs")
    reasons = refused(state, Place(mixed))
    assert reasons == {"played-mixed": cells(mixed), "line-mixed": cells(mixed)}


def test_Q_START_4_only_the_first_turn_is_bound() -> None:
    state = place(dealt("classic", REDS, "Go Gx Gd Bs Yb Rc"), row(0, 0, "Ro Rx Rd"))
    assert state.opening_tiles == 0
    assert place(state, row(3, 0, "Rc")).seats[1].score == 4


def test_A4_two_equally_large_sets_are_the_players_choice() -> None:
    state = dealt("classic", "Ro Rx Rd Gx Bx Ys", "Go Gd Ps Bb Yc Od")
    assert place(state, row(0, 0, "Ro Rx Rd")).seats[0].score == 3
    assert place(state, row(0, 0, "Gx Rx Bx")).seats[0].score == 3


@pytest.mark.parametrize("order", [" ".join(order) for order in permutations(["Ro", "Rx", "Rd"])])
def test_A4_order_direction_and_place_are_free(order: str) -> None:
    state = dealt("classic", REDS, PAIR)
    assert place(state, row(-40, 1000, order)).seats[0].score == 3
    assert place(state, column(7, -7, order)).seats[0].score == 3


def test_A4_the_set_lies_in_one_unbroken_line() -> None:
    state = dealt("classic", REDS, PAIR)
    apart = row(0, 0, "Ro Rx . Rd")
    assert refused(state, Place(apart)) == {"gap": cells(apart)}
    bent = (*row(0, 0, "Ro Rx"), *row(1, 1, "Rd"))
    assert refused(state, Place(bent)) == {"not-one-line": cells(bent)}


def test_A4_no_trade_on_the_opening_turn() -> None:
    state = dealt("classic", REDS, PAIR)
    assert refused(state, Trade(tiles("Gs"))) == {"opening-must-place": ()}


def test_A4_no_pass_on_the_opening_turn() -> None:
    assert refused(dealt("classic", REDS, PAIR), Pass()) == {"can-place": ()}


def test_A7_an_opening_of_one_tile_scores_one_point() -> None:
    lonely = "Ro Ox Yd Gs Bb Pc"
    state = dealt("classic", lonely, lonely, ages=(9, 8))
    assert state.opening_tiles == 1
    happened = act(state, Place(row(0, 0, "Bb")))
    assert happened.seats[0].score == 1
    assert happened.last is not None
    assert [(line.points, line.qwirkle) for line in happened.last.lines] == [(1, False)]


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_Q_START_5_then_clockwise(starter: int) -> None:
    hands = ["Go Gx Ys Bb Pc Od", "Po Px Os Yb Rc Gd", "Yo Yx Bs Gb Oc Pd"]
    hands[starter] = REDS
    state = place(dealt("classic", *hands), row(0, 0, "Ro Rx Rd"))
    order = []
    for _ in range(4):
        assert state.turn is not None
        order.append(state.turn)
        state = act(state, Trade(state.seats[state.turn].hand[:1]), Reversed())
    assert order == [(starter + step) % 3 for step in (1, 2, 3, 4)]
