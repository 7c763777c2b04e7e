"""The fast core: a position that knows what fits where, all placements, best ones, playouts.

Written once for both backends: ordinary Python when it is imported as it is, C when Cython compiles
it with ``grid.pxd`` beside it. Both give the same answers. It knows cells and tiles as numbers and
nothing of editions, coordinates or tokens; ``face.py`` translates. It judges nothing either: what
may be placed follows from its masks, and the referee in ``qwirkle.rules`` holds it to account.

The idea. Two tiles may share a line when they share colour or shape but are not the same kind, and
tiles that agree pairwise form a line (Q-PLACE-3). So what a line accepts is the AND of one 36-bit
mask per tile, and nothing when its own tiles disagree: where a cell joins two runs, each tile of
the one must be accepted by the other. For each empty cell and each axis one word keeps the line
that would arise there::

    bits 0-35   the kinds accepted        bits 36-44  tiles in the run before the cell
    bits 54-63  the points of that line   bits 45-53  tiles in the run after the cell
                and the bonus of the cell

Placing a tile changes the words of the four empty cells at the ends of its two lines, no others.
The words of an occupied cell keep their last value, so undoing is writing back four words.
Cells off the board accept nothing; an open table is a board too large to reach the edge of.

A placement is one number: six kinds of 6 bits (the anchor's first, then those after it, then those
before it, nearest first), and from bit 36 the anchor's cell, 52 the axis, 53 and 56 how many tiles
lie before and after the anchor. The anchor is the least placed cell that touches a tile of
the board, so each placement is met once.
"""

# The searches hand their state on as arguments.
# ruff: noqa: PLR0917

from __future__ import annotations

from array import array

from qwirkle.engine.core import bits

