"""Rewards, seeds, opponents and luck."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from qwirkle import Game
from qwirkle.env import QwirkleEnv, qwirkle_v0, table
from qwirkle.players.greedy import GreedyBot


def finished(env: QwirkleEnv, seed: int = 0) -> tuple[list[float], dict[str, Any]]:
    """Play an episode by the turn with the most points; its rewards and its last info."""
    seen, info = env.reset(seed=seed)
    rewards: list[float] = []
    over = False
    while not over:
        value = seen["turns"][:, 1] if "turns" in seen else np.zeros(len(seen["action_mask"]))
        action = np.where(seen["action_mask"], value, -1).argmax()
        seen, reward, over, _, info = env.step(action)
        rewards.append(reward)
    return rewards, info


@pytest.mark.parametrize("game", ["classic", "mini", "cards"])
def test_rewards_are_points_margin_or_win(game: str) -> None:
    earned = {}
    for reward in ("points", "margin", "win"):
        env = QwirkleEnv(game, ["greedy", "random"], seat=1, reward=reward)
        rewards, info = finished(env, 5)
        earned[reward] = sum(rewards), info["scores"], rewards
    scores = earned["points"][1]
    assert all(scores == other[1] for other in earned.values()), "the same game each time"
    assert earned["points"][0] == scores[1]
    assert earned["margin"][0] == earned["margin"][2][-1] == scores[1] - max(scores[0], scores[2])
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    assert earned["win"][0] == (1 / len(winners) if 1 in winners else 0)


def test_the_agents_of_pettingzoo_earn_what_they_scored() -> None:
    env = qwirkle_v0.env(game="select", players=3, reward="points")
    env.reset(seed=4)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    scores: tuple[int, ...] = ()
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        earned[agent] += reward
        scores = info.get("scores", scores)
        env.step(None if over else int(np.argmax(seen["action_mask"])))
    assert tuple(earned.values()) == scores


def test_a_seed_is_the_game_of_the_library() -> None:
    env = QwirkleEnv("classic", ["greedy"], seat=0)
    _, info = env.reset(seed=9)
    # In every version: whoever repeats a run of an earlier one gets the same games.
    assert info["seed"] == str(np.random.default_rng(9).integers(1 << 62))
    game = Game.new("classic", players=2, seed=info["seed"])
    assert env.table.view(0).hand == game.view(0).hand
    again, _ = env.reset(options={"seed": info["seed"]})
    other, _ = QwirkleEnv("classic", ["greedy"], seat=0).reset(options={"seed": info["seed"]})
    assert all(np.array_equal(again[name], other[name]) for name in again)


@pytest.mark.parametrize("game", ["select", "cards"])
@pytest.mark.parametrize("spec", ["greedy", "random"])
def test_opponents_in_the_core_play_like_those_that_are_asked(
    game: str, spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, in_core = finished(QwirkleEnv(game, [spec], seat=0), 11)
    monkeypatch.setattr(table, "core_policy", lambda _: None)
    _, asked = finished(QwirkleEnv(game, [spec], seat=0), 11)
    assert in_core == asked


def test_bots_that_think_are_asked_with_views() -> None:
    _, info = finished(QwirkleEnv("mini", ["value", "level:3"], seat=2), 1)
    assert len(info["scores"]) == 3


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_the_luck_of_a_game_is_known_when_it_is_over(game: str) -> None:
    _, info = finished(QwirkleEnv(game, ["greedy"], seat=0), 2)
    luck = info["luck"]
    assert luck.scores == info["scores"]
    assert len(luck.seats) == 2
    assert any(luck.seats)
    margin = info["scores"][0] - info["scores"][1]
    expected = margin - luck.seats[0] + luck.seats[1]
    assert luck.adjusted_return(0) == pytest.approx(expected)
    assert luck.adjusted_return(1) == pytest.approx(-expected)
    assert luck.adjusted_return(0, "points") == pytest.approx(info["scores"][0] - luck.seats[0])


def test_resets_without_a_seed_follow_from_the_last_one() -> None:
    """As in all environments: a run of many episodes is repeated by its first seed."""

    def seeds(env: Any) -> list[str]:
        env.reset(seed=3)
        found = [env.infos["player_0"]["seed"]]
        for _ in range(2):
            env.reset()
            found.append(env.infos["player_0"]["seed"])
        return found

    first, second = (seeds(qwirkle_v0.raw_env("mini")) for _ in range(2))
    assert first == second
    assert len(set(first)) == 3


def test_the_bots_of_an_earlier_game_are_released(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[object] = []
    monkeypatch.setattr(GreedyBot, "close", lambda self: closed.append(self))  # noqa: PLW0108
    env = QwirkleEnv("mini", ["greedy", "greedy"])
    closed.clear()
    env.reset(seed=1)
    assert closed == []
    env.reset()
    assert len(closed) == 2
    env.close()
    assert len(set(map(id, closed))) == 4
