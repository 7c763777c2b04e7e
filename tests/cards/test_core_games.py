"""Card games in the core: the same games as by the rules and the bots, card for card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
import pytest

from qwirkle.engine.card_games import CoreCardGame
from qwirkle.engine.episodes.card_game import CardGame
from qwirkle.players import bot
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.decide import begin, decide
from qwirkle.rules.cards.state import State
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cards.view import view
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.family import edition, read_edition
from qwirkle.rules.tiles import KINDS

SEATS = [
    ("greedy", "greedy"),
    ("random", "greedy"),
    ("random", "random", "greedy"),
    ("greedy", "random", "greedy", "random"),
]
HOUSE = 'based_on = "cards"\nid = "house"\nname = "House"\n'
RULES = {
    "book": HOUSE,
    "German opening": HOUSE + "[opening]\nlargest_set = true\n",
    "short hands": HOUSE + "hand = 4\n",
    "impatient": HOUSE + "hand = 3\n[end]\nidle_rounds = 1\n",
}


def by_the_rules(rules: Edition, seed: str, policies: tuple[str, ...]) -> Iterator[State]:
    """The states of a game, from the first turn to the result."""
    dealer = SeedDealer(seed)
    bots = [bot(spec, f"{seed}/{seat}") for seat, spec in enumerate(policies)]
    state = begin(rules, [f"player {seat}" for seat in range(len(policies))], dealer).state
    while (seat := state.turn) is not None:
        yield state
        state = decide(state, seat, bots[seat].choose(view(state, seat)), dealer).state
    yield state


def qwirkles_by_line(qwirkles: Iterable[CardSet]) -> list[int]:
    """How many Qwirkles of each colour, then of each shape."""
    made = [0] * 12
    for first, second, *_ in qwirkles:
        made[first.index // 6 if first.colour == second.colour else 6 + first.index % 6] += 1
    return made


def assert_same(core: CardGame, state: State) -> None:
    assert (None if core.ending else core.seat) == state.turn
    assert (core.turns, core.idle) == (state.turns_played, state.idle)
    assert core.opening_cards == state.opening_cards
    assert core.pile() == [card.index for card in state.deck]
    for number, seat in enumerate(state.seats):
        assert core.cards_in_order(number) == [card.index for card in seat.hand]
    assert core.scores() == [len(seat.qwirkles) for seat in state.seats]
    lying = Counter(card for cards in state.table for card in cards)
    assert core.cards_on_table() == [lying[kind] for kind in KINDS]


@pytest.mark.parametrize("policies", SEATS, ids="-".join)
@pytest.mark.parametrize("name", RULES)
def test_the_core_plays_the_same_games(name: str, policies: tuple[str, ...]) -> None:
    rules = read_edition(RULES[name])
    assert isinstance(rules, Edition)
    game = CoreCardGame()
    game.set_rules(rules, policies)
    for number in range(4):
        seed = f"same/{name}/{number}"
        game.begin(seed, [Chance(f"{seed}/{seat}").state for seat in range(len(policies))])
        states = by_the_rules(rules, seed, policies)
        before = next(states)
        assert_same(game.core, before)
        for state in states:
            seat = game.core.seat
            game.core.play()
            assert_same(game.core, state)
            act, laid, made = game.core.last_turn()
            last = state.last
            assert last is not None
            assert act == (1 if last.exchanged else 2 if last.passed else 0)
            assert laid == [Counter(last.played)[kind] for kind in KINDS]
            assert made == qwirkles_by_line(last.qwirkles)
            assert last.seat == seat
        with pytest.raises(ValueError, match="over"):
            game.core.play()


def test_a_deal_without_a_set_is_dealt_again() -> None:
    """With hands of three, most deals of the book need another one."""
    rules = read_edition(RULES["impatient"])
    assert isinstance(rules, Edition)
    again = 0
    game = CoreCardGame()
    game.set_rules(rules, ("greedy", "greedy"))
    for number in range(12):
        game.begin(f"again/{number}", [0, 0])
        state = begin(rules, ["a", "b"], SeedDealer(f"again/{number}")).state
        assert_same(game.core, state)
        first = SeedDealer(f"again/{number}").shuffled(range(108), "deck")
        again += [card // 3 for card in first[6:]] != game.core.pile()
    assert 0 < again < 12


def test_what_is_too_large_is_refused() -> None:
    game = CoreCardGame()
    with pytest.raises(ValueError, match="ten cards"):
        game.set_rules(msgspec.structs.replace(cards_edition(), hand=11), ("greedy", "greedy"))
    with pytest.raises(ValueError, match="two to four"):
        game.set_rules(edition("cards"), ("greedy",))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no such seat"):
        game.core.cards_in_order(2)
