"""One game exactly as the library deals and plays it, one act at a time, without states or views.

A playout (``playout.py``) deals in its own way, and its seats choose quickly. Here the pile has the
order of the specified dealer, the hands keep the order in which they were drawn, and greedy and
random seats draw the same lots as the bots of ``qwirkle.players``. So the same seed is the same
game, tile for tile; the tests compare it with ``decide`` and the bots. Like ``board.py`` this
serves both backends, works with numbers only, and knows no game by name.

An act is a placement, a trade, a pass, or an act that may come first in a turn: taking a tile from
the table or drawing three. It is first chosen, into the fields below, and then done.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.episodes import columns, ranking, shuffle, state_columns
from qwirkle.engine.placement import bits, grid, hands

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

MATCH = array("Q", bits.MATCHING)
# A hand in its order, and the tiles put aside.
ORDER_ROOM = 128


RUNNING = 0
WENT_OUT = 1
ALL_PASSED = 2
NO_PROGRESS = 3

UNKNOWN = -1

# What the head of a record in the log says: whether it was a take, which tile, and where.
PLACED = (1 << 26) | (63 << 16) | 0xFFFF


class Game(hands.Hands):
    """A game with an ordered pile and ordered hands."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """Make a game on this position; several games of one thread can share the candidates."""
        super().__init__(position)
        self.candidates = candidates
        self.dealer = shuffle.Shuffle()
        self.order = array("i", [0]) * (bits.SEATS * ORDER_ROOM)
        self.specials = array("i", [0]) * hands.MOST_SPECIALS
        self.specials_n = 0
        self.tied = array("i", [0]) * bits.SEATS
        self.left_over = array("i", [0]) * ORDER_ROOM
        self.elsewhere = array("i", [0]) * bits.KINDS
        self.placed_cells = array("i", [0]) * bits.HAND
        self.placed_kinds = array("i", [0]) * bits.HAND
        self.placed_n = 0
        self.act = columns.PASS
        self.code = 0
        self.points = 0
        self.cell = 0
        self.aside_n = 0
        self.ending = RUNNING
        self.too_many = 0
        # A bit for each cell, so that they come out in order.
        self.anchors = array("Q", [0]) * (bits.CELLS // 64)
        # The last turn, as everybody saw it, and what came first in the turn under way.
        self.recent = array("i", [0]) * bits.HAND
        self.recent_n = 0
        self.last = array("i", [0]) * 6
        self.took = 0
        self.drew = 0

    # For Python

    def set_specials(self, specials: Sequence[int]) -> None:
        """Set the special tiles, in the order of the edition: 0 takes, 1 draws."""
        if len(specials) > hands.MOST_SPECIALS or any(kind not in (0, 1) for kind in specials):
            raise ValueError("the pile has no room for that many special tiles")
        for which, kind in enumerate(specials):
            self.specials[which] = kind
        self.specials_n = len(specials)

    def begin(self, key: bytes, chances: Sequence[int]) -> None:
        """Deal from a dealer's key; each seat draws its lots from its own state on."""
        self.dealer.set_key(key)
        for seat, state in enumerate(chances):
            self.dealer.set_chance(seat, state)
        self.make_room_for_deals()
        self._begin_game()

    def play(self) -> bool:
        """Play one act of the seat to move by its policy; False if it has too many choices."""
        if self.ending:
            raise ValueError("the game is over")
        with cython.nogil:
            self._play()
        return not self.too_many

    def play_to_end(self) -> bool:
        """Play to the end, all seats by their policies; False if a seat had too many choices.

        Other threads of the interpreter run meanwhile.
        """
        with cython.nogil:
            while self.ending == RUNNING and self.too_many == 0:
                self._play()
        return not self.too_many

    def last_act(self) -> tuple[int, list[tuple[int, int]], list[int], int]:
        """Return the last act: its kind, the cells and tiles placed, tiles traded, cell taken."""
        placed = [(self.placed_cells[i], self.placed_kinds[i]) for i in range(self.placed_n)]
        traded = [self.aside[i] for i in range(self.aside_n)]
        return self.act, placed, traded, self.cell

    def tiles_in_order(self, seat: int) -> list[int]:
        """Return a hand in the order in which it was drawn."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        return [self.order[seat * ORDER_ROOM + which] for which in range(self.size[seat])]

    def tiles_on_table(self) -> list[tuple[int, int]]:
        """Return the cells with tiles, and their tiles."""
        cells = [self.taking.lying[which] for which in range(self.taking._gather())]
        return [(cell, self.position.tile_on(cell)) for cell in cells]

    def pile(self) -> list[int]:
        """Return the pile, the next piece first; 36 and 37 are the two kinds of special tile."""
        return [self.bag[self.bag_first + which] for which in range(self.bag_n)]

    def taken(self) -> tuple[int, int] | None:
        """Return the cell and the kind of the tile taken in this turn."""
        return None if self.taken_cell < 0 else (self.taken_cell, self.taken_kind)

    # The deal

    def _begin_game(self) -> int:
        """Shuffle, lay, deal, find the starter (Q-START-1 to 3, A18, A27)."""
        self.position._wipe()
        self._clear()
        self.taken_cell = -1
        self.ending = RUNNING
        self.too_many = 0
        self._forget_last()
        mixed = 0 if self.at_start else self.specials_n
        for kind in range(bits.KINDS):
            for _ in range(self.position.copies):
                self._return(kind)
        if self.black_n == 0:
            self._mix_specials(mixed)
        self.dealer._begin(shuffle.BAG, 0)
        self.dealer._shuffle(self.bag, 0, self.bag_n)
        for which in range(self.black_n):
            self.position._place(self.black[which], self.bag[which])
        self.bag_first += self.black_n
        self.bag_n -= self.black_n
        if self.black_n and mixed:
            self._mix_specials(mixed)
            self.dealer._begin(shuffle.SPECIALS, 0)
            self.dealer._shuffle(self.bag, self.bag_first, self.bag_n)
        for which in range(self.stars_n):
            self.token[self.stars[which]] = 1
        if self.at_start:
            for which in range(self.specials_n):
                self._give_action(self.specials[which])
        return self._deal_hands()

    def _mix_specials(self, count: int) -> int:
        for which in range(count):
            self._return(bits.KINDS + self.specials[which])
        return 0

    def _deal_hands(self) -> int:
        largest = 0
        tied = 0
        for seat in range(self.players):
            self._draw_tiles(seat, self.hand_size)
            size = grid._largest_set(self.held[seat])
            if size > largest:
                largest = size
                tied = 0
            if size == largest:
                self.tied[tied] = seat
                tied += 1
        self.dealer._begin(shuffle.STARTER, 0)
        self.dealer._shuffle(self.tied, 0, tied)
        self.seat = self.tied[0]
        self.opening_tiles = min(largest, self.position.longest) if self.whole_set else 0
        return 0

    def _draw_tiles(self, seat: int, count: int) -> int:
        """Draw while the pile lasts; a special tile is shown and replaced (M-DRAW-1)."""
        while count > 0 and self.bag_n:
            piece = self.bag[self.bag_first]
            self.bag_first += 1
            self.bag_n -= 1
            if piece < bits.KINDS:
                self.order[seat * ORDER_ROOM + self.size[seat]] = piece
                self._give(seat, piece)
                count -= 1
            else:
                self._give_action(piece - bits.KINDS)
        return 0

    def _lose(self, seat: int, kind: int) -> int:
        """Remove the first tile of a kind from a hand; the others keep their order."""
        shuffle._take_out(self.order, seat * ORDER_ROOM, self.size[seat], kind)
        return self._drop(seat, kind)

    # Choosing by a policy

    def _play(self) -> int:
        if self.policy[self.seat] == bits.RANDOM_POLICY:
            self._choose_randomly(self.seat)
        else:
            self._choose_greedily(self.seat)
        return 0 if self.too_many else self._do()

    def _takes(self, seat: int) -> int:
        """Return how many tiles a seat may take as its turn begins; not the last one (A19, A25)."""
        if self.used or self.position.tiles < 2:
            return 0
        return self.tokens[seat] if self.by_token else self.actions[2 * seat]

    def _can_draw_three(self, seat: int) -> int:
        return 1 if self.used == 0 and self.actions[2 * seat + 1] and self.bag_n else 0

    def _choose_extra(self, seat: int) -> int:
        """Choose to draw three or to take a tile, if that clearly pays; return whether."""
        if self.bag_n >= 3 and self._can_draw_three(seat):
            self.act = columns.DRAW_THREE
            return 1
        if self._takes(seat):
            self.cell = self._worth_taking(seat)
            if self.cell >= 0:
                self.act = columns.TAKE
                return 1
        return 0

    def _choose_greedily(self, seat: int) -> int:
        if self._choose_extra(seat):
            return 0
        if self._gather(seat, 1):
            return self._choose_placement(seat)
        if self.too_many:
            return 0
        return self._choose_trade(seat, min(self.size[seat], self.bag_n))

    def _choose_randomly(self, seat: int) -> int:
        if self._takes(seat) or self._can_draw_three(seat):
            count = self._takeable(seat)
            options = count + self._can_draw_three(seat)
            if options and self.dealer._lot(seat, bits.ONE_IN) == 0:
                which = self.dealer._lot(seat, options)
                self.act = columns.DRAW_THREE
                if which < count:
                    self.act = columns.TAKE
                    self.cell = self._nth_taken(which, count)
                return 0
        if self._gather(seat, 0):
            return self._choose_placement(seat)
        if self.too_many:
            return 0
        most = min(self.size[seat], self.bag_n, self.most_traded)
        if most:
            most = 1 + self.dealer._lot(seat, most)
        return self._choose_trade(seat, most)

    def _gather(self, seat: int, best_only: int) -> int:
        """Gather the placements of the seat; return 0 if there are none, or too many."""
        self.candidates.banned_cell = -1
        if self.same_spot == 0 and self.taken_cell >= 0:
            self.candidates.banned_cell = self.taken_cell
            self.candidates.banned_kind = self.taken_kind
        count = self.candidates._gather(
            self.position, self.held[seat], self.opening_tiles, self.on_centre, best_only
        )
        self.too_many = self.candidates.too_many
        return 0 if self.too_many else count

    def _choose_placement(self, seat: int) -> int:
        which = self.dealer._lot(seat, self.candidates.n)
        if self.candidates.n > 1:
            self.candidates._write_keys(self.position)
            self.candidates._nth(which)
        self.act = columns.PLACE
        self.code = self.candidates.codes[which]
        self.points = self.candidates.worth[which]
        return 0

    def _choose_trade(self, seat: int, count: int) -> int:
        """Put this many tiles aside by lot, as many as allowed; with none to trade, pass."""
        count = min(count, self.most_traded)
        self.aside_n = 0
        self.act = columns.TRADE if count else columns.PASS
        left = self.size[seat]
        for which in range(left):
            self.left_over[which] = self.order[seat * ORDER_ROOM + which]
        while self.aside_n < count:
            which = self.dealer._lot(seat, left)
            self.aside[self.aside_n] = self.left_over[which]
            self.aside_n += 1
            left -= 1
            for at in range(which, left):
                self.left_over[at] = self.left_over[at + 1]
        return 0

    def _takeable(self, seat: int) -> int:
        return self.taking._find_all() if self._takes(seat) else 0

    def _nth_taken(self, wanted: int, count: int) -> int:
        """Return the n-th of the cells just found, by x, then y."""
        for which in range(count):
            cell = self.taking.lying[which]
            before = 0
            for other in range(count):
                before += self._comes_before(self.taking.lying[other], cell)
            if before == wanted:
                return cell
        return -1

    def _comes_before(self, cell: int, other: int) -> int:
        if cell % bits.STRIDE != other % bits.STRIDE:
            return 1 if cell % bits.STRIDE < other % bits.STRIDE else 0
        return 1 if cell < other else 0

    def _worth_taking(self, seat: int) -> int:
        """Return the cell of the tile that adds the most points, if enough, or -1."""
        hand = self.held[seat]
        now = self.position._best(hand)
        most = now + (bits.WORTH_TAKING if self.bag_n else 1)
        found = -1
        for kind in range(bits.KINDS):
            self.elsewhere[kind] = now if (hand >> kind) & 1 else UNKNOWN
        count = self.taking._find_all()
        for which in range(count):
            cell = self.taking.lying[which]
            if self._may_reach(hand, cell, most) == 0:
                continue
            points = self._points_after_taking(seat, cell, most)
            better = points > most or (points == most and found < 0)
            if better or (points == most and self._comes_before(cell, found)):
                most = points
                found = cell
        return found

    def _may_reach(self, hand: int, cell: int, least: int) -> int:
        """Return whether a placement can make these points once the tile of this cell is taken.

        A placement away from the cell and from the ends of its two lines could as well be made with
        the tile still there. So one search for each kind covers all tiles of that kind, and it
        needs only that part of the hand that fits into a line with the tile.
        """
        kind = self.position.tile[cell]
        if self.elsewhere[kind] == UNKNOWN:
            self.elsewhere[kind] = self.position._best((bits.ONE << kind) | (hand & MATCH[kind]))
        hand |= bits.ONE << kind
        if self.elsewhere[kind] >= least:
            return 1
        self.position._take(cell)
        reached = self._reaches_beside(hand, cell, least)
        self.position._undo()
        return reached

    def _reaches_beside(self, hand: int, cell: int, least: int) -> int:
        """Return whether a placement around a cell whose tile is taken makes these points.

        It covers the cell or one of the ends of its lines, so its anchor is in line with one of
        these, and no farther from it than a line is long.
        """
        row = self.position.word[2 * cell]
        column = self.position.word[2 * cell + 1]
        left = cell % bits.STRIDE - bits.before(row) - 1
        right = cell % bits.STRIDE + bits.after(row) + 1
        top = cell // bits.STRIDE - bits.before(column) - 1
        bottom = cell // bits.STRIDE + bits.after(column) + 1
        self.position.hand = hand
        self.position.best_points = least - 1
        for which in range(self.position.front_n):
            fit = self.position.fits[which] & hand
            if fit == 0:
                continue
            anchor = self.position.front[which]
            x = anchor % bits.STRIDE
            y = anchor // bits.STRIDE
            across = x - cell % bits.STRIDE
            down = y - cell // bits.STRIDE
            if (
                (down == 0 and left - bits.HAND < x < right + bits.HAND)
                or (across == 0 and top - bits.HAND < y < bottom + bits.HAND)
                or (x in {left, right} and -bits.HAND < down < bits.HAND)
                or (y in {top, bottom} and -bits.HAND < across < bits.HAND)
            ):
                self.position._best_at(anchor, fit)
                if self.position.best_points >= least:
                    return 1
        return 0

    def _points_after_taking(self, seat: int, cell: int, least: int) -> int:
        """Return the most points with the tile of a cell; below ``least`` an estimate will do."""
        kind = self.position._take(cell)
        hand = self.held[seat] | (bits.ONE << kind)
        points = self.position._best(hand)
        if points >= least and self.same_spot == 0:
            self.candidates.banned_cell = cell
            self.candidates.banned_kind = kind
            self.candidates._gather(self.position, hand, 0, 0, 1)
            points = self.candidates.most
        self.position._undo()
        return points

    # What a seat may do

    def _may_trade(self) -> int:
        """Return how many tiles the seat may put aside (Q-TURN-3, A6)."""
        if self.position.tiles == 0 and self.opening_trade == 0:
            return 0
        return min(self.bag_n, self.size[self.seat], self.most_traded)

    def _may_pass(self) -> int:
        """Return whether the seat may pass: only if it can neither place nor trade (A1)."""
        if self._may_trade():
            return 0
        if self.position.tiles and self._is_restricted() == 0:
            return 0 if self.position._can_place(self.held[self.seat]) else 1
        self._gather(self.seat, 0)
        self.too_many = 0
        return 0 if self.candidates.n else 1

    def _is_restricted(self) -> int:
        """Return whether a tile that was taken must not go back to its spot."""
        return 1 if self.same_spot == 0 and self.taken_cell >= 0 else 0

    def _sort_takes(self, count: int) -> int:
        for which in range(count):
            cell = self.taking.lying[which]
            at = which
            while at > 0 and self.taking.lying[at - 1] > cell:
                self.taking.lying[at] = self.taking.lying[at - 1]
                at -= 1
            self.taking.lying[at] = cell
        return 0

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
        self.position.n = 0
        first, last = bits.CELLS, 0
        for which in range(self.position.front_n):
            if self.position.fits[which] & hand:
                cell = self.position.front[which]
                self.anchors[cell >> 6] |= bits.ONE << (cell & 63)
                first = min(first, cell)
                last = max(last, cell)
        for which in range(first >> 6, (last >> 6) + 1):
            rest = self.anchors[which]
            self.anchors[which] = 0
            while rest:
                cell = 64 * which + bits.ctz(rest)
                rest &= rest - 1
                row = self.position.word[2 * cell]
                column = self.position.word[2 * cell + 1]
                self.position._all_at(cell, row & column & hand)
                if self.position.n > self.position.limit:
                    self.candidates._add_listed(self.position)
                    self.position.n = 0
        self.candidates._add_listed(self.position)
        return self.candidates.n

    # Playing

    def _do(self) -> int:
        """Do the chosen act; return 1 while the game continues."""
        seat = self.seat
        self.placed_n = 0
        if self.act == columns.TAKE:
            self.aside_n = 0
            return self._do_take(seat)
        if self.act == columns.DRAW_THREE:
            self.aside_n = 0
            self.used = 1
            self.passes = 0
            self.actions[2 * seat + 1] -= 1
            self._draw_tiles(seat, 3)
            return 1
        if self.act == columns.PLACE:
            self.aside_n = 0
            self._do_place(seat)
        elif self.act == columns.TRADE:
            self._do_trade(seat)
        else:
            self.aside_n = 0
            self.idle += 1
            self.passes += 1
        return self._next_turn(seat)

    def _next_turn(self, seat: int) -> int:
        """Pass the turn to the next seat, unless the game is over (A2, A3)."""
        self.turns += 1
        self.used = 0
        self.taken_cell = -1
        if self.ending:
            return 0
        if self.passes >= self.players:
            self.ending = ALL_PASSED
        elif self.idle >= self.idle_rounds * self.players:
            self.ending = NO_PROGRESS
        else:
            self.seat = seat + 1 if seat + 1 < self.players else 0
        return 0 if self.ending else 1

    def _do_take(self, seat: int) -> int:
        """Take a tile (S-TAKE-1, M-TAKE-1), which breaks a round of passes (A2)."""
        if self.by_token:
            self.tokens[seat] -= 1
        else:
            self.actions[2 * seat] -= 1
        self.used = 1
        self.passes = 0
        self.taken_cell = self.cell
        self.taken_kind = self.position._take(self.cell)
        self.order[seat * ORDER_ROOM + self.size[seat]] = self.taken_kind
        self._give(seat, self.taken_kind)
        return 1

    def _do_place(self, seat: int) -> int:
        self.placed_n = self.position._spell(self.code)
        for which in range(self.placed_n):
            self.placed_cells[which] = self.position.cells[which]
            self.placed_kinds[which] = self.position.kinds[which]
        for which in range(self.placed_n):
            self.position._place(self.placed_cells[which], self.placed_kinds[which])
            self._lose(seat, self.placed_kinds[which])
        return self._score_placement(seat)

    def _score_placement(self, seat: int) -> int:
        """Score the placement, take the tokens of covered stars (S-STAR-1), and draw."""
        for which in range(self.placed_n):
            cell = self.placed_cells[which]
            # A22: the token does not come back, even if the star is uncovered.
            if self.token[cell]:
                self.token[cell] = 0
                self.tokens[seat] += 1
        self.score[seat] += self.points
        self.opening_tiles = 0
        self.idle = 0
        self.passes = 0
        self._draw_tiles(seat, self.hand_size - self.size[seat])
        if self.bag_n == 0 and self.size[seat] == 0:
            # Q-END-2: nothing could be drawn.
            self.score[seat] += self.going_out
            self.ending = WENT_OUT
        return 0

    def _do_trade(self, seat: int) -> int:
        """Put tiles aside, draw, then put them back (Q-TURN-3, A8): mixed in or underneath (A9)."""
        for which in range(self.aside_n):
            self._lose(seat, self.aside[which])
        count = self.aside_n
        if self.up_to_hand:
            # S-TAKE-2, A14: after a take the hand is exactly six again.
            count = min(count, self.hand_size - self.size[seat])
        self._draw_tiles(seat, count)
        for which in range(self.bag_n):
            self.bag[which] = self.bag[self.bag_first + which]
        self.bag_first = 0
        first = self.bag_n if self.to_bottom else 0
        for which in range(self.aside_n):
            self._return(self.aside[which])
        self.dealer._begin(shuffle.TRADE, self.turns)
        self.dealer._shuffle(self.bag, first, self.bag_n - first)
        self.idle += 1
        self.passes = 0
        return 0

    # The last turn

    def _forget_last(self) -> int:
        self.recent_n = 0
        self.took = 0
        self.drew = 0
        for which in range(6):
            self.last[which] = 0
        return 0

    def _note_act(self, seat: int) -> int:
        """Note the act that this seat has just done; the main part of a turn makes it the last."""
        if self.act == columns.TAKE:
            self.took = self.taken_kind + 1
            return 0
        if self.act == columns.DRAW_THREE:
            self.drew = 1
            return 0
        self.recent_n = self.placed_n
        for which in range(self.placed_n):
            self.recent[which] = self.placed_cells[which]
        self.last[0] = 1 + seat
        self.last[1] = self.points if self.act == columns.PLACE else 0
        self.last[2] = self.aside_n if self.act == columns.TRADE else 0
        self.last[3] = 1 if self.act == columns.PASS else 0
        self.last[4] = self.took
        self.last[5] = self.drew
        self.took = 0
        self.drew = 0
        return 0

    # The whole game as a row of numbers (``state_columns.py``)

    def _store(self, row: array[int]) -> int:
        """Write the game into a row, which has room for ``TILES_ROOM`` numbers."""
        row[state_columns.KIND] = state_columns.TILES_ROW
        row[state_columns.PLAYERS] = self.players
        row[state_columns.SEAT] = self.seat
        row[state_columns.TURNS] = self.turns
        row[state_columns.ENDING] = self.ending
        row[state_columns.IDLE] = self.idle
        row[state_columns.UNDRAWN] = self.bag_n
        row[state_columns.PASSES] = self.passes
        row[state_columns.OPENING_TILES] = self.opening_tiles
        row[state_columns.USED] = self.used
        row[state_columns.TAKEN_CELL] = max(self.taken_cell, 0)
        row[state_columns.TAKEN_KIND] = self.taken_kind if self.taken_cell >= 0 else 0
        for which in range(4):
            row[state_columns.STARS + which] = 0
        for which in range(self.stars_n):
            if self.token[self.stars[which]]:
                row[state_columns.STARS + (which >> 4)] |= 1 << (which & 15)
        for which in range(6):
            row[state_columns.LAST + which] = self.last[which]
            row[state_columns.RECENT + which] = self.recent[which] if which < self.recent_n else 0
        row[state_columns.RECENT_N] = self.recent_n
        row[state_columns.TOOK] = self.took
        row[state_columns.DREW] = self.drew
        self.dealer._store(row)
        at = self._store_table(row)
        for seat in range(bits.SEATS):
            row[state_columns.SCORES + seat] = self.score[seat]
            row[state_columns.SIZES + seat] = self.size[seat]
            row[state_columns.TOKENS + seat] = self.tokens[seat]
            row[state_columns.ACTIONS + 2 * seat] = self.actions[2 * seat]
            row[state_columns.ACTIONS + 2 * seat + 1] = self.actions[2 * seat + 1]
            for which in range(self.size[seat]):
                row[at] = self.order[seat * ORDER_ROOM + which]
                at += 1
        for which in range(self.bag_n):
            row[at] = self.bag[self.bag_first + which]
            at += 1
        while at < state_columns.TILES_ROOM:
            row[at] = 0
            at += 1
        return 0

    def _store_table(self, row: array[int]) -> int:
        """Write the tiles on the table in the order in which they came; return where they end."""
        at = state_columns.TILES_HEAD
        for record in range(self.position.log_n):
            head = self.position.log[record * bits.RECORD]
            if (head >> 26) & 1:
                at = self._close_gap(row, at, head & 0xFFFF)
            else:
                row[at] = head & 0xFFFF
                row[at + 1] = (head >> 16) & 63
                at += 2
        row[state_columns.LYING] = (at - state_columns.TILES_HEAD) >> 1
        return at

    def _close_gap(self, row: array[int], end: int, cell: int) -> int:
        """Remove the tile that was taken from a cell; the later ones move up."""
        at = state_columns.TILES_HEAD
        while row[at] != cell:
            at += 2
        while at < end - 2:
            row[at] = row[at + 2]
            row[at + 1] = row[at + 3]
            at += 2
        return end - 2

    def _load(self, row: array[int]) -> int:
        """Read the game from a row that ``_store`` wrote, or that was checked."""
        self._clear()
        self.players = row[state_columns.PLAYERS]
        self.seat = row[state_columns.SEAT]
        self.turns = row[state_columns.TURNS]
        self.ending = row[state_columns.ENDING]
        self.idle = row[state_columns.IDLE]
        self.passes = row[state_columns.PASSES]
        self.opening_tiles = row[state_columns.OPENING_TILES]
        self.used = row[state_columns.USED]
        self.taken_cell = row[state_columns.TAKEN_CELL]
        if self.taken_cell == 0:
            # Cell 0 is off every board.
            self.taken_cell = -1
        self.taken_kind = row[state_columns.TAKEN_KIND]
        self.too_many = 0
        for which in range(self.stars_n):
            self.token[self.stars[which]] = (
                row[state_columns.STARS + (which >> 4)] >> (which & 15)
            ) & 1
        self.recent_n = row[state_columns.RECENT_N]
        for which in range(6):
            self.last[which] = row[state_columns.LAST + which]
            self.recent[which] = row[state_columns.RECENT + which]
        self.took = row[state_columns.TOOK]
        self.drew = row[state_columns.DREW]
        self.dealer._load(row)
        at = self._load_table(row)
        for seat in range(bits.SEATS):
            self.score[seat] = row[state_columns.SCORES + seat]
            self.tokens[seat] = row[state_columns.TOKENS + seat]
            self.actions[2 * seat] = row[state_columns.ACTIONS + 2 * seat]
            self.actions[2 * seat + 1] = row[state_columns.ACTIONS + 2 * seat + 1]
            for which in range(row[state_columns.SIZES + seat]):
                self.order[seat * ORDER_ROOM + which] = row[at]
                self._give(seat, row[at])
                at += 1
        self.bag_n = row[state_columns.UNDRAWN]
        for which in range(self.bag_n):
            self.bag[which] = row[at]
            at += 1
        return 0

    def _load_table(self, row: array[int]) -> int:
        """Bring the table to the tiles of a row; those that both begin with stay where they are."""
        at = state_columns.TILES_HEAD
        end = at + 2 * row[state_columns.LYING]
        same = 0
        while at < end and same < self.position.log_n:
            kind = row[at + 1]
            if self.position.log[same * bits.RECORD] & PLACED != (kind << 16) | row[at]:
                break
            same += 1
            at += 2
        self.position._unwind(same)
        while at < end:
            self.position._place(row[at], row[at + 1])
            at += 2
        return at
