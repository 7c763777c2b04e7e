"""The fast core of the card game: what can be played, the most Qwirkles, the fewest switches.

One source for two lives, like ``core.py``: ordinary Python as it stands, C with ``cards_core.pxd``.
It knows cards as the numbers 0 to 35 and lines as 0 to 11 (the six colours, then the six shapes),
draws no random numbers and judges nothing: the referee in ``qwirkle.rules.cards`` does.

The idea. Sets may be rearranged freely (C-TURN-1), so the state is how many copies of each kind
lie on the table. Each copy lies in a set of its colour or in a set of its shape. A line with
counts k1..k6, sum n and maximum m splits into sets of three to six without duplicates exactly when
3m <= n (deal kind by kind cyclically into m sets). It can then hold as many sets of six as leave
that true, and none is ever forced (C-SET-1). So the only question is how many copies of each kind
go to its colour, how many to its shape, for ``least <= copies <= most`` of each kind.

The search keeps for each line two vectors, an upper and a lower bound of its six counts, two bits
a count. Vectors that keep 3m <= n are closed under taking the larger of each count, so below any
vector there is one greatest good one: a table of 4,096. A line that must hold something needs
support; when what may come is only just enough, it must come.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

KINDS = 36
LINES = 12
COPIES = 3
# Choices of hand cards: nine different ones can be chosen in 512 ways.
ROOM = 1024
VECTORS = 4096
# A step down fixes at least one copy of one card.
DEPTHS = 2 * COPIES * KINDS + 2


def _greatest(vector: int) -> int:
    """The greatest vector below this one with 3m <= n."""
    counts = [(vector >> (2 * place)) & 3 for place in range(6)]
    while 3 * max(counts) > sum(counts):
        total = sum(counts)
        counts = [min(count, (total - count) // 2) for count in counts]
    return sum(count << (2 * place) for place, count in enumerate(counts))


GREATEST = array("i", [_greatest(vector) for vector in range(VECTORS)])
TOTAL = array("i", [sum((v >> (2 * p)) & 3 for p in range(6)) for v in range(VECTORS)])
HIGHEST = array("i", [max((v >> (2 * p)) & 3 for p in range(6)) for v in range(VECTORS)])


def _kind(line: int, place: int) -> int:
    """The kind at a place of a line."""
    return 6 * line + place if line < 6 else 6 * place + line - 6


class Solver:
    """Scratch space for one search at a time; make one for each thread."""

    def __init__(self) -> None:
        """A solver with an empty table and an empty hand."""
        self.table = array("i", [0]) * KINDS
        self.hand = array("i", [0]) * KINDS
        self.least = array("i", [0]) * KINDS
        self.most = array("i", [0]) * KINDS
        self.upper = array("i", [0]) * (LINES * DEPTHS)
        self.lower = array("i", [0]) * (LINES * DEPTHS)
        self.dirty = 0
        self.steps = 0
        self.held = array("i", [0]) * LINES
        self.made = array("i", [0]) * LINES
        self.best_held = array("i", [0]) * LINES
        self.best_made = array("i", [0]) * LINES
        self.best_qwirkles = 0
        self.best_cards = 0
        self.found = array("i", [0]) * ROOM
        self.found_n = 0
        self.witness = array("i", [0]) * (LINES * (KINDS + 1))

    # What others may ask

    def load(self, table: Sequence[int], hand: Sequence[int]) -> None:
        """Set how many copies of each of the 36 kinds lie on the table and are in the hand."""
        if len(table) != KINDS or len(hand) != KINDS:
            raise ValueError("a table and a hand are 36 counts each")
        for kind in range(KINDS):
            if table[kind] < 0 or hand[kind] < 0 or table[kind] + hand[kind] > COPIES:
                raise ValueError("there are three cards of each kind")
            self.table[kind] = table[kind]
            self.hand[kind] = hand[kind]

    def any_play(self) -> bool:
        """Whether at least one card of the hand can be played."""
        return self._any_play() != 0

    def most_qwirkles(self) -> int:
        """The most Qwirkles this turn can make, -1 if no card can be played; ``turn`` tells how."""
        return self._most_qwirkles(0) - 1

    def best(self) -> int:
        """As ``most_qwirkles``, and with so many Qwirkles the most cards."""
        return self._most_qwirkles(1) - 1

    def turn(self) -> tuple[list[int], list[int], list[int]]:
        """The last answer: Qwirkles by line, then the other copies by colour and by shape."""
        return (
            [self.best_made[line] for line in range(LINES)],
            [(self.best_held[kind // 6] >> (2 * (kind % 6))) & 3 for kind in range(KINDS)],
            [(self.best_held[6 + kind % 6] >> (2 * (kind // 6))) & 3 for kind in range(KINDS)],
        )

    def split(self, cards: Sequence[int], made: Sequence[int]) -> bool:
        """Whether exactly these cards make sets, with these Qwirkles; ``turn`` tells how."""
        self.load(cards, [0] * KINDS)
        for line in range(LINES):
            self.made[line] = made[line]
        if self._bounds() == 0 or self._feasible() == 0:
            return False
        self._keep(0)
        return True

    def plays(self, made: Sequence[int] | None = None) -> list[int]:
        """Every choice of hand cards that can be played: two bits for each kind the hand holds.

        With ``made`` only those that allow these Qwirkles by line.
        """
        choices = 1
        for kind in range(KINDS):
            choices *= self.hand[kind] + 1
        if choices > ROOM:
            raise ValueError("too many cards to list every play")
        for line in range(LINES):
            self.made[line] = 0 if made is None else made[line]
        self._plays()
        return [self.found[which] for which in range(self.found_n)]

    # Which Qwirkles, which cards

    def _any_play(self) -> int:
        for line in range(LINES):
            self.made[line] = 0
        self._bounds()
        if self._feasible() == 0:
            return 0
        return 1 if self._played() > 0 else self._forced_play()

    def _most_qwirkles(self, cards_too: int) -> int:
        """One more than the most Qwirkles, 0 if no card can be played."""
        self.best_qwirkles = -1
        self.best_cards = 0
        for line in range(LINES):
            self.made[line] = 0
        self._bounds()
        if self._feasible() == 1:
            self._more(0, 0, cards_too)
        return self.best_qwirkles + 1

    def _more(self, first: int, qwirkles: int, cards_too: int) -> int:
        """From Qwirkles that have a witness to more of them, in lines from ``first`` on.

        Fewer Qwirkles are possible whenever more are, because sets of six split.
        """
        played = self._played()
        if played > 0:
            self._keep_if_better(qwirkles, played)
        room = 0
        for line in range(first, LINES):
            room += self._room(line)
        for line in range(first, LINES):
            if qwirkles + room < self.best_qwirkles + 1 - cards_too:
                break
            here = self._room(line)
            if here > 0:
                self.made[line] += 1
                if self._bounds() == 1 and self._feasible() == 1:
                    self._more(line, qwirkles + 1, cards_too)
                self.made[line] -= 1
            room -= here
        if self.best_qwirkles < qwirkles:
            # C-TURN-1: the witness left the hand alone, but a card must be played.
            self._bounds()
            if self._forced_play() == 1:
                self._keep_if_better(qwirkles, self._played())
        if cards_too == 1 and self.best_qwirkles == qwirkles:
            self._bounds()
            self._most_cards(0, 0)
        return 0

    def _room(self, line: int) -> int:
        """How many more Qwirkles the copies of a line would allow."""
        fewest = COPIES
        for place in range(6):
            kind = _kind(line, place)
            copies = self.table[kind] + self.hand[kind]
            copies -= self.made[kind // 6] + self.made[6 + kind % 6]
            fewest = min(fewest, copies)
        return fewest

    def _bounds(self) -> int:
        """What is left for ordinary sets when the Qwirkles in ``made`` are taken out."""
        for kind in range(KINDS):
            gone = self.made[kind // 6] + self.made[6 + kind % 6]
            self.least[kind] = max(0, self.table[kind] - gone)
            self.most[kind] = self.table[kind] + self.hand[kind] - gone
            if self.most[kind] < 0:
                return 0
        return 1

    def _forced_play(self) -> int:
        """Whether the bounds allow a turn with at least one card from the hand."""
        for kind in range(KINDS):
            if self.least[kind] < self.most[kind]:
                self.least[kind] += 1
                done = self._feasible()
                self.least[kind] -= 1
                if done == 1:
                    return 1
        return 0

    def _copies(self, kind: int) -> int:
        """How many copies of a kind the witness has in ordinary sets."""
        by_colour = (self.held[kind // 6] >> (2 * (kind % 6))) & 3
        return by_colour + ((self.held[6 + kind % 6] >> (2 * (kind // 6))) & 3)

    def _best_play(self, kind: int) -> int:
        """How many copies of a kind the kept answer plays."""
        copies = self.best_made[kind // 6] + self.best_made[6 + kind % 6] - self.table[kind]
        copies += (self.best_held[kind // 6] >> (2 * (kind % 6))) & 3
        return copies + ((self.best_held[6 + kind % 6] >> (2 * (kind // 6))) & 3)

    def _played(self) -> int:
        """How many cards of the hand the witness plays."""
        cards = 0
        for line in range(LINES):
            cards += TOTAL[self.held[line]] + 6 * self.made[line]
        for kind in range(KINDS):
            cards -= self.table[kind]
        return cards

    def _keep(self, cards: int) -> int:
        self.best_cards = cards
        for line in range(LINES):
            self.best_held[line] = self.held[line]
            self.best_made[line] = self.made[line]
        return 1

    def _keep_if_better(self, qwirkles: int, cards: int) -> int:
        if qwirkles > self.best_qwirkles or cards > self.best_cards:
            self.best_qwirkles = qwirkles
            self._keep(cards)
        return 1

    def _most_cards(self, first: int, given_up: int) -> int:
        """Give up as few cards of the hand as possible, from a kind on."""
        bound = -given_up
        for kind in range(KINDS):
            bound += self.hand[kind]
        if bound <= self.best_cards or self._feasible() == 0:
            return 0
        self._keep_if_better(self.best_qwirkles, self._played())
        kind = first
        while kind < KINDS and self.least[kind] == self.most[kind]:
            kind += 1
        if kind == KINDS:
            return 0
        least = self.least[kind]
        most = self.most[kind]
        for copies in range(most, least - 1, -1):
            self.least[kind] = copies
            self.most[kind] = copies
            self._most_cards(kind + 1, given_up + most - copies)
        self.least[kind] = least
        self.most[kind] = most
        return 0

    def _plays(self) -> int:
        self.found_n = 0
        if self._bounds() == 1 and self._feasible() == 1:
            self._every_play(0, 0, 0)
        return self.found_n

    def _every_play(self, first: int, place: int, code: int) -> int:
        """The bounds have a witness: mend it for each number of copies of the next kind."""
        kind = first
        while kind < KINDS and self.hand[kind] == 0:
            kind += 1
        if kind == KINDS:
            if code != 0:
                self.found[self.found_n] = code
                self.found_n += 1
            return 0
        base = LINES * place
        for line in range(LINES):
            self.witness[base + line] = self.held[line]
        least = self.least[kind]
        most = self.most[kind]
        unplayed = self.table[kind] - self.made[kind // 6] - self.made[6 + kind % 6]
        for copies in range(least, most + 1):
            self.least[kind] = copies
            self.most[kind] = copies
            for line in range(LINES):
                self.held[line] = self.witness[base + line]
            if self._mended(kind, copies) == 1 or self._feasible() == 1:
                self._every_play(kind + 1, place + 1, code | ((copies - unplayed) << (2 * place)))
        self.least[kind] = least
        self.most[kind] = most
        return 0

    def _mended(self, kind: int, copies: int) -> int:
        """Whether adding or leaving out copies of one kind, one by one, keeps the sets good."""
        colour = kind // 6
        shape = 6 + kind % 6
        by_colour = 1 << (2 * (kind % 6))
        by_shape = 1 << (2 * (kind // 6))
        have = self._copies(kind)
        while have < copies:
            if (self.held[colour] >> (2 * (kind % 6))) & 3 < HIGHEST[self.held[colour]]:
                self.held[colour] += by_colour
            elif (self.held[shape] >> (2 * (kind // 6))) & 3 < HIGHEST[self.held[shape]]:
                self.held[shape] += by_shape
            else:
                return 0
            have += 1
        while have > copies:
            if self._spared(colour, kind % 6) == 1:
                self.held[colour] -= by_colour
            elif self._spared(shape, kind // 6) == 1:
                self.held[shape] -= by_shape
            else:
                return 0
            have -= 1
        return 1

    def _spared(self, line: int, place: int) -> int:
        """Whether the sets of a line stay good without one of its copies."""
        vector = self.held[line]
        if (vector >> (2 * place)) & 3 == 0:
            return 0
        vector -= 1 << (2 * place)
        return 1 if GREATEST[vector] == vector else 0

    # Colour or shape for each copy

    def _feasible(self) -> int:
        """Whether copies within the bounds make sets; ``held`` is then a witness, line by line."""
        for line in range(LINES):
            self.upper[line] = 0
            self.lower[line] = 0
        for colour in range(6):
            for shape in range(6):
                copies = self.most[6 * colour + shape]
                self.upper[colour] |= copies << (2 * shape)
                self.upper[6 + shape] |= copies << (2 * colour)
        self.dirty = (1 << LINES) - 1
        self.steps = 0
        return self._search(0)

    def _search(self, base: int) -> int:
        while True:
            self.steps += 1
            if self._settle(base) == 0:
                return 0
            choice = self._needy(base)
            if choice < 0:
                choice = self._complete(base)
                if choice < 0:
                    return 1
            line = choice // 6
            place = choice % 6
            count = (self.lower[base + line] >> (2 * place)) & 3
            for other in range(LINES):
                self.upper[base + LINES + other] = self.upper[base + other]
                self.lower[base + LINES + other] = self.lower[base + other]
            deeper = base + LINES
            if self._raise(deeper, line, place, count + 1) == 1 and self._search(deeper) == 1:
                return 1
            self.dirty = 0
            if self._cap(base, line, place, count) == 0:
                return 0

    def _settle(self, base: int) -> int:
        """Tighten all bounds until nothing changes; 0 when they leave nothing."""
        while self.dirty:
            for line in range(LINES):
                if (self.dirty >> line) & 1 == 0:
                    continue
                upper = self.upper[base + line]
                great = GREATEST[upper]
                if great != upper:
                    for place in range(6):
                        count = (great >> (2 * place)) & 3
                        less = count < (upper >> (2 * place)) & 3
                        if less and self._cap(base, line, place, count) == 0:
                            return 0
                self.dirty &= ~(1 << line)
                lower = self.lower[base + line]
                if lower == 0:
                    continue
                slack = TOTAL[great] - 3 * HIGHEST[lower]
                if slack >= COPIES:
                    continue
                for place in range(6):
                    count = ((great >> (2 * place)) & 3) - slack
                    more = count > (lower >> (2 * place)) & 3
                    if more and self._raise(base, line, place, count) == 0:
                        return 0
        return 1

    def _cap(self, base: int, line: int, place: int, count: int) -> int:
        """The line gets no more than so many copies; the crossing line must take the others."""
        shift = 2 * place
        if (self.lower[base + line] >> shift) & 3 > count:
            return 0
        self.upper[base + line] = (self.upper[base + line] & ~(3 << shift)) | (count << shift)
        self.dirty |= 1 << line
        need = self.least[_kind(line, place)] - count
        cross = 6 + place if line < 6 else place
        shift = 2 * line if line < 6 else 2 * (line - 6)
        lower = self.lower[base + cross]
        if need > (lower >> shift) & 3:
            if need > (self.upper[base + cross] >> shift) & 3:
                return 0
            self.lower[base + cross] = (lower & ~(3 << shift)) | (need << shift)
            self.dirty |= 1 << cross
        return 1

    def _raise(self, base: int, line: int, place: int, count: int) -> int:
        """The line gets at least so many copies; the crossing line can have only the others."""
        shift = 2 * place
        if (self.upper[base + line] >> shift) & 3 < count:
            return 0
        self.lower[base + line] = (self.lower[base + line] & ~(3 << shift)) | (count << shift)
        self.dirty |= 1 << line
        room = self.most[_kind(line, place)] - count
        cross = 6 + place if line < 6 else place
        shift = 2 * line if line < 6 else 2 * (line - 6)
        upper = self.upper[base + cross]
        if room < (upper >> shift) & 3:
            if room < (self.lower[base + cross] >> shift) & 3:
                return 0
            self.upper[base + cross] = (upper & ~(3 << shift)) | (room << shift)
            self.dirty |= 1 << cross
        return 1

    def _needy(self, base: int) -> int:
        """The tightest line that needs support, and the card whose other line misses it least."""
        tightest = 99
        chosen = -1
        for line in range(LINES):
            lower = self.lower[base + line]
            if 3 * HIGHEST[lower] > TOTAL[lower]:
                slack = TOTAL[self.upper[base + line]] - 3 * HIGHEST[lower]
                if slack < tightest:
                    tightest = slack
                    chosen = line
        if chosen < 0:
            return -1
        lower = self.lower[base + chosen]
        upper = self.upper[base + chosen]
        easiest = -99
        which = 0
        for place in range(6):
            if (upper >> (2 * place)) & 3 > (lower >> (2 * place)) & 3:
                cross = 6 + place if chosen < 6 else place
                slack = TOTAL[self.upper[base + cross]] - 3 * HIGHEST[self.lower[base + cross]]
                if slack > easiest:
                    easiest = slack
                    which = place
        return 6 * chosen + which

    def _complete(self, base: int) -> int:
        """Every line stands on its lower bounds: let the other cards join. -1, or who cannot."""
        for line in range(LINES):
            self.held[line] = self.lower[base + line]
        for kind in range(KINDS):
            if self.most[kind] == 0:
                continue
            colour = kind // 6
            shape = 6 + kind % 6
            by_colour = (self.held[colour] >> (2 * (kind % 6))) & 3
            by_shape = (self.held[shape] >> (2 * (kind // 6))) & 3
            # Joining as many sets as there are anyway disturbs none of them.
            while by_colour + by_shape < self.most[kind]:
                if by_colour < HIGHEST[self.lower[base + colour]]:
                    by_colour += 1
                    self.held[colour] += 1 << (2 * (kind % 6))
                elif by_shape < HIGHEST[self.lower[base + shape]]:
                    by_shape += 1
                    self.held[shape] += 1 << (2 * (kind // 6))
                else:
                    break
            if by_colour + by_shape < self.least[kind]:
                return self._opening(base, kind)
        return -1

    def _opening(self, base: int, kind: int) -> int:
        """A card that must lie somewhere and can join nothing: the likelier line to open for it."""
        colour = kind // 6
        shape = 6 + kind % 6
        by_colour = TOTAL[self.upper[base + colour]] - 3 * HIGHEST[self.lower[base + colour]]
        by_shape = TOTAL[self.upper[base + shape]] - 3 * HIGHEST[self.lower[base + shape]]
        return 6 * shape + kind // 6 if by_shape > by_colour else 6 * colour + kind % 6
