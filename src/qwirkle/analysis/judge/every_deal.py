"""The value of a turn on every deal that is possible for a seat while few tiles are in the bag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from qwirkle.analysis.judge.trials import NORMAL_95, Difference
from qwirkle.engine.every_deal import Hand, Order
from qwirkle.players.rng import Chance

# Orders of the bag that are tried with each hand if the order matters.
ORDERS = 2


class SomeDeals(NamedTuple):
    """The deals with one hand that are tried, out of all of them."""

    chance: float
    deals: tuple[Order, ...]
    of: int


class Value(NamedTuple):
    """The value of a turn on all deals."""

    mean: float
    variance: float = 0.0
    """The variance of the mean, if there were too many orders of the bag to try all."""
    doubt: float = 0.0
    """The possible error from endings that were not solved completely."""

    def over(self, other: Value) -> Difference:
        """Return by how much this value exceeds another one."""
        mean = self.mean - other.mean
        half = NORMAL_95 * sqrt(self.variance + other.variance)
        return Difference(mean, mean - half, mean + half).with_doubt(max(self.doubt, other.doubt))


def choose_deals(hands: Sequence[Hand], *, ordered: bool, chance: Chance) -> list[SomeDeals]:
    """Choose the deals to try: every hand, and some orders of the bag if they matter."""
    chosen: list[SomeDeals] = []
    for hand in hands:
        deals = hand.deals()
        tried = deals[:1]
        if ordered:
            tried = deals if len(deals) <= ORDERS else chance.sample(deals, ORDERS)
        chosen.append(SomeDeals(hand.chance, tuple(tried), len(deals) if ordered else 1))
    return chosen


def mean_over(chosen: Sequence[SomeDeals], gain: Callable[[Order], float]) -> Value:
    """Return the mean gain of a turn, with its variance due to the orders that were not tried."""
    mean = variance = 0.0
    for some in chosen:
        gains = [gain(order) for order in some.deals]
        tried = len(gains)
        middle = sum(gains) / tried
        mean += some.chance * middle
        if tried < some.of:
            spread = sum((one - middle) ** 2 for one in gains) / (tried - 1)
            variance += some.chance**2 * spread / tried * (1 - tried / some.of)
    return Value(mean, variance)
