"""Copies, snapshots and small states of the games of a vector, and unpacked planes."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from qwirkle import Game
from qwirkle.engine import PlacementState, new_state
from qwirkle.env import ObservationEncoder, QwirkleEnv, VectorGames, qwirkle_v0
from qwirkle.errors import ArgumentError

GAMES = ["classic", "mini", "select", "combined", "cards"]


def played(game: str, steps: int, *, seed: str = "copies", count: int = 3) -> VectorGames:
    env = VectorGames(count, game)
    seen, _ = env.reset(seed)
    random = np.random.default_rng(5)
    for _ in range(steps):
        mask = seen["action_mask"]
        seen, *_ = env.step(np.where(mask, random.random(mask.shape), -1).argmax(axis=1))
    return env


def shown(env: VectorGames) -> dict[str, np.ndarray]:
    return {name: array.copy() for name, array in env.observations.items()}


@pytest.mark.parametrize("game", GAMES)
def test_a_restored_vector_plays_the_same_again(game: str) -> None:
    env = played(game, 9)
    kept = pickle.loads(pickle.dumps(env.snapshot()))  # noqa: S301
    now, seats = shown(env), env.seats.copy()
    runs = []
    for other in (env, VectorGames(3, game)):
        seen, info = other.restore(kept)
        assert all(np.array_equal(seen[name], now[name]) for name in now)
        assert np.array_equal(info["seats"], seats)
        rows = []
        # Beyond the end of the games: those that follow are the same too.
        for _ in range(70):
            seen, rewards, *_ = other.step(seen["action_mask"].argmax(axis=1))
            rows += [seen["counts"].copy(), rewards.copy()]
        runs.append(rows)
    assert all(np.array_equal(one, other) for one, other in zip(*runs, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_shows_the_same_and_goes_its_own_way(game: str) -> None:
    env = played(game, 7)
    env.copy(0, [1, 2])
    for name, array in env.observations.items():
        assert np.array_equal(array[0], array[1]), name
        assert np.array_equal(array[0], array[2]), name
    legal = np.flatnonzero(env.observations["action_mask"][0])
    env.step(np.array([legal[0], legal[0], legal[-1]]))
    assert np.array_equal(env.observations["counts"][0], env.observations["counts"][1])
    assert not np.array_equal(env.observations["counts"][0], env.observations["counts"][2])


@pytest.mark.parametrize("game", GAMES)
def test_a_small_state_leaves_a_vector_and_comes_back(game: str) -> None:
    env = played(game, 8)
    state = env.state(1)
    assert state.to_move == env.seats[1]
    again = pickle.loads(pickle.dumps(state))  # noqa: S301
    assert again == state
    before = shown(env)
    env.step(env.observations["action_mask"].argmax(axis=1))
    env.set_state(1, again)
    assert all(np.array_equal(env.observations[name][1], before[name][1]) for name in before)
    # What the state lists is what the vector lists.
    if isinstance(state, PlacementState):
        points = env.observations["turns"][1][env.observations["action_mask"][1] != 0, 1]
        assert sorted(points) == sorted(state.points())


def test_a_state_of_a_seed_is_the_game_of_a_vector() -> None:
    env = VectorGames(1, "connect")
    env.reset("same")
    state = new_state("connect", 2, seed="same/0/0")
    assert env.state(0).hand(0) == state.hand(0)
    assert env.state(0).to_move == state.to_move


def test_states_of_other_games_are_refused() -> None:
    env = played("classic", 1)
    game = Game.new("classic", players=2, seed=1)
    for _ in range(3):
        game.play(game.legal_placements[0])
    for other in (
        new_state("classic", 3, seed=1),
        new_state("select", 2, seed=1),
        PlacementState.of(game.placement, seed=1),
    ):
        with pytest.raises(ArgumentError):
            env.set_state(0, other)
    with pytest.raises(ArgumentError, match="no game 3"):
        env.state(3)
    with pytest.raises(ArgumentError, match="3 games"):
        VectorGames(2, "classic").restore(env.snapshot())


def test_a_turn_that_is_not_complete_has_no_state() -> None:
    env = VectorGames(1, "classic", actions="tiles")
    seen, _ = env.reset(1)
    env.step(seen["action_mask"].argmax(axis=1))
    with pytest.raises(ValueError, match="not complete"):
        env.state(0)


# Planes of 0 and 1


def as_planes(axes: np.ndarray) -> np.ndarray:
    """Bit by bit, in plain Python: kind k of rows is plane k, of columns plane 36 + k."""
    planes = np.zeros((72, *axes.shape[1:]), np.uint8)
    for axis in range(2):
        for kind in range(36):
            planes[36 * axis + kind] = (axes[axis] >> kind) & 1
    return planes


@pytest.mark.parametrize("game", ["classic", "select"])
def test_unpacked_planes_are_the_bits_of_axes(game: str) -> None:
    packed, env = VectorGames(3, game), VectorGames(3, game, unpacked=True)
    seen, _ = packed.reset(2)
    planes, _ = env.reset(2)
    assert "axes" not in planes
    random = np.random.default_rng(5)
    for number in range(90):
        for place in range(3):
            if number % 10 == place:
                assert np.array_equal(planes["accepts"][place], as_planes(seen["axes"][place]))
        mask = seen["action_mask"]
        actions = np.where(mask, random.random(mask.shape), -1).argmax(axis=1)
        seen, *_ = packed.step(actions)
        planes, *_ = env.step(actions)
    single = {name: array[0] for name, array in planes.items()}
    assert env.single_observation_space.contains(single)


def test_every_environment_unpacks() -> None:
    single = QwirkleEnv("mini", ["greedy"], seat=0, unpacked=True)
    seen, _ = single.reset(options={"seed": "planes"})
    assert single.observation_space.contains(seen)
    many = qwirkle_v0.env("mini", unpacked=True)
    many.reset(options={"seed": "planes"})
    assert many.observation_space(many.agent_selection).contains(many.last()[0])
    packed = QwirkleEnv("mini", ["greedy"], seat=0)
    axes = packed.reset(options={"seed": "planes"})[0]["axes"]
    assert np.array_equal(seen["accepts"], as_planes(axes))
    game = Game.new("mini", players=2, seed="planes")
    view = game.view(game.to_move)
    encoded = ObservationEncoder("mini", players=2, unpacked=True).observe(view)
    plain = ObservationEncoder("mini", players=2).observe(view)
    assert np.array_equal(encoded["accepts"], as_planes(plain["axes"]))
