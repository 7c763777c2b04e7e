"""All placements of a hand on a board, and the best of them, enumerated one by one.

Like ``board.py`` it serves both backends and works with numbers only.

A placement is one number: six kinds of 6 bits (the anchor's first, then those after it, then those
before it, nearest first), and from bit 36 the anchor's cell, 52 the axis, 53 and 56 how many tiles
lie before and after the anchor. The anchor is the least placed cell that touches a tile of the
board, so each placement is met once.
"""

# The searches pass their state on as arguments.
# ruff: noqa: PLR0917

from __future__ import annotations

from array import array

from qwirkle.engine.placement import bits, board

MATCH = array("Q", bits.MATCHING)
COLOUR = array("Q", [bits.FULL_SETS[kind // 6] for kind in range(36)])


class Finder(board.Board):
    """A board that lists the placements of a hand, or finds the one with the most points."""

    def __init__(self, width: int = 0, height: int = 0) -> None:
        """Make a board of this size, or an open table (no size)."""
        super().__init__(width, height)
        self.chosen = array("i", [0]) * bits.FRONT_ROOM
        self.codes = array("Q", [0]) * bits.LIST_ROOM
        self.worth = array("H", [0]) * bits.LIST_ROOM
        self.n = 0
        self.limit = bits.LIST_ROOM - bits.ANCHOR_ROOM
        self.best_code = 0
        self.best_points = 0
        self.cells = array("i", [0]) * bits.HAND
        self.kinds = array("i", [0]) * bits.HAND
        self.hand = 0
        self.at_before = 0

    def _can_place(self, hand: int) -> int:
        if self.tiles == 0:
            return 1 if hand else 0
        for which in range(self.front_n):
            if self.fits[which] & hand:
                return 1
        return 0

    def _list_part(self, hand: int, start: int, least: int, centre: int) -> int:
        self.n = 0
        self.hand = hand
        if self.tiles == 0:
            return self._list_openings(hand, start, least, centre)
        while start < self.front_n and self.n <= self.limit:
            fit = self.fits[start] & hand
            if fit:
                self._all_at(self.front[start], fit)
            start += 1
        return -1 if start >= self.front_n else start

    def _list_openings(self, hand: int, start: int, least: int, centre: int) -> int:
        """List placements on an empty board; each anchor is the least cell of its placement."""
        if self.open_table:
            self._open_at(bits.CENTRE, hand, least, 0)
            return -1
        total = self.width * self.height
        while start < total and self.n <= self.limit:
            cell = self.corner + start // self.width * bits.STRIDE + start % self.width
            self._open_at(cell, hand, least, centre)
            start += 1
        return -1 if start >= total else start

    def _open_at(self, anchor: int, hand: int, least: int, centre: int) -> int:
        bonus = self.ground[anchor] & bits.BONUS_FIELD
        first = self.n
        self.at_before = 0
        for axis in range(2):
            step = bits.STRIDE if axis else 1
            fit = hand
            while fit:
                kind = bits.ctz(fit)
                fit &= fit - 1
                code = kind | (anchor << 36)
                if axis:
                    code |= bits.AXIS_BIT
                elif least <= 1:
                    # A7: a lone opening tile scores one point.
                    self._list(code, 1 + bonus)
                rest = MATCH[kind]
                if rest & hand:
                    at = 2 * (anchor + step) + axis
                    self._all_after(at, 2 * step, rest, 1, bonus, code)
        # There is one opening per game: placements that the rules forbid are simply dropped again.
        kept = first
        for which in range(first, self.n):
            code = self.codes[which]
            count = self._spell(code)
            if count >= least and (centre == 0 or self._covers_centre(count)):
                self.codes[kept] = code
                self.worth[kept] = self.worth[which]
                kept += 1
        self.n = kept
        return 0

    def _covers_centre(self, count: int) -> int:
        """Return whether the placement spelt last covers a centre cell."""
        for which in range(count):
            if self.ground[self.cells[which]] & bits.CENTRE_CELL:
                return 1
        return 0

    def _list(self, code: int, points: int) -> int:
        self.codes[self.n] = code
        self.worth[self.n] = points
        self.n += 1
        return 0

    def _all_at(self, anchor: int, fit: int) -> int:
        """List the placements with this anchor: single tiles, then along each axis."""
        row = self.word[2 * anchor]
        column = self.word[2 * anchor + 1]
        # Both words count the bonus, and it counts once per tile (K-BONUS-1).
        single = bits.points(row) + bits.points(column) - (self.ground[anchor] & bits.BONUS_FIELD)
        while fit:
            kind = bits.ctz(fit)
            fit &= fit - 1
            code = (anchor << 36) | kind
            self._list(code, single)
            line = row & MATCH[kind]
            if line & self.hand:
                self._all_along(2 * anchor, 2, row, column, line, code)
            line = column & MATCH[kind]
            if line & self.hand:
                code |= bits.AXIS_BIT
                self._all_along(2 * anchor + 1, 2 * bits.STRIDE, column, row, line, code)
        return 0

    def _all_along(self, at: int, step: int, word: int, across: int, line: int, code: int) -> int:
        length = bits.before(word) + bits.after(word) + 1
        # Cell 0 is off the board: nothing can be placed there.
        self.at_before = at - step if bits.before(word) == 0 else 0
        self._all_before(self.at_before, step, line, length, bits.points(across), code)
        at += (bits.after(word) + 1) * step
        return self._all_after(at, step, line, length, bits.points(across), code)

    def _all_after(self, at: int, step: int, line: int, length: int, points: int, code: int) -> int:
        """List the continuations from here along the axis; ``line`` is what it accepts."""
        fit = self._fitting(at, step, line)
        if fit == 0:
            return 0
        word = self.word[at]
        after = bits.after(word)
        length += after + 1
        if length > self.longest:
            return 0
        points += bits.points(self.word[at ^ 1])
        code += bits.ONE_AFTER
        shift = 6 * (code >> 56)
        total = points + bits.line_points(length, self.longest, self.more)
        line &= word
        at += (after + 1) * step
        while fit:
            kind = bits.ctz(fit)
            fit &= fit - 1
            longer = code | (kind << shift)
            self._list(longer, total)
            more = line & MATCH[kind]
            if more & self.hand:
                self._all_before(self.at_before, step, more, length, points, longer)
                self._all_after(at, step, more, length, points, longer)
        return 0

    def _all_before(
        self, at: int, step: int, line: int, length: int, points: int, code: int
    ) -> int:
        """List the continuations from here against the axis, over cells that nothing touches."""
        if self._untouched(at) == 0:
            return 0
        length += 1
        if length > self.longest:
            return 0
        points += bits.points(self.word[at ^ 1])
        code += bits.ONE_BEFORE
        shift = 6 * ((code >> 56) + ((code >> 53) & 7))
        total = points + bits.line_points(length, self.longest, self.more)
        at -= step
        fit = line & self.hand
        while fit:
            kind = bits.ctz(fit)
            fit &= fit - 1
            longer = code | (kind << shift)
            self._list(longer, total)
            more = line & MATCH[kind]
            if more & self.hand:
                self._all_before(at, step, more, length, points, longer)
        return 0

    def _fitting(self, at: int, step: int, line: int) -> int:
        """Find which kinds of the hand continue a line on this cell, with the run after it."""
        fit = line & self.word[at] & self.word[at ^ 1] & self.hand
        after = bits.after(self.word[at])
        if fit and after and self._joins((at + step) >> 1, step >> 1, after, line) == 0:
            return 0
        return fit

    def _untouched(self, at: int) -> int:
        """Return whether nothing touches the cell, and it is on the board."""
        if (self.word[at] & bits.NOT_POINTS) != bits.FULL:
            return 0
        return 1 if (self.word[at ^ 1] & bits.NOT_POINTS) == bits.FULL else 0

    def _spell(self, code: int) -> int:
        """Write the cells and kinds of a placement into the small arrays: anchor, after, before."""
        cell = (code >> 36) & 0xFFFF
        axis = (code >> 52) & 1
        before = (code >> 53) & 7
        after = (code >> 56) & 7
        step = bits.STRIDE if axis else 1
        count = 1 + before + after
        for which in range(count):
            self.kinds[which] = (code >> (6 * which)) & 63
        self.cells[0] = cell
        for which in range(1, before + 1):
            self.cells[after + which] = cell - which * step
        for which in range(1, after + 1):
            cell += (bits.after(self.word[2 * cell + axis]) + 1) * step
            self.cells[which] = cell
        return count

    # The best one

    def _best(self, hand: int) -> int:
        """Choose the first of the placements with the most points, without listing them."""
        self.best_code = self.best_points = 0
        self.hand = hand
        # First where anything fits, without a branch that no processor could predict.
        wanted = 0
        for which in range(self.front_n):
            self.chosen[wanted] = which
            wanted += (self.fits[which] & hand) != 0
        for turn in range(wanted):
            which = self.chosen[turn]
            self._best_at(self.front[which], self.fits[which] & hand)
        return self.best_points

    def _best_at(self, anchor: int, fit: int) -> int:
        row = self.word[2 * anchor]
        column = self.word[2 * anchor + 1]
        points = bits.points(row) + bits.points(column) - (self.ground[anchor] & bits.BONUS_FIELD)
        if points > self.best_points:
            self.best_points = points
            self.best_code = (anchor << 36) | bits.ctz(fit)
        while fit:
            kind = bits.ctz(fit)
            fit &= fit - 1
            code = (anchor << 36) | kind
            line = row & MATCH[kind]
            if line & self.hand:
                self._best_along(2 * anchor, 2, row, column, line, code)
            line = column & MATCH[kind]
            if line & self.hand:
                code |= bits.AXIS_BIT
                self._best_along(2 * anchor + 1, 2 * bits.STRIDE, column, row, line, code)
        return 0

    def _best_along(self, at: int, step: int, word: int, across: int, line: int, code: int) -> int:
        length = bits.before(word) + bits.after(word) + 1
        points = bits.points(across)
        self.at_before = 0
        if bits.before(word) == 0 and self._untouched(at - step):
            self.at_before = at - step
            rest = line & self.hand
            # A lone tile combines with its colour or with its shape, not with both.
            colour = rest & COLOUR[code & 63] if length == 1 else rest
            if colour:
                self._best_before(at - step, step, colour, length, points, code)
            if rest ^ colour:
                self._best_before(at - step, step, rest ^ colour, length, points, code)
        at += (bits.after(word) + 1) * step
        return self._best_after(at, step, line, length, points, code)

    def _best_before(
        self, at: int, step: int, rest: int, length: int, points: int, code: int
    ) -> int:
        """Put all remaining tiles against the axis, over cells that nothing touches.

        They fit the line and each other, so any order does, and more is always better.
        """
        shift = 6 * (code >> 56) + 6
        longest = self.longest
        while rest and length < longest and self._untouched(at):
            length += 1
            points += bits.points(self.word[at ^ 1])
            code += bits.ONE_BEFORE | (bits.ctz(rest) << shift)
            shift += 6
            rest &= rest - 1
            at -= step
        points += bits.line_points(length, longest, self.more)
        if points > self.best_points:
            self.best_points = points
            self.best_code = code
        return 0

    def _best_after(
        self, at: int, step: int, line: int, length: int, points: int, code: int
    ) -> int:
        fit = self._fitting(at, step, line)
        if fit == 0:
            return 0
        word = self.word[at]
        after = bits.after(word)
        length += after + 1
        if length > self.longest:
            return 0
        points += bits.points(self.word[at ^ 1])
        code += bits.ONE_AFTER
        shift = 6 * (code >> 56)
        total = points + bits.line_points(length, self.longest, self.more)
        line &= word
        at += (after + 1) * step
        while fit:
            kind = bits.ctz(fit)
            fit &= fit - 1
            more = line & MATCH[kind]
            rest = more & self.hand
            longer = code | (kind << shift)
            if rest and self.at_before:
                self._best_before(self.at_before, step, rest, length, points, longer)
            elif total > self.best_points:
                self.best_points = total
                self.best_code = longer
            if rest:
                self._best_after(at, step, more, length, points, longer)
        return 0
