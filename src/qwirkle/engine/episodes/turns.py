"""A game that is played by whole turns: the list of legal ones, with features.

The legal turns are listed, and an action is a number in that list. Takes and drawing three come
first, then placements by their anchors row by row, then trades, then the pass. If there are more
than the list has room for, the placements with the fewest points are left out, then trades.

Like ``board.py`` it serves both backends and works with numbers only. The arrays belong to the
caller, as in ``window.py``.
"""

from __future__ import annotations

from array import array

from qwirkle.engine.episodes import columns, ranking, tiles
from qwirkle.engine.placement import bits, grid

# Points of a placement are fewer than this: six lines of twelve and some bonus.
POINTS_ROOM = 512
# Tiles of a trade that fit its code.
TRADED_ROOM = 9


class Turns(tiles.Tiles):
    """A game that lists its legal turns."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """Make a game on this position; ``Episode.attach_actions`` sets how it is played."""
        super().__init__(position, candidates)
        self.features = array("h", [0])
        self.features_at = 0
        self.codes = array("Q", [0])
        # Wider than they need to be: as far as the compiler knows, bytes might lie in any other
        # array, so it would reload everything after writing one.
        self.acts = array("H", [0])
        self.worths = array("H", [0])
        self.listed = 0
        self.shown = 0
        self.left_out = 0
        self.totals = array("i", [0]) * POINTS_ROOM
        self.owned_kinds = array("Q", [0]) * bits.KINDS
        self.chosen = array("i", [0]) * bits.KINDS

    def listed_turns(self) -> list[tuple[int, int]]:
        """Return the turns of the list: their acts, and their placements, trades or cells."""
        return [(self.acts[which], self.codes[which]) for which in range(self.listed)]

    def _list_turns(self) -> int:
        seat = self.seat
        self.listed = 0
        self.left_out = 0
        takes = self._takeable(seat)
        self._sort_takes(takes)
        for which in range(takes):
            self._add_take(self.taking.lying[which])
        if self._can_draw_three(seat):
            self._add(columns.DRAW_THREE, 0, 0)
        found = self._gather_in_order(seat)
        least = self._threshold(found, self.choices - self.listed)
        if least < 0:
            for which in range(found):
                self._add_placement(self.candidates.codes[which], self.candidates.worth[which])
        else:
            self._add_some(found, least)
        most = self._may_trade()
        if most:
            self._list_trades(seat, min(most, TRADED_ROOM))
        elif found == 0 and self._may_pass():
            self._add(columns.PASS, 0, 0)
        return self._blank_rest()

    def _add_some(self, found: int, least: int) -> int:
        """Add the placements with more than these points, and the first of those with as many."""
        spare = self.choices - self.listed
        for which in range(found):
            spare -= self.candidates.worth[which] > least
        for which in range(found):
            points = self.candidates.worth[which]
            if points > least:
                self._add_placement(self.candidates.codes[which], points)
            elif points == least and spare > 0:
                spare -= 1
                self._add_placement(self.candidates.codes[which], points)
            else:
                self.left_out += 1
        return 0

    def _threshold(self, found: int, spare: int) -> int:
        """Return the points that a placement must exceed, or reach while there is room."""
        if found <= spare:
            return -1
        for points in range(POINTS_ROOM):
            self.totals[points] = 0
        for which in range(found):
            self.totals[min(self.candidates.worth[which], POINTS_ROOM - 1)] += 1
        points = POINTS_ROOM - 1
        while spare >= self.totals[points]:
            spare -= self.totals[points]
            points -= 1
        return points

    def _list_trades(self, seat: int, most: int) -> int:
        """List every choice of tiles once, in counting order: the last kind runs fastest.

        The kinds of a trade are in its code in their order, so that keeping the lower bits takes
        the last ones back.
        """
        owned = 0
        rest = self.held[seat]
        while rest:
            self.owned_kinds[owned] = bits.ctz(rest)
            self.chosen[owned] = 0
            owned += 1
            rest &= rest - 1
        code = 0
        count = 0
        which = owned - 1
        while which >= 0:
            kind = self.owned_kinds[which]
            if count < most and self.chosen[which] < self.count[seat * bits.KINDS + kind]:
                self.chosen[which] += 1
                code |= kind << (6 * count)
                count += 1
                self._add_trade(code, count)
                which = owned - 1
            else:
                count -= self.chosen[which]
                code &= (bits.ONE << (6 * count)) - 1
                self.chosen[which] = 0
                which -= 1
        return 0

    def _add(self, act: int, code: int, points: int) -> int:
        """Add a turn to the list, with the features that all turns have."""
        if self.listed == self.choices:
            self.left_out += 1
            return 0
        self.acts[self.listed] = act
        self.codes[self.listed] = code
        self.worths[self.listed] = points
        at = self.features_at + self.listed * columns.FEATURES
        for column in range(columns.FEATURES):
            self.features[at + column] = 0
        self.features[at + columns.ACT] = act
        self.features[at + columns.POINTS] = points
        self.features[at + columns.ROW] = -1
        self.features[at + columns.COLUMN] = -1
        self.features[at + columns.DOWN] = -1
        self.listed += 1
        return 1

    def _add_trade(self, code: int, count: int) -> int:
        tall = count
        if self._add(columns.TRADE, (tall << 54) | code, 0):
            at = self.features_at + (self.listed - 1) * columns.FEATURES
            self.features[at + columns.TILES] = count
            for which in range(min(count, bits.HAND)):
                self.features[at + columns.FIRST_KIND + which] = 1 + (code & 63)
                code >>= 6
        return 0

    def _add_take(self, cell: int) -> int:
        if self._add(columns.TAKE, cell, 0):
            at = self.features_at + (self.listed - 1) * columns.FEATURES
            self._describe_cell(at, cell)
            self.features[at + columns.FIRST_KIND] = 1 + self.position.tile[cell]
        return 0

    def _describe_cell(self, at: int, cell: int) -> int:
        row = cell // bits.STRIDE - self.first_row
        column = cell % bits.STRIDE - self.first_column
        if 0 <= column < self.wide and 0 <= row < self.high:
            self.features[at + columns.ROW] = row
            self.features[at + columns.COLUMN] = column
        return 0

    def _add_placement(self, code: int, points: int) -> int:
        """Add a placement: its tiles in the order of their cells, and the lines it makes."""
        if self._add(columns.PLACE, code, points) == 0:
            return 0
        at = self.features_at + (self.listed - 1) * columns.FEATURES
        axis = (code >> 52) & 1
        before = (code >> 53) & 7
        count = 1 + before + ((code >> 56) & 7)
        step = bits.STRIDE if axis else 1
        cell = (code >> 36) & 0xFFFF
        bonus = stars = qwirkles = fives = apart = 0
        along = count + bits.before(self.position.word[2 * cell + axis])
        cell -= before * step
        self._describe_cell(at, cell)
        for place in range(count):
            # The kinds of a placement: the anchor's, those after it, those before it.
            source = count - 1 - place if place < before else place - before
            self.features[at + columns.FIRST_KIND + place] = 1 + ((code >> (6 * source)) & 63)
            self.features[at + columns.FIRST_STEP + place] = apart
            if self.position.open_table == 0:
                bonus += self.position.ground[cell] & bits.BONUS_FIELD
            if self.stars_n:
                stars += self.token[cell]
            across = self.position.word[2 * cell + 1 - axis]
            length = 1 + bits.before(across) + bits.after(across)
            qwirkles += length == self.position.longest
            fives += length == self.position.longest - 1
            run = bits.after(self.position.word[2 * cell + axis])
            along += run
            apart += run + 1
            cell += (run + 1) * step
        self.features[at + columns.TILES] = count
        self.features[at + columns.QWIRKLES] = qwirkles + (along == self.position.longest)
        self.features[at + columns.FIVES] = fives + (along == self.position.longest - 1)
        self.features[at + columns.STARS] = stars
        self.features[at + columns.BONUSES] = bonus
        if count > 1:
            self.features[at + columns.DOWN] = axis
        return 0

    def _blank_rest(self) -> int:
        """Set the mask to the turns of the list, and blank the rest of the old list."""
        for which in range(self.shown, self.listed):
            self.mask[self.mask_at + which] = 1
        for which in range(self.listed, self.shown):
            self.mask[self.mask_at + which] = 0
        for at in range(
            self.features_at + self.listed * columns.FEATURES,
            self.features_at + self.shown * columns.FEATURES,
        ):
            self.features[at] = 0
        self.shown = self.listed
        return 0

    def _act_by_turns(self, action: int) -> int:
        seat = self.seat
        self.act = self.acts[action]
        if self.act == columns.PLACE:
            self.code = self.codes[action]
            self.points = self.worths[action]
        elif self.act == columns.TRADE:
            self.aside_n = self.codes[action] >> 54
            for which in range(self.aside_n):
                self.aside[which] = (self.codes[action] >> (6 * which)) & 63
        elif self.act == columns.TAKE:
            self.cell = self.codes[action]
        self._do()
        return self._draw_act(seat)
