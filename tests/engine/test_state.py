"""The small states of the core are games of the rules: to copy, play on, take back and store."""

from __future__ import annotations

import copy
import pickle
import random
from array import array
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle.engine.episodes import state_columns as at
from qwirkle.engine.legal import legal_turns
from qwirkle.engine.state import (
    CardState,
    PlacementState,
    new_state,
    play_out_together,
)
from qwirkle.errors import ArgumentError
from qwirkle.rules.cards.decide import begin as begin_cards
from qwirkle.rules.cards.decide import decide as decide_cards
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import PLACEMENT_GAMES, Edition, edition
from qwirkle.rules.family import read_edition, view
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.tiles import KINDS

EDITIONS: list[tuple[str, dict[str, OptionValue]]] = [
    *((game, {}) for game in PLACEMENT_GAMES),
    ("select", {"same-spot": False}),
    ("mini", {"handed-out": "at-start"}),
]


def assert_same(core: PlacementState, state: State) -> None:
    assert core.to_move == state.turn
    assert core.turns_played == state.turns_played
    assert core.undrawn == len(state.pile)
    assert core.scores == tuple(seat.score for seat in state.seats)
    assert dict(core.board()) == dict(state.board)
    for number, seat in enumerate(state.seats):
        assert core.hand(number) == seat.hand
    # Everything else that a row says, but for the order of the tiles on the table.
    again = PlacementState.of(state, seed="any")
    head = (at.KIND, at.SEAT), (at.TURNS, at.KEY), (at.PASSES, at.TAKEN_CELL)
    for first, last in (*head, (at.TAKEN_KIND, at.LAST + 6)):
        assert core.data[first:last] == again.data[first:last]
    # On an open table the two may lie elsewhere in the core's array.
    assert bool(core.data[at.TAKEN_CELL]) == (state.taken is not None)
    if state.taken is not None:
        assert core._cell(core.data[at.TAKEN_CELL]) == state.taken.cell
    assert core.data[at.TOOK : at.DREW + 1] == again.data[at.TOOK : at.DREW + 1]
    end = at.TILES_HEAD + 2 * core.data[at.LYING]
    assert core.data[end:] == again.data[end:]


def assert_follows(rules: Edition, players: int) -> None:
    """Play a game in the core and by the rules together, and compare them after every turn."""
    seed, chance = f"{rules.id}/{players}", random.Random(rules.id)
    dealer = SeedDealer(seed)
    names = [f"p{seat}" for seat in range(players)]
    state = begin(rules, names, dealer).state
    core = new_state(rules, players, seed=seed)
    assert isinstance(core, PlacementState)
    while (seat := state.turn) is not None:
        assert_same(core, state)
        expected = list(legal_turns(view(state, seat)))
        numbers = core.legal()
        turns = [core.turn(number) for number in numbers]
        assert Counter(map(str, turns)) == Counter(map(str, expected))
        # Placing as a rule, so that the game gets on.
        placing = [which for which, turn in enumerate(turns) if isinstance(turn, Place)]
        others = [which for which, turn in enumerate(turns) if not isinstance(turn, Place)]
        which = chance.choice(placing if placing and chance.random() < 0.7 else others or placing)
        assert core.number(turns[which]) == numbers[which]
        points = core.points()[which]
        score = core.scores[seat]
        core.apply(numbers[which])
        state = decide(state, seat, turns[which], dealer).state
        bonus = state.edition.end.going_out if core.ending == "went-out" else 0
        assert core.scores[seat] - score == points + bonus
    assert_same(core, state)
    assert state.result is not None
    assert (core.ending, core.winners) == (state.result.ending, state.result.winners)
    assert not core.legal()
    with pytest.raises(ValueError, match="over"):
        core.apply(0)


@pytest.mark.parametrize(("game", "options"), EDITIONS)
@pytest.mark.parametrize("players", [2, 3])
def test_a_state_lists_and_plays_what_the_rules_do(
    game: str, options: dict[str, OptionValue], players: int
) -> None:
    assert_follows(edition(game, options), players)


