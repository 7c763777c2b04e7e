"""Measure greedy two-player playouts of every game: games, turns, and turns per second.

Rounds are interleaved and measured in CPU time; the best round of each game counts.

    python bench/games.py [--rounds 3] [--seconds 1] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys

from qwirkle.engine import backend
from qwirkle.engine.bench import every_game

YARDSTICK = "classic"


def main() -> int:
    """Measure and print; the last two columns are shares of the base game's figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="per game and round")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    best: dict[str, tuple[float, float]] = {}
    for number in range(options.rounds):
        for game, figures in every_game(options.seconds, 1 + number).items():
            best[game] = max(best.get(game, figures), figures)
    if options.json:
        names = ("games_per_second", "turns_per_game")
        print(json.dumps({game: dict(zip(names, best[game], strict=True)) for game in best}))
        return 0
    base = best[YARDSTICK]
    heads = f"{'games/s':>10}{'turns':>8}{'turns/s':>12}{'games':>8}{'turns':>8}"
    print(f"{backend() + ' core':<16}{heads}")
    for game, (games, turns) in best.items():
        shares = games / base[0], games * turns / (base[0] * base[1])
        print(
            f"{game:<16}{games:>10,.0f}{turns:>8.1f}{games * turns:>12,.0f}"
            f"{shares[0]:>8.2f}{shares[1]:>8.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
