"""Every deal that is possible for a seat while few tiles are in the bag.

With three tiles in the bag, the other player's hand is one of at most 84. After a placement that
draws the rest of the bag, both players know both hands, and nothing is left to chance: the mean of
the endings over all deals is the exact value of the placement, not an estimate.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import comb
from typing import NamedTuple

from qwirkle.rules.placement.view import View

Order = tuple[int, ...]
"""The tiles that a seat cannot see, as indices of kinds: the other hand, then the bag."""


class Hand(NamedTuple):
    """A possible hand of the other player, and the bag that remains with it."""

    tiles: tuple[int, ...]
    bag: tuple[int, ...]
    chance: float
    ways: int = 1
    """The number of ways to draw it, if all tiles could be told apart."""

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
                    comb(count, held) * more.ways,
                )

    return list(hands(0, size))


def empties_bag(view: View, placed: int) -> bool:
    """Return whether a placement of this many tiles draws everything in the bag."""
    return view.edition.hand - (len(view.hand) - placed) >= view.bag
