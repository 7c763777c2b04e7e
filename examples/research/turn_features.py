"""The legal turns of many games as rows of numbers, and fresh games to judge a learner by.

Learners of the classic game for two players share both. A row has what the environment says about a
turn and about the position it leaves; docs/environments.md describes the arrays. Nothing here is
weighed: what the numbers are worth is for the learners to find out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwirkle.env import VectorGames

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

WEIGHED = 24
"""Turns of a game that are weighed: those with the most points."""
# Columns of ``turns`` and indices of ``counts``.
ACT, POINTS, TILES, QWIRKLES, FIVES, FIRST_KIND = 0, 1, 2, 3, 4, 10
HAND, UNSEEN, SCORES, SIZES, BAG = 0, 36, 108, 112, 128
KINDS = 36
TRADE = 1
TEN = 10.0
"""Points are counted in tens, so that no number of a row is much larger than the others."""
# Afterstates that are points or tiles rather than chances; the others are left as they are.
SCALES = np.ones(56, np.float32)
SCALES[[35, 37, 38, 45]] = TEN
SCALES[[33, 34, 39, 40, 41, 43]] = 6.0


class Choices(NamedTuple):
    """The turns of some games that are weighed, one after the other, and the state of each game."""

    rows: Floats
    first: Ints
    """Where the turns of each game begin."""
    actions: Ints
    games: Floats
    """For each game the largest of every number: what is known without choosing a turn."""

    @property
    def counts(self) -> Ints:
        """How many turns each game has."""
        return np.diff(np.append(self.first, len(self.rows)))

    @property
    def points(self) -> Floats:
        """The points of every turn."""
        return TEN * self.rows[:, 0]


def new_games(count: int) -> VectorGames:
    """Games against greedy, in which a turn earns its points."""
    return VectorGames(count, "classic", opponents=["greedy"], reward="points", afterstates=WEIGHED)


def look(seen: dict[str, Any]) -> Choices:
    """Describe the turns that are weighed."""
    where, place = np.nonzero(seen["afterstate_turns"] >= 0)
    actions = seen["afterstate_turns"][where, place].astype(np.int64)
    turns = seen["turns"][where, actions].astype(np.float32)
    counts = seen["counts"][:, [BAG, SCORES, SCORES + 1, SIZES, SIZES + 1]].astype(np.float32)
    bag, mine, theirs, held, opposed = counts[where].T
    about = [
        turns[:, POINTS] / TEN,
        turns[:, TILES] / 6,
        turns[:, QWIRKLES],
        turns[:, FIVES],
        turns[:, ACT] == TRADE,
        bag / 96,
        np.exp(-bag / 8),
        bag == 0,
        (mine - theirs) / 50,
        held / 6,
        opposed / 6,
    ]
    left = seen["afterstates"][where, place] / SCALES
    kept = seen["counts"][where, HAND : HAND + KINDS].astype(np.float32)
    for kinds in turns[:, FIRST_KIND : FIRST_KIND + 6].astype(np.int64).T:
        used = np.flatnonzero(kinds)
        kept[used, kinds[used] - 1] -= 1
    unseen = seen["counts"][where, UNSEEN : UNSEEN + KINDS] / 3
    rows = np.concatenate([np.stack(about, axis=1), left, kept, unseen], axis=1, dtype=np.float32)
    first = np.searchsorted(where, np.arange(len(counts)))
    return Choices(rows, first, actions, np.maximum.reduceat(rows, first, axis=0))


def best(keys: NDArray[Any], seen: Choices) -> Ints:
    """Return the row of each game with the largest key."""
    tops = np.repeat(np.maximum.reduceat(keys, seen.first), seen.counts)
    rows = np.flatnonzero(keys == tops)
    _, once = np.unique(np.searchsorted(seen.first, rows, side="right"), return_index=True)
    return rows[once]


def fresh_margins(
    values: Callable[[Choices], Floats], games: int, seed: str
) -> NDArray[np.float64]:
    """Play the turn of most value against greedy in fresh games; return the margins."""
    env = new_games(min(games, 128))
    seen, margins = look(env.reset(seed)[0]), np.zeros(0)
    finished, wanted = np.zeros(env.num_envs, int), -(-games // env.num_envs)
    while (finished < wanted).any():
        now, _, over, _, info = env.step(seen.actions[best(values(seen), seen)])
        # As many games of every place: long games must not count less.
        counted = over.astype(bool) & (finished < wanted)
        finished += over
        finals = info["final_scores"][counted].astype(float)
        margins = np.append(margins, finals[:, 0] - finals[:, 1])
        seen = look(now)
    return margins[:games]


def figures(margins: NDArray[np.float64]) -> dict[str, float]:
    """Return the mean margin and the share of games won, with half of their 95 % intervals."""
    won = (margins > 0) + (margins == 0) / 2
    scale = 1.96 / len(margins) ** 0.5
    return {
        "margin": float(margins.mean()),
        "margin_error": float(scale * margins.std()),
        "won": float(won.mean()),
        "won_error": float(scale * won.std()),
    }
