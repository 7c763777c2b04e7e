"""Observations: what a seat may know, as planes over a window of the table and as counts.

Like ``board.py`` it serves both backends and works with numbers only. ``env/observation.py`` makes
the same arrays from a view in plain Python, and the tests keep the two equal. The arrays belong to
the caller: after an act only the cells that it changed are redrawn.

A board with edges is shown whole. On an open table the window shows [0, 0] in its middle; if the
tiles and the cells beside them do not fit, it moves just as far as they need.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.episodes import columns, game, ranking
from qwirkle.engine.placement import bits, grid


def _fill(planes: array[int], first: int, count: int, what: int) -> int:
    # A function of its own, so that the compiler sees that nothing else is written.
    for at in range(first, first + count):
        planes[at] = what
    return 0


class Window(game.Game):
    """A game that draws itself."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """Make a game on this position; ``attach_observation`` sets where it draws."""
        super().__init__(position, candidates)
        self.wide = position.width
        self.high = position.height
        self.first_column = position.corner % bits.STRIDE
        self.first_row = position.corner // bits.STRIDE
        self.planes = array("B", [0])
        self.axes = array("q", [0])
        self.counts = array("h", [0])
        self.planes_at = 0
        self.axes_at = 0
        self.counts_at = 0
        self.hidden = 0
        # The tiles of this turn so far, when it is played tile by tile.
        self.partial_cells = array("i", [0]) * bits.HAND
        self.partial_kinds = array("i", [0]) * bits.HAND
        self.partial_n = 0
        self.put_aside = array("i", [0]) * bits.KINDS
        self.box = array("i", [0]) * 4
        self.done = 0

    def attach_observation(
        self,
        planes: array[int],
        axes: array[int],
        counts: array[int],
        number: int,
        window: int,
    ) -> None:
        """Draw into these flat arrays, as the game of this number; an open table gets a window."""
        if self.position.open_table:
            self.wide = self.high = window
        cells = self.wide * self.high
        self.planes = planes
        self.axes = axes
        self.counts = counts
        self.planes_at = number * columns.PLANES * cells
        self.axes_at = number * 2 * cells
        self.counts_at = number * columns.COUNTS
        if (
            min(len(planes) // columns.PLANES, len(axes) // 2) < (number + 1) * cells
            or len(counts) < (number + 1) * columns.COUNTS
        ):
            raise ValueError("the arrays are too small for this game")

    def set_last_turn(self, turns: int, last: Sequence[int], recent: Sequence[int]) -> None:
        """Set how many turns were played and what the last one was, and draw the loaded view.

        ``last`` has its seat + 1, points, tiles traded, whether it passed, the kind taken + 1 and
        whether it drew three; ``recent`` the cells of its tiles.
        """
        self.ending = game.RUNNING
        self.too_many = 0
        self.turns = turns
        self._forget()
        for which, number in enumerate(last):
            self.last[which] = number
        for which, cell in enumerate(recent):
            self.recent[which] = cell
            self._set(columns.LAST_TURN, self._place_of(cell), 1)
        self.recent_n = len(recent)

    # Coordinates

    def _place_of(self, cell: int) -> int:
        """Return the number of a cell in the window, row by row; -1 outside."""
        column = cell % bits.STRIDE - self.first_column
        row = cell // bits.STRIDE - self.first_row
        if 0 <= column < self.wide and 0 <= row < self.high:
            return row * self.wide + column
        return -1

    def _cell_at(self, place: int) -> int:
        return (
            (self.first_row + place // self.wide) * bits.STRIDE
            + self.first_column
            + place % self.wide
        )

    def _measure(self) -> int:
        """Find the bounding box of all tiles: least and largest column, least and largest row."""
        self.box[0] = self.box[2] = bits.STRIDE
        self.box[1] = self.box[3] = -1
        count = self.taking._gather()
        for which in range(count):
            self._widen(self.taking.lying[which])
        return count

    def _widen(self, cell: int) -> int:
        column = cell % bits.STRIDE
        row = cell // bits.STRIDE
        self.box[0] = min(self.box[0], column)
        self.box[1] = max(self.box[1], column)
        self.box[2] = min(self.box[2], row)
        self.box[3] = max(self.box[3], row)
        return 0

    def _start(self, least: int, largest: int, size: int) -> int:
        """Return where a window of this size starts, to contain the cells beside the tiles."""
        start = bits.STRIDE // 2 - size // 2
        if largest < 0:
            return start
        if largest - least + 3 > size:
            return (least + largest + 1) // 2 - size // 2
        if least - 1 < start:
            return least - 1
        if largest + 1 > start + size - 1:
            return largest + 2 - size
        return start

    def _scroll(self) -> int:
        """Move the window if the tiles need it; return 1 if it moved."""
        if self.position.open_table == 0:
            return 0
        left = self._start(self.box[0], self.box[1], self.wide)
        top = self._start(self.box[2], self.box[3], self.high)
        wide = self.box[1] - self.box[0] + 3 > self.wide
        self.hidden = 1 if wide or self.box[3] - self.box[2] + 3 > self.high else 0
        if left == self.first_column and top == self.first_row:
            return 0
        self.first_column = left
        self.first_row = top
        return 1

    # Drawing

    def _set(self, plane: int, place: int, what: int) -> int:
        if place >= 0:
            self.planes[self.planes_at + plane * self.wide * self.high + place] = what
        return 0

    def _draw_all(self) -> int:
        """Draw everything: at the start of a game, and when the window moves."""
        cells = self.wide * self.high
        _fill(self.planes, self.planes_at, columns.PLANES * cells, 0)
        if self.position.open_table:
            _fill(self.planes, self.planes_at + columns.ON_BOARD * cells, cells, 1)
        place = 0
        for row in range(self.high):
            cell = (self.first_row + row) * bits.STRIDE + self.first_column
            for _ in range(self.wide):
                self._draw_axes(cell, place)
                if self.position.open_table == 0 and self.position.ground[cell] < bits.OFF_BOARD:
                    self._draw_ground(self.position.ground[cell], place)
                place += 1
                cell += 1
        count = self.taking._gather()
        for which in range(count):
            cell = self.taking.lying[which]
            self._draw_tile(self._place_of(cell), self.position.tile[cell], 1)
        for which in range(self.stars_n):
            self._set(columns.STAR, self._place_of(self.stars[which]), 1)
            if self.token[self.stars[which]]:
                self._set(columns.TOKEN, self._place_of(self.stars[which]), 1)
        for which in range(self.black_n):
            self._set(columns.BLACK, self._place_of(self.black[which]), 1)
        for which in range(self.recent_n):
            self._set(columns.LAST_TURN, self._place_of(self.recent[which]), 1)
        if self.taken_cell >= 0:
            self._set(columns.TAKEN_FROM, self._place_of(self.taken_cell), 1)
        for which in range(self.partial_n):
            self._draw_partial(which)
        return 0

    def _draw_ground(self, ground: int, place: int) -> int:
        """Draw what is printed on a cell of a board."""
        self._set(columns.ON_BOARD, place, 1)
        if ground & bits.BONUS_FIELD:
            self._set(columns.BONUS, place, ground & bits.BONUS_FIELD)
        if ground & bits.CENTRE_CELL:
            self._set(columns.CENTRE, place, 1)
        return 0

    def _draw_partial(self, which: int) -> int:
        place = self._place_of(self.partial_cells[which])
        self._draw_tile(place, self.partial_kinds[which], 1)
        return self._set(columns.THIS_TURN, place, 1)

    def _draw_tile(self, place: int, kind: int, what: int) -> int:
        self._set(kind // 6, place, what)
        return self._set(6 + kind % 6, place, what)

    def _draw_axes(self, cell: int, place: int) -> int:
        """Draw which kinds the row and the column through an empty cell accept; none on a tile."""
        if place < 0:
            return 0
        at = self.axes_at + place
        row = column = 0
        if self.position.tile[cell] < 0:
            row = self.position.word[2 * cell] & bits.FULL
            column = self.position.word[2 * cell + 1] & bits.FULL
        self.axes[at] = row
        self.axes[at + self.wide * self.high] = column
        return 0

    def _draw_round(self, cell: int) -> int:
        """Redraw a cell whose tile has come or gone, and the ends of the lines through it."""
        self._draw_axes(cell, self._place_of(cell))
        for way in range(4):
            step = (bits.STRIDE if way & 1 else 1) * (1 if way & 2 else -1)
            other = cell + step
            while self.position.tile[other] >= 0:
                other += step
            self._draw_axes(other, self._place_of(other))
        return 0

    def _forget(self) -> int:
        """Prepare for a new game."""
        self._forget_last()
        return self._draw_start()

    def _draw_start(self) -> int:
        """Draw a game of which nothing has been drawn yet."""
        self.partial_n = 0
        for kind in range(bits.KINDS):
            self.put_aside[kind] = 0
        self._measure()
        self._scroll()
        return self._draw_all()

    def _draw_act(self, seat: int) -> int:
        """Draw the act that this seat has just done, by the fields of the act."""
        self.done += 1
        if self.act == columns.TAKE:
            self._note_act(seat)
            place = self._place_of(self.cell)
            self._draw_tile(place, self.taken_kind, 0)
            self._set(columns.TAKEN_FROM, place, 1)
            self._measure()
            return self._draw_all() if self._scroll() else self._draw_round(self.cell)
        if self.act == columns.DRAW_THREE:
            return self._note_act(seat)
        return self._draw_turn(seat)

    def _draw_turn(self, seat: int) -> int:
        """End a turn: its placement becomes the last turn."""
        for which in range(self.recent_n):
            self._set(columns.LAST_TURN, self._place_of(self.recent[which]), 0)
        if self.took:
            # Nothing but the main part of the turn came since then, so the cell is still known.
            self._set(columns.TAKEN_FROM, self._place_of(self.cell), 0)
        self._note_act(seat)
        for which in range(self.placed_n):
            self._widen(self.placed_cells[which])
        if self._scroll():
            return self._draw_all()
        for which in range(self.placed_n):
            cell = self.placed_cells[which]
            place = self._place_of(cell)
            self._draw_tile(place, self.placed_kinds[which], 1)
            self._set(columns.LAST_TURN, place, 1)
            self._set(columns.THIS_TURN, place, 0)
            if self.stars_n:
                self._set(columns.TOKEN, place, 0)
            self._draw_round(cell)
        return 0

    def _count_for(self, seat: int) -> int:
        """Write the counts that this seat may know."""
        at = self.counts_at
        acting = 1 if self.ending == game.RUNNING and seat == self.seat else 0
        for kind in range(bits.KINDS):
            held = self.count[seat * bits.KINDS + kind]
            self.counts[at + columns.HAND + kind] = held
            unseen = self.position.copies - self.position.laid[kind] - held
            self.counts[at + columns.UNSEEN + kind] = unseen
            self.counts[at + columns.ASIDE + kind] = self.put_aside[kind] if acting else 0
        if acting and self.position.tiles == 0:
            # The tiles of an opening are on the grid only when it is complete.
            for which in range(self.partial_n):
                self.counts[at + columns.HAND + self.partial_kinds[which]] -= 1
        for away in range(bits.SEATS):
            other = (seat + away) % self.players
            here = 1 if away < self.players else 0
            self.counts[at + columns.SCORES + away] = self.score[other] * here
            self.counts[at + columns.SIZES + away] = self.size[other] * here
            self.counts[at + columns.TOKENS + away] = self.tokens[other] * here
            self.counts[at + columns.TAKES + away] = self.actions[2 * other] * here
            self.counts[at + columns.THREES + away] = self.actions[2 * other + 1] * here
        self.counts[at + columns.BAG] = self.bag_n
        self.counts[at + columns.PLAYERS] = self.players
        self.counts[at + columns.TURNS] = self.turns
        self.counts[at + columns.IDLE] = self.idle
        self.counts[at + columns.PASSES] = self.passes
        self.counts[at + columns.OPENING_TILES] = self.opening_tiles
        self.counts[at + columns.USED] = self.used
        self.counts[at + columns.TAKEN] = self.taken_kind + 1 if self.taken_cell >= 0 else 0
        away = self.last[0] - 1 - seat
        if away < 0:
            away += self.players
        self.counts[at + columns.LAST_SEAT] = 1 + away if self.last[0] else 0
        for which in range(1, 6):
            self.counts[at + columns.LAST_SEAT + which] = self.last[which]
        return 0
