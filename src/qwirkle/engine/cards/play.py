"""The search for a turn of the card game.

Written once for both backends, like ``core.py``. Everything is passed in, chance included.

The value of a turn is its Qwirkles, less what the next player can be expected to make of the table
it leaves, plus a share of what the kept cards can be expected to make. For each line these are the
chances that somebody holds all the missing cards: one hypergeometric chance for each of the 64
subsets of a line, computed once per turn by inclusion and exclusion. When the deck is empty and two
play, the other hand is known and its best answer is found instead.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.cards import box, core

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

SUBSETS = 64
# Nobody can lack more cards than the six kinds of a line have copies.
GONE = 19

# This many turns are examined a second time, if their value is close enough to the best.
SHORT_LIST = 16
CLOSE = 0.8
# More turns than any hand of nine cards has: its choices of cards, with their Qwirkles.
EVERY = 1 << 15


class TurnSearch:
    """A search that values every turn of a hand; make one per thread."""

    def __init__(self) -> None:
        """Make room; ``set_up`` sets the position to search."""
        self.solver = core.Solver()
        self.answer = core.Solver()
        self.unseen = array("i", [0]) * box.KINDS
        self.unseen_n = 0
        self.other_hand = 0
        self.deck = 0
        self.turns_left = 0
        self.players = 2
        self.danger = 1.0
        self.hope = 0.5
        # Where a round is played out: the value of one's own next Qwirkle, and the cost of a card.
        self.later = 0.7
        self.thrift = 0.05
        self.replies = 0
        self.reply_limit = 20000
        self.threat = array("d", [0.0]) * (box.LINES * SUBSETS)
        self.promise = array("d", [0.0]) * ((box.HAND + 1) * box.LINES * SUBSETS)
        self.promised = array("i", [0]) * (box.HAND + 1)
        self.absent = array("d", [0.0]) * GONE
        self.scratch = array("d", [0.0]) * SUBSETS
        self.kinds = array("i", [0]) * box.KINDS
        self.kinds_n = 0
        self.missing = array("i", [0]) * box.LINES
        self.lacking = array("i", [0]) * box.LINES
        self.bare = array("i", [0]) * box.LINES
        self.play = array("i", [0]) * box.KINDS
        self.made = array("i", [0]) * box.LINES
        self.best_value = 0.0
        self.short_n = 0
        self.short_value = array("d", [0.0]) * SHORT_LIST
        self.short_code = array("i", [0]) * SHORT_LIST
        self.short_made = array("i", [0]) * (SHORT_LIST * box.LINES)
        self.pool = array("i", [0]) * box.CARDS
        # For ``run_deals``: the candidates, and their sums.
        self.live = array("i", [0]) * SHORT_LIST
        self.live_n = 0
        self.sums = array("d", [0.0]) * SHORT_LIST
        # For ``weigh_every``: the turns weighed, while they are all kept.
        self.keeping = 0
        self.kept_n = 0
        self.kept_code = array("i", [0])
        self.kept_qwirkles = array("i", [0])
        self.kept_value = array("d", [0.0])

    def weigh(self, danger: float, hope: float) -> None:
        """Set the weights of the next player's and of one's own expected Qwirkles."""
        self.danger = danger
        self.hope = hope

    def set_up(
        self,
        table: Sequence[int],
        hand: Sequence[int],
        unseen: Sequence[int],
        *,
        other_hand: int,
        deck: int,
        turns_left: int,
        players: int,
    ) -> None:
        """Set the position.

        ``unseen`` has the copies of each kind, ``other_hand`` the next player's number of cards.
        ``turns_left`` counts this turn and is 0 before the last round.
        """
        if len(unseen) != box.KINDS or sum(hand) > box.HAND:
            raise ValueError("there are 36 kinds, and a hand has nine cards at most")
        self.solver.load(table, hand)
        self.unseen_n = 0
        for kind in range(box.KINDS):
            if not 0 <= unseen[kind] <= box.COPIES - table[kind] - hand[kind]:
                raise ValueError("there are three cards of each kind")
            self.unseen[kind] = unseen[kind]
            self.unseen_n += unseen[kind]
        self.other_hand = other_hand
        self.deck = deck
        self.turns_left = turns_left
        self.players = players

    def choose(self) -> tuple[list[int], list[int], float] | None:
        """Return the best turn: cards, Qwirkles by line, value; None if no card can be played."""
        if self._released() == 0:
            return None
        return (
            [self.play[kind] for kind in range(box.KINDS)],
            [self.made[line] for line in range(box.LINES)],
            self.best_value,
        )

    def weigh_every(self) -> list[tuple[list[int], int, float]]:
        """Return every choice that can be played: the cards by kind, its Qwirkles, its value.

        A choice that can be laid in several ways counts as the best of them.
        """
        if len(self.kept_code) < EVERY:
            self.kept_code = array("i", [0]) * EVERY
            self.kept_qwirkles = array("i", [0]) * EVERY
            self.kept_value = array("d", [0.0]) * EVERY
        self.keeping = 1
        self.kept_n = 0
        self._every_released()
        self.keeping = 0
        best: dict[int, int] = {}
        for which in range(self.kept_n):
            known = best.setdefault(self.kept_code[which], which)
            if self.kept_value[which] > self.kept_value[known]:
                best[self.kept_code[which]] = which
        found = []
        for code, which in best.items():
            play = [0] * box.KINDS
            for place in range(self.kinds_n):
                play[self.kinds[place]] = (code >> (2 * place)) & 3
            found.append((play, self.kept_qwirkles[which], self.kept_value[which]))
        return found

    def value(self) -> float:
        """Return the value of the best turn, or that of exchanging or passing."""
        return self.best_value if self._released() else self._idle_value()

    def _released(self) -> int:
        """Think while other threads of the interpreter run."""
        with cython.nogil:
            return self._choose()

    def _every_released(self) -> int:
        with cython.nogil:
            return self._every()

    def _choose(self) -> int:
        if self.turns_left == 1:
            return self._last_turn()
        return self._every()

    def _every(self) -> int:
        """Weigh every turn; 0 if there is none."""
        self._ready()
        self.replies = 0
        self.short_n = 0
        self.best_value = -1000.0
        for line in range(box.LINES):
            self.solver.made[line] = 0
        self._weigh_all(0, 0)
        return 1 if self.best_value > -999.0 else 0

    def _last_turn(self) -> int:
        """Choose the last turn of a game: only Qwirkles count, and laying more costs nothing."""
        best = self.solver._most_qwirkles(1)
        for kind in range(box.KINDS):
            self.play[kind] = self.solver._best_play(kind)
        for line in range(box.LINES):
            self.made[line] = self.solver.best_made[line]
        self.best_value = best - 1
        return 1 if best > 0 else 0

    def _ready(self) -> int:
        """Compute the chances, and list the kinds of the hand."""
        self._chances(self.other_hand, self.threat, 0)
        for draws in range(box.HAND + 1):
            self.promised[draws] = 0
        self.kinds_n = 0
        for kind in range(box.KINDS):
            if self.solver.hand[kind] > 0:
                self.kinds[self.kinds_n] = kind
                self.kinds_n += 1
        return 1

    def _chances(self, cards: int, chances: array[float], base: int) -> int:
        """Compute for each subset of a line the chance that unseen cards have all its kinds."""
        self.absent[0] = 1.0
        for gone in range(1, GONE):
            left = self.unseen_n - gone + 1
            if left <= 0 or left - cards <= 0:
                self.absent[gone] = 0.0
            else:
                self.absent[gone] = self.absent[gone - 1] * (left - cards) / left
        for line in range(box.LINES):
            for subset in range(SUBSETS):
                copies = 0
                sign = 1
                for place in range(6):
                    if (subset >> place) & 1 == 1:
                        sign = -sign
                        copies += self.unseen[core._kind(line, place)]
                self.scratch[subset] = sign * self.absent[copies]
            for place in range(6):
                bit = 1 << place
                for subset in range(SUBSETS):
                    if subset & bit:
                        self.scratch[subset] += self.scratch[subset ^ bit]
            for subset in range(SUBSETS):
                chances[base + SUBSETS * line + subset] = self.scratch[subset]
        return 1

    def _weigh_all(self, first: int, qwirkles: int) -> int:
        """Weigh every play with these Qwirkles, then with one more from a line on."""
        count = self.solver._plays()
        if count == 0:
            # Fewer Qwirkles are possible whenever more are, so there are none further down.
            return 0
        for line in range(box.LINES):
            self.bare[line] = 0
        for kind in range(box.KINDS):
            if self.solver.hand[kind] == 0:
                gone = self.solver.made[kind // 6] + self.solver.made[6 + kind % 6]
                if self.solver.table[kind] - gone == 0:
                    self.bare[kind // 6] |= 1 << (kind % 6)
                    self.bare[6 + kind % 6] |= 1 << (kind // 6)
        for which in range(count):
            self._weigh_one(self.solver.found[which], qwirkles)
        for line in range(first, box.LINES):
            if self.solver._room(line) > 0:
                self.solver.made[line] += 1
                self._weigh_all(line, qwirkles + 1)
                self.solver.made[line] -= 1
        return 1

    def _weigh_one(self, code: int, qwirkles: int) -> int:
        exact = self.turns_left == 2 and self.players == 2 and self.replies < self.reply_limit
        if exact and self.keeping == 0 and qwirkles <= self.best_value:
            return 0
        value = qwirkles - self._reply(code, qwirkles) if exact else qwirkles + self._outlook(code)
        if self.turns_left == 1:
            # Nothing comes after it.
            value = qwirkles
        if self.keeping and self.kept_n < EVERY:
            self.kept_code[self.kept_n] = code
            self.kept_qwirkles[self.kept_n] = qwirkles
            self.kept_value[self.kept_n] = value
            self.kept_n += 1
        if not exact:
            self._shortlist(code, value)
        if value > self.best_value:
            self.best_value = value
            for kind in range(box.KINDS):
                self.play[kind] = 0
            for which in range(self.kinds_n):
                self.play[self.kinds[which]] = (code >> (2 * which)) & 3
            for line in range(box.LINES):
                self.made[line] = self.solver.made[line]
        return 1

    def _shortlist(self, code: int, value: float) -> int:
        """Keep the turns of the highest values, the best first."""
        if self.short_n == SHORT_LIST and value <= self.short_value[SHORT_LIST - 1]:
            return 0
        if self.short_n < SHORT_LIST:
            self.short_n += 1
        place = self.short_n - 1
        while place > 0 and self.short_value[place - 1] < value:
            self.short_value[place] = self.short_value[place - 1]
            self.short_code[place] = self.short_code[place - 1]
            for line in range(box.LINES):
                self.short_made[place * box.LINES + line] = self.short_made[
                    (place - 1) * box.LINES + line
                ]
            place -= 1
        self.short_value[place] = value
        self.short_code[place] = code
        for line in range(box.LINES):
            self.short_made[place * box.LINES + line] = self.solver.made[line]
        return 1

    def think(
        self, hands: Sequence[int], numbers: Sequence[int]
    ) -> tuple[list[int], list[int], float] | None:
        """Choose; then play a round out from each of the best turns, and choose again.

        ``hands`` are the others' numbers of cards in turn order. The unseen cards are dealt again
        as often as the 32-bit ``numbers`` suffice; all turns are tried on the same deals. The
        others make the most Qwirkles they can, and so does one's own next turn.
        """
        if self._released() == 0:
            return None
        others = len(hands)
        if self.turns_left > 0:
            others = min(others, self.turns_left - 1)
        sizes = array("i", [*hands, 0])
        given = array("I", numbers)
        exact = self.turns_left == 2 and self.players == 2
        if others > 0 and self.short_n > 1 and not exact and len(given) > 0:
            self._second_look(sizes, others, given, len(given))
        return (
            [self.play[kind] for kind in range(box.KINDS)],
            [self.made[line] for line in range(box.LINES)],
            self.best_value,
        )

    def find_candidates(self, most: int) -> list[tuple[list[int], list[int], float]]:
        """Return the turns of the highest values, best first: cards, Qwirkles by line, value.

        They are the candidates of ``run``; ``add_candidate`` adds others.
        """
        self.short_n = 0
        self.best_value = -1000.0
        if self._released() == 0:
            return []
        if self.short_n == 0 and self.best_value > -999.0:
            # Nothing was weighed against chances: the best turn is all that is known.
            self.add_candidate(
                [self.play[kind] for kind in range(box.KINDS)],
                [self.made[line] for line in range(box.LINES)],
            )
            self.short_value[0] = self.best_value
        self.short_n = min(self.short_n, most, SHORT_LIST - 2)
        return [self.candidate(place) for place in range(self.short_n)]

    def candidate(self, place: int) -> tuple[list[int], list[int], float]:
        """Return a candidate: its cards by kind, its Qwirkles by line, its value."""
        play = [0] * box.KINDS
        for which in range(self.kinds_n):
            play[self.kinds[which]] = (self.short_code[place] >> (2 * which)) & 3
        made = [self.short_made[place * box.LINES + line] for line in range(box.LINES)]
        return play, made, self.short_value[place]

    def add_candidate(self, play: Sequence[int], made: Sequence[int]) -> int:
        """Add a turn with these cards and Qwirkles to the candidates; return its number.

        The number is -1 if there is no room, or if the hand does not have these cards.
        """
        self.kinds_n = 0
        code = 0
        for kind in range(box.KINDS):
            if self.solver.hand[kind] < play[kind]:
                return -1
            if self.solver.hand[kind]:
                self.kinds[self.kinds_n] = kind
                code |= play[kind] << (2 * self.kinds_n)
                self.kinds_n += 1
        for place in range(self.short_n):
            if self.short_code[place] == code and all(
                self.short_made[place * box.LINES + line] == made[line] for line in range(box.LINES)
            ):
                return place
        if self.short_n == SHORT_LIST:
            return -1
        place = self.short_n
        self.short_n += 1
        self.short_code[place] = code
        self.short_value[place] = 0.0
        for line in range(box.LINES):
            self.short_made[place * box.LINES + line] = made[line]
        return place

    def run(self, live: Sequence[int], hands: Sequence[int], order: Sequence[int]) -> list[float]:
        """Try these candidates on one deal: the unseen cards in this order, the next hand first.

        Each is worth its Qwirkles plus what a round after it brings.
        """
        if sum(hands) > len(order) or len(order) != self.unseen_n:
            raise ValueError("a deal has all unseen cards")
        for which, kind in enumerate(order):
            self.pool[which] = kind
        others = len(hands)
        if self.turns_left > 0:
            others = min(others, self.turns_left - 1)
        sizes = array("i", [*hands, 0])
        results = []
        for place in live:
            value = float(
                sum(self.short_made[place * box.LINES + line] for line in range(box.LINES))
            )
            if others > 0:
                value += self._round_released(place, sizes, others, len(order))
            if self.turns_left == 0:
                for which in range(self.kinds_n):
                    value -= self.thrift * ((self.short_code[place] >> (2 * which)) & 3)
            results.append(value)
        return results

    def numbers_per_deal(self, hands: Sequence[int]) -> int:
        """Return how many numbers ``run_deals`` needs for each deal; 0 if no card is hidden."""
        others = len(hands)
        if self.turns_left > 0:
            others = min(others, self.turns_left - 1)
        return min(box.HAND + sum(hands[:others]), self.unseen_n)

    def run_deals(
        self, live: Sequence[int], hands: Sequence[int], numbers: Sequence[int]
    ) -> list[float]:
        """Try these candidates on random deals, otherwise as ``run`` does; return their sums.

        There are as many deals as the random 32-bit ``numbers`` suffice for.
        """
        if len(live) > SHORT_LIST or not all(0 <= place < self.short_n for place in live):
            raise ValueError("there are no such candidates")
        others = len(hands)
        if self.turns_left > 0:
            others = min(others, self.turns_left - 1)
        for which, place in enumerate(live):
            self.live[which] = place
            self.sums[which] = 0.0
        self.live_n = len(live)
        given = array("I", numbers)
        self._deals_released(array("i", [*hands, 0]), others, given, len(given))
        return [self.sums[which] for which in range(len(live))]

    def _deals_released(
        self, sizes: array[int], others: int, numbers: array[int], count: int
    ) -> int:
        with cython.nogil:
            return self._run_deals(sizes, others, numbers, count)

    def _run_deals(self, sizes: array[int], others: int, numbers: array[int], count: int) -> int:
        cards = self._gather()
        dealt = self._dealt(sizes, others, cards)
        used = 0
        while dealt > 0 and used + dealt <= count:
            used = self._shuffle(dealt, cards, numbers, used)
            for which in range(self.live_n):
                place = self.live[which]
                value = self._round(place, sizes, others, cards)
                for line in range(box.LINES):
                    value += self.short_made[place * box.LINES + line]
                if self.turns_left == 0:
                    for card in range(self.kinds_n):
                        value -= self.thrift * ((self.short_code[place] >> (2 * card)) & 3)
                self.sums[which] += value
        return 0

    def _round_released(self, place: int, sizes: array[int], others: int, cards: int) -> float:
        with cython.nogil:
            return self._round(place, sizes, others, cards)

    def _second_look(self, sizes: array[int], others: int, numbers: array[int], count: int) -> int:
        with cython.nogil:
            return self._look_again(sizes, others, numbers, count)

    def _look_again(self, sizes: array[int], others: int, numbers: array[int], count: int) -> int:
        close = 0
        while close < self.short_n and self.short_value[close] > self.short_value[0] - CLOSE:
            self.short_value[close] = 0.0
            close += 1
        cards = self._gather()
        dealt = self._dealt(sizes, others, cards)
        used = 0
        deals = 0
        while dealt > 0 and used + dealt <= count:
            deals += 1
            used = self._shuffle(dealt, cards, numbers, used)
            for place in range(close):
                self.short_value[place] += self._round(place, sizes, others, cards)
        best = -1
        for place in range(close):
            value = 0.0
            for line in range(box.LINES):
                value += self.short_made[place * box.LINES + line]
            if deals > 0:
                value += self.short_value[place] / deals
            if self.turns_left == 0:
                for which in range(self.kinds_n):
                    value -= self.thrift * ((self.short_code[place] >> (2 * which)) & 3)
            if best < 0 or value > self.best_value:
                best = place
                self.best_value = value
        for kind in range(box.KINDS):
            self.play[kind] = 0
        for which in range(self.kinds_n):
            self.play[self.kinds[which]] = (self.short_code[best] >> (2 * which)) & 3
        for line in range(box.LINES):
            self.made[line] = self.short_made[best * box.LINES + line]
        return 1

    def _gather(self) -> int:
        """Put the unseen cards into the pool, kind by kind; return how many there are."""
        cards = 0
        for kind in range(box.KINDS):
            for _ in range(self.unseen[kind]):
                self.pool[cards] = kind
                cards += 1
        return cards

    def _dealt(self, sizes: array[int], others: int, cards: int) -> int:
        """Return how many cards matter in a deal: other hands, and what the seat may draw."""
        dealt = box.HAND
        for other in range(others):
            dealt += sizes[other]
        return min(dealt, cards)

    def _shuffle(self, dealt: int, cards: int, numbers: array[int], used: int) -> int:
        """Deal so many cards of the pool; return how many numbers have been used now."""
        for first in range(dealt):
            # The upper bits, scaled: the same number gives the same card in every build.
            chosen = first + ((numbers[used + first] >> 8) * (cards - first) >> 24)
            kind = self.pool[first]
            self.pool[first] = self.pool[chosen]
            self.pool[chosen] = kind
        return used + dealt

    def _round(self, place: int, sizes: array[int], others: int, cards: int) -> float:
        """Play a round after this turn; return one's own Qwirkles less those of the others."""
        base = place * box.LINES
        for kind in range(box.KINDS):
            gone = self.short_made[base + kind // 6] + self.short_made[base + 6 + kind % 6]
            self.answer.table[kind] = self.solver.table[kind] - gone
        draws = 0
        for which in range(self.kinds_n):
            play = (self.short_code[place] >> (2 * which)) & 3
            self.answer.table[self.kinds[which]] += play
            draws += play
        draws = min(draws, self.deck)
        value = 0.0
        at = 0
        for other in range(others):
            for kind in range(box.KINDS):
                self.answer.hand[kind] = 0
            for _ in range(sizes[other]):
                if at < cards:
                    self.answer.hand[self.pool[at]] += 1
                    at += 1
            found = self.answer._most_qwirkles(1)
            if found > 0:
                value -= (found - 1) * self.danger / others
                self._lay_answer()
        # C-END-1: in the last round nobody has a turn after this one.
        if self.turns_left > 0:
            return value
        for kind in range(box.KINDS):
            self.answer.hand[kind] = self.solver.hand[kind]
        for which in range(self.kinds_n):
            play = (self.short_code[place] >> (2 * which)) & 3
            self.answer.hand[self.kinds[which]] -= play
        for _ in range(draws):
            if at < cards:
                self.answer.hand[self.pool[at]] += 1
                at += 1
        found = self.answer._most_qwirkles(0)
        if found > 1:
            value += self.later * (found - 1)
        return value

    def _lay_answer(self) -> int:
        """Carry out the answer of the other player: cards laid, Qwirkles taken off."""
        for kind in range(box.KINDS):
            made = self.answer.best_made[kind // 6] + self.answer.best_made[6 + kind % 6]
            # A kind's play follows from that kind alone, so it can be carried out immediately.
            self.answer.table[kind] += self.answer._best_play(kind) - made
        return 1

    def _outlook(self, code: int) -> float:
        """Estimate what the next player, and then the seat itself, will make of the table."""
        for line in range(box.LINES):
            self.missing[line] = self.bare[line]
            self.lacking[line] = self.bare[line]
        draws = 0
        for which in range(self.kinds_n):
            kind = self.kinds[which]
            colour = kind // 6
            shape = 6 + kind % 6
            play = (code >> (2 * which)) & 3
            draws += play
            copies = self.solver.table[kind] + play
            if copies - self.solver.made[colour] - self.solver.made[shape] == 0:
                self.missing[colour] |= 1 << (kind % 6)
                self.missing[shape] |= 1 << (kind // 6)
                if self.solver.hand[kind] == play:
                    self.lacking[colour] |= 1 << (kind % 6)
                    self.lacking[shape] |= 1 << (kind // 6)
        return self._expected(draws)

    def _idle_value(self) -> float:
        """Estimate the value of a turn without a card: a new hand, if there is a deck."""
        if self.turns_left == 1:
            return 0.0
        for line in range(box.LINES):
            self.missing[line] = 0
        for kind in range(box.KINDS):
            if self.solver.table[kind] == 0:
                self.missing[kind // 6] |= 1 << (kind % 6)
                self.missing[6 + kind % 6] |= 1 << (kind // 6)
        for line in range(box.LINES):
            self.lacking[line] = self.missing[line]
        return self._expected(box.HAND)

    def _expected(self, draws: int) -> float:
        """Estimate what the next player will make, and the seat itself after drawing."""
        value = 0.0
        for line in range(box.LINES):
            value -= self.danger * self.threat[SUBSETS * line + self.missing[line]]
        # C-END-1: in the last round nobody has a turn after this one.
        if self.turns_left > 0:
            return value
        draws = min(draws, self.deck)
        base = draws * box.LINES * SUBSETS
        if self.promised[draws] == 0:
            self._chances(draws, self.promise, base)
            self.promised[draws] = 1
        for line in range(box.LINES):
            # What the next player takes is gone.
            left = 1.0 - self.threat[SUBSETS * line + self.missing[line]]
            value += self.hope * left * self.promise[base + SUBSETS * line + self.lacking[line]]
        return value

    def _reply(self, code: int, qwirkles: int) -> int:
        """Return the most Qwirkles that the other player can make with all that is unseen.

        If that makes the turn no better than the best one, fewer may be returned: just enough to
        prove it. Usually an answer to the previous turn does, with a card more or less.
        """
        self.replies += 1
        for kind in range(box.KINDS):
            gone = self.solver.made[kind // 6] + self.solver.made[6 + kind % 6]
            self.answer.table[kind] = self.solver.table[kind] - gone
            self.answer.hand[kind] = self.unseen[kind]
        for which in range(self.kinds_n):
            self.answer.table[self.kinds[which]] += (code >> (2 * which)) & 3
        enough = core.PLENTY
        if self.keeping == 0:
            enough = 1
            while enough < core.PLENTY and qwirkles - enough > self.best_value:
                enough += 1
            if self.replies > 1 and self.answer._again() >= enough:
                return enough
        self.answer.enough = enough
        found = self.answer._most_qwirkles(0)
        self.answer.enough = core.PLENTY
        return max(0, found - 1)