@pytest.mark.parametrize("game", ["classic", "combined"])
@pytest.mark.parametrize(("longest", "bonus"), [(3, 0), (4, 30), (5, 6), (6, 1)])
def test_a_state_follows_house_rules_about_lines(game: str, longest: int, bonus: int) -> None:
    text = f'based_on = "{game}"\n[lines]\nlongest = {longest}\nqwirkle_bonus = {bonus}\n'
    rules = read_edition(text)
    assert isinstance(rules, Edition)
    assert_follows(rules, 2)


@pytest.mark.parametrize("game", ["classic", "mini", "combined"])
@pytest.mark.parametrize("copies", [1, 2])
def test_a_state_follows_house_rules_about_copies(game: str, copies: int) -> None:
    text = f'based_on = "{game}"\nmost_players = 3\nhand = 5\ncopies = {copies}\n'
    rules = read_edition(text)
    assert isinstance(rules, Edition)
    assert_follows(rules, 3)
    state = new_state(rules, 3, seed=1)
    assert isinstance(state, PlacementState)
    assert PlacementState.from_bytes(rules, state.to_bytes()) == state
    for policy in ("greedy", "value"):
        scores = state.determinized(0, seed=2).play_out(policy, seed=3)
        # No more can be scored than by every tile in two whole lines.
        assert 0 < sum(scores) < 36 * copies * 24
    with pytest.raises(ArgumentError, match="not a state of this game"):
        PlacementState.from_bytes(rules, new_state(game, 3, seed=1).to_bytes())


@pytest.mark.parametrize("players", [2, 4])
def test_a_state_of_cards_plays_what_the_rules_do(players: int) -> None:
    dealer = SeedDealer("c")
    names = [f"p{seat}" for seat in range(players)]
    state = begin_cards(cards_edition(), names, dealer).state
    core, chance = new_state("cards", players, seed="c"), random.Random(players)
    assert isinstance(core, CardState)
    while (seat := state.turn) is not None:
        assert core.to_move == seat
        assert core.undrawn == len(state.deck)
        assert [core.hand(number) for number in range(players)] == [s.hand for s in state.seats]
        assert Counter(core.on_table()) == Counter(card for cards in state.table for card in cards)
        numbers = core.legal()
        choices = sum(1 for _ in legal_turns(view(state, seat)))
        assert len(numbers) == choices
        number = chance.choice(numbers)
        points, before = core.points()[numbers.index(number)], core.scores[seat]
        turn = core.turn(number, state.table)
        core.apply(number)
        state = decide_cards(state, seat, turn, dealer).state
        assert core.scores[seat] - before == points
    assert state.result is not None
    assert (core.ending, core.winners) == (state.result.ending, state.result.winners)


@pytest.mark.parametrize("game", ["classic", "select", "mini", "connect", "cards"])
def test_undoing_every_turn_leads_back_to_the_deal(game: str) -> None:
    state = new_state(game, 3, seed="undo")
    chance, stored = random.Random(game), []
    while not state.is_over:
        stored.append((state.to_bytes(), state.legal()))
        state.apply(chance.choice(state.legal()))
    late = state.clone()
    for row, turns in reversed(stored):
        state.undo()
        assert state.to_bytes() == row
        assert state.legal() == turns
    with pytest.raises(ValueError, match="nothing to undo"):
        state.undo()
    assert late.is_over
    late.undo()
    assert late.to_bytes() == stored[-1][0]


@pytest.mark.parametrize("game", ["classic", "combined", "cards"])
def test_a_clone_goes_its_own_way(game: str) -> None:
    state = new_state(game, seed=1)
    for _ in range(6):
        state.apply(state.choose(1))
    before, turns = state.to_bytes(), state.legal()
    clones = [state.clone(), copy.copy(state), copy.deepcopy(state)]
    for which, clone in enumerate(clones):
        clone.apply(turns[which])
        assert clone != state
    assert state.to_bytes() == before
    assert state.legal() == turns
    assert len({clone.to_bytes() for clone in clones}) == len(clones)


@pytest.mark.parametrize("game", ["classic", "mini", "cards"])
def test_a_state_is_the_same_after_storing(game: str) -> None:
    state = new_state(game, 4, seed=2)
    for _ in range(9):
        state.apply(state.choose(0))
    pickled = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    for each in (pickled, stored(state, state.to_bytes())):
        assert each == state
        assert each.legal() == state.legal()
        assert each.play_out("greedy", 5) == state.play_out("greedy", 5)


