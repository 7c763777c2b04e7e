"""The end of a game of two, solved: with an empty bag each knows what the other holds.

Like ``board.py`` it serves both backends and works with numbers only. It searches the turns of both
on the position itself and leaves it as it was. It knows no tokens and no action tiles: where
somebody may still take a tile or draw three, its answers mean nothing, and it must not be asked.

The rules it plays by: a player who can place must place, and passes otherwise (A1); a pass by each
in a row ends the game (A2); running out of tiles ends it immediately and earns the bonus (Q-END-2,
Q-SCORE-4). The value of a state is what the seat to move will still score, less what the other one
will.

The search is alpha-beta, the first line of play with an open window, all others with an empty one.
A few shallow searches come first, then one to the end of the game. Where a shallow one ends, both
play on greedily: that is a guess, and whatever rests on none is proven. Values are kept in a table
of states met, proven ones as such. When the root rests on no guess its value is exact; when the
budget is spent before that, or the time is up, the best turn found so far is the answer. The time
is a safety net for slow machines and large budgets: as long as it lasts, the budget alone decides.

With ``widening``, searches to the end of the game take the place of the shallow ones: each tries a
few turns of each state, those that rank highest, and the next one twice as many. Omitting turns is
a guess too. A small budget gets much closer to the value this way, and a proof takes no longer.

A seat that is known to play greedily (``greedy``) chooses only among the placements with the most
points: the best answer to that is worth more than the best answer to the best play, and takes far
less to find. Searches that are not to the end then leave out turns, and prove nothing by that.

Most states near the end need no search. A player with one tile left who can place it must, and is
out; so a placement that leaves them a good spot is worth no more than its points less theirs.
"""

# The search passes its state on as arguments.
# ruff: noqa: PLR0917

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, clock, grid
from qwirkle.engine.placement import spots as spots_on
from qwirkle.engine.placement import states as states_met

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

# More than any game can still bring.
INFINITE = 16000
# Turns in a row: every tile of the box on its own, with a pass after each.
PLIES = 2 * bits.BOX + 2
# The placements listed at all depths of a line of play together.
LIST_ROOM = 1 << 16
# How many states are remembered by default; each takes 32 bytes.
STATES_KEPT = 1 << 17
# Depths: of what is proven, of a search to the end, and the last one that makes guesses. Three
# suffice to order the turns, more cost more than they save; with five tiles or fewer in the hands
# none is worth its time, and every further tile makes one more worth it.
PROVEN = 255
ALL = 254
GUESSED = 3
FEW_TILES = 4
# Against a greedy seat shallow searches are narrow instead: after the first one only the best so
# far are searched again, and deeper down a few turns of each hand. So a small budget sees three
# turns ahead, and not only one.
GUESSED_WITH_GREEDY = 5
BEST_AGAIN = 12
FEW_TURNS = 6
# Searches that widen: the turns that the first one tries in each state, the depth that stands for
# it, and the distance to that of the next one, which is more than any game has turns left. At the
# root there are more turns. With this few tiles in the hands everything is tried.
FIRST_WIDTH = 3
WIDEST = 24
FIRST_WIDE = 40
WIDER = 50
WIDTHS_AT_ROOT = 3
NEVER_WIDENED = 4
# Placements that were good enough elsewhere, by a part of their mixed numbers.
HABITS = 1024
# For this many turns the best of the rest comes next, at the root and elsewhere; when all of these
# were not good enough the order hardly matters.
SORTED_FIRST = 200
SORTED = 10
# Seconds that a search may take by default; placements between checks of the clock.
LONGEST = 60.0
LOOK = 256
# What distinguishes states with the same tiles: whose turn it is, and whether the other passed.
PASSED = bits.MIX_1
OTHER_SEAT = bits.MIX_2


def _count(code: int) -> int:
    """Return how many tiles a placement has."""
    return 1 + ((code >> 53) & 7) + ((code >> 56) & 7)


