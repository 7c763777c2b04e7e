"""What NumPy alone is enough for, and what is said where a library is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

BLOCKED = """
import sys

for name in {names!r}:
    sys.modules[name] = None  # importing it fails, as if it were not installed

from qwirkle.errors import QwirkleError
"""
PLAYS = """
from qwirkle import Game
from qwirkle.env import ObservationEncoder, VectorGames, candidate_values, observe

for game in ("classic", "cards"):
    env = VectorGames(4, game, seed=1, threads=2)
    seen, _ = env.reset()
    for _ in range(5):
        seen, rewards, *_ = env.step(seen["action_mask"].argmax(axis=1))
    env.close()
    view = Game.new(game, seed=1)
    view = view.view(view.to_move)
    assert ObservationEncoder(game).observe(view)["action_mask"].any()
    assert len(observe(view)) and len(candidate_values([view]).values)
for space in ("single_observation_space", "single_action_space"):
    try:
        getattr(env, space)
    except QwirkleError as error:
        print(error)
"""
ASKS = """
import qwirkle.env

try:
    print(qwirkle.env.{name})
except QwirkleError as error:
    print(error)
try:
    from qwirkle.env import {name}
except QwirkleError as error:
    print(error)
"""


def said(names: list[str], program: str) -> list[str]:
    whole = BLOCKED.format(names=names) + program
    done = subprocess.run(
        [sys.executable, "-c", whole], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_vectors_encoders_and_values_need_numpy_alone() -> None:
    lines = said(["gymnasium", "pettingzoo"], PLAYS)
    assert lines == ['a space of Gymnasium needs an extra: pip install "qwirkle[env]"'] * 2


@pytest.mark.parametrize(
    ("missing", "name"),
    [("gymnasium", "QwirkleEnv"), ("gymnasium", "qwirkle_v0"), ("pettingzoo", "qwirkle_v0")],
)
def test_an_environment_names_the_library_that_it_needs(missing: str, name: str) -> None:
    lines = said([missing], ASKS.format(name=name))
    assert lines == [f'environments need {missing}; pip install "qwirkle[env]" installs it'] * 2
