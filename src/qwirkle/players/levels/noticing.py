"""What a player notices: each thing or not, by lot, and always at least one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from qwirkle.players.rng import Chance

T = TypeVar("T")


def noticed(things: Sequence[T], overlooks: float, chance: Chance) -> list[T]:
    """Those that are not overlooked; who would overlook all goes on looking until one is found."""
    lots = [chance.part() for _ in things]
    least = min(overlooks, max(lots, default=0.0))
    return [thing for thing, lot in zip(things, lots, strict=True) if lot >= least]
