"""Learn the values of turns with a small network, from nothing, in games against greedy.

    pip install "qwirkle[env,plots]"
    OPENBLAS_NUM_THREADS=1 python turn_values.py --minutes 60 --folder run --plot
    python turn_values.py --minutes 0 --folder run --games 1000

The value of a turn is its points plus what the network makes of its row (turn_features.py). What a
turn was worth is estimated from the points of both players in the turns after it, and from the
value of a later turn: TD(λ). A second network explains what depends on the state of the game alone,
so that no turn is praised or blamed for it. The weights that play are an average over the last
rounds, because single rounds are noisy. Minutes are processor time, and a run that was stopped
continues.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from turn_features import TEN, Choices, Floats, best, figures, fresh_margins, look, new_games

GAMMA, LAMBDA = 0.95, 0.6
GAMES, STEPS, PARTS = 256, 16, 8
"""Games at once, turns of each in a round, and steps of descent in a round."""
HIDDEN = (96, 32)
RATE, NOISE, LEAST_NOISE = 2e-3, 1.0, 0.3
"""The first rate of descent, and the points by which values are blurred to try other turns."""
HALVED = 500
"""Rounds after which both are half of what they were, then a third, and so on."""
AVERAGED = 0.998
"""How much of the average is kept in a round."""
FIRST_REPORT, REPORT_GAMES = 3.0, 1000
"""Seconds before the first point of the curve, and the games of each."""


class Network:
    """Two hidden layers and a direct way past them, with Adam and an average of the weights."""

    def __init__(self, size: int, random: np.random.Generator) -> None:
        layers = [size, *HIDDEN, 1]
        self.weights: list[Floats] = []
        for above, below in pairwise(layers):
            scale = above**-0.5 if below > 1 else 0.0
            self.weights += [
                random.normal(0, scale, (above, below)).astype(np.float32),
                np.zeros(below, np.float32),
            ]
        self.weights.append(np.zeros((size, 1), np.float32))
        self.average = [w.copy() for w in self.weights]
        self.moments = [np.zeros_like(w) for w in self.weights for _ in range(2)]
        self.steps = 0

    def __call__(self, rows: Floats, weights: list[Floats] | None = None) -> Floats:
        """Return the value of every row, with the average of the weights if none are given."""
        return self._layers(rows, self.average if weights is None else weights)[-1]

    def _layers(self, rows: Floats, weights: list[Floats]) -> tuple[Floats, Floats, Floats]:
        first = np.maximum(rows @ weights[0] + weights[1], 0)
        second = np.maximum(first @ weights[2] + weights[3], 0)
        answer = second @ weights[4] + weights[5] + rows @ weights[6]
        return first, second, answer[:, 0]

    def slopes(self, rows: Floats, errors: Floats) -> list[Floats]:
        """How the mean of squared errors, halved, changes with each weight."""
        first, second, _ = self._layers(rows, self.weights)
        out = errors[:, None] / len(rows)
        above = (out @ self.weights[4].T) * (second > 0)
        below = (above @ self.weights[2].T) * (first > 0)
        return [
            rows.T @ below,
            below.sum(axis=0),
            first.T @ above,
            above.sum(axis=0),
            second.T @ out,
            out.sum(axis=0),
            rows.T @ out,
        ]

    def descend(self, slopes: list[Floats], rate: float) -> None:
        """Take one step of Adam."""
        self.steps += 1
        for at, slope in enumerate(slopes):
            mean, square = self.moments[2 * at], self.moments[2 * at + 1]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            root = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            self.weights[at] -= rate * mean / (1 - 0.9**self.steps) / root

    def follow(self) -> None:
        """Move the average towards the weights; early on it forgets faster."""
        kept = min(AVERAGED, self.steps / (self.steps + 20 * PARTS))
        self.average = [
            kept * average + (1 - kept) * weight
            for average, weight in zip(self.average, self.weights, strict=True)
        ]


class Learner:
    """Plays, and learns what became of its turns."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._env = new_games(GAMES)
        self._seen = look(self._env.reset(f"training/{seed}")[0])
        size = self._seen.rows.shape[1]
        self.of_turns, self.of_states = (Network(size, self._random) for _ in range(2))
        self.rounds = 0
        self.spent = np.zeros(2)
        """Seconds of processor time, and seconds by the clock."""
        self.due = FIRST_REPORT
        """The processor time of the next point of the curve."""

    @property
    def turns(self) -> int:
        """Turns played so far."""
        return self.rounds * STEPS * GAMES

    def values(self, seen: Choices) -> Floats:
        """Return the value of every turn in tens of points, as far as turns of one game differ."""
        return seen.rows[:, 0] + self.of_turns(seen.rows)

    def _choose(self, noise: float) -> tuple[Any, Floats, Floats]:
        """Draw a turn for every game, good ones more often; return number, row and value."""
        seen = self._seen
        values = seen.rows[:, 0] + self.of_turns(seen.rows, self.of_turns.weights)
        picked = best(values + noise / TEN * self._random.gumbel(size=len(values)), seen)
        value = values[picked] + self.of_states(seen.games, self.of_states.weights)
        return picked, seen.rows[picked], value

    def learn(self) -> None:
        """Play some steps in every game and learn from them."""
        slower = 1 + self.rounds / HALVED
        noise = max(LEAST_NOISE, NOISE / slower)
        rows, states, values, earned, ended = [], [], [], [], []
        for _ in range(STEPS):
            picked, row, value = self._choose(noise)
            rows.append(row)
            states.append(self._seen.games)
            values.append(value)
            now, rewards, over, _, _ = self._env.step(self._seen.actions[picked])
            earned.append((rewards[:, 0] - rewards[:, 1]) / TEN)
            ended.append(over.astype(bool))
            self._seen = look(now)
        following = self._choose(noise)[2]
        came_to: NDArray[Any] = following
        targets: list[NDArray[Any]] = []
        for step in reversed(range(STEPS)):
            later = (1 - LAMBDA) * following + LAMBDA * came_to
            came_to = earned[step] + GAMMA * ~ended[step] * later
            following = values[step]
            targets.insert(0, came_to)
        self._fit(*map(np.concatenate, (rows, states, targets)), rate=RATE / slower)
        self.rounds += 1

    def _fit(self, rows: Floats, states: Floats, targets: Floats, *, rate: float) -> None:
        for part in np.array_split(self._random.permutation(len(rows)), PARTS):
            row, state = rows[part], states[part]
            errors = row[:, 0] + self.of_turns(row, self.of_turns.weights) - targets[part]
            errors += self.of_states(state, self.of_states.weights)
            errors = errors.astype(np.float32)
            for network, known in ((self.of_turns, row), (self.of_states, state)):
                network.descend(network.slopes(known, errors), rate)
        self.of_turns.follow()

    def save(self, path: Path) -> None:
        """Write what was learned, whole or not at all."""
        kept = {"rounds": np.array(self.rounds), "spent": self.spent, "due": np.array(self.due)}
        for name, network in (("turns", self.of_turns), ("states", self.of_states)):
            kept[f"{name}-steps"] = np.array(network.steps)
            for what in ("weights", "average", "moments"):
                for at, array in enumerate(getattr(network, what)):
                    kept[f"{name}-{what}-{at}"] = array
        beside = path.with_name("beside.npz")
        np.savez(beside, **kept)  # type: ignore[arg-type]
        beside.replace(path)

    def load(self, path: Path) -> None:
        """Go on from what was learned."""
        with np.load(path) as kept:
            self.rounds, self.spent = int(kept["rounds"]), kept["spent"]
            self.due = float(kept["due"])
            for name, network in (("turns", self.of_turns), ("states", self.of_states)):
                network.steps = int(kept[f"{name}-steps"])
                for what in ("weights", "average", "moments"):
                    arrays = getattr(network, what)
                    arrays[:] = [kept[f"{name}-{what}-{at}"] for at in range(len(arrays))]
        self._seen = look(self._env.reset(f"training/{self.rounds}")[0])


