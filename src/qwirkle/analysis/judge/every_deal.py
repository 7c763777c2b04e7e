"""Every deal that is possible for a seat while few tiles are in the bag.

With three tiles in the bag, the other player's hand is one of at most 84. After a placement that
draws the rest of the bag, both players know both hands, and nothing is left to chance: the mean of
the endings over all deals is the exact value of the placement, not an estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import comb, sqrt
from typing import NamedTuple

from qwirkle.analysis.judge.trials import NORMAL_95, Difference
from qwirkle.players.rng import Chance
from qwirkle.rules.placement.view import View

# Orders of the bag that are tried with each hand if the order matters.
ORDERS = 2

Order = tuple[int, ...]
"""The tiles that a seat cannot see, as indices of kinds: the other hand, then the bag."""


class Hand(NamedTuple):
    """A possible hand of the other player, and the bag that remains with it."""

    tiles: tuple[int, ...]
    bag: tuple[int, ...]
    chance: float

    def deals(self) -> list[Order]:
        """Return the deals with this hand, which are equally likely."""
        return [(*self.tiles, *order) for order in sorted(set(permutations(self.bag)))]


def can_list_deals(view: View, most: int) -> bool:
    """Return whether all deals can be listed: two players, at most ``most`` tiles in the bag."""
    if len(view.players) != 2 or not 0 < view.bag <= most:
        return False
    # A special tile in the bag would be another unknown.
    return view.unseen().total() == view.bag + view.players[1 - (view.seat or 0)].tiles


def list_hands(view: View) -> list[Hand]:
    """Return all possible hands of the other player; equal tiles are interchangeable."""
    unseen = view.unseen()
    size = view.players[1 - (view.seat or 0)].tiles
    kinds = sorted((tile.index, count) for tile, count in unseen.items() if count)
    ways = comb(unseen.total(), size)

    def hands(which: int, left: int) -> Iterator[Hand]:
        if which == len(kinds):
            if not left:
                yield Hand((), (), 1 / ways)
            return
        kind, count = kinds[which]
        for held in range(min(count, left) + 1):
            for more in hands(which + 1, left - held):
                yield Hand(
                    (kind,) * held + more.tiles,
                    (kind,) * (count - held) + more.bag,
                    comb(count, held) * more.chance,
                )

    return list(hands(0, size))


def empties_bag(view: View, placed: int) -> bool:
    """Return whether a placement of this many tiles draws everything in the bag."""
    return view.edition.hand - (len(view.hand) - placed) >= view.bag


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
