"""The board of the core: a position that knows what fits where.

Written once for both backends: ordinary Python when it is imported as it is, C when Cython compiles
it with ``board.pxd`` beside it. Both give the same answers. It knows cells and tiles as numbers and
nothing of editions, coordinates or tokens; ``position.py`` translates. It judges nothing either:
what may be placed follows from its masks, and the referee in ``qwirkle.rules`` checks them.

The idea. Two tiles may share a line when they share colour or shape but are not the same kind, and
tiles that agree pairwise form a line (Q-PLACE-3). So what a line accepts is the AND of one 36-bit
mask per tile, and nothing when its own tiles disagree: where a cell joins two runs, each tile of
the one must be accepted by the other. For each empty cell and each axis one word describes the line
that would arise there::

    bits 0-35   the kinds accepted        bits 36-44  tiles in the run before the cell
    bits 54-63  the points of that line   bits 45-53  tiles in the run after the cell
                and the bonus of the cell

Placing a tile changes the words of the four empty cells at the ends of its two lines, no others.
The words of an occupied cell keep their last value, so undoing restores four words.
Cells off the board accept nothing; an open table is a board too large for its edge to be reached.
"""

# The changes pass their state on as arguments.
# ruff: noqa: PLR0917

from __future__ import annotations

from array import array

from qwirkle.engine.placement import bits

MATCH = array("Q", bits.MATCHING)


def ground_of(width: int, height: int) -> tuple[array[int], array[int]]:
    """Return the ground and the first words of an empty board in the middle of the array."""
    left, top = (bits.STRIDE - width) // 2, (bits.ROWS - height) // 2
    off, on = bytes([bits.OFF_BOARD]), bytes(1)
    rows = off * (bits.STRIDE * top)
    for _ in range(height):
        rows += off * left + on * width + off * (bits.STRIDE - left - width)
    rows += off * (bits.CELLS - len(rows))
    outside = array("Q", [0])
    inside = array("Q", [bits.FULL])
    words = outside * (2 * bits.STRIDE * top)
    for _ in range(height):
        words += (
            outside * (2 * left)
            + inside * (2 * width)
            + outside * (2 * (bits.STRIDE - left - width))
        )
    words += outside * (2 * bits.CELLS - len(words))
    return array("B", rows), words


# An empty array is the same for each board of one size, so it is made once and copied.
_GROUNDS: dict[tuple[int, int], tuple[array[int], array[int]]] = {}


