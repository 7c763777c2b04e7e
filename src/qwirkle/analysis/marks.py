"""From lost points to words: the mark of a turn, and the accuracy of a player."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from qwirkle.analysis.report import Mark


class Scale(NamedTuple):
    """From which loss on a turn has which mark, and how fast accuracy falls with it."""

    loose: float
    costly: float
    blunder: float
    decay: float
    """A turn counts exp(-decay * lost) of a perfect one."""


# A turn of a placement game brings six or seven points, so a blunder gives most of one away. In the
# card game losses are in Qwirkles.
POINTS = Scale(loose=0.75, costly=2.0, blunder=4.0, decay=0.3)
QWIRKLES = Scale(loose=0.15, costly=0.5, blunder=1.0, decay=1.5)


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
    if lost < scale.loose:
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
