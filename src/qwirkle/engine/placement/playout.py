"""A table of seats with hands and a bag, on which the core plays games to their end.

Like ``board.py`` it serves both backends and works with numbers only. It knows no game by name: an
edition reaches it as the numbers of ``set_rules`` and the cells of ``set_squares``. It plays by the
rules but judges nobody; the tests let ``qwirkle.rules`` judge every turn it makes. Chance comes
from the position's generator, so a seed determines a game.

How the seats play:

* At random: any placement, all equally likely. Before one turn in four a token or an action tile is
  used if possible: any tile that may be taken, or drawing three, all equally likely.
* Greedily: the placement with the most points. Three extra tiles are drawn as soon as the pile has
  three. A tile is taken when it alone, put on one cell, makes at least ``WORTH_TAKING`` points more
  than the best placement of the hand; with an empty pile waiting gains nothing, and one point more
  is enough. The tile must not be in the hand already, and the points are those after it was taken
  from where it lay. Combinations of a taken tile with others of the hand are not considered: that
  would take a search for each tile on the table.

Both trade only when nothing can be placed, and then as many tiles as they may.
"""

from __future__ import annotations

from qwirkle.engine.placement import bits, endgame, grid, hands, value

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

# States that the solver of endings remembers.
ENDING_STATES = 1 << 14

# Tiles to take that are weighed closely, and the breadth up to which a seat does not do so.
TAKES_WEIGHED = 4
NARROW = 16


def _inform_valuer(table: hands.Hands, seat: int, valuer: value.Valuer) -> int:
    """Inform a valuer of the table's position about what a seat knows."""
    for kind in range(bits.KINDS):
        valuer.own[kind] = table.count[seat * bits.KINDS + kind]
    valuer.players = table.players
    valuer.hand_size = table.hand_size
    valuer.going_out = table.going_out
    valuer.bag = table._pile()
    other = seat + 1 if seat + 1 < table.players else 0
    valuer.next_size = table.size[other]
    valuer.next_tokens = table.tokens[other]
    for which in range(table.size[other] + 1):
        valuer.group[which] = 0
    for kind in range(bits.KINDS):
        which = table.size[other]
        if table.reasoning:
            which = table.exposed[other * bits.KINDS + kind]
        valuer.group[which] |= bits.ONE << kind
    valuer.others_size = -table.size[seat]
    for which in range(table.players):
        valuer.others_size += table.size[which]
    valuer.tokens = table.tokens[seat]
    valuer.takes = table.actions[2 * seat]
    valuer.threes = table.actions[2 * seat + 1]
    valuer.stars = 0
    for which in range(table.stars_n):
        valuer.stars += table.token[table.stars[which]]
    return valuer._prepare()


