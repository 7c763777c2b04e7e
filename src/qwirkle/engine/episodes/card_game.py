"""One card game exactly as the library deals and plays it, one turn at a time, without sets.

Sets may be rearranged freely (C-TURN-1), so the choice of greedy and random seats depends on how
many copies of each kind are on the table, never on the sets they are in. Nothing else is kept here.
The deck has the order of the specified dealer, the hands keep the order in which they were drawn,
and the seats draw the same lots as the bots of ``qwirkle.players``. So the same seed is the same
game, card for card; the tests compare it with ``decide`` and the bots. ``cards/game.py`` plays
games from an order that it is given, for measurements.

Written once for both backends, like ``cards/core.py``, and works with numbers only.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.cards import box, core
from qwirkle.engine.episodes import card_columns, shuffle, state_columns
from qwirkle.engine.placement import bits

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

# The largest hand of which every play can be listed.
HAND = 10
# As many as the rules try before they give up on a dealer.
MOST_DEALS = 1000


RUNNING = 0
LAST_ROUND = 1
NO_PROGRESS = 2
NO_DEAL = 3


class CardGame:
    """A card game with an ordered deck and ordered hands."""

    def __init__(self) -> None:
        """Make an empty table; call ``set_rules`` and ``seat_players`` before ``begin``."""
        self.dealer = shuffle.Shuffle()
        self.solver = core.Solver()
        self.players = 2
        self.hand_size = HAND
        self.smallest_set = box.COPIES
        self.whole_set = 1
        self.idle_rounds = 2
        self.policy = array("i", [1]) * box.SEATS
        self.order = array("i", [0]) * (box.SEATS * HAND)
        self.size = array("i", [0]) * box.SEATS
        self.score = array("i", [0]) * box.SEATS
        self.tied = array("i", [0]) * box.SEATS
        self.table = array("i", [0]) * box.KINDS
        self.taken = array("i", [0]) * box.KINDS
        self.laid = array("i", [0]) * box.KINDS
        self.lines = array("i", [0]) * box.LINES
        self.deck = array("i", [0]) * box.CARDS
        self.deck_first = 0
        self.deck_n = 0
        self.seat = 0
        self.turns = 0
        self.idle = 0
        self.opening_cards = 0
        self.turns_left = -1
        self.act = card_columns.PASS
        self.made = 0
        self.ending = RUNNING

    # For Python

    def set_rules(self, hand: int, smallest_set: int, *, whole_set: bool, idle_rounds: int) -> None:
        """Set the size of a hand, the smallest set, the opening, and the rounds without a play."""
        if not 1 <= hand <= HAND or idle_rounds < 1:
            raise ValueError("a hand has at most ten cards here")
        self.hand_size = hand
        self.smallest_set = smallest_set
        self.whole_set = 1 if whole_set else 0
        self.idle_rounds = idle_rounds

    def seat_players(self, policies: Sequence[int]) -> None:
        """Set the seats, and how each chooses: 0 at random, 1 greedily."""
        if not 1 < len(policies) <= box.SEATS or any(policy not in (0, 1) for policy in policies):
            raise ValueError("two to four players, each random or greedy")
        self.players = len(policies)
        for seat, policy in enumerate(policies):
            self.policy[seat] = policy

    def begin(self, key: bytes, chances: Sequence[int]) -> bool:
        """Deal from a dealer's key; each seat draws its lots from its own state on.

        Return False if the dealer never deals anybody a set.
        """
        self.dealer.set_key(key)
        for seat, state in enumerate(chances):
            self.dealer.set_chance(seat, state)
        self._begin_game()
        return self.ending == RUNNING

    def play(self) -> bool:
        """Play one turn of the seat to move by its policy; it never has too many choices."""
        if self.ending:
            raise ValueError("the game is over")
        self._released()
        return True

    def _released(self) -> int:
        """Play while other threads of the interpreter run."""
        with cython.nogil:
            return self._play()

    def scores(self) -> list[int]:
        """Return the Qwirkles of each player."""
        return [self.score[seat] for seat in range(self.players)]

    def cards_in_order(self, seat: int) -> list[int]:
        """Return a hand in the order in which it was drawn."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        return [self.order[seat * HAND + which] for which in range(self.size[seat])]

    def cards_on_table(self) -> list[int]:
        """Return how many cards of each kind are on the table."""
        return [self.table[kind] for kind in range(box.KINDS)]

    def pile(self) -> list[int]:
        """Return the deck, the next card first."""
        return [self.deck[self.deck_first + which] for which in range(self.deck_n)]

    def last_turn(self) -> tuple[int, list[int], list[int]]:
        """Return the last turn: its act, the cards laid by kind, the Qwirkles made by line."""
        laid = [self.laid[kind] for kind in range(box.KINDS)]
        return self.act, laid, [self.lines[line] for line in range(box.LINES)]

    # The deal

    def _begin_game(self) -> int:
        """Shuffle and deal until somebody has a set; find the starter (C-SETUP-1, C-START-1)."""
        self.turns = 0
        self.idle = 0
        self.turns_left = -1
        self.ending = RUNNING
        for kind in range(box.KINDS):
            self.table[kind] = 0
            self.taken[kind] = 0
        for seat in range(box.SEATS):
            self.score[seat] = 0
        for deal in range(1, MOST_DEALS + 1):
            largest = self._deal(deal)
            if largest >= self.smallest_set:
                return self._find_starter(largest)
        self.ending = NO_DEAL
        return 0

    def _deal(self, number: int) -> int:
        """Deal from a complete deck; return the size of the largest set anybody has."""
        for which in range(box.CARDS):
            self.deck[which] = which // box.COPIES
        self.deck_first = 0
        self.deck_n = box.CARDS
        self.dealer._begin(shuffle.DECK if number == 1 else shuffle.DECK_AGAIN, number)
        self.dealer._shuffle(self.deck, 0, box.CARDS)
        largest = 0
        for seat in range(self.players):
            self.size[seat] = 0
            self._draw(seat)
            largest = max(largest, self._largest_set(seat))
        return largest

    def _find_starter(self, largest: int) -> int:
        """Draw the starter by lot among those with the largest set (A27)."""
        tied = 0
        for seat in range(self.players):
            if self._largest_set(seat) == largest:
                self.tied[tied] = seat
                tied += 1
        self.dealer._begin(shuffle.STARTER, 0)
        self.dealer._shuffle(self.tied, 0, tied)
        self.seat = self.tied[0]
        self.opening_cards = largest if self.whole_set else 0
        return 0

    def _draw(self, seat: int) -> int:
        """Draw up to a full hand, as far as the deck lasts (C-DRAW-1)."""
        while self.size[seat] < self.hand_size and self.deck_n > 0:
            self.order[seat * HAND + self.size[seat]] = self.deck[self.deck_first]
            self.size[seat] += 1
            self.deck_first += 1
            self.deck_n -= 1
        return 0

    def _held(self, seat: int, line: int) -> int:
        """Return the places of a line of which a hand has a card, as bits."""
        places = 0
        for which in range(self.size[seat]):
            kind = self.order[seat * HAND + which]
            if line == kind // 6:
                places |= 1 << (kind % 6)
            elif line == 6 + kind % 6:
                places |= 1 << (kind // 6)
        return places

    def _largest_set(self, seat: int) -> int:
        largest = 0
        for line in range(box.LINES):
            largest = max(largest, _size_of(self._held(seat, line)))
        return largest

    # Choosing by a policy

    def _play(self) -> int:
        """Choose and play a turn; return 1 while the game continues."""
        self._clear_turn()
        return self._do(self._choose(self.seat))

    def _clear_turn(self) -> int:
        self.made = 0
        for kind in range(box.KINDS):
            self.laid[kind] = 0
        for line in range(box.LINES):
            self.lines[line] = 0
        return 0

    def _do(self, plays: int) -> int:
        """Lay the chosen cards; without any, exchange or pass."""
        if plays:
            self.act = card_columns.PLAY
            self._lay(self.seat)
        elif self.deck_n:
            self.act = card_columns.EXCHANGE
            self._exchange(self.seat)
        else:
            self.act = card_columns.PASS
            self.idle += 1
        return self._next_turn()

    def _choose(self, seat: int) -> int:
        """Choose the cards to lay; return 0 if no card can be played (A15)."""
        if self.opening_cards:
            return self._choose_opening(seat)
        self._set_solver(seat)
        return (
            self._choose_randomly(seat)
            if self.policy[seat] == bits.RANDOM_POLICY
            else self._choose_best()
        )

    def _set_solver(self, seat: int) -> int:
        for kind in range(box.KINDS):
            self.solver.table[kind] = self.table[kind]
            self.solver.hand[kind] = 0
        for which in range(self.size[seat]):
            self.solver.hand[self.order[seat * HAND + which]] += 1
        return 0

    def _choose_opening(self, seat: int) -> int:
        """Choose the largest set of the hand; among equals the one with the lowest kinds (A16)."""
        best = -1
        for line in range(box.LINES):
            if best < 0 or self._comes_before(seat, line, best):
                best = line
        places = self._held(seat, best)
        for place in range(6):
            if (places >> place) & 1:
                self.laid[core._kind(best, place)] = 1
        if _size_of(places) == box.QWIRKLE:
            self._make(best)
        return 1

    def _comes_before(self, seat: int, line: int, other: int) -> int:
        own = self._held(seat, line)
        known = self._held(seat, other)
        if _size_of(own) != _size_of(known):
            return 1 if _size_of(own) > _size_of(known) else 0
        for kind in range(box.KINDS):
            here = _has(line, own, kind)
            if here != _has(other, known, kind):
                return here
        return 0

    def _choose_best(self) -> int:
        """Choose the most Qwirkles, and among those the most cards."""
        if self.solver._most_qwirkles(1) == 0:
            return 0
        for kind in range(box.KINDS):
            self.laid[kind] = self.solver._best_play(kind)
        for line in range(box.LINES):
            for _ in range(self.solver.best_made[line]):
                self._make(line)
        return 1

    def _choose_randomly(self, seat: int) -> int:
        """Choose any cards that can be laid without a Qwirkle, all choices equally likely."""
        for line in range(box.LINES):
            self.solver.made[line] = 0
        count = self.solver._plays()
        if count == 0:
            return 0
        code = self.solver.found[self.dealer._lot(seat, count)]
        place = 0
        for kind in range(box.KINDS):
            if self.solver.hand[kind]:
                self.laid[kind] = (code >> (2 * place)) & 3
                place += 1
        return 1

    def _make(self, line: int) -> int:
        """Make a Qwirkle, which is taken off the table immediately (C-QW-1)."""
        self.made += 1
        self.lines[line] += 1
        for place in range(6):
            kind = core._kind(line, place)
            self.table[kind] -= 1
            self.taken[kind] += 1
        return 0

    # Playing

    def _lay(self, seat: int) -> int:
        for kind in range(box.KINDS):
            self.table[kind] += self.laid[kind]
            for _ in range(self.laid[kind]):
                # The others keep the order in which they were drawn.
                shuffle._take_out(self.order, seat * HAND, self.size[seat], kind)
                self.size[seat] -= 1
        self.score[seat] += self.made
        self.opening_cards = 0
        self.idle = 0
        if self.turns_left > 0:
            self.turns_left -= 1
        if self.deck_n:
            self._draw(seat)
            if self.deck_n == 0:
                # C-END-1: everybody has one more turn.
                self.turns_left = self.players
        return 0

    def _exchange(self, seat: int) -> int:
        """Shuffle the hand into the deck and draw a new one (A15)."""
        for which in range(self.deck_n):
            self.deck[which] = self.deck[self.deck_first + which]
        self.deck_first = 0
        for which in range(self.size[seat]):
            self.deck[self.deck_n] = self.order[seat * HAND + which]
            self.deck_n += 1
        self.size[seat] = 0
        self.dealer._begin(shuffle.EXCHANGE, self.turns)
        self.dealer._shuffle(self.deck, 0, self.deck_n)
        self._draw(seat)
        self.idle += 1
        return 0

    def _next_turn(self) -> int:
        """Pass the turn to the next seat, unless the game is over (C-END-1, A15)."""
        self.turns += 1
        if self.act == card_columns.PASS and self.turns_left > 0:
            self.turns_left -= 1
        if self.turns_left == 0:
            self.ending = LAST_ROUND
        elif self.idle >= self.idle_rounds * self.players:
            self.ending = NO_PROGRESS
        else:
            self.seat = self.seat + 1 if self.seat + 1 < self.players else 0
        return 0 if self.ending else 1

    # The whole game as a row of numbers (``state_columns.py``)

    def _store(self, row: array[int]) -> int:
        """Write the game into a row, which has room for ``CARDS_ROOM`` numbers."""
        row[state_columns.KIND] = state_columns.CARDS_ROW
        row[state_columns.PLAYERS] = self.players
        row[state_columns.SEAT] = self.seat
        row[state_columns.TURNS] = self.turns
        row[state_columns.ENDING] = self.ending
        row[state_columns.IDLE] = self.idle
        row[state_columns.UNDRAWN] = self.deck_n
        row[state_columns.ACT] = self.act
        row[state_columns.OPENING_CARDS] = self.opening_cards
        row[state_columns.TURNS_LEFT] = self.turns_left + 1
        row[state_columns.MADE] = self.made
        for kind in range(box.KINDS):
            row[state_columns.TABLE + kind] = self.table[kind]
            row[state_columns.TAKEN + kind] = self.taken[kind]
            row[state_columns.LAID + kind] = self.laid[kind]
        for line in range(box.LINES):
            row[state_columns.LINES + line] = self.lines[line]
        self.dealer._store(row)
        at = state_columns.CARDS_HEAD
        for seat in range(box.SEATS):
            held = self.size[seat] if seat < self.players else 0
            row[state_columns.SCORES + seat] = self.score[seat]
            row[state_columns.SIZES + seat] = held
            for which in range(held):
                row[at] = self.order[seat * HAND + which]
                at += 1
        for which in range(self.deck_n):
            row[at] = self.deck[self.deck_first + which]
            at += 1
        while at < state_columns.CARDS_ROOM:
            row[at] = 0
            at += 1
        return 0

    def _load(self, row: array[int]) -> int:
        """Read the game from a row that ``_store`` wrote, or that was checked."""
        self.players = row[state_columns.PLAYERS]
        self.seat = row[state_columns.SEAT]
        self.turns = row[state_columns.TURNS]
        self.ending = row[state_columns.ENDING]
        self.idle = row[state_columns.IDLE]
        self.act = row[state_columns.ACT]
        self.opening_cards = row[state_columns.OPENING_CARDS]
        self.turns_left = row[state_columns.TURNS_LEFT]
        self.turns_left -= 1
        self.made = row[state_columns.MADE]
        for kind in range(box.KINDS):
            self.table[kind] = row[state_columns.TABLE + kind]
            self.taken[kind] = row[state_columns.TAKEN + kind]
            self.laid[kind] = row[state_columns.LAID + kind]
        for line in range(box.LINES):
            self.lines[line] = row[state_columns.LINES + line]
        self.dealer._load(row)
        at = state_columns.CARDS_HEAD
        for seat in range(box.SEATS):
            self.score[seat] = row[state_columns.SCORES + seat]
            self.size[seat] = row[state_columns.SIZES + seat]
            for which in range(self.size[seat]):
                self.order[seat * HAND + which] = row[at]
                at += 1
        self.deck_first = 0
        self.deck_n = row[state_columns.UNDRAWN]
        for which in range(self.deck_n):
            self.deck[which] = row[at]
            at += 1
        return 0


def _size_of(places: int) -> int:
    count = 0
    while places:
        count += 1
        places &= places - 1
    return count


def _has(line: int, places: int, kind: int) -> int:
    """Return whether a kind is among these places of a line."""
    if line == kind // 6:
        return (places >> (kind % 6)) & 1
    if line == 6 + kind % 6:
        return (places >> (kind // 6)) & 1
    return 0
