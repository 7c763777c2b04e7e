"""The core deals and plays the library's own games: the same tiles, lots and turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from qwirkle.engine.episodes import shuffle
from qwirkle.engine.games import CoreGame, kept_game
from qwirkle.players import Bot, bot
from qwirkle.players.answers import ask
from qwirkle.players.rng import Chance
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import PLACEMENT_GAMES, Action, Edition, edition
from qwirkle.rules.family import view
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.state import Special, State
from qwirkle.rules.placement.turns import Turn

LABELS = ("bag", "specials", "starter", "deck", "trade 17", "deck 17", "exchange 17")
# Every game as its rule book has it, and options that change what the core must do.
EDITIONS = [
    *((game, {}) for game in PLACEMENT_GAMES),
    ("select", {"same-spot": False}),
    ("mini", {"handed-out": "at-start"}),
    ("mini", {"kinds": ["draw3"]}),
]
SEATS = [
    ("greedy", "greedy"),
    ("random", "greedy", "random"),
    ("greedy", "random", "greedy", "random"),
]


def ordinary(rules: Edition, seed: str, bots: Sequence[Bot]) -> Iterator[tuple[State, Turn | None]]:
    """The game as ``decide`` and the bots play it: each state, and the turn that led to it."""
    dealer = SeedDealer(seed)
    state = begin(rules, [f"p{seat}" for seat in range(len(bots))], dealer).state
    yield state, None
    while (seat := state.turn) is not None:
        turn = ask(bots[seat], view(state, seat))
        state = decide(state, seat, turn, dealer).state  # type: ignore[arg-type]
        yield state, turn  # type: ignore[misc]


def dealt(
    rules: Edition, seed: str, policies: Sequence[str], chances: Sequence[Chance]
) -> CoreGame:
    game = kept_game(rules.layout)
    game.set_rules(rules, policies)
    game.begin(seed, [chance.state for chance in chances])
    return game


def pieces(state: State) -> list[int]:
    return [
        36 + (piece.action is Action.DRAW_THREE) if isinstance(piece, Special) else piece.index
        for piece in state.pile
    ]


def assert_same(game: CoreGame, state: State) -> None:
    core = game.core
    assert game.turn == state.turn
    assert core.turns == state.turns_played
    assert (core.idle, core.passes, core.opening_tiles) == (
        state.idle,
        state.passes,
        state.opening_tiles,
    )
    assert core.pile() == pieces(state)
    for number, seat in enumerate(state.seats):
        assert game.hand(number) == seat.hand
        takes = seat.actions.count(Action.TAKE)
        threes = seat.actions.count(Action.DRAW_THREE)
        assert core.extras_left(number) == (seat.tokens, takes, threes)
    assert core.scores() == [seat.score for seat in state.seats]
    assert dict(game.board()) == dict(state.board)
    assert game.stars_left() == state.stars_left


@pytest.mark.parametrize("policies", SEATS, ids="-".join)
@pytest.mark.parametrize(("game_id", "options"), EDITIONS, ids=str)
def test_the_core_plays_the_same_games(
    game_id: str, options: dict[str, object], policies: tuple[str, ...]
) -> None:
    rules = edition(game_id, options)  # type: ignore[arg-type]
    for number in range(3):
        seed = f"same/{game_id}/{number}"
        chances = [Chance(f"{seed}/{seat}") for seat in range(len(policies))]
        bots = [bot(spec, Chance(f"{seed}/{seat}")) for seat, spec in enumerate(policies)]
        game = dealt(rules, seed, policies, chances)
        for state, turn in ordinary(rules, seed, bots):
            if turn is not None:
                assert game.core.play()
                assert game.last_turn() == turn
            assert_same(game, state)
        assert state.result is not None
        assert game.ending == state.result.ending


def test_a_game_goes_on_to_its_end_at_once() -> None:
    chances = [Chance("one"), Chance("other")]
    by_acts = dealt(edition("select"), "at once", ("greedy", "greedy"), chances)
    while by_acts.turn is not None:
        by_acts.core.play()
    expected = by_acts.core.scores(), by_acts.core.turns, dict(by_acts.board())
    at_once = dealt(edition("select"), "at once", ("greedy", "greedy"), chances)
    assert at_once.core.play_to_end()
    assert (at_once.core.scores(), at_once.core.turns, dict(at_once.board())) == expected
    with pytest.raises(ValueError, match="over"):
        at_once.core.play()


@pytest.mark.parametrize("seed", ["", "a", "0123456789" * 5 + "abcde"])
def test_the_core_shuffles_as_the_dealer_does(seed: str) -> None:
    """docs/dealing.md: SHA-256 in counter mode, unbiased draws."""
    core = shuffle.Shuffle()
    core.set_seed(seed.encode())
    for label, text in enumerate(LABELS):
        for count in (0, 1, 2, 7, 110):
            expected = SeedDealer(seed).shuffled(range(count), text)
            assert tuple(core.shuffled(count, label, 17)) == expected


def test_the_core_draws_the_lots_of_the_bots() -> None:
    core, chance = shuffle.Shuffle(), Chance("lots")
    core.set_chance(2, chance.state)
    for limit in (*range(1, 40), 1440, 1 << 30):
        assert core.lot(2, limit) == chance.below(limit)


def test_bad_numbers_are_refused() -> None:
    core = shuffle.Shuffle()
    for refused in (
        lambda: core.set_key(b"short"),
        lambda: core.set_seed(bytes(56)),
        lambda: core.set_chance(4, 0),
        lambda: core.lot(0, 0),
        lambda: core.shuffled(3, 9),
        lambda: kept_game(edition("classic").layout).core.set_specials([2]),
        lambda: kept_game(edition("classic").layout).core.tiles_in_order(4),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
            refused()


def test_kept_games_are_kept_by_board() -> None:
    classic = kept_game(edition("classic").layout)
    assert kept_game(edition("schmidt").layout) is classic
    assert kept_game(edition("select").layout) is not classic
