"""The players of the card game: legal, deterministic, and thinking is worth it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from cards.table import cards, sets
from qwirkle.engine.cards import game as cards_game
from qwirkle.engine.cards import play as cards_play
from qwirkle.engine.cards import solver as cards_solver
from qwirkle.errors import BotError
from qwirkle.lab.match import MatchPlan, play_match
from qwirkle.players.cards import greedy_turn, thinking_turn
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.decide import begin, decide
from qwirkle.rules.cards.evolve import evolve
from qwirkle.rules.cards.view import view
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import BOX, KINDS


def match(games: int, seed: int) -> float:
    """The win rate of thinking against greedy over paired games with seats swapped."""
    chance, game, points = random.Random(seed), cards_game.Game(), 0.0
    for _ in range(games // 2):
        while True:
            deck = [tile.index for tile in BOX]
            chance.shuffle(deck)
            hands = [[KINDS[kind] for kind in deck[9 * seat : 9 * seat + 9]] for seat in (0, 1)]
            sizes = [largest_set_size(hand) for hand in hands]
            if max(sizes) >= 3:
                break
        starter = sizes.index(max(sizes))
        numbers = [chance.getrandbits(32) for _ in range(256)]
        for thinker in (0, 1):
            game.seat_players([int(seat == thinker) for seat in (0, 1)])
            scores = game.play(deck, starter, numbers)
            mine, other = scores[thinker], scores[1 - thinker]
            points += 1.0 if mine > other else 0.5 if mine == other else 0.0
    return points / games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_play_whole_games_by_the_rules(players: int) -> None:
    for seed in range(2):
        dealer = SeedDealer(seed)
        state = begin(cards_edition(), ["A", "B", "C", "D"][:players], dealer).state
        while state.turn is not None:
            seen = view(state, state.turn)
            bot = thinking_turn if state.turn % 2 else greedy_turn
            turn = bot(seen)
            assert bot(seen) == turn
            for event in decide(state, state.turn, turn, dealer).events:
                state = evolve(state, event)
        assert state.result is not None


def test_A16_both_lay_the_largest_set_where_the_edition_wants_it() -> None:
    for seed in range(5):
        state = begin(cards_edition({"opening": True}), ["A", "B"], SeedDealer(seed)).state
        assert state.turn is not None
        for bot in (greedy_turn, thinking_turn):
            decide(state, state.turn, bot(view(state, state.turn)), SeedDealer(seed))


def test_a_bot_is_asked_only_when_it_is_its_turn() -> None:
    state = begin(cards_edition(), ["A", "B"], SeedDealer(1)).state
    assert state.turn is not None
    with pytest.raises(BotError):
        greedy_turn(view(state, 1 - state.turn))
    with pytest.raises(BotError):
        thinking_turn(view(state, None))


def test_thinking_does_not_leave_a_qwirkle_to_a_hand_it_knows() -> None:
    """Last round, two players: the other holds the red clover, so red must not grow to five."""
    table, hand = sets("Ro Rx Rd Rs"), cards("Rb Go Gx Gd")
    laying = cards_solver.most_valuable_turn(
        table, hand, Counter(cards("Rc Yo")), hands=[2], deck=0, turns_left=2
    )
    assert laying is not None
    assert laying.played == cards("Go Gx Gd")
    best = cards_solver.best_turn(table, hand)
    assert best is not None
    assert len(best.played) == 4


def test_the_turn_before_the_last_is_the_best_after_every_answer() -> None:
    """The search looks for answers only until a turn is refuted; here every one is answered."""
    values = Counter[float]()
    for seed in range(8):
        dealer = SeedDealer(seed)
        state = begin(cards_edition(), ["A", "B"], dealer).state
        while state.turn is not None:
            seen = view(state, state.turn)
            # As if the deck were empty, with any hand of the other player.
            unseen = list(seen.unseen().elements())
            other = Counter(random.Random(len(unseen)).sample(unseen, min(9, len(unseen))))
            here = seen.table, seen.hand, other
            found = cards_solver.highest_value(*here, hands=[9], deck=0, turns_left=2)
            every = cards_solver.choice_values(*here, hands=[9], deck=0, turns_left=2)
            if every:
                values[found] += 1
                assert found == max(choice.value for choice in every)
            for event in decide(state, state.turn, greedy_turn(seen), dealer).events:
                state = evolve(state, event)
    assert values.total() > 80
    assert len(values) > 3


def test_C_WIN_1_in_the_last_turn_only_qwirkles_count() -> None:
    laying = cards_solver.most_valuable_turn(
        sets("Ro Rx Rd Rs"),
        cards("Rb Rc Go"),
        Counter(cards("Yo")),
        hands=[1],
        deck=0,
        turns_left=1,
    )
    assert laying is not None
    assert laying.qwirkles == 1


def test_a_second_look_is_legal_and_repeatable_for_any_number_of_players() -> None:
    for players in (2, 3, 4):
        dealer = SeedDealer(players)
        state = begin(cards_edition(), [str(seat) for seat in range(players)], dealer).state
        for turn in range(12):
            if state.turn is None:
                break
            seen = view(state, state.turn)
            act = thinking_turn(seen, Chance(turn))
            assert act == thinking_turn(seen, Chance(turn))
            for event in decide(state, state.turn, act, dealer).events:
                state = evolve(state, event)


def test_thinking_beats_greedy() -> None:
    if Path(cards_game.__file__).suffix == ".py":
        pytest.skip("a match needs the compiled core")
    assert match(200, seed=1) > 0.88


@pytest.mark.slow
def test_thinking_beats_greedy_by_far() -> None:
    assert match(2000, seed=2) > 0.93


@pytest.mark.slow
def test_the_value_bot_wins_95_of_100_against_greedy() -> None:
    report = play_match(MatchPlan(("value", "greedy"), cards_edition(), games=400, seed="proof"), 2)
    assert report.bots[0].win_rate >= 0.95


def test_deals_at_random_are_the_deals_that_the_numbers_say() -> None:
    """What is summed up inside the core is what each deal says when it is asked for alone."""
    held, search = [0] * 36, cards_play.TurnSearch()
    for card in cards("Ro Rs Rx Rd Go Gs Gx Bc Yd"):
        held[card.index] += 1
    unseen = [3 - count for count in held]
    search.set_up([0] * 36, held, unseen, other_hand=9, deck=108 - 27, turns_left=0, players=3)
    live = list(range(len(search.find_candidates(5))))
    hands, chance = [9, 9], random.Random(1)
    size = search.numbers_per_deal(hands)
    assert (size, len(live)) == (27, 5)
    numbers = [chance.getrandbits(32) for _ in range(4 * size + size - 1)]
    pool, sums = [kind for kind in range(36) for _ in range(unseen[kind])], [0.0] * len(live)
    for deal in range(4):
        for first, number in enumerate(numbers[deal * size : (deal + 1) * size]):
            chosen = first + ((number >> 8) * (len(pool) - first) >> 24)
            pool[first], pool[chosen] = pool[chosen], pool[first]
        sums = [one + more for one, more in zip(sums, search.run(live, hands, pool), strict=True)]
    assert search.run_deals(live, hands, numbers) == pytest.approx(sums)
    assert len(set(sums)) > 1
    with pytest.raises(ValueError, match="no such candidates"):
        search.run_deals([5], hands, numbers)
