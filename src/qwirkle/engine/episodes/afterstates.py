"""Afterstates: numbers for the position that each listed turn leaves behind, before the draw.

They are the features by which ``placement/value.py`` weighs a placement, without any weights: the
chances of what the next player and the seat itself can make next, and the tiles that are kept. Only
some turns are described, those with the most points, because describing one takes as long as
listing many.

Like ``board.py`` it serves both backends and works with numbers only. The arrays belong to the
caller, as in ``window.py``.
"""

from __future__ import annotations

from array import array

from qwirkle.engine.episodes import columns, ranking, turns
from qwirkle.engine.placement import bits, grid, playout, value

# A row that describes nothing.
NO_TURN = -1


class Afterstates(turns.Turns):
    """A game that describes what its listed turns leave behind."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """Make a game on this position; ``attach_afterstates`` sets where it writes."""
        super().__init__(position, candidates)
        self.valuer = value.Valuer(position)
        self.valuer.token = self.token
        self.remains = array("f", [0.0])
        self.remains_at = 0
        self.described = array("h", [0])
        self.described_at = 0
        self.described_room = 0
        self.described_n = 0

    def attach_afterstates(
        self, features: array[float], which: array[int], number: int, room: int
    ) -> None:
        """Describe this many turns in these flat arrays, as the game with this number."""
        largest = self.hand_size + self.stars_n + self.players * self.take_tiles
        if largest + 3 * self.three_tiles >= value.HELD_ROOM:
            raise ValueError("hands of this size cannot be described")
        if (
            len(features) < (number + 1) * room * bits.FEATURES_N
            or len(which) < (number + 1) * room
        ):
            raise ValueError("the arrays are too small for this game")
        self.remains = features
        self.remains_at = number * room * bits.FEATURES_N
        self.described = which
        self.described_at = number * room
        self.described_room = room
        self.described_n = room

    def _describe_turns(self) -> int:
        """Describe the listed turns with the most points, among equals the first in the list."""
        least = self._least_described()
        spare = self.described_room
        for which in range(self.listed):
            if self._is_described(which) and self.worths[which] > least:
                spare -= 1
        playout._inform_valuer(self, self.seat, self.valuer)
        row = 0
        for which in range(self.listed):
            if self._is_described(which) == 0 or self.worths[which] < least:
                continue
            if self.worths[which] == least:
                if spare == 0:
                    continue
                spare -= 1
            self._describe_turn(which, row)
            row += 1
        return self._blank_rows(row)

    def _is_described(self, which: int) -> int:
        """Return whether a turn has an afterstate: taking and drawing three only begin one."""
        act = self.acts[which]
        return 1 if act in {columns.PLACE, columns.TRADE, columns.PASS} else 0

    def _least_described(self) -> int:
        """Return the points that a turn must exceed, or reach while there is room; -1 for any."""
        for points in range(turns.POINTS_ROOM):
            self.totals[points] = 0
        count = 0
        for which in range(self.listed):
            if self._is_described(which):
                count += 1
                self.totals[min(self.worths[which], turns.POINTS_ROOM - 1)] += 1
        if count <= self.described_room:
            return -1
        spare = self.described_room
        points = turns.POINTS_ROOM - 1
        while spare >= self.totals[points]:
            spare -= self.totals[points]
            points -= 1
        return points

    def _describe_turn(self, which: int, row: int) -> int:
        if self.acts[which] == columns.PLACE:
            self.valuer._after(self.codes[which])
        else:
            self._look_after_trade(self.codes[which] if self.acts[which] == columns.TRADE else 0)
        self.described[self.described_at + row] = which
        at = self.remains_at + row * bits.FEATURES_N
        for feature in range(bits.FEATURES_N):
            self.remains[at + feature] = self.valuer.features[feature]
        return 0

    def _look_after_trade(self, code: int) -> int:
        """Describe a trade: the table stays, and these tiles are gone; a pass trades none."""
        count = code >> 54
        for which in range(count):
            self.valuer.own[(code >> (6 * which)) & 63] -= 1
        self.valuer._look(self.valuer.size - count)
        for which in range(count):
            self.valuer.own[(code >> (6 * which)) & 63] += 1
        return 0

    def _blank_rows(self, first: int) -> int:
        """Blank the rows after these, which the last position used."""
        for row in range(first, self.described_n):
            self.described[self.described_at + row] = NO_TURN
            at = self.remains_at + row * bits.FEATURES_N
            for feature in range(bits.FEATURES_N):
                self.remains[at + feature] = 0.0
        self.described_n = first
        return 0
