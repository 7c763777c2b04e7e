"""The best cells for a single tile on a position.

Like ``board.py`` it serves both backends and works with numbers only.
"""

from __future__ import annotations

from array import array

from qwirkle.engine.placement import bits, grid

# How many cells are noted.
SPOTS = 6


class Spots:
    """The best cells of a position for the last tile of a hand."""

    def __init__(self, position: grid.Grid) -> None:
        """Look at this position; ``_note`` notes cells."""
        self.position = position
        self.cell = array("i", [0]) * SPOTS
        self.worth = array("i", [0]) * SPOTS

    def _lone(self, hand: int) -> int:
        """Choose the best cell for a single tile; return its points, or 0."""
        self.position.best_points = 0
        for which in range(self.position.front_n):
            if self.position.fits[which] & hand:
                cell = self.position.front[which]
                points = self._points(cell)
                if points > self.position.best_points:
                    self.position.best_points = points
                    self.position.best_code = (bits.ONE * cell << 36) | bits.ctz(hand)
        return self.position.best_points

    def _note(self, hand: int) -> int:
        """Note the best cells for a single tile, the best first; return its points."""
        for which in range(SPOTS):
            self.worth[which] = 0
        for which in range(self.position.front_n):
            if self.position.fits[which] & hand:
                cell = self.position.front[which]
                points = self._points(cell)
                at = SPOTS - 1
                if points > self.worth[at]:
                    while at > 0 and points > self.worth[at - 1]:
                        self.worth[at] = self.worth[at - 1]
                        self.cell[at] = self.cell[at - 1]
                        at -= 1
                    self.worth[at] = points
                    self.cell[at] = cell
        return self.worth[0]

    def _sure(self, code: int) -> int:
        """Return the points of the best noted cell that this placement cannot change, or 0.

        A tile changes only cells in its own row and column.
        """
        cell = (code >> 36) & 0xFFFF
        along = (code >> 52) & 1
        before = (code >> 53) & 7
        row = cell // bits.STRIDE
        column = cell % bits.STRIDE
        # No line is longer than six, so the placed tiles are no further away.
        after = 5 - before if code >> 56 else 0
        for at in range(SPOTS):
            if self.worth[at] == 0:
                return 0
            down = self.cell[at] // bits.STRIDE - row
            right = self.cell[at] % bits.STRIDE - column
            if along:
                if right and (down < -before or down > after):
                    return self.worth[at]
            elif down and (right < -before or right > after):
                return self.worth[at]
        return 0

    def _points(self, cell: int) -> int:
        """Return the points of a lone tile on an empty cell; a bonus counts once (K-BONUS-1)."""
        return (
            (self.position.word[2 * cell] >> 54)
            + (self.position.word[2 * cell + 1] >> 54)
            - (self.position.ground[cell] & bits.BONUS_FIELD)
        )
