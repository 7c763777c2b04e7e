"""The fast core of the card game: what can be played, the most Qwirkles, the fewest switches.

Written once for both backends: ordinary Python as it is, C with ``core.pxd``. It knows cards as the
numbers 0 to 35 and lines as 0 to 11 (the six colours, then the six shapes), draws no random numbers
and judges nothing: the referee in ``qwirkle.rules.cards`` does.

The idea. Sets may be rearranged freely (C-TURN-1), so the state is how many copies of each kind are
on the table. Each copy is in a set of its colour or in a set of its shape. A line with counts
k1..k6, sum n and maximum m splits into sets of three to six without duplicates exactly when 3m <= n
(deal kind by kind cyclically into m sets). It can then hold as many sets of six as leave that true,
and none is ever forced (C-SET-1). In other words: a line can have s sets exactly when no kind comes
there more than s times, and there are at least 3s cards.

So the search asks how many sets each line has. Two conditions must hold. Each kind has room: its
copies are no more than the sets of its colour and of its shape together. And each line gets its 3s
cards when no kind gives it more than s: a flow. More sets make more room, so adding a set never
breaks the first condition. It never establishes the second: in the smallest group of lines that
cannot all be served, the last set of each line needed more than it let in, and a further one needs
as much and lets in no more. Hence sets are only ever added, for a kind that lacks room, to its
colour or to its shape, and the search backtracks as soon as a line cannot be served.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.cards import box

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

# Choices of hand cards: nine different ones can be chosen in 512 ways.
ROOM = 1024
VECTORS = 4096
# Answers of the search for a kind without room, other than a line.
ROOM_FOR_ALL = -1
NO_ROOM = -2
# More Qwirkles than a turn can make.
PLENTY = 99
# A step down adds a set to one of the lines.
DEPTHS = box.COPIES * box.LINES + 2


def greatest(vector: int) -> int:
    """Return the greatest vector below this one with 3m <= n."""
    counts = [(vector >> (2 * place)) & 3 for place in range(6)]
    while 3 * max(counts) > sum(counts):
        total = sum(counts)
        counts = [min(count, (total - count) // 2) for count in counts]
    return sum(count << (2 * place) for place, count in enumerate(counts))


GREATEST = array("i", [greatest(vector) for vector in range(VECTORS)])
TOTAL = array("i", [sum((v >> (2 * p)) & 3 for p in range(6)) for v in range(VECTORS)])
HIGHEST = array("i", [max((v >> (2 * p)) & 3 for p in range(6)) for v in range(VECTORS)])


def _kind(line: int, place: int) -> int:
    """Return the kind at a place of a line."""
    return 6 * line + place if line < 6 else 6 * place + line - 6


class Solver:
    """Scratch space for one search at a time; make one per thread."""

    def __init__(self) -> None:
        """Make a solver with an empty table and an empty hand."""
        self.table = array("i", [0]) * box.KINDS
        self.hand = array("i", [0]) * box.KINDS
        self.least = array("i", [0]) * box.KINDS
        self.most = array("i", [0]) * box.KINDS
        self.sets = array("i", [0]) * (box.LINES * DEPTHS)
        self.ceiling = array("i", [0]) * (box.LINES * DEPTHS)
        self.served = array("i", [0]) * (box.LINES * DEPTHS)
        self.width = array("i", [0]) * box.LINES
        self.queue = array("i", [0]) * box.LINES
        self.asked_by = array("i", [0]) * box.LINES
        self.cards = 0
        self.steps = 0
        self.held = array("i", [0]) * box.LINES
        self.made = array("i", [0]) * box.LINES
        self.best_held = array("i", [0]) * box.LINES
        self.best_made = array("i", [0]) * box.LINES
        self.best_qwirkles = 0
        self.best_cards = 0
        # A caller that only asks whether there are this many Qwirkles needs no more.
        self.enough = PLENTY
        self.found = array("i", [0]) * ROOM
        self.found_n = 0
        # For ``plays``: the kinds of the hand, their bounds, and the choices known to be plays.
        self.kinds = array("i", [0]) * box.KINDS
        self.kinds_n = 0
        self.low = array("i", [0]) * box.KINDS
        self.high = array("i", [0]) * box.KINDS
        self.span = array("i", [0]) * box.KINDS
        self.fewest = array("i", [0]) * box.KINDS
        self.fullest = array("i", [0]) * box.KINDS
        self.known = array("i", [0]) * ROOM
        self.level = 0

    # For other modules

    def load(self, table: Sequence[int], hand: Sequence[int]) -> None:
        """Set how many copies of each of the 36 kinds are on the table and in the hand."""
        if len(table) != box.KINDS or len(hand) != box.KINDS:
            raise ValueError("a table and a hand are 36 counts each")
        for kind in range(box.KINDS):
            if table[kind] < 0 or hand[kind] < 0 or table[kind] + hand[kind] > box.COPIES:
                raise ValueError("there are three cards of each kind")
            self.table[kind] = table[kind]
            self.hand[kind] = hand[kind]

    def any_play(self) -> bool:
        """Return whether at least one card of the hand can be played."""
        return self._any_play_released() != 0

    def most_qwirkles(self) -> int:
        """Return the most Qwirkles of a turn, -1 if no card can be played; see ``turn``."""
        return self._most_released(0) - 1

    def best(self) -> int:
        """Return the same as ``most_qwirkles``; among turns with that many, find the most cards."""
        return self._most_released(1) - 1

    def turn(self) -> tuple[list[int], list[int], list[int]]:
        """Return the last answer: Qwirkles by line, then other copies by colour and by shape."""
        return (
            [self.best_made[line] for line in range(box.LINES)],
            [(self.best_held[kind // 6] >> (2 * (kind % 6))) & 3 for kind in range(box.KINDS)],
            [(self.best_held[6 + kind % 6] >> (2 * (kind // 6))) & 3 for kind in range(box.KINDS)],
        )

    def split(self, cards: Sequence[int], made: Sequence[int]) -> bool:
        """Return whether exactly these cards make sets, with these Qwirkles; see ``turn``."""
        self.load(cards, [0] * box.KINDS)
        for line in range(box.LINES):
            self.made[line] = made[line]
        if self._bounds() == 0 or self._feasible_released() == 0:
            return False
        self._keep(0)
        return True

    def plays(self, made: Sequence[int] | None = None) -> list[int]:
        """List every choice of hand cards that can be played: two bits for each kind in the hand.

        With ``made``, list only those that allow these Qwirkles by line.
        """
        choices = 1
        for kind in range(box.KINDS):
            choices *= self.hand[kind] + 1
        if choices > ROOM:
            raise ValueError("too many cards to list every play")
        for line in range(box.LINES):
            self.made[line] = 0 if made is None else made[line]
        self._plays_released()
        return [self.found[which] for which in range(self.found_n)]

    # While other threads of the interpreter run

    def _any_play_released(self) -> int:
        with cython.nogil:
            return self._any_play()

    def _most_released(self, cards_too: int) -> int:
        with cython.nogil:
            return self._most_qwirkles(cards_too)

    def _feasible_released(self) -> int:
        with cython.nogil:
            return self._feasible()

    def _plays_released(self) -> int:
        with cython.nogil:
            return self._plays()

    # Which Qwirkles, which cards

    def _any_play(self) -> int:
        for line in range(box.LINES):
            self.made[line] = 0
        self._bounds()
        if self._feasible() == 0:
            return 0
        return 1 if self._played() > 0 else self._forced_play()

    def _most_qwirkles(self, cards_too: int) -> int:
        """Return one more than the most Qwirkles, 0 if no card can be played."""
        self.best_qwirkles = -1
        self.best_cards = 0
        for line in range(box.LINES):
            self.made[line] = 0
        self._bounds()
        if self._feasible() == 1:
            self._more((1 << box.LINES) - 1, 0, cards_too)
        return self.best_qwirkles + 1

    def _more(self, open_lines: int, qwirkles: int, cards_too: int) -> int:
        """Find more Qwirkles than those that have a witness, in some of the lines.

        Fewer Qwirkles are possible whenever more are, because sets of six split. So a line that
        allows no more here allows none further down, and only lines already tried are passed down.
        """
        played = self._played()
        if played > 0:
            self._keep_if_better(qwirkles, played)
        tried = 0
        room = 0
        for line in range(box.LINES - 1, -1, -1):
            here = self._room(line) if (open_lines >> line) & 1 else 0
            if here == 0:
                continue
            room += here
            if qwirkles + room < self.best_qwirkles + 1 - cards_too:
                # Too few even with all of these; perhaps not with the lines still to come.
                tried |= 1 << line
                continue
            self.made[line] += 1
            if self._bounds() == 1 and self._feasible() == 1:
                tried |= 1 << line
                self._more(tried, qwirkles + 1, cards_too)
            else:
                room -= here
            self.made[line] -= 1
            if self.best_qwirkles >= self.enough:
                return 0
        if self.best_qwirkles < qwirkles:
            # C-TURN-1: the witness left the hand alone, but a card must be played.
            self._bounds()
            if self._forced_play() == 1:
                self._keep_if_better(qwirkles, self._played())
        if cards_too == 1 and self.best_qwirkles == qwirkles:
            self._bounds()
            self._most_cards(0, 0)
        return 0

    def _again(self) -> int:
        """Return the Qwirkles of the last answer if it can be repaired and given again; else 0."""
        qwirkles = 0
        for line in range(box.LINES):
            self.made[line] = self.best_made[line]
            self.held[line] = self.best_held[line]
            qwirkles += self.best_made[line]
        if qwirkles == 0 or self._bounds() == 0 or self._fitted() == 0:
            return 0
        played = self._played()
        if played == 0:
            return 0
        self._keep(played)
        return qwirkles

    def _room(self, line: int) -> int:
        """Return how many more Qwirkles the copies of a line would allow."""
        fewest = box.COPIES
        for place in range(6):
            kind = _kind(line, place)
            copies = self.table[kind] + self.hand[kind]
            copies -= self.made[kind // 6] + self.made[6 + kind % 6]
            fewest = min(fewest, copies)
        return fewest

    def _bounds(self) -> int:
        """Compute what is left for ordinary sets when the Qwirkles in ``made`` are removed."""
        for kind in range(box.KINDS):
            gone = self.made[kind // 6] + self.made[6 + kind % 6]
            self.least[kind] = max(0, self.table[kind] - gone)
            self.most[kind] = self.table[kind] + self.hand[kind] - gone
            if self.most[kind] < 0:
                return 0
        return 1

    def _forced_play(self) -> int:
        """Return whether the bounds allow a turn with at least one card from the hand."""
        for kind in range(box.KINDS):
            if self.least[kind] < self.most[kind]:
                self.least[kind] += 1
                done = self._feasible()
                self.least[kind] -= 1
                if done == 1:
                    return 1
        return 0

    def _copies(self, kind: int) -> int:
        """Return how many copies of a kind the witness has in ordinary sets."""
        by_colour = (self.held[kind // 6] >> (2 * (kind % 6))) & 3
        return by_colour + ((self.held[6 + kind % 6] >> (2 * (kind // 6))) & 3)

    def _best_play(self, kind: int) -> int:
        """Return how many copies of a kind the kept answer plays."""
        copies = self.best_made[kind // 6] + self.best_made[6 + kind % 6] - self.table[kind]
        copies += (self.best_held[kind // 6] >> (2 * (kind % 6))) & 3
        return copies + ((self.best_held[6 + kind % 6] >> (2 * (kind // 6))) & 3)

    def _played(self) -> int:
        """Return how many cards of the hand the witness plays."""
        cards = 0
        for line in range(box.LINES):
            cards += TOTAL[self.held[line]] + 6 * self.made[line]
        for kind in range(box.KINDS):
            cards -= self.table[kind]
        return cards

    def _keep(self, cards: int) -> int:
        self.best_cards = cards
        for line in range(box.LINES):
            self.best_held[line] = self.held[line]
            self.best_made[line] = self.made[line]
        return 1

    def _keep_if_better(self, qwirkles: int, cards: int) -> int:
        if qwirkles < self.best_qwirkles:
            return 0
        if qwirkles > self.best_qwirkles or cards > self.best_cards:
            self.best_qwirkles = qwirkles
            self._keep(cards)
        return 1

    def _most_cards(self, first: int, given_up: int) -> int:
        """Give up as few cards of the hand as possible, from a kind on."""
        bound = -given_up
        for kind in range(box.KINDS):
            bound += self.hand[kind]
        if bound <= self.best_cards or self._feasible() == 0:
            return 0
        self._keep_if_better(self.best_qwirkles, self._played())
        kind = first
        while kind < box.KINDS and self.least[kind] == self.most[kind]:
            kind += 1
        if kind == box.KINDS:
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
        """List every play with the Qwirkles in ``made``, the last kind of the hand fastest."""
        self.found_n = 0
        if self._bounds() == 0:
            return 0
        self.kinds_n = 0
        for kind in range(box.KINDS):
            if self.hand[kind]:
                self.kinds[self.kinds_n] = kind
                self.low[self.kinds_n] = self.least[kind]
                self.high[self.kinds_n] = self.most[kind]
                self.kinds_n += 1
        span = 1
        for place in range(self.kinds_n - 1, -1, -1):
            self.span[place] = span
            span *= 1 + self.high[place] - self.low[place]
        for which in range(span):
            self.known[which] = 0
        if self._find_some() == 1:
            self._every_play(0, 0, 0)
        return self.found_n

    def _every_play(self, place: int, first: int, code: int) -> int:
        """Enumerate the copies of the next kind; some choices from this one on can be played."""
        if place == self.kinds_n:
            if code != 0:
                self.found[self.found_n] = code
                self.found_n += 1
            return 0
        kind = self.kinds[place]
        unplayed = self.table[kind] - self.made[kind // 6] - self.made[6 + kind % 6]
        for copies in range(self.low[place], self.high[place] + 1):
            self.least[kind] = copies
            self.most[kind] = copies
            if self._knows_some(first, self.span[place]) == 1 or self._find_some() == 1:
                self._every_play(place + 1, first, code | ((copies - unplayed) << (2 * place)))
            first += self.span[place]
        self.least[kind] = self.low[place]
        self.most[kind] = self.high[place]
        return 0

    def _knows_some(self, first: int, count: int) -> int:
        """Return whether some of these choices are known to be plays."""
        for which in range(first, first + count):
            if self.known[which]:
                return 1
        return 0

    def _find_some(self) -> int:
        """Search for a play within the bounds; it implies others, which are known from then on.

        With the same sets, a choice needs the cards that the lines are served with, and may have as
        many as there is room for: every choice in between is a play.
        """
        if self._feasible() == 0:
            return 0
        for place in range(self.kinds_n):
            kind = self.kinds[place]
            colour = kind // 6
            shape = 6 + kind % 6
            used = (self.served[self.level + colour] >> (2 * (kind % 6))) & 3
            used += (self.served[self.level + shape] >> (2 * (kind // 6))) & 3
            room = self.sets[self.level + colour] + self.sets[self.level + shape]
            self.fewest[place] = max(self.low[place], used)
            self.fullest[place] = min(self.high[place], room)
        return self._know(0, 0)

    def _know(self, place: int, first: int) -> int:
        """Mark every choice between the fewest and the most copies of each kind as a play."""
        if place == self.kinds_n:
            self.known[first] = 1
            return 1
        for copies in range(self.fewest[place], self.fullest[place] + 1):
            self._know(place + 1, first + (copies - self.low[place]) * self.span[place])
        return 1

    def _fitted(self) -> int:
        """Return whether the witness can be repaired to stay within all bounds."""
        for kind in range(box.KINDS):
            copies = self._copies(kind)
            if copies < self.least[kind]:
                if self._mended(kind, self.least[kind]) == 0:
                    return 0
            elif copies > self.most[kind] and self._mended(kind, self.most[kind]) == 0:
                return 0
        return 1

    def _mended(self, kind: int, copies: int) -> int:
        """Return whether sets stay valid as copies of one kind are added or dropped singly."""
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
        """Return whether the sets of a line stay valid without one of its copies."""
        vector = self.held[line]
        if (vector >> (2 * place)) & 3 == 0:
            return 0
        vector -= 1 << (2 * place)
        return 1 if GREATEST[vector] == vector else 0

    # How many sets in each line

    def _feasible(self) -> int:
        """Return whether copies within the bounds make sets; ``held`` is then a witness by line."""
        self.cards = 0
        for line in range(box.LINES):
            self.sets[line] = 0
            self.served[line] = 0
            vector = 0
            for place in range(6):
                vector |= self.most[_kind(line, place)] << (2 * place)
            self.ceiling[line] = HIGHEST[GREATEST[vector]]
            self.width[line] = TOTAL[vector]
            if line < 6:
                self.cards += TOTAL[vector]
        self.steps = 0
        return self._search(0)

    def _search(self, base: int) -> int:
        """Add sets until every kind has room. Each level of the search has its own lines."""
        deeper = base + box.LINES
        while True:
            self.steps += 1
            choice = self._roomless(base)
            if choice == ROOM_FOR_ALL:
                return self._fill(base)
            if choice == NO_ROOM:
                return 0
            line = choice >> 1
            if choice & 1 == 1:
                if self._add_set(base, line) == 0:
                    return 0
                continue
            for other in range(box.LINES):
                self.sets[deeper + other] = self.sets[base + other]
                self.ceiling[deeper + other] = self.ceiling[base + other]
                self.served[deeper + other] = self.served[base + other]
            if self._add_set(deeper, line) == 1 and self._search(deeper) == 1:
                return 1
            self.ceiling[base + line] = self.sets[base + line]

    def _roomless(self, base: int) -> int:
        """Return a line for a kind without room: twice its number, plus one if it is forced."""
        choice = ROOM_FOR_ALL
        narrowest = 99
        # Kinds that share no line need sets of their own, three cards each: are there enough?
        spare = self.cards
        for line in range(box.LINES):
            spare -= 3 * self.sets[base + line]
        apart = 0
        for colour in range(6):
            for shape in range(6, box.LINES):
                lacking = self.least[6 * colour + shape - 6]
                lacking -= self.sets[base + colour] + self.sets[base + shape]
                if lacking <= 0:
                    continue
                if (apart >> colour) & 1 == 0 and (apart >> shape) & 1 == 0:
                    apart |= (1 << colour) | (1 << shape)
                    spare -= 3 * lacking
                    if spare < 0:
                        return NO_ROOM
                by_colour = self.ceiling[base + colour] - self.sets[base + colour]
                by_shape = self.ceiling[base + shape] - self.sets[base + shape]
                if by_colour + by_shape < lacking:
                    return NO_ROOM
                if by_shape < lacking:
                    return 2 * colour + 1
                if by_colour < lacking:
                    return 2 * shape + 1
                # First the kind whose poorer line is poorest: a dead end shows soonest there.
                if min(self.width[colour], self.width[shape]) < narrowest:
                    narrowest = min(self.width[colour], self.width[shape])
                    wider = colour if self.width[colour] >= self.width[shape] else shape
                    choice = 2 * wider
        return choice

    def _add_set(self, base: int, line: int) -> int:
        """Add a set to a line, and the three cards it needs."""
        self.sets[base + line] += 1
        for _ in range(3):
            if self._serve(base, line) == 0:
                return 0
        return 1

    def _serve(self, base: int, needy: int) -> int:
        """Bring one more card to a line: a free one, or one passed along a chain of lines."""
        # Usually there is a free one, and it is the first that the search below would find.
        shift = 2 * needy if needy < 6 else 2 * (needy - 6)
        cross = base + 6 if needy < 6 else base
        for place in range(6):
            here = (self.served[base + needy] >> (2 * place)) & 3
            there = (self.served[cross + place] >> shift) & 3
            if here < self.sets[base + needy] and here + there < self.most[_kind(needy, place)]:
                self.served[base + needy] += 1 << (2 * place)
                return 1
        for line in range(box.LINES):
            self.asked_by[line] = -1
        self.asked_by[needy] = needy
        self.queue[0] = needy
        first = 0
        last = 1
        while first < last:
            line = self.queue[first]
            first += 1
            for place in range(6):
                if (self.served[base + line] >> (2 * place)) & 3 >= self.sets[base + line]:
                    continue
                cross = 6 + place if line < 6 else place
                shift = 2 * line if line < 6 else 2 * (line - 6)
                here = (self.served[base + line] >> (2 * place)) & 3
                there = (self.served[base + cross] >> shift) & 3
                if here + there < self.most[_kind(line, place)]:
                    self.served[base + line] += 1 << (2 * place)
                    self._pass_on(base, line, needy)
                    return 1
                if there > 0 and self.asked_by[cross] < 0:
                    self.asked_by[cross] = line
                    self.queue[last] = cross
                    last += 1
        return 0

    def _pass_on(self, base: int, line: int, needy: int) -> int:
        """Pass a card along the chain: each line gives the kind it shares with the line in need."""
        while line != needy:
            asking = self.asked_by[line]
            place = asking if asking < 6 else asking - 6
            self.served[base + line] -= 1 << (2 * place)
            place = line if line < 6 else line - 6
            self.served[base + asking] += 1 << (2 * place)
            line = asking
        return 1

    def _fill(self, base: int) -> int:
        """Lay the other copies wherever there is room, once all lines are served."""
        self.level = base
        for line in range(box.LINES):
            self.held[line] = self.served[base + line]
        for kind in range(box.KINDS):
            colour = kind // 6
            shape = 6 + kind % 6
            left = self.most[kind] - self._copies(kind)
            while left > 0:
                if (self.held[colour] >> (2 * (kind % 6))) & 3 < self.sets[base + colour]:
                    self.held[colour] += 1 << (2 * (kind % 6))
                elif (self.held[shape] >> (2 * (kind // 6))) & 3 < self.sets[base + shape]:
                    self.held[shape] += 1 << (2 * (kind // 6))
                else:
                    break
                left -= 1
        return 1
