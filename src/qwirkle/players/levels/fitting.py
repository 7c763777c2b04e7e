"""An opponent that fits: the level against which a person's games are even.

Every game against a level is evidence of the person's strength: the margin, best without luck, is
how much stronger they were than that level, give or take the spread of one game. The evidence is
weighed as a Kalman filter does. What is believed before the first game counts less with every game,
and old games count less than new ones, because people learn.

Strength is measured in the margins of the levels against each other (``strengths``), so one scale
serves all games of a family.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from math import sqrt

import msgspec

from qwirkle.players.levels import LEVELS, MIDDLING
from qwirkle.players.levels.strengths import CLASSIC, strengths
from qwirkle.rules.editions.base import Key

MEASURED: dict[Key, str] = {"placement": CLASSIC, "cards": "cards"}
"""The game whose measured levels stand for all games of its family."""
SPREAD: dict[Key, float] = {"placement": 16.0, "cards": 3.5}
"""The standard deviation of a margin without luck between two of the levels, in one game."""
WITH_LUCK: dict[Key, float] = {"placement": 1.6, "cards": 1.1}
"""How many times larger the standard deviation is while luck is part of the margin."""
# In spreads of one game. Nobody is known before the first game, and everybody changes slowly.
UNKNOWN = 1.5
LEARNING = 0.12
GIVEN_UP = -1.0
"""The margin, in spreads, that is assumed for a game that was given up."""
SMALLEST_STEP = 0.05
"""The least difference between two neighbouring levels, in spreads: measured ones may be equal."""


class Played(msgspec.Struct, frozen=True):
    """A game of two against a level."""

    level: float
    margin: float | None
    """The person's points ahead; None if they gave up."""
    without_luck: bool = False
    """Whether luck has been subtracted from the margin."""


class Fit(msgspec.Struct, frozen=True):
    """The level that fits a person, as far as it is known."""

    level: float
    """From 1 to 8, with one decimal place."""
    low: float
    high: float
    """The right level is within these limits with a probability of two thirds."""
    games: int
    """The number of games that it follows from."""


@lru_cache(maxsize=2)
def scale(family: Key) -> tuple[float, ...]:
    """Return the strength of every level: the mean margin against the lowest one."""
    measured = strengths()[MEASURED[family]].levels
    least = SMALLEST_STEP * SPREAD[family]
    steps = [
        max(level.against_below.mean_margin, least)
        for level in measured
        if level.against_below is not None
    ]
    return tuple(accumulate(steps, initial=0.0))


def strength_at(level: float, family: Key) -> float:
    """Return the strength of a level, or of one between two levels."""
    known = scale(family)
    below = min(int(level), len(LEVELS) - 1)
    low, high = known[below - 1], known[below]
    return low + (high - low) * (level - below)


def level_at(strength: float, family: Key) -> float:
    """Return the level of a strength: the lowest or the highest one for what is beyond them."""
    known = scale(family)
    below = min(max(bisect_right(known, strength), 1), len(known) - 1)
    low, high = known[below - 1], known[below]
    part = (strength - low) / (high - low)
    return min(max(below + part, 1.0), float(len(LEVELS)))


def fit_level(games: Iterable[Played], family: Key) -> Fit:
    """Return the level that fits whoever has played these games, the oldest first."""
    unit = SPREAD[family]
    strength = strength_at(MIDDLING, family)
    variance = (UNKNOWN * unit) ** 2
    count = 0
    for game in games:
        count += 1
        noise = unit if game.without_luck else unit * WITH_LUCK[family]
        margin = GIVEN_UP * unit if game.margin is None else game.margin
        variance += (LEARNING * unit) ** 2
        gain = variance / (variance + noise * noise)
        strength += gain * (strength_at(game.level, family) + margin - strength)
        variance *= 1 - gain
    spread = sqrt(variance)
    level, low, high = (round(level_at(strength + part * spread, family), 1) for part in (0, -1, 1))
    return Fit(level, low, high, count)
