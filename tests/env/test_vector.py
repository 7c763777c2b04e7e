"""Many games at once: the games of the library, whatever the number of threads."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from numpy.typing import NDArray

from qwirkle.env import VectorGames, observe
from qwirkle.env.settings import read_settings
from qwirkle.env.tables import new_table
from qwirkle.errors import ArgumentError
from qwirkle.players import bot
from qwirkle.rules.family import GAMES


def any_action(mask: NDArray[np.int8], random: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for every game."""
    chosen: NDArray[np.int64] = np.where(mask, random.random(mask.shape), -1).argmax(axis=1)
    return chosen


def run(env: VectorGames, steps: int) -> list[tuple[NDArray[np.float32], NDArray[np.int8]]]:
    seen, _ = env.reset("run")
    random = np.random.default_rng(1)
    found = []
    for _ in range(steps):
        actions = any_action(seen["action_mask"], random)  # type: ignore[arg-type]
        seen, rewards, *_ = env.step(actions)
        found.append((rewards.copy(), env.seats.copy()))
    return found


@pytest.mark.parametrize("actions", ["list", "tiles"])
@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_the_game_of_its_seed(game: str, actions: str) -> None:
    """Game n of a place p is dealt from seed/p/n, and shows what its table shows."""
    env = VectorGames(3, game, players=2, actions=actions, threads=2)
    settings = read_settings(game, 2, actions=actions)
    tables = [new_table(settings) for _ in range(3)]
    played = [0, 0, 0]
    for place, table in enumerate(tables):
        table.begin(f"one/{place}/0")
    seen, _ = env.reset("one")
    random = np.random.default_rng(2)
    for number in range(150):
        chosen = any_action(seen["action_mask"], random)  # type: ignore[arg-type]
        seen, _, ended, *_ = env.step(chosen)
        for place, table in enumerate(tables):
            assert table.step(int(chosen[place]))
            assert bool(ended[place]) == (table.turn is None)
            if ended[place]:
                assert list(env.final_scores[place, :2]) == table.scores
                played[place] += 1
                table.begin(f"one/{place}/{played[place]}")
            seat = int(env.seats[place])
            assert seat == table.turn
            assert np.array_equal(seen["action_mask"][place], table.mask(seat))
            if number % 10 == 0:
                for name, array in table.observe(seat).items():
                    assert np.array_equal(seen[name][place], array), name
    env.close()


@pytest.mark.parametrize("game", ["select", "cards"])
def test_threads_change_nothing(game: str) -> None:
    one, three = (run(VectorGames(7, game, threads=count), 60) for count in (1, 3))
    for (rewards, seats), (others, other_seats) in zip(one, three, strict=True):
        assert np.array_equal(rewards, others)
        assert np.array_equal(seats, other_seats)


@pytest.mark.parametrize("threads", [2, 5, 16])
def test_every_game_is_stepped_once_a_step(threads: int) -> None:
    """However often threads meet: more of them than processors, and steps without a break."""
    count = 37
    one, many = VectorGames(count, "classic", threads=1), VectorGames(count, threads=threads)
    one.reset("often")
    many.reset("often")
    for number in range(400):
        actions = one.observations["turns"][:, :, 1].argmax(axis=1)
        one.step(actions)
        many.step(actions)
        assert np.array_equal(one.observations["counts"], many.observations["counts"]), number
        assert np.array_equal(one.terminated, many.terminated), number
    assert np.array_equal(one.observations["turns"], many.observations["turns"])
    assert np.array_equal(one.final_scores, many.final_scores)
    many.close()


def test_a_step_needs_no_other_thread() -> None:
    """Threads that were stopped, or do not exist after a fork, leave their games to the caller."""
    env = VectorGames(6, "mini", threads=3)
    env.close()
    assert len(run(env, 30)) == 30
    expected = run(VectorGames(6, "mini"), 30)
    for (rewards, seats), (others, other_seats) in zip(run(env, 30), expected, strict=True):
        assert np.array_equal(rewards, others)
        assert np.array_equal(seats, other_seats)


