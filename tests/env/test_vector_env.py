"""The vector environment of Gymnasium: its conventions, and that it is the same game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics  # noqa: E402

from qwirkle.env import QwirkleVectorEnv, VectorGames  # noqa: E402
from qwirkle.errors import ArgumentError  # noqa: E402


def first_legal(seen: dict[str, Any]) -> Any:
    return seen["action_mask"].argmax(axis=1)


def run(env: QwirkleVectorEnv, steps: int, seed: int = 3) -> list[Any]:
    seen, info = env.reset(seed=seed)
    found: list[Any] = [(seen, None, None, info)]
    for _ in range(steps):
        seen, rewards, over, cut, info = env.step(first_legal(seen))
        assert over.dtype == cut.dtype == bool
        assert not cut.any()
        found.append((seen, rewards, over, info))
    return found


def test_it_is_made_by_gymnasium() -> None:
    env = gymnasium.make_vec(
        "qwirkle/Qwirkle-v0", num_envs=3, game="mini", opponents=["level:2"], threads=2
    )
    assert isinstance(env.unwrapped, VectorEnv)
    assert isinstance(env.unwrapped, QwirkleVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.action_space.contains(first_legal(seen))
    seen, rewards, *_ = env.step(first_legal(seen))
    assert env.observation_space.contains(seen)
    assert rewards.shape == (3,)
    env.close()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_wrappers_of_gymnasium_count_episodes(mode: str) -> None:
    counted = RecordEpisodeStatistics(
        QwirkleVectorEnv(4, "connect", ["random"], autoreset_mode=mode)
    )
    env = DictInfoToList(counted)
    seen, _ = env.reset(seed=1)
    ends = 0
    for _ in range(60):
        seen, _, over, _, infos = env.step(first_legal(seen))
        ends += over.sum()
        assert ["episode" in info for info in infos] == over.tolist()
    assert counted.episode_count == ends >= 4


@pytest.mark.parametrize("game", ["connect", "cards"])
def test_the_next_step_begins_the_next_game(game: str) -> None:
    env = QwirkleVectorEnv(3, game, ["greedy"], reward="points")
    ends = 0
    earned = np.zeros(3)
    steps = run(env, 70)
    for (before, _, over, told), (after, rewards, _, _) in pairwise(steps):
        if over is not None:
            for place in np.flatnonzero(over):
                ends += 1
                assert not before["action_mask"][place].any()
                assert told["_scores"][place]
                # As the agent sees it: its own score comes first.
                seat = told["seat"][place]
                first = 108 if game == "connect" else 144
                assert before["counts"][place][first] == told["scores"][place][seat]
                assert rewards[place] == 0
                assert after["action_mask"][place].any()
                assert after["counts"][place][130 if game == "connect" else 154] <= 1
        earned += rewards
    assert ends


def test_points_of_a_game_add_up_to_the_score_of_its_agent() -> None:
    env = QwirkleVectorEnv(4, "connect", ["level:3"], reward="points")
    earned = np.zeros(4)
    ends = 0
    for _, rewards, over, info in run(env, 60)[1:]:
        earned += rewards
        for place in np.flatnonzero(over):
            assert earned[place] == info["scores"][place][info["seat"][place]]
            earned[place] = 0
            ends += 1
    assert ends


def test_the_same_step_shows_the_end_beside_the_next_game() -> None:
    modes = ("NextStep", "SameStep")
    late, soon = (QwirkleVectorEnv(3, "connect", autoreset_mode=mode) for mode in modes)
    ends: dict[str, list[Any]] = {mode: [] for mode in modes}
    for seen, _, over, info in run(late, 70)[1:]:
        for place in np.flatnonzero(over):
            shown = {name: array[place] for name, array in seen.items()}
            ends["NextStep"].append((int(place), shown, info["scores"][place]))
    for seen, _, over, info in run(soon, 66)[1:]:
        assert ("final_obs" in info) == over.any()
        for place in np.flatnonzero(over):
            assert seen["action_mask"][place].any()
            assert info["_final_obs"][place]
            assert info["_final_info"][place]
            shown, told = info["final_obs"][place], info["final_info"]
            ends["SameStep"].append((int(place), shown, told["scores"][place]))
    assert ends["SameStep"]
    for number in range(3):
        first, second = (next(end for end in ends[mode] if end[0] == number) for mode in modes)
        assert all(np.array_equal(first[1][name], second[1][name]) for name in first[1])
        assert np.array_equal(first[2], second[2])


def test_without_autoreset_games_wait_for_a_reset() -> None:
    env = QwirkleVectorEnv(3, "connect", autoreset_mode=AutoresetMode.DISABLED)
    seen, _ = env.reset(seed=2)
    over = np.zeros(3, bool)
    while not over.any():
        seen, _, over, *_ = env.step(first_legal(seen))
    with pytest.raises(ArgumentError, match="reset_mask"):
        env.step(first_legal(seen))
    before = {name: array.copy() for name, array in seen.items()}
    seen, _ = env.reset(options={"reset_mask": over})
    for place in range(3):
        assert seen["action_mask"][place].any()
        assert np.array_equal(seen["counts"][place], before["counts"][place]) != over[place]
    env.step(first_legal(seen))


def test_an_illegal_action_changes_and_earns_nothing() -> None:
    env = QwirkleVectorEnv(3, "classic", reward="points")
    seen, _ = env.reset(seed=1)
    actions = first_legal(seen)
    actions[1] = 511
    after, rewards, over, _, info = env.step(actions)
    assert info["legal"].tolist() == [True, False, True]
    assert rewards[1] == 0
    assert not over[1]
    assert np.array_equal(after["counts"][1], seen["counts"][1])
    assert not np.array_equal(after["counts"][0], seen["counts"][0])
    env.step(first_legal(after))
    # After points were earned, an illegal action does not earn them once more.
    *_, info = env.step(np.full(3, -1))
    assert not info["legal"].any()
    _, rewards, *_ = env.step(np.full(3, -1))
    assert not rewards.any()


def test_seeds_decide_games() -> None:
    env = QwirkleVectorEnv(2, "classic")
    first = run(env, 4, seed=5)
    again = run(QwirkleVectorEnv(2, "classic"), 4, seed=5)
    other = run(env, 4, seed=6)
    assert all(
        np.array_equal(one[0]["counts"], two[0]["counts"])
        for one, two in zip(first, again, strict=True)
    )
    assert not np.array_equal(first[0][0]["counts"], other[0][0]["counts"])
    listed, _ = env.reset(seed=[7, 7])
    lone, _ = VectorGames(2, "classic", opponents=["greedy"], seat=None).reset([7, 7])
    assert np.array_equal(listed["counts"], lone["counts"])


def test_observations_are_copies_unless_asked() -> None:
    env = QwirkleVectorEnv(2, "classic")
    (before, *_), (after, *_) = run(env, 1)
    assert not np.shares_memory(before["counts"], after["counts"])
    env = QwirkleVectorEnv(2, "classic", copy=False)
    (before, *_), (after, *_) = run(env, 1)
    assert np.shares_memory(before["counts"], after["counts"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponents": []},
        {"autoreset_mode": "Later"},
        {"render_mode": "ansi"},
        {"opponents": ["sim"]},
    ],
    ids=str,
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        QwirkleVectorEnv(2, **wrong)


@pytest.mark.parametrize(
    "wrong",
    [np.zeros(3, np.int64), np.zeros((2, 1), np.int64), np.zeros(2), np.zeros(2, bool)],
    ids=["three for two games", "a column", "fractions", "truth values"],
)
def test_actions_that_are_not_one_whole_number_a_game_are_refused(wrong: Any) -> None:
    env = QwirkleVectorEnv(2)
    seen, _ = env.reset(seed=1)
    before = {name: array.copy() for name, array in seen.items()}
    with pytest.raises(ArgumentError, match="2 whole numbers"):
        env.step(wrong)
    after = env.step(first_legal(before))[0]
    again = QwirkleVectorEnv(2)
    again.reset(seed=1)
    for name, array in again.step(first_legal(before))[0].items():
        np.testing.assert_array_equal(after[name], array)