def stored(state: PlacementState | CardState, row: bytes) -> PlacementState | CardState:
    if isinstance(state, PlacementState):
        return PlacementState.from_bytes(state.edition, row)
    return CardState.from_bytes(state.edition, row)


def test_a_state_has_a_few_hundred_bytes() -> None:
    for game in ("classic", "cards"):
        assert len(new_state(game, 4, seed=1).to_bytes()) < 700


@pytest.mark.parametrize("game", ["classic", "select", "cards"])
def test_a_turn_that_is_not_legal_is_refused_and_changes_nothing(game: str) -> None:
    state = new_state(game, seed=3)
    state.apply(state.choose(1))
    before, legal = state.to_bytes(), set(state.legal())
    chance = random.Random(3)
    tried = [chance.getrandbits(chance.randrange(1, 65)) for _ in range(300)]
    for number in (-1, 1 << 64, *tried):
        if number not in legal:
            with pytest.raises(ValueError, match="no such turn"):
                state.apply(number)
    assert state.to_bytes() == before
    assert set(state.legal()) == legal


def test_a_pass_is_legal_only_for_a_seat_that_can_do_nothing_else() -> None:
    state = new_state("classic", seed=3)
    with pytest.raises(ValueError, match="no such turn"):
        state.apply(2 << at.ACT_AT)


def damaged(row: bytes, damage: Sequence[tuple[int, int]]) -> bytes:
    bad = bytearray(row)
    for where, byte in damage:
        bad[where % len(bad)] = byte
    return bytes(bad)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["classic", "select", "mini", "cards"]),
    st.lists(st.tuples(st.integers(0, 700), st.integers(0, 255)), min_size=1, max_size=4),
)
def test_a_damaged_row_is_refused_or_harmless(game: str, damage: list[tuple[int, int]]) -> None:
    state = new_state(game, 2, seed="whole")
    for _ in range(8):
        state.apply(state.choose(1))
    try:
        bad = stored(state, damaged(state.to_bytes(), damage))
    except ArgumentError:
        return
    for _ in range(40):
        if bad.is_over:
            break
        turns = bad.legal()
        if not turns:
            break
        bad.apply(turns[-1])
    assert state.play_out("greedy", 1) == state.play_out("greedy", 1)


def test_bytes_of_another_game_are_refused() -> None:
    cards, tiles = new_state("cards", seed=1), new_state("classic", seed=1)
    for state, other in ((cards, tiles), (tiles, cards)):
        with pytest.raises(ArgumentError, match="not a state of this game"):
            stored(state, other.to_bytes())


@pytest.mark.parametrize("game", ["classic", "mini", "select", "cards"])
def test_what_a_seat_cannot_see_is_dealt_anew_and_nothing_else(game: str) -> None:
    state = new_state(game, 3, seed=4)
    for _ in range(10):
        state.apply(state.choose(1))
    one, other = state.determinized(1, 1), state.determinized(1, 2)
    assert one == state.determinized(1, 1)
    assert one != other
    for dealt_again in (one, other):
        assert dealt_again.hand(1) == state.hand(1)
        assert dealt_again.hand(0) != state.hand(0)
        hidden = [
            Counter(str(card) for seat in (0, 2) for card in each.hand(seat))
            + Counter(undrawn(each))
            for each in (state, dealt_again)
        ]
        assert hidden[0] == hidden[1]
        assert dealt_again.scores == state.scores
        with pytest.raises(ValueError, match="nothing to undo"):
            dealt_again.undo()
        dealt_again.play_out("random", 1)


def undrawn(state: PlacementState | CardState) -> list[str]:
    sizes = sum(state.data[at.SIZES : at.SIZES + 4])
    if isinstance(state, PlacementState):
        start = at.TILES_HEAD + 2 * state.data[at.LYING] + sizes
    else:
        start = at.CARDS_HEAD + sizes
    pieces = state.data[start : start + state.undrawn]
    return [str(KINDS[piece]) if piece < len(KINDS) else "special" for piece in pieces]


