"""Thinking ahead: the unseen tiles dealt again and again, a few rounds played, a value at the end.

Like ``grid.py`` it serves both backends and works with numbers only. It sits at a table
(``playout.py``) as the seat whose turn it is, and uses nothing that this seat may not know: before
each trial the other hands and the bag are dealt again from all the tiles it cannot see.

A trial plays one candidate turn and then rounds of turns chosen by value. Trials with the same
number deal the same tiles to everybody, whichever candidate they try: the seat itself draws from
one end of the bag and the others from the other end, so what a candidate draws does not change what
the others get. Trials are worth the points the seat gains more than the others on average, and the
value of its last placement.

A candidate is a placement, a trade, a pass, or a tile taken or three drawn first: then the rest of
the turn is chosen by value on each deal.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.core import bits, hands, playout, value

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

SEATS = 4
PILE = 128
MOST = 64
# How often a tile is drawn for a hand before one is taken that hardly belongs there.
TRIES = 12
# Trials that the value of a candidate counts as, when the core itself chooses by trials.
PRIOR = 10.0
# The numbers of a table's state that are not in an array.
PLAIN = 16

# What a candidate does.
PLACING = 0
TRADING = 1
PASSING = 2
BEGINNING = 3


class Search:
    """Tries turns of the seat whose turn it is at a table."""

    def __init__(self, at_table: playout.Playout) -> None:
        """At this table; ``look`` must come before anything is tried."""
        self.table = at_table
        self.position = at_table.position
        self.valuer = at_table.valuer
        self.count = array("i", [0]) * (SEATS * bits.KINDS)
        self.held = array("Q", [0]) * SEATS
        self.size = array("i", [0]) * SEATS
        self.bag = array("i", [0]) * PILE
        self.under = array("i", [0]) * PILE
        self.score = array("i", [0]) * SEATS
        self.tokens = array("i", [0]) * SEATS
        self.actions = array("i", [0]) * (2 * SEATS)
        self.exposed = array("i", [0]) * (SEATS * bits.KINDS)
        self.plain = array("q", [0]) * PLAIN
        self.stars = array("B", [0]) * PILE
        self.pool = array("i", [0]) * PILE
        self.pool_n = 0
        self.specials = array("i", [0]) * PILE
        self.specials_n = 0
        self.seat = 0
        self.changes = 0
        self.policy = array("i", [0]) * SEATS
        self.rivals = playout.GREEDY_POLICY
        self.codes = array("Q", [0]) * MOST
        self.points = array("i", [0]) * MOST
        self.acts = array("i", [0]) * MOST
        self.first = array("i", [0]) * MOST
        self.gives = array("i", [0]) * (MOST * bits.KINDS)
        self.shown = array("i", [0]) * (SEATS * bits.KINDS)
        self.open_hands = 0
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
        self.rows = array("d", [0.0])
        self.targets = array("d", [0.0])
        self.marks = array("i", [0])
        self.rows_n = 0

    # The table as it is, saved and restored

    def _keep(self) -> int:
        """Remember everything of the table that a trial may change."""
        for which in range(SEATS * bits.KINDS):
            self.count[which] = self.table.count[which]
            self.exposed[which] = self.table.exposed[which]
        for which in range(SEATS):
            self.held[which] = self.table.held[which]
            self.size[which] = self.table.size[which]
            self.policy[which] = self.table.policy[which]
            self.score[which] = self.table.score[which]
            self.tokens[which] = self.table.tokens[which]
            self.actions[2 * which] = self.table.actions[2 * which]
            self.actions[2 * which + 1] = self.table.actions[2 * which + 1]
        for which in range(PILE):
            self.bag[which] = self.table.bag[which]
            self.under[which] = self.table.under[which]
        for which in range(self.table.stars_n):
            self.stars[which] = self.table.token[self.table.stars[which]]
        self.plain[0] = self.table.bag_first
        self.plain[1] = self.table.bag_n
        self.plain[2] = self.table.under_first
        self.plain[3] = self.table.under_n
        self.plain[4] = self.table.idle
        self.plain[5] = self.table.passes
        self.plain[6] = self.table.turns
        self.plain[7] = self.table.history_n
        self.plain[8] = self.table.drawn_n
        self.plain[9] = self.table.given_n
        self.plain[10] = self.table.used
        self.plain[11] = self.table.opening_tiles
        self.plain[12] = self.table.breadth
        self.plain[13] = self.table.ordered
        self.plain[14] = self.table.ending_nodes
        self.seat = self.table.seat
        self.changes = self.position.log_n
        return 0

    def _bring_back(self) -> int:
        """Let the table be as it was kept; only what never changes is left alone."""
        self._clear_trial()
        for which in range(SEATS * bits.KINDS):
            self.table.count[which] = self.count[which]
        for which in range(SEATS):
            self.table.held[which] = self.held[which]
            self.table.size[which] = self.size[which]
            self.table.policy[which] = self.policy[which]
        for which in range(PILE):
            self.table.bag[which] = self.bag[which]
            self.table.under[which] = self.under[which]
        self.table.bag_first = self.plain[0]
        self.table.bag_n = self.plain[1]
        self.table.under_first = self.plain[2]
        self.table.under_n = self.plain[3]
        self.table.turns = self.plain[6]
        self.table.history_n = self.plain[7]
        self.table.drawn_n = self.plain[8]
        self.table.given_n = self.plain[9]
        self.table.breadth = self.plain[12]
        self.table.ordered = self.plain[13]
        self.table.ending_nodes = self.plain[14]
        return 0

    def _clear_trial(self) -> int:
        """Bring back what a deal does not set itself."""
        self.position._unwind(self.changes)
        for which in range(SEATS):
            self.table.score[which] = self.score[which]
            self.table.tokens[which] = self.tokens[which]
            self.table.actions[2 * which] = self.actions[2 * which]
            self.table.actions[2 * which + 1] = self.actions[2 * which + 1]
        for which in range(SEATS * bits.KINDS):
            self.table.exposed[which] = self.exposed[which]
        for which in range(self.table.stars_n):
            self.table.token[self.table.stars[which]] = self.stars[which]
        self.table.idle = self.plain[4]
        self.table.passes = self.plain[5]
        self.table.used = self.plain[10]
        self.table.opening_tiles = self.plain[11]
        self.table.seat = self.seat
        return 0

    # Dealing what the seat cannot see

    def _gather(self) -> int:
        """Put together what the seat cannot see: tiles, and special tiles in the pile."""
        self.pool_n = 0
        for kind in range(bits.KINDS):
            left = bits.COPIES - self.position.laid[kind]
            left -= self.table.count[self.seat * bits.KINDS + kind]
            if self.open_hands:
                for seat in range(self.table.players):
                    left -= self.shown[seat * bits.KINDS + kind]
            for _ in range(left):
                self.pool[self.pool_n] = kind
                self.pool_n += 1
        self.specials_n = 0
        for which in range(self.table.bag_n):
            piece = self.table.bag[self.table.bag_first + which]
            if piece >= bits.KINDS:
                self.specials[self.specials_n] = piece
                self.specials_n += 1
        return self.pool_n

    def _deal(self, seed: int) -> int:
        """Deal the unseen tiles: the others' hands first, the rest is the bag in a fixed order."""
        self._clear_trial()
        self.position.rng = seed
        for which in range(self.pool_n):
            self.table.bag[which] = self.pool[which]
        which = self.pool_n
        while which > 1:
            other = self.position._below(which)
            which -= 1
            piece = self.table.bag[which]
            self.table.bag[which] = self.table.bag[other]
            self.table.bag[other] = piece
        first = 0
        for seat in range(self.table.players):
            for kind in range(bits.KINDS):
                self.table.count[seat * bits.KINDS + kind] = 0
            self.table.held[seat] = 0
            self.table.size[seat] = 0
            if seat == self.seat:
                for kind in range(bits.KINDS):
                    for _ in range(self.count[seat * bits.KINDS + kind]):
                        self.table._give(seat, kind)
            elif self.open_hands:
                for kind in range(bits.KINDS):
                    for _ in range(self.shown[seat * bits.KINDS + kind]):
                        self.table._give(seat, kind)
            else:
                slot = self.size[seat]
                while slot:
                    self._suppose(seat, slot, first)
                    self.table._give(seat, self.table.bag[first])
                    first += 1
                    slot -= 1
        self.table.bag_first = first
        self.table.bag_n = self.pool_n - first
        for special in range(self.specials_n):
            which = first + self.position._below(self.table.bag_n + 1)
            self.table._return(self.table.bag[which])
            self.table.bag[which] = self.specials[special]
        self.table.under_n = 0
        self.table.ordered = 1
        self.table.watcher = self.seat
        self.table.history_n = hands.HISTORY_ROOM
        self.table.drawn_n = hands.DRAWS_ROOM
        return 0

    def _suppose(self, seat: int, slot: int, first: int) -> int:
        """Bring a tile to the front of the bag that may be one of the last tiles a seat drew.

        It was drawn as one of the last ``slot``; kinds that the seat would have played do not reach
        back that far. After some tries anything goes.
        """
        for tried in range(TRIES):
            piece = self.table.bag[first]
            if self.exposed[seat * bits.KINDS + piece] >= slot:
                return tried
            other = first + self.position._below(self.pool_n - first)
            self.table.bag[first] = self.table.bag[other]
            self.table.bag[other] = piece
        return TRIES

    # Trials

    def _enter(self) -> int:
        """Let everybody choose as they do in trials."""
        self.table.breadth = self.narrow
        self.table.ending_nodes = self.trial_nodes
        for which in range(self.table.players):
            self.table.policy[which] = 2 if which == self.seat else self.rivals
        return 0

    def set_method(self, rounds: int, narrow: int, late: int, ending: int) -> None:
        """Say how trials are made.

        ``rounds`` rounds, with ``narrow`` placements weighed in each turn; to the end of the game
        when at most ``late`` tiles are unseen; ``ending`` placements are searched in endings.
        """
        if rounds < 1 or not 1 <= narrow <= MOST or late < 0 or ending < 0:
            raise ValueError("a trial has at least a round, and weighs at least a placement")
        self.rounds = rounds
        self.narrow = narrow
        self.late = late
        self.trial_nodes = ending

    def look(self, most: int, lead: float, scale: float) -> int:
        """Look at the table as the seat to move; the answer is how many candidates there are.

        With a scale a trial counts by how it changes the chance of winning: ``lead`` is what the
        seat is ahead by, and points far beyond the scale ahead or behind hardly count.
        """
        self.n = 0
        self.lead = lead
        self.scale = scale
        self.turns = 0
        if self.table.used and self.table.taken_cell >= 0:
            # M-TAKE-1c: what was taken does not go back to its spot.
            self.table._ban(self.table.taken_cell, self.table.taken_kind)
        if self.table._choose_by_value(self.table.seat):
            self._best_candidates(min(most, MOST))
        if self.table.banned >= 0:
            self.table._lift_ban()
        self._keep()
        self._gather()
        for which in range(self.n):
            self.live[which] = which
        self.live_n = self.n
        return self.n

    def show_hands(self, hands: Sequence[Sequence[int]]) -> None:
        """Let every deal give these hands to the others; without hands, they are dealt again.

        Call it before ``look``. The seat's own hand is not looked at.
        """
        self.open_hands = 1 if hands else 0
        for which in range(SEATS * bits.KINDS):
            self.shown[which] = 0
        for seat, hand in enumerate(hands):
            for tile in hand if seat != self.table.seat else ():
                self.shown[seat * bits.KINDS + tile] += 1

    def admit(self, cells: Sequence[int], kinds: Sequence[int], *, anywhere: bool = False) -> int:
        """Let the placement of these kinds on these cells be a candidate, after ``look``.

        The answer is its number, or -1 if the hand has no such placement or there is no room.
        ``anywhere``: only how the cells lie to each other counts, as on an empty table.
        """
        seat = self.table.seat
        wanted = sorted(zip(cells, kinds, strict=True))
        least = wanted[0][0]
        start = 0
        while start >= 0:
            start = self.position.listed(
                self.table.held[seat], start, self.table.opening_tiles, bool(self.table.on_centre)
            )
            for which in range(self.position.n):
                code = self.position.codes[which]
                points = self.position.worth[which]
                spelt = sorted(self.position.spell(code))
                by = spelt[0][0] - least if anywhere else 0
                if spelt == [(cell + by, kind) for cell, kind in wanted]:
                    return self._admit_placement(code, points)
        return -1

    def _admit_placement(self, code: int, points: int) -> int:
        for which in range(self.n):
            if self.acts[which] == PLACING and self.codes[which] == code:
                return which
        if self.n == MOST:
            return -1
        self.table._tell(self.table.seat)
        self.codes[self.n] = code
        self.points[self.n] = points
        self.prior[self.n] = self.valuer._worth(code, points)
        self.acts[self.n] = PLACING
        self.n += 1
        return self.n - 1

    def admit_trade(self, kinds: Sequence[int]) -> int:
        """Let a trade of these tiles of the hand be a candidate, or a pass if there are none."""
        if self.n == MOST:
            return -1
        which = self.n
        for kind in range(bits.KINDS):
            self.gives[which * bits.KINDS + kind] = 0
        for kind in kinds:
            self.gives[which * bits.KINDS + kind] += 1
        self._admit_act(TRADING if kinds else PASSING, 0)
        return which

    def admit_extra(self, first: int) -> int:
        """Let drawing three (1), or taking the tile on this cell, be a candidate."""
        if self.n == MOST:
            return -1
        self._admit_act(BEGINNING, first)
        return self.n - 1

    def _admit_act(self, act: int, first: int) -> int:
        self.codes[self.n] = 0
        self.points[self.n] = 0
        self.prior[self.n] = 0.0
        self.acts[self.n] = act
        self.first[self.n] = first
        self.n += 1
        return 0

    def weigh_takes(self, most: int) -> list[tuple[int, float]]:
        """The cells whose tiles allow most points if they are taken now, each with its value."""
        seat = self.table.seat
        cells = [self.table.taking.lying[which] for which in range(self.table.taking._find_all())]
        by_points = sorted(cells, key=lambda cell: (-self.table._weigh_take(seat, cell, 0), cell))
        return [(cell, self.table._weigh_take(seat, cell, 1)) for cell in by_points[:most]]

    def leave(self) -> None:
        """Let the table be as it was."""
        self._bring_back()

    def candidates(self) -> list[tuple[int, int, float]]:
        """The number of each candidate, its points, and its value in the unit of the trials."""
        return [
            (self.codes[which], self.points[which], self._useful(self.prior[which]))
            for which in range(self.n)
        ]

    def play(self, which: int) -> int:
        """Play a candidate at the table, for measuring; the answer is 0 when the game is over."""
        self._bring_back()
        self.position.best_code = self.codes[which]
        self.position.best_points = self.points[which]
        self.table.turns += 1
        return self.table._finish(self.seat, self.table.held[self.seat], self.points[which])

    def play_by_value(self) -> int:
        """Play a turn at the table without trials; the answer is 0 when the game is over."""
        return self.table._turn()

    def run(self, live: list[int], seed: int, first: int, deals: int) -> list[float]:
        """Try these candidates on this many deals; the answer is the sum for each of them."""
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

    def settle(self, seed: int, deals: int) -> int:
        """The candidate that does best in trials, after ``look``.

        All are tried on ``deals`` deals, the better half of them on twice as many more, and so on
        until one is left. A value counts as some trials. The table is left as it was.
        """
        if deals < 1 or self.n < 1:
            raise ValueError("there must be something to try, on at least one deal")
        self._settle_released(seed & bits.WORD, deals)
        return self.live[0]

    def _settle_released(self, seed: int, deals: int) -> int:
        with cython.nogil:
            return self._settle(seed, deals)

    def _settle(self, seed: int, deals: int) -> int:
        for which in range(self.n):
            self.total[which] = PRIOR * self._useful(self.prior[which])
        self.live_n = self.n
        first = 0
        while self.live_n > 1:
            self._run(seed, first, deals)
            first += deals
            deals += deals
            self._halve()
        self._bring_back()
        return 0

    def _halve(self) -> int:
        """Drop the worse half of the candidates; of equals the one that came first stays."""
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
        """What gaining this many points does for winning, in points when the game is even."""
        if self.scale <= 0.0:
            return gained
        ahead = min(max((self.lead + gained) / self.scale, -3.0), 3.0)
        # Close to the hyperbolic tangent, which it meets at three.
        square = ahead * ahead
        return self.scale * ahead * (27.0 + square) / (27.0 + 9.0 * square)

    def _best_candidates(self, most: int) -> int:
        """The candidates of highest value among what was just weighed."""
        self.n = 0
        while self.n < most and self.n < self.valuer.found:
            top = self.n
            for which in range(self.n + 1, self.valuer.found):
                if self.valuer.values[which] > self.valuer.values[top]:
                    top = which
            self._swap(self.n, top)
            self._admit()
        return self.n

    def _admit(self) -> int:
        """Let the next of the valuer's placements be a candidate."""
        self.codes[self.n] = self.valuer.codes[self.n]
        self.points[self.n] = self.valuer.points[self.n]
        self.prior[self.n] = self.valuer.values[self.n]
        self.acts[self.n] = PLACING
        self.n += 1
        return 0

    def _try(self, which: int, seed: int) -> float:
        """Play a candidate and some rounds on one deal."""
        self._deal(seed)
        self.table.used = 0
        if self._start(which) == 0:
            return self._gained()
        rounds = self.rounds
        if self.pool_n <= self.late:
            rounds = self.late_rounds
        while rounds:
            while self.table.seat != self.seat:
                if self._solvable():
                    return self._gained() - self._outlook()
                self.turns += 1
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
        return self._gained() + self._outlook()

    def _start(self, which: int) -> int:
        """Play a candidate; the answer is 0 when the game is over."""
        self.table.extra = 0
        if self.acts[which] == TRADING:
            return self._trade(which)
        points = self.points[which]
        self.position.best_code = self.codes[which]
        self.position.best_points = points
        if self.acts[which] == BEGINNING:
            if self.first[which] == playout.DREW_THREE:
                self.table._draw_three(self.seat)
            else:
                self.table._take(self.seat, self.first[which])
            points = self.table._choose_by_value(self.seat)
        return self.table._finish(self.seat, self.table.held[self.seat], points)

    def _trade(self, which: int) -> int:
        """Trade what a candidate gives: aside, draw, and only then back (Q-TURN-3, A8)."""
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
        """Whether the rest of the trial can be left to the solver of endings."""
        if self.table.ending_nodes == 0 or self.table._pile():
            return 0
        self.table._tell(self.table.seat)
        return self.table._ends(self.table.seat)

    def _gained(self) -> float:
        """What the seat gained more than the others on average, or if winning counts, in its lead.

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
        """The value of the seat's next placement, or of trading or passing if there is none."""
        if self.table._choose_by_value(self.table.seat):
            return self.valuer.best_value
        if self.table.ending_nodes and self.table._ends(self.table.seat):
            return self.valuer.best_value
        return self._idle_value()

    def _idle_value(self) -> float:
        """The value of a turn without a placement: all is traded if it can be."""
        kept = 0 if self.table._pile() else self.valuer.size
        if kept == 0:
            for kind in range(bits.KINDS):
                self.valuer.own[kind] = 0
        at = self.valuer._look(kept)
        return self.valuer._weighted(at)

    # Lessons: positions of games with candidates, and how the candidates turned out

    def make_room(self, rows: int) -> None:
        """Make room for this many lessons."""
        self.rows = array("d", [0.0]) * (rows * value.LENGTH)
        self.targets = array("d", [0.0]) * (2 * rows)
        self.marks = array("i", [0]) * (2 * rows)
        self.rows_n = 0

    def lessons(self) -> tuple[memoryview, memoryview, memoryview, int]:
        """Features, targets, and for each lesson the tiles in the bag and the turn it is of."""
        return (
            memoryview(self.rows),
            memoryview(self.targets),
            memoryview(self.marks),
            self.rows_n,
        )

    def learn(
        self, seed: int, deals: int, rounds: int, *, one_in: int, narrow: int, wander: int
    ) -> int:
        """Play a game dealt at the table; before one turn in ``one_in``, try out candidates.

        One placement in ``wander`` is any of the candidates instead of the best.
        """
        self.rounds = rounds
        self.narrow = narrow
        return self._released(seed & bits.WORD, deals, one_in, wander)

    def _released(self, seed: int, deals: int, one_in: int, wander: int) -> int:
        with cython.nogil:
            return self._learn(seed, deals, one_in, wander)

    def _learn(self, seed: int, deals: int, one_in: int, wander: int) -> int:
        chance = seed
        going = 1
        while going:
            self.position.rng = chance
            chance = self.position._random()
            if self.table.extras_on:
                self.table.extra = 0
                self.table._begin(self.table.seat)
            points = self.table._choose_by_value(self.table.seat)
            asked = self.position._below(one_in) == 0
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
                    self._lesson(chance, deals)
                self.position.best_code = code
                self.position.best_points = points
            self.position.rng = chance
            self.table.turns += 1
            going = self.table._finish(self.table.seat, self.table.held[self.table.seat], points)
        return self.rows_n

    def _candidates(self) -> int:
        """Candidates from what was just weighed: most of them the best, some any of the others."""
        self.n = 0
        best = MOST >> 3
        while self.n < best and self.n < self.valuer.found:
            top = self.n
            for which in range(self.n + 1, self.valuer.found):
                if self.valuer.values[which] > self.valuer.values[top]:
                    top = which
            if self.n >= 6:
                top = self.n + self.position._below(self.valuer.found - self.n)
            self._swap(self.n, top)
            self._admit()
        return self.n

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

    def _lesson(self, seed: int, deals: int) -> int:
        self._keep()
        self._gather()
        for which in range(self.n):
            at = self.valuer._after(self.codes[which])
            row = (self.rows_n + which) * value.FEATURES_N
            for feature in range(value.FEATURES_N):
                self.rows[row + feature] = self.valuer.features[feature]
            self.marks[2 * (self.rows_n + which)] = at // value.SIZE
            self.marks[2 * (self.rows_n + which) + 1] = self.table.turns
        self._enter()
        for which in range(self.n):
            for half in range(2):
                total = 0.0
                for deal in range(half * deals, half * deals + deals):
                    total += self._try(which, seed + deal * bits.GOLDEN)
                at = 2 * (self.rows_n + which) + half
                self.targets[at] = total / deals - self.points[which]
        self._bring_back()
        self.rows_n += self.n
        return 0
