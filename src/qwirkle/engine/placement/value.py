"""The value of a turn beyond its points: features of what it leaves, times learned weights.

Like ``board.py`` it serves both backends and works with numbers only. It receives what a seat may
know: its own tiles, how many the others hold, how many are in the bag. It does not know where the
unseen tiles are, so chances are those of drawing that many of all unseen ones (a tile of the next
player is equally likely to be any of them).

The value of a placement is its points plus the sum of features of the position after it, before the
seat draws. Weights depend on how many tiles the bag then has: they are given for some sizes of the
bag, and interpolated between those (``spread_weights``). They are learned, never set by hand: see
``qwirkle.lab.training``. The order of the features is that of ``FEATURES``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, grid

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

MATCH = array("Q", bits.MATCHING)

# Points that a lone tile may make on a cell; more than the last count as the last.
LEVELS = 32
# The levels whose chance is a feature. A line of six makes twelve points, so eleven is no level.
STEPS = array("i", [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18])
STEPS_N = 12
SIX = 8  # the place of twelve points among the steps

FEATURES = (
    "going on",
    *(f"next can make {step}" for step in STEPS),
    *(f"own can make {step}" for step in STEPS),
    "sixes for the next",
    "six kept, next has it too",
    "six kept, next lacks it",
    "six to draw, next has it too",
    "six to draw, next lacks it",
    "last two for the next",
    "last two kept",
    "last two to draw",
    "fours on the table",
    "fives on the table",
    "follow-up",
    "follow-up with a six",
    "follow-up beyond one tile",
    "single points of the kept",
    "tiles kept",
    "duplicates kept",
    "pairs kept",
    "kept that fit nowhere",
    "tiles drawn",
    "can go out",
    "answer",
    "answer goes out",
    "others can make 12",
    "others can make 6",
    "tokens",
    "next holds tokens",
    "star for the next",
    "star kept",
    "stars on the table",
    "actions to take",
    "actions to draw",
)
LENGTH = len(FEATURES)
# Where the groups begin, for the code below.
NEXT_AT = 1
OWN_AT = 13
SIXES = 25
LONG = 30
HAND = 35
ANSWER = 45
OTHERS = 47
EXTRAS = 49

# Unseen tiles, tiles a player holds, and copies of what they would need: rows of chances.
UNSEEN_ROOM = 109
HELD_ROOM = 40
COPIES_ROOM = 109
LACKING = array("d", [0.0]) * (UNSEEN_ROOM * HELD_ROOM * COPIES_ROOM)
KNOWN = array("b", [0]) * (UNSEEN_ROOM * HELD_ROOM)

# Placements weighed closely, at most.
WIDEST = 512
BAGS = 128


def _lacking(unseen: int, held: int) -> int:
    """Return where the chances are that none of some copies is among the tiles a player holds.

    The player holds some of the unseen tiles. The rows are computed when they are first needed; two
    threads that compute one at the same time write the same numbers.
    """
    held = min(held, unseen, HELD_ROOM - 1)
    row = unseen * HELD_ROOM + held
    at = row * COPIES_ROOM
    if KNOWN[row] == 0:
        lacking = 1.0
        for copies in range(COPIES_ROOM):
            LACKING[at + copies] = lacking
            if copies < unseen - held:
                lacking = lacking * (unseen - held - copies) / (unseen - copies)
            else:
                lacking = 0.0
        KNOWN[row] = 1
    return at


def spread_weights(bags: Sequence[int], weights: Sequence[Sequence[float]]) -> array[float]:
    """Return weights for every size of the bag, interpolated between the given sizes.

    An empty bag is separate: weights for it do not reach into bags with tiles.
    """
    if not bags or len(bags) != len(weights) or list(bags) != sorted(set(bags)):
        raise ValueError("there must be weights for each size of the bag, in order")
    if any(len(row) != LENGTH for row in weights) or min(bags) < 0:
        raise ValueError(f"there must be {LENGTH} weights for a size of the bag")
    spread = array("d", [0.0]) * (BAGS * bits.FEATURES_N)
    for bag in range(BAGS):
        low = max((size for size in bags if size <= bag), default=min(bags))
        high = min((size for size in bags if size >= bag), default=max(bags))
        if low == 0 < bag:
            low = high
        part = (bag - low) / (high - low) if high > low else 0.0
        first, second = weights[bags.index(low)], weights[bags.index(high)]
        for which, (below, above) in enumerate(zip(first, second, strict=True)):
            spread[bag * bits.FEATURES_N + which] = below + part * (above - below)
    return spread


class Valuer:
    """The values of placements on a position, given what a seat knows."""

    def __init__(self, position: grid.Grid) -> None:
        """Weigh on this position; without weights only points count."""
        self.position = position
        self.weights = array("d", [0.0]) * (BAGS * bits.FEATURES_N)
        self.features = array("d", [0.0]) * bits.FEATURES_N
        self.own = array("i", [0]) * bits.KINDS
        self.level = array("Q", [0]) * LEVELS
        self.group = array("Q", [0]) * HELD_ROOM
        self.exposure = array("i", [0]) * HELD_ROOM
        self.exposed = array("Q", [0]) * HELD_ROOM
        self.groups = 0
        self.draws = array("i", [0]) * HELD_ROOM
        self.codes = array("Q", [0]) * WIDEST
        self.points = array("i", [0]) * WIDEST
        self.values = array("d", [0.0]) * WIDEST
        self.token = array("B", [0]) * bits.CELLS
        self.found = 0
        self.slack = 0.0
        self.hand_size = 6
        self.going_out = 6
        self.players = 2
        self.bag = 0
        self.next_size = 0
        self.others_size = 0
        self.stars = 0
        self.tokens = 0
        self.next_tokens = 0
        self.takes = 0
        self.threes = 0
        self.held = 0
        self.size = 0
        self.unseen = 0
        self.once = 0
        self.twice = 0
        self.thrice = 0
        self.rest_at = 0
        self.best_code = 0
        self.best_points = 0
        self.best_value = 0.0
        self.sixes = 0.0
        self.quads = 0.0
        self.quads_kept = 0.0
        self.quads_drawn = 0.0
        self.fives = 0
        self.fours = 0
        self.star_kinds = 0

    def share_weights(self, weights: array[float]) -> None:
        """Use these weights, as ``spread_weights`` returns them; they are never changed."""
        if len(weights) != BAGS * bits.FEATURES_N:
            raise ValueError("these are not weights for every size of the bag")
        self.weights = weights

    def set_knowledge(
        self,
        hand: Sequence[int],
        bag: int,
        others: Sequence[int],
        *,
        hand_size: int = 6,
        going_out: int = 6,
    ) -> None:
        """Set what a seat knows: its tiles, the pieces in the bag, the sizes of the other hands.

        The others are in the order of their turns.
        """
        if any(not 0 <= tile < bits.KINDS for tile in hand) or not others:
            raise ValueError("tiles are 0 to 35, and somebody else plays")
        for kind in range(bits.KINDS):
            self.own[kind] = 0
        for tile in hand:
            self.own[tile] += 1
        self.players = 1 + len(others)
        self.hand_size = hand_size
        self.going_out = going_out
        self.bag = bag
        self.next_size = others[0]
        for which in range(HELD_ROOM):
            self.group[which] = 0
        self.group[self.next_size] = bits.FULL
        self.others_size = sum(others)
        self._prepare()

    def weigh_all(
        self, breadth: int, least: int = 0, centre: bool = False
    ) -> list[tuple[int, int, float]]:
        """Return the placements of the seat, best first: their numbers, points and values."""
        if not 0 < breadth <= WIDEST:
            raise ValueError(f"at most {WIDEST} placements are looked at closely")
        self.position.reserve(self.held)
        slack = self.slack
        self.slack = 0.0
        self._choose_released(breadth, least, 1 if centre else 0)
        self.slack = slack
        found = [
            (self.codes[which], self.points[which], self.values[which])
            for which in range(self.found)
        ]
        return sorted(found, key=lambda weighed: (-weighed[2], weighed[0]))

    def _choose_released(self, breadth: int, least: int, centre: int) -> int:
        """Weigh while other threads of the interpreter run."""
        with cython.nogil:
            return self._choose(breadth, least, centre)

    def explain(self, code: int) -> dict[str, float]:
        """Return the features of the position after a placement, by name."""
        self._after(code)
        return {name: self.features[which] for which, name in enumerate(FEATURES)}

    def _prepare(self) -> int:
        """Compute what is the same for all placements of a turn."""
        self.held = 0
        self.size = 0
        self.unseen = 0
        self.once = 0
        self.twice = 0
        self.thrice = 0
        bit = 1
        for kind in range(bits.KINDS):
            if self.own[kind]:
                self.held |= bit
                self.size += self.own[kind]
            left = self.position.copies - self.position.laid[kind] - self.own[kind]
            if left > 0:
                self.once |= bit
                self.unseen += left
                if left > 1:
                    self.twice |= bit
                    if left > 2:
                        self.thrice |= bit
            bit = bit << 1
        self.groups = 0
        for which in range(self.next_size + 1):
            kinds = self.group[which] & self.once
            if kinds and which:
                self.exposed[self.groups] = kinds
                self.exposure[self.groups] = _lacking(self.unseen, which)
                self.groups += 1
        self.rest_at = _lacking(self.unseen, self.others_size - self.next_size)
        for draws in range(self.hand_size + 1):
            self.draws[draws] = _lacking(self.unseen, draws)
        return 0

    def _copies(self, kinds: int) -> int:
        """Return how many unseen tiles are of these kinds."""
        return (
            bits.popcount(kinds & self.once)
            + bits.popcount(kinds & self.twice)
            + bits.popcount(kinds & self.thrice)
        )

    def _threat(self, kinds: int) -> float:
        """Return the chance that the next player holds a tile of these kinds.

        A kind may be among some of their tiles only: those drawn since they would have played it.
        """
        lacking = 1.0
        for which in range(self.groups):
            copies = self._copies(kinds & self.exposed[which])
            lacking *= LACKING[self.exposure[which] + copies]
        return 1.0 - lacking

    def _choose(self, breadth: int, least: int, centre: int) -> int:
        """Weigh at most this many placements, those with the most points; return how many.

        Among placements with the same value the one with the smaller number is chosen, so the
        choice does not depend on the order in which the table was built. With ``slack`` the rest is
        not weighed once its points are further behind the best value than what placements leave
        behind can make up for: by ``slack`` more points than that is worth on average.
        """
        self._shortlist(breadth, least, centre)
        self.best_code = 0
        self.best_points = 0
        self.best_value = -1e9
        left = 0.0
        for which in range(self.found):
            behind = self.best_value - self.points[which]
            if self.slack > 0.0 and which and behind > self.slack + left / which:
                self.found = which
                break
            self.values[which] = self._worth(self.codes[which], self.points[which])
            left += self.values[which] - self.points[which]
            self._prefer(which)
        return self.found

    def _prefer(self, which: int) -> int:
        value = self.values[which]
        if value < self.best_value - 1e-9:
            return 0
        if value > self.best_value + 1e-9 or self.codes[which] < self.best_code:
            self.best_value = value
            self.best_code = self.codes[which]
            self.best_points = self.points[which]
        return 1

    def _shortlist(self, breadth: int, least: int, centre: int) -> int:
        """Keep the placements with the most points, among equals those with the smaller number."""
        self.found = 0
        start = 0
        while start >= 0:
            start = self.position._list_part(self.held, start, least, centre)
            for which in range(self.position.n):
                code = self.position.codes[which]
                points = self.position.worth[which]
                at = self.found
                if at == breadth:
                    at -= 1
                    if points < self.points[at]:
                        continue
                    if points == self.points[at] and code > self.codes[at]:
                        continue
                else:
                    self.found += 1
                while at and (
                    points > self.points[at - 1]
                    or (points == self.points[at - 1] and code < self.codes[at - 1])
                ):
                    self.points[at] = self.points[at - 1]
                    self.codes[at] = self.codes[at - 1]
                    at -= 1
                self.points[at] = points
                self.codes[at] = code
        return self.found

    def _worth(self, code: int, points: int) -> float:
        """Return the value of a placement."""
        return points + self._weighted(self._after(code))

    def _weighted(self, at: int) -> float:
        """Return the features computed last times the weights from there on."""
        if self.features[0] == 0.0:
            return self.going_out
        total = 0.0
        for which in range(bits.FEATURES_N):
            total += self.weights[at + which] * self.features[which]
        return total

    def _after(self, code: int) -> int:
        """Compute the features after a placement; return where the weights for it begin."""
        changes = self.position.log_n
        stars = self.stars
        tokens = self.tokens
        count = self.position._spell(code)
        for which in range(count):
            kind = self.position.kinds[which]
            self.own[kind] -= 1
            self.position._place(self.position.cells[which], kind)
            if self.stars and self.token[self.position.cells[which]]:
                self.stars -= 1
                self.tokens += 1
        at = self._look(self.size - count)
        while count:
            count -= 1
            self.own[(code >> (6 * count)) & 63] += 1
        self.stars = stars
        self.tokens = tokens
        self.position._unwind(changes)
        return at

    def _look(self, kept: int) -> int:
        """Compute the features of the table as it is, with this many tiles kept."""
        for which in range(bits.FEATURES_N):
            self.features[which] = 0.0
        drawn = 0
        if kept < self.hand_size:
            drawn = min(self.hand_size - kept, self.bag)
        bag = min(self.bag - drawn, BAGS - 1)
        if kept == 0 and self.bag == 0:
            # Q-END-2: the game is over, and nothing is left to weigh.
            return bag * bits.FEATURES_N
        kinds = 0
        rest = self.held
        while rest:
            kind = bits.ctz(rest)
            if self.own[kind]:
                kinds |= rest & (~rest + 1)
            rest &= rest - 1
        self._scan(kinds, self.draws[drawn])
        self._weigh_levels(kinds, self.draws[drawn])
        self._weigh_hand(kinds, kept, bag)
        self.features[0] = 1.0
        self.features[HAND + 8] = drawn
        if self.players > 2:
            self._weigh_others()
        elif self.bag == 0:
            self._weigh_answer()
        if self.stars or self.tokens or self.takes or self.threes or self.next_tokens:
            self._weigh_extras(kinds)
        return bag * bits.FEATURES_N

    def _scan(self, kinds: int, draws: int) -> int:
        """Examine each cell of the frontier: the points of a lone tile there, and long lines."""
        for which in range(LEVELS):
            self.level[which] = 0
        self.sixes = 0.0
        self.quads = 0.0
        self.quads_kept = 0.0
        self.quads_drawn = 0.0
        self.fives = 0
        self.fours = 0
        self.star_kinds = 0
        alive = self.once | kinds
        for which in range(self.position.front_n):
            fit = self.position.fits[which] & alive
            if fit == 0:
                continue
            cell = self.position.front[which]
            row = self.position.word[2 * cell]
            column = self.position.word[2 * cell + 1]
            points = (row >> 54) + (column >> 54) - (self.position.ground[cell] & bits.BONUS_FIELD)
            points = min(points, LEVELS - 1)
            self.level[points] |= fit
            if self.stars and self.token[cell]:
                self.star_kinds |= fit
            along = ((row >> 36) & 511) + ((row >> 45) & 511)
            across = ((column >> 36) & 511) + ((column >> 45) & 511)
            if along >= 4 or across >= 4:
                if along == 5 or across == 5:
                    self.fives += 1
                    self.sixes += self._threat(fit)
                if along == 4:
                    self._weigh_four(row & bits.FULL, fit, kinds, draws)
                if across == 4:
                    self._weigh_four(column & bits.FULL, fit, kinds, draws)
        return 0

    def _weigh_four(self, missing: int, fit: int, kinds: int, draws: int) -> int:
        """Weigh a line of four: its two missing tiles, one of which fits here."""
        one = missing & (~missing + 1)
        other = missing ^ one
        alive = self.once | kinds
        if other == 0 or (missing & alive) != missing or (missing & fit) == 0:
            return 0
        self.fours += 1
        first = self._copies(one)
        second = self._copies(other)
        self.quads += self._threat(one) + self._threat(other) - self._threat(missing)
        if (missing & kinds) == missing:
            self.quads_kept = 1.0
        elif one & kinds:
            self.quads_drawn += 1.0 - LACKING[draws + second]
        elif other & kinds:
            self.quads_drawn += 1.0 - LACKING[draws + first]
        return 1

    def _weigh_levels(self, kinds: int, draws: int) -> int:
        """Weigh the chances that the next player, and this one, score this much with one tile."""
        reached = 0
        level = LEVELS - 1
        step = STEPS_N - 1
        copies = 0
        counted = 0
        threat = 0.0
        while step >= 0:
            while level >= STEPS[step]:
                reached |= self.level[level]
                level -= 1
            if reached != counted:
                copies = self._copies(reached)
                threat = self._threat(reached)
                counted = reached
            self.features[NEXT_AT + step] = threat
            if reached & kinds:
                self.features[OWN_AT + step] = 1.0
            else:
                self.features[OWN_AT + step] = 1.0 - LACKING[draws + copies]
            if step == SIX:
                danger = self.features[NEXT_AT + step]
                hope = self.features[OWN_AT + step]
                self.features[SIXES] = self.sixes
                at = SIXES + 1 if reached & kinds else SIXES + 3
                self.features[at] = hope * danger
                self.features[at + 1] = hope * (1.0 - danger)
            step -= 1
        while level >= 0:
            reached |= self.level[level]
            level -= 1
        self.features[HAND + 7] = bits.popcount(kinds & ~reached)
        return 0

    def _weigh_hand(self, kinds: int, kept: int, bag: int) -> int:
        """Weigh the tiles kept: follow-ups on this table, and how well the tiles combine."""
        self.features[LONG] = self.quads
        self.features[LONG + 1] = self.quads_kept
        self.features[LONG + 2] = self.quads_drawn
        self.features[LONG + 3] = self.fours
        self.features[LONG + 4] = self.fives
        best = self.position._best(kinds)
        self.features[HAND] = best
        if best >= 12:
            self.features[HAND + 1] = 1.0
        single = 0
        together = 0
        rest = kinds
        level = LEVELS - 1
        while rest and level >= 0:
            found = self.level[level] & rest
            if found:
                single = max(single, level)
                together += level * bits.popcount(found)
                rest ^= found
            level -= 1
        self.features[HAND + 2] = best - single
        self.features[HAND + 3] = together
        distinct = bits.popcount(kinds)
        self.features[HAND + 4] = kept
        self.features[HAND + 5] = kept - distinct
        pairs = 0
        rest = kinds
        while rest:
            pairs += bits.popcount(MATCH[bits.ctz(rest)] & kinds)
            rest &= rest - 1
        self.features[HAND + 6] = pairs >> 1
        if bag == 0 and best and kept == distinct and grid._largest_set(kinds) == kept:
            self.features[HAND + 9] = 1.0
        return 0

    def _weigh_answer(self) -> int:
        """Weigh what the other of two hands can make next, which is known with an empty bag."""
        self.position._best(self.once)
        code = self.position.best_code
        self.features[ANSWER] = self.position.best_points
        if code and 1 + ((code >> 53) & 7) + ((code >> 56) & 7) == self.next_size:
            self.features[ANSWER + 1] = 1.0
        return 0

    def _weigh_others(self) -> int:
        """Weigh the chances of the players after the next."""
        reached = 0
        level = LEVELS - 1
        while level >= 12:
            reached |= self.level[level]
            level -= 1
        self.features[OTHERS] = 1.0 - LACKING[self.rest_at + self._copies(reached)]
        while level >= 6:
            reached |= self.level[level]
            level -= 1
        self.features[OTHERS + 1] = 1.0 - LACKING[self.rest_at + self._copies(reached)]
        return 0

    def _weigh_extras(self, kinds: int) -> int:
        """Weigh star tokens and action tiles."""
        self.features[EXTRAS] = self.tokens
        self.features[EXTRAS + 2] = self._threat(self.star_kinds)
        if self.star_kinds & kinds:
            self.features[EXTRAS + 3] = 1.0
        self.features[EXTRAS + 4] = self.stars
        self.features[EXTRAS + 5] = self.takes
        self.features[EXTRAS + 6] = self.threes
        self.features[EXTRAS + 1] = self.next_tokens
        return 0