class Playout(hands.Hands):
    """Seats that take turns, at which the core plays games to their end."""

    def __init__(self, position: grid.Grid) -> None:
        """Make a table around this position, with empty hands and an empty bag."""
        super().__init__(position)
        self.listed = 0
        self.points = 0
        self.valuer = value.Valuer(position)
        self.ending = endgame.Endgame(position, ENDING_STATES)
        self.ending_nodes = 0
        self.unproven = 0
        self.ending_tiles = 2 * bits.HAND
        self.greedy_seat = -1
        self.breadth = 64
        self.valuer.token = self.token

    # Advice

    def better_kinds(self, points: int) -> int:
        """Return the kinds of which a lone tile would score at least this many points here."""
        return self._better(points)

    def solvable(self) -> bool:
        """Return whether the seat to move faces an ending that can be searched."""
        self._inform(self.seat)
        return self._ends(self.seat) != 0

    def advise(self) -> tuple[int, int, int, float]:
        """Choose the turn of the seat to move by value, with nothing done yet.

        Return 0, or 1 for drawing three, or the cell to take a tile from; then the placement, 0 for
        none; its points; its value.
        """
        self.check_room(self.position.log_n)
        first = self._advise_released()
        if first:
            return first, 0, 0, 0.0
        return 0, self.valuer.best_code, self.valuer.best_points, self.valuer.best_value

    def _advise_released(self) -> int:
        """Choose while other threads of the interpreter run, as an ending may take long."""
        with cython.nogil:
            return self._advise()

    def _advise(self) -> int:
        """Choose; return what comes before the placement, which the valuer has."""
        seat = self.seat
        takes = self.tokens[seat] if self.by_token else self.actions[2 * seat]
        if self.used:
            if self.taken_cell >= 0:
                self._ban(self.taken_cell, self.taken_kind)
        elif self.actions[2 * seat + 1] and self._pile() >= 3:
            return bits.DREW_THREE
        elif takes and self.position.tiles > 1:
            cell = self._worth_taking(seat)
            if cell >= 0:
                return cell
        self._choose_by_value(seat)
        if self.banned >= 0:
            self._lift_ban()
        return 0

    # Turns

    def play(self) -> int:
        """Play to the end and return the number of turns; the position is as before."""
        self.check_room(self.position.log_n)
        return self._released(0)

    def play_many(self, games: int, seed: int) -> tuple[int, int]:
        """Deal and play this many games from one seed on; return the turns and points of all."""
        if self.position.log_n:
            raise ValueError("games begin on an empty table")
        self.make_room_for_deals()
        self.position.rng = seed & bits.WORD
        turns = self._released(games)
        return turns, self.points

    def replay(self, listing: bool, least: int, most: int) -> tuple[int, int]:
        """Place the last game's tiles again; with ``listing`` list all placements on the way.

        Placements are listed while ``least`` to ``most`` tiles are on the table. Return how many
        positions those were and how many placements they had. This is for measuring.
        """
        if self.position.tiles or self.extras_on:
            raise ValueError("a game is replayed from an empty table, and without takes")
        positions = self._replay_released(1 if listing else 0, least, most)
        return positions, self.listed

    def _replay_released(self, listing: int, least: int, most: int) -> int:
        with cython.nogil:
            return self._replay(listing, least, most)

    def _released(self, games: int) -> int:
        """Play on, or play this many games, while other threads of the interpreter run."""
        with cython.nogil:
            return self._play_games(games) if games else self._play()

    def _play_games(self, games: int) -> int:
        turns = 0
        self.points = 0
        for _ in range(games):
            self._deal()
            while self._turn():
                pass
            turns += self.turns
            for seat in range(self.players):
                self.points += self.score[seat]
        self.position._wipe()
        return turns

    def _play(self) -> int:
        changes = self.position.log_n
        while self._turn():
            pass
        self.position._unwind(changes)
        return self.turns

    def _choose(self, hand: int) -> int:
        """Choose a placement; return its points, 0 if nothing can be placed."""
        if self.position.tiles == 0:
            if self.policy[self.seat] == bits.VALUE_POLICY:
                return self._choose_by_value(self.seat)
            greedy = 1 if self.policy[self.seat] == bits.GREEDY_POLICY else 0
            self.opening._choose(hand, self.opening_tiles, greedy, self.on_centre)
        elif self.policy[self.seat] == bits.VALUE_POLICY:
            return self._choose_by_value(self.seat)
        elif self.policy[self.seat] == bits.RANDOM_POLICY:
            self.position._any(hand, 0, 0)
        else:
            self.position._best(hand)
        return self.position.best_points

    def _turn(self) -> int:
        """Play one turn; return 0 when the game is over."""
        seat = self.seat
        self.turns += 1
        self.extra = 0
        chosen = self._begin(seat) if self.extras_on else 0
        hand = self.held[seat]
        points = self.position.best_points if chosen else self._choose(hand)
        return self._finish(seat, hand, points)

    def _finish(self, seat: int, hand: int, points: int) -> int:
        """Do what was chosen: place and draw, or trade, or pass."""
        if self.banned >= 0:
            self._lift_ban()
        if self.history_n < hands.HISTORY_ROOM:
            self.extras[self.history_n] = self.extra
            self.hands[self.history_n] = hand
            self.history[self.history_n] = self.position.best_code
            self.traded[self.history_n] = 0
            self.history_n += 1
        better = 0
        kept = self.size[seat]
        if self.reasoning:
            better = self._better(points + self.tolerance)
        if points:
            self.idle = 0
            self.passes = 0
            count = self._put_down(seat)
            if self.reasoning:
                better |= self._extending(count)
            self.score[seat] += points
            kept = self.size[seat]
            self._refill(seat, self.hand_size)
            if self.size[seat] == 0:
                # Q-END-2: nothing could be drawn.
                self.score[seat] += self.going_out
                return 0
        else:
            self.idle += 1
            if self._pile() and (self.position.tiles or self.opening_trade):
                self.passes = 0
                kept -= self._trade(seat)
            else:
                # A1, A2: a full round of passes ends the game.
                self.passes += 1
                if self.passes >= self.players:
                    return 0
            if self.idle >= self.idle_rounds * self.players:
                return 0
        if self.reasoning:
            self._expose(seat, better, max(kept, 0))
        self.seat = seat + 1 if seat + 1 < self.players else 0
        return 1

    def _choose_by_value(self, seat: int) -> int:
        self._inform(seat)
        if self.ending_nodes and self._ends(seat):
            return self._choose_by_solving(seat)
        self.valuer._choose(self.breadth, self.opening_tiles, self.on_centre)
        self.position.best_code = self.valuer.best_code
        self.position.best_points = self.valuer.best_points
        return self.valuer.best_points

    def _ends(self, seat: int) -> int:
        """Return whether this ending can be solved: two hands, few tiles, nothing to draw."""
        if self.players > 2 or self._pile() or self.position.tiles == 0:
            return 0
        if self.valuer.tokens + self.valuer.stars + self.valuer.takes + self.valuer.threes:
            return 0
        other = 1 - seat
        if self.tokens[other] + self.actions[2 * other] + self.actions[2 * other + 1]:
            return 0
        tiles = self.size[0] + self.size[1]
        if self.valuer.unseen != self.size[other] or tiles > self.ending_tiles:
            return 0
        return 1 if self.banned < 0 and self.size[seat] and self.size[other] else 0

    def _choose_by_solving(self, seat: int) -> int:
        """Search to the end for the best turn: the other hand is what this seat does not see."""
        self.ending.going_out = self.going_out
        self.ending.greedy = self.greedy_seat
        if self.greedy_seat >= 0:
            # The solver knows the two as the one to move and the other one.
            self.ending.greedy = 0 if self.greedy_seat == seat else 1
        self.ending._clear()
        for kind in range(bits.KINDS):
            for _ in range(self.valuer.own[kind]):
                self.ending._give(0, kind)
            unseen = self.position.copies - self.position.laid[kind] - self.valuer.own[kind]
            for _ in range(unseen):
                self.ending._give(1, kind)
        self.ending._solve(0, self.passes, self.ending_nodes)
        self.unproven += 1 - self.ending.exact
        # The placements weighed before this turn are no candidates for it.
        self.valuer.found = 0
        self.valuer.best_code = self.ending.best_code
        self.valuer.best_value = self.ending.best_value
        self.valuer.best_points = 0
        start = 0
        while start >= 0 and self.ending.best_code:
            start = self.position._list_part(self.valuer.held, start, 0, 0)
            for which in range(self.position.n):
                if self.position.codes[which] == self.ending.best_code:
                    self.valuer.best_points = self.position.worth[which]
        self.position.best_code = self.valuer.best_code
        self.position.best_points = self.valuer.best_points
        return self.valuer.best_points

    def _inform(self, seat: int) -> int:
        """Inform the valuer about what this seat knows."""
        return _inform_valuer(self, seat, self.valuer)

    def _put_down(self, seat: int) -> int:
        """Place what was chosen; a star that has its token gives it to the seat (S-STAR-1)."""
        count = self.position._spell(self.position.best_code)
        for which in range(count):
            self.position._place(self.position.cells[which], self.position.kinds[which])
            self._drop(seat, self.position.kinds[which])
        if self.stars_n:
            for which in range(count):
                # A22: the token does not come back, even if the star is uncovered.
                if self.token[self.position.cells[which]]:
                    self.token[self.position.cells[which]] = 0
                    self.tokens[seat] += 1
        return count

    def _trade(self, seat: int) -> int:
        """Trade as many tiles as allowed: put aside, draw, and only then return (Q-TURN-3, A8).

        Return how many.
        """
        wanted = self.size[seat]
        wanted = min(wanted, self._pile())
        wanted = min(wanted, self.most_traded)
        size = self.size[seat]
        if self.up_to_hand and size > self.hand_size:
            # S-TAKE-2, A14: after a take the hand is exactly six again.
            size = self.hand_size
        traded = 0
        for kind in range(bits.KINDS):
            while traded < wanted and self.count[seat * bits.KINDS + kind]:
                self._drop(seat, kind)
                self.aside[traded] = kind
                traded += 1
        self._refill(seat, size)
        if self.history_n < hands.HISTORY_ROOM and self.given_n + traded <= hands.DRAWS_ROOM:
            self.traded[self.history_n - 1] = traded
            for which in range(traded):
                self.given[self.given_n] = self.aside[which]
                self.given_n += 1
        given = traded
        while traded:
            if self.to_bottom:
                # A9: to the bottom, shuffled among themselves.
                which = self.position._below(traded)
                kind = self.aside[which]
                traded -= 1
                self.aside[which] = self.aside[traded]
                self.under[(self.under_first + self.under_n) & hands.RING] = kind
                self.under_n += 1
            else:
                traded -= 1
                self._return(self.aside[traded])
        return given

    # Tokens and action tiles: at most one before the main part of a turn (S-STAR-2, M-USE-1)

    def _begin(self, seat: int) -> int:
        """Use a token or an action tile, or not; 1 if a placement has been chosen along the way."""
        if self.used:
            # The turn was under way when the position was set.
            self.used = 0
            if self.taken_cell >= 0:
                self._ban(self.taken_cell, self.taken_kind)
            return 0
        takes = self.tokens[seat] if self.by_token else self.actions[2 * seat]
        threes = self.actions[2 * seat + 1]
        if takes + threes == 0:
            return 0
        if self.policy[seat] == bits.RANDOM_POLICY:
            if self.position._below(bits.ONE_IN) == 0:
                self._use_any(seat, takes, threes)
            return 0
        if threes and self._pile() >= 3:
            return self._draw_three(seat)
        if self.policy[seat] == bits.VALUE_POLICY:
            cell = self._worth_taking(seat) if takes and self.position.tiles > 1 else -1
            return self._take(seat, cell) if cell >= 0 else 0
        # A19, A25: a lone tile stays on the table.
        if takes == 0 or self.position.tiles < 2:
            return 0
        self.position._best(self.held[seat])
        least = self.position.best_points + (bits.WORTH_TAKING if self._pile() else 1)
        cell = self.taking._find_worth(self.held[seat], least)
        if cell < 0:
            return 1
        return self._take(seat, cell)

    def _worth_taking(self, seat: int) -> int:
        """Return the cell of the tile that a seat playing by value takes now, or -1.

        With a narrow breadth, as in trials, it plays like a greedy seat. Otherwise those tiles that
        allow the most points are weighed like everything else: a token used is a token less.
        """
        if self.breadth <= NARROW:
            self.position._best(self.held[seat])
            least = self.position.best_points + (bits.WORTH_TAKING if self._pile() else 1)
            return self.taking._find_worth(self.held[seat], least)
        self._choose_by_value(seat)
        value = self.valuer.best_value
        count = self.taking._find_all()
        found = -1
        for _ in range(min(count, TAKES_WEIGHED)):
            most = -1.0
            at = 0
            for which in range(count):
                cell = self.taking.lying[which]
                if cell >= 0:
                    points = self._weigh_take(seat, cell, 0)
                    if points > most or (points == most and cell < self.taking.lying[at]):
                        most = points
                        at = which
            if most < 0:
                break
            worth = self._weigh_take(seat, self.taking.lying[at], 1)
            if worth > value:
                value = worth
                found = self.taking.lying[at]
            self.taking.lying[at] = -1
        return found

    def _weigh_take(self, seat: int, cell: int, closely: int) -> float:
        """Weigh taking this tile: by the most points, or closely by the highest value."""
        kind = self.position._take(cell)
        self._give(seat, kind)
        self._pay_take(seat, 1)
        self._ban(cell, kind)
        if closely:
            self._choose_by_value(seat)
            worth = self.valuer.best_value
        else:
            worth = self.position._best(self.held[seat])
        if self.banned >= 0:
            self._lift_ban()
        self._pay_take(seat, -1)
        self._drop(seat, kind)
        self.position._undo()
        return worth

    def _pay_take(self, seat: int, count: int) -> int:
        if self.by_token:
            self.tokens[seat] -= count
        else:
            self.actions[2 * seat] -= count
        return 0

    def _draw_three(self, seat: int) -> int:
        """Draw three tiles (M-DRAW3-1, A13)."""
        self.actions[2 * seat + 1] -= 1
        self.passes = 0
        self.extra = bits.DREW_THREE
        return self._refill(seat, self.size[seat] + 3)

    def _take(self, seat: int, cell: int) -> int:
        """Take a tile (S-TAKE-1, M-TAKE-1), which breaks a round of passes (A2)."""
        self._pay_take(seat, 1)
        self.passes = 0
        self.extra = cell
        kind = self.position._take(cell)
        self._give(seat, kind)
        return self._ban(cell, kind)

    def _ban(self, cell: int, kind: int) -> int:
        """Keep a cell from accepting this kind until the ban is lifted (M-TAKE-1c, A12)."""
        if self.same_spot:
            return 0
        self.banned = cell
        self.banned_row = self.position.word[2 * cell]
        self.banned_column = self.position.word[2 * cell + 1]
        self.position.word[2 * cell] = self.banned_row & (bits.WORD ^ (bits.ONE << kind))
        self.position.word[2 * cell + 1] = self.banned_column & (bits.WORD ^ (bits.ONE << kind))
        return self.position._refit(cell)

    def _lift_ban(self) -> int:
        """Lift the ban before anything is placed: undoing relies on the words of a cell."""
        self.position.word[2 * self.banned] = self.banned_row
        self.position.word[2 * self.banned + 1] = self.banned_column
        self.position._refit(self.banned)
        self.banned = -1
        return 0

    def _use_any(self, seat: int, takes: int, threes: int) -> int:
        """Take any tile that may be taken or draw three, all equally likely."""
        found = 0
        if takes and self.position.tiles > 1:
            found = self.taking._find_all()
        threes = 1 if threes and self._pile() else 0
        if found + threes == 0:
            return 0
        which = self.position._below(found + threes)
        if which == found:
            return self._draw_three(seat)
        return self._take(seat, self.taking.lying[which])

    def _replay(self, listing: int, least: int, most: int) -> int:
        positions = 0
        self.listed = 0
        for turn in range(self.history_n):
            if listing and least <= self.position.tiles <= most:
                positions += 1
                start = 0
                while start >= 0:
                    start = self.position._list_part(self.hands[turn], start, 0, 0)
                    self.listed += self.position.n
            if self.history[turn]:
                count = self.position._spell(self.history[turn])
                for which in range(count):
                    self.position._place(self.position.cells[which], self.position.kinds[which])
        self.position._unwind(0)
        return positions
