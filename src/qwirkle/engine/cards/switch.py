"""The fewest switches: how given cards join the sets on the table with the least moving.

Written once for both backends, like ``core.py``, and as free of chance. Sets keep their line. The
search allows zero, then one, then two ... table cards to change sets, and within that lays the
played cards: to a set that takes them, or to a new set that must grow to three, with cards that
wait for a place or cards taken from other sets, which may thereby become too small and need support
themselves or break up. It gives up after a number of steps; the caller then falls back on the
solver's partition.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.cards import box

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

# 36 sets of three, 18 Qwirkles and a new set for each of 108 cards are fewer.
SETS = 176

SIZE = array("i", [sum((mask >> place) & 1 for place in range(6)) for mask in range(64)])


def _kind(line: int, place: int) -> int:
    """Return the kind at a place of a line."""
    return 6 * line + place if line < 6 else 6 * place + line - 6


class Switcher:
    """Scratch space for one search at a time; make one per thread."""

    def __init__(self) -> None:
        """Make a switcher with nothing on the table."""
        self.line = array("i", [0]) * SETS
        self.cards = array("i", [0]) * SETS
        self.joined = array("i", [0]) * SETS
        self.goal = array("i", [0]) * SETS
        self.sets = 0
        self.loose = array("i", [0]) * box.KINDS
        self.loose_n = 0
        self.budget = 0
        self.steps = 0
        self.limit = 0

    def fewest(
        self,
        before: Sequence[tuple[int, int]],
        play: Sequence[int],
        made: Sequence[int],
        limit: int,
    ) -> int:
        """Return how many table cards must change sets, -1 if ``limit`` steps did not settle it.

        ``before`` is the line and the six bits of each set, ``play`` the copies of each kind that
        come from the hand, ``made`` the Qwirkles wanted in each line. ``after`` returns the answer.
        """
        lying = sum(SIZE[cards] for _, cards in before)
        if lying + sum(play) > 108 or sum(made) > 18:
            raise ValueError("there are 108 cards")
        self.steps = 0
        self.limit = limit
        for budget in range(lying + 1):
            self.lay(before, play)
            self.want_qwirkles(made)
            self.budget = budget
            if self._step_released() == 1:
                return budget
            if self.steps > self.limit:
                break
        return -1

    def _step_released(self) -> int:
        """Search while other threads of the interpreter run."""
        with cython.nogil:
            return self._step()

    def after(self) -> list[tuple[int, int]]:
        """Return the sets of the answer, old ones first, as line and bits; 0 is a broken one."""
        return [(self.line[which], self.cards[which]) for which in range(self.sets)]

    def lay(self, before: Sequence[tuple[int, int]], play: Sequence[int]) -> None:
        """Lay the sets of the table, and set the cards to play aside."""
        self.sets = 0
        for line, cards in before:
            self._open(line, cards)
        self.loose_n = 0
        for kind in range(box.KINDS):
            self.loose[kind] = play[kind]
            self.loose_n += play[kind]

    def want_qwirkles(self, made: Sequence[int]) -> None:
        """Choose the sets that become Qwirkles: the largest of each line."""
        for line in range(box.LINES):
            for _ in range(made[line]):
                host = -1
                for which in range(self.sets):
                    if self.line[which] != line or self.goal[which] == box.QWIRKLE:
                        continue
                    if host < 0 or SIZE[self.cards[which]] > SIZE[self.cards[host]]:
                        host = which
                if host < 0:
                    host = self._open(line, 0)
                self.goal[host] = box.QWIRKLE

    def _open(self, line: int, cards: int) -> int:
        which = self.sets
        self.line[which] = line
        self.cards[which] = cards
        self.joined[which] = 0
        self.goal[which] = box.SMALLEST_SET
        self.sets += 1
        return which

    def _step(self) -> int:
        """Settle the most urgent need and recurse; 1 when every card is in a set."""
        self.steps += 1
        if self.steps > self.limit:
            return 0
        urgent = -1
        fewest = 99
        for which in range(self.sets):
            size = SIZE[self.cards[which]]
            if size >= self.goal[which] or (size == 0 and self.goal[which] == box.SMALLEST_SET):
                continue
            waiting = 0
            for place in range(6):
                here = (self.cards[which] >> place) & 1
                if here == 0 and self.loose[_kind(self.line[which], place)] > 0:
                    waiting += 1
            # When not enough cards can come, the rest of an old set may still break up.
            stuck = self.goal[which] == box.QWIRKLE or self.joined[which] or size > self.budget
            if stuck and self.goal[which] - size - waiting > self.budget:
                return 0
            if waiting < fewest:
                fewest = waiting
                urgent = which
        if urgent >= 0:
            return self._support(urgent)
        if self.loose_n == 0:
            return 1
        return self._house()

    def _support(self, which: int) -> int:
        """Help a set that is too small: add a waiting card, take one from a set, or break it up."""
        line = self.line[which]
        for place in range(6):
            if (self.cards[which] >> place) & 1 == 0:
                kind = _kind(line, place)
                if self.loose[kind] > 0:
                    if self._join(which, place, kind) == 1:
                        return 1
                elif self.budget > 0 and self._take(which, place, kind) == 1:
                    return 1
        size = SIZE[self.cards[which]]
        if self.goal[which] == box.SMALLEST_SET and self.joined[which] == 0 and size <= self.budget:
            return self._break_up(which)
        return 0

    def _join(self, which: int, place: int, kind: int) -> int:
        self.loose[kind] -= 1
        self.loose_n -= 1
        self.cards[which] |= 1 << place
        self.joined[which] |= 1 << place
        if self._step() == 1:
            return 1
        self.joined[which] ^= 1 << place
        self.cards[which] ^= 1 << place
        self.loose[kind] += 1
        self.loose_n += 1
        return 0

    def _take(self, which: int, place: int, kind: int) -> int:
        """Take a card from another set, the largest ones first: they can spare it."""
        for size in range(5, 0, -1):
            for other in range(self.sets):
                if other == which or self.goal[other] == box.QWIRKLE:
                    continue
                if SIZE[self.cards[other]] != size:
                    continue
                if self.line[other] == kind // 6:
                    bit = 1 << (kind % 6)
                elif self.line[other] == 6 + kind % 6:
                    bit = 1 << (kind // 6)
                else:
                    continue
                # A card that joined in this turn could have come here directly.
                if self.cards[other] & ~self.joined[other] & bit == 0:
                    continue
                self.cards[other] ^= bit
                self.cards[which] |= 1 << place
                self.joined[which] |= 1 << place
                self.budget -= 1
                if self._step() == 1:
                    return 1
                self.budget += 1
                self.joined[which] ^= 1 << place
                self.cards[which] ^= 1 << place
                self.cards[other] ^= bit
        return 0

    def _break_up(self, which: int) -> int:
        cards = self.cards[which]
        self._scatter(which, cards, 1)
        self.cards[which] = 0
        self.budget -= SIZE[cards]
        if self._step() == 1:
            return 1
        self.budget += SIZE[cards]
        self.cards[which] = cards
        self._scatter(which, cards, -1)
        return 0

    def _scatter(self, which: int, cards: int, copies: int) -> int:
        for place in range(6):
            if (cards >> place) & 1 == 1:
                self.loose[_kind(self.line[which], place)] += copies
                self.loose_n += copies
        return 1

    def _house(self) -> int:
        """Find a place for the waiting card that the fewest sets would take."""
        fewest = 99
        chosen = 0
        for kind in range(box.KINDS):
            if self.loose[kind] > 0:
                takers = 0
                for which in range(self.sets):
                    if self._place_in(which, kind) >= 0:
                        takers += 1
                if takers < fewest:
                    fewest = takers
                    chosen = kind
        # Only these: sets opened deeper in the search belong to other choices.
        for which in range(self.sets):
            place = self._place_in(which, chosen)
            if place >= 0 and self._join(which, place, chosen) == 1:
                return 1
        for side in range(2):
            line = chosen // 6 if side == 0 else 6 + chosen % 6
            which = self._open(line, 0)
            if self._join(which, chosen % 6 if side == 0 else chosen // 6, chosen) == 1:
                return 1
            self.sets -= 1
        return 0

    def _place_in(self, which: int, kind: int) -> int:
        """Return where a card would go in a set, -1 if the set does not take it."""
        line = self.line[which]
        if line == kind // 6:
            place = kind % 6
        elif line == 6 + kind % 6:
            place = kind // 6
        else:
            return -1
        cards = self.cards[which]
        # A sixth card would make a Qwirkle that is not wanted.
        if cards == 0 or (cards >> place) & 1 == 1:
            return -1
        if SIZE[cards] == box.QWIRKLE - 1 and self.goal[which] != box.QWIRKLE:
            return -1
        return place
