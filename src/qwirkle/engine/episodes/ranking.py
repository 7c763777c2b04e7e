"""Placements in the order of the library: by their tiles, each by x, then y, then its code.

The grid lists placements in its own order. A bot draws lots among placements in the order in which
Python sorts moves, so the core has to find the n-th of that order. Like ``board.py`` this serves
both backends and works with numbers only.

A placement's place in the order is a key of two words. The first tile is its x, its y and the rank
of its code among the codes in alphabetical order; each other tile is the distance from the one
before it, and its rank. A column comes before a row, because its second tile has the smaller x.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, grid

# More placements than any position of the eight games is likely to have.
ROOM = 1 << 16
# A tile after the first takes four bits of distance and six of rank.
STEP_BITS = 10
# The tiles after the first whose steps are in the first word.
HIGH_TILES = 4

_CODES = [colour + shape for colour in "ROYGBP" for shape in "oxdsbc"]
RANK = array("Q", [sorted(_CODES).index(code) for code in _CODES])


class Ranking:
    """Placements gathered from a grid, of which the n-th can be found."""

    def __init__(self, room: int = ROOM) -> None:
        """Make room for this many placements; ``order`` needs room for no more than one."""
        self.codes = array("Q", [0]) * room
        self.worth = array("H", [0]) * room
        self.high = array("Q", [0]) * room
        self.low = array("Q", [0]) * room
        self.room = room
        self.n = 0
        self.most = 0
        self.too_many = 0
        self.banned_cell = -1
        self.banned_kind = 0

    def order(self, position: grid.Grid, codes: Sequence[int]) -> list[int]:
        """Return the numbers of these placements of a position, in the order of the library."""
        found = []
        for which, code in enumerate(codes):
            self.codes[0] = code
            self._write_key(position, 0)
            found.append((self.high[0], self.low[0], which))
        found.sort()
        return [which for *_, which in found]

    def _spot(self, position: grid.Grid, code: int) -> int:
        """Return where people see a placement: its first cell beside a tile, by x and then y.

        On an empty table it is its first cell.
        """
        count = position._spell(code)
        first = count - 1 - ((code >> 56) & 7)
        place = 0
        while place < count:
            cell = position.cells[count - 1 - place if place < first else place - first]
            words = position.word[2 * cell] | position.word[2 * cell + 1]
            if position.tiles == 0 or words & (bits.BEFORE_FIELD | bits.AFTER_FIELD):
                break
            place += 1
        return (cell % bits.STRIDE) * bits.ROWS + cell // bits.STRIDE

    def _gather(
        self, position: grid.Grid, hand: int, least: int, centre: int, best_only: int
    ) -> int:
        """Keep all placements, or those with the most points; return how many there are.

        A placement of the banned kind on the banned cell is left out (M-TAKE-1c, A12).
        """
        self.n = 0
        self.most = 0
        self.too_many = 0
        start = 0
        while start >= 0:
            if centre and position.tiles == 0:
                start = self._list_over_centre(position, hand, start, least)
            else:
                start = position._list_part(hand, start, least, centre)
            for which in range(position.n):
                points = position.worth[which]
                if best_only and points < self.most:
                    continue
                code = position.codes[which]
                if self.banned_cell >= 0 and self._is_banned(position, code):
                    continue
                if points > self.most:
                    self.most = points
                    if best_only:
                        self.n = 0
                if self.n == self.room:
                    self.too_many = 1
                    return self.n
                self.codes[self.n] = code
                self.worth[self.n] = points
                self.n += 1
        return self.n

    def _list_over_centre(self, position: grid.Grid, hand: int, start: int, least: int) -> int:
        """List openings as the grid does, but only from cells that can reach the centre."""
        position.n = 0
        position.hand = hand
        total = position.width * position.height
        while start < total and position.n <= position.limit:
            cell = position.corner + start // position.width * bits.STRIDE + start % position.width
            reach = 0
            for away in range(bits.HAND):
                reach |= position.ground[cell + away] | position.ground[cell + away * bits.STRIDE]
            if reach & bits.CENTRE_CELL:
                position._open_at(cell, hand, least, 1)
            start += 1
        return -1 if start >= total else start

    def _add_listed(self, position: grid.Grid) -> int:
        """Add the placements that the grid listed last to those kept already."""
        if self.banned_cell < 0 and self.n + position.n <= self.room:
            for which in range(position.n):
                self.codes[self.n + which] = position.codes[which]
                self.worth[self.n + which] = position.worth[which]
            self.n += position.n
            return 0
        for which in range(position.n):
            code = position.codes[which]
            if self.banned_cell >= 0 and self._is_banned(position, code):
                continue
            if self.n == self.room:
                self.too_many = 1
                return 0
            self.codes[self.n] = code
            self.worth[self.n] = position.worth[which]
            self.n += 1
        return 0

    def _is_banned(self, position: grid.Grid, code: int) -> int:
        count = position._spell(code)
        for which in range(count):
            if (
                position.cells[which] == self.banned_cell
                and position.kinds[which] == self.banned_kind
            ):
                return 1
        return 0

    def _write_keys(self, position: grid.Grid) -> int:
        for which in range(self.n):
            self._write_key(position, which)
        return 0

    def _write_key(self, position: grid.Grid, which: int) -> int:
        code = self.codes[which]
        count = position._spell(code)
        first = count - 1 - ((code >> 56) & 7)
        high = low = 0
        last = 0
        for place in range(bits.HAND):
            step = 0
            if place < count:
                # Before the anchor the farthest cell comes last in the small arrays.
                source = count - 1 - place if place < first else place - first
                cell = position.cells[source]
                rank = RANK[position.kinds[source]]
                if place == 0:
                    high = ((cell % bits.STRIDE) << 14) | ((cell // bits.STRIDE) << 6) | rank
                elif cell - last < bits.STRIDE:
                    step = ((8 | (cell - last)) << 6) | rank
                else:
                    step = (((cell - last) // bits.STRIDE) << 6) | rank
                last = cell
            if 0 < place < HIGH_TILES:
                high = (high << STEP_BITS) | step
            elif place:
                low = (low << STEP_BITS) | step
        self.high[which] = high
        self.low[which] = low
        return 0

    def _nth(self, wanted: int) -> int:
        """Move the placement that is the n-th in the order to that place, by quickselect."""
        left = 0
        right = self.n - 1
        while left < right:
            high = self.high[(left + right) >> 1]
            low = self.low[(left + right) >> 1]
            up = left
            down = right
            while up <= down:
                while self.high[up] < high or (self.high[up] == high and self.low[up] < low):
                    up += 1
                while self.high[down] > high or (self.high[down] == high and self.low[down] > low):
                    down -= 1
                if up <= down:
                    self._swap(up, down)
                    up += 1
                    down -= 1
            if wanted <= down:
                right = down
            elif wanted >= up:
                left = up
            else:
                break
        return wanted

    def _swap(self, up: int, down: int) -> int:
        code = self.codes[up]
        self.codes[up] = self.codes[down]
        self.codes[down] = code
        points = self.worth[up]
        self.worth[up] = self.worth[down]
        self.worth[down] = points
        key = self.high[up]
        self.high[up] = self.high[down]
        self.high[down] = key
        key = self.low[up]
        self.low[up] = self.low[down]
        self.low[down] = key
        return 0