@pytest.mark.parametrize("game", ["classic", "select", "mini", "cards"])
def test_playing_out_leaves_the_state_as_it_was(game: str) -> None:
    state = new_state(game, seed=5)
    before = state.to_bytes()
    scores = state.play_out(["greedy", "random"], 6)
    assert scores == state.play_out(["greedy", "random"], 6)
    assert {state.play_out("random", seed) for seed in range(8)} != {scores}
    assert state.to_bytes() == before
    with pytest.raises(ArgumentError, match="one policy for each player"):
        state.play_out(["greedy"], 1)
    with pytest.raises(ArgumentError, match="a policy is random or greedy"):
        state.play_out("clever", 1)


def test_greedy_playouts_beat_random_ones() -> None:
    state = new_state("classic", seed=5)
    games = [state.play_out(["greedy", "random"], seed) for seed in range(40)]
    assert sum(first > second for first, second in games) > 35


def test_seats_play_out_by_value() -> None:
    assert isinstance(new_state(seed=5), PlacementState)
    assert new_state(seed=5).play_out("value", 1) != ()
    with pytest.raises(ArgumentError, match="a policy is random or greedy, not 'value'"):
        new_state("cards", seed=5).play_out("value", 1)


def test_a_policy_sees_all_running_games_at_once() -> None:
    states = [new_state("classic", seed=seed) for seed in range(4)]
    before = [state.to_bytes() for state in states]
    asked = []

    def first(
        states: Sequence[PlacementState | CardState], turns: Sequence[array[int]]
    ) -> list[int]:
        asked.append(len(states))
        return [each[0] for each in turns]

    assert all(state.turns_played == 3 for state in play_out_together(states, first, turns=3))
    assert asked == [4, 4, 4]
    ended = play_out_together(states, first)
    assert all(state.is_over for state in ended)
    assert [state.to_bytes() for state in states] == before
    with pytest.raises(ArgumentError, match="one turn for each state"):
        play_out_together(states, lambda _states, _turns: [])


def test_threads_play_clones_of_one_game() -> None:
    start = new_state("select", seed=8)
    start.apply(start.choose(1))

    def play(seed: int) -> bytes:
        state, chance = start.clone(), random.Random(seed)
        while not state.is_over:
            state.apply(chance.choice(state.legal()))
        return state.to_bytes()

    alone = [play(seed) for seed in range(6)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(6))) == alone


def test_a_policy_chooses_what_the_core_would_play() -> None:
    state = new_state("mini", 3, seed=9)
    while not state.is_over:
        number = state.choose(state.turns_played % 2)
        assert number in state.legal()
        state.apply(number)


def test_what_a_state_cannot_use_is_refused_in_a_sentence() -> None:
    state = new_state("classic", players=2, seed=7)
    cards = new_state("cards", players=2, seed=7)
    assert isinstance(state, PlacementState)
    turn = state.turn(state.legal()[0])
    for each in (state, cards):
        with pytest.raises(TypeError, match="applied by its number, one of legal"):
            each.apply(turn)  # type: ignore[arg-type]
        with pytest.raises(ArgumentError, match="no seat 2; seats are 0 to 1"):
            each.determinized(2, seed=1)
        with pytest.raises(ArgumentError, match="play_out_together plays with a function"):
            each.play_out(len, seed=1)  # type: ignore[arg-type]
        with pytest.raises(ArgumentError, match=r"random or greedy.*not .level:3"):
            each.play_out("level:3", seed=1)
        assert each.turns_played == 0
    with pytest.raises(TypeError, match=r"a turn is a number of legal\(\)"):
        state.turn(turn)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not a legal turn here: Ro@0,0"):
        state.number("Ro@0,0")  # type: ignore[arg-type]
    state.apply(np.int64(state.legal()[0]))  # type: ignore[arg-type]
    assert state.turns_played == 1


@pytest.mark.parametrize("players", [1, 5, True, "2"])
def test_a_number_of_players_that_cannot_be_is_refused(players: int) -> None:
    with pytest.raises(ArgumentError, match="players"):
        new_state("classic", players, seed=1)


def test_a_trade_goes_back_in_the_order_of_its_kinds() -> None:
    state = new_state("classic", seed=1)
    assert isinstance(state, PlacementState)
    state.apply(state.choose(1))
    hand = state.hand(state.to_move or 0)
    number = state.number(Trade(hand[::-1][:3]))
    assert state.turn(number) == Trade(tuple(sorted(hand[-3:], key=lambda tile: tile.index)))
    state.apply(number)
