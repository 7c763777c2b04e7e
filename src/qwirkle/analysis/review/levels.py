"""The level that a player's losses resemble.

The distribution of losses of each level was measured for each game and number of players;
``bench/review_levels.py`` makes the table. From it follows the likelihood of each level given the
losses of a player, all levels being equally likely beforehand; the median level is the one that the
player plays like, and 95 % of the likelihood is within the range beside it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import exp, log
from pathlib import Path
from typing import NamedTuple

import msgspec

from qwirkle.analysis.review.marks import SCALES
from qwirkle.rules.family import AnyEdition

TABLE = Path(__file__).with_name("levels.json")
# Fewer decisions are not enough to rate a player.
FEWEST = 5
# The probability that the level is not in the range that is given.
DOUBT = 0.05


class Row(msgspec.Struct, frozen=True):
    """Measurements of one game: the distribution of losses of each level."""

    games: int
    shares: tuple[tuple[float, ...], ...]


class Likely(NamedTuple):
    """The level that a player's losses resemble, and how certain that is."""

    level: int
    low: int
    high: int
    """The level is between these with a probability of 95 %."""


def level_like(lost: Sequence[float], edition: AnyEdition, players: int) -> Likely | None:
    """Return the level, 1 to 8, that plays most like this; None with too few decisions."""
    row = _row(edition, players)
    if row is None or len(lost) < FEWEST:
        return None
    return level_in(row, bins_of(lost, edition))


def level_of(counts: Sequence[int], edition: AnyEdition, players: int) -> Likely | None:
    """Return the level for losses counted by ``bins_of``; None with too few decisions."""
    row = _row(edition, players)
    return None if row is None or sum(counts) < FEWEST else level_in(row, counts)


def clean_shares(edition: AnyEdition, players: int) -> tuple[float, ...]:
    """Return the share of decisions that lose nothing, as measured, level by level."""
    row = _row(edition, players)
    return () if row is None else tuple(shares[0] for shares in row.shares)


def level_in(row: Row, counts: Sequence[int]) -> Likely:
    """Return the level that a row of the table gives for binned losses."""
    likely = [
        sum(count * log(share) for count, share in zip(counts, shares, strict=True))
        for shares in row.shares
    ]
    most = max(likely)
    weights = [exp(value - most) for value in likely]
    reached = list(accumulate(weights))[:-1]
    level, low, high = (
        1 + bisect_left(reached, part * sum(weights)) for part in (0.5, DOUBT / 2, 1 - DOUBT / 2)
    )
    return Likely(level, low, high)


def bins_of(lost: Sequence[float], edition: AnyEdition) -> list[int]:
    """Return how many losses fall into each step; the first one counts turns without a loss."""
    edges = SCALES[edition.family].steps
    counts = [0] * (len(edges) + 1)
    for points in lost:
        counts[0 if points <= 0 else bisect_right(edges, points)] += 1
    return counts


def table_key(game: str, players: int) -> str:
    """Return the key of a row."""
    return f"{game}/{players}"


def _row(edition: AnyEdition, players: int) -> Row | None:
    """Return the row of this game, falling back on the first game of its family."""
    table = _table()
    for name in (edition.id, edition.standard):
        for count in (players, 2):
            if (row := table.get(table_key(name, count))) is not None:
                return row
    return None


@cache
def _table() -> dict[str, Row]:
    if not TABLE.exists():
        return {}
    return msgspec.json.decode(TABLE.read_bytes(), type=dict[str, Row])
