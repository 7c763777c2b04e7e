"""The kits of PettingZoo and Gymnasium pass for every game, and for two to four seats."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import qwirkle.env
from qwirkle.env import qwirkle_v0
from qwirkle.errors import ArgumentError, BotError, EditionError
from qwirkle.rules.family import GAMES

FORMS = ("list", "tiles")
# The kits warn about what they would rather see, such as observations that are one array.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("actions", FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_the_kit_of_pettingzoo(game: str, actions: str) -> None:
    players = 2 + GAMES.index(game) % 3
    env = qwirkle_v0.env(game=game, players=players, actions=actions)
    api_test(env, num_cycles=40)


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_test_of_pettingzoo(game: str) -> None:
    seed_test(lambda: qwirkle_v0.env(game=game, players=3), num_cycles=30)


@pytest.mark.parametrize("actions", FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_the_kit_of_gymnasium(game: str, actions: str) -> None:
    env = gymnasium.make(
        "qwirkle/Qwirkle-v0", game=game, opponents=["greedy", "random"], actions=actions
    ).unwrapped
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_an_illegal_action_earns_nothing_in_gymnasium(game: str) -> None:
    env = qwirkle.env.QwirkleEnv(game, seat=0)
    before, info = env.reset(seed=1)
    assert info["legal"]
    illegal = np.int64(np.flatnonzero(before["action_mask"] == 0)[-1])
    after, reward, over, _, info = env.step(illegal)
    assert (reward, over, info["legal"]) == (0.0, False, False)
    assert all(np.array_equal(before[name], after[name]) for name in before)
    with pytest.raises(ArgumentError, match="action space"):
        env.step(np.int64(-1))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "chess"}, "no game"),
        ({"players": 5}, "2 to 4 seats"),
        ({"players": True}, "seats"),
        ({"actions": "clicks"}, "list"),
        ({"reward": "fame"}, "margin"),
        ({"listed": 0}, "room"),
        ({"window": 7}, "window"),
        ({"options": {"colour": 1}}, "colour"),
    ],
    ids=str,
)
def test_wrong_settings_are_refused_in_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises((ArgumentError, EditionError), match=sentence):
        qwirkle_v0.env(**{"game": "classic", "players": 2, **wrong})  # type: ignore[arg-type]


def test_wrong_opponents_are_refused_before_the_game() -> None:
    make = qwirkle.env.QwirkleEnv
    with pytest.raises(BotError, match="no bot"):
        make(opponents=["nobody"])
    with pytest.raises(BotError, match="not allowed"):
        make(opponents=["process:./bot"])
    with pytest.raises(ArgumentError, match="list of bots"):
        make(opponents="greedy")
    with pytest.raises(ArgumentError, match="seat"):
        make(seat=2)


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_an_illegal_action_is_refused_and_changes_nothing(game: str) -> None:
    env = qwirkle_v0.raw_env(game)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[-1])
    for action in (illegal, -1, 10**6):
        with pytest.raises(ValueError, match="not legal"):
            env.step(action)
    after = env.observe(env.agent_selection)
    assert np.array_equal(before["action_mask"], after["action_mask"])
    for name, array in before["observation"].items():
        assert np.array_equal(array, after["observation"][name])


def test_a_house_rule_is_an_environment(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text('based_on = "select"\nid = "short"\nname = "Short hands"\nhand = 4\n')
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(qwirkle_v0.env(game=file, players=2), num_cycles=20)
    env = qwirkle_v0.raw_env(file, 2)
    env.reset(seed=0)
    assert env.observe("player_0")["observation"]["counts"][:36].sum() == 4


def test_the_table_can_be_looked_at() -> None:
    env = qwirkle.env.QwirkleEnv("classic", ["greedy"], render_mode="ansi", seat=0)
    env.reset(seed=3)
    assert isinstance(env.render(), str)
    assert qwirkle.env.QwirkleEnv().render() is None