class Board:
    """The tiles on a board, with what fits beside them; places, takes and undoes."""

    def __init__(self, width: int = 0, height: int = 0) -> None:
        """Make a board of this size in the middle of the array, or an open table (no size)."""
        self.open_table = 0 if width and height else 1
        if self.open_table:
            width = height = bits.STRIDE - 2 * bits.MARGIN
        if not (
            0 < width <= bits.STRIDE - 2 * bits.MARGIN and 0 < height <= bits.ROWS - 2 * bits.MARGIN
        ):
            raise ValueError("a board this large does not fit the array")
        self.width = width
        self.height = height
        self.corner = (bits.ROWS - height) // 2 * bits.STRIDE + (bits.STRIDE - width) // 2
        if (width, height) not in _GROUNDS:
            _GROUNDS[width, height] = ground_of(width, height)
        ground, words = _GROUNDS[width, height]
        self.ground = array("B", ground)
        self.word = array("Q", words)
        self.tile = array("b", bytes([255])) * bits.CELLS
        self.where = array("h", [-1]) * bits.CELLS
        self.front = array("i", [0]) * bits.FRONT_ROOM
        self.fits = array("Q", [0]) * bits.FRONT_ROOM
        self.front_n = 0
        self.laid = array("i", [0]) * bits.KINDS
        self.tiles = 0
        self.log = array("Q", [0]) * (bits.RECORD * bits.LOG_ROOM)
        self.log_n = 0
        self.ops = 0
        self.longest = bits.HAND
        self.more = bits.HAND
        self.copies = bits.COPIES

    def set_copies(self, copies: int) -> None:
        """Set how many tiles of each kind there are (Q-COMP-1)."""
        if self.log_n or not 1 <= copies <= bits.COPIES:
            raise ValueError("there are 1 to 3 tiles of each kind")
        self.copies = copies

    def set_lines(self, longest: int, more: int) -> None:
        """Set how long a line may be, and what the longest scores beyond its tiles (Q-SCORE-3)."""
        if self.log_n or not 3 <= longest <= bits.HAND or not 0 <= more <= bits.MOST_MORE:
            raise ValueError("lines have 3 to 6 tiles and at most 30 points more")
        self.longest = longest
        self.more = more

    def set_bonus(self, cell: int, points: int) -> None:
        """Print bonus points on a cell, before the first tile (K-BONUS-1)."""
        self.check_cell(cell)
        if self.log_n or not 0 <= points <= bits.BONUS_FIELD:
            raise ValueError("bonus points are 0 to 63, printed before the first tile")
        self.ground[cell] = (self.ground[cell] & bits.CENTRE_CELL) | points
        for at in range(2 * cell, 2 * cell + 2):
            self.word[at] = (self.word[at] & bits.NOT_POINTS) | (points << 54)

    def set_centre(self, cell: int) -> None:
        """Mark a cell of which the opening must cover at least one (S-START-1)."""
        self.check_cell(cell)
        self.ground[cell] = self.ground[cell] | bits.CENTRE_CELL

    def place(self, cell: int, tile: int) -> None:
        """Put a tile on an empty cell, whether or not the rules allow it."""
        self.check_cell(cell)
        if not 0 <= tile < bits.KINDS:
            raise ValueError("tiles are 0 to 35")
        if self.tile[cell] >= 0:
            raise ValueError("there is a tile on the cell")
        if self.log_n >= bits.LOG_ROOM:
            raise ValueError("too many changes to remember")
        self._place(cell, tile)

    def take(self, cell: int) -> int:
        """Take the tile from a cell; whatever it held together falls apart (A20)."""
        self.check_cell(cell)
        if self.tile[cell] < 0:
            raise ValueError("there is no tile on the cell")
        if self.log_n >= bits.LOG_ROOM:
            raise ValueError("too many changes to remember")
        return self._take(cell)

    def undo(self) -> None:
        """Undo the last place or take."""
        if self.log_n == 0:
            raise ValueError("there is nothing to undo")
        self._undo()

    def wipe(self) -> None:
        """Undo everything in one step: the table is empty."""
        self._wipe()

    def tile_on(self, cell: int) -> int:
        """Return the tile on a cell of the board, or -1."""
        self.check_cell(cell)
        return self.tile[cell]

    def lying(self, tile: int) -> int:
        """Return how many tiles of a kind are on the board."""
        if not 0 <= tile < bits.KINDS:
            raise ValueError("tiles are 0 to 35")
        return self.laid[tile]

    def on_board(self, cell: int) -> bool:
        """Return whether a tile may be on this cell at all."""
        return 0 <= cell < bits.CELLS and self.ground[cell] < bits.OFF_BOARD

    def state(self) -> tuple[object, ...]:
        """Return everything that undoing must restore, for comparison."""
        count = self.front_n
        return (
            bytes(self.word),
            bytes(self.tile),
            bytes(self.where),
            bytes(self.ground),
            bytes(self.front[:count]),
            bytes(self.fits[:count]),
            bytes(self.laid),
            (count, self.tiles, self.log_n),
        )

    def frontier(self) -> dict[int, tuple[int, int]]:
        """Return the empty cells that touch a tile and accept some kind, with their two words."""
        cells = [self.front[which] for which in range(self.front_n)]
        return {cell: (self.word[2 * cell], self.word[2 * cell + 1]) for cell in cells}

    def check_cell(self, cell: int) -> None:
        """Raise ValueError if the cell is off the board."""
        if not 0 <= cell < bits.CELLS or self.ground[cell] >= bits.OFF_BOARD:
            raise ValueError("the cell is off the board")

    # Changes

    def _op(self, op: int) -> int:
        self.log[self.log_n * bits.RECORD + 7 + self.ops] = op
        self.ops += 1
        return 0

    def _enter(self, cell: int, accepted: int) -> int:
        """Add a cell to the frontier."""
        self.front[self.front_n] = cell
        self.fits[self.front_n] = accepted
        self.where[cell] = self.front_n
        self.front_n += 1
        return self._op(cell << 1)

    def _leave(self, cell: int, which: int) -> int:
        """Remove a cell from the frontier: the last one takes its place in the list."""
        self.front_n -= 1
        moved = self.front[self.front_n]
        self.front[which] = moved
        self.fits[which] = self.fits[self.front_n]
        self.where[moved] = which
        self.where[cell] = -1
        return self._op((which << 17) | (cell << 1) | 1)

    def _reconsider(self, cell: int) -> int:
        """Add or remove a frontier cell, or update what it accepts, according to its words."""
        row = self.word[2 * cell]
        column = self.word[2 * cell + 1]
        accepted = row & column & bits.FULL
        if ((row | column) & (bits.BEFORE_FIELD | bits.AFTER_FIELD)) == 0:
            accepted = 0
        which = self.where[cell]
        if which >= 0:
            if accepted:
                self.fits[which] = accepted
            else:
                self._leave(cell, which)
        elif accepted:
            self._enter(cell, accepted)
        return 0

    def _place(self, cell: int, tile: int) -> int:
        record = self.log_n * bits.RECORD
        self.ops = 0
        self.tile[cell] = tile
        self.laid[tile] += 1
        self.tiles += 1
        which = self.where[cell]
        if which >= 0:
            self._leave(cell, which)
        step = 1
        for axis in range(2):
            word = self.word[2 * cell + axis]
            before = bits.before(word)
            after = bits.after(word)
            # A tile that does not belong there makes a line that accepts nothing.
            accepted = self._narrowed(word, tile)
            other = cell - (before + 1) * step
            self.log[record + 1 + axis] = self.word[2 * other + axis]
            self._edge(other, axis, -step, before, before + after + 1, accepted)
            other = cell + (after + 1) * step
            self.log[record + 3 + axis] = self.word[2 * other + axis]
            self._edge(other, axis, step, after, before + after + 1, accepted)
            step = bits.STRIDE
        self.log[record] = (self.ops << 22) | (tile << 16) | cell
        self.log_n += 1
        return 0

    def _edge(self, cell: int, axis: int, step: int, run: int, length: int, accepted: int) -> int:
        """Update the empty cell at an end of a line, seen along the step, after the line has grown.

        Its run on that side had ``run`` tiles and now has ``length``, which accept ``accepted``.
        """
        at = 2 * cell + axis
        old = self.word[at]
        tall = length
        if step < 0:
            far = bits.before(old)
            new = (old & (accepted | bits.BEFORE_FIELD)) | (tall << 45)
        else:
            far = bits.after(old)
            new = (old & (accepted | bits.AFTER_FIELD)) | (tall << 36)
        if far and self._joins(cell + step, step, far, accepted) == 0:
            new &= bits.WORD - bits.FULL
        longest = self.longest
        if far + length >= longest:
            # With six tiles there is no seventh kind, so this is for shorter lines.
            new &= bits.WORD - bits.FULL
        more = self.more
        worth = (
            bits.points(old)
            - bits.line_points(far + run + 1, longest, more)
            + bits.line_points(far + length + 1, longest, more)
        )
        new |= worth << 54
        self.word[at] = new
        live = new & self.word[at ^ 1] & bits.FULL
        which = self.where[cell]
        if which >= 0:
            if live:
                self.fits[which] = live
            else:
                self._leave(cell, which)
        elif live:
            self._enter(cell, live)
        return 0

    def _joins(self, cell: int, step: int, count: int, accepted: int) -> int:
        """Return whether a line that accepts this accepts each tile of the run from this cell."""
        while count:
            if ((accepted >> self.tile[cell]) & 1) == 0:
                return 0
            cell += step
            count -= 1
        return 1

    def _survey(self, cell: int, axis: int, step: int) -> int:
        """Compute the word of an empty cell from the tiles themselves."""
        ground = self.ground[cell]
        accepted = bits.FULL
        bonus = ground & bits.BONUS_FIELD
        if ground >= bits.OFF_BOARD:
            accepted = 0
            bonus = 0
        before = 0
        other = cell - step
        while self.tile[other] >= 0:
            accepted = self._narrowed(accepted, self.tile[other])
            before += 1
            other -= step
        after = 0
        other = cell + step
        while self.tile[other] >= 0:
            accepted = self._narrowed(accepted, self.tile[other])
            after += 1
            other += step
        if before + after >= self.longest:
            accepted = 0
        points = bonus + bits.line_points(before + after + 1, self.longest, self.more)
        self.word[2 * cell + axis] = accepted | (before << 36) | (after << 45) | (points << 54)
        return 0

    def _narrowed(self, accepted: int, tile: int) -> int:
        """Return what a line accepts after this tile: nothing, if it does not accept the tile."""
        return accepted & MATCH[tile] if (accepted >> tile) & 1 else 0

    def _take(self, cell: int) -> int:
        record = self.log_n * bits.RECORD
        self.ops = 0
        tile = self.tile[cell]
        self.tile[cell] = -1
        self.laid[tile] -= 1
        self.tiles -= 1
        step = 1
        for axis in range(2):
            at = 2 * cell + axis
            self.log[record + 5 + axis] = self.word[at]
            self._survey(cell, axis, step)
            # The old line falls apart into these runs, so its far cells are found from them.
            other = cell - (bits.before(self.word[at]) + 1) * step
            self.log[record + 1 + axis] = self.word[2 * other + axis]
            self._survey(other, axis, step)
            self._reconsider(other)
            other = cell + (bits.after(self.word[at]) + 1) * step
            self.log[record + 3 + axis] = self.word[2 * other + axis]
            self._survey(other, axis, step)
            self._reconsider(other)
            step = bits.STRIDE
        self._reconsider(cell)
        self.log[record] = (1 << 26) | (self.ops << 22) | (tile << 16) | cell
        self.log_n += 1
        return tile

    def _undo(self) -> int:
        self.log_n -= 1
        record = self.log_n * bits.RECORD
        head = self.log[record]
        cell = head & 0xFFFF
        tile = (head >> 16) & 63
        taken = (head >> 26) & 1
        ops = (head >> 22) & 15
        # The frontier first: its list is restored step by step, the last step first.
        while ops:
            ops -= 1
            op = self.log[record + 7 + ops]
            other = (op >> 1) & 0xFFFF
            if op & 1:
                which = op >> 17
                if which != self.front_n:
                    moved = self.front[which]
                    self.front[self.front_n] = moved
                    self.fits[self.front_n] = self.fits[which]
                    self.where[moved] = self.front_n
                self.front[which] = other
                self.where[other] = which
                self.front_n += 1
            else:
                self.front_n -= 1
                self.where[other] = -1
        step = 1
        for axis in range(2):
            at = 2 * cell + axis
            word = self.word[at]
            other = cell - (bits.before(word) + 1) * step
            self.word[2 * other + axis] = self.log[record + 1 + axis]
            other = cell + (bits.after(word) + 1) * step
            self.word[2 * other + axis] = self.log[record + 3 + axis]
            step = bits.STRIDE
        step = 1
        for axis in range(2):
            word = self.word[2 * cell + axis]
            self._refit(cell - (bits.before(word) + 1) * step)
            self._refit(cell + (bits.after(word) + 1) * step)
            step = bits.STRIDE
        if taken:
            self.word[2 * cell] = self.log[record + 5]
            self.word[2 * cell + 1] = self.log[record + 6]
            self.tile[cell] = tile
            self.laid[tile] += 1
            self.tiles += 1
        else:
            self.tile[cell] = -1
            self.laid[tile] -= 1
            self.tiles -= 1
            self._refit(cell)
        return 0

    def _refit(self, cell: int) -> int:
        which = self.where[cell]
        if which >= 0:
            self.fits[which] = self.word[2 * cell] & self.word[2 * cell + 1] & bits.FULL
        return 0

    def _unwind(self, changes: int) -> int:
        while self.log_n > changes:
            self._undo()
        return 0

    def _wipe(self) -> int:
        """Undo everything in one step: each cell that was touched is on or beside a logged cell."""
        for record in range(self.log_n):
            cell = self.log[record * bits.RECORD] & 0xFFFF
            self._clean(cell)
            self._clean(cell - 1)
            self._clean(cell + 1)
            self._clean(cell - bits.STRIDE)
            self._clean(cell + bits.STRIDE)
        for kind in range(bits.KINDS):
            self.laid[kind] = 0
        self.tiles = 0
        self.front_n = 0
        self.log_n = 0
        return 0

    def _clean(self, cell: int) -> int:
        ground = self.ground[cell]
        word = 0 if ground >= bits.OFF_BOARD else bits.FULL | ((ground & bits.BONUS_FIELD) << 54)
        self.word[2 * cell] = word
        self.word[2 * cell + 1] = word
        self.tile[cell] = -1
        self.where[cell] = -1
        return 0
