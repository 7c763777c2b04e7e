"""A linear learner: the value of a turn is its points plus what six weighted numbers add to them.

    pip install "qwirkle[env]"
    python linear_learner.py

A vector of games is played against greedy. What the agent gains on greedy until the end of its next
turn, less the points of the turn itself, is explained by the numbers: least squares, ever again.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwirkle.env import VectorGames

Floats = NDArray[np.float64]


def numbers(seen: dict[str, Any]) -> Floats:
    """Six numbers for every listed turn; docs/environments.md describes the columns."""
    turns = seen["turns"].astype(float)
    tiles, qwirkles, fives = turns[:, :, 2], turns[:, :, 3], turns[:, :, 4]
    more = np.broadcast_to((seen["counts"][:, 128:129] > 0), tiles.shape)  # tiles in the bag
    found = [
        tiles * more,
        tiles * ~more,
        fives * more,
        fives * ~more,
        qwirkles,
        np.ones_like(tiles),
    ]
    return np.stack(found, axis=-1)


def learn(steps: int, games: int = 64, seed: int = 1) -> tuple[Floats, Floats]:
    """Play and learn; the weights, and the margins of the games in the order of their ends."""
    env = VectorGames(games, "classic", opponents=["greedy"], reward="points")
    random, each = np.random.default_rng(seed), np.arange(games)
    moments, products, weights = 100 * np.eye(6), np.zeros(6), np.zeros(6)
    seen: dict[str, Any] = env.reset(seed)[0]
    before, owed, going_on = np.zeros((games, 6)), np.zeros(games), np.zeros(games, bool)
    margins: list[int] = []
    for step in range(steps // games):
        known, mask = numbers(seen), seen["action_mask"] > 0
        values = seen["turns"][:, :, 1] + known @ weights
        # Less and less of chance, so that turns are seen that greedy would not play.
        values += random.normal(0, 2 * (1 - step * games / steps), values.shape)
        actions = np.where(mask, values, -np.inf).argmax(axis=1)
        chosen, points = known[each, actions], seen["turns"][each, actions, 1].astype(float)
        seen, rewards, over, _, info = env.step(actions)
        gained = (rewards[:, 0] - rewards[:, 1]).astype(float)
        x, y = before[going_on], (owed + gained)[going_on]
        moments, products = moments + x.T @ x, products + x.T @ y
        weights = np.linalg.solve(moments, products)
        before, owed, going_on = chosen, gained - points, over == 0
        margins += list((info["final_scores"][:, 0] - info["final_scores"][:, 1])[~going_on])
    env.close()
    return weights, np.array(margins, float)


def main() -> None:
    """Learn, and print the weights and how the margins grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    weights, margins = learn(parser.parse_args().steps)
    print("weights", np.round(weights, 2))
    print("mean margins", [round(float(part.mean()), 1) for part in np.array_split(margins, 10)])


if __name__ == "__main__":
    main()
