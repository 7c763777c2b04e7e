"""Openings: which tiles go where on an empty table (Q-START-4, S-START-1, A5).

Like ``board.py`` it serves both backends and works with numbers only. ``playout.py`` decides whose
turn it is, and how many tiles the opening must have.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, grid

SETS = array("Q", bits.FULL_SETS)


class Opening:
    """The choice of the first placement on a position."""

    def __init__(self, position: grid.Grid) -> None:
        """Choose on this position; ``set_centre`` sets its centre cells."""
        self.position = position
        self.centre = array("i", [0])
        self.centre_n = 0
        self.spots = 0
        self.greedy = 0

    def set_centre(self, centre: Sequence[int]) -> None:
        """Mark the centre cells, on the position too."""
        self.centre = array("i", [*centre, 0])
        self.centre_n = len(centre)

    def _choose(self, hand: int, least: int, greedy: int, on_centre: int) -> int:
        """Choose an opening on the empty table (Q-START-4, S-START-1, A5).

        A set of this many tiles in any order goes on any spot of that length; all of these are
        equally likely for a random seat, all with the most points for a greedy one. So spots are
        weighed by the number of rows of tiles that fit them, and only then a row is drawn.
        """
        self.position.best_code = self.position.best_points = 0
        self.spots = 0
        self.greedy = greedy
        size = max(least, 1)
        while size <= self.position.longest:
            rows = self._rows(hand, size)
            if rows == 0:
                break
            for axis in range(1 if size == 1 else 2):
                step = bits.STRIDE if axis else 1
                if self.position.open_table:
                    self._consider(bits.CENTRE, axis, step, size, rows)
                elif on_centre and self.centre_n:
                    for which in range(self.centre_n):
                        first = self.centre[which]
                        for _ in range(size):
                            self._consider(first, axis, step, size, rows)
                            first -= step
                            # A spot over two centre cells belongs to the first of them.
                            if self.position.ground[first] & bits.CENTRE_CELL:
                                break
                else:
                    for which in range(self.position.width * self.position.height):
                        first = which // self.position.width * bits.STRIDE
                        first += self.position.corner + which % self.position.width
                        self._consider(first, axis, step, size, rows)
            size += 1
        if self.position.best_code:
            self.position.best_code |= self._row(hand, (self.position.best_code >> 56) + 1)
        return self.position.best_points

    def _rows(self, hand: int, size: int) -> int:
        """Return how many rows of this many tiles can be made: sets of the hand, in every order."""
        rows = 0
        for line in range(12):
            kinds = bits.popcount(hand & SETS[line])
            ways = 1
            for which in range(size):
                ways *= kinds - which
            # With fewer kinds than places one of the factors is zero.
            rows += ways
        # A lone tile is in the set of its colour and in that of its shape.
        return rows // 2 if size == 1 else rows

    def _consider(self, first: int, axis: int, step: int, size: int, rows: int) -> int:
        """Count the spot of this size from this cell on as this many openings."""
        points = size + self.position.more if size == self.position.longest else size
        for which in range(size):
            ground = self.position.ground[first + which * step]
            if ground >= bits.OFF_BOARD:
                return 0
            points += ground & bits.BONUS_FIELD
        if self.greedy:
            if points < self.position.best_points:
                return 0
            if points > self.position.best_points:
                self.spots = 0
        self.spots += rows
        drawn = self.position._below(self.spots)
        if drawn < rows:
            self.position.best_points = points
            self.position.best_code = (first << 36) | (axis << 52) | ((size - 1) << 56)
        return 0

    def _row(self, hand: int, size: int) -> int:
        """Draw a row of this many tiles, all equally likely, as the kinds in a placement's code."""
        which = self.position._below(self._rows(hand, size) * (2 if size == 1 else 1))
        kinds = 0
        for line in range(12):
            kinds = hand & SETS[line]
            ways = 1
            for place in range(size):
                ways *= bits.popcount(kinds) - place
            if which < ways:
                break
            which -= ways
        row = 0
        for place in range(size):
            rest = kinds
            for _ in range(self.position._below(bits.popcount(kinds))):
                rest &= rest - 1
            kind = bits.ctz(rest)
            kinds ^= bits.ONE << kind
            row |= kind << (6 * place)
        return row
