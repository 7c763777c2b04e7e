"""From lost points to words: the mark of a turn, and the accuracy of a player."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from qwirkle.analysis.report import Mark


class Scale(NamedTuple):
    """What losses mean: the least that makes a turn costly or a blunder, and how accuracy falls."""

    fine: float
    """Up to this a turn is fine, and above it loose."""
    costly: float
    blunder: float
    decay: float
    """A turn that loses this much less than everything counts exp(-decay * lost)."""


# In the placement games a loss is in points, in the card game in Qwirkles: a Qwirkle there is
# about a third of what a player makes in a turn with one, so it weighs about five points.
POINTS = Scale(fine=0.75, costly=2.0, blunder=5.0, decay=0.3)
QWIRKLES = Scale(fine=0.15, costly=0.5, blunder=1.0, decay=1.5)


def scale_of(cards: bool) -> Scale:
    """The scale of a family."""
    return QWIRKLES if cards else POINTS


def mark_of(lost: float, *, forced: bool, same: bool, cards: bool) -> Mark:
    """The mark of a turn; ``same``: nothing better was found."""
    scale = scale_of(cards)
    if forced:
        return "forced"
    if lost <= 0:
        return "best" if same else "fine"
    if lost < scale.fine:
        return "fine"
    if lost < scale.costly:
        return "loose"
    return "costly" if lost < scale.blunder else "blunder"


def accuracy(lost: Sequence[float], cards: bool = False) -> float | None:
    """The mean of 100 * exp(-decay * lost) over the decisions; None without decisions."""
    if not lost:
        return None
    decay = scale_of(cards).decay
    return sum(100 * exp(-decay * points) for points in lost) / len(lost)
