"""Hands, bag or pile, scores and tokens of all seats; dealing, drawing, setting a table.

Like ``board.py`` it serves both backends and works with numbers only. It knows no game by name: an
edition reaches it as the numbers of ``set_rules`` and the cells of ``set_squares``. Chance comes
from the position's generator, so a seed determines a deal. ``playout.py`` plays the turns.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.placement import bits, grid, opening, taking

# Turns that are remembered; after that a game continues unrecorded. Real ones have about 60.
HISTORY_ROOM = 2048
DRAWS_ROOM = 6 * HISTORY_ROOM
RING = bits.PILE_ROOM - 1
MOST_SPECIALS = 16
# Six tiles, one taken, three drawn for each of a few action tiles.
MOST_HELD = 30

# A piece of the pile that is no tile: a special tile for taking, or for drawing three (M-SETUP-1).
TAKE = 0
DRAW_THREE = 1


class Hands:
    """Hands, a bag and a position: set up, dealt or redealt."""

    def __init__(self, position: grid.Grid) -> None:
        """Make a table around this position, with empty hands and an empty bag."""
        self.position = position
        self.players = 2
        self.seat = 0
        self.bag_n = 0
        self.count = array("i", [0]) * (bits.SEATS * bits.KINDS)
        self.held = array("Q", [0]) * bits.SEATS
        self.size = array("i", [0]) * bits.SEATS
        self.bag = array("i", [0]) * bits.PILE_ROOM
        self.under = array("i", [0]) * bits.PILE_ROOM
        self.bag_first = 0
        self.ordered = 0
        self.watcher = 0
        self.under_first = 0
        self.aside = array("i", [0]) * bits.PILE_ROOM
        self.score = array("i", [0]) * bits.SEATS
        self.policy = array("i", [1]) * bits.SEATS
        self.tokens = array("i", [0]) * bits.SEATS
        self.actions = array("i", [0]) * (2 * bits.SEATS)
        self.history = array("Q", [0]) * HISTORY_ROOM
        self.hands = array("Q", [0]) * HISTORY_ROOM
        self.extras = array("i", [0]) * HISTORY_ROOM
        self.traded = array("i", [0]) * HISTORY_ROOM
        self.drawn = array("b", [0]) * DRAWS_ROOM
        self.given = array("b", [0]) * DRAWS_ROOM
        self.taking = taking.Taking(position)
        self.exposed = array("i", [0]) * (bits.SEATS * bits.KINDS)
        self.reasoning = 0
        self.tolerance = 1
        self.token = array("B", [0]) * bits.CELLS
        self.stars = array("i", [0])
        self.stars_n = 0
        self.black = array("i", [0])
        self.black_n = 0
        self.opening = opening.Opening(position)
        self.room = 0
        self.opening_tiles = 0
        self.extra = 0
        self.extras_on = 0
        self.taken_cell = -1
        self.taken_kind = 0
        self.banned_row = 0
        self.banned_column = 0
        self._clear()
        self.set_rules((6, 1, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 6, 4))

    def seat_players(self, policies: Sequence[int]) -> None:
        """Set the seats, and how each chooses: 0 at random, 1 greedily, 2 by value."""
        if not 1 < len(policies) <= bits.SEATS or any(
            policy not in (0, 1, 2) for policy in policies
        ):
            raise ValueError("two to four players, each random, greedy or by value")
        self.players = len(policies)
        for seat, policy in enumerate(policies):
            self.policy[seat] = policy

    def set_rules(self, settings: Sequence[int]) -> None:
        """Set the rules, in the order of ``translation.Settings``; the base game's are the default.

        The tiles of a hand (Q-START-1); whether the opening is the whole largest set (Q-START-4),
        is on the centre (S-START-1), may be a trade (A6); the most tiles of a trade, whether they
        go under the pile (Q-TURN-5) and whether a trade only fills up to a hand (A14); whether a
        token takes a tile rather than an action tile, whether that may cut tiles off (S-TAKE-1),
        and whether the tile may go back to its spot (A12); how many action tiles for taking and for
        drawing three there are, and whether they are handed out at the start (M-VAR-2); the points
        for going out (Q-SCORE-4), and the rounds without a placement that end a game (A3).
        """
        (
            self.hand_size,
            self.whole_set,
            self.on_centre,
            self.opening_trade,
            self.most_traded,
            self.to_bottom,
            self.up_to_hand,
            self.by_token,
            self.may_cut_off,
            self.same_spot,
            self.take_tiles,
            self.three_tiles,
            self.at_start,
            self.going_out,
            self.idle_rounds,
        ) = settings
        if self.hand_size < 1 or self.most_traded < 1 or self.idle_rounds < 1:
            raise ValueError("a hand, a trade and the patience of a table are at least one")
        self.taking.may_cut_off = self.may_cut_off
        if min(self.take_tiles, self.three_tiles) < 0 or (
            self.take_tiles + self.three_tiles > MOST_SPECIALS
        ):
            raise ValueError("the pile has no room for that many special tiles")

    def set_squares(
        self, stars: Sequence[int], black: Sequence[int], centre: Sequence[int]
    ) -> None:
        """Mark the star squares, black squares and centre cells (S-BOARD-1, K-BOARD-1).

        The position knows its centre cells too: these only guide the search for an opening.
        """
        if not all(self.position.on_board(cell) for cell in (*stars, *black, *centre)):
            raise ValueError("the cell is off the board")
        for which in range(self.stars_n):
            self.token[self.stars[which]] = 0
        self.stars = array("i", [*stars, 0])
        self.stars_n = len(stars)
        self.black = array("i", [*black, 0])
        self.black_n = len(black)
        self.opening.set_centre(centre)

    def set_up(
        self, hands: Sequence[Sequence[int]], bag: Sequence[int], seat: int, seed: int
    ) -> None:
        """Set these hands and this bag; ``seat`` has the turn. Scores begin at zero.

        Nobody has a token or an action tile, no star has its token: ``set_standing`` sets those.
        """
        tiles = [*bag, *(tile for hand in hands for tile in hand)]
        if len(hands) != self.players or not 0 <= seat < self.players:
            raise ValueError("there must be one hand for each player, and a seat that plays")
        if any(not 0 <= tile < bits.KINDS for tile in tiles) or len(tiles) > bits.BOX:
            raise ValueError("tiles are 0 to 35, and no more than the box holds")
        self._clear()
        for which, hand in enumerate(hands):
            for tile in hand:
                self._give(which, tile)
            self._expose_all(which)
        for tile in bag:
            self._return(tile)
        self.seat = seat
        largest = min(grid.largest_set(self.held[seat]), self.position.longest)
        self.opening_tiles = largest if self.whole_set else 0
        self.position.rng = seed & bits.WORD
        self.make_room()

    def set_standing(
        self,
        *,
        tokens: Sequence[int],
        actions: Sequence[Sequence[int]],
        stars: Sequence[int],
        specials: Sequence[int],
        idle: int,
        passes: int,
        opening_tiles: int,
        used: bool,
        taken: tuple[int, int] | None,
    ) -> None:
        """Set the state of the game besides tiles and hands, after ``set_up`` or ``load_view``.

        For each seat its tokens and its action tiles for taking and for drawing three; the stars
        that have their token; the special tiles in the pile, by the same two kinds; the turns
        without a placement and the passes so far; the fewest tiles of the opening; whether the seat
        has used something in this turn, and the cell and tile it took.
        """
        for seat, count in enumerate(tokens):
            self.tokens[seat] = count
        for seat, (takes, threes) in enumerate(actions):
            self.actions[2 * seat] = takes
            self.actions[2 * seat + 1] = threes
        if not set(stars) <= {self.stars[which] for which in range(self.stars_n)}:
            raise ValueError("only star spaces have tokens")
        for cell in stars:
            self.token[cell] = 1
        if self.bag_n + sum(specials) > bits.PILE_ROOM:
            raise ValueError("the pile has no room for that many special tiles")
        for kind, count in enumerate(specials):
            for _ in range(count):
                self._return(bits.KINDS + kind)
        self.idle = idle
        self.passes = passes
        self.opening_tiles = opening_tiles
        self.used = 1 if used else 0
        self.taken_cell = -1
        if taken is not None:
            self.taken_cell, self.taken_kind = taken
            if not self.position.on_board(self.taken_cell) or not 0 <= self.taken_kind < bits.KINDS:
                raise ValueError("the cell is off the board")
        self.make_room()

    def redeal(self, seat: int, hand: Sequence[int], sizes: Sequence[int], seed: int) -> None:
        """Deal what this seat cannot see, at random: the other hands first, the rest is the bag.

        ``sizes`` gives the number of tiles in each hand; the seat's own entry is ignored.
        """
        if len(sizes) != self.players or not 0 <= seat < self.players:
            raise ValueError("there must be one size for each player, and a seat that plays")
        if any(not 0 <= tile < bits.KINDS for tile in hand):
            raise ValueError("tiles are 0 to 35")
        unseen = [self.position.copies - self.position.lying(kind) for kind in range(bits.KINDS)]
        for tile in hand:
            unseen[tile] -= 1
        others = sum(size for which, size in enumerate(sizes) if which != seat)
        if min(unseen) < 0 or not 0 <= others <= sum(unseen) or min(sizes) < 0:
            raise ValueError("the box does not hold these tiles")
        self._clear()
        for tile in hand:
            self._give(seat, tile)
        for kind in range(bits.KINDS):
            for _ in range(unseen[kind]):
                self._return(kind)
        self.position.rng = seed & bits.WORD
        for which in range(self.players):
            if which != seat:
                self._refill(which, sizes[which])
            self._expose_all(which)
        self.seat = seat
        self.make_room()

    def load_view(
        self,
        seat: int,
        hand: Sequence[int],
        sizes: Sequence[int],
        bag: int,
        specials: Sequence[int],
        *,
        remembered: int = -1,
    ) -> None:
        """Set the table as a view shows it: the tiles of its seat, and how many the others have.

        ``bag`` counts the pieces that can be drawn, ``specials`` the special tiles among them by
        their two kinds; what is known of the tiles of the ``remembered`` seat stays known.
        ``set_standing`` sets everything else. Nothing is dealt: this is for weighing and for
        trials, which deal what the seat cannot see themselves.
        """
        # Plain loops: bots call this every turn, and a generator costs more than all of it.
        if len(sizes) != self.players or not 0 <= seat < self.players:
            raise ValueError("there must be one size for each player, and a seat that plays")
        least = 0
        most = 0
        for tile in hand:
            least = min(least, tile)
            most = max(most, tile)
        if least < 0 or most >= bits.KINDS or not 0 <= bag <= bits.BOX + 2:
            raise ValueError("tiles are 0 to 35, and no more than the box holds")
        largest = self.hand_size
        for size in sizes:
            least = min(least, size)
            largest = max(largest, size)
        takes, threes = specials
        if least < 0 or largest > max(MOST_HELD, self.hand_size) or takes + threes > bag:
            raise ValueError("no hand has that many tiles, or the pile not that many special tiles")
        self._clear()
        for tile in hand:
            self._give(seat, tile)
        for which in range(self.players):
            size = sizes[which]
            if which != seat:
                self.size[which] = size
            if which == remembered:
                for kind in range(bits.KINDS):
                    at = which * bits.KINDS + kind
                    self.exposed[at] = min(self.exposed[at], size)
            else:
                self._expose_all(which)
        # The hands of the others are not looked at: any tile does.
        for _ in range(bag - takes - threes):
            self._return(0)
        for _ in range(takes):
            self._return(bits.KINDS + TAKE)
        for _ in range(threes):
            self._return(bits.KINDS + DRAW_THREE)
        self.seat = seat
        self.extras_on = 0
        self.reserve(self.position.log_n, largest, 0)

    def deal(self, seed: int) -> None:
        """Clear the position, lay and deal the tiles, find the starter (Q-START-1 to 3, A18).

        Among several largest sets that of the first seat counts: seats are in the order of ages.
        """
        self.make_room_for_deals()
        self.position.rng = seed & bits.WORD
        self._deal()

    def set_progress(self, idle: int, passes: int, opening_tiles: int) -> None:
        """Set the progress of the game, after ``load_view``.

        It is the turns without a placement, the passes, and the fewest tiles of the opening.
        """
        self.idle = idle
        self.passes = passes
        self.opening_tiles = opening_tiles

    def set_scores(self, scores: Sequence[int]) -> None:
        """Set the scores after ``load_view``; without them only future points count."""
        if len(scores) != self.players:
            raise ValueError("there must be one score for each player")
        for seat, score in enumerate(scores):
            self.score[seat] = score

    def infer(self, seat: int, better: int, kept: int) -> None:
        """Note that a seat kept this many tiles in its last turn, and none of the better kinds.

        Call it after ``load_view``, from what was known before.
        """
        self._expose(seat, better, kept)

    def extending_kinds(self, cells: Sequence[int]) -> int:
        """Return the kinds that would have extended the line just placed here."""
        if not 1 <= len(cells) <= bits.HAND:
            raise ValueError("one to six tiles are placed in a turn")
        for which, cell in enumerate(cells[:2]):
            self.position.cells[which] = cell
        return self._extending(len(cells))

    def exposures(self, seat: int) -> list[int]:
        """Return, for each kind, how many of a seat's tiles may be of it, as far as is known."""
        return [self.exposed[seat * bits.KINDS + kind] for kind in range(bits.KINDS)]

    def restore_exposures(self, seat: int, exposures: Sequence[int]) -> None:
        """Restore what was known about a seat's tiles, before ``load_view`` says how many it has.

        The table may be a new one, or have seated another game: its own sizes mean nothing here.
        """
        for kind, count in enumerate(exposures):
            self.exposed[seat * bits.KINDS + kind] = min(max(count, 0), MOST_HELD)

    def hand(self, seat: int) -> list[int]:
        """Return the tiles in a hand, in order."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        start = seat * bits.KINDS
        return [kind for kind in range(bits.KINDS) for _ in range(self.count[start + kind])]

    def in_bag(self) -> list[int]:
        """Return the tiles in the bag or the pile, in order of their kinds; no special tiles."""
        tiles = [self.bag[self.bag_first + which] for which in range(self.bag_n)]
        tiles += [self.under[(self.under_first + which) & RING] for which in range(self.under_n)]
        return sorted(tile for tile in tiles if tile < bits.KINDS)

    def scores(self) -> list[int]:
        """Return the points of each player."""
        return [self.score[seat] for seat in range(self.players)]

    def played(self) -> list[tuple[int, int]]:
        """Return the turns played: the kinds in the hand, and the placement or 0."""
        return [(self.hands[turn], self.history[turn]) for turn in range(self.history_n)]

    def turn_log(self) -> list[tuple[int, int, int, list[int]]]:
        """Return the turns played: what came first, the kinds then held, placement, tiles traded.

        What came first is 0 for nothing, 1 for drawing three, else the cell a tile was taken from.
        """
        turns = []
        given = 0
        for turn in range(self.history_n):
            traded = [self.given[given + which] for which in range(self.traded[turn])]
            given += self.traded[turn]
            turns.append((self.extras[turn], self.hands[turn], self.history[turn], traded))
        return turns

    def draws(self) -> list[int]:
        """Return every piece drawn since the deal: tiles, and 36 and 37 for special tiles."""
        return [self.drawn[which] for which in range(self.drawn_n)]

    def extras_left(self, seat: int) -> tuple[int, int, int]:
        """Return the tokens of a seat, and its action tiles for taking and for drawing three."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        return self.tokens[seat], self.actions[2 * seat], self.actions[2 * seat + 1]

    def stars_left(self) -> list[int]:
        """Return the star squares that still have their token."""
        stars = [self.stars[which] for which in range(self.stars_n)]
        return [cell for cell in stars if self.token[cell]]

    def make_room(self) -> None:
        """Prepare for the rest of the game after ``set_up``."""
        takes = threes = 0
        largest = self.hand_size
        for seat in range(self.players):
            takes += self.tokens[seat] + self.actions[2 * seat]
            threes = max(threes, self.actions[2 * seat + 1])
            largest = max(largest, self.size[seat])
        takes += len(self.stars_left())
        for which in range(self.bag_n):
            piece = self.bag[self.bag_first + which]
            takes += self.players if piece == bits.KINDS + TAKE else 0
            threes += 1 if piece == bits.KINDS + DRAW_THREE else 0
        self.reserve(self.position.log_n, largest + takes + 3 * threes, takes)
        self.extras_on = 1 if takes or threes or self.used else 0

    def make_room_for_deals(self) -> None:
        """Prepare for a whole game."""
        takes = self.stars_n + self.players * self.take_tiles
        self.reserve(0, self.hand_size + takes + 3 * self.three_tiles, takes)
        self.extras_on = 1 if takes or self.three_tiles else 0
        if self.players * self.hand_size + self.black_n > bits.KINDS * self.position.copies:
            raise ValueError("the box does not hold that many tiles")

    def reserve(self, changes: int, tiles: int, takes: int) -> None:
        """Make room for hands of this many tiles; check that the position can remember the game."""
        # Each tile taken may be placed once more, and one more is taken tentatively.
        self.room = bits.BOX + 2 * takes + 1
        self.check_room(changes)
        self.position.reserve((1 << min(tiles, bits.KINDS)) - 1)

    def check_room(self, changes: int) -> None:
        """Raise ValueError if the position cannot remember the game after these changes."""
        if changes + self.room > bits.LOG_ROOM:
            raise ValueError("too many changes to remember")

    def _clear(self) -> int:
        self.turns = 0
        self.idle = 0
        self.passes = 0
        self.bag_first = 0
        self.bag_n = 0
        self.under_n = 0
        self.history_n = 0
        self.drawn_n = 0
        self.given_n = 0
        self.used = 0
        self.banned = -1
        for seat in range(bits.SEATS):
            self.held[seat] = 0
            self.size[seat] = 0
            self.score[seat] = 0
            self.tokens[seat] = 0
            self.actions[2 * seat] = 0
            self.actions[2 * seat + 1] = 0
        for which in range(bits.SEATS * bits.KINDS):
            self.count[which] = 0
        for which in range(self.stars_n):
            self.token[self.stars[which]] = 0
        return 0

    def _take_over(self, other: Hands) -> int:
        """Take over hands, pile and standing from another table on the same position.

        Both must have the same squares and rules.
        """
        self._clear()
        self.seat = other.seat
        self.turns = other.turns
        self.idle = other.idle
        self.passes = other.passes
        self.opening_tiles = other.opening_tiles
        self.used = other.used
        self.taken_cell = other.taken_cell
        self.taken_kind = other.taken_kind
        for which in range(other.bag_n):
            self._return(other.bag[other.bag_first + which])
        for which in range(self.stars_n):
            self.token[self.stars[which]] = other.token[self.stars[which]]
        for which in range(bits.SEATS * bits.KINDS):
            self.count[which] = other.count[which]
        for seat in range(bits.SEATS):
            self.held[seat] = other.held[seat]
            self.size[seat] = other.size[seat]
            self.score[seat] = other.score[seat]
            self.tokens[seat] = other.tokens[seat]
            self.actions[2 * seat] = other.actions[2 * seat]
            self.actions[2 * seat + 1] = other.actions[2 * seat + 1]
            self._expose_all(seat)
        return 0

    def _deal(self) -> int:
        self.position._wipe()
        self._clear()
        for kind in range(bits.KINDS):
            for _ in range(self.position.copies):
                self._return(kind)
        # A18: the black squares are filled before the hands, and before the special tiles go in.
        for which in range(self.black_n):
            self.position._place(self.black[which], self._draw())
        for which in range(self.stars_n):
            self.token[self.stars[which]] = 1
        self._deal_actions(TAKE, self.take_tiles)
        self._deal_actions(DRAW_THREE, self.three_tiles)
        largest = 0
        for seat in range(self.players):
            self._refill(seat, self.hand_size)
            size = grid._largest_set(self.held[seat])
            if size > largest:
                largest = size
                self.seat = seat
        self.opening_tiles = min(largest, self.position.longest) if self.whole_set else 0
        for seat in range(self.players):
            self._expose_all(seat)
        return 0

    def _deal_actions(self, kind: int, count: int) -> int:
        """Hand out action tiles, or mix in the special tiles for them (M-SETUP-1, M-VAR-2)."""
        for _ in range(count):
            if self.at_start:
                self._give_action(kind)
            else:
                self._return(bits.KINDS + kind)
        return 0

    def _give(self, seat: int, tile: int) -> int:
        self.count[seat * bits.KINDS + tile] += 1
        self.held[seat] |= bits.ONE << tile
        self.size[seat] += 1
        return 0

    def _drop(self, seat: int, tile: int) -> int:
        self.count[seat * bits.KINDS + tile] -= 1
        if self.count[seat * bits.KINDS + tile] == 0:
            self.held[seat] ^= bits.ONE << tile
        self.size[seat] -= 1
        return 0

    def _return(self, tile: int) -> int:
        self.bag[self.bag_first + self.bag_n] = tile
        self.bag_n += 1
        return 0

    def _pile(self) -> int:
        """Return how many pieces can be drawn; a special tile is one of them (A10)."""
        return self.bag_n + self.under_n

    def _draw(self) -> int:
        """Draw a piece: any of those never drawn, then those put under the pile in order (A9)."""
        if self.bag_n:
            which = self.bag_first
            self.bag_n -= 1
            if self.ordered == 0:
                which += self.position._below(self.bag_n + 1)
                piece = self.bag[which]
                self.bag[which] = self.bag[self.bag_first + self.bag_n]
            elif self.seat == self.watcher:
                piece = self.bag[which + self.bag_n]
            else:
                piece = self.bag[which]
                self.bag_first += 1
        else:
            piece = self.under[self.under_first]
            self.under_first = (self.under_first + 1) & RING
            self.under_n -= 1
        if self.drawn_n < DRAWS_ROOM:
            self.drawn[self.drawn_n] = piece
            self.drawn_n += 1
        return piece

    def _refill(self, seat: int, size: int) -> int:
        """Draw until the hand has this size or nothing is left (Q-TURN-2, A11)."""
        while self.size[seat] < size and self.bag_n + self.under_n:
            piece = self._draw()
            if piece < bits.KINDS:
                self._give(seat, piece)
            else:
                self._give_action(piece - bits.KINDS)
        return 0

    def _give_action(self, kind: int) -> int:
        """Give an action tile to everybody, after a special tile was drawn (M-DRAW-1)."""
        for seat in range(self.players):
            self.actions[2 * seat + kind] += 1
        return 0

    def _expose_all(self, seat: int) -> int:
        """Forget what is known: each of the seat's tiles may be of any kind."""
        for kind in range(bits.KINDS):
            self.exposed[seat * bits.KINDS + kind] = self.size[seat]
        return 0

    def _better(self, points: int) -> int:
        """Return the kinds of which a lone tile would have scored at least this many points."""
        kinds = 0
        for which in range(self.position.front_n):
            if self.taking._worth(self.position.front[which]) >= points:
                kinds |= self.position.fits[which]
        return kinds

    def _extending(self, count: int) -> int:
        """Return the kinds that would have extended the placement in the small array.

        A tile at the end of its line always adds points. A lone tile may be part of two lines.
        """
        kinds = 0
        step = 1
        for axis in range(2):
            away = self.position.cells[1] - self.position.cells[0] if count > 1 else 0
            if away % bits.STRIDE == 0 if axis else -bits.STRIDE < away < bits.STRIDE:
                kinds |= self._beyond(self.position.cells[0], step)
                kinds |= self._beyond(self.position.cells[0], -step)
            step = bits.STRIDE
        return kinds

    def _beyond(self, cell: int, step: int) -> int:
        """Return what the first empty cell in this direction accepts."""
        while self.position.tile[cell] >= 0:
            cell += step
        which = self.position.where[cell]
        return self.position.fits[which] if which >= 0 else 0

    def _expose(self, seat: int, better: int, kept: int) -> int:
        """Note that a seat kept this many tiles, none of the better kinds, and drew the others."""
        drawn = self.size[seat] - kept
        for kind in range(bits.KINDS):
            at = seat * bits.KINDS + kind
            if (better >> kind) & 1:
                self.exposed[at] = drawn
            else:
                self.exposed[at] = min(self.exposed[at], kept) + drawn
        return 0
