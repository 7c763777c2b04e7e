"""Ratings of puzzles, on the scale of the eight levels.

A level counts as a player with a rating, and a puzzle as an opponent that it beats as often as it
finds the best turn.
"""

from __future__ import annotations

from functools import lru_cache

LOWEST = 600
"""The rating of level 1."""
STEP = 200
"""The distance between two levels."""
SCALE = 400
EASIEST, HARDEST = 200, 2600
"""The limits of ratings, for puzzles that all levels or none of them find."""


@lru_cache(maxsize=8192)
def rating_of(found: tuple[float, ...]) -> int:
    """Return the rating of a puzzle that the levels find with these chances.

    With it, the levels would be expected to find as many as they did.
    """
    wanted = sum(found)
    low, high = float(EASIEST), float(HARDEST)
    while high - low > 0.5:
        middle = (low + high) / 2
        if sum(expected(LOWEST + STEP * which, middle) for which in range(len(found))) > wanted:
            low = middle
        else:
            high = middle
    return round((low + high) / 2)


def expected(solver: float, puzzle: float) -> float:
    """Return the chance that a solver of a rating finds a puzzle of a rating."""
    return float(1 / (1 + 10 ** ((puzzle - solver) / SCALE)))
