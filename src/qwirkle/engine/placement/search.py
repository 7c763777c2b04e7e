"""Search by trials: deal the unseen tiles repeatedly, play a few rounds, and value the end.

Like ``board.py`` it serves both backends and works with numbers only. ``deals.py`` deals.

A trial plays one candidate turn and then rounds of turns chosen by value. Trials with the same
number deal the same tiles to everybody, whichever candidate they try. A trial is worth the points
the seat gains over the others on average, and the value of its last placement.

A candidate is a placement, a trade, a pass, or a tile taken or three drawn first: then the rest of
the turn is chosen by value on each deal.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, deals, hands, playout

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

MOST = 64
# Trials that the value of a candidate counts as, when the core itself chooses by trials.
PRIOR = 10.0

# The kinds of candidates.
PLACING = 0
TRADING = 1
PASSING = 2
BEGINNING = 3


class Search(deals.Deals):
    """Trials of the turns that the seat to move at a table can make."""

    def __init__(self, at_table: playout.Playout) -> None:
        """Search at this table; call ``find_candidates`` before trying anything."""
        super().__init__(at_table)
        self.valuer = at_table.valuer
        self.rivals = bits.GREEDY_POLICY
        self.codes = array("Q", [0]) * MOST
        self.points = array("i", [0]) * MOST
        self.acts = array("i", [0]) * MOST
        self.first = array("i", [0]) * MOST
        self.gives = array("i", [0]) * (MOST * bits.KINDS)
        self.prior = array("d", [0.0]) * MOST
        self.total = array("d", [0.0]) * MOST
        self.lead = 0.0
        self.scale = 0.0
        self.turns = 0
        self.live = array("i", [0]) * MOST
        self.live_n = 0
        self.n = 0
        self.rounds = 1
        self.late = 0
        self.late_rounds = 8
        self.trial_nodes = 0
        self.narrow = 8
        self.widening = 0
        # Whether endings of trials are played out turn by turn; else a search of them says what
        # they are worth.
        self.playing_on = 0

    def _enter(self) -> int:
        """Set all seats to choose as they do in trials."""
        self.table.breadth = self.narrow
        self.table.ending_nodes = self.trial_nodes
        self.table.ending.widening = self.widening
        for which in range(self.table.players):
            self.table.policy[which] = 2 if which == self.seat else self.rivals
        return 0

    def set_method(self, rounds: int, narrow: int, late: int, ending: int) -> None:
        """Set the method of the trials.

        ``rounds`` rounds, with ``narrow`` placements weighed in each turn; to the end of the game
        when at most ``late`` tiles are unseen; ``ending`` placements are searched in endings.
        """
        if rounds < 1 or not 1 <= narrow <= MOST or late < 0 or ending < 0:
            raise ValueError("a trial has at least a round, and weighs at least a placement")
        self.rounds = rounds
        self.narrow = narrow
        self.late = late
        self.trial_nodes = ending

    def find_candidates(self, most: int, lead: float, scale: float) -> int:
        """Find the best turns of the seat to move by value; return how many there are.

        With a scale, a trial counts by how it changes the chance of winning: ``lead`` is how far
        the seat is ahead, and points far beyond the scale ahead or behind hardly count.
        """
        self.n = 0
        self.lead = lead
        self.scale = scale
        self.turns = 0
        return self._find_released(min(most, MOST))

    def _find_released(self, most: int) -> int:
        """Find them while other threads of the interpreter run, as an ending may take long."""
        with cython.nogil:
            return self._find_candidates(most)

    def _find_candidates(self, most: int) -> int:
        if self.table.used and self.table.taken_cell >= 0:
            # M-TAKE-1c: a tile that was taken does not go back to its spot.
            self.table._ban(self.table.taken_cell, self.table.taken_kind)
        if self.table._choose_by_value(self.table.seat):
            self._best_candidates(most)
        if self.table.banned >= 0:
            self.table._lift_ban()
        self._save_table()
        self._gather_unseen()
        for which in range(self.n):
            self.live[which] = which
        self.live_n = self.n
        return self.n

    def add_candidate(
        self, cells: Sequence[int], kinds: Sequence[int], *, anywhere: bool = False
    ) -> int:
        """Add the placement of these kinds on these cells; call ``find_candidates`` first.

        Return its number, or -1 if the hand has no such placement or there is no room. With
        ``anywhere``, only the relative position of the cells counts, as on an empty table.
        """
        seat = self.table.seat
        wanted = sorted(zip(cells, kinds, strict=True))
        least = wanted[0][0]
        start = 0
        while start >= 0:
            start = self.position.list_part(
                self.table.held[seat], start, self.table.opening_tiles, bool(self.table.on_centre)
            )
            for which in range(self.position.n):
                code = self.position.codes[which]
                points = self.position.worth[which]
                spelt = sorted(self.position.spell(code))
                by = spelt[0][0] - least if anywhere else 0
                if spelt == [(cell + by, kind) for cell, kind in wanted]:
                    return self._add_placement(code, points)
        return -1

    def _add_placement(self, code: int, points: int) -> int:
        for which in range(self.n):
            if self.acts[which] == PLACING and self.codes[which] == code:
                return which
        if self.n == MOST:
            return -1
        self.table._inform(self.table.seat)
        self.codes[self.n] = code
        self.points[self.n] = points
        self.prior[self.n] = self.valuer._worth(code, points)
        self.acts[self.n] = PLACING
        self.n += 1
        return self.n - 1

    def add_trade(self, kinds: Sequence[int]) -> int:
        """Add a trade of these tiles to the candidates, or a pass if there are none."""
        if self.n == MOST:
            return -1
        which = self.n
        for kind in range(bits.KINDS):
            self.gives[which * bits.KINDS + kind] = 0
        for kind in kinds:
            self.gives[which * bits.KINDS + kind] += 1
        self._add_act(TRADING if kinds else PASSING, 0)
        return which

    def add_extra(self, first: int) -> int:
        """Add drawing three (1), or taking the tile on this cell, to the candidates."""
        if self.n == MOST:
            return -1
        self._add_act(BEGINNING, first)
        return self.n - 1

    def _add_act(self, act: int, first: int) -> int:
        self.codes[self.n] = 0
        self.points[self.n] = 0
        self.prior[self.n] = 0.0
        self.acts[self.n] = act
        self.first[self.n] = first
        self.n += 1
        return 0

    def weigh_takes(self, most: int) -> list[tuple[int, float]]:
        """Return the cells whose tiles allow the most points if taken now, each with its value."""
        seat = self.table.seat
        cells = [self.table.taking.lying[which] for which in range(self.table.taking._find_all())]
        by_points = sorted(cells, key=lambda cell: (-self._weigh_take(seat, cell, 0), cell))
        return [(cell, self._weigh_take(seat, cell, 1)) for cell in by_points[:most]]

    def _weigh_take(self, seat: int, cell: int, closely: int) -> float:
        with cython.nogil:
            return self.table._weigh_take(seat, cell, closely)

    def restore(self) -> None:
        """Restore the table."""
        self._restore_table()
        self.table.ending.widening = 0

    def candidates(self) -> list[tuple[int, int, float]]:
        """Return each candidate's number, points, and value in the unit of the trials."""
        return [
            (self.codes[which], self.points[which], self._useful(self.prior[which]))
            for which in range(self.n)
        ]

    def play(self, which: int) -> int:
        """Play a candidate at the table, for measuring; return 0 when the game is over."""
        self._restore_table()
        self.position.best_code = self.codes[which]
        self.position.best_points = self.points[which]
        self.table.turns += 1
        return self.table._finish(self.seat, self.table.held[self.seat], self.points[which])

    def play_by_value(self) -> int:
        """Play a turn at the table without trials; return 0 when the game is over."""
        return self._turn_released()

    def _turn_released(self) -> int:
        with cython.nogil:
            return self.table._turn()

    def run(self, live: list[int], seed: int, first: int, deals: int) -> list[float]:
        """Try these candidates on this many deals; return the sum for each of them."""
        for which, candidate in enumerate(live):
            self.live[which] = candidate
            self.total[candidate] = 0.0
        self.live_n = len(live)
        self._run_released(seed & bits.WORD, first, deals)
        return [self.total[candidate] for candidate in live]

    def _run_released(self, seed: int, first: int, deals: int) -> int:
        with cython.nogil:
            return self._run(seed, first, deals)

    def _run(self, seed: int, first: int, deals: int) -> int:
        self._enter()
        for deal in range(first, first + deals):
            for which in range(self.live_n):
                candidate = self.live[which]
                self.total[candidate] += self._useful(
                    self._try(candidate, seed + deal * bits.GOLDEN)
                )
        return 0

    def choose_by_trials(self, seed: int, deals: int) -> int:
        """Return the candidate that does best in trials, after ``find_candidates``.

        All are tried on ``deals`` deals, the better half of them on twice as many more, and so on
        until one is left. A value counts as some trials. The table is left as it was.
        """
        if deals < 1 or self.n < 1:
            raise ValueError("there must be something to try, on at least one deal")
        self._choose_released(seed & bits.WORD, deals)
        return self.live[0]

    def _choose_released(self, seed: int, deals: int) -> int:
        with cython.nogil:
            return self._choose_by_trials(seed, deals)

    def _choose_by_trials(self, seed: int, deals: int) -> int:
        for which in range(self.n):
            self.total[which] = PRIOR * self._useful(self.prior[which])
        self.live_n = self.n
        first = 0
        while self.live_n > 1:
            self._run(seed, first, deals)
            first += deals
            deals += deals
            self._halve()
        self._restore_table()
        return 0

    def _halve(self) -> int:
        """Drop the worse half of the candidates; among equals the one that came first stays."""
        kept = (self.live_n + 1) >> 1
        for place in range(kept):
            top = place
            for which in range(place + 1, self.live_n):
                if self.total[self.live[which]] > self.total[self.live[top]]:
                    top = which
            candidate = self.live[top]
            while top > place:
                self.live[top] = self.live[top - 1]
                top -= 1
            self.live[place] = candidate
        self.live_n = kept
        return 0

    def _useful(self, gained: float) -> float:
        """Convert a gain into its effect on winning, in points when the game is even."""
        if self.scale <= 0.0:
            return gained
        ahead = min(max((self.lead + gained) / self.scale, -3.0), 3.0)
        # Close to the hyperbolic tangent, which it meets at three.
        square = ahead * ahead
        return self.scale * ahead * (27.0 + square) / (27.0 + 9.0 * square)

    def _best_candidates(self, most: int) -> int:
        """Add the candidates of the highest value among those just weighed."""
        self.n = 0
        while self.n < most and self.n < self.valuer.found:
            top = self.n
            for which in range(self.n + 1, self.valuer.found):
                if self.valuer.values[which] > self.valuer.values[top]:
                    top = which
            self._swap(self.n, top)
            self._add_next()
        return self.n

    def _add_next(self) -> int:
        """Add the next of the valuer's placements to the candidates."""
        self.codes[self.n] = self.valuer.codes[self.n]
        self.points[self.n] = self.valuer.points[self.n]
        self.prior[self.n] = self.valuer.values[self.n]
        self.acts[self.n] = PLACING
        self.n += 1
        return 0

    def _try(self, which: int, seed: int) -> float:
        """Play a candidate and some rounds on one deal."""
        self._determinize(seed)
        self.table.used = 0
        if self._start(which) == 0:
            self.turns += 1
            return self._gained()
        rounds = self.rounds
        if self.pool_n <= self.late:
            rounds = self.late_rounds
        while rounds:
            while self.table.seat != self.seat:
                self.turns += 1
                if self._solvable():
                    if self.playing_on:
                        return self._play_on()
                    return self._gained() - self._outlook()
                if self.table._turn() == 0:
                    return self._gained()
            rounds -= 1
            if rounds and self._solvable() == 0:
                self.turns += 1
                if self.table._turn() == 0:
                    return self._gained()
            else:
                rounds = 0
        self.turns += 1
        if self.playing_on and self._solvable():
            return self._play_on()
        return self._gained() + self._outlook()

    def _play_on(self) -> float:
        """Play an ending out, each turn as the solver chooses; return what is gained in the end.

        A search that was cut short promises the seat to move more than it gets: 3.4 points with
        300 placements. What is scored in the end is closer to the exact value.
        """
        while self.table._turn():
            self.turns += 1
        return self._gained()

    def _start(self, which: int) -> int:
        """Play a candidate; return 0 when the game is over."""
        self.table.extra = 0
        if self.acts[which] == TRADING:
            return self._trade(which)
        points = self.points[which]
        self.position.best_code = self.codes[which]
        self.position.best_points = points
        if self.acts[which] == BEGINNING:
            if self.first[which] == bits.DREW_THREE:
                self.table._draw_three(self.seat)
            else:
                self.table._take(self.seat, self.first[which])
            points = self.table._choose_by_value(self.seat)
        return self.table._finish(self.seat, self.table.held[self.seat], points)

    def _trade(self, which: int) -> int:
        """Trade the tiles of a candidate: put aside, draw, and only then return (Q-TURN-3, A8)."""
        size = self.table.size[self.seat]
        if self.table.up_to_hand and size > self.table.hand_size:
            # S-TAKE-2, A14: after a take the hand is exactly six again.
            size = self.table.hand_size
        kept = self.table.size[self.seat]
        for kind in range(bits.KINDS):
            for _ in range(self.gives[which * bits.KINDS + kind]):
                self.table._drop(self.seat, kind)
                kept -= 1
        self.table._refill(self.seat, size)
        for kind in range(bits.KINDS):
            for _ in range(self.gives[which * bits.KINDS + kind]):
                if self.table.to_bottom:
                    at = (self.table.under_first + self.table.under_n) & hands.RING
                    self.table.under[at] = kind
                    self.table.under_n += 1
                else:
                    # Anywhere in the bag, which is drawn from in its order.
                    self.table._return(kind)
                    at = self.table.bag_first + self.position._below(self.table.bag_n)
                    last = self.table.bag_first + self.table.bag_n - 1
                    self.table.bag[last] = self.table.bag[at]
                    self.table.bag[at] = kind
        self.table.passes = 0
        self.table.idle += 1
        if self.table.idle >= self.table.idle_rounds * self.table.players:
            return 0
        if self.table.reasoning:
            self.table._expose(self.seat, 0, kept)
        self.table.seat = self.seat + 1 if self.seat + 1 < self.table.players else 0
        return 1

    def _solvable(self) -> int:
        """Return whether the rest of the trial can be left to the solver of endings."""
        if self.table.ending_nodes == 0 or self.table._pile():
            return 0
        self.table._inform(self.table.seat)
        return self.table._ends(self.table.seat)

    def _gained(self) -> float:
        """Return the gain over the others' average or, if winning counts, the gain in the lead.

        With two players both are the same. The lead is over the best of the others.
        """
        own = self.table.score[self.seat] - self.score[self.seat]
        others = 0
        before = -1
        after = -1
        for seat in range(self.table.players):
            if seat != self.seat:
                others += self.table.score[seat] - self.score[seat]
                before = max(before, self.score[seat])
                after = max(after, self.table.score[seat])
        if self.scale > 0.0:
            return own - (after - before)
        return own - others / (self.table.players - 1.0)

    def _outlook(self) -> float:
        """Return the value of the seat's next placement, or of trading or passing."""
        if self.table._choose_by_value(self.table.seat):
            return self.valuer.best_value
        if self.table.ending_nodes and self.table._ends(self.table.seat):
            return self.valuer.best_value
        return self._idle_value()

    def _idle_value(self) -> float:
        """Return the value of a turn without a placement: everything is traded if possible."""
        kept = 0 if self.table._pile() else self.valuer.size
        if kept == 0:
            for kind in range(bits.KINDS):
                self.valuer.own[kind] = 0
        at = self.valuer._look(kept)
        return self.valuer._weighted(at)

    def _swap(self, one: int, other: int) -> int:
        code = self.valuer.codes[one]
        points = self.valuer.points[one]
        worth = self.valuer.values[one]
        self.valuer.codes[one] = self.valuer.codes[other]
        self.valuer.points[one] = self.valuer.points[other]
        self.valuer.values[one] = self.valuer.values[other]
        self.valuer.codes[other] = code
        self.valuer.points[other] = points
        self.valuer.values[other] = worth
        return 0
