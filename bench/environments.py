"""Measure steps per second: vectors of games, from a list and tile by tile, and PettingZoo.

Actions are those of agents that place while they can: of a list the most points, otherwise any tile
that fits; “any” takes every legal action as likely, and so trades in every other turn. Only the
steps are timed, in processor time. Threads are compared by the wall clock: vectors with one thread
and with several take turns, and the median step of each counts, so other programs matter less.

    python bench/environments.py [--seconds 2] [--games 64] [--threads 2] [--game classic]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.bench import every_game
from qwirkle.errors import QwirkleError

try:
    from qwirkle.env import VectorGames, qwirkle_v0
except QwirkleError as missing:
    print(f"The environments are not measured: {missing}.")
    sys.exit()

# Steps of one vector before the next one has its turn.
IN_A_ROW = 40
Choice = Callable[[VectorGames, np.random.Generator], NDArray[np.int64]]


def most_points(env: VectorGames, _: np.random.Generator) -> NDArray[np.int64]:
    """Return the listed turn with the most points, in the card game with the most Qwirkles."""
    points = env.observations["turns"][:, :, 1 if "planes" in env.observations else 2]
    best: NDArray[np.int64] = points.argmax(axis=1)
    return best


def any_legal(env: VectorGames, random: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action."""
    return _drawn(env.observations["action_mask"], random)


def any_tile(env: VectorGames, random: np.random.Generator) -> NDArray[np.int64]:
    """Return a random fitting tile, or “stop”; a trade only if nothing fits; for cards any card."""
    mask = env.observations["action_mask"]
    if "planes" not in env.observations:
        return _drawn(mask, random)
    places = mask.shape[1] - 38
    wanted = mask.copy()
    wanted[:, places:-1] = 0
    stuck = ~wanted.any(axis=1)
    wanted[stuck] = mask[stuck]
    return _drawn(wanted, random)


def _drawn(mask: NDArray[Any], random: np.random.Generator) -> NDArray[np.int64]:
    where = np.flatnonzero(mask)
    counts = np.bincount(where // mask.shape[1], minlength=len(mask))
    first = np.cumsum(counts) - counts
    picked = first + (random.random(len(mask)) * counts).astype(np.int64)
    chosen: NDArray[np.int64] = where[picked] % mask.shape[1]
    return chosen


def steps_per_second(env: VectorGames, choose: Choice, seconds: float) -> float:
    """Step for about the given processor time; choosing may take four times as long."""
    random = np.random.default_rng(1)
    env.reset(1)
    spent, steps = 0.0, 0
    end = time.process_time() + 5 * seconds
    while spent < seconds and time.process_time() < end:
        actions = choose(env, random)
        began = time.process_time()
        env.step(actions)
        spent += time.process_time() - began
        steps += env.num_envs
    return steps / spent


def gain_of_threads(game: str, games: int, threads: int, seconds: float) -> float:
    """Return the ratio of steps with several threads to those with one, by the median step."""
    random = np.random.default_rng(1)
    vectors = [VectorGames(games, game, threads=count) for count in (1, threads)]
    times: list[list[float]] = [[], []]
    for env in vectors:
        env.reset(1)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for env, taken in zip(vectors, times, strict=True):
            for number in range(IN_A_ROW):
                actions = most_points(env, random)
                began = time.perf_counter()
                env.step(actions)
                # The first steps bring the games back into the caches.
                if number >= IN_A_ROW // 5:
                    taken.append(time.perf_counter() - began)
    for env in vectors:
        env.close()
    return median(times[0]) / median(times[1])


def aec_steps_per_second(game: str, seconds: float) -> float:
    """Measure one game at a time in PettingZoo, with an observation for every step."""
    env = qwirkle_v0.env(game=game, players=2)
    column = 2 if game == "cards" else 1
    spent, steps, seed = 0.0, 0, 0
    while spent < seconds:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            began = time.process_time()
            seen, _, over, _, _ = env.last()
            spent += time.process_time() - began
            action = None if over else int(seen["observation"]["turns"][:, column].argmax())
            began = time.process_time()
            env.step(action)
            spent += time.process_time() - began
            steps += not over
    return steps / spent


def left_out(game: str, seed: int, *, steps: int = 4000) -> float:
    """Return the share of positions with more legal turns than the list of 512 can hold."""
    env = VectorGames(16, game)
    env.reset(seed)
    short = 0
    for _ in range(steps // 16):
        env.step(most_points(env, np.random.default_rng(0)))
        short += sum(played.core.left_out > 0 for played in env.games)
    return short / steps


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--game", default="classic")
    parser.add_argument("--left-out", action="store_true", help="measure the list's room instead")
    asked = parser.parse_args()
    if asked.left_out:
        for game in ("classic", "mini", "select", "connect", "combined", "cards"):
            print(f"{game:<12}{100 * left_out(game, 1):>7.2f} %")
        return
    print(f"{asked.game + ', two players':<24}{'steps/s':>12}")
    if measured := every_game(asked.seconds / 4).get(asked.game):
        games, turns = measured
        print(f"{'the core alone, greedy':<24}{games * turns:>12,.0f}")
    rows: tuple[tuple[str, str, int, Choice], ...] = (
        ("list, most points", "list", 0, most_points),
        ("list, 24 afterstates", "list", 24, most_points),
        ("list, any", "list", 0, any_legal),
        ("tiles, any tile", "tiles", 0, any_tile),
        ("tiles, any", "tiles", 0, any_legal),
    )
    for name, form, described, choose in rows:
        if described and asked.game == "cards":
            continue
        env = VectorGames(asked.games, asked.game, actions=form, afterstates=described)
        print(f"{name:<24}{steps_per_second(env, choose, asked.seconds):>12,.0f}")
    for games in (8 * asked.games, 32 * asked.games):
        gain = gain_of_threads(asked.game, games, asked.threads, 2 * asked.seconds)
        print(f"{f'{asked.threads} threads / 1, {games} games':<24}{gain:>12.2f}")
    print(f"{'PettingZoo':<24}{aec_steps_per_second(asked.game, asked.seconds):>12,.0f}")


if __name__ == "__main__":
    main()
