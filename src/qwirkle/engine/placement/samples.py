"""Training samples: candidate turns of played games, and their outcomes.

Like ``board.py`` it serves both backends and works with numbers only. The weights of ``value.py``
are learned from them.
"""

from __future__ import annotations

from array import array

from qwirkle.engine.placement import bits, playout, search

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

# Candidates of a sample, and how many of them are the best ones.
CANDIDATES = 8
BEST = 6


class Samples(search.Search):
    """Games at a table, with trials of candidates along the way."""

    def __init__(self, at_table: playout.Playout) -> None:
        """Play at this table; call ``make_room`` before ``collect``."""
        super().__init__(at_table)
        self.rows = array("d", [0.0])
        self.targets = array("d", [0.0])
        self.marks = array("i", [0])
        self.rows_n = 0
        # With 1 to ``late_bag`` pieces in the bag candidates are tried before one turn in
        # ``late_one_in``: few turns of a game are played then, and they differ most.
        self.late_bag = 0
        self.late_one_in = 1

    def make_room(self, rows: int) -> None:
        """Make room for this many samples."""
        self.rows = array("d", [0.0]) * (rows * bits.FEATURES_N)
        self.targets = array("d", [0.0]) * (2 * rows)
        self.marks = array("i", [0]) * (2 * rows)
        self.rows_n = 0

    def samples(self) -> tuple[memoryview, memoryview, memoryview, int]:
        """Return features, targets and, for each sample, the tiles in the bag and its turn."""
        return (
            memoryview(self.rows),
            memoryview(self.targets),
            memoryview(self.marks),
            self.rows_n,
        )

    def collect(
        self, seed: int, deals: int, rounds: int, *, one_in: int, narrow: int, wander: int
    ) -> int:
        """Play a game dealt at the table; before one turn in ``one_in``, try out candidates.

        Late turns count as ``late_one_in`` says. One placement in ``wander`` is any of the
        candidates instead of the best.
        """
        self.rounds = rounds
        self.narrow = narrow
        return self._released(seed & bits.WORD, deals, one_in, wander)

    def _released(self, seed: int, deals: int, one_in: int, wander: int) -> int:
        with cython.nogil:
            return self._collect(seed, deals, one_in, wander)

    def _collect(self, seed: int, deals: int, one_in: int, wander: int) -> int:
        chance = seed
        going = 1
        while going:
            self.position.rng = chance
            chance = self.position._random()
            if self.table.extras_on:
                self.table.extra = 0
                self.table._begin(self.table.seat)
            points = self.table._choose_by_value(self.table.seat)
            often = one_in
            if 0 < self.table._pile() <= self.late_bag:
                often = self.late_one_in
            asked = self.position._below(often) == 0
            strays = self.position._below(wander) == 0
            found = self.valuer.found
            if found > 1:
                self._candidates()
                if strays:
                    which = self.position._below(self.n)
                    self.position.best_code = self.codes[which]
                    self.position.best_points = self.points[which]
                code = self.position.best_code
                points = self.position.best_points
                if asked and self.table.banned < 0:
                    self._sample(chance, deals)
                self.position.best_code = code
                self.position.best_points = points
            self.position.rng = chance
            self.table.turns += 1
            going = self.table._finish(self.table.seat, self.table.held[self.table.seat], points)
        return self.rows_n

    def _candidates(self) -> int:
        """Choose candidates from those just weighed: mostly the best, and some of the others."""
        self.n = 0
        while self.n < CANDIDATES and self.n < self.valuer.found:
            top = self.n
            for which in range(self.n + 1, self.valuer.found):
                if self.valuer.values[which] > self.valuer.values[top]:
                    top = which
            if self.n >= BEST:
                top = self.n + self.position._below(self.valuer.found - self.n)
            self._swap(self.n, top)
            self._add_next()
        return self.n

    def _sample(self, seed: int, deals: int) -> int:
        self._save_table()
        self._gather_unseen()
        for which in range(self.n):
            at = self.valuer._after(self.codes[which])
            row = (self.rows_n + which) * bits.FEATURES_N
            for feature in range(bits.FEATURES_N):
                self.rows[row + feature] = self.valuer.features[feature]
            self.marks[2 * (self.rows_n + which)] = at // bits.FEATURES_N
            self.marks[2 * (self.rows_n + which) + 1] = self.table.turns
        self._enter()
        for which in range(self.n):
            for half in range(2):
                total = 0.0
                for deal in range(half * deals, half * deals + deals):
                    total += self._try(which, seed + deal * bits.GOLDEN)
                at = 2 * (self.rows_n + which) + half
                self.targets[at] = total / deals - self.points[which]
        self._restore_table()
        self.rows_n += self.n
        return 0
