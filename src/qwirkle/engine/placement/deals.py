"""Determinizations: the table as a seat sees it, with everything it cannot see dealt at random.

Like ``board.py`` it serves both backends and works with numbers only. It sits at a table
(``playout.py``) as the seat whose turn it is, and uses nothing that this seat may not know: before
each trial the other hands and the bag are dealt again from all the tiles it cannot see.

Deals with the same number give the same tiles to everybody: the seat itself draws from one end of
the bag and the others from the other end, so what it draws does not change what the others get.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, guesses, hands, playout

# How often a tile is drawn for a hand before an unlikely one is accepted.
TRIES = 12
# The numbers of a table's state that are not in an array.
PLAIN = 16


class Deals:
    """Deals at a table of what the seat to move cannot see; the table is saved and restored."""

    def __init__(self, at_table: playout.Playout) -> None:
        """Deal at this table."""
        self.table = at_table
        self.position = at_table.position
        self.guesses = guesses.Guesses(at_table.valuer)
        self.count = array("i", [0]) * (bits.SEATS * bits.KINDS)
        self.held = array("Q", [0]) * bits.SEATS
        self.size = array("i", [0]) * bits.SEATS
        self.bag = array("i", [0]) * bits.PILE_ROOM
        self.under = array("i", [0]) * bits.PILE_ROOM
        self.score = array("i", [0]) * bits.SEATS
        self.tokens = array("i", [0]) * bits.SEATS
        self.actions = array("i", [0]) * (2 * bits.SEATS)
        self.exposed = array("i", [0]) * (bits.SEATS * bits.KINDS)
        self.plain = array("q", [0]) * PLAIN
        self.stars = array("B", [0]) * bits.PILE_ROOM
        self.pool = array("i", [0]) * bits.PILE_ROOM
        self.pool_n = 0
        self.specials = array("i", [0]) * bits.PILE_ROOM
        self.specials_n = 0
        self.seat = 0
        self.changes = 0
        self.policy = array("i", [0]) * bits.SEATS
        self.shown = array("i", [0]) * (bits.SEATS * bits.KINDS)
        self.open_hands = 0
        self.shuffling = 1

    # The table as it is, saved and restored

    def _save_table(self) -> int:
        """Remember everything of the table that a trial may change."""
        for which in range(bits.SEATS * bits.KINDS):
            self.count[which] = self.table.count[which]
            self.exposed[which] = self.table.exposed[which]
        for which in range(bits.SEATS):
            self.held[which] = self.table.held[which]
            self.size[which] = self.table.size[which]
            self.policy[which] = self.table.policy[which]
            self.score[which] = self.table.score[which]
            self.tokens[which] = self.table.tokens[which]
            self.actions[2 * which] = self.table.actions[2 * which]
            self.actions[2 * which + 1] = self.table.actions[2 * which + 1]
        for which in range(bits.PILE_ROOM):
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

    def _restore_table(self) -> int:
        """Restore the saved table; only what never changes is left alone."""
        self._clear_trial()
        for which in range(bits.SEATS * bits.KINDS):
            self.table.count[which] = self.count[which]
        for which in range(bits.SEATS):
            self.table.held[which] = self.held[which]
            self.table.size[which] = self.size[which]
            self.table.policy[which] = self.policy[which]
        for which in range(bits.PILE_ROOM):
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
        """Restore what a deal does not set itself."""
        self.position._unwind(self.changes)
        for which in range(bits.SEATS):
            self.table.score[which] = self.score[which]
            self.table.tokens[which] = self.tokens[which]
            self.table.actions[2 * which] = self.actions[2 * which]
            self.table.actions[2 * which + 1] = self.actions[2 * which + 1]
        for which in range(bits.SEATS * bits.KINDS):
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

    def fix_hands(self, hands: Sequence[Sequence[int]]) -> None:
        """Fix the hands of the others in every deal; without hands, deal them at random again.

        Call it before ``find_candidates``. The seat's own hand is ignored.
        """
        self.open_hands = 1 if hands else 0
        for which in range(bits.SEATS * bits.KINDS):
            self.shown[which] = 0
        for seat, hand in enumerate(hands):
            for tile in hand if seat != self.table.seat else ():
                self.shown[seat * bits.KINDS + tile] += 1

    def _gather_unseen(self) -> int:
        """Collect what the seat cannot see: tiles, and special tiles in the pile."""
        self.pool_n = 0
        self.shuffling = 1
        for kind in range(bits.KINDS):
            left = self.position.copies - self.position.laid[kind]
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

    def set_order(self, order: Sequence[int]) -> None:
        """Deal the unseen tiles in this order from now on, until they are gathered again.

        The hands of the others come first, in the order of the seats; then the bag.
        """
        if sorted(order) != sorted(self.pool[which] for which in range(self.pool_n)):
            raise ValueError("a deal has just the tiles that the seat cannot see")
        self.shuffling = 0
        for which, kind in enumerate(order):
            self.pool[which] = kind

    def _determinize(self, seed: int) -> int:
        """Deal the unseen tiles: the others' hands first, the rest is the bag in a fixed order.

        Unless they are shuffled, they are dealt in the order of the pool.
        """
        self._clear_trial()
        self.position.rng = seed
        for which in range(self.pool_n):
            self.table.bag[which] = self.pool[which]
        which = self.pool_n if self.shuffling else 0
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
                if self.shuffling and self.guesses.n and self.guesses.size <= slot:
                    self._front_guess(first)
                    for _ in range(self.guesses.size):
                        self.table._give(seat, self.table.bag[first])
                        first += 1
                        slot -= 1
                while slot:
                    if self.shuffling:
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

    def _front_guess(self, first: int) -> int:
        """Bring the tiles of one of the guesses to the front of the bag."""
        guess = self.guesses.chosen[self.position._below(self.guesses.n)] * bits.HAND
        for tile in range(self.guesses.size):
            which = first + tile
            while which < self.pool_n - 1 and self.table.bag[which] != self.guesses.tiles[guess]:
                which += 1
            piece = self.table.bag[which]
            self.table.bag[which] = self.table.bag[first + tile]
            self.table.bag[first + tile] = piece
            guess += 1
        return 0

    def _suppose(self, seat: int, slot: int, first: int) -> int:
        """Bring a tile to the front of the bag that may be one of the last tiles a seat drew.

        It was drawn as one of the last ``slot``; kinds that the seat would have played do not reach
        back that far. After some attempts any tile is accepted.
        """
        for tried in range(TRIES):
            piece = self.table.bag[first]
            if self.exposed[seat * bits.KINDS + piece] >= slot:
                return tried
            other = first + self.position._below(self.pool_n - first)
            self.table.bag[first] = self.table.bag[other]
            self.table.bag[other] = piece
        return TRIES
