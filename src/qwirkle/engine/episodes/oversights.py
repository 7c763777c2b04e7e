"""The oversights of a weak player: which placements it overlooks, and how it misjudges the others.

The placements are in the order of the library (``ranking.py``), so the lots that a bot draws for
them are those it would draw for a sorted list of moves. Lots come from the state of the bot's
generator: splitmix64, as in ``Chance``. Only noticed placements are valued.

Like ``board.py`` it serves both backends and works with numbers only.
"""

from __future__ import annotations

from array import array
from typing import Any

from qwirkle.engine.episodes import ranking
from qwirkle.engine.placement import bits, grid, playout, value

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

# Room for placements at first, and by how much it grows when a position has more.
ROOM = 1 << 10
GROWTH = 8
# A lot is 53 bits of a word, as a fraction.
LOT = 2.0**-53
# The gaps of a shell sort, from the last on (Ciura).
GAPS = array("i", [1, 4, 10, 23, 57, 132, 301, 701, 1750])
GAPS_N = 9


def _lot(state: int) -> float:
    """Return the number from 0 to 1 that belongs to a state of the generator."""
    mixed = state
    mixed = ((mixed ^ (mixed >> 30)) * bits.MIX_1) & bits.WORD
    mixed = ((mixed ^ (mixed >> 27)) * bits.MIX_2) & bits.WORD
    mixed ^= mixed >> 31
    return (mixed >> 11) * LOT


