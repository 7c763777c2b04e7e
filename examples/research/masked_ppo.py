"""Masked PPO in numpy: a small network that scores every legal turn, trained from nothing.

    pip install "qwirkle[env]"
    OPENBLAS_NUM_THREADS=1 python masked_ppo.py --minutes 60 --save policy.npz
    python masked_ppo.py --minutes 0 --load policy.npz --games 1000

It plays a vector of games against greedy. The policy is a softmax over the legal turns alone: turns
that the mask forbids are never scored. A turn earns its points less those of greedy's answer. The
matrices are small, so one thread is best for them. Minutes are processor time.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from turn_features import Choices, Floats, Ints, best, figures, fresh_margins, look, new_games

GAMMA, LAMBDA, CLIP, EPOCHS, PARTS = 0.9, 0.7, 0.2, 2, 4
HIDDEN, ENTROPY = 64, 0.01


class Policy:
    """A network with one hidden layer, and Adam."""

    def __init__(self, size: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.weights = [
            random.normal(0, size**-0.5, (size, HIDDEN)).astype(np.float32),
            random.normal(0, 0.1 * HIDDEN**-0.5, HIDDEN).astype(np.float32),
        ]
        self._moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self._steps = 0

    def chances(self, seen: Choices) -> tuple[Floats, Floats]:
        """Return the probability of every turn within its game, and the hidden layer."""
        hidden = np.tanh(seen.rows @ self.weights[0])
        scores = hidden @ self.weights[1]
        scores -= np.repeat(np.maximum.reduceat(scores, seen.first), seen.counts)
        powers = np.exp(scores)
        return powers / np.repeat(np.add.reduceat(powers, seen.first), seen.counts), hidden

    def descend(self, seen: Choices, hidden: Floats, slopes: Floats, rate: float) -> None:
        """Change the weights against the slopes of the loss by the scores."""
        inner = slopes[:, None] * self.weights[1] * (1 - hidden**2)
        self._steps += 1
        slopes_of = (seen.rows.T @ inner, hidden.T @ slopes)
        for at, slope in enumerate(slopes_of):
            mean, square = self._moments[at]
            self._moments[at] = (
                mean + 0.1 * (slope - mean),
                square + 0.001 * (slope**2 - square),
            )
            mean, square = self._moments[at]
            root = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            self.weights[at] = self.weights[at] - rate * mean / (1 - 0.9**self._steps) / root


def drawn(chances: Floats, seen: Choices, random: np.random.Generator) -> Ints:
    """Draw a turn for every game by its probability; return their row numbers."""
    # The largest of these is each turn as often as its chance says.
    keys = np.log(chances + 1e-12) + random.gumbel(size=len(chances))
    return best(keys, seen)


def joined(steps: list[Choices]) -> Choices:
    """Merge the choices of several steps into one batch of games."""
    starts = np.cumsum([0, *(len(step.rows) for step in steps[:-1])])
    return Choices(
        np.concatenate([step.rows for step in steps]),
        np.concatenate([step.first + start for step, start in zip(steps, starts, strict=True)]),
        np.concatenate([step.actions for step in steps]),
        np.concatenate([step.games for step in steps]),
    )


class Learner:
    """Plays, judges its turns, and learns from them."""

    def __init__(self, policy: Policy | None, games: int, seed: int) -> None:
        self._env = new_games(games)
        self._random = np.random.default_rng(seed)
        self._seen = look(self._env.reset(seed)[0])
        self.policy = policy or Policy(self._seen.rows.shape[1], seed)
        self._baseline = np.zeros(self._seen.games.shape[1], np.float32)
        self.margins: list[float] = []
        self.turns = 0

    def iterate(self, steps: int, rate: float) -> None:
        """Play some steps in every game, then improve the policy."""
        played, rows, old, earned, ended = [], [], [], [], []
        for _ in range(steps):
            seen = self._seen
            chances, _ = self.policy.chances(seen)
            picked = drawn(chances, seen, self._random)
            now, rewards, over, _, info = self._env.step(seen.actions[picked])
            played.append(seen)
            rows.append(picked)
            old.append(chances[picked])
            earned.append((rewards[:, 0] - rewards[:, 1]) / 10)
            ended.append(over.astype(bool).copy())
            finals = info["final_scores"][ended[-1]]
            self.margins += list(finals[:, 0].astype(float) - finals[:, 1])
            self.turns += len(picked)
            self._seen = look(now)
        values = [seen.games @ self._baseline for seen in [*played, self._seen]]
        gains: list[Floats] = []
        gain: NDArray[Any] = np.zeros(len(values[0]))
        for step in reversed(range(steps)):
            goes_on = ~ended[step]
            error = earned[step] + GAMMA * goes_on * values[step + 1] - values[step]
            gain = error + GAMMA * LAMBDA * goes_on * gain
            gains.insert(0, gain.astype(np.float32))
        targets = np.concatenate([g + v for g, v in zip(gains, values[:-1], strict=True)])
        known = np.concatenate([seen.games for seen in played])
        fitted = np.linalg.lstsq(known.T @ known + np.eye(known.shape[1]), known.T @ targets)[0]
        self._baseline += 0.2 * (fitted - self._baseline)
        for _ in range(EPOCHS):
            for part in np.array_split(self._random.permutation(steps), PARTS):
                self._improve([(played[i], rows[i], old[i], gains[i]) for i in part], rate)

    def _improve(self, steps: list[tuple[Choices, Ints, Floats, Floats]], rate: float) -> None:
        seen = joined([step[0] for step in steps])
        starts = np.cumsum([0, *(len(step[0].rows) for step in steps[:-1])])
        rows = np.concatenate([s[1] + start for s, start in zip(steps, starts, strict=True)])
        old, gains = (np.concatenate([step[i] for step in steps]) for i in (2, 3))
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        chances, hidden = self.policy.chances(seen)
        ratio = chances[rows] / old
        counts = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        push = np.zeros(len(chances), np.float32)
        push[rows] = gains * ratio * counts
        # A softmax: what one turn gains, all turns of its game pay for.
        slopes = push - chances * np.repeat(np.add.reduceat(push, seen.first), seen.counts)
        logs = np.log(chances + 1e-12)
        mean = np.repeat(np.add.reduceat(chances * logs, seen.first), seen.counts)
        slopes -= ENTROPY * chances * (logs - mean)
        self.policy.descend(seen, hidden, -slopes / len(rows), rate)


def main() -> None:
    """Train for some minutes, and say how the policy does against greedy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--games", type=int, default=1000, help="fresh games at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--load")
    parser.add_argument("--save")
    asked = parser.parse_args()
    learner = Learner(None, 64, asked.seed)
    if asked.load:
        with np.load(asked.load) as kept:
            learner.policy.weights = [kept["inner"], kept["outer"]]
    began = time.process_time()
    report = 60.0
    while (spent := time.process_time() - began) < 60 * asked.minutes:
        learner.iterate(16, rate=3e-3 * (1 - 0.9 * spent / (60 * asked.minutes)))
        if spent > report and learner.margins:
            report += 60.0
            recent = np.mean(learner.margins[-500:])
            print(
                f"{spent / 60:5.1f} min, {learner.turns:,} turns, margin {recent:+.1f}", flush=True
            )
            if asked.save:
                np.savez(
                    asked.save, inner=learner.policy.weights[0], outer=learner.policy.weights[1]
                )
    if asked.save:
        np.savez(asked.save, inner=learner.policy.weights[0], outer=learner.policy.weights[1])
    margins = fresh_margins(
        lambda seen: learner.policy.chances(seen)[0], asked.games, f"fresh/{asked.seed}"
    )
    found = figures(margins)
    print(
        f"{learner.turns:,} turns; {asked.games} fresh games:"
        f" margin {found['margin']:+.1f} ± {found['margin_error']:.1f},"
        f" won {found['won']:.1%} ± {found['won_error']:.1%}"
    )


if __name__ == "__main__":
    main()
