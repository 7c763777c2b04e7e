"""The value of the best turn with each of several hands: the effect of drawing other tiles.

Like ``board.py`` it serves both backends and works with numbers only. The table must be set as a
seat sees it; only that seat's tiles change, and they are restored. The value depends on the hand
and on what everybody knows, never on tiles that were drawn.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, grid, playout, search

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython


class Outlook:
    """The values of other hands for the seat to move at a table."""

    def __init__(self, trials: search.Search) -> None:
        """Weigh at the table of these trials."""
        self.trials = trials
        self.table: playout.Playout = self.trials.table
        self.kinds = array("i", [0])
        self.own = array("i", [0]) * bits.KINDS
        self.found = array("d", [0.0])

    def values(self, hands: Sequence[int], size: int) -> list[float]:
        """Return the value of each hand: they follow each other, all with this many tiles.

        If nothing can be placed, it is the value of trading or passing.
        """
        count = len(hands) // size if size > 0 else 0
        if count * size != len(hands) or size != self.table.size[self.table.seat]:
            raise ValueError("every hand has as many tiles as the seat's own")
        self.kinds = array("i", hands)
        if count and not 0 <= min(self.kinds) <= max(self.kinds) < bits.KINDS:
            raise ValueError("tiles are 0 to 35")
        self.found = array("d", [0.0]) * max(count, 1)
        self._released(count, size)
        return [self.found[which] for which in range(count)]

    def _released(self, count: int, size: int) -> int:
        """Weigh while other threads of the interpreter run."""
        with cython.nogil:
            return self._weigh(count, size)

    def _weigh(self, count: int, size: int) -> int:
        seat = self.table.seat
        opening = self.table.opening_tiles
        declared = self.table.position.tiles == 0 and self.table.whole_set
        for kind in range(bits.KINDS):
            self.own[kind] = self.table.count[seat * bits.KINDS + kind]
        for which in range(count):
            self._empty(seat)
            for tile in range(size):
                self.table._give(seat, self.kinds[which * size + tile])
            if declared:
                # Q-START-4: another hand has another set to open with.
                self.table.opening_tiles = grid._largest_set(self.table.held[seat])
            self.found[which] = self.trials._outlook()
        self.table.opening_tiles = opening
        self._empty(seat)
        for kind in range(bits.KINDS):
            for _ in range(self.own[kind]):
                self.table._give(seat, kind)
        return count

    def _empty(self, seat: int) -> int:
        for kind in range(bits.KINDS):
            self.table.count[seat * bits.KINDS + kind] = 0
        self.table.held[seat] = 0
        self.table.size[seat] = 0
        return 0