class Oversights:
    """The placements of a turn, in the order of the library, as a weak player sees them."""

    def __init__(self, room: int = ROOM) -> None:
        self.valuer: Any = None
        self.has_values = False
        self.best_code = 0
        self.best_points = 0
        self.spots_n = 0
        self.make_room(room)

    def gather(
        self,
        position: grid.Grid,
        hand: int,
        opening: tuple[int, int],
        banned: tuple[int, int],
        *,
        best_only: bool,
    ) -> int:
        """Gather all placements of these kinds, or those with the most points, and count them.

        The opening is the fewest tiles on an empty board and whether they must cover its centre. A
        placement of the banned kind on the banned cell is left out (M-TAKE-1c, A12); -1 is no cell.
        """
        self.has_values = False
        self.list_all(position, hand & bits.FULL, opening, banned, 1 if best_only else 0)
        self._sort_released(position)
        return self.listed.n

    def gather_best(
        self, table: playout.Playout, most: int, opening: tuple[int, int], banned: tuple[int, int]
    ) -> int:
        """Gather the placements of the seat to move, at most this many, and count them.

        Those with the most points are kept, among equals those with the smaller number, and banned
        ones are left out of them. ``judge`` values them by what the seat knows.
        """
        if not 0 < most <= value.WIDEST:
            raise ValueError(f"at most {value.WIDEST} placements are looked at closely")
        valuer = table.valuer
        playout._inform_valuer(table, table.seat, valuer)
        self.valuer = valuer
        self.has_values = True
        self.list_all(table.position, valuer.held, opening, (-1, 0), 0)
        if self.listed.n > most:
            self._narrow(valuer, most, opening[0], opening[1])
        self.listed.banned_cell, self.listed.banned_kind = banned
        if banned[0] >= 0:
            self._leave_out_banned(table.position)
        self._sort_released(table.position)
        return self.listed.n

    def placement(self, which: int) -> tuple[int, int]:
        """Return the number of a placement, and its points."""
        if not 0 <= which < self.listed.n:
            raise ValueError("there is no such placement")
        return self.listed.codes[which], self.listed.worth[which]

    def overlook(self, position: grid.Grid, chance: float, state: int) -> tuple[int, int]:
        """Leave out the placements at overlooked spots, each with this chance.

        A lot is drawn for each spot, in the order of the spots, and at least one spot is noticed.
        Return how many lots were drawn and how many placements are left.
        """
        self._overlook(position, chance, state)
        return self.spots_n, self.listed.n

    def judge(self, foresight: float, misjudges: float, state: int) -> tuple[int, int]:
        """Return the number and points of the placement that seems best; among equals the first.

        ``foresight`` is the weight of a placement's value beyond its points. Two lots are drawn for
        each placement: how much too high or too low it is judged.
        """
        if foresight != 0.0 and not self.has_values:
            raise ValueError("nothing says what these placements are worth")
        self._judge_released(foresight, misjudges, state)
        return self.best_code, self.best_points

    def make_room(self, room: int) -> None:
        """Make room for this many placements; those listed before are lost."""
        self.room = room
        self.listed = ranking.Ranking(room)
        self.spot = array("i", [0]) * room
        self.spots = array("i", [0]) * room
        self.lots = array("d", [0.0]) * room

    def list_all(
        self,
        position: grid.Grid,
        hand: int,
        opening: tuple[int, int],
        banned: tuple[int, int],
        best_only: int,
    ) -> None:
        """List the placements, making room for as long as there are too many."""
        position.reserve(hand)
        least, centre = opening
        while True:
            self.listed.banned_cell, self.listed.banned_kind = banned
            self._gather_released(position, hand, least, centre, best_only)
            if not self.listed.too_many:
                return
            self.make_room(GROWTH * self.room)

    # While other threads of the interpreter run

    def _gather_released(
        self, position: grid.Grid, hand: int, least: int, centre: int, best_only: int
    ) -> int:
        with cython.nogil:
            return self.listed._gather(position, hand, least, centre, best_only)

    def _sort_released(self, position: grid.Grid) -> int:
        with cython.nogil:
            return self._sort(position)

    def _judge_released(self, foresight: float, misjudges: float, state: int) -> int:
        with cython.nogil:
            return self._judge(self.valuer, foresight, misjudges, state)

    def _narrow(self, valuer: value.Valuer, most: int, least: int, centre: int) -> int:
        """Keep only the placements with the most points."""
        self.listed.n = valuer._shortlist(most, least, centre)
        for which in range(self.listed.n):
            self.listed.codes[which] = valuer.codes[which]
            self.listed.worth[which] = valuer.points[which]
        return 0

    def _look_closely(  # noqa: PLR0917 - one for each number
        self,
        position: grid.Grid,
        valuer: value.Valuer,
        least: int,
        centre: int,
        banned_cell: int,
        banned_kind: int,
    ) -> int:
        """Gather as ``gather_best`` does, for a valuer that was informed, as far as there is room.

        The room does not grow: of more placements than that, any are left out.
        """
        self.listed.banned_cell = -1
        self.listed._gather(position, valuer.held, least, centre, 0)
        if self.listed.n > value.WIDEST:
            self._narrow(valuer, value.WIDEST, least, centre)
        self.listed.banned_cell = banned_cell
        self.listed.banned_kind = banned_kind
        if banned_cell >= 0:
            self._leave_out_banned(position)
        self._sort(position)
        return self.listed.n

    def _leave_out_banned(self, position: grid.Grid) -> int:
        kept = 0
        for which in range(self.listed.n):
            if self.listed._is_banned(position, self.listed.codes[which]) == 0:
                self._keep(which, kept)
                kept += 1
        self.listed.n = kept
        return 0

    def _keep(self, which: int, place: int) -> int:
        self.listed.codes[place] = self.listed.codes[which]
        self.listed.worth[place] = self.listed.worth[which]
        return 0

    def _sort(self, position: grid.Grid) -> int:
        """Sort the placements into the order of the library."""
        self.listed._write_keys(position)
        step = GAPS_N - 1
        while step >= 0:
            gap = GAPS[step]
            for which in range(gap, self.listed.n):
                place = which
                while place >= gap and self._is_before(place, place - gap):
                    self.listed._swap(place, place - gap)
                    place -= gap
            step -= 1
        return 0

    def _is_before(self, one: int, other: int) -> int:
        if self.listed.high[one] != self.listed.high[other]:
            return 1 if self.listed.high[one] < self.listed.high[other] else 0
        return 1 if self.listed.low[one] < self.listed.low[other] else 0

    def _overlook(self, position: grid.Grid, chance: float, state: int) -> int:
        self.spots_n = 0
        for which in range(self.listed.n):
            self.spot[which] = self.listed._spot(position, self.listed.codes[which])
            self._add_spot(self.spot[which])
        least = 0.0
        for place in range(self.spots_n):
            state = (state + bits.GOLDEN) & bits.WORD
            self.lots[place] = _lot(state)
            least = max(least, self.lots[place])
        least = min(least, chance)
        kept = 0
        for which in range(self.listed.n):
            if self.lots[self._place(self.spot[which])] >= least:
                self._keep(which, kept)
                kept += 1
        self.listed.n = kept
        return 0

    def _add_spot(self, spot: int) -> int:
        """Add a spot to the known ones, in order, each once."""
        place = self._place(spot)
        if place < self.spots_n and self.spots[place] == spot:
            return 0
        last = self.spots_n
        while last > place:
            self.spots[last] = self.spots[last - 1]
            last -= 1
        self.spots[place] = spot
        self.spots_n += 1
        return 0

    def _place(self, spot: int) -> int:
        """Return where a spot is among the known ones, or would be."""
        low = 0
        high = self.spots_n
        while low < high:
            middle = (low + high) >> 1
            if self.spots[middle] < spot:
                low = middle + 1
            else:
                high = middle
        return low

    def _judge(self, valuer: value.Valuer, foresight: float, misjudges: float, state: int) -> int:
        self.best_code = 0
        self.best_points = 0
        most = 0.0
        for which in range(self.listed.n):
            points = self.listed.worth[which]
            worth = float(points)
            if foresight != 0.0:
                worth = valuer._worth(self.listed.codes[which], points)
            state = (state + bits.GOLDEN) & bits.WORD
            lots = _lot(state)
            state = (state + bits.GOLDEN) & bits.WORD
            lots += _lot(state)
            judged = points + foresight * (worth - points) + misjudges * (lots - 1.0)
            if which == 0 or judged > most:
                most = judged
                self.best_code = self.listed.codes[which]
                self.best_points = points
        return 0
