"""The placement games in OpenSpiel: chance nodes, information states, resampling.

Its IS-MCTS plays a game in tests/test_examples.py.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from qwirkle.errors import EditionError
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.tiles import KINDS

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python or machine")

from qwirkle.env.open_spiel import NAME, QwirkleGame, QwirkleState  # noqa: E402


def begun(game: str = "classic", players: int = 2, seed: int = 1, turns: int = 0) -> Any:
    """A state in which somebody has the turn, after some turns."""
    state = pyspiel.load_game(NAME, {"game": game, "players": players}).new_initial_state()
    chance = random.Random(seed)
    while turns >= 0 and not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(chance.choices(outcomes, chances)[0])
        elif turns:
            state.apply_action(chance.choice(state.legal_actions()))
            turns -= 1
        else:
            break
    return state


@pytest.mark.parametrize(("game", "players"), [("classic", 4), ("select", 2), ("combined", 3)])
def test_games_end_with_returns_in_points(game: str, players: int) -> None:
    state = begun(game, players, turns=10_000)
    scores = [seat.score for seat in state.state.seats]
    assert state.is_terminal()
    assert state.returns()[0] == scores[0] - max(scores[1:])


@pytest.mark.long
def test_openspiel_finds_nothing_wrong() -> None:
    pyspiel.random_sim_test(pyspiel.load_game(NAME, {"game": "connect"}), 1, False, False)


def test_chance_draws_from_what_nobody_has() -> None:
    state = begun(turns=3)
    place = next(number for number, turn in enumerate(state.turns()) if isinstance(turn, Place))
    before, seat = state.state, state.current_player()
    state.apply_action(place)
    assert state.is_chance_node()
    pile = Counter(before.pile)
    assert state.chance_outcomes() == [
        (tile.index, pile[tile] / len(before.pile)) for tile in KINDS if pile[tile]
    ]
    drawn = state.chance_outcomes()[0][0]
    state.apply_action(drawn)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    gained = Counter(state.state.seats[seat].hand) - Counter(before.seats[seat].hand)
    assert gained[KINDS[drawn]] or KINDS[drawn] in before.seats[seat].hand
    assert len(state.state.seats[seat].hand) == 6


def test_a_copy_goes_its_own_way() -> None:
    state = begun(turns=2)
    copy = state.clone()
    told = str(state)
    copy.apply_action(0)
    assert isinstance(copy, QwirkleState)
    assert str(state) == told != str(copy)


def test_another_world_looks_the_same_to_the_player() -> None:
    state = begun("select", 3, seed=2, turns=5)
    player = state.current_player()
    chance = random.Random(3)
    worlds = [state.resample_from_infostate(player, chance.random) for _ in range(4)]
    hands = {tuple(sorted(world.state.seats[player - 1].hand)) for world in (state, *worlds)}
    assert len(hands) > 1
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.view(player) == state.view(player)
        assert world.turns() == state.turns()


def test_an_information_state_keeps_what_is_hidden() -> None:
    state = begun(seed=5, turns=1)
    for seat in range(2):
        told = state.information_state_string(seat)
        assert " ".join(sorted(state.state.seats[seat].hand)) in told
        assert " ".join(sorted(state.state.seats[1 - seat].hand)) not in told


def test_games_with_a_hidden_order_are_refused() -> None:
    for game in ("mini", "schmidt", "cards"):
        with pytest.raises(EditionError, match="not a game for OpenSpiel"):
            QwirkleGame({"game": game})
    with pytest.raises(EditionError, match="2 to 4 players"):
        QwirkleGame({"game": "classic", "players": 5})
