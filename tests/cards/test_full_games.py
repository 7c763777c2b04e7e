"""Whole games: no card is lost, nothing leaks, and what is stored comes back."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from cards.table import all_cards, random_game
from qwirkle.rules.cards.events import AnyEvent as AnyCardsEvent
from qwirkle.rules.cards.events import DeckShuffled, Drew, HandReturned
from qwirkle.rules.cards.evolve import fold
from qwirkle.rules.cards.referee import set_faults
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cards.view import view
from qwirkle.rules.tiles import BOX

SEEDS = [(seed, 2 + seed % 3) for seed in range(12)]


@pytest.mark.parametrize(("seed", "players"), SEEDS)
def test_C_SETUP_1_the_108_cards_are_there_after_each_event(seed: int, players: int) -> None:
    result = None
    for state, event in random_game(seed, players):
        if state.deck or any(seat.hand for seat in state.seats):
            assert all_cards(state) == Counter(BOX), event
        # Between turns the table holds sets of three to five (C-SET-1, C-QW-1).
        if type(event).__name__ == "TurnBegan":
            assert not any(set_faults(group) or len(group) == 6 for group in state.table)
            assert state.turn is not None
            if state.deck:
                assert len(state.seats[state.turn].hand) == 9
        result = state.result
    assert result is not None


@pytest.mark.parametrize(("seed", "players"), SEEDS[:6])
def test_events_and_states_survive_json(seed: int, players: int) -> None:
    told = []
    last = None
    for state, event in random_game(seed, players):
        text = msgspec.json.encode(event)
        again = msgspec.json.decode(text, type=AnyCardsEvent)
        assert again == event
        assert text.startswith(b'{"event":"cards.')
        told.append(again)
        last = state
    assert fold(told) == last
    assert last is not None
    assert msgspec.json.decode(msgspec.json.encode(last), type=CardsState) == last
    shown = view(last, 0)
    assert msgspec.json.decode(msgspec.json.encode(shown), type=CardsView) == shown


@pytest.mark.parametrize(("seed", "players"), SEEDS[:6])
def test_a_view_does_not_depend_on_what_the_seat_may_not_know(seed: int, players: int) -> None:
    chance = random.Random(seed)
    for state, _ in random_game(seed, players):
        for seat in (*range(players), None):
            other = _redealt(state, seat, chance)
            assert all_cards(other) == all_cards(state)
            mine = msgspec.json.encode(view(state, seat))
            assert mine == msgspec.json.encode(view(other, seat))


@pytest.mark.parametrize(("seed", "players"), SEEDS[:4])
def test_events_as_seen_hold_no_secret(seed: int, players: int) -> None:
    for _, event in random_game(seed, players):
        for seat in (*range(players), None):
            seen = event.seen_by(seat)
            if isinstance(seen, DeckShuffled | HandReturned):
                assert seen.deck is None
            elif isinstance(seen, Drew):
                assert (seen.cards is None) == (seen.seat != seat)
            else:
                assert seen == event


def test_unseen_is_everything_that_is_neither_open_nor_in_the_hand() -> None:
    for state, _ in random_game(3, 3):
        hidden = Counter(state.deck)
        for other in (1, 2):
            hidden.update(state.seats[other].hand)
        if state.deck:
            assert view(state, 0).unseen() == hidden


def test_spectators_see_no_hand() -> None:
    for state, _ in random_game(1, 2):
        shown = view(state, None)
        assert shown.hand == ()
        assert shown.seat is None


def _redealt(state: CardsState, seat: int | None, chance: random.Random) -> CardsState:
    """The same game with all that the seat cannot see dealt again."""
    hidden = list(state.deck)
    for which, player in enumerate(state.seats):
        if which != seat:
            hidden += player.hand
    chance.shuffle(hidden)
    seats = []
    for which, player in enumerate(state.seats):
        if which == seat:
            seats.append(player)
        else:
            count = len(player.hand)
            seats.append(replace(player, hand=tuple(hidden[:count])))
            del hidden[:count]
    return replace(state, seats=tuple(seats), deck=tuple(hidden))
