"""A placement game as one small row of numbers: copied, played on, taken back, stored.

``State`` is the row (``state_columns.py``), some 650 bytes. Everything large, such as the table
with what fits beside its tiles and the lists of placements, belongs to a ``Table``, which many
states share: it loads a state when one of its turns is listed or done. Only the tiles that differ
from those loaded last are put down or taken up, so that going back and forth between relatives
costs little. A table is for one thread: a state that another thread uses goes to a table of that
thread.

Like ``board.py`` it serves both backends and works with numbers only; ``engine/state.py``
translates them. ``card_state.py`` is the counterpart for cards.

A turn is a number too. Its upper four bits are the act (``columns.py``). The rest is for a
placement its code (``finder.py``), for a trade a bit for each tile of the hand in its order, for a
take the cell, and nothing for drawing three or a pass.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from threading import get_ident
from typing import Any, Self

from qwirkle.engine.episodes import columns, game, ranking, state_columns
from qwirkle.engine.placement import bits, grid, listing, playout

# As many trades as a hand of twelve tiles has. Larger hands have more, which are legal too.
TRADES_ROOM = 1 << 12
# Gaps of Shell's sort, by Ciura.
GAPS = array("i", [12007, 5336, 2371, 1054, 468, 208, 93, 41, 18, 8, 3, 1])


class Table(game.Game):
    """The large part of a game, which states share: it loads one, lists its turns and does one."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """Make a table on this position; set its rules, squares and seats before using it."""
        super().__init__(position, candidates)
        # ``rules.table()`` returns the table of the thread that calls it.
        self.rules: Any = None
        self.thread = get_ident()
        self.loaded: State | None = None
        self.version = 0
        self.is_listed = 0
        self.sorted = 0
        self.takes_n = 0
        self.trades = array("Q", [0]) * TRADES_ROOM
        self.trades_n = 0
        # The places of the tiles of a hand, kind by kind, and where each kind begins.
        self.places = array("i", [0]) * game.ORDER_ROOM
        self.first = array("i", [0]) * (bits.KINDS + 1)
        self.chosen = array("i", [0]) * bits.KINDS
        self.pool = array("i", [0]) * bits.PILE_ROOM
        self.quick: playout.Playout | None = None
        self.turns_room = 0
        self.make_room_for(1)

    # For Python

    def make_room_for(self, count: int) -> None:
        """Make room for the numbers and points of this many turns."""
        if count > self.turns_room:
            self.turns_room = 2 * count
            self.all_numbers = array("Q", bytes(8 * self.turns_room))
            self.all_gains = array("H", bytes(2 * self.turns_room))
            self.numbers = self.all_numbers
            self.gains = self.all_gains

    def play_out(
        self, row: array[int], policies: Sequence[int], seed: int, weights: array[float] | None
    ) -> list[int]:
        """Play a row to its end, each seat by its policy, and return the scores.

        The pile is drawn from at random. Other threads of the interpreter run meanwhile.
        """
        quick = self.quick
        if quick is None:
            raise ValueError("nobody was seated for playouts")
        self.loaded = None
        self.is_listed = 0
        self._load(row)
        if self.ending:
            return self.scores()
        quick.seat_players(policies)
        quick.position.rng = seed & bits.WORD
        quick._take_over(self)
        quick.make_room()
        if weights is not None:
            quick.valuer.share_weights(weights)
        quick.play()
        return quick.scores()

    # Inside

    def _list_turns(self) -> int:
        """List the placements, trades and takes of the seat to move."""
        if self.is_listed:
            return 0
        self.takes_n = self._takeable(self.seat)
        self._sort_takes(self.takes_n)
        self._gather_in_order(self.seat)
        self.trades_n = 0
        most = self._may_trade()
        if most:
            self._list_trades(self.seat, most)
        self.is_listed = 1
        self.sorted = 0
        return 0

    def _list_trades(self, seat: int, most: int) -> int:
        """List every choice of tiles once, in counting order: the last kind runs fastest.

        Of equal tiles the first ones go.
        """
        kinds = 0
        found = 0
        rest = self.held[seat]
        while rest:
            kind = bits.ctz(rest)
            rest &= rest - 1
            self.first[kinds] = found
            self.chosen[kinds] = 0
            kinds += 1
            for place in range(self.size[seat]):
                if self.order[seat * game.ORDER_ROOM + place] == kind:
                    self.places[found] = place
                    found += 1
        self.first[kinds] = found
        number = bits.ONE * columns.TRADE << state_columns.ACT_AT
        count = 0
        which = kinds - 1
        while which >= 0 and self.trades_n < TRADES_ROOM:
            place = self.first[which] + self.chosen[which]
            if count < most and place < self.first[which + 1]:
                self.chosen[which] += 1
                count += 1
                number |= bits.ONE << self.places[place]
                self.trades[self.trades_n] = number
                self.trades_n += 1
                which = kinds - 1
            else:
                count -= self.chosen[which]
                while place > self.first[which]:
                    place -= 1
                    number ^= bits.ONE << self.places[place]
                self.chosen[which] = 0
                which -= 1
        return 0

    def _turns_n(self) -> int:
        """Return how many turns were listed, with drawing three and the pass."""
        return (
            self.takes_n
            + self._can_draw_three(self.seat)
            + self.candidates.n
            + self.trades_n
            + self._must_pass()
        )

    def _must_pass(self) -> int:
        """Return whether a pass is all that the seat can end its turn with (A1)."""
        return 1 if self.candidates.n == 0 and self._may_trade() == 0 else 0

    def _write_turns(self, numbers: array[int]) -> int:
        """Write the turns that were listed."""
        at = 0
        for which in range(self.takes_n):
            cell = self.taking.lying[which]
            numbers[at] = (bits.ONE * columns.TAKE << state_columns.ACT_AT) | cell
            at += 1
        if self._can_draw_three(self.seat):
            numbers[at] = bits.ONE * columns.DRAW_THREE << state_columns.ACT_AT
            at += 1
        for which in range(self.candidates.n):
            numbers[at] = self.candidates.codes[which]
            at += 1
        for which in range(self.trades_n):
            numbers[at] = self.trades[which]
            at += 1
        if self._must_pass():
            numbers[at] = bits.ONE * columns.PASS << state_columns.ACT_AT
        return at

    def _write_points(self, points: array[int], count: int) -> int:
        """Write the points of the turns that were listed, this many."""
        first = self.takes_n + self._can_draw_three(self.seat)
        for at in range(first):
            points[at] = 0
        for which in range(self.candidates.n):
            points[first + which] = self.candidates.worth[which]
        for at in range(first + self.candidates.n, count):
            points[at] = 0
        return first

    def _choose_number(self, number: int) -> int:
        """Choose the turn of a number; return 0 if it is not legal."""
        seat = self.seat
        self.act = number >> state_columns.ACT_AT
        if self.act == columns.PLACE:
            self._list_turns()
            for which in range(self.candidates.n):
                if self.candidates.codes[which] == number:
                    self.code = number
                    self.points = self.candidates.worth[which]
                    return 1
            return 0
        rest = number & ((bits.ONE << state_columns.ACT_AT) - 1)
        if self.act == columns.TRADE:
            if rest == 0 or rest >> self.size[seat] or bits.popcount(rest) > self._may_trade():
                return 0
            return self._put_aside(seat, rest)
        if self.act == columns.TAKE:
            count = self._takeable(seat)
            for which in range(count):
                cell = self.taking.lying[which]
                if cell == rest:
                    self.cell = cell
                    return 1
            return 0
        if rest:
            return 0
        if self.act == columns.DRAW_THREE:
            return self._can_draw_three(seat)
        return 1 if self.act == columns.PASS and self._may_pass() else 0

    def _put_aside(self, seat: int, places: int) -> int:
        """Put these tiles of the hand aside, in the order of their kinds."""
        self.aside_n = 0
        for kind in range(bits.KINDS):
            for place in range(self.size[seat]):
                if (places >> place) & 1 and self.order[seat * game.ORDER_ROOM + place] == kind:
                    self.aside[self.aside_n] = kind
                    self.aside_n += 1
        return self.aside_n

    def _number_chosen(self, seat: int) -> int:
        """Return the number of the turn that a policy has chosen."""
        number = bits.ONE * self.act << state_columns.ACT_AT
        if self.act == columns.PLACE:
            return self.code
        if self.act == columns.TAKE:
            return number + self.cell
        if self.act == columns.TRADE:
            for which in range(self.aside_n):
                place = 0
                while (
                    self.order[seat * game.ORDER_ROOM + place] != self.aside[which]
                    or (number >> place) & 1
                ):
                    place += 1
                number |= bits.ONE << place
        return number

    def _choose_by(self, policy: int) -> int:
        """Choose a turn by a policy; return 0 if there are too many to choose from."""
        if policy == bits.RANDOM_POLICY:
            self._choose_randomly(self.seat)
        else:
            self._choose_greedily(self.seat)
        # The policy has listed its own placements.
        self.is_listed = 0
        return 0 if self.too_many else 1

    def _sort_by_tiles(self) -> int:
        """Sort the placements that were listed by their cells row by row, and by their tiles."""
        if self.sorted:
            return 0
        for which in range(self.candidates.n):
            self._write_key(which)
        for step in range(12):
            gap = GAPS[step]
            for which in range(gap, self.candidates.n):
                at = which
                while at >= gap and self._comes_later(at - gap, at):
                    self.candidates._swap(at - gap, at)
                    at -= gap
        self.sorted = 1
        return 0

    def _comes_later(self, one: int, other: int) -> int:
        if self.candidates.high[one] != self.candidates.high[other]:
            return 1 if self.candidates.high[one] > self.candidates.high[other] else 0
        return 1 if self.candidates.low[one] > self.candidates.low[other] else 0

    def _write_key(self, which: int) -> int:
        """Write the key of a placement: its first cell and kind, then distances and kinds.

        A distance along a row is less than one along a column, as it is for cells.
        """
        code = self.candidates.codes[which]
        count = self.position._spell(code)
        first = count - 1 - ((code >> 56) & 7)
        high = low = 0
        last = 0
        for place in range(bits.HAND):
            step = 0
            if place < count:
                # Before the anchor the farthest cell comes last in the small arrays.
                source = count - 1 - place if place < first else place - first
                cell = self.position.cells[source]
                kind = self.position.kinds[source]
                away = cell - last
                last = cell
                if place == 0:
                    high = (bits.ONE * cell << 6) | kind
                elif away < bits.STRIDE:
                    step = (away << 6) | kind
                else:
                    step = ((8 | (away // bits.STRIDE)) << 6) | kind
            if 0 < place < ranking.HIGH_TILES + 1:
                high = (high << ranking.STEP_BITS) | step
            elif place:
                low = step
        self.candidates.high[which] = high
        self.candidates.low[which] = low
        return 0

    def _list_for_spelling(self) -> int:
        """Leave the placements, sorted, where ``listing.spell_all`` finds them."""
        self._list_turns()
        self._sort_by_tiles()
        return self.candidates.n

    def _redeal(self, seat: int, seed: int) -> int:
        """Deal what this seat cannot see at random: the other hands, then the pile."""
        self.position.rng = seed
        unseen = 0
        special = 0
        for which in range(self.bag_n):
            piece = self.bag[self.bag_first + which]
            if piece < bits.KINDS:
                self.pool[unseen] = piece
                unseen += 1
            else:
                special += 1
                self.pool[bits.PILE_ROOM - special] = piece
        for other in range(self.players):
            if other != seat:
                for which in range(self.size[other]):
                    self.pool[unseen] = self.order[other * game.ORDER_ROOM + which]
                    unseen += 1
        for other in range(self.players):
            if other != seat:
                count = self.size[other]
                while self.size[other]:
                    self._drop(other, self.order[other * game.ORDER_ROOM + self.size[other] - 1])
                while count:
                    which = self.position._below(unseen)
                    unseen -= 1
                    self.order[other * game.ORDER_ROOM + self.size[other]] = self.pool[which]
                    self._give(other, self.pool[which])
                    self.pool[which] = self.pool[unseen]
                    count -= 1
        for which in range(special):
            self.pool[unseen] = self.pool[bits.PILE_ROOM - 1 - which]
            unseen += 1
        self.bag_first = 0
        self.bag_n = 0
        while unseen:
            which = self.position._below(unseen)
            unseen -= 1
            self._return(self.pool[which])
            self.pool[which] = self.pool[unseen]
        return self.dealer._reseed(self.position.rng)


class State:
    """A placement game at one moment: a row of numbers, and the table that it shares."""

    def __init__(self, table: Table, data: array[int]) -> None:
        """Use this row, which must be right: ``engine/state.py`` checks rows from outside."""
        self.table = table
        self.data = data
        self.row = data
        self.past: Any = None
        self.version = 0

    def deal(self, key: bytes, chances: Sequence[int]) -> None:
        """Deal from a dealer's key; each seat draws its lots from its own state on."""
        self.table.begin(key, chances)
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
        self.table.make_room_for(count)
        if count:
            self.table._write_turns(self.table.numbers)
        # A slice of an array is quicker to make than an array and a view of its memory.
        numbers: array[int] = self.table.all_numbers[:count]
        return numbers

    def points(self) -> array[int]:
        """Return the points of each of the legal turns, in the same order; 0 if it places none."""
        count = self._list()
        self.table.make_room_for(count)
        if count:
            self.table._write_points(self.table.gains, count)
        points: array[int] = self.table.all_gains[:count]
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
        if not self.table._choose_by(policy):
            raise ValueError("there are too many placements to choose from")
        self.table.dealer._store(self.row)
        return self.table._number_chosen(self.table.seat)

    def spelt(self) -> array[int]:
        """Return all placements as the core spells them (``listing.py``), row by row."""
        self._bring()
        count = self.table._list_for_spelling()
        found = array("i", bytes(4 * listing.WIDTH * count))
        listing._spell_codes(
            self.table.position,
            self.table.candidates.codes,
            self.table.candidates.worth,
            count,
            found,
        )
        return found

    def placement(self, which: int) -> int:
        """Return the number of one of the placements that ``spelt`` lists."""
        self._bring()
        count = self.table._list_for_spelling()
        if not 0 <= which < count:
            raise ValueError("no such turn")
        return self.table.candidates.codes[which]

    def spell(self, number: int) -> list[tuple[int, int]]:
        """Return the cells and kinds of a placement, by its number."""
        self._bring()
        return self.table.position.spell(number)

    def redeal(self, seat: int, seed: int) -> None:
        """Deal what a seat cannot see at random, from a seed; what came before is forgotten."""
        if not 0 <= seat < self.row[state_columns.PLAYERS]:
            raise ValueError("no such seat")
        self._bring()
        self.table._redeal(seat, seed & bits.WORD)
        self._keep()
        self.past = None

    # Inside

    def _become(self, other: State) -> int:
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
            self.table._load(self.row)
            self.table.is_listed = 0
            self.table.loaded = self
            self.table.version = self.version
        return 0

    def _keep(self) -> int:
        """Write what the table has loaded into this state."""
        self.table._store(self.row)
        self.version += 1
        self.table.is_listed = 0
        self.table.loaded = self
        self.table.version = self.version
        return 0

    def _apply(self, number: int) -> int:
        self._bring()
        seat = self.table.seat
        if self.table._choose_number(number) == 0:
            return 0
        self.table._do()
        self.table._note_act(seat)
        self._keep()
        return 1

    def _list(self) -> int:
        """List the legal turns; return how many there are."""
        if self.row[state_columns.ENDING]:
            return 0
        self._bring()
        self.table._list_turns()
        if self.table.candidates.too_many:
            raise ValueError("there are too many placements to list")
        return self.table._turns_n()
