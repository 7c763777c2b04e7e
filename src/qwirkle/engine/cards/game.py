"""Whole games of the card game, played out inside the core.

Written once for both backends, like ``core.py``. Everything is passed in, chance included: a game
is played from an order of the deck and a list of numbers to shuffle an exchanged hand with.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.cards import box, core
from qwirkle.engine.cards import play as turn_search

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

IDLE_ROUNDS = 2
NUMBERS = 256


class Game:
    """A whole game between two to four policies."""

    def __init__(self) -> None:
        """Make an empty table."""
        self.search = turn_search.TurnSearch()
        self.players = 2
        self.policy = array("i", [box.GREEDY_POLICY]) * box.SEATS
        self.danger = array("d", [1.0]) * box.SEATS
        self.hope = array("d", [0.5]) * box.SEATS
        self.table = array("i", [0]) * box.KINDS
        self.gone = array("i", [0]) * box.KINDS
        self.hands = array("i", [0]) * (box.SEATS * box.KINDS)
        self.sizes = array("i", [0]) * box.SEATS
        self.score = array("i", [0]) * box.SEATS
        self.deck = array("i", [0]) * box.CARDS
        self.deck_n = 0
        self.numbers = array("I", [0]) * NUMBERS
        self.numbers_used = 0
        self.turns = 0

    def seat_players(
        self, policies: Sequence[int], weights: Sequence[tuple[float, float]] | None = None
    ) -> None:
        """Set how each seat plays: 0 greedily, 1 thinking, with weights of danger and hope."""
        if not 1 < len(policies) <= box.SEATS or any(policy not in (0, 1) for policy in policies):
            raise ValueError("two to four players, each greedy or thinking")
        self.players = len(policies)
        for seat, policy in enumerate(policies):
            self.policy[seat] = policy
            self.danger[seat], self.hope[seat] = (1.0, 0.5) if weights is None else weights[seat]

    def play(self, order: Sequence[int], starter: int, numbers: Sequence[int]) -> list[int]:
        """Play a game and return everybody's Qwirkles. The order begins with the hand of seat 0.

        ``numbers`` are at least 256 numbers below 2**32; exchanged hands are shuffled with them.
        """
        if sorted(order) != sorted(list(range(box.KINDS)) * box.COPIES):
            raise ValueError("the order names each of the 108 cards")
        if not 0 <= starter < self.players or len(numbers) < NUMBERS:
            raise ValueError("a game needs a starter and 256 numbers")
        for which in range(NUMBERS):
            self.numbers[which] = numbers[which]
        self.deck_n = box.CARDS
        for which in range(box.CARDS):
            # Drawn from the end.
            self.deck[box.CARDS - 1 - which] = order[which]
        self._released(starter)
        return [self.score[seat] for seat in range(self.players)]

    def _released(self, starter: int) -> int:
        """Play while other threads of the interpreter run."""
        with cython.nogil:
            return self._play(starter)

    def _play(self, starter: int) -> int:
        self.numbers_used = 0
        self.turns = 0
        for kind in range(box.KINDS):
            self.table[kind] = 0
            self.gone[kind] = 0
        for seat in range(self.players):
            self.score[seat] = 0
            self.sizes[seat] = 0
            for kind in range(box.KINDS):
                self.hands[seat * box.KINDS + kind] = 0
            self._draw(seat)
        seat = starter
        idle = 0
        turns_left = 0
        while idle < IDLE_ROUNDS * self.players:
            self.turns += 1
            full_deck = self.deck_n
            if self._turn(seat, turns_left) == 1:
                idle = 0
                self._draw(seat)
            else:
                idle += 1
                if self.deck_n > 0:
                    self._exchange(seat)
            if turns_left == 1:
                break
            if turns_left > 1:
                turns_left -= 1
            elif full_deck > 0 and self.deck_n == 0:
                turns_left = self.players  # C-END-1
            seat = (seat + 1) % self.players
        return self.turns

    def _draw(self, seat: int) -> int:
        while self.sizes[seat] < box.HAND and self.deck_n > 0:
            self.deck_n -= 1
            self.hands[seat * box.KINDS + self.deck[self.deck_n]] += 1
            self.sizes[seat] += 1
        return 1

    def _exchange(self, seat: int) -> int:
        """Shuffle the hand into the deck and draw a new one (A15)."""
        for kind in range(box.KINDS):
            while self.hands[seat * box.KINDS + kind] > 0:
                self.hands[seat * box.KINDS + kind] -= 1
                self.deck[self.deck_n] = kind
                self.deck_n += 1
        self.sizes[seat] = 0
        for last in range(self.deck_n - 1, 0, -1):
            chosen = self.numbers[self.numbers_used % NUMBERS] % (last + 1)
            self.numbers_used += 1
            card = self.deck[last]
            self.deck[last] = self.deck[chosen]
            self.deck[chosen] = card
        return self._draw(seat)

    def _turn(self, seat: int, turns_left: int) -> int:
        """Play by the seat's policy; 0 if no card can be played."""
        self.search.unseen_n = 0
        for kind in range(box.KINDS):
            held = self.hands[seat * box.KINDS + kind]
            self.search.solver.table[kind] = self.table[kind]
            self.search.solver.hand[kind] = held
            unseen = box.COPIES - held - self.table[kind] - self.gone[kind]
            self.search.unseen[kind] = unseen
            self.search.unseen_n += unseen
        self.search.other_hand = self.sizes[(seat + 1) % self.players]
        self.search.deck = self.deck_n
        self.search.turns_left = turns_left
        self.search.players = self.players
        self.search.danger = self.danger[seat]
        self.search.hope = self.hope[seat]
        greedy = self.policy[seat] == box.GREEDY_POLICY
        if (self.search._last_turn() if greedy else self.search._choose()) == 0:
            return 0
        for line in range(box.LINES):
            made = self.search.made[line]
            self.score[seat] += made
            for place in range(6):
                kind = core._kind(line, place)
                self.gone[kind] += made
                self.table[kind] -= made
        for kind in range(box.KINDS):
            laid = self.search.play[kind]
            self.table[kind] += laid
            self.hands[seat * box.KINDS + kind] -= laid
            self.sizes[seat] -= laid
        return 1
