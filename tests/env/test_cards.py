"""The card game in the core against the rules: its arrays, its list, its games and its rewards."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

import msgspec
import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from numpy.typing import NDArray

from qwirkle import Game
from qwirkle.engine.episodes import card_columns as at
from qwirkle.engine.episodes.card_episode import CardEpisode
from qwirkle.engine.games import REWARDS, Reward
from qwirkle.env import ObservationEncoder
from qwirkle.env.cards import (
    STOP,
    Cards,
    CardsTable,
    card_choices,
    choice_turn,
    listed_choices,
    observe_cards,
    observe_choices,
)
from qwirkle.env.settings import read_settings
from qwirkle.env.table import MASK, rewards_at_end, space_of
from qwirkle.env.tables import new_table
from qwirkle.errors import ArgumentError
from qwirkle.players import bot
from qwirkle.rules.cards.decide import begin, decide
from qwirkle.rules.cards.referee import is_set
from qwirkle.rules.cards.state import State
from qwirkle.rules.cards.view import View, view
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.family import determinize, read_edition
from qwirkle.rules.tiles import KINDS, Tile, in_order

HOUSE = 'based_on = "cards"\nid = "house"\nname = "House"\n'
RULES = {
    "book": read_edition(HOUSE),
    "German opening": read_edition(HOUSE + "[opening]\nlargest_set = true\n"),
    "short hands": read_edition(HOUSE + "hand = 4\n"),
    # More than a house rule may have, and as many as the core can play.
    "long hands": msgspec.structs.replace(read_edition(HOUSE), hand=10),
    "impatient": read_edition(HOUSE + "hand = 3\n[end]\nidle_rounds = 1\n"),
}


def table_of(name: str, actions: str, players: int = 2, listed: int = 1024) -> CardsTable:
    rules = RULES[name]
    table = new_table(read_settings(rules, players, actions=actions, listed=listed))
    assert isinstance(table, CardsTable)
    return table


def played(table: CardsTable, seed: str) -> Iterator[View]:
    """The view of the seat to move before every action of a random game; at the end that of seat 0.

    Card by card, random actions rarely stop early, so hands are played almost whole.
    """
    random = Random(seed)
    table.begin(seed)
    while (seat := table.turn) is not None:
        yield seen(table, seat)
        legal = np.flatnonzero(table.mask(seat))
        assert table.step(int(random.choice(list(legal))))
    yield seen(table, 0)


def seen(table: CardsTable, seat: int) -> View:
    found = table.view(seat)
    assert isinstance(found, View)
    return found


def aside(table: CardsTable) -> list[Tile]:
    chosen = table.game.core.aside_so_far()
    return [kind for kind in KINDS for _ in range(chosen[kind.index])]


def expected_mask(choices: Sequence[Cards], chosen: list[Tile]) -> NDArray[np.int8]:
    """The mask card by card: kinds that lead to a choice, and “stop” where the cards are one."""
    mask = np.zeros(STOP + 1, np.int8)
    for choice in choices:
        if Counter(chosen) <= Counter(choice):
            for card in Counter(choice) - Counter(chosen):
                mask[card.index] = 1
            mask[STOP] |= len(choice) == len(chosen)
    mask[STOP] |= not choices
    return mask


@pytest.mark.parametrize("actions", ["list", "tiles"])
@pytest.mark.parametrize(
    ("name", "players"), list(zip(RULES, (2, 3, 4, 2, 3), strict=True)), ids=str
)
def test_the_core_shows_what_the_view_says(name: str, players: int, actions: str) -> None:
    table = table_of(name, actions, players)
    shown = 0
    for view_to_move in played(table, f"show/{name}"):
        turn, chosen = table.turn, aside(table)
        for seat in range(players):
            own = seat == turn
            shows = table.observe(seat)
            assert space_of(table.extents).contains(shows)
            counts = observe_cards(seen(table, seat), chosen if own else [])
            assert np.array_equal(shows["counts"], counts)
            mask = np.zeros(table.choices, np.int8)
            if actions == "list":
                turns = np.zeros((1024, at.FEATURES), np.int16)
                if own:
                    turns = observe_choices(view_to_move, 1024)
                    mask[: max(1, len(card_choices(view_to_move)))] = 1
                assert np.array_equal(shows["turns"], turns)
            elif own:
                mask = expected_mask(card_choices(view_to_move), chosen)
            assert np.array_equal(table.mask(seat), mask)
            shown += bool(mask.any())
    assert shown > 3
    assert table.scores == [player.score for player in seen(table, 0).players]


@pytest.mark.parametrize("listed", [1, 40, 200])
def test_a_short_list_keeps_the_most_qwirkles_then_the_most_cards(listed: int) -> None:
    table, short = table_of("book", "list"), 0
    table_short = table_of("book", "list", listed=listed)
    for view_to_move in played(table_short, f"short/{listed}"):
        if view_to_move.turn is None:
            break
        shows = table_short.observe(view_to_move.turn)
        assert np.array_equal(shows["turns"], observe_choices(view_to_move, listed))
        choices = listed_choices(view_to_move, listed)
        assert [choice.cards for choice in table_short.game.choices()] == choices
        left_out = len(card_choices(view_to_move)) - len(choices)
        assert table_short.game.core.left_out == left_out
        short += left_out > 0
    assert short, "more choices than the list has room for"
    table.begin("all")
    assert table.game.core.left_out == 0


@pytest.mark.parametrize("name", ["book", "German opening"])
def test_every_choice_is_a_turn_of_the_rules_and_back(name: str) -> None:
    """C-TURN-1, A16: the referee accepts what is decoded, with the Qwirkles of the list."""
    table, made = table_of(name, "list", 2), 0
    for number, here in enumerate(played(table, f"decode/{name}")):
        if here.turn is None or (number % 4 and number > 1):
            continue
        choices = card_choices(here)
        features = table.observe(here.turn)["turns"]
        state = table.state
        assert isinstance(state, State)
        step = max(1, len(choices) // 12)
        best = np.flatnonzero(features[:, at.QWIRKLES])[:6]
        for action in {*range(0, max(1, len(choices)), step), *map(int, best)}:
            turn = table.decode(action)
            assert turn == choice_turn(here, choices[action] if choices else None)
            after = decide(state, here.turn, turn, SeedDealer(0)).state
            gained = len(after.seats[here.turn].qwirkles) - len(state.seats[here.turn].qwirkles)
            assert gained == features[action, at.QWIRKLES]
            assert table.encode(turn) == [action]
            made += gained
    assert made, "some of them make Qwirkles"


@cache
def splits(cards: Cards) -> bool:
    """Whether cards make sets, by trying all of them (C-SET-1)."""
    if not cards:
        return True
    others = sorted({card for card in cards if card != cards[0]})
    for size in range(2, 6):
        for rest in combinations(others, size):
            if is_set((cards[0], *rest)):
                left = Counter(cards) - Counter((cards[0], *rest))
                if splits(in_order(left.elements())):
                    return True
    return False


def test_no_choice_is_lost() -> None:
    """C-TURN-1: what is not listed cannot be laid in any way."""
    table, listed, impossible = table_of("short hands", "list"), 0, 0
    for number in range(4):
        for here in played(table, f"lost/{number}"):
            lying = [card for cards in here.table for card in cards]
            if here.turn is None or len(lying) > 15:
                break
            choices = {choice.cards for choice in table.game.choices()}
            hand = in_order(here.hand)
            for size in range(1, len(hand) + 1):
                for cards in set(combinations(hand, size)):
                    assert (cards in choices) == splits(in_order([*lying, *cards]))
                    listed += cards in choices
                    impossible += cards not in choices
    assert listed > 20
    assert impossible > 20


@pytest.mark.parametrize("actions", ["list", "tiles"])
def test_hidden_cards_change_nothing(actions: str) -> None:
    """Other cards in the deck and in the other hands give the same arrays."""
    table, others = table_of("book", actions, 3), 0
    for number, here in enumerate(played(table, f"hidden/{actions}")):
        if here.turn is None or number % 7:
            continue
        other = determinize(here, SeedDealer(number))
        assert isinstance(other, State)
        others += other != table.state
        again = view(other, here.turn)
        shows = table.observe(here.turn)
        assert np.array_equal(shows["counts"], observe_cards(again, aside(table)))
        if actions == "list":
            assert np.array_equal(shows["turns"], observe_choices(again, 1024))
        else:
            mask = expected_mask(card_choices(again), aside(table))
            assert np.array_equal(table.mask(here.turn), mask)
    assert others > 2


def episode(
    policies: Sequence[int], outside: Sequence[bool], reward: Reward, listed: int = 512
) -> tuple[CardEpisode, array[int], array[int]]:
    """A game of the core alone, with its counts and features."""
    game = CardEpisode()
    game.set_rules(9, 3, whole_set=False, idle_rounds=2)
    game.seat_players(policies)
    counts, features = array("h", [0]) * at.COUNTS, array("h", [0]) * (listed * at.FEATURES)
    game.attach_arrays(counts, array("B", [0]) * listed, features, 0, listed, False)
    game.set_outside_seats(outside, REWARDS.index(reward))
    return game, counts, features


def most_qwirkles(features: array[int], listed: int) -> int:
    return max(range(listed), key=lambda row: features[row * at.FEATURES + at.QWIRKLES])


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_follow_the_scores(reward: Reward) -> None:
    game, _, features = episode((1, 0, 1), (True, True, True), reward)
    drawn = 0
    for number in range(6):
        game.start(b"rewards %d" % number)
        earned = np.zeros(3)
        while not game.ending:
            before = game.scores()
            assert game.step(most_qwirkles(features, game.listed))
            step = game.earned()
            if reward == "points":
                expected = np.subtract(game.scores(), before)
                assert list(expected) == step
            elif not game.ending:
                assert step == [0.0] * 3
            earned += step
        if reward == "points":
            assert list(earned) == game.scores()
        else:
            assert list(earned) == rewards_at_end(game.scores(), reward)
        drawn += len(set(game.scores())) < 3
        with pytest.raises(ValueError, match="over"):
            game.step(0)
    assert drawn, "equal scores are among them"


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_seed_deals_the_game_of_the_library(policy: str) -> None:
    """Game 0 of place 0 has the seed ``seed/0/0``, and a seat its lots from ``seed/0/0/seat``."""
    rules = RULES["book"]
    assert isinstance(rules, Edition)
    game, counts, _ = episode((1, ("random", "greedy").index(policy)), (True, False), "margin")
    game.start(b"library")
    dealer = SeedDealer("library/0/0")
    state = begin(rules, ["me", "other"], dealer).state
    player = bot(policy, "library/0/0/1")
    turns = 0
    while not game.ending:
        while state.turn == 1:
            state = decide(state, 1, player.choose(view(state, 1)), dealer).state
        assert state.turn == 0
        here = view(state, 0)
        assert np.array_equal(np.array(counts), observe_cards(here, []))
        choices = card_choices(here)
        assert game.step(0)
        state = decide(state, 0, choice_turn(here, choices[0] if choices else None), dealer).state
        turns += 1
    while state.turn == 1:
        state = decide(state, 1, player.choose(view(state, 1)), dealer).state
    assert state.turn is None
    assert state.result is not None
    assert list(state.result.scores) == game.scores()
    assert turns > 5


def test_what_the_core_has_no_room_for_is_refused() -> None:
    with pytest.raises(ArgumentError, match="ten cards"):
        new_table(read_settings(msgspec.structs.replace(RULES["book"], hand=11), 2))
    game, _, _ = episode((1, 1), (True, True), "win")
    with pytest.raises(ValueError, match="too small"):
        game.attach_arrays(array("h", [0]), array("B", [0]), array("h", [0]), 0, 512, False)
    with pytest.raises(ValueError, match="24 bytes"):
        game.start(b"a seed that is much too long")
    game.start(b"short")
    with pytest.raises(ValueError, match="no such seat"):
        game.write_counts(2)
    with pytest.raises(ValueError, match="no such choice"):
        game.choice(512)
    assert not game.step(game.listed)
    assert game.refused


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["book", "German opening", "impatient"])
def test_an_encoder_shows_what_the_environment_shows(name: str, players: int) -> None:
    """From the view alone, from the first turn to the last: arrays, mask and turns."""
    encoder = ObservationEncoder(RULES[name], players, listed=1024)
    table, random = table_of(name, "list", players), Random(name)
    table.begin(f"encoder/{name}")
    while (seat := table.turn) is not None:
        seen = table.view(seat)
        expected = {**table.observe(seat), MASK: table.mask(seat)}
        shown = encoder.observe(seen)
        assert shown.keys() == expected.keys()
        for what, values in expected.items():
            assert np.array_equal(shown[what], values), what
        legal = [int(action) for action in np.flatnonzero(shown[MASK])]
        action = random.choice(legal)
        assert encoder.decode(action) == table.decode(action)
        for wrong in (-1, legal[-1] + 1):
            with pytest.raises(ArgumentError, match="not legal"):
                encoder.decode(wrong)
        assert table.step(action)


def test_an_encoder_reads_a_position_without_a_last_turn() -> None:
    game = Game.new("cards", players=2, seed=4)
    encoder = ObservationEncoder("cards")
    for _ in range(5):
        game.play(next(iter(game.legal_turns)))
    entered = Game.from_position(game.position)
    seen = entered.view(entered.to_move)
    assert isinstance(seen, View)
    assert np.array_equal(encoder.observe(seen)["counts"], observe_cards(seen, []))


def test_a_choice_that_the_list_left_out_has_no_action() -> None:
    long, short = (table_of("short hands", "list", listed=listed) for listed in (1024, 1))
    for table in (long, short):
        table.begin("left out")
    while len(choices := np.flatnonzero(long.mask(long.turn or 0))) < 2:
        assert long.step(0)
        assert short.step(0)
    turns = [long.decode(int(action)) for action in choices]
    (kept,) = [turn for turn in turns if turn == short.decode(0)]
    for turn in turns:
        assert turn is not None
        if turn == kept:
            assert short.encode(turn) == [0]
        else:
            with pytest.raises(ValueError, match="does not have"):
                short.encode(turn)
