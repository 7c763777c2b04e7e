"""Check an installed wheel: it has a compiled core, which counts placements as the rules do.

``python -P tests/wheel_check.py`` uses nothing but the installed package; cibuildwheel runs it for
every wheel.
"""

from __future__ import annotations

import sys

from qwirkle import Game
from qwirkle.engine import backend

TURNS = 12
COUNTS = {"classic": 311, "connect": 1494, "select": 371}
"""Placements listed in the first turns of a greedy game with the seed ``wheel``."""


def counted(game_id: str) -> int:
    """Count the placements of every position in the first turns of a game."""
    game = Game.new(game_id, players=["Ann", "Ben"], seed="wheel")
    count = 0
    for _ in range(TURNS):
        count += len(game.legal_placements)
        best = max(game.legal_placements, key=lambda move: move.points)
        game.play(best)
    return count


def main() -> int:
    """Return the exit status, and print a line for each thing that is wrong."""
    wrong = [
        f"{game_id}: {count} placements instead of {expected}"
        for game_id, expected in COUNTS.items()
        if (count := counted(game_id)) != expected
    ]
    if backend() != "compiled":
        wrong.append(f"the core is not compiled, but {backend()}")
    sys.stdout.write("\n".join(wrong or ["The wheel counts placements as it should."]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