class Endgame:
    """A solver for endings of two players, on a position that it restores afterwards."""

    def __init__(self, position: grid.Grid, states: int = STATES_KEPT) -> None:
        """Solve on this position, remembering up to ``states`` states: a power of two."""
        self.position = position
        self.going_out = 6
        self.greedy = -1
        self.widening = 0
        self.width = 0
        self.count = array("i", [0]) * (2 * bits.KINDS)
        self.held = array("Q", [0]) * 2
        self.size = array("i", [0]) * 2
        self.codes = array("Q", [0]) * LIST_ROOM
        self.worth = array("i", [0]) * LIST_ROOM
        self.rank = array("i", [0]) * LIST_ROOM
        self.states = states_met.States(states)
        self.spots = spots_on.Spots(position)
        self.habit = array("i", [0]) * (2 * HABITS)
        self.refuted = array("Q", [0]) * (2 * PLIES)
        self.line = array("Q", [0]) * (PLIES * PLIES)
        self.line_n = array("i", [0]) * PLIES
        self.played = array("Q", [0]) * PLIES
        self.hint = 0
        self.spent = 0
        self.budget = 0
        self.seconds = LONGEST
        self.deadline = 0.0
        self.pause_at = 0
        self.guesses = 0
        self.stopped = 0
        self.found = 0
        self.best_code = 0
        self.best_value = 0
        self.exact = 0
        self.depth = 0

    # From outside

    def set_up(self, hands: Sequence[Sequence[int]], going_out: int = 6) -> None:
        """Set these two hands, and the bonus for going out."""
        if len(hands) != 2 or any(not 0 <= tile < bits.KINDS for hand in hands for tile in hand):
            raise ValueError("there must be two hands of tiles 0 to 35")
        if sum(len(hand) for hand in hands) > bits.BOX or not 0 <= going_out < 1000:
            raise ValueError("no more tiles than the box holds, and a bonus below 1000")
        self._clear()
        self.going_out = going_out
        for seat, hand in enumerate(hands):
            for tile in hand:
                self._give(seat, tile)

    def solve(
        self, seat: int, passes: int = 0, budget: int = 1 << 62, seconds: float = LONGEST
    ) -> tuple[int, int, bool]:
        """Return the best placement or 0 for a pass, its value, and whether that is proven.

        ``passes`` is how many passes in a row there were, ``budget`` how many placements may be
        tried, and ``seconds`` how long that may take. The answer is legal whatever the limits: then
        it is the best turn found in time.
        """
        if seat not in {0, 1} or passes not in {0, 1}:
            raise ValueError("the seat and the passes so far are 0 or 1")
        if self.position.tiles == 0 or not self.size[0] or not self.size[1]:
            raise ValueError("an ending has tiles on the table and in both hands")
        if self.position.log_n + self.size[0] + self.size[1] > bits.LOG_ROOM:
            raise ValueError("too many changes to remember")
        self.seconds = seconds
        # Others that list here may need more room than these hands.
        limit = self.position.limit
        larger = bits.popcount(self.held[1]) > bits.popcount(self.held[0])
        self.position.reserve(self.held[1 if larger else 0])
        self._released(seat, passes, budget)
        self.position.limit = min(limit, self.position.limit)
        return self.best_code, self.best_value, bool(self.exact)

    def best_line(self) -> list[int]:
        """Return the turns both make from here if neither errs, 0 for a pass, as far as known."""
        return [self.line[which] for which in range(self.line_n[0])]

    def _released(self, seat: int, passes: int, budget: int) -> int:
        """Solve while other threads of the interpreter run."""
        with cython.nogil:
            return self._solve(seat, passes, budget)

    # Hands

    def _clear(self) -> int:
        for which in range(2 * bits.KINDS):
            self.count[which] = 0
        for seat in range(2):
            self.held[seat] = 0
            self.size[seat] = 0
        return 0

    def _give(self, seat: int, kind: int) -> int:
        self.count[seat * bits.KINDS + kind] += 1
        self.held[seat] |= bits.ONE << kind
        self.size[seat] += 1
        return 0

    def _drop(self, seat: int, kind: int) -> int:
        self.count[seat * bits.KINDS + kind] -= 1
        if self.count[seat * bits.KINDS + kind] == 0:
            self.held[seat] ^= bits.ONE << kind
        self.size[seat] -= 1
        return 0

    def _put_down(self, seat: int, code: int, state: int) -> int:
        """Place these tiles of a hand; return the number of the state that arises."""
        count = self.position._spell(code)
        for which in range(count):
            cell = self.position.cells[which]
            kind = self.position.kinds[which]
            self.position._place(cell, kind)
            self._drop(seat, kind)
            # Sums, so that the order of placing does not matter.
            state += states_met._mix(cell * 64 + kind + 128) + states_met._mix(seat * 64 + kind + 1)
        return state & bits.WORD

    def _pick_up(self, seat: int, code: int) -> int:
        """Undo ``_put_down``."""
        for which in range(_count(code)):
            self.position._undo()
            self._give(seat, (code >> (6 * which)) & 63)
        return 0

    # The search

    def _solve(self, seat: int, passes: int, budget: int) -> int:
        """Solve for the hands given; return the value, and set ``best_code`` and ``exact``.

        The position has tiles and room for both hands in its list and its log; no hand is empty.
        """
        state = self.states._begin()
        for which in range(2 * HABITS):
            self.habit[which] = 0
        for which in range(2 * PLIES):
            self.refuted[which] = 0
        self.spent = 0
        self.budget = budget
        self.deadline = clock.now() + self.seconds
        self.pause_at = min(budget, LOOK)
        self.stopped = 0
        self.exact = 0
        self.best_code = 0
        self.best_value = 0
        self.line_n[0] = 0
        self.found = 0
        self.guesses = 0
        choice = 0
        if self.size[seat] > 1 and self.position._can_place(self.held[seat]):
            choice = 1
            self._list(0, seat, 0, -INFINITE)
            # A legal answer, whatever the budget.
            self._bring_forward(0)
            self.best_code = self.codes[0]
            self.best_value = self.worth[0]
            self.line_n[1] = 0
            self._follow(0, self.best_code)
        # More placements than there is room for: then nothing can be proven.
        unseen = self.guesses
        self.depth = 0
        while self.exact == 0 and self.stopped == 0 and self.depth < ALL:
            self.depth = self._deeper()
            self.guesses = unseen
            if choice:
                self._search_root(seat, state)
            else:
                value = self._search(0, self.depth, seat, passes, -INFINITE, INFINITE, state)
                self.best_code = self.line[0]
                if self.stopped == 0:
                    self.best_value = value
            if self.stopped == 0 and self.guesses == 0:
                self.exact = 1
        self.found = 0
        return self.best_value

    def _deeper(self) -> int:
        """Return the depth of the next search.

        A guess lets a greedy seat make its next turn anyway, so depths that add only that turn are
        skipped.
        """
        tiles = self.size[0] + self.size[1]
        if self.widening and self.greedy < 0:
            return self._wider(tiles)
        self.width = 0
        last = GUESSED if self.greedy < 0 else GUESSED_WITH_GREEDY
        if self.depth >= min(last, max(0, tiles - FEW_TILES) // 2):
            return ALL
        return self.depth + (1 if self.depth == 0 or self.greedy < 0 else 2)

    def _wider(self, tiles: int) -> int:
        """Return the same for a search that widens: a turn ahead, then to the end, ever wider."""
        if self.depth == 0:
            self.width = 0
            return 1
        self.width = 2 * self.width if self.width else FIRST_WIDTH
        if tiles <= NEVER_WIDENED or self.width > WIDEST:
            self.width = 0
            return ALL
        return FIRST_WIDE if self.depth == 1 else self.depth + WIDER

    def _search_root(self, seat: int, state: int) -> int:
        """Search the listed turns; the value of each is its rank the next time."""
        floor = -INFINITE
        last = self.found
        if self.depth > 1 and self._narrow(self.depth, seat) and last > BEST_AGAIN:
            last = BEST_AGAIN
            self.guesses += 1
        if self.width and last > WIDTHS_AT_ROOT * self.width:
            last = WIDTHS_AT_ROOT * self.width
            self.guesses += 1
        for turn in range(last):
            if turn < SORTED_FIRST:
                self._bring_forward(turn)
            code = self.codes[turn]
            value = self._try(0, self.depth, seat, turn, floor, INFINITE, turn == 0, state)
            if self.stopped:
                break
            self.rank[turn] = value
            if value > floor:
                floor = value
                self._follow(0, code)
                self.best_code = code
                self.best_value = value
        if self.stopped == 0:
            # Among equals the one found first stays in front; turns left out keep their rank.
            for turn in range(last):
                self.rank[turn] = 2 * self.rank[turn] + (self.codes[turn] == self.best_code)
        return 0

    def _narrow(self, depth: int, seat: int) -> int:
        """Return whether turns of this seat are left out: never in a search to the end."""
        return 1 if self.greedy == 1 - seat and depth <= GUESSED_WITH_GREEDY else 0

    def _try(
        self,
        ply: int,
        depth: int,
        seat: int,
        turn: int,
        floor: int,
        beta: int,
        first: int,
        state: int,
    ) -> int:
        """Return the value of a listed turn if it is between the limits, else a bound of it."""
        code = self.codes[turn]
        points = self.worth[turn]
        if _count(code) == self.size[seat]:
            # Q-END-2, Q-SCORE-4
            self.line_n[ply + 1] = 0
            return points + self.going_out
        if self.spent >= self.pause_at and self._is_over():
            self.stopped = 1
            return 0
        self.spent += 1
        state = self._put_down(seat, code, state)
        low = points - beta
        high = points - floor
        value = floor
        if first == 0:
            # Whether it is better at all is cheaper to find than how much better.
            value = points - self._search(ply + 1, depth - 1, 1 - seat, 0, high - 1, high, state)
        if first or (floor < value < beta and self.stopped == 0):
            value = points - self._search(ply + 1, depth - 1, 1 - seat, 0, low, high, state)
        self._pick_up(seat, code)
        return value

    def _is_over(self) -> int:
        """Return whether the budget is spent or the time is up; the clock is checked rarely."""
        if self.spent >= self.budget or clock.now() >= self.deadline:
            return 1
        self.pause_at = min(self.budget, self.spent + LOOK)
        return 0

    def _search(
        self, ply: int, depth: int, seat: int, passes: int, alpha: int, beta: int, state: int
    ) -> int:
        """Return the value for the seat to move if it is between the limits, else a bound of it."""
        self.line_n[ply] = 0
        if self.size[seat] == 1:
            # A player with one tile who can place it must, and is out.
            if self.spots._lone(self.held[seat]):
                self.line[ply * PLIES] = self.position.best_code
                self.line_n[ply] = 1
                return self.position.best_points + self.going_out
            return self._pass(ply, depth, seat, passes, alpha, beta, state)
        if self.position._can_place(self.held[seat]) == 0:
            return self._pass(ply, depth, seat, passes, alpha, beta, state)
        if depth == 0:
            self.guesses += 1
            return self._guess(seat)
        here = state ^ (PASSED if passes else 0) ^ (OTHER_SEAT if seat else 0)
        if self._settled(here, depth, alpha, beta):
            return self.states.value
        start = self.found
        guesses = self.guesses
        best = self._list(ply, seat, self.hint, alpha)
        if best == -INFINITE and self.found == start:
            # No room for a single one: that was counted as a guess already.
            return self._guess(seat)
        floor = alpha
        best_code = 0
        last = self.found
        if last - start > FEW_TURNS and self._narrow(depth, seat):
            last = start + FEW_TURNS
            self.guesses += 1
        if self.width and last - start > self.width:
            last = start + self.width
            self.guesses += 1
        for turn in range(start, last):
            if turn - start < SORTED or self.width:
                self._bring_forward(turn)
            code = self.codes[turn]
            value = self._try(ply, depth, seat, turn, floor, beta, turn == start, state)
            if self.stopped:
                break
            if value > best:
                best = value
                best_code = code
                if value > floor:
                    floor = value
                    if value >= beta:
                        self._like(ply, seat, code)
                        break
                    self._follow(ply, code)
        self.found = start
        if self.stopped:
            return 0
        kind = states_met.JUST
        if best >= beta:
            kind = states_met.AT_LEAST
        elif best <= alpha:
            kind = states_met.AT_MOST
        deep = PROVEN if self.guesses == guesses else depth
        self.states._remember(here, self.size[0] + self.size[1], best_code, best, kind, deep)
        return best

    def _pass(
        self, ply: int, depth: int, seat: int, passes: int, alpha: int, beta: int, state: int
    ) -> int:
        """Pass, as nothing can be placed (A1); it costs no depth, as there is no choice."""
        value = 0
        self.line_n[ply + 1] = 0
        if passes == 0:
            value = -self._search(ply + 1, depth, 1 - seat, 1, -beta, -alpha, state)
        self._follow(ply, 0)
        return value

    def _guess(self, seat: int) -> int:
        """Play greedily to the end for both sides; return the value."""
        turns = 0
        value = 0
        passes = 0
        sign = 1
        while passes < 2:
            self.played[turns] = 0
            points = self.position._best(self.held[seat])
            if points:
                passes = 0
                self.played[turns] = self.position.best_code
                self._put_down(seat, self.position.best_code, 0)
                self.spent += 1
                value += sign * points
                if self.size[seat] == 0:
                    value += sign * self.going_out
                    passes = 2
            else:
                passes += 1
            turns += 1
            seat = 1 - seat
            sign = -sign
        while turns:
            turns -= 1
            seat = 1 - seat
            if self.played[turns]:
                self._pick_up(seat, self.played[turns])
        return value

    # Turns in a good order

    def _list(self, ply: int, seat: int, first_code: int, alpha: int) -> int:
        """Put the placements on the list of this depth, each with a rank.

        Leave out what cannot be worth more than ``alpha``; return what it may be worth.
        """
        hopeless = -INFINITE
        if seat == self.greedy:
            return self._list_greedy(seat)
        lone = 0
        if self.size[1 - seat] == 1:
            lone = self.spots._note(self.held[1 - seat])
        start = 0
        while start >= 0:
            start = self.position._list_part(self.held[seat], start, 0, 0)
            for which in range(self.position.n):
                code = self.position.codes[which]
                points = self.position.worth[which]
                count = _count(code)
                rank = 8 * points + 24 * count
                if count == self.size[seat]:
                    rank += 8 * self.going_out
                elif lone:
                    reply = self.spots._sure(code)
                    if reply and points - reply - self.going_out <= alpha:
                        # The other player is out immediately, with at least this many points.
                        hopeless = max(hopeless, points - reply - self.going_out)
                        continue
                if self.found >= LIST_ROOM:
                    # Turns that were never tried prove nothing.
                    self.guesses += 1
                    return hopeless
                if code == first_code:
                    rank += 1 << 24
                elif code == self.refuted[2 * ply] or code == self.refuted[2 * ply + 1]:
                    rank += 40
                rank += self.habit[self._habit(seat, code)] >> 4
                self.codes[self.found] = code
                self.worth[self.found] = points
                self.rank[self.found] = rank
                self.found += 1
        return hopeless

    def _list_greedy(self, seat: int) -> int:
        """List only the placements with the most points; among equals the worst for the other."""
        most = 0
        first = self.found
        start = 0
        while start >= 0:
            start = self.position._list_part(self.held[seat], start, 0, 0)
            for which in range(self.position.n):
                points = self.position.worth[which]
                if points > most:
                    most = points
                    self.found = first
                if points == most:
                    if self.found >= LIST_ROOM:
                        self.guesses += 1
                        return -INFINITE
                    code = self.position.codes[which]
                    self.codes[self.found] = code
                    self.worth[self.found] = points
                    self.rank[self.found] = _count(code)
                    self.found += 1
        return -INFINITE

    def _bring_forward(self, turn: int) -> int:
        """Swap the best of the placements from this one on into its place."""
        best = turn
        for which in range(turn + 1, self.found):
            if self.rank[which] > self.rank[best]:
                best = which
        if best != turn:
            self.codes[turn], self.codes[best] = self.codes[best], self.codes[turn]
            self.worth[turn], self.worth[best] = self.worth[best], self.worth[turn]
            self.rank[turn], self.rank[best] = self.rank[best], self.rank[turn]
        return 0

    def _habit(self, seat: int, code: int) -> int:
        return seat * HABITS + (((code * bits.GOLDEN) & bits.WORD) >> 54)

    def _like(self, ply: int, seat: int, code: int) -> int:
        """Remember a placement that was good enough, to try it early elsewhere too."""
        if self.refuted[2 * ply] != code:
            self.refuted[2 * ply + 1] = self.refuted[2 * ply]
            self.refuted[2 * ply] = code
        which = self._habit(seat, code)
        self.habit[which] += (4096 - self.habit[which]) >> 4
        return 0

    def _follow(self, ply: int, code: int) -> int:
        """Make this turn, and what follows it, the line of play from here."""
        here = ply * PLIES
        count = self.line_n[ply + 1]
        self.line[here] = code
        for which in range(count):
            self.line[here + 1 + which] = self.line[here + PLIES + which]
        self.line_n[ply] = count + 1
        return 0

    def _settled(self, state: int, depth: int, alpha: int, beta: int) -> int:
        """Return whether the value found earlier decides; ``hint`` is the turn that was best."""
        self.hint = 0
        if self.states._recall(state) == 0:
            return 0
        self.hint = self.states.code
        # Where the window is open the line of play is wanted too.
        if self.states.depth < depth or beta - alpha > 1:
            return 0
        wanted = states_met.AT_LEAST if self.states.value >= beta else states_met.AT_MOST
        if self.states.kind & wanted == 0:
            return 0
        if self.states.depth != PROVEN:
            self.guesses += 1
        return 1