def train(learner: Learner, minutes: float, folder: Path, seed: int) -> None:
    """Learn until the processor time is used up, and write the curve as it goes on."""
    start = learner.spent - _clocks()
    while learner.spent[0] < 60 * minutes:
        learner.learn()
        learner.spent = start + _clocks()
        if learner.spent[0] > learner.due:
            # Most is learned at first, so reports are close together then.
            learner.due = min(1.5 * learner.spent[0], learner.spent[0] + 60)
            learner.save(folder / "learner.npz")
            _report(learner, folder, seed)
            # Judging is no part of the training.
            start = learner.spent - _clocks()
    learner.save(folder / "learner.npz")


def _report(learner: Learner, folder: Path, seed: int) -> None:
    margins = fresh_margins(learner.values, REPORT_GAMES, f"curve/{seed}/{learner.rounds}")
    processor, clock = map(float, learner.spent)
    line = {"processor": processor, "clock": clock, "turns": learner.turns, **figures(margins)}
    text = json.dumps({key: round(value, 3) for key, value in line.items()})
    with (folder / "curve.jsonl").open("a") as log:
        log.write(text + "\n")
    print(text, flush=True)


def plot(folder: Path) -> None:
    """Draw the learning curve."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - nothing else needs it

    lines = [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]
    minutes = [line["processor"] / 60 for line in lines]
    picture = Figure(figsize=(8, 4.5), layout="constrained")
    axes = picture.subplots()
    won = 100 * np.array([line["won"] for line in lines])
    error = 100 * np.array([line["won_error"] for line in lines])
    axes.fill_between(minutes, won - error, won + error, alpha=0.25, linewidth=0)
    axes.plot(minutes, won, marker="o", markersize=3)
    axes.set_xscale("log")
    axes.axhline(50, color="grey", linewidth=0.8, linestyle="--")
    axes.set_xlabel("minutes of processor time (logarithmic)")
    axes.set_ylabel("games won against greedy, %")
    axes.set_title(f"Each point: {REPORT_GAMES} fresh games of classic, with its 95 % interval")
    picture.savefig(folder / "curve.png", dpi=110)


def main() -> None:
    """Train for some minutes, and say how the values do against greedy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="of processor time, in all")
    parser.add_argument("--games", type=int, default=1000, help="fresh games at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("run"))
    parser.add_argument("--plot", action="store_true", help="draw the learning curve")
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    learner = Learner(asked.seed)
    if (asked.folder / "learner.npz").exists():
        learner.load(asked.folder / "learner.npz")
    train(learner, asked.minutes, asked.folder, asked.seed)
    if asked.plot:
        plot(asked.folder)
    found = figures(fresh_margins(learner.values, asked.games, f"fresh/{asked.seed}"))
    processor, clock = learner.spent / 60
    print(
        f"{learner.turns:,} turns, {processor:.1f} minutes of processor time"
        f" ({clock:.1f} by the clock); {asked.games} fresh games:"
        f" margin {found['margin']:+.1f} ± {found['margin_error']:.1f},"
        f" won {found['won']:.1%} ± {found['won_error']:.1%}"
    )


def _clocks() -> NDArray[np.float64]:
    return np.array([time.process_time(), time.monotonic()])


if __name__ == "__main__":
    main()
