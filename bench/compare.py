"""Compare greedy two-player games per second: C++ by hand, the core compiled and interpreted.

Rounds are interleaved and measured in CPU time; the best round of each side counts.

    python bench/compare.py [--rounds 3] [--seconds 2] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SEED = 1

_CORE = """
import sys, time
from qwirkle.engine.placement import bits, grid, playout
games, seed = int(sys.argv[1]), int(sys.argv[2])
table = playout.Playout(grid.Grid(0, 0))
table.seat_players([bits.GREEDY_POLICY] * 2)
start = time.process_time()
turns, points = table.play_many(games, seed)
print(time.process_time() - start, turns, points)
"""


def compiled_yardstick(folder: Path) -> Path | None:
    """Compile the yardstick, if there is a C++ compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = folder / "yardstick"
    source = HERE / "yardstick.cpp"
    subprocess.run([compiler, "-O3", "-std=c++17", str(source), "-o", str(program)], check=True)
    return program


class Side:
    """One side of the comparison: a command that plays games and prints seconds, turns, points."""

    def __init__(self, name: str, command: list[str], core: str | None = None) -> None:
        self.name = name
        self.command = command
        self.environment = {**os.environ, "QWIRKLE_CORE": core} if core else dict(os.environ)
        self.games = 10
        self.best = 0.0
        self.turns = 0.0
        self.points = 0.0

    def play(self, games: int) -> float:
        """Play this many games; return the CPU seconds they took."""
        done = subprocess.run(
            [*self.command, str(games), str(SEED)],
            check=False,
            capture_output=True,
            text=True,
            env=self.environment,
        )
        if done.returncode:
            raise SystemExit(f"{self.name}: {done.stderr.strip().splitlines()[-1]}")
        answer = done.stdout.split()
        seconds = float(answer[0])
        self.best = max(self.best, games / seconds)
        self.turns = int(answer[1]) / games
        self.points = int(answer[2]) / games / 2
        return seconds

    def warm_up(self, seconds: float) -> None:
        """Return how many games take about the given time."""
        while (spent := self.play(self.games)) < seconds / 8:
            self.games *= 4
        self.games = max(10, int(self.games * seconds / spent))
        self.best = 0.0


def main() -> int:
    """Measure, print, and fail when there is nothing to compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="per side and round")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sides = []
        program = compiled_yardstick(Path(folder))
        if program is not None:
            sides.append(Side("C++", [str(program)]))
        sides.append(Side("compiled", [sys.executable, "-c", _CORE], "compiled"))
        sides.append(Side("interpreted", [sys.executable, "-c", _CORE], "python"))
        for side in sides:
            side.warm_up(options.seconds)
        for _ in range(options.rounds):
            for side in sides:
                side.play(side.games)
    rates = {side.name: side.best for side in sides}
    ratios = {"compiled / interpreted": rates["compiled"] / rates["interpreted"]}
    if "C++" in rates:
        ratios["compiled / C++"] = rates["compiled"] / rates["C++"]
    if options.json:
        print(json.dumps({"games_per_second": rates, "ratios": ratios}))
        return 0
    print(f"{'greedy, two players':<22}{'games/s':>10}{'turns':>8}{'points a side':>15}")
    for side in sides:
        print(f"{side.name:<22}{side.best:>10,.0f}{side.turns:>8.1f}{side.points:>15.1f}")
    for name, ratio in ratios.items():
        print(f"{name:<22}{ratio:>10.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
