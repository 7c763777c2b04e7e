"""The measured strength of the levels: the file that ships with the package.

``python bench/levels.py`` measures and writes it. The file records how it was made, so that anybody
can see whether its figures are still those of the current levels and weights.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from qwirkle.players.levels import LEVELS, Skill
from qwirkle.players.value.weights import weights_digest
from qwirkle.rules.editions.base import Key

SHIPPED = Path(__file__).resolve().parent / "strengths.json"
CLASSIC = "classic"


class Score(msgspec.Struct, frozen=True):
    """A level's win rate; a tie is half a win."""

    games: int
    win_rate: float
    ci95: tuple[float, float]
    mean_margin: float


class LevelStrength(msgspec.Struct, frozen=True):
    """The measured strength of one level in one game for two."""

    level: int
    plays: Skill | str
    """The skill, or the bot, that it played with then."""
    against_greedy: Score
    against_below: Score | None
    """Its score against the level below; the lowest has none."""
    rating: float
    """Its rating on the scale of chess ratings, from both scores; greedy is 1000."""
    rating_ci95: tuple[float, float]
    ms_per_move: float


class Measured(msgspec.Struct, frozen=True):
    """All levels in one game, and how they were measured."""

    command: str
    version: str
    weights: str
    """The digest of the weights they played by."""
    backend: str
    levels: tuple[LevelStrength, ...]

    def current(self, family: Key) -> bool:
        """Return whether the levels are still those that were measured, with the weights in use."""
        # No level plays cards by the weights.
        return self.of_these_levels(family) and (
            family == "cards" or self.weights == weights_digest()
        )

    def of_these_levels(self, family: Key) -> bool:
        """Return whether the levels still play a game of this family as they did then."""
        return [level.plays for level in self.levels] == [
            level.plays_in(family) for level in LEVELS
        ]


Strengths = dict[str, Measured]
"""Measured strengths by the id of the game."""


def load_strengths(path: Path) -> Strengths:
    """Load a file; return an empty result if there is none."""
    return msgspec.json.decode(path.read_bytes(), type=Strengths) if path.exists() else {}


@lru_cache(maxsize=1)
def strengths() -> Strengths:
    """Return the measured strengths, by game."""
    return load_strengths(SHIPPED)


def strength_of(number: int, game: str = CLASSIC) -> LevelStrength | None:
    """Return the strength of a level; None where it was not measured."""
    found = strengths().get(game)
    if found is None:
        return None
    return next((level for level in found.levels if level.level == number), None)
