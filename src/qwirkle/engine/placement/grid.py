"""The fast core: a position with its placements, in lists and by choice.

Written once for both backends: ordinary Python when it is imported as it is, C when Cython compiles
it with ``grid.pxd`` beside it. ``board.py`` has the tiles, ``finder.py`` the search; this module
has the calls from Python, and the choices by chance.
"""

from __future__ import annotations

from array import array

from qwirkle.engine.placement import bits, finder

SETS = array("Q", bits.FULL_SETS)


def _largest_set(hand: int) -> int:
    largest = 0
    for which in range(12):
        size = bits.popcount(hand & SETS[which])
        largest = max(largest, size)
    return largest


def largest_set(hand: int) -> int:
    """Return the size of the largest set among these kinds (Q-START-2)."""
    return _largest_set(hand & bits.FULL)


class Grid(finder.Finder):
    """A position that places, takes, undoes, lists and chooses."""

    def __init__(self, width: int = 0, height: int = 0) -> None:
        """Make a board of this size in the middle of the array, or an open table (no size)."""
        super().__init__(width, height)
        self.rng = 0

    def reserve(self, hand: int) -> None:
        """Make the list long enough that one anchor's placements of this hand always fit."""
        distinct = bits.popcount(hand & bits.FULL)
        room = bits.ANCHOR_ROOM if distinct <= bits.HAND else bits.ANCHOR_ROOM_PER_KIND * distinct
        if len(self.codes) < 2 * room and distinct > bits.HAND:
            self.codes = array("Q", [0]) * (2 * room)
            self.worth = array("H", [0]) * (2 * room)
        self.limit = len(self.codes) - room

    def list_part(self, hand: int, start: int, least: int, centre: bool) -> int:
        """List a part of the placements of these kinds, with their points.

        Begin with 0 and continue with the answer until it is -1. On an empty board only placements
        of at least ``least`` tiles are listed, with ``centre`` only those that cover a centre cell;
        on an empty open table the anchor is the centre of the array.
        """
        hand &= bits.FULL
        self.reserve(hand)
        return self._list_part(hand, start, least, 1 if centre else 0)

    def placements(self) -> list[tuple[int, int]]:
        """Return the part listed last: the number of each placement, and its points."""
        return [(self.codes[which], self.worth[which]) for which in range(self.n)]

    def spell(self, code: int) -> list[tuple[int, int]]:
        """Return the cells and tiles of a listed placement, from the least cell on."""
        count = self._spell(code)
        after = (code >> 56) & 7
        order = [*range(count - 1, after, -1), *range(after + 1)]
        return [(self.cells[which], self.kinds[which]) for which in order]

    def can_place(self, hand: int) -> bool:
        """Return whether any tile of these kinds can be placed."""
        return self._can_place(hand & bits.FULL) != 0

    def count(self, hand: int, least: int = 0, centre: bool = False) -> int:
        """Return how many placements there are."""
        total = 0
        start = 0
        while start >= 0:
            start = self.list_part(hand, start, least, centre)
            total += self.n
        return total

    def best(self, hand: int, least: int = 0, centre: bool = False) -> tuple[int, int]:
        """Return the placement with the most points, or (0, 0).

        Among equals it is the one whose cells and tiles come first, whatever the order of placing
        was.
        """
        found = (0, 0)
        spelt: list[tuple[int, int]] = []
        start = 0
        while start >= 0:
            start = self.list_part(hand, start, least, centre)
            for which in range(self.n):
                points = self.worth[which]
                if points >= found[1]:
                    code = self.codes[which]
                    order = self.spell(code)
                    if points > found[1] or not spelt or order < spelt:
                        found = (code, points)
                        spelt = order
        return found

    def any_best(
        self, hand: int, seed: int, least: int = 0, centre: bool = False
    ) -> tuple[int, int]:
        """Return a placement with the most points, all equals equally likely, or (0, 0)."""
        hand &= bits.FULL
        self.reserve(hand)
        self.rng = seed & bits.WORD
        self._any_best(hand, least, 1 if centre else 0)
        return self.best_code, self.best_points

    def quick_best(self, hand: int) -> tuple[int, int]:
        """Return the placement of the greedy playout: most points, among equals the first met."""
        self._best(hand & bits.FULL)
        return self.best_code, self.best_points

    # Chance: splitmix64. The state grows by an odd constant, the answer is the state mixed.

    def _random(self) -> int:
        self.rng = (self.rng + bits.GOLDEN) & bits.WORD
        mixed = self.rng
        mixed = ((mixed ^ (mixed >> 30)) * bits.MIX_1) & bits.WORD
        mixed = ((mixed ^ (mixed >> 27)) * bits.MIX_2) & bits.WORD
        return mixed ^ (mixed >> 31)

    def _below(self, limit: int) -> int:
        """Return a number below the limit: the upper 32 bits, scaled."""
        return ((self._random() >> 32) * limit) >> 32

    def _any(self, hand: int, least: int, centre: int) -> int:
        """Choose any placement, all equally likely."""
        total = start = 0
        self.best_code = self.best_points = 0
        while start >= 0:
            start = self._list_part(hand, start, least, centre)
            if self.n:
                total += self.n
                if total == self.n or self._below(total) < self.n:
                    which = self._below(self.n)
                    self.best_code = self.codes[which]
                    self.best_points = self.worth[which]
        return total

    def _any_best(self, hand: int, least: int, centre: int) -> int:
        """Choose any placement with the most points, all equally likely."""
        equals = start = 0
        self.best_code = self.best_points = 0
        while start >= 0:
            start = self._list_part(hand, start, least, centre)
            for which in range(self.n):
                points = self.worth[which]
                if points > self.best_points:
                    self.best_points = points
                    self.best_code = self.codes[which]
                    equals = 1
                elif points == self.best_points:
                    equals += 1
                    if self._below(equals) == 0:
                        self.best_code = self.codes[which]
        return equals
