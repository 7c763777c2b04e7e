"""A game that is played by whole turns: the list of those that are legal, with features.

The legal turns are listed, and an action is a number in that list. Takes and drawing
three come first, then placements by their anchors row by row, then trades, then the pass. If there
are more than the list has room for, the placements with fewest points are left out, then trades.

Like ``board.py`` it serves both backends and works with numbers only. The arrays belong to the
caller, as in ``window.py``.
"""

from __future__ import annotations

from array import array

from qwirkle.engine.arena import game, ranking, tiles
from qwirkle.engine.core import bits, grid

ONE = 1
# The columns of the features of a turn.
ACT = 0
POINTS = 1
TILES = 2
QWIRKLES = 3
FIVES = 4
STARS = 5
BONUSES = 6
ROW = 7
COLUMN = 8
DOWN = 9
FIRST_KIND = 10
FIRST_STEP = 16
FEATURES = 22
# The same for Python: names with a C type are not seen from outside.
FEATURES_PER_TURN = 22

# Points of a placement are fewer than this: six lines of twelve and some bonus.
POINTS_ROOM = 512
# Tiles of a trade that fit its code.
TRADED_ROOM = 9


class Turns(tiles.Tiles):
    """A game that lists its legal turns."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """A game on this position; ``Episode.form`` says how it is played."""
        super().__init__(position, candidates)
        self.features = array("h", [0])
        self.features_at = 0
        self.codes = array("Q", [0])
        self.acts = array("B", [0])
        self.worths = array("H", [0])
        self.listed = 0
        self.shown = 0
        self.left_out = 0
        # A bit for each cell, so that they come out in order.
        self.anchors = array("Q", [0]) * (bits.CELLS // 64)
        self.totals = array("i", [0]) * POINTS_ROOM

    def listed_turns(self) -> list[tuple[int, int]]:
        """The turns of the list: their acts, and their placements, trades or cells."""
        return [(self.acts[which], self.codes[which]) for which in range(self.listed)]

    def _list_turns(self) -> int:
        seat = self.seat
        self.listed = 0
        self.left_out = 0
        takes = self._takeable(seat)
        self._sort_takes(takes)
        for which in range(takes):
            self._add(game.TAKE, self.taking.lying[which], 0)
        if self._can_draw_three(seat):
            self._add(game.DRAW_THREE, 0, 0)
        found = self._gather_in_order(seat)
        least = self._threshold(found, self.choices - self.listed)
        spare = self.choices - self.listed
        if least >= 0:
            for which in range(found):
                spare -= self.candidates.worth[which] > least
        for which in range(found):
            if self.candidates.worth[which] > least:
                self._add(game.PLACE, self.candidates.codes[which], self.candidates.worth[which])
            elif self.candidates.worth[which] == least and spare > 0:
                spare -= 1
                self._add(game.PLACE, self.candidates.codes[which], self.candidates.worth[which])
            else:
                self.left_out += 1
        most = self._may_trade()
        if most:
            self._list_trades(0, 0, 0, min(most, TRADED_ROOM))
        elif found == 0 and self._may_pass():
            self._add(game.PASS, 0, 0)
        return self._blank_rest()

    def _threshold(self, found: int, spare: int) -> int:
        """The points that a placement must exceed, or reach while there is room."""
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

    def _gather_in_order(self, seat: int) -> int:
        """Gather all placements, by their anchors row by row; the order depends on nothing else."""
        hand = self.held[seat]
        self.candidates.n = 0
        self.candidates.too_many = 0
        self.candidates.banned_cell = -1
        if self._is_restricted():
            self.candidates.banned_cell = self.taken_cell
            self.candidates.banned_kind = self.taken_kind
        if self.position.tiles == 0:
            self._gather(seat, 0)
            self.too_many = 0
            return self.candidates.n
        self.position.hand = hand
        first, last = bits.CELLS, 0
        for which in range(self.position.front_n):
            if self.position.fits[which] & hand:
                cell = self.position.front[which]
                self.anchors[cell >> 6] |= ONE << (cell & 63)
                first = min(first, cell)
                last = max(last, cell)
        for which in range(first >> 6, (last >> 6) + 1):
            rest = self.anchors[which]
            self.anchors[which] = 0
            while rest:
                cell = 64 * which + bits.ctz(rest)
                rest &= rest - 1
                self.position.n = 0
                self.position._all_at(cell, self.position.fits[self.position.where[cell]] & hand)
                self.candidates._add_listed(self.position)
        return self.candidates.n

    def _sort_takes(self, count: int) -> int:
        for which in range(count):
            cell = self.taking.lying[which]
            at = which
            while at > 0 and self.taking.lying[at - 1] > cell:
                self.taking.lying[at] = self.taking.lying[at - 1]
                at -= 1
            self.taking.lying[at] = cell
        return 0

    def _list_trades(self, kind: int, code: int, count: int, most: int) -> int:
        """List every choice of tiles once: more of this kind and of those after it."""
        if kind == bits.KINDS:
            if count:
                self._add(game.TRADE, (count << 54) | code, 0)
            return 0
        # Straight on to the next kind that the hand has.
        rest = self.held[self.seat] >> kind
        if rest == 0:
            return self._list_trades(bits.KINDS, code, count, most)
        kind += bits.ctz(rest)
        self._list_trades(kind + 1, code, count, most)
        here = ONE * kind
        for _ in range(self.count[self.seat * bits.KINDS + kind]):
            if count == most:
                break
            code |= here << (6 * count)
            count += 1
            self._list_trades(kind + 1, code, count, most)
        return 0

    def _add(self, act: int, code: int, points: int) -> int:
        """Add a turn to the list, with its features."""
        if self.listed == self.choices:
            self.left_out += 1
            return 0
        self.acts[self.listed] = act
        self.codes[self.listed] = code
        self.worths[self.listed] = points
        self.mask[self.mask_at + self.listed] = 1
        at = self.features_at + self.listed * FEATURES
        # A number instead of its name, so that the compiler makes a few instructions of it.
        for column in range(22):
            self.features[at + column] = 0
        self.features[at + ACT] = act
        self.features[at + POINTS] = points
        self.features[at + ROW] = -1
        self.features[at + COLUMN] = -1
        self.features[at + DOWN] = -1
        if act == game.PLACE:
            self._describe_placement(at, code)
        elif act == game.TRADE:
            count = code >> 54
            self.features[at + TILES] = count
            for which in range(min(count, bits.HAND)):
                self.features[at + FIRST_KIND + which] = 1 + ((code >> (6 * which)) & 63)
        elif act == game.TAKE:
            self._describe_cell(at, code)
            self.features[at + FIRST_KIND] = 1 + self.position.tile[code]
        self.listed += 1
        return 0

    def _describe_cell(self, at: int, cell: int) -> int:
        row = cell // bits.STRIDE - self.first_row
        column = cell % bits.STRIDE - self.first_column
        if 0 <= column < self.wide and 0 <= row < self.high:
            self.features[at + ROW] = row
            self.features[at + COLUMN] = column
        return 0

    def _describe_placement(self, at: int, code: int) -> int:
        """Tiles in order of their cells, and what the placement makes."""
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
            self.features[at + FIRST_KIND + place] = 1 + ((code >> (6 * source)) & 63)
            self.features[at + FIRST_STEP + place] = apart
            if self.position.open_table == 0:
                bonus += self.position.ground[cell] & bits.BONUS_FIELD
            if self.stars_n:
                stars += self.token[cell]
            across = self.position.word[2 * cell + 1 - axis]
            length = 1 + bits.before(across) + bits.after(across)
            qwirkles += length == bits.HAND
            fives += length == bits.HAND - 1
            run = bits.after(self.position.word[2 * cell + axis])
            along += run
            apart += run + 1
            cell += (run + 1) * step
        self.features[at + TILES] = count
        self.features[at + QWIRKLES] = qwirkles + (along == bits.HAND)
        self.features[at + FIVES] = fives + (along == bits.HAND - 1)
        self.features[at + STARS] = stars
        self.features[at + BONUSES] = bonus
        if count > 1:
            self.features[at + DOWN] = axis
        return 0

    def _blank_rest(self) -> int:
        """Clear mask and features of turns that the list had before and has no longer."""
        for which in range(self.listed, self.shown):
            self.mask[self.mask_at + which] = 0
        for at in range(
            self.features_at + self.listed * FEATURES, self.features_at + self.shown * FEATURES
        ):
            self.features[at] = 0
        self.shown = self.listed
        return 0

    def _act_by_turns(self, action: int) -> int:
        seat = self.seat
        self.act = self.acts[action]
        if self.act == game.PLACE:
            self.code = self.codes[action]
            self.points = self.worths[action]
        elif self.act == game.TRADE:
            self.aside_n = self.codes[action] >> 54
            for which in range(self.aside_n):
                self.aside[which] = (self.codes[action] >> (6 * which)) & 63
        elif self.act == game.TAKE:
            self.cell = self.codes[action]
        self._do()
        return self._draw_act(seat)
