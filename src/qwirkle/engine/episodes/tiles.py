"""A game that is played tile by tile, with a mask of the legal actions.

A tile goes on a cell, the next one beside it, and "stop" ends the turn; a trade is made of tiles
put aside, and "stop" again. Each tile must leave a legal placement behind, in an opening one that
can still become legal. Every legal placement can be made this way, its anchor first.

Like ``board.py`` it serves both backends and works with numbers only. The mask belongs to the
caller, as the arrays of ``window.py`` do.
"""

from __future__ import annotations

from array import array

from qwirkle.engine.episodes import columns, ranking, window
from qwirkle.engine.placement import bits, grid

# Actions set in a mask that are remembered, to clear them one by one.
MARKS_ROOM = 4096


class Tiles(window.Window):
    """A game with a mask, which can be played tile by tile."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """Make a game on this position; ``Episode.attach_actions`` sets how it is played."""
        super().__init__(position, candidates)
        self.mask = array("B", [0])
        self.mask_at = 0
        self.choices = 0
        self.marks = array("i", [0]) * MARKS_ROOM
        self.marks_n = 0

    def actions_by_tiles(self) -> int:
        """Return the number of tile actions: a kind on a cell, take, put aside, draw, stop."""
        return self.wide * self.high * (bits.KINDS + 1) + bits.KINDS + 2

    def placed_so_far(self) -> list[tuple[int, int]]:
        """Return the cells and kinds put down so far in this turn, tile by tile."""
        return [(self.partial_cells[i], self.partial_kinds[i]) for i in range(self.partial_n)]

    def aside_so_far(self) -> list[int]:
        """Return the kinds put aside so far in this turn, tile by tile."""
        return [kind for kind in range(bits.KINDS) for _ in range(self.put_aside[kind])]

    def _mark(self, action: int) -> int:
        self.mask[self.mask_at + action] = 1
        if self.marks_n < MARKS_ROOM:
            self.marks[self.marks_n] = action
        self.marks_n += 1
        return 0

    def _clear_mask(self) -> int:
        if self.marks_n > MARKS_ROOM:
            for action in range(self.choices):
                self.mask[self.mask_at + action] = 0
        else:
            for which in range(self.marks_n):
                self.mask[self.mask_at + self.marks[which]] = 0
        self.marks_n = 0
        return 0

    def _mark_tiles(self) -> int:
        seat = self.seat
        cells = self.wide * self.high
        trading = 0
        for kind in range(bits.KINDS):
            trading += self.put_aside[kind]
        if trading == 0:
            if self.position.tiles == 0:
                self._mark_opening(seat)
            elif self.partial_n:
                self._mark_next(seat)
            else:
                self._mark_first(seat)
        if self.partial_n == 0:
            self._mark_trades(seat, trading)
            if trading == 0:
                count = self._takeable(seat)
                for which in range(count):
                    self._mark_cell(cells * bits.KINDS, self.taking.lying[which])
                if self._can_draw_three(seat):
                    self._mark(cells * (bits.KINDS + 1) + bits.KINDS)
                if self._may_pass():
                    self._mark_stop()
        return 0

    def _mark_stop(self) -> int:
        return self._mark(self.choices - 1)

    def _mark_cell(self, first: int, cell: int) -> int:
        place = self._place_of(cell)
        return self._mark(first + place) if place >= 0 else 0

    def _mark_kinds(self, cell: int, kinds: int) -> int:
        """Allow these kinds on a cell, if the window shows it."""
        place = self._place_of(cell)
        if place < 0:
            return 0
        if self._is_restricted() and cell == self.taken_cell:
            kinds &= bits.WORD ^ (bits.ONE << self.taken_kind)
        while kinds:
            self._mark(place * bits.KINDS + bits.ctz(kinds))
            kinds &= kinds - 1
        return 0

    def _mark_first(self, seat: int) -> int:
        for which in range(self.position.front_n):
            if self.position.fits[which] & self.held[seat]:
                self._mark_kinds(
                    self.position.front[which], self.position.fits[which] & self.held[seat]
                )
        return 0

    def _mark_next(self, seat: int) -> int:
        """Allow kinds at the ends of the line; a lone tile may begin a row or a column."""
        self._mark_stop()
        cell = self.partial_cells[0]
        away = self.partial_cells[1] - cell if self.partial_n > 1 else 0
        if away % bits.STRIDE or away == 0:
            self._mark_end(seat, cell, 1)
            self._mark_end(seat, cell, -1)
        if away % bits.STRIDE == 0:
            self._mark_end(seat, cell, bits.STRIDE)
            self._mark_end(seat, cell, -bits.STRIDE)
        return 0

    def _mark_end(self, seat: int, cell: int, step: int) -> int:
        while self.position.tile[cell] >= 0:
            cell += step
        which = self.position.where[cell]
        if which >= 0:
            self._mark_kinds(cell, self.position.fits[which] & self.held[seat])
        return 0

    def _mark_opening(self, seat: int) -> int:
        """Allow the tiles of all openings that contain those put down so far."""
        self._gather(seat, 0)
        self.too_many = 0
        for which in range(self.candidates.n):
            count = self.position._spell(self.candidates.codes[which])
            if self._has_partial(count) == 0:
                continue
            if count == self.partial_n:
                if self.mask[self.mask_at + self.choices - 1] == 0:
                    self._mark_stop()
                continue
            for tile in range(count):
                place = self._place_of(self.position.cells[tile])
                action = place * bits.KINDS + self.position.kinds[tile]
                if place >= 0 and self.mask[self.mask_at + action] == 0:
                    self._mark(action)
        # All of them contain the tiles put down already.
        for which in range(self.partial_n):
            place = self._place_of(self.partial_cells[which])
            self.mask[self.mask_at + place * bits.KINDS + self.partial_kinds[which]] = 0
        return 0

    def _has_partial(self, count: int) -> int:
        """Return whether the placement spelt last contains all tiles put down so far."""
        found = 0
        for which in range(self.partial_n):
            for tile in range(count):
                found += (
                    self.position.cells[tile] == self.partial_cells[which]
                    and self.position.kinds[tile] == self.partial_kinds[which]
                )
        return 1 if found == self.partial_n else 0

    def _mark_trades(self, seat: int, trading: int) -> int:
        first = self.wide * self.high * (bits.KINDS + 1)
        if trading:
            self._mark_stop()
        if trading >= self._may_trade():
            return 0
        kinds = self.held[seat]
        while kinds:
            kind = bits.ctz(kinds)
            kinds &= kinds - 1
            if self.count[seat * bits.KINDS + kind] > self.put_aside[kind]:
                self._mark(first + kind)
        return 0

    def _act_by_tiles(self, action: int) -> int:
        seat = self.seat
        cells = self.wide * self.high
        if action < cells * bits.KINDS:
            return self._put_down(seat, self._cell_at(action // bits.KINDS), action % bits.KINDS)
        action -= cells * bits.KINDS
        if action < cells:
            self.act = columns.TAKE
            self.cell = self._cell_at(action)
        elif action < cells + bits.KINDS:
            self.put_aside[action - cells] += 1
            return 0
        elif action == cells + bits.KINDS:
            self.act = columns.DRAW_THREE
        elif self.partial_n:
            return self._finish_placement(seat)
        else:
            self._collect_trade()
        self._do()
        return self._draw_act(seat)

    def _put_down(self, seat: int, cell: int, kind: int) -> int:
        self.partial_cells[self.partial_n] = cell
        self.partial_kinds[self.partial_n] = kind
        self.partial_n += 1
        if self.position.tiles:
            self.position._place(cell, kind)
            self._lose(seat, kind)
            self._widen(cell)
            if self._scroll():
                return self._draw_all()
            self._draw_round(cell)
        return self._draw_partial(self.partial_n - 1)

    def _finish_placement(self, seat: int) -> int:
        """End the turn; an opening is placed only now."""
        self.act = columns.PLACE
        self.placed_n = self.partial_n
        self.aside_n = 0
        opening = self.position.tiles == 0
        for which in range(self.partial_n):
            self.placed_cells[which] = self.partial_cells[which]
            self.placed_kinds[which] = self.partial_kinds[which]
            if opening or self.position.tile[self.partial_cells[which]] < 0:
                self.position._place(self.partial_cells[which], self.partial_kinds[which])
                self._lose(seat, self.partial_kinds[which])
        self.partial_n = 0
        self.points = self._points_of_placed()
        self._score_placement(seat)
        self._next_turn(seat)
        return self._draw_act(seat)

    def _points_of_placed(self) -> int:
        """Return the points of the tiles just placed (Q-SCORE-1 to 3, A7, K-BONUS-1)."""
        bonus = 0
        away = self.placed_cells[1] - self.placed_cells[0] if self.placed_n > 1 else 0
        down = 1 if self.placed_n > 1 and away % bits.STRIDE == 0 else 0
        across = 1 if down else bits.STRIDE
        longest = self.position.longest
        more = self.position.more
        points = bits.line_points(
            self.taking._run(self.placed_cells[0], bits.STRIDE if down else 1), longest, more
        )
        for which in range(self.placed_n):
            run = self.taking._run(self.placed_cells[which], across)
            points += bits.line_points(run, longest, more)
            bonus += self.position.ground[self.placed_cells[which]] & bits.BONUS_FIELD
        return bonus + (points or 1)

    def _collect_trade(self) -> int:
        """Trade the tiles put aside; with none, the seat passes."""
        self.aside_n = 0
        for kind in range(bits.KINDS):
            while self.put_aside[kind]:
                self.put_aside[kind] -= 1
                self.aside[self.aside_n] = kind
                self.aside_n += 1
        self.act = columns.TRADE if self.aside_n else columns.PASS
        return 0
