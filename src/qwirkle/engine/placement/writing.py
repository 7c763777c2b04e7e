"""Placements as JSON, with the points and the lines they make.

Like ``listing.py`` it is written once for both backends. It needs nothing of the core but its
numbers, so a site, which leaves it out, runs it as it is.
"""

from __future__ import annotations

from qwirkle.engine.placement import bits


class Writer:
    """A writer of placements in one position.

    Cells are the core's numbers: columns and rows are shifted by ``right`` and ``down``.
    """

    def __init__(
        self,
        taken: set[int],
        shift: tuple[int, int],
        line: tuple[int, int],
        codes: list[str],
    ) -> None:
        """Prepare; ``line`` is the longest length and what that scores beyond its tiles."""
        self.taken = taken
        self.right, self.down = shift
        self.longest, self.more = line
        self.codes = codes
        self.bonus: dict[int, int] = {}
        self.stars: set[int] = set()
        self.tiles: dict[int, str] = {}
        self.singles: dict[int, str] = {}

    def set_squares(self, bonus: dict[int, int], stars: set[int]) -> None:
        """Set the cells with bonus points, and those with a star that can be won."""
        self.bonus = bonus
        self.stars = stars

    def write(self, rows: list[tuple[int, ...]]) -> str:
        """Write placements as arrays: tiles, points, bonus, lines, and stars they win.

        Each has the numbers of its tiles, -1 for those it has not, and its points at the end.
        """
        made: dict[int, str] = {}
        found: list[str] = []
        for row in rows:
            count = 0
            place = ""
            while count < bits.HAND and row[count] >= 0:
                tile = self._tile(row[count])
                place = f"{place},{tile}" if count else tile
                count += 1
            # What a placement makes follows from its first and last cell, as it has no gaps.
            ends = (row[0] >> 6) * bits.CELLS + (row[count - 1] >> 6)
            more = made.get(ends)
            if more is None:
                more = made[ends] = self._more([number >> 6 for number in row[:count]])
            found.append(f"[[{place}],{row[bits.HAND]},{more}]")
        return f"[{','.join(found)}]"

    def _tile(self, number: int) -> str:
        text = self.tiles.get(number)
        if text is None:
            cell = number >> 6
            x = cell % bits.STRIDE - self.right
            y = cell // bits.STRIDE - self.down
            text = self.tiles[number] = f'[{x},{y},"{self.codes[number & 63]}"]'
        return text

    def _more(self, cells: list[int]) -> str:
        """Write the bonus, the lines and the star squares of a placement on these cells."""
        # A7: a one-tile opening makes no line but scores its one tile.
        lines = self._lines(cells) or self._text(cells[0], 1, 1, 1, False)
        bonus = 0
        stars = ""
        if self.bonus:
            bonus = sum([self.bonus.get(cell, 0) for cell in cells])
        if self.stars:
            stars = ",".join([self._cell(cell) for cell in cells if cell in self.stars])
        return f"{bonus},[{lines}],[{stars}]"

    def _cell(self, cell: int) -> str:
        return f"[{cell % bits.STRIDE - self.right},{cell // bits.STRIDE - self.down}]"

    def _lines(self, cells: list[int]) -> str:
        """Write the lines in the order of the referee: tile by tile, rows first."""
        first = cells[0]
        last = cells[len(cells) - 1]
        if first == last:
            found = [self._through(first, 1), self._through(first, bits.STRIDE)]
        else:
            along = 1 if last - first < bits.STRIDE else bits.STRIDE
            across = bits.STRIDE if along == 1 else 1
            found = [self._through(cell, across) for cell in cells]
            found.insert(0 if along == 1 else 1, self._line(first, last, along))
        return ",".join([line for line in found if line])

    def _through(self, cell: int, step: int) -> str:
        """Write the line of a single tile on a cell; empty if it has none."""
        key = 2 * cell + (1 if step == 1 else 0)
        text = self.singles.get(key)
        if text is None:
            text = self.singles[key] = self._line(cell, cell, step)
        return text

    def _line(self, first: int, last: int, step: int) -> str:
        """Write the line from one cell to another and whatever continues it on the table."""
        while first - step in self.taken:
            first -= step
        # Those between the two may be on the table or be placed: either way they belong to it.
        while last + step in self.taken:
            last += step
        length = (last - first) // step + 1
        if length == 1:
            return ""
        points = length + (self.more if length == self.longest else 0)
        return self._text(first, step, length, points, length == self.longest)

    def _text(self, cell: int, step: int, length: int, points: int, qwirkle: bool) -> str:
        x = cell % bits.STRIDE - self.right
        y = cell // bits.STRIDE - self.down
        row = "true" if step == 1 else "false"
        return f"[{x},{y},{row},{length},{points},{'true' if qwirkle else 'false'}]"
