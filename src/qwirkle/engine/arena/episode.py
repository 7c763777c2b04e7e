"""A game that is played by numbers of actions, in one of two forms, with masks and features.

*By turns*: the legal turns are listed, and an action is a number in that list. Takes and drawing
three come first, then placements by their anchors row by row, then trades, then the pass. If there
are more than the list has room for, the placements with fewest points are left out, then trades.

*By tiles*: a tile goes on a cell, the next one beside it, and "stop" ends the turn; a trade is made
of tiles put aside, and "stop" again. Each tile must leave a legal placement behind, in an opening
one that can still become legal. Every legal placement can be made so, its anchor first.

Like ``grid.py`` it serves both backends and works with numbers only. The arrays belong to the
caller, as in ``window.py``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.arena import game, ranking, window
from qwirkle.engine.core import bits, grid, hands

ONE = 1
# The columns of the features of a turn.
ACT = 0
POINTS = 1
TILES = 2
QWIRKLES = 3
FIVES = 4
STARS = 5
BONUSES = 6
ROW = 7
COLUMN = 8
DOWN = 9
FIRST_KIND = 10
FIRST_STEP = 16
FEATURES = 22
# The same for Python: names with a C type are not seen from outside.
FEATURES_PER_TURN = 22

BY_TURNS = 0
BY_TILES = 1
# Actions set in a mask that are remembered, to clear them one by one.
MARKS_ROOM = 4096
# Points of a placement are fewer than this: six lines of twelve and some bonus.
POINTS_ROOM = 512
# Tiles of a trade that fit its code.
TRADED_ROOM = 9
SEED_ROOM = 24

REWARD_POINTS = 0
REWARD_MARGIN = 1
REWARD_WIN = 2


class Episode(window.Window):
    """A game of which some or all seats are played from outside."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """A game on this position; ``form`` says how it is played."""
        super().__init__(position, candidates)
        self.mask = array("B", [0])
        self.features = array("h", [0])
        self.mask_at = 0
        self.features_at = 0
        self.by_tiles = 0
        self.choices = 0
        self.codes = array("Q", [0])
        self.acts = array("B", [0])
        self.worths = array("H", [0])
        self.listed = 0
        self.shown = 0
        self.left_out = 0
        self.marks = array("i", [0]) * MARKS_ROOM
        self.marks_n = 0
        self.anchors = array("i", [0]) * bits.FRONT_ROOM
        self.totals = array("i", [0]) * POINTS_ROOM
        self.outside = array("i", [1]) * hands.SEATS
        self.number = 0
        self.episode = 0
        self.reward_kind = REWARD_MARGIN
        self.rewards = array("d", [0]) * hands.SEATS
        self.paid = array("i", [0]) * hands.SEATS
        self.seed = array("B", bytes(SEED_ROOM))
        self.seed_n = 0
        self.refused = 0

    # For Python

    def form(
        self, mask: array[int], features: array[int], number: int, room: int, by_tiles: bool
    ) -> None:
        """Play by turns or by tiles, with a mask and, by turns, features in these flat arrays."""
        self.by_tiles = 1 if by_tiles else 0
        self.choices = self.actions_by_tiles() if by_tiles else room
        self.mask = mask
        self.features = features
        self.mask_at = number * self.choices
        self.features_at = 0 if by_tiles else number * room * FEATURES
        self.codes = array("Q", [0]) * (1 if by_tiles else room)
        self.acts = array("B", [0]) * (1 if by_tiles else room)
        self.worths = array("H", [0]) * (1 if by_tiles else room)
        self.number = number
        if len(mask) < (number + 1) * self.choices or (
            not by_tiles and len(features) < (number + 1) * room * FEATURES
        ):
            raise ValueError("the arrays are too small for this game")

    def actions_by_tiles(self) -> int:
        """How many actions there are by tiles: a kind on a cell, take, put aside, draw, stop."""
        return self.wide * self.high * (bits.KINDS + 1) + bits.KINDS + 2

    def play_from_outside(self, seats: Sequence[bool], reward: int) -> None:
        """Say which seats are played from outside, and what is rewarded."""
        for seat, outside in enumerate(seats):
            self.outside[seat] = 1 if outside else 0
        self.reward_kind = reward

    def start(self, seed: bytes) -> None:
        """Begin the first game of a seed; the later ones follow by themselves."""
        if len(seed) > SEED_ROOM:
            raise ValueError("the seed of an environment has at most 24 bytes")
        for which, byte in enumerate(seed):
            self.seed[which] = byte
        self.seed_n = len(seed)
        self.episode = 0
        self._make_room_for_deals()
        self._restart()

    def start_from(self, key: bytes, chances: Sequence[int]) -> None:
        """Begin the game of a dealer's key, as ``begin`` does, and show it."""
        self.begin(key, chances)
        self._show_start()

    def step(self, action: int) -> bool:
        """Do an action; False, and nothing is changed, if the mask forbids it."""
        if self.ending:
            raise ValueError("the game is over")
        return self._step(action) == 0

    def do(
        self, act: int, placed: Sequence[tuple[int, int]], traded: Sequence[int], cell: int
    ) -> None:
        """Do an act that the rules have judged, in a turn of which nothing is put down yet."""
        seat = self.seat
        self.act = act
        self.cell = cell
        for which, (where, kind) in enumerate(placed):
            self._check_free(where, kind)
            self.partial_cells[which] = where
            self.partial_kinds[which] = kind
        self.partial_n = len(placed)
        for which, kind in enumerate(traded):
            self.aside[which] = kind
        self.aside_n = len(traded)
        if placed:
            self._finish_placement(seat)
        else:
            self._do()
            self._draw_act(seat)
        self._follow_up()

    def _check_free(self, cell: int, kind: int) -> None:
        if self.position.tile_on(cell) >= 0 or not 0 <= kind < bits.KINDS:
            raise ValueError("a tile goes on an empty cell")

    def play_alone(self) -> None:
        """Let the seat that has the turn act once by its policy."""
        if self.ending:
            raise ValueError("the game is over")
        self._act_alone(self.seat)
        self._follow_up()

    def look(self, seat: int) -> None:
        """Write the counts for a seat, whether it is its turn or not."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        self._count_for(seat)

    def earned(self) -> list[float]:
        """What each seat earned by the last step."""
        return [self.rewards[seat] for seat in range(self.players)]

    def listed_turns(self) -> list[tuple[int, int]]:
        """The turns of the list: their acts, and their placements, trades or cells."""
        return [(self.acts[which], self.codes[which]) for which in range(self.listed)]

    def so_far(self) -> list[tuple[int, int]]:
        """The cells and kinds put down in this turn so far, tile by tile."""
        return [(self.partial_cells[i], self.partial_kinds[i]) for i in range(self.partial_n)]

    def aside_so_far(self) -> list[int]:
        """The kinds put aside in this turn so far, tile by tile."""
        return [kind for kind in range(bits.KINDS) for _ in range(self.put_aside[kind])]

    # Games one after the other

    def _restart(self) -> int:
        """Deal the next game: the seed's text, the number and the count of games make its seed."""
        for seat in range(-1, self.players):
            self.dealer.size = self.seed_n
            for which in range(self.seed_n):
                self.dealer.message[which] = self.seed[which]
            self._write_part(self.number)
            self._write_part(self.episode)
            if seat >= 0:
                self._write_part(seat)
            self.dealer._hash(self.dealer.size)
            if seat < 0:
                self.dealer._keep_key()
            else:
                self.dealer.chances[seat] = self.dealer.digest[0]
                self.dealer.chances[seat] = (self.dealer.chances[seat] << 32) | self.dealer.digest[
                    1
                ]
        self.episode += 1
        self._begin_game()
        return self._show_start()

    def _write_part(self, number: int) -> int:
        self.dealer.message[self.dealer.size] = 47
        self.dealer.size += 1
        return self.dealer._write(number)

    def _show_start(self) -> int:
        self._forget()
        for seat in range(self.players):
            self.paid[seat] = 0
            self.rewards[seat] = 0
        self._play_others()
        return self._show_choice()

    def _play_others(self) -> int:
        """Let the seats that the core plays act until one from outside has the turn."""
        while self.ending == game.RUNNING and self.outside[self.seat] == 0:
            self._act_alone(self.seat)
        return 0

    def _act_alone(self, seat: int) -> int:
        self._play()
        if self.too_many:
            # Some of the choices are as good as all of them here.
            self.too_many = 0
            self._choose_placement(seat)
            self._do()
        return self._draw_act(seat)

    def _show_choice(self) -> int:
        """Write counts, mask and features for the seat that has the turn."""
        self._clear_mask()
        self._count_for(self.seat)
        if self.by_tiles:
            return 0 if self.ending else self._mark_tiles()
        self.listed = 0
        return self._blank_rest() if self.ending else self._list_turns()

    def _step(self, action: int) -> int:
        """Do an action and let the others play; 1 if it is not allowed."""
        if action < 0 or action >= self.choices or self.mask[self.mask_at + action] == 0:
            self.refused = 1
            return 1
        self.refused = 0
        if self.by_tiles:
            self._act_by_tiles(action)
        else:
            self._act_by_turns(action)
        return self._follow_up()

    def _follow_up(self) -> int:
        self._play_others()
        self._reward()
        return self._show_choice()

    def _reward(self) -> int:
        """Points as they are scored; margin and win when the game is over."""
        for seat in range(self.players):
            self.rewards[seat] = 0
            if self.reward_kind == REWARD_POINTS:
                self.rewards[seat] = self.score[seat] - self.paid[seat]
                self.paid[seat] = self.score[seat]
        if self.ending == game.RUNNING or self.reward_kind == REWARD_POINTS:
            return 0
        for seat in range(self.players):
            best = -1
            winners = 1
            for other in range(self.players):
                if other != seat:
                    best = max(best, self.score[other])
                    if self.score[other] == self.score[seat]:
                        winners += 1
            if self.reward_kind == REWARD_MARGIN:
                self.rewards[seat] = self.score[seat] - best
            elif self.score[seat] >= best:
                self.rewards[seat] = 1.0 / winners
        return 0

    # Masks

    def _mark(self, action: int) -> int:
        self.mask[self.mask_at + action] = 1
        if self.marks_n < MARKS_ROOM:
            self.marks[self.marks_n] = action
        self.marks_n += 1
        return 0

    def _clear_mask(self) -> int:
        if self.marks_n > MARKS_ROOM:
            for action in range(self.choices):
                self.mask[self.mask_at + action] = 0
        else:
            for which in range(self.marks_n):
                self.mask[self.mask_at + self.marks[which]] = 0
        self.marks_n = 0
        return 0

    def _may_trade(self) -> int:
        """How many tiles the seat may put aside (Q-TURN-3, A6)."""
        if self.position.tiles == 0 and self.opening_trade == 0:
            return 0
        return min(self.bag_n, self.size[self.seat], self.most_traded)

    def _may_pass(self) -> int:
        """A1: only if nothing can be placed or traded."""
        if self._may_trade():
            return 0
        if self.position.tiles and self._is_restricted() == 0:
            return 0 if self.position._can_place(self.held[self.seat]) else 1
        self._gather(self.seat, 0)
        self.too_many = 0
        return 0 if self.candidates.n else 1

    def _is_restricted(self) -> int:
        """Whether a tile that was taken must not go back to its spot."""
        return 1 if self.same_spot == 0 and self.taken_cell >= 0 else 0

    # By turns

    def _list_turns(self) -> int:
        seat = self.seat
        self.listed = 0
        self.left_out = 0
        takes = self._takeable(seat)
        self._sort_takes(takes)
        for which in range(takes):
            self._add(game.TAKE, self.taking.lying[which], 0)
        if self._can_draw_three(seat):
            self._add(game.DRAW_THREE, 0, 0)
        found = self._gather_in_order(seat)
        least = self._threshold(found, self.choices - self.listed)
        spare = self.choices - self.listed
        if least >= 0:
            for which in range(found):
                spare -= self.candidates.worth[which] > least
        for which in range(found):
            if self.candidates.worth[which] > least:
                self._add(game.PLACE, self.candidates.codes[which], self.candidates.worth[which])
            elif self.candidates.worth[which] == least and spare > 0:
                spare -= 1
                self._add(game.PLACE, self.candidates.codes[which], self.candidates.worth[which])
            else:
                self.left_out += 1
        most = self._may_trade()
        if most:
            self._list_trades(0, 0, 0, min(most, TRADED_ROOM))
        elif found == 0 and self._may_pass():
            self._add(game.PASS, 0, 0)
        return self._blank_rest()

    def _threshold(self, found: int, spare: int) -> int:
        """The points that a placement must exceed, or reach while there is room."""
        if found <= spare:
            return -1
        for points in range(POINTS_ROOM):
            self.totals[points] = 0
        for which in range(found):
            self.totals[min(self.candidates.worth[which], POINTS_ROOM - 1)] += 1
        points = POINTS_ROOM - 1
        while spare >= self.totals[points]:
            spare -= self.totals[points]
            points -= 1
        return points

    def _gather_in_order(self, seat: int) -> int:
        """Gather all placements, by their anchors row by row; the order depends on nothing else."""
        hand = self.held[seat]
        self.candidates.n = 0
        self.candidates.too_many = 0
        self.candidates.banned_cell = -1
        if self._is_restricted():
            self.candidates.banned_cell = self.taken_cell
            self.candidates.banned_kind = self.taken_kind
        if self.position.tiles == 0:
            self._gather(seat, 0)
            self.too_many = 0
            return self.candidates.n
        self.position.hand = hand
        count = 0
        for which in range(self.position.front_n):
            if self.position.fits[which] & hand:
                count = self._insert(self.position.front[which], count)
        for which in range(count):
            cell = self.anchors[which]
            self.position.n = 0
            self.position._all_at(cell, self.position.fits[self.position.where[cell]] & hand)
            self.candidates._add_listed(self.position)
        return self.candidates.n

    def _insert(self, cell: int, count: int) -> int:
        """Insert a cell into the sorted anchors; the answer is how many there are now."""
        at = count
        while at > 0 and self.anchors[at - 1] > cell:
            self.anchors[at] = self.anchors[at - 1]
            at -= 1
        self.anchors[at] = cell
        return count + 1

    def _sort_takes(self, count: int) -> int:
        for which in range(count):
            cell = self.taking.lying[which]
            at = which
            while at > 0 and self.taking.lying[at - 1] > cell:
                self.taking.lying[at] = self.taking.lying[at - 1]
                at -= 1
            self.taking.lying[at] = cell
        return 0

    def _list_trades(self, kind: int, code: int, count: int, most: int) -> int:
        """List every choice of tiles once: more of this kind and of those after it."""
        if kind == bits.KINDS:
            if count:
                self._add(game.TRADE, (count << 54) | code, 0)
            return 0
        # Straight on to the next kind that the hand has.
        rest = self.held[self.seat] >> kind
        if rest == 0:
            return self._list_trades(bits.KINDS, code, count, most)
        kind += bits.ctz(rest)
        self._list_trades(kind + 1, code, count, most)
        here = ONE * kind
        for _ in range(self.count[self.seat * bits.KINDS + kind]):
            if count == most:
                break
            code |= here << (6 * count)
            count += 1
            self._list_trades(kind + 1, code, count, most)
        return 0

    def _add(self, act: int, code: int, points: int) -> int:
        """Add a turn to the list, with its features."""
        if self.listed == self.choices:
            self.left_out += 1
            return 0
        self.acts[self.listed] = act
        self.codes[self.listed] = code
        self.worths[self.listed] = points
        self.mask[self.mask_at + self.listed] = 1
        at = self.features_at + self.listed * FEATURES
        # A number instead of its name, so that the compiler makes a few instructions of it.
        for column in range(22):
            self.features[at + column] = 0
        self.features[at + ACT] = act
        self.features[at + POINTS] = points
        self.features[at + ROW] = -1
        self.features[at + COLUMN] = -1
        self.features[at + DOWN] = -1
        if act == game.PLACE:
            self._describe_placement(at, code)
        elif act == game.TRADE:
            count = code >> 54
            self.features[at + TILES] = count
            for which in range(min(count, bits.HAND)):
                self.features[at + FIRST_KIND + which] = 1 + ((code >> (6 * which)) & 63)
        elif act == game.TAKE:
            self._describe_cell(at, code)
            self.features[at + FIRST_KIND] = 1 + self.position.tile[code]
        self.listed += 1
        return 0

    def _describe_cell(self, at: int, cell: int) -> int:
        place = self._place_of(cell)
        if place >= 0:
            self.features[at + ROW] = place // self.wide
            self.features[at + COLUMN] = place % self.wide
        return 0

    def _describe_placement(self, at: int, code: int) -> int:
        """Tiles in order of their cells, and what the placement makes."""
        count = self.position._spell(code)
        axis = (code >> 52) & 1
        first = count - 1 - ((code >> 56) & 7)
        start = 0
        bonus = stars = qwirkles = fives = 0
        along = count + self._before_of(self.position.cells[0], axis)
        for place in range(count):
            source = count - 1 - place if place < first else place - first
            cell = self.position.cells[source]
            if place == 0:
                self._describe_cell(at, cell)
                start = cell
            self.features[at + FIRST_KIND + place] = 1 + self.position.kinds[source]
            # A division by a constant: by a variable it would cost more than all the rest.
            apart = cell - start
            self.features[at + FIRST_STEP + place] = apart // bits.STRIDE if axis else apart
            bonus += self.position.ground[cell] & bits.BONUS_FIELD
            stars += self.token[cell]
            along += self._after_of(cell, axis)
            length = 1 + self._before_of(cell, 1 - axis) + self._after_of(cell, 1 - axis)
            qwirkles += length == bits.HAND
            fives += length == bits.HAND - 1
        self.features[at + TILES] = count
        self.features[at + QWIRKLES] = qwirkles + (along == bits.HAND)
        self.features[at + FIVES] = fives + (along == bits.HAND - 1)
        self.features[at + STARS] = stars
        self.features[at + BONUSES] = bonus
        if count > 1:
            self.features[at + DOWN] = axis
        return 0

    def _before_of(self, cell: int, axis: int) -> int:
        return (self.position.word[2 * cell + axis] >> 36) & 511

    def _after_of(self, cell: int, axis: int) -> int:
        return (self.position.word[2 * cell + axis] >> 45) & 511

    def _blank_rest(self) -> int:
        """Clear mask and features of turns that the list had before and has no longer."""
        for which in range(self.listed, self.shown):
            self.mask[self.mask_at + which] = 0
        for at in range(
            self.features_at + self.listed * FEATURES, self.features_at + self.shown * FEATURES
        ):
            self.features[at] = 0
        self.shown = self.listed
        return 0

    def _act_by_turns(self, action: int) -> int:
        seat = self.seat
        self.act = self.acts[action]
        if self.act == game.PLACE:
            self.code = self.codes[action]
            self.points = self.worths[action]
        elif self.act == game.TRADE:
            self.aside_n = self.codes[action] >> 54
            for which in range(self.aside_n):
                self.aside[which] = (self.codes[action] >> (6 * which)) & 63
        elif self.act == game.TAKE:
            self.cell = self.codes[action]
        self._do()
        return self._draw_act(seat)

    # By tiles

    def _mark_tiles(self) -> int:
        seat = self.seat
        cells = self.wide * self.high
        trading = 0
        for kind in range(bits.KINDS):
            trading += self.put_aside[kind]
        if trading == 0:
            if self.position.tiles == 0:
                self._mark_opening(seat)
            elif self.partial_n:
                self._mark_next(seat)
            else:
                self._mark_first(seat)
        if self.partial_n == 0:
            self._mark_trades(seat, trading)
            if trading == 0:
                count = self._takeable(seat)
                for which in range(count):
                    self._mark_cell(cells * bits.KINDS, self.taking.lying[which])
                if self._can_draw_three(seat):
                    self._mark(cells * (bits.KINDS + 1) + bits.KINDS)
                if self._may_pass():
                    self._mark_stop()
        return 0

    def _mark_stop(self) -> int:
        return self._mark(self.choices - 1)

    def _mark_cell(self, first: int, cell: int) -> int:
        place = self._place_of(cell)
        return self._mark(first + place) if place >= 0 else 0

    def _mark_kinds(self, cell: int, kinds: int) -> int:
        """Let these kinds go on a cell, if the window shows it."""
        place = self._place_of(cell)
        if place < 0:
            return 0
        if self._is_restricted() and cell == self.taken_cell:
            kinds &= bits.WORD ^ (ONE << self.taken_kind)
        while kinds:
            self._mark(place * bits.KINDS + bits.ctz(kinds))
            kinds &= kinds - 1
        return 0

    def _mark_first(self, seat: int) -> int:
        for which in range(self.position.front_n):
            if self.position.fits[which] & self.held[seat]:
                self._mark_kinds(
                    self.position.front[which], self.position.fits[which] & self.held[seat]
                )
        return 0

    def _mark_next(self, seat: int) -> int:
        """The line goes on at its ends; a lone tile may begin a row or a column."""
        self._mark_stop()
        cell = self.partial_cells[0]
        away = self.partial_cells[1] - cell if self.partial_n > 1 else 0
        if away % bits.STRIDE or away == 0:
            self._mark_end(seat, cell, 1)
            self._mark_end(seat, cell, -1)
        if away % bits.STRIDE == 0:
            self._mark_end(seat, cell, bits.STRIDE)
            self._mark_end(seat, cell, -bits.STRIDE)
        return 0

    def _mark_end(self, seat: int, cell: int, step: int) -> int:
        while self.position.tile[cell] >= 0:
            cell += step
        which = self.position.where[cell]
        if which >= 0:
            self._mark_kinds(cell, self.position.fits[which] & self.held[seat])
        return 0

    def _mark_opening(self, seat: int) -> int:
        """The tiles of all openings that have those put down so far."""
        self._gather(seat, 0)
        self.too_many = 0
        for which in range(self.candidates.n):
            count = self.position._spell(self.candidates.codes[which])
            if self._has_partial(count) == 0:
                continue
            if count == self.partial_n:
                if self.mask[self.mask_at + self.choices - 1] == 0:
                    self._mark_stop()
                continue
            for tile in range(count):
                place = self._place_of(self.position.cells[tile])
                action = place * bits.KINDS + self.position.kinds[tile]
                if place >= 0 and self.mask[self.mask_at + action] == 0:
                    self._mark(action)
        # What has been put down is in all of them.
        for which in range(self.partial_n):
            place = self._place_of(self.partial_cells[which])
            self.mask[self.mask_at + place * bits.KINDS + self.partial_kinds[which]] = 0
        return 0

    def _has_partial(self, count: int) -> int:
        """Whether the placement spelt last has all tiles put down so far."""
        found = 0
        for which in range(self.partial_n):
            for tile in range(count):
                found += (
                    self.position.cells[tile] == self.partial_cells[which]
                    and self.position.kinds[tile] == self.partial_kinds[which]
                )
        return 1 if found == self.partial_n else 0

    def _mark_trades(self, seat: int, trading: int) -> int:
        first = self.wide * self.high * (bits.KINDS + 1)
        if trading:
            self._mark_stop()
        if trading >= self._may_trade():
            return 0
        kinds = self.held[seat]
        while kinds:
            kind = bits.ctz(kinds)
            kinds &= kinds - 1
            if self.count[seat * bits.KINDS + kind] > self.put_aside[kind]:
                self._mark(first + kind)
        return 0

    def _act_by_tiles(self, action: int) -> int:
        seat = self.seat
        cells = self.wide * self.high
        if action < cells * bits.KINDS:
            return self._put_down(seat, self._cell_at(action // bits.KINDS), action % bits.KINDS)
        action -= cells * bits.KINDS
        if action < cells:
            self.act = game.TAKE
            self.cell = self._cell_at(action)
        elif action < cells + bits.KINDS:
            self.put_aside[action - cells] += 1
            return 0
        elif action == cells + bits.KINDS:
            self.act = game.DRAW_THREE
        elif self.partial_n:
            return self._finish_placement(seat)
        else:
            self._collect_trade()
        self._do()
        return self._draw_act(seat)

    def _put_down(self, seat: int, cell: int, kind: int) -> int:
        self.partial_cells[self.partial_n] = cell
        self.partial_kinds[self.partial_n] = kind
        self.partial_n += 1
        if self.position.tiles:
            self.position._place(cell, kind)
            self._lose(seat, kind)
            self._widen(cell)
            if self._scroll():
                return self._draw_all()
            self._draw_round(cell)
        return self._draw_partial(self.partial_n - 1)

    def _finish_placement(self, seat: int) -> int:
        """The turn ends: an opening is placed only now."""
        self.act = game.PLACE
        self.placed_n = self.partial_n
        self.aside_n = 0
        opening = self.position.tiles == 0
        for which in range(self.partial_n):
            self.placed_cells[which] = self.partial_cells[which]
            self.placed_kinds[which] = self.partial_kinds[which]
            if opening or self.position.tile[self.partial_cells[which]] < 0:
                self.position._place(self.partial_cells[which], self.partial_kinds[which])
                self._lose(seat, self.partial_kinds[which])
        self.partial_n = 0
        self.points = self._points_of_placed()
        self._score_placement(seat)
        self._next_turn(seat)
        return self._draw_act(seat)

    def _points_of_placed(self) -> int:
        """The points of the tiles just placed (Q-SCORE-1 to 3, A7, K-BONUS-1)."""
        bonus = 0
        away = self.placed_cells[1] - self.placed_cells[0] if self.placed_n > 1 else 0
        down = 1 if self.placed_n > 1 and away % bits.STRIDE == 0 else 0
        across = 1 if down else bits.STRIDE
        points = bits.line_points(
            self.taking._run(self.placed_cells[0], bits.STRIDE if down else 1)
        )
        for which in range(self.placed_n):
            points += bits.line_points(self.taking._run(self.placed_cells[which], across))
            bonus += self.position.ground[self.placed_cells[which]] & bits.BONUS_FIELD
        return bonus + (points or 1)

    def _collect_trade(self) -> int:
        """The tiles put aside are traded; with none, the seat passes."""
        self.aside_n = 0
        for kind in range(bits.KINDS):
            while self.put_aside[kind]:
                self.put_aside[kind] -= 1
                self.aside[self.aside_n] = kind
                self.aside_n += 1
        self.act = game.TRADE if self.aside_n else game.PASS
        return 0