def test_refused_actions_are_counted_over_all_threads() -> None:
    env = VectorGames(12, "classic", threads=4)
    seen, _ = env.reset(2)
    actions = np.argmax(seen["action_mask"], axis=1)
    actions[[0, 5, 11]] = 511
    before = seen["counts"].copy()
    with pytest.raises(ValueError, match="3 actions are not legal"):
        env.step(actions)
    changed = (env.observations["counts"] != before).any(axis=1)
    assert list(np.flatnonzero(~changed)) == [0, 5, 11]
    env.close()


@pytest.mark.parametrize("game", ["select", "cards"])
def test_opponents_are_those_of_the_library(game: str) -> None:
    """They draw the lots that the library's bots draw from the seed and their seat."""
    env = VectorGames(2, game, opponents=["greedy", "random"])
    seen, _ = env.reset("lots")
    table = new_table(read_settings(game, 3))
    for place in range(2):
        seed = f"lots/{place}/0"
        specs = {1: "greedy", 2: "random"}
        table.begin(seed, {seat: bot(spec, f"{seed}/{seat}") for seat, spec in specs.items()})
        table.let_bots_play()
        assert set(env.seats) == {0}
        assert np.array_equal(seen["counts"][place], table.observe(0)["counts"])
    random = np.random.default_rng(4)
    for _ in range(12 if game == "select" else 5):
        chosen = any_action(seen["action_mask"], random)  # type: ignore[arg-type]
        seen, *_ = env.step(chosen)
        assert table.step(int(chosen[1]))
        table.let_bots_play()
        for name, array in table.observe(0).items():
            assert np.array_equal(seen[name][1], array), name


@pytest.mark.parametrize("reward", ["points", "margin", "win"])
@pytest.mark.parametrize("game", ["classic", "cards"])
def test_rewards_add_up(game: str, reward: str) -> None:
    env = VectorGames(4, game, reward=reward)
    seen, _ = env.reset("add")
    random = np.random.default_rng(3)
    earned = np.zeros((4, 4))
    ends = 0
    for _ in range(260):
        seen, rewards, ended, _, _ = env.step(any_action(seen["action_mask"], random))  # type: ignore[arg-type]
        earned += rewards
        for place in np.flatnonzero(ended):
            scores = [int(score) for score in env.final_scores[place, :2]]
            margin = scores[0] - scores[1]
            share = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
            expected = {"points": scores, "margin": [margin, -margin], "win": [share, 1 - share]}
            assert list(earned[place, :2]) == expected[reward]
            earned[place] = 0
            ends += 1
    assert ends


@pytest.mark.parametrize("game", ["mini", "cards"])
def test_observations_are_those_of_views(game: str) -> None:
    env = VectorGames(1, game)
    seen, _ = env.reset("views")
    table = new_table(read_settings(game, 2))
    table.begin("views/0/0")
    expected = observe(table.view(int(env.seats[0])))
    assert all(np.array_equal(seen[name][0], array) for name, array in expected.items())
    assert env.single_observation_space.contains({name: seen[name][0] for name in seen})


def test_arrays_are_shared_through_dlpack() -> None:
    """Torch and jax read arrays by the same protocol as numpy; the next step is seen as well."""
    env = VectorGames(2, "classic", reward="points", afterstates=4)
    env.reset(1)
    arrays = {**env.observations, "rewards": env.rewards, "seats": env.seats}
    shared = {name: np.from_dlpack(array) for name, array in arrays.items()}
    for name, array in arrays.items():
        assert np.shares_memory(shared[name], array), name
    before = shared["counts"].copy()
    env.step(env.observations["turns"][:, :, 1].argmax(axis=1))
    assert not np.array_equal(before, shared["counts"])
    assert all(np.array_equal(shared[name], array) for name, array in arrays.items())


