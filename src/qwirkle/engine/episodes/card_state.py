"""A card game as one small row of numbers: copied, played on, taken back, stored.

The counterpart of ``state.py`` for cards; the sets on the table are left to the callers, as in
``card_game.py``. A turn is a number: its upper four bits are the act (``card_columns.py``), the
rest is for a play two bits for each kind of the hand, in the order of the kinds. A choice of cards
is laid with the most Qwirkles, as in ``card_episode.py``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from threading import get_ident
from typing import Any, Self

from qwirkle.engine.cards import box
from qwirkle.engine.episodes import card_columns, card_episode, card_game, state_columns
from qwirkle.engine.placement import bits

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython


class CardTable:
    """The large part of a card game, which states share."""

    def __init__(self) -> None:
        """Make a table; set the rules and the seats of its game before using it."""
        # ``rules.table()`` returns the table of the thread that calls it.
        self.rules: Any = None
        self.thread = get_ident()
        self.game = card_episode.CardEpisode()
        # Card by card, so that no choice is left out of the list.
        counts = array("h", [0]) * card_columns.COUNTS
        mask = array("B", [0]) * (card_episode.STOP + 1)
        self.game.attach_arrays(counts, mask, array("h", [0]), 0, 0, True)
        self.loaded: CardState | None = None
        self.version = 0
        self.is_listed = 0
        self.pool = array("i", [0]) * box.CARDS

    def play_out(self, row: array[int], policies: Sequence[int], seed: int) -> list[int]:
        """Play a row to its end, each seat by its policy, and return the Qwirkles.

        The deck is shuffled first. Other threads of the interpreter run meanwhile.
        """
        self.loaded = None
        self.is_listed = 0
        self.game._load(row)
        self.game.seat_players(policies)
        self._shuffle_deck(seed & bits.WORD)
        with cython.nogil:
            self._play_to_end()
        return self.game.scores()

    # Inside

    def _play_to_end(self) -> int:
        while self.game.ending == card_game.RUNNING:
            self.game._play()
        return 0

    def _list_turns(self) -> int:
        if self.is_listed == 0:
            self.game._find_choices()
            self.is_listed = 1
        return self.game.found

    def _write_turns(self, numbers: array[int]) -> int:
        for which in range(self.game.found):
            numbers[which] = self.game.codes[which]
        if self.game.found == 0:
            act = card_columns.EXCHANGE if self.game.deck_n else card_columns.PASS
            numbers[0] = bits.ONE * act << state_columns.ACT_AT
        return 0

    def _write_points(self, points: array[int]) -> int:
        for which in range(self.game.found):
            made = self.game.makes[which]
            for line in range(box.LINES):
                points[which] += (made >> (2 * line)) & 3
        return 0

    def _find(self, number: int) -> int:
        """Return which turn has this number, -1 if it is not legal."""
        self._list_turns()
        if self.game.found == 0:
            act = card_columns.EXCHANGE if self.game.deck_n else card_columns.PASS
            return 0 if number == bits.ONE * act << state_columns.ACT_AT else -1
        if number >> 31:
            return -1
        wanted = number & 0x7FFFFFFF
        for which in range(self.game.found):
            if self.game.codes[which] == wanted:
                return which
        return -1

    def _choose_by(self, policy: int) -> int:
        """Return the number of the turn that a policy chooses."""
        self._list_turns()
        if self.game.found == 0:
            act = card_columns.EXCHANGE if self.game.deck_n else card_columns.PASS
            return bits.ONE * act << state_columns.ACT_AT
        kept = self.game.policy[self.game.seat]
        self.game.policy[self.game.seat] = policy
        self.game._clear_turn()
        self.game._choose(self.game.seat)
        self.game.policy[self.game.seat] = kept
        code = 0
        for place in range(self.game.kinds_n):
            code |= self.game.laid[self.game.kinds[place]] << (2 * place)
        return code

    def _shuffle_deck(self, seed: int) -> int:
        """Shuffle the deck, and set what later shuffles and lots depend on, from a seed."""
        self.game.dealer._reseed(seed)
        last = self.game.deck_n - 1
        first = self.game.deck_first
        while last > 0:
            which = self.game.dealer._lot(0, last + 1)
            moved = self.game.deck[first + last]
            self.game.deck[first + last] = self.game.deck[first + which]
            self.game.deck[first + which] = moved
            last -= 1
        return 0

    def _redeal(self, seat: int, seed: int) -> int:
        """Deal what this seat cannot see at random: the other hands and the deck."""
        # All of it goes into the deck, which is shuffled and dealt again.
        count = 0
        for which in range(self.game.deck_n):
            self.pool[count] = self.game.deck[self.game.deck_first + which]
            count += 1
        held = 0
        for other in range(self.game.players):
            if other != seat:
                for which in range(self.game.size[other]):
                    self.pool[count] = self.game.order[other * card_game.HAND + which]
                    count += 1
                    held += 1
        for which in range(count):
            self.game.deck[which] = self.pool[which]
        self.game.deck_first = 0
        self.game.deck_n = count
        self._shuffle_deck(seed)
        for other in range(self.game.players):
            if other != seat:
                for which in range(self.game.size[other]):
                    self.game.order[other * card_game.HAND + which] = self.game.deck[
                        self.game.deck_first
                    ]
                    self.game.deck_first += 1
        self.game.deck_n -= held
        return 0


class CardState:
    """A card game at one moment: a row of numbers, and the table that it shares."""

    def __init__(self, table: CardTable, data: array[int]) -> None:
        """Use this row, which must be right: ``engine/state.py`` checks rows from outside."""
        self.table = table
        self.data = data
        self.row = data
        self.past: Any = None
        self.version = 0

    def deal(self, key: bytes, chances: Sequence[int]) -> None:
        """Deal from a dealer's key; ValueError if it never deals anybody a set."""
        if not self.table.game.begin(key, chances):
            raise ValueError("this dealer never deals anybody a set")
        self.table.game._clear_turn()
        self._keep()
        self.past = None

    def clone(self) -> Self:
        """Return an independent copy, which can be taken back as far as this one."""
        made = self.__class__.__new__(self.__class__)
        made._become(self)
        return made

    def legal(self) -> array[int]:
        """Return the numbers of the legal turns, in an order that depends on the game alone."""
        count = self._list()
        numbers = array("Q", bytes(8 * count))
        if count:
            self.table._write_turns(numbers)
        return numbers

    def points(self) -> array[int]:
        """Return the Qwirkles of each of the legal turns, in the same order."""
        count = self._list()
        points = array("H", bytes(2 * count))
        if count:
            self.table._write_points(points)
        return points

    def apply(self, number: int) -> None:
        """Play a legal turn, by its number; otherwise raise ValueError and change nothing."""
        if not hasattr(number, "__index__"):
            raise TypeError(f"a turn is applied by its number, one of legal(), not {number!r}")
        if not 0 <= number <= bits.WORD:
            raise ValueError("no such turn")
        if self.row[state_columns.ENDING]:
            raise ValueError("the game is over")
        before = self.data[:]
        if not self._apply(number):
            raise ValueError("no such turn")
        self.past = (before, self.past)

    def undo(self) -> None:
        """Take the last turn back that was applied to this state, or to one it was cloned from."""
        if self.past is None:
            raise ValueError("there is nothing to undo")
        self.data, self.past = self.past
        # The row is shared with relatives that can be taken back to it.
        self.data = self.data[:]
        self.row = self.data
        self.version += 1

    def choose(self, policy: int) -> int:
        """Return the number of the turn that a policy chooses: 0 for random, 1 for greedy.

        The lots that it draws are drawn: choosing again may give another turn.
        """
        if self.row[state_columns.ENDING]:
            raise ValueError("the game is over")
        if policy not in {bits.RANDOM_POLICY, bits.GREEDY_POLICY}:
            raise ValueError("a policy that chooses one turn is random or greedy")
        self._bring()
        chosen = self.table._choose_by(policy)
        # The policy has written into the last turn: that is as it was once it is loaded again.
        self.table.game.dealer._store(self.row)
        self.table.loaded = None
        return chosen

    def spell(self, number: int) -> tuple[list[int], list[int]]:
        """Return the cards of a legal play by kind, and its Qwirkles by line."""
        self._bring()
        which = self.table._find(number)
        if which < 0 or not self.table.game.found:
            raise ValueError("no such turn")
        return self.table.game.choice(which)

    def redeal(self, seat: int, seed: int) -> None:
        """Deal what a seat cannot see at random, from a seed; what came before is forgotten."""
        if not 0 <= seat < self.row[state_columns.PLAYERS]:
            raise ValueError("no such seat")
        self._bring()
        self.table._redeal(seat, seed & bits.WORD)
        self._keep()
        self.past = None

    # Inside

    def _become(self, other: CardState) -> int:
        self.table = other.table
        self.data = other.data[:]
        self.row = self.data
        self.past = other.past
        self.version = 0
        return 0

    def _bring(self) -> int:
        """Load this state, unless it is the one that was loaded last."""
        if self.table.thread != get_ident():
            self.table = self.table.rules.table()
        if self.table.loaded is not self or self.table.version != self.version:
            self.table.game._load(self.row)
            self.table.is_listed = 0
            self.table.loaded = self
            self.table.version = self.version
        return 0

    def _keep(self) -> int:
        """Write what the table has loaded into this state."""
        self.table.game._store(self.row)
        self.version += 1
        self.table.is_listed = 0
        self.table.loaded = self
        self.table.version = self.version
        return 0

    def _apply(self, number: int) -> int:
        self._bring()
        which = self.table._find(number)
        if which < 0:
            return 0
        self.table.game._act(which)
        self._keep()
        return 1

    def _list(self) -> int:
        """List the legal turns; return how many there are."""
        if self.row[state_columns.ENDING]:
            return 0
        self._bring()
        return max(self.table._list_turns(), 1)
