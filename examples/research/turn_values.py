"""Learn the values of turns by least squares, from nothing, in games against greedy.

    pip install "qwirkle[env,plots]"
    OPENBLAS_NUM_THREADS=1 python turn_values.py --minutes 60 --folder run
    python turn_values.py --minutes 0 --folder run --games 1000

The value of a turn is its points plus a weighted sum of the numbers in turn_features.py. What a
turn was worth is estimated from the points of both players in the turns after it, and from the
value of a later turn, TD(λ). The weights that explain these estimates best choose the next turns.
A weight depends on how full the bag is. The state of the game is part of the explanation, so that
no turn is praised or blamed for it. Minutes are processor time. A run that was stopped continues.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from turn_features import BAG_COLUMN, Choices, Floats, Ints, best, fresh_margins, look

from qwirkle.env import VectorEnv

GAMMA, LAMBDA = 0.95, 0.6
GAMES, STEPS = 64, 16
# The share of tiles in the bag at which weights are learned; between them they are interpolated.
KNOTS = np.array([0, 1, 14, 48, 96], np.float32) / 96
RIDGE = 50.0
FIRST_NOISE, LAST_NOISE, NOISE_HALVED = 1.0, 0.4, 500
"""Points by which values are blurred, so that other turns are tried; rounds until half of that."""
REPORT_SECONDS, REPORT_GAMES = 30.0, 256


class Learner:
    """Plays, and explains what became of its turns."""

    def __init__(self, seed: int) -> None:
        self._env = VectorEnv("classic", GAMES, opponents=["greedy"], reward="points")
        self._random = np.random.default_rng(seed)
        self._seen = look(self._env.reset(f"training/{seed}")[0])
        size = 2 * self._seen.rows.shape[1] * len(KNOTS)
        self.moments = RIDGE * np.eye(size)
        self.products = np.zeros(size)
        self.rounds = 0
        self.spent = np.zeros(2)
        """Seconds of processor time, and seconds by the clock."""
        self._solve()

    @property
    def turns(self) -> int:
        """Turns played so far."""
        return self.rounds * STEPS * GAMES

    def _solve(self) -> None:
        self.weights = np.linalg.solve(self.moments, self.products).astype(np.float32)

    def values(self, seen: Choices) -> Floats:
        """The value of every turn, as far as turns of one game differ."""
        columns = seen.rows.shape[1]
        weights = self.weights[: columns * len(KNOTS)].reshape(columns, -1)
        of_games = np.repeat(_phases(seen) @ weights.T, seen.counts, axis=0)
        values: Floats = _points(seen.rows) + (seen.rows * of_games).sum(axis=1)
        return values

    def _choose(self) -> tuple[Ints, Floats, Floats]:
        """Some turn of every game, good ones more often; what is known of it; and its value."""
        noise = max(LAST_NOISE, FIRST_NOISE / (1 + self.rounds / NOISE_HALVED))
        seen = self._seen
        values = self.values(seen)
        rows = best(values + noise * self._random.gumbel(size=len(values)), seen)
        phases = _phases(seen)
        known = np.concatenate([_spread(seen.rows[rows], phases), _spread(seen.games, phases)], 1)
        value = _points(seen.rows[rows]) + known @ self.weights
        return rows, known.astype(np.float32), value.astype(np.float32)

    def learn(self) -> None:
        """Play some steps in every game, and fit the weights."""
        known, values, points, earned, ended = [], [], [], [], []
        for _ in range(STEPS):
            rows, about, value = self._choose()
            known.append(about)
            values.append(value)
            points.append(_points(self._seen.rows[rows]))
            now, rewards, over, _, _ = self._env.step(self._seen.actions[rows])
            earned.append(rewards[:, 0] - rewards[:, 1])
            ended.append(over.astype(bool).copy())
            self._seen = look(now)
        following = self._choose()[2]
        came_to: NDArray[Any] = following
        targets: list[NDArray[Any]] = []
        for step in reversed(range(STEPS)):
            later = (1 - LAMBDA) * following + LAMBDA * came_to
            came_to = earned[step] + GAMMA * ~ended[step] * later
            following = values[step]
            targets.insert(0, came_to - points[step])
        rows, wanted = np.concatenate(known).astype(float), np.concatenate(targets)
        self.rounds += 1
        # Games of poor weights are forgotten: two thirds of all that was played still count.
        kept = 1 - 1.5 / (self.rounds + 3)
        self.moments = kept * self.moments + rows.T @ rows + (1 - kept) * np.eye(len(self.moments))
        self.products = kept * self.products + rows.T @ wanted
        self._solve()

    def save(self, path: Path) -> None:
        """Write what was learned, whole or not at all."""
        beside = path.with_name("beside.npz")
        np.savez(
            beside,
            moments=self.moments,
            products=self.products,
            rounds=self.rounds,
            spent=self.spent,
        )
        beside.replace(path)

    def load(self, path: Path) -> None:
        """Go on from what was learned."""
        with np.load(path) as kept:
            self.moments, self.products = kept["moments"], kept["products"]
            self.rounds, self.spent = int(kept["rounds"]), kept["spent"]
        self._solve()


def train(learner: Learner, minutes: float, folder: Path, seed: int) -> None:
    """Learn until the processor time is used up; a line in the log for every half minute."""
    due = learner.spent[0] + REPORT_SECONDS
    start = learner.spent - _clocks()
    while learner.spent[0] < 60 * minutes:
        learner.learn()
        learner.spent = start + _clocks()
        if learner.spent[0] > due:
            due += REPORT_SECONDS
            learner.save(folder / "learner.npz")
            margins = fresh_margins(learner.values, REPORT_GAMES, f"curve/{seed}/{learner.rounds}")
            processor, clock = map(float, learner.spent)
            line = {"processor": processor, "clock": clock, **figures(margins)}
            line["turns"] = learner.turns
            with (folder / "curve.jsonl").open("a") as log:
                log.write(json.dumps({key: round(value, 3) for key, value in line.items()}) + "\n")
            print(line, flush=True)
    learner.save(folder / "learner.npz")


def figures(margins: NDArray[np.float64]) -> dict[str, float]:
    """The mean margin and the share of games won, with half of their 95 % intervals."""
    won = (margins > 0) + (margins == 0) / 2
    scale = 1.96 / len(margins) ** 0.5
    return {
        "margin": float(margins.mean()),
        "margin_error": float(scale * margins.std()),
        "won": float(won.mean()),
        "won_error": float(scale * won.std()),
    }


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
    axes.axhline(50, color="grey", linewidth=0.8, linestyle="--")
    axes.set_xlabel("minutes of processor time")
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


def _points(rows: Floats) -> Floats:
    return 10 * rows[:, 0]


def _phases(seen: Choices) -> Floats:
    """How much the weights of each knot count in each game."""
    bag = seen.games[:, BAG_COLUMN]
    below = np.clip(np.searchsorted(KNOTS, bag, side="right") - 1, 0, len(KNOTS) - 2)
    share = (bag - KNOTS[below]) / (KNOTS[below + 1] - KNOTS[below])
    phases = np.zeros((len(bag), len(KNOTS)), np.float32)
    phases[np.arange(len(bag)), below] = 1 - share
    phases[np.arange(len(bag)), below + 1] = share
    return phases


def _spread(rows: Floats, phases: Floats) -> Floats:
    """Every number once for each knot."""
    return (rows[:, :, None] * phases[:, None, :]).reshape(len(rows), -1)


if __name__ == "__main__":
    main()
