"""Tiles that may be taken from the table, and those worth it (S-TAKE-1, M-TAKE-1).

Like ``board.py`` it serves both backends and works with numbers only. It changes nothing: a tile
that it takes tentatively it puts back. ``playout.py`` decides whose turn it is, and with what
tokens or action tiles.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, grid


class Taking:
    """The tiles that can be taken from a position."""

    def __init__(self, position: grid.Grid) -> None:
        """Examine this position; whether tiles may be cut off is set later."""
        self.position = position
        self.may_cut_off = 0
        self.lying = array("i", [0]) * bits.LOG_ROOM
        self.lying_n = 0
        self.followed = array("i", [0]) * bits.LOG_ROOM
        self.near = array("i", [0]) * 4
        self.seen = array("B", [0]) * bits.CELLS
        self.gained = 0

    def find_all(self, may_cut_off: bool) -> list[int]:
        """Return the cells whose tile may be taken; a lone tile may not (A19, A25)."""
        self.may_cut_off = 1 if may_cut_off else 0
        if self.position.tiles < 2:
            return []
        count = self._find_all()
        return [self.lying[which] for which in range(count)]

    def most_points(
        self, hand: int, cells: Sequence[int], least: int, back_to_same_spot: bool
    ) -> list[int]:
        """Return, for each of these cells, the most points of the hand with the tile taken there.

        Where they are fewer than ``least``, putting the tile back counts too, which may be
        forbidden (M-TAKE-1c, A12).
        """
        most = []
        for cell in cells:
            kind = self.position.take(cell)
            held = hand | (1 << kind)
            points = self.position.quick_best(held)[1]
            if points >= least and not back_to_same_spot:
                self.position.reserve(held)
                points = self._most_elsewhere(held, cell, kind)
            most.append(points)
            self.position.undo()
        return most

    def _most_elsewhere(self, hand: int, cell: int, kind: int) -> int:
        """Return the most points of a placement without this kind on this cell."""
        most = 0
        start = 0
        while start >= 0:
            start = self.position._list_part(hand, start, 0, 0)
            for which in range(self.position.n):
                points = self.position.worth[which]
                if points > most and self._puts(self.position.codes[which], cell, kind) == 0:
                    most = points
        return most

    def _puts(self, code: int, cell: int, kind: int) -> int:
        """Return whether a placement has this kind on this cell."""
        for which in range(self.position._spell(code)):
            if self.position.cells[which] == cell and self.position.kinds[which] == kind:
                return 1
        return 0

    def _find_all(self) -> int:
        """List all cells whose tile may be taken."""
        self._gather()
        kept = 0
        for which in range(self.lying_n):
            if self._takeable(self.lying[which]):
                self.lying[kept] = self.lying[which]
                kept += 1
        return kept

    def _find_worth(self, hand: int, least: int) -> int:
        """Return the cell of the tile that scores most elsewhere alone, if that is enough; or -1.

        Kinds in the hand need not be taken.
        """
        found = -1
        wanted = bits.FULL ^ hand
        self.lying_n = 0
        for which in range(self.position.front_n):
            cell = self.position.front[which]
            points = self._worth(cell)
            if points >= least:
                fit = self.position.fits[which] & wanted
                while fit:
                    kind = bits.ctz(fit)
                    fit &= fit - 1
                    if self.position.laid[kind] and points >= least:
                        found = self._source(kind, cell, least, found)
                        least = max(least, self.gained + 1)
        return found

    def _worth(self, cell: int) -> int:
        """Return the points of a lone tile on an empty cell; a bonus counts once (K-BONUS-1)."""
        return (
            (self.position.word[2 * cell] >> 54)
            + (self.position.word[2 * cell + 1] >> 54)
            - (self.position.ground[cell] & bits.BONUS_FIELD)
        )

    def _source(self, kind: int, cell: int, least: int, otherwise: int) -> int:
        """Return a cell from which a tile of this kind may be taken to make enough points here."""
        self.gained = 0
        if self.lying_n == 0:
            self._gather()
        for which in range(self.lying_n):
            source = self.lying[which]
            if self.position.tile[source] == kind and self._takeable(source):
                # Without it the lines here may be shorter, or nothing may be left to touch.
                self.position._take(source)
                place = self.position.where[cell]
                if place >= 0 and (self.position.fits[place] >> kind) & 1:
                    self.gained = self._worth(cell)
                self.position._undo()
                if self.gained >= least:
                    return source
                self.gained = 0
        return otherwise

    def _gather(self) -> int:
        """List the cells with tiles, in the order they were placed."""
        self.lying_n = 0
        for record in range(self.position.log_n):
            head = self.position.log[record * bits.RECORD]
            cell = head & 0xFFFF
            if (head >> 26) & 1:
                self.lying_n -= 1
                which = self.lying_n
                last = self.lying[which]
                while last != cell:
                    which -= 1
                    moved = self.lying[which]
                    self.lying[which] = last
                    last = moved
            else:
                self.lying[self.lying_n] = cell
                self.lying_n += 1
        return self.lying_n

    def _takeable(self, cell: int) -> int:
        """Return whether the rules allow taking the tile on this cell; there are others."""
        longest = self.position.longest
        if self._run(cell, 1) >= longest or self._run(cell, bits.STRIDE) >= longest:
            return 0
        return 1 if self.may_cut_off else self._can_spare(cell)

    def _run(self, cell: int, step: int) -> int:
        """Return the length of the line through the tile on this cell."""
        length = 1
        other = cell - step
        while self.position.tile[other] >= 0:
            length += 1
            other -= step
        other = cell + step
        while self.position.tile[other] >= 0:
            length += 1
            other += step
        return length

    def _can_spare(self, cell: int) -> int:
        """Return whether all tiles beside this one stay connected without it (M-TAKE-1b)."""
        beside = self._reach(cell)
        if beside < 2 or self._joined_round(cell) >= beside - 1:
            return 1
        # From one of them on: the others must be reachable without crossing the cell.
        self.seen[cell] = 1
        self.followed[0] = self.near[0]
        self.seen[self.near[0]] = 1
        count = 1
        done = 0
        while done < count and beside > 1:
            near = self._reach(self.followed[done])
            done += 1
            for which in range(near):
                other = self.near[which]
                if self.seen[other] == 0:
                    self.seen[other] = 1
                    self.followed[count] = other
                    count += 1
                    beside -= self._touching(cell, other)
        self.seen[cell] = 0
        for which in range(count):
            self.seen[self.followed[which]] = 0
        return 1 if beside == 1 else 0

    def _touching(self, cell: int, other: int) -> int:
        apart = cell - other if cell > other else other - cell
        return 1 if apart in {1, bits.STRIDE} else 0

    def _joined_round(self, cell: int) -> int:
        """Return how many corners around a cell are three tiles, which join two beside it."""
        joined = 0
        for which in range(4):
            across = cell + (1 if which & 1 else -1)
            along = bits.STRIDE if which & 2 else -bits.STRIDE
            joined += (
                self.position.tile[across] >= 0
                and self.position.tile[cell + along] >= 0
                and self.position.tile[across + along] >= 0
            )
        return joined

    def _reach(self, cell: int) -> int:
        """List the tiles beside a cell."""
        count = 0
        for which in range(4):
            other = cell + (bits.STRIDE if which & 1 else 1) * (1 if which & 2 else -1)
            if self.position.tile[other] >= 0:
                self.near[count] = other
                count += 1
        return count
