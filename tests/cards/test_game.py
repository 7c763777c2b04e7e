"""The course of a card game: deal, start, draw, exchange, last round, end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

import pytest
from msgspec.structs import replace

from cards.table import Stacked, after, cards, random_turn, sets
from qwirkle.errors import EditionError, IllegalTurn
from qwirkle.rules.cards import events as e
from qwirkle.rules.cards.decide import begin, decide
from qwirkle.rules.cards.evolve import evolve, fold
from qwirkle.rules.cards.state import Seat as CardsSeat
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.cards.turns import CardSet, Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

T = TypeVar("T")

# No set of three in it, and nothing that fits a red set of circle, cross, diamond.
DEAD = cards("Gs Bs Yb Pb Oc Gc Yo Po Bx")
THREE = cards("Ro Rx Rd Gs Bs Yb Pb Oc Yo")
FOUR = cards("Go Gx Gd Gs Ro Bx Yd Pc Oc")


def state_of(
    hands: list[tuple[Tile, ...]],
    table: tuple[CardSet, ...] = (),
    deck: tuple[Tile, ...] = (),
    **more: object,
) -> CardsState:
    seats = tuple(CardsSeat(f"P{which}", hand) for which, hand in enumerate(hands))
    state = CardsState(cards_edition(), seats, table=table, deck=deck, seq=1)
    state = evolve(state, e.TurnBegan(0))
    return replace(state, **more) if more else state


def refused(state: CardsState, turn: CardTurn, seat: int = 0) -> tuple[str, ...]:
    with pytest.raises(IllegalTurn) as refusal:
        decide(state, seat, turn, SeedDealer(0))
    return refusal.value.reasons


def test_C_SETUP_1_nine_cards_each_the_rest_is_the_deck() -> None:
    for players in (2, 3, 4):
        state = begin(cards_edition(), ["A", "B", "C", "D"][:players], SeedDealer(1)).state
        assert [len(seat.hand) for seat in state.seats] == [9] * players
        assert len(state.deck) == 108 - 9 * players
        assert state.table == ()


@pytest.mark.parametrize("players", [1, 5])
def test_Q_COMP_2_two_to_four_players(players: int) -> None:
    with pytest.raises(EditionError):
        begin(cards_edition(), ["A"] * players, SeedDealer(1))


def test_C_START_1_the_largest_set_starts() -> None:
    dealt = begin(cards_edition(), ["A", "B"], Stacked((*THREE, *FOUR))).events
    found = next(event for event in dealt if isinstance(event, e.StarterFound))
    assert (found.sets, found.seat, found.opening_cards) == ((3, 4), 1, 0)
    assert fold(dealt).turn == 1


def test_C_START_1_the_starter_need_not_play_the_largest_set() -> None:
    hand = cards("Go Gx Gd Gs Gb Ro Rx Rd Yo")
    state = begin(cards_edition(), ["A", "B"], Stacked((*hand, *THREE))).state
    assert state.turn == 0
    assert after(state, Play(sets("Ro Rx Rd"))).table == sets("Ro Rx Rd")


@pytest.mark.parametrize(("tie", "starter"), [("oldest", 0), ("youngest", 1)])
def test_C_START_1_A16_a_tie_goes_by_age(tie: str, starter: int) -> None:
    hands = (*THREE, *cards("Bo Bx Bd Gs Rs Yb Pb Oc Yo"))
    dealt = begin(cards_edition({"tie": tie}), ["A", "B"], Stacked(hands), ages=[40, 8]).events
    assert fold(dealt).turn == starter


def test_A27_equal_or_unknown_ages_are_settled_by_lot() -> None:
    class Last(Stacked):
        def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
            order = super().shuffled(things, label)
            return order[::-1] if label == "starter" else order

    hands = (*THREE, *cards("Bo Bx Bd Gs Rs Yb Pb Oc Yo"))
    for ages in (None, [8, 8]):
        assert begin(cards_edition(), ["A", "B"], Stacked(hands), ages).state.turn == 0
        assert begin(cards_edition(), ["A", "B"], Last(hands), ages).state.turn == 1


def test_C_START_1_without_a_set_of_three_the_cards_are_dealt_again() -> None:
    other = cards("Rs Ys Gb Bb Rc Pc Oo Bo Ox")
    dealer = Stacked((*DEAD, *other), (*DEAD, *other), (*THREE, *FOUR))
    dealt = begin(cards_edition(), ["A", "B"], dealer).events
    assert [event.sets for event in dealt if isinstance(event, e.NobodyCouldStart)] == [(2, 2)] * 2
    assert sum(isinstance(event, e.DeckShuffled) for event in dealt) == 3
    assert fold(dealt).seats[0].hand == THREE
    assert dealer.labels == ["deck", "deck 2", "deck 3", "starter"]


def test_a_dealer_who_never_deals_a_set_is_noticed() -> None:
    other = cards("Rs Ys Gb Bb Rc Pc Oo Bo Ox")
    with pytest.raises(ValueError, match="dealer"):
        begin(cards_edition(), ["A", "B"], Stacked(*[(*DEAD, *other)] * 1000))


def test_A16_german_opening() -> None:
    edition = cards_edition({"opening": True})
    state = begin(edition, ["A", "B"], Stacked((*FOUR, *THREE))).state
    assert state.opening_cards == 4
    assert refused(state, Play(sets("Go Gx Gd"))) == ("opening-not-largest-set",)
    opened = after(state, Play(sets("Go Gx Gd Gs")))
    assert opened.opening_cards == 0


def test_C_QW_1_six_are_removed_and_kept_by_the_player_open_to_all() -> None:
    state = state_of([cards("Rs Rb Rc Go"), DEAD], sets("Ro Rx Rd / Bo Bx Bd"), deck=cards("Yx"))
    done = after(state, Play(sets("Rc Ro Rx Rd Rs Rb / Bo Bx Bd")))
    assert done.table == sets("Bo Bx Bd")
    assert done.seats[0].qwirkles == sets("Ro Rx Rd Rs Rb Rc")
    assert done.last is not None
    assert done.last.qwirkles == sets("Ro Rx Rd Rs Rb Rc")


def test_C_QW_1_two_equal_qwirkles_are_both_taken() -> None:
    table = sets("Ro Rx Rd Rs Rb / Ro Rx Rd Rs Rb")
    state = state_of([cards("Rc Rc Go"), DEAD], table, deck=cards("Yx Yx"))
    done = after(state, Play(sets("Ro Rx Rd Rs Rb Rc / Ro Rx Rd Rs Rb Rc")))
    assert done.table == ()
    assert len(done.seats[0].qwirkles) == 2


def test_C_DRAW_1_up_to_nine() -> None:
    deck = cards("Yo Yx Yd Ys Yb Yc")
    state = state_of([cards("Ro Rx Rd Gs Bs Yb Pb Oc Yo"), DEAD], deck=deck)
    done = after(state, Play(sets("Ro Rx Rd")))
    assert done.seats[0].hand == cards("Gs Bs Yb Pb Oc Yo Yo Yx Yd")
    assert done.deck == cards("Ys Yb Yc")
    assert done.last is not None
    assert done.last.drew == 3


def test_C_END_1_the_drawer_of_the_last_card_has_the_last_turn_and_nobody_draws() -> None:
    hands = [
        cards("Ro Rx Rd Rs Gs Bs Yb Pb Oc"),
        cards("Go Gx Gd Gb Bs Yb Pb Oc Yo"),
        cards("Bo Bx Bd Bb Gs Yb Pb Oc Yo"),
    ]
    state = state_of(hands, deck=cards("Yx Yd Ys"))
    state = after(state, Play(sets("Ro Rx Rd")))
    assert (state.turn, state.turns_left, state.deck) == (1, 3, ())
    state = after(state, Play(sets("Ro Rx Rd / Go Gx Gd")))
    assert len(state.seats[1].hand) == 6
    assert state.turns_left == 2
    state = after(state, Play(sets("Ro Rx Rd / Go Gx Gd / Bo Bx Bd")))
    assert (state.turn, state.turns_left) == (0, 1)
    state = after(state, Play(sets("Ro Rx Rd Rs / Go Gx Gd / Bo Bx Bd")))
    assert state.result is not None
    assert state.result.ending == "last-round"
    assert state.turn is None
    assert refused(state, Pass()) == ("game-over",)


def test_C_END_1_a_deck_that_runs_short_still_begins_the_last_round() -> None:
    state = state_of([THREE, DEAD], deck=cards("Yx"))
    happened = decide(state, 0, Play(sets("Ro Rx Rd")), SeedDealer(0)).events
    began = [event for event in happened if isinstance(event, e.LastRoundBegan)]
    assert began == [e.LastRoundBegan(0, 2)]


def test_C_WIN_1_the_most_qwirkles_win_and_a_tie_is_shared() -> None:
    red, blue = sets("Ro Rx Rd Rs Rb Rc")[0], sets("Bo Bx Bd Bs Bb Bc")[0]
    for first, second, winners in (((red,), (), (0,)), ((red,), (blue,), (0, 1))):
        state = state_of([cards("Yx"), cards("Gs")], sets("Yo Yd Ys"), turns_left=1)
        seats = (
            replace(state.seats[0], qwirkles=first),
            replace(state.seats[1], qwirkles=second),
        )
        done = after(replace(state, seats=seats), Play(sets("Yo Yd Ys Yx")))
        assert done.result is not None
        assert done.result.winners == winners


def test_A15_exchange_when_no_card_can_be_played() -> None:
    deck = cards("Oo Ox Od Ob")
    state = state_of([DEAD, THREE], sets("Ro Rx Rd"), deck=deck)
    happened = decide(state, 0, Exchange(), SeedDealer(4)).events
    assert [type(event) for event in happened] == [e.HandReturned, e.Drew, e.TurnBegan]
    done = fold_on(state, happened)
    assert (len(done.seats[0].hand), len(done.deck), done.turn) == (9, 4, 1)
    assert sorted((*done.seats[0].hand, *done.deck)) == sorted((*DEAD, *deck))
    assert done.last is not None
    assert done.last.exchanged


def test_A15_the_exchange_does_not_begin_the_last_round() -> None:
    state = state_of([DEAD, THREE], sets("Ro Rx Rd"), deck=cards("Oo"))
    done = after(state, Exchange())
    assert (done.turns_left, len(done.deck)) == (None, 1)


def test_A15_a_player_who_can_play_may_neither_exchange_nor_pass() -> None:
    state = state_of([cards("Rs Gs Bs"), DEAD], sets("Ro Rx Rd"), deck=cards("Oo"))
    assert refused(state, Exchange()) == ("can-place",)
    assert refused(state, Pass()) == ("can-place", "can-trade")


def test_A15_a_play_that_needs_switching_counts_as_a_play() -> None:
    """Neither square fits a set, but the blue square can come to them."""
    state = state_of([cards("Gs Rs"), DEAD], sets("Bs Bo Bx Bb / Rd Od Pd"), deck=cards("Oo"))
    assert refused(state, Exchange()) == ("can-place",)


def test_A15_pass_only_with_an_empty_deck() -> None:
    state = state_of([DEAD, THREE], sets("Ro Rx Rd"), deck=cards("Oo"))
    assert refused(state, Pass()) == ("can-trade",)
    state = state_of([DEAD, THREE], sets("Ro Rx Rd"), turns_left=2)
    assert refused(state, Exchange()) == ("bag-too-small",)
    assert after(state, Pass()).turn == 1


def test_A15_two_full_rounds_without_a_card_played_end_the_game() -> None:
    other = cards("Bs Ys Ob Gb Gc Pc Oo Bo Yx")

    class Same:
        """A dealer who gives everybody the same hand again."""

        def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:  # noqa: ARG002
            return (*things[1:], things[0])

    state = state_of([DEAD, other], sets("Ro Rx Rd"), deck=cards("Oc"))
    for turn in range(4):
        assert state.turn == turn % 2
        state = after(state, Exchange(), Same())
    assert state.result is not None
    assert (state.result.ending, state.result.winners) == ("no-progress", (0, 1))


def test_not_your_turn() -> None:
    state = state_of([THREE, DEAD])
    assert refused(state, Play(sets("Ro Rx Rd")), seat=1) == ("not-your-turn",)


def test_a_refusal_changes_nothing_and_names_every_reason() -> None:
    state = state_of([THREE, DEAD], sets("Go Gx Gd"))
    assert refused(state, Play(sets("Go Gx / Bo Bx"))) == (
        "card-removed-from-table",
        "card-from-nowhere",
        "set-too-small",
    )


def test_a_seed_is_a_game() -> None:
    def game(seed: int) -> CardsState:
        chance, dealer = random.Random(1), SeedDealer(seed)
        state = begin(cards_edition(), ["A", "B"], dealer).state
        for _ in range(6):
            state = after(state, random_turn(state, chance), dealer)
        return state

    assert game(5) == game(5)
    assert game(5) != game(6)


def fold_on(state: CardsState, happened: tuple[e.AnyEvent, ...]) -> CardsState:
    for event in happened:
        state = evolve(state, event)
    return state
