"""A table of seats with hands and a bag, on which the core plays games to their end.

Like ``core.py`` it is one source for two lives and works with numbers only. It knows the base
game's turns (place, trade, pass, draw up to six, go out); tokens and action tiles are the business
of the rules. Chance comes from the position's generator, so a seed is a game.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine import bits, core

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

SEATS = 4
# Q-SCORE-4: for going out.
GOING_OUT = 6
# A3: so many full rounds without a placement end the game.
IDLE_ROUNDS = 4
# 108 placements, each after all but one of the idle turns that would end the game.
HISTORY_ROOM = bits.BOX * (IDLE_ROUNDS * SEATS + 1)
ONE = 1

RANDOM = 0
GREEDY = 1
# The same two for Python: names with a C type are not seen from outside.
RANDOM_POLICY = 0
GREEDY_POLICY = 1


class Table:
    """Hands, a bag and a position; deals, redeals, and plays to the end."""

    def __init__(self, position: core.Position) -> None:
        """A table round this position, with empty hands and an empty bag."""
        self.position = position
        self.players = 2
        self.seat = 0
        self.turns = 0
        self.idle = 0
        self.passes = 0
        self.bag_n = 0
        self.history_n = 0
        self.listed = 0
        self.points = 0
        self.count = array("i", [0]) * (SEATS * bits.KINDS)
        self.held = array("Q", [0]) * SEATS
        self.size = array("i", [0]) * SEATS
        self.bag = array("i", [0]) * bits.BOX
        self.aside = array("i", [0]) * bits.BOX
        self.score = array("i", [0]) * SEATS
        self.policy = array("i", [GREEDY]) * SEATS
        self.history = array("Q", [0]) * HISTORY_ROOM
        self.hands = array("Q", [0]) * HISTORY_ROOM

    # Setting the table

    def seat_players(self, policies: Sequence[int]) -> None:
        """Say how many play, and how each of them chooses: 0 at random, 1 greedily."""
        if not 1 < len(policies) <= SEATS or any(one not in (0, 1) for one in policies):
            raise ValueError("two to four players, each random or greedy")
        self.players = len(policies)
        for seat, policy in enumerate(policies):
            self.policy[seat] = policy

    def set_up(
        self, hands: Sequence[Sequence[int]], bag: Sequence[int], seat: int, seed: int
    ) -> None:
        """Give out these hands and this bag; ``seat`` has the turn. Scores begin at zero."""
        tiles = [*bag, *(tile for hand in hands for tile in hand)]
        if len(hands) != self.players or not 0 <= seat < self.players:
            raise ValueError("there must be one hand for each player, and a seat that plays")
        if any(not 0 <= tile < bits.KINDS for tile in tiles) or len(tiles) > bits.BOX:
            raise ValueError("tiles are 0 to 35, and no more than the box holds")
        self._clear()
        for which, hand in enumerate(hands):
            for tile in hand:
                self._give(which, tile)
        for tile in bag:
            self._return(tile)
        self.seat = seat
        self.position.rng = seed & bits.WORD
        self._make_room()

    def redeal(self, seat: int, hand: Sequence[int], sizes: Sequence[int], seed: int) -> None:
        """Deal what this seat cannot see, at random: the other hands first, the rest is the bag.

        ``sizes`` gives the number of tiles in each hand; the seat's own entry is not looked at.
        """
        if len(sizes) != self.players or not 0 <= seat < self.players:
            raise ValueError("there must be one size for each player, and a seat that plays")
        if any(not 0 <= tile < bits.KINDS for tile in hand):
            raise ValueError("tiles are 0 to 35")
        unseen = [bits.COPIES - self.position.lying(kind) for kind in range(bits.KINDS)]
        for tile in hand:
            unseen[tile] -= 1
        others = sum(size for which, size in enumerate(sizes) if which != seat)
        if min(unseen) < 0 or not 0 <= others <= sum(unseen) or min(sizes) < 0:
            raise ValueError("the box does not hold these tiles")
        self._clear()
        for tile in hand:
            self._give(seat, tile)
        for kind in range(bits.KINDS):
            for _ in range(unseen[kind]):
                self._return(kind)
        self.position.rng = seed & bits.WORD
        for which in range(self.players):
            if which != seat:
                self._refill(which, sizes[which])
        self.seat = seat
        self._make_room()

    def deal(self, seed: int) -> None:
        """Clear the position, deal six tiles to each player, find the starter (Q-START-1 to 3)."""
        self.position.rng = seed & bits.WORD
        self._deal()

    def hand(self, seat: int) -> list[int]:
        """The tiles in a hand, in order."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        start = seat * bits.KINDS
        return [kind for kind in range(bits.KINDS) for _ in range(self.count[start + kind])]

    def in_bag(self) -> list[int]:
        """The tiles in the bag, in order."""
        return sorted(self.bag[which] for which in range(self.bag_n))

    def scores(self) -> list[int]:
        """The points of each player."""
        return [self.score[seat] for seat in range(self.players)]

    def played(self) -> list[tuple[int, int]]:
        """The turns played: the kinds in the hand, and the placement or 0 for a trade or a pass."""
        return [(self.hands[turn], self.history[turn]) for turn in range(self.history_n)]

    def _make_room(self) -> None:
        hand = 0
        for seat in range(self.players):
            if bits.popcount(self.held[seat]) > bits.popcount(hand):
                hand = self.held[seat]
        # A hand larger than six never grows, and a smaller one grows to six at most.
        self.position.reserve(hand)

    def _clear(self) -> int:
        self.turns = 0
        self.idle = 0
        self.passes = 0
        self.bag_n = 0
        self.history_n = 0
        for seat in range(SEATS):
            self.held[seat] = 0
            self.size[seat] = 0
            self.score[seat] = 0
        for which in range(SEATS * bits.KINDS):
            self.count[which] = 0
        return 0

    def _deal(self) -> int:
        self.position._wipe()
        self._clear()
        for which in range(bits.BOX):
            self._return(which // bits.COPIES)
        largest = 0
        for seat in range(self.players):
            self._refill(seat, bits.HAND)
            size = core._largest_set(self.held[seat])
            if size > largest:
                largest = size
                self.seat = seat
        return 0

    # Hands and bag

    def _give(self, seat: int, tile: int) -> int:
        self.count[seat * bits.KINDS + tile] += 1
        self.held[seat] |= ONE << tile
        self.size[seat] += 1
        return 0

    def _drop(self, seat: int, tile: int) -> int:
        self.count[seat * bits.KINDS + tile] -= 1
        if self.count[seat * bits.KINDS + tile] == 0:
            self.held[seat] ^= ONE << tile
        self.size[seat] -= 1
        return 0

    def _return(self, tile: int) -> int:
        self.bag[self.bag_n] = tile
        self.bag_n += 1
        return 0

    def _refill(self, seat: int, size: int) -> int:
        """Draw until the hand has this size or the bag is empty (Q-TURN-2)."""
        while self.size[seat] < size and self.bag_n:
            which = self.position._below(self.bag_n)
            self._give(seat, self.bag[which])
            self.bag_n -= 1
            self.bag[which] = self.bag[self.bag_n]
        return 0

    # Turns

    def play(self) -> int:
        """Play to the end; the position is as before, the answer is the number of turns."""
        if self.position.log_n + bits.BOX > bits.LOG_ROOM:
            raise ValueError("too many changes to remember")
        return self._released(0)

    def play_many(self, games: int, seed: int) -> tuple[int, int]:
        """Deal and play so many games from one seed on: the turns and the points of all of them."""
        if self.position.tiles or not self.position.open_table:
            raise ValueError("games begin on an empty open table")
        self.position.rng = seed & bits.WORD
        turns = self._released(games)
        return turns, self.points

    def replay(self, listing: bool, least: int, most: int) -> tuple[int, int]:
        """Place the last game's tiles again; with ``listing`` list all placements on the way.

        Placements are listed while ``least`` to ``most`` tiles lie on the table. The answer is how
        many positions those were and how many placements they had. This is for measuring.
        """
        if self.position.tiles:
            raise ValueError("a game is replayed from an empty table")
        positions = self._replay(1 if listing else 0, least, most)
        return positions, self.listed

    def _released(self, games: int) -> int:
        """Play on, or so many games, while other threads of the interpreter run."""
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
        """Choose a placement; the answer is its points, 0 when nothing can be placed."""
        if self.position.tiles == 0:
            # Q-START-4, S-START-1: the whole largest set, over the centre where there is one.
            least = core._largest_set(hand)
            if self.policy[self.seat] == RANDOM:
                self.position._any(hand, least, self.position.centre_cells)
            else:
                self.position._any_best(hand, least, self.position.centre_cells)
        elif self.policy[self.seat] == RANDOM:
            self.position._any(hand, 0, 0)
        else:
            self.position._best(hand)
        return self.position.best_points

    def _turn(self) -> int:
        """Play one turn; the answer is 0 when the game is over."""
        seat = self.seat
        hand = self.held[seat]
        self.turns += 1
        points = self._choose(hand)
        if self.history_n < HISTORY_ROOM:
            self.hands[self.history_n] = hand
            self.history[self.history_n] = self.position.best_code
            self.history_n += 1
        if points:
            self.idle = 0
            self.passes = 0
            count = self.position._spell(self.position.best_code)
            for which in range(count):
                self.position._place(self.position.cells[which], self.position.kinds[which])
                self._drop(seat, self.position.kinds[which])
            self.score[seat] += points
            self._refill(seat, bits.HAND)
            if self.size[seat] == 0:
                self.score[seat] += GOING_OUT
                return 0
        else:
            self.idle += 1
            if self.bag_n:
                self.passes = 0
                self._trade(seat)
            else:
                # A1, A2: a full round of passes ends the game.
                self.passes += 1
                if self.passes == self.players:
                    return 0
            if self.idle == IDLE_ROUNDS * self.players:
                return 0
        self.seat = seat + 1 if seat + 1 < self.players else 0
        return 1

    def _trade(self, seat: int) -> int:
        """Trade as much as the bag allows: aside, draw, and only then back (Q-TURN-3, A8)."""
        wanted = self.size[seat]
        wanted = min(wanted, self.bag_n)
        size = self.size[seat]
        traded = 0
        for kind in range(bits.KINDS):
            while traded < wanted and self.count[seat * bits.KINDS + kind]:
                self._drop(seat, kind)
                self.aside[traded] = kind
                traded += 1
        self._refill(seat, size)
        for which in range(traded):
            self._return(self.aside[which])
        return 0

    def _replay(self, listing: int, least: int, most: int) -> int:
        positions = 0
        self.listed = 0
        for turn in range(self.history_n):
            if listing and least <= self.position.tiles <= most:
                positions += 1
                start = 0
                while start >= 0:
                    start = self.position._listed(self.hands[turn], start, 0, 0)
                    self.listed += self.position.n
            if self.history[turn]:
                count = self.position._spell(self.history[turn])
                for which in range(count):
                    self.position._place(self.position.cells[which], self.position.kinds[which])
        self.position._unwind(0)
        return positions