def test_illegal_actions_are_refused() -> None:
    env = VectorGames(2, "classic")
    seen, _ = env.reset(1)
    before = seen["counts"].copy()
    with pytest.raises(ValueError, match="2 actions are not legal"):
        env.step(np.array([511, -1]))
    assert np.array_equal(before, env.observations["counts"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "cards", "afterstates": 4},
        {"opponents": ["level:8"]},
        {"opponents": ["level:4.5"]},
        {"opponents": ["nobody"]},
        {"opponents": "greedy"},
        {"game": "cards", "opponents": ["value"]},
        {"opponents": ["greedy"], "seat": 2},
        {"opponents": {0: "greedy", 1: "greedy"}},
        {"opponents": {2: "greedy"}},
        {"unpacked": 1},
        {"threads": 0},
        {"count": 0},
        {"threads": 3, "count": 2},
    ],
    ids=str,
)
def test_wrong_settings_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ArgumentError):
        VectorGames(**{"game": "classic", "count": 2, **wrong})  # type: ignore[arg-type]


def test_what_a_vector_cannot_use_is_refused_in_a_sentence() -> None:
    env: Any = VectorGames(2, "mini", seed=1)
    made: Any = VectorGames
    env.reset()
    before = env.snapshot()
    wrong: dict[str, Callable[[], object]] = {
        r"opponents are a list of bots, such as \[.greedy.\]": lambda: made(2, opponents="greedy"),
        "the number of games is a whole number, not 2.0": lambda: made(2.0),
        "a seed is a whole number or a text, not 1.5": lambda: made(2, seed=1.5),
        "a seed is a whole number or a text, not None": lambda: env.reset([1, None]),
        "takes 2 actions, one for each game, not an array": lambda: env.step(np.zeros(3)),
        r"to a list of places, such as \[1\]": lambda: env.copy(0, to=1),
        "is what state.* and new_state return, not 5": lambda: env.set_state(0, 5),
        "restored from what snapshot": lambda: env.restore(5),
    }
    for sentence, call in wrong.items():
        with pytest.raises(ArgumentError, match=sentence):
            call()
    for make in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match=r"keep its snapshot\(\) instead"):
            make(env)
    assert env.snapshot() == before


def test_threads_end_with_their_vector() -> None:
    before = set(threading.enumerate())
    for closed in (True, False):
        env = VectorGames(4, "classic", threads=3)
        env.reset(1)
        workers = set(threading.enumerate()) - before
        assert len(workers) == 2
        if closed:
            env.close()
            env.close()
        del env
        gc.collect()
        for worker in workers:
            worker.join(20)
        assert not [worker for worker in workers if worker.is_alive()]


def test_games_begin_with_the_seed_of_the_vector() -> None:
    """Every argument by the name that other programs use."""
    env = VectorGames(2, game="mini", players=3, actions="list", seed="own", threads=1)
    counts = env.reset()[0]["counts"].copy()
    assert np.array_equal(counts, VectorGames(2, "mini", 3).reset("own")[0]["counts"])
    env.step(np.argmax(env.observations["action_mask"], axis=1))
    assert np.array_equal(env.reset()[0]["counts"], counts), "the same games again"
    assert not np.array_equal(env.reset("other")[0]["counts"], counts)


def test_a_reset_begins_again_everywhere() -> None:
    """A seed is for one reset, and nothing is left of what was played before it."""
    env = VectorGames(3, "mini", reward="points", seed="own")
    first = {name: array.copy() for name, array in env.reset()[0].items()}
    env.reset("other")
    seen = env.observations
    while not env.terminated.any():
        seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
    assert env.rewards.any()
    again, info = env.reset()
    assert all(np.array_equal(again[name], array) for name, array in first.items())
    assert not env.rewards.any()
    assert not env.terminated.any()
    assert np.array_equal(info["seats"], [game.core.seat for game in env.games])
