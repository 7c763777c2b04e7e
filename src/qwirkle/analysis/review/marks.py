"""Words for lost points: the mark of a turn, and the accuracy of a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

from qwirkle.analysis.review.report import Mark


class Scale(NamedTuple):
    """The scale of losses and luck in a family of games, which counts points or Qwirkles."""

    unit: str
    loose: float
    """The smallest loss with this mark; the next two fields likewise."""
    costly: float
    blunder: float
    decay: float
    """A turn counts exp(-decay * lost) of a perfect one."""
    steps: tuple[float, ...]
    """Losses are counted in these steps to tell the levels apart."""


# A turn of a placement game brings six or seven points, so a blunder gives most of one away. In the
# card game losses are in Qwirkles.
POINTS = Scale(
    unit="points",
    loose=0.75,
    costly=2.0,
    blunder=4.0,
    decay=0.3,
    steps=(0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 9.0),
)
QWIRKLES = Scale(
    unit="Qwirkles",
    loose=0.15,
    costly=0.5,
    blunder=1.0,
    # With it the levels of the card game come closest to their accuracy in classic:
    # python bench/review_levels.py scale.
    decay=0.46,
    steps=(0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.25, 1.75, 2.5),
)
SCALES: Mapping[str, Scale] = {"placement": POINTS, "cards": QWIRKLES}
"""By the key of the family, which a stored review has."""


def mark_of(lost: float, scale: Scale, *, forced: bool, same: bool) -> Mark:
    """Return the mark of a turn; ``same`` means that nothing better was found."""
    if forced:
        return "forced"
    if lost <= 0:
        return "best" if same else "fine"
    if lost < scale.loose:
        return "fine"
    if lost < scale.costly:
        return "loose"
    return "costly" if lost < scale.blunder else "blunder"


def accuracy(lost: Sequence[float], scale: Scale) -> float | None:
    """Return the mean of 100 * exp(-decay * lost) over the decisions; None without decisions."""
    if not lost:
        return None
    return sum(100 * exp(-scale.decay * points) for points in lost) / len(lost)