MATCH = array("Q", bits.MATCHING)
SETS = array("Q", bits.FULL_SETS)
COLOUR = array("Q", [bits.FULL_SETS[kind // 6] for kind in range(36)])


def constants() -> list[int]:
    """Numbers of ``bits`` as this module knows them: compiled, they come from ``bits.pxd``."""
    known = [bits.STRIDE, bits.ROWS, bits.MARGIN, bits.CELLS, bits.CENTRE, bits.FULL, bits.WORD]
    known += [bits.BEFORE_FIELD, bits.AFTER_FIELD, bits.NOT_POINTS, bits.AXIS_BIT]
    known += [bits.ONE_BEFORE, bits.ONE_AFTER, bits.GOLDEN, bits.MIX_1, bits.MIX_2]
    known += [bits.OFF_BOARD, bits.CENTRE_CELL, bits.BONUS_FIELD, bits.KINDS, bits.COPIES]
    known += [bits.BOX, bits.HAND, bits.RECORD, bits.LOG_ROOM, bits.FRONT_ROOM, bits.LIST_ROOM]
    return [*known, bits.ANCHOR_ROOM, bits.ANCHOR_ROOM_PER_KIND]


def _before(word: int) -> int:
    return (word >> 36) & 511


def _after(word: int) -> int:
    return (word >> 45) & 511


def _points(word: int) -> int:
    return word >> 54


def _line_points(length: int) -> int:
    # Q-SCORE-1, Q-SCORE-3; a single tile is no line.
    if length == 6:
        return 12
    return length if length > 1 else 0


def _largest_set(hand: int) -> int:
    largest = 0
    for which in range(12):
        size = bits.popcount(hand & SETS[which])
        largest = max(largest, size)
    return largest


def largest_set(hand: int) -> int:
    """The size of the largest set among these kinds (Q-START-2)."""
    return _largest_set(hand & bits.FULL)


def _ground(width: int, height: int) -> tuple[array[int], array[int]]:
    """An empty board in the middle of the array: what is off the board, and the first words."""
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


class Grid:
    """Tiles on a board, with what fits beside them; places, takes, undoes, lists, chooses."""

    def __init__(self, width: int = 0, height: int = 0) -> None:
        """A board of this size in the middle of the array, or an open table (no size)."""
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
            _GROUNDS[width, height] = _ground(width, height)
        ground, words = _GROUNDS[width, height]
        self.ground = array("B", ground)
        self.word = array("Q", words)
        self.tile = array("b", bytes([255])) * bits.CELLS
        self.where = array("h", [-1]) * bits.CELLS
        self.front = array("i", [0]) * bits.FRONT_ROOM
        self.fits = array("Q", [0]) * bits.FRONT_ROOM
        self.chosen = array("i", [0]) * bits.FRONT_ROOM
        self.front_n = 0
        self.laid = array("i", [0]) * bits.KINDS
        self.tiles = 0
        self.log = array("Q", [0]) * (bits.RECORD * bits.LOG_ROOM)
        self.log_n = 0
        self.ops = 0
        self.codes = array("Q", [0]) * bits.LIST_ROOM
        self.worth = array("H", [0]) * bits.LIST_ROOM
        self.n = 0
        self.limit = bits.LIST_ROOM - bits.ANCHOR_ROOM
        self.best_code = 0
        self.best_points = 0
        self.cells = array("i", [0]) * bits.HAND
        self.kinds = array("i", [0]) * bits.HAND
        self.rng = 0
        self.hand = 0
        self.at_before = 0

    # The board

    def set_bonus(self, cell: int, points: int) -> None:
        """Print bonus points on a cell, before the first tile (K-BONUS-1)."""
        self._check_cell(cell)
        if self.log_n or not 0 <= points <= bits.BONUS_FIELD:
            raise ValueError("bonus points are 0 to 63, printed before the first tile")
        self.ground[cell] = (self.ground[cell] & bits.CENTRE_CELL) | points
        for at in range(2 * cell, 2 * cell + 2):
            self.word[at] = (self.word[at] & bits.NOT_POINTS) | (points << 54)

    def set_centre(self, cell: int) -> None:
        """Mark a cell of which the opening must cover at least one (S-START-1)."""
        self._check_cell(cell)
        self.ground[cell] = self.ground[cell] | bits.CENTRE_CELL

    def place(self, cell: int, tile: int) -> None:
        """Put a tile on an empty cell. Whether the rules allow it is the caller's business."""
        self._check_cell(cell)
        if not 0 <= tile < bits.KINDS:
            raise ValueError("tiles are 0 to 35")
        if self.tile[cell] >= 0:
            raise ValueError("there is a tile on the cell")
        if self.log_n >= bits.LOG_ROOM:
            raise ValueError("too many changes to remember")
        self._place(cell, tile)

    def take(self, cell: int) -> int:
        """Take the tile from a cell; whatever it held together falls apart (A20)."""
        self._check_cell(cell)
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
        """Undo everything at once: the table is empty."""
        self._wipe()

    def tile_on(self, cell: int) -> int:
        """The tile on a cell of the board, or -1."""
        self._check_cell(cell)
        return self.tile[cell]

    def lying(self, tile: int) -> int:
        """How many tiles of a kind are on the board."""
        if not 0 <= tile < bits.KINDS:
            raise ValueError("tiles are 0 to 35")
        return self.laid[tile]

    def on_board(self, cell: int) -> bool:
        """Whether there may be a tile at all."""
        return 0 <= cell < bits.CELLS and self.ground[cell] < bits.OFF_BOARD

    def state(self) -> tuple[object, ...]:
        """Everything inside that undoing must bring back, for comparison."""
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
        """The empty cells that touch a tile and accept some kind, with their two words."""
        cells = [self.front[which] for which in range(self.front_n)]
        return {cell: (self.word[2 * cell], self.word[2 * cell + 1]) for cell in cells}

    def _check_cell(self, cell: int) -> None:
        if not 0 <= cell < bits.CELLS or self.ground[cell] >= bits.OFF_BOARD:
            raise ValueError("the cell is off the board")

    def _op(self, op: int) -> int:
        self.log[self.log_n * bits.RECORD + 7 + self.ops] = op
        self.ops += 1
        return 0

    def _enter(self, cell: int, accepted: int) -> int:
        """Let a cell join the frontier."""
        self.front[self.front_n] = cell
        self.fits[self.front_n] = accepted
        self.where[cell] = self.front_n
        self.front_n += 1
        return self._op(cell << 1)

    def _leave(self, cell: int, which: int) -> int:
        """Let a cell leave the frontier: the last one takes its place in the list."""
        self.front_n -= 1
        moved = self.front[self.front_n]
        self.front[which] = moved
        self.fits[which] = self.fits[self.front_n]
        self.where[moved] = which
        self.where[cell] = -1
        return self._op((which << 17) | (cell << 1) | 1)

    def _reconsider(self, cell: int) -> int:
        """Let a cell join or leave the frontier, or update what it accepts, as its words say."""
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
            before = _before(word)
            after = _after(word)
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
            far = _before(old)
            new = (old & (accepted | bits.BEFORE_FIELD)) | (tall << 45)
        else:
            far = _after(old)
            new = (old & (accepted | bits.AFTER_FIELD)) | (tall << 36)
        if far and self._joins(cell + step, step, far, accepted) == 0:
            new &= bits.WORD - bits.FULL
        worth = _points(old) - _line_points(far + run + 1) + _line_points(far + length + 1)
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
        """Whether a line that accepts this much accepts each tile of the run from this cell on."""
        while count:
            if ((accepted >> self.tile[cell]) & 1) == 0:
                return 0
            cell += step
            count -= 1
        return 1

    def _survey(self, cell: int, axis: int, step: int) -> int:
        """Work out the word of an empty cell from the tiles themselves."""
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
        points = bonus + _line_points(before + after + 1)
        self.word[2 * cell + axis] = accepted | (before << 36) | (after << 45) | (points << 54)
        return 0

    def _narrowed(self, accepted: int, tile: int) -> int:
        """What a line accepts after this tile: nothing, if it does not accept the tile."""
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
            # These runs are what the old line falls into, so its far cells are found from them.
            other = cell - (_before(self.word[at]) + 1) * step
            self.log[record + 1 + axis] = self.word[2 * other + axis]
            self._survey(other, axis, step)
            self._reconsider(other)
            other = cell + (_after(self.word[at]) + 1) * step
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
        # The frontier first: its list goes back step by step, the last step first.
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
            other = cell - (_before(word) + 1) * step
            self.word[2 * other + axis] = self.log[record + 1 + axis]
            other = cell + (_after(word) + 1) * step
            self.word[2 * other + axis] = self.log[record + 3 + axis]
            step = bits.STRIDE
        step = 1
        for axis in range(2):
            word = self.word[2 * cell + axis]
            self._refit(cell - (_before(word) + 1) * step)
            self._refit(cell + (_after(word) + 1) * step)
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
        """Undo everything at once: each cell that was touched is on or beside a logged cell."""
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

    # All placements

    def reserve(self, hand: int) -> None:
        """Make the list long enough that one anchor's placements of this hand always fit."""
        distinct = bits.popcount(hand & bits.FULL)
        room = bits.ANCHOR_ROOM if distinct <= bits.HAND else bits.ANCHOR_ROOM_PER_KIND * distinct
        if len(self.codes) < 2 * room and distinct > bits.HAND:
            self.codes = array("Q", [0]) * (2 * room)
            self.worth = array("H", [0]) * (2 * room)
        self.limit = len(self.codes) - room

    def listed(self, hand: int, start: int, least: int, centre: bool) -> int:
        """List a part of the placements of these kinds, with their points.

        Begin with 0 and go on with the answer until it is -1. On an empty board only placements
        of at least ``least`` tiles are listed, with ``centre`` only those that cover a centre
        cell; on an empty open table the anchor is the centre of the array.
        """
        hand &= bits.FULL
        self.reserve(hand)
        return self._listed(hand, start, least, 1 if centre else 0)

    def placements(self) -> list[tuple[int, int]]:
        """The part listed last: the number of each placement, and its points."""
        return [(self.codes[which], self.worth[which]) for which in range(self.n)]

    def spell(self, code: int) -> list[tuple[int, int]]:
        """The cells and tiles of a placement listed for this position, from the least cell on."""
        count = self._spell(code)
        after = (code >> 56) & 7
        order = [*range(count - 1, after, -1), *range(after + 1)]
        return [(self.cells[which], self.kinds[which]) for which in order]

    def can_place(self, hand: int) -> bool:
        """Whether any tile of these kinds can be placed."""
        return self._can_place(hand & bits.FULL) != 0

    def count(self, hand: int, least: int = 0, centre: bool = False) -> int:
        """How many placements there are."""
        total = 0
        start = 0
        while start >= 0:
            start = self.listed(hand, start, least, centre)
            total += self.n
        return total

    def best(self, hand: int, least: int = 0, centre: bool = False) -> tuple[int, int]:
        """The placement with most points, or (0, 0).

        Of equals the one whose cells and tiles come first, whatever the order of placing was.
        """
        found = (0, 0)
        spelt: list[tuple[int, int]] = []
        start = 0
        while start >= 0:
            start = self.listed(hand, start, least, centre)
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
        """A placement with most points, each of the equals as likely, or (0, 0)."""
        hand &= bits.FULL
        self.reserve(hand)
        self.rng = seed & bits.WORD
        self._any_best(hand, least, 1 if centre else 0)
        return self.best_code, self.best_points

    def quick_best(self, hand: int) -> tuple[int, int]:
        """The placement the greedy playout makes: most points, of equals the first met."""
        self._best(hand & bits.FULL)
        return self.best_code, self.best_points

    def _can_place(self, hand: int) -> int:
        if self.tiles == 0:
            return 1 if hand else 0
        for which in range(self.front_n):
            if self.fits[which] & hand:
                return 1
        return 0

    def _listed(self, hand: int, start: int, least: int, centre: int) -> int:
        self.n = 0
        self.hand = hand
        if self.tiles == 0:
            return self._listed_openings(hand, start, least, centre)
        while start < self.front_n and self.n <= self.limit:
            fit = self.fits[start] & hand
            if fit:
                self._all_at(self.front[start], fit)
            start += 1
        return -1 if start >= self.front_n else start

    def _listed_openings(self, hand: int, start: int, least: int, centre: int) -> int:
        """Placements on an empty board: each anchor is the least cell of its placement."""
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
        # The opening comes once a game: what the rules forbid is simply dropped again.
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
        """Whether the placement spelt last covers a centre cell."""
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
        single = _points(row) + _points(column) - (self.ground[anchor] & bits.BONUS_FIELD)
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
        length = _before(word) + _after(word) + 1
        # Cell 0 is off the board: nothing goes on there.
        self.at_before = at - step if _before(word) == 0 else 0
        self._all_before(self.at_before, step, line, length, _points(across), code)
        at += (_after(word) + 1) * step
        return self._all_after(at, step, line, length, _points(across), code)

    def _all_after(self, at: int, step: int, line: int, length: int, points: int, code: int) -> int:
        """List what goes on from here in the direction of the axis; ``line`` is what it accepts."""
        word = self.word[at]
        across = self.word[at ^ 1]
        fit = line & word & across & self.hand
        if fit == 0:
            return 0
        after = _after(word)
        if after and self._joins((at + step) >> 1, step >> 1, after, line) == 0:
            return 0
        length += after + 1
        points += _points(across)
        code += bits.ONE_AFTER
        shift = 6 * (code >> 56)
        total = points + _line_points(length)
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
        """List what goes on from here against the axis, over cells that nothing touches."""
        if self._free(at) == 0:
            return 0
        length += 1
        points += _points(self.word[at ^ 1])
        code += bits.ONE_BEFORE
        shift = 6 * ((code >> 56) + ((code >> 53) & 7))
        total = points + _line_points(length)
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
            cell += (_after(self.word[2 * cell + axis]) + 1) * step
            self.cells[which] = cell
        return count

    # Chance: splitmix64. The state grows by an odd constant, the answer is the state mixed.

    def _random(self) -> int:
        self.rng = (self.rng + bits.GOLDEN) & bits.WORD
        mixed = self.rng
        mixed = ((mixed ^ (mixed >> 30)) * bits.MIX_1) & bits.WORD
        mixed = ((mixed ^ (mixed >> 27)) * bits.MIX_2) & bits.WORD
        return mixed ^ (mixed >> 31)

    def _below(self, limit: int) -> int:
        """A number below the limit: the upper 32 bits, scaled."""
        return ((self._random() >> 32) * limit) >> 32

    # Choosing

    def _any(self, hand: int, least: int, centre: int) -> int:
        """Choose any placement, each as likely."""
        total = start = 0
        self.best_code = self.best_points = 0
        while start >= 0:
            start = self._listed(hand, start, least, centre)
            if self.n:
                total += self.n
                if total == self.n or self._below(total) < self.n:
                    which = self._below(self.n)
                    self.best_code = self.codes[which]
                    self.best_points = self.worth[which]
        return total

    def _any_best(self, hand: int, least: int, centre: int) -> int:
        """Choose any placement with most points, each as likely."""
        equals = start = 0
        self.best_code = self.best_points = 0
        while start >= 0:
            start = self._listed(hand, start, least, centre)
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

    def _best(self, hand: int) -> int:
        """Choose the first of the placements with most points, without listing them."""
        self.best_code = self.best_points = 0
        self.hand = hand
        # First where anything fits, without a branch that no processor could guess.
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
        points = _points(row) + _points(column) - (self.ground[anchor] & bits.BONUS_FIELD)
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
        length = _before(word) + _after(word) + 1
        points = _points(across)
        self.at_before = 0
        if _before(word) == 0 and self._free(at - step):
            self.at_before = at - step
            rest = line & self.hand
            # A lone tile goes with its colour or with its shape, not with both.
            colour = rest & COLOUR[code & 63] if length == 1 else rest
            if colour:
                self._best_before(at - step, step, colour, length, points, code)
            if rest ^ colour:
                self._best_before(at - step, step, rest ^ colour, length, points, code)
        at += (_after(word) + 1) * step
        return self._best_after(at, step, line, length, points, code)

    def _free(self, at: int) -> int:
        """Whether nothing touches the cell, and it is on the board."""
        if (self.word[at] & bits.NOT_POINTS) != bits.FULL:
            return 0
        return 1 if (self.word[at ^ 1] & bits.NOT_POINTS) == bits.FULL else 0

    def _best_before(
        self, at: int, step: int, rest: int, length: int, points: int, code: int
    ) -> int:
        """Put all that is left against the axis, over cells that nothing touches.

        The rest goes with the line and with itself, so any order does, and more is always better.
        """
        shift = 6 * (code >> 56) + 6
        while rest and self._free(at):
            length += 1
            points += _points(self.word[at ^ 1])
            code += bits.ONE_BEFORE | (bits.ctz(rest) << shift)
            shift += 6
            rest &= rest - 1
            at -= step
        points += _line_points(length)
        if points > self.best_points:
            self.best_points = points
            self.best_code = code
        return 0

    def _best_after(
        self, at: int, step: int, line: int, length: int, points: int, code: int
    ) -> int:
        word = self.word[at]
        across = self.word[at ^ 1]
        fit = line & word & across & self.hand
        if fit == 0:
            return 0
        after = _after(word)
        if after and self._joins((at + step) >> 1, step >> 1, after, line) == 0:
            return 0
        length += after + 1
        points += _points(across)
        code += bits.ONE_AFTER
        shift = 6 * (code >> 56)
        total = points + _line_points(length)
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
