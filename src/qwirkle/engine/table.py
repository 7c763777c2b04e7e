"""A table of seats with hands and a bag, on which the core plays games to their end.

Like ``core.py`` it is one source for two lives and works with numbers only. It knows no game by
name: what an edition settles reaches it as the numbers of ``agree`` and the cells of ``mark``. It
plays by the rules but judges nobody; the tests let ``qwirkle.rules`` judge every turn it makes.
Chance comes from the position's generator, so a seed is a game.

How the seats play:

* At random: any placement, each as likely. Before one turn in four a token or an action tile is
  used if it can be: any tile that may be taken, or drawing three, each as likely.
* Greedily: the placement with most points. Three extra tiles are drawn as soon as the pile has
  three. A tile is taken when it alone, put on one cell, makes at least ``WORTH_TAKING`` points more
  than the best placement of the hand; with an empty pile there is no better day to wait for, and
  one point more is enough. The tile must not be in the hand already, and the points are those after
  it was taken from where it lay. What a taken tile could do together with others of the hand is not
  looked at: that is a search for each tile on the table.

Both trade only when nothing can be placed, and then as many tiles as they may.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine import bits, core, endgame, opening, taking, value

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

SEATS = 4
# Turns that are remembered; after that a game goes on unrecorded. Real ones have about 60.
HISTORY_ROOM = 2048
DRAWS_ROOM = 6 * HISTORY_ROOM
# The pile: the box, the special tiles, rounded up so that a ring of it is a mask.
PILE_ROOM = 128
RING = PILE_ROOM - 1
MOST_SPECIALS = 16
# Six tiles, one taken, three drawn for each of a few action tiles.
MOST_HELD = 30
ONE = 1
# States that the solver of endings remembers.
ENDING_STATES = 1 << 14

# A piece of the pile that is no tile: a special tile for taking, or for drawing three (M-SETUP-1).
TAKE = 0
DRAW_THREE = 1
# What was done before the main part of a turn: 0 nothing, 1 draw three, else the cell taken from.
DREW_THREE = 1
# The same for Python: names with a C type are not seen from outside.
DRAWING_THREE = 1
# How a greedy seat and a random one use what comes before a turn; see above.
WORTH_TAKING = 4
# Tiles to take that are weighed closely, and the breadth up to which a seat does not do so.
TAKES_WEIGHED = 4
NARROW = 16
ONE_IN = 4

RANDOM = 0
GREEDY = 1
VALUE = 2
# The same three for Python: names with a C type are not seen from outside.
RANDOM_POLICY = 0
GREEDY_POLICY = 1
VALUE_POLICY = 2


class Table:
    """Hands, a bag and a position; deals, redeals, and plays to the end."""

    def __init__(self, position: core.Position) -> None:
        """A table round this position, with empty hands and an empty bag."""
        self.position = position
        self.players = 2
        self.seat = 0
        self.bag_n = 0
        self.listed = 0
        self.points = 0
        self.count = array("i", [0]) * (SEATS * bits.KINDS)
        self.held = array("Q", [0]) * SEATS
        self.size = array("i", [0]) * SEATS
        self.bag = array("i", [0]) * PILE_ROOM
        self.under = array("i", [0]) * PILE_ROOM
        self.bag_first = 0
        self.ordered = 0
        self.watcher = 0
        self.under_first = 0
        self.aside = array("i", [0]) * PILE_ROOM
        self.score = array("i", [0]) * SEATS
        self.policy = array("i", [GREEDY]) * SEATS
        self.tokens = array("i", [0]) * SEATS
        self.actions = array("i", [0]) * (2 * SEATS)
        self.history = array("Q", [0]) * HISTORY_ROOM
        self.hands = array("Q", [0]) * HISTORY_ROOM
        self.extras = array("i", [0]) * HISTORY_ROOM
        self.traded = array("i", [0]) * HISTORY_ROOM
        self.drawn = array("b", [0]) * DRAWS_ROOM
        self.given = array("b", [0]) * DRAWS_ROOM
        self.taking = taking.Taking(position)
        self.valuer = value.Valuer(position)
        self.ending = endgame.Endgame(position, ENDING_STATES)
        self.ending_nodes = 0
        self.ending_tiles = 2 * bits.HAND
        self.breadth = 64
        self.exposed = array("i", [0]) * (SEATS * bits.KINDS)
        self.reasoning = 0
        self.tolerance = 1
        self.token = array("B", [0]) * bits.CELLS
        self.valuer.token = self.token
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
        self.agree((6, 1, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 6, 4))

    # Setting the table

    def seat_players(self, policies: Sequence[int]) -> None:
        """Say how many play, and how each chooses: 0 at random, 1 greedily, 2 by value."""
        if not 1 < len(policies) <= SEATS or any(one not in (0, 1, 2) for one in policies):
            raise ValueError("two to four players, each random, greedy or by value")
        self.players = len(policies)
        for seat, policy in enumerate(policies):
            self.policy[seat] = policy

    def agree(self, settings: Sequence[int]) -> None:
        """Say which rules hold, in the order of ``settings.Settings``; the base game's hold else.

        The tiles of a hand (Q-START-1); whether the opening is the whole largest set (Q-START-4),
        lies on the centre (S-START-1), may be a trade (A6); the most tiles of a trade, whether they
        go under the pile (Q-TURN-5) and whether a trade fills up to a hand only (A14); whether a
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
            raise ValueError("the pile has no room for so many special tiles")

    def mark(self, stars: Sequence[int], black: Sequence[int], centre: Sequence[int]) -> None:
        """Say which cells are star spaces, black spaces and centre (S-BOARD-1, K-BOARD-1).

        The centre is marked on the position too: this only says where to look for it.
        """
        if not all(self.position.on_board(cell) for cell in (*stars, *black, *centre)):
            raise ValueError("the cell is off the board")
        for which in range(self.stars_n):
            self.token[self.stars[which]] = 0
        self.stars = array("i", [*stars, 0])
        self.stars_n = len(stars)
        self.black = array("i", [*black, 0])
        self.black_n = len(black)
        self.opening.mark(centre)

    def set_up(
        self, hands: Sequence[Sequence[int]], bag: Sequence[int], seat: int, seed: int
    ) -> None:
        """Give out these hands and this bag; ``seat`` has the turn. Scores begin at zero.

        Nobody has a token or an action tile, and no star has its token: ``resume`` says otherwise.
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
        for tile in bag:
            self._return(tile)
            self._expose_all(which)
        self.seat = seat
        self.opening_tiles = core.largest_set(self.held[seat]) if self.whole_set else 0
        self.position.rng = seed & bits.WORD
        self._make_room()

    def resume(
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
        """Say after ``set_up`` what else there is.

        For each seat its tokens and its action tiles for taking and for drawing three; the stars
        that have their token; the special tiles in the pile, by the same two kinds; the turns
        without a placement and the passes so far; what the opening must place at the least; whether
        the seat has used something in this turn, and the cell and tile it took.
        """
        for seat, count in enumerate(tokens):
            self.tokens[seat] = count
        for seat, (takes, threes) in enumerate(actions):
            self.actions[2 * seat] = takes
            self.actions[2 * seat + 1] = threes
        if not set(stars) <= {self.stars[which] for which in range(self.stars_n)}:
            raise ValueError("tokens lie on star spaces only")
        for cell in stars:
            self.token[cell] = 1
        if self.bag_n + sum(specials) > PILE_ROOM:
            raise ValueError("the pile has no room for so many special tiles")
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
        self._make_room()

    def redeal(self, seat: int, hand: Sequence[int], sizes: Sequence[int], seed: int) -> None:
        """Deal what this seat cannot see, at random: the other hands first, the rest is the bag.

        ``sizes`` gives the number of tiles in each hand; the seat's own entry is not looked at.
        """
        if len(sizes) != self.players or not 0 <= seat < self.players:
            raise ValueError("there must be one size for each player, and a seat that plays")
        if any(not 0 <= tile < bits.KINDS for tile in hand):
            raise ValueError("tiles are 0 to 35")
        unseen = [bits.COPIES - self.position.lying(kind) for kind in range(bits.KINDS)]
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
        self.seat = seat
        self._make_room()

    def stand(
        self,
        seat: int,
        hand: Sequence[int],
        sizes: Sequence[int],
        bag: int,
        specials: Sequence[int],
    ) -> None:
        """Stand at the table as a seat that knows its own tiles, and how many the others have.

        ``bag`` counts the pieces that can be drawn, ``specials`` the special tiles among them by
        their two kinds. ``resume`` says what else there is. Nothing is dealt: this is for weighing
        and for trials, which deal what the seat cannot see themselves.
        """
        if len(sizes) != self.players or not 0 <= seat < self.players:
            raise ValueError("there must be one size for each player, and a seat that plays")
        if any(not 0 <= tile < bits.KINDS for tile in hand) or not 0 <= bag <= bits.BOX + 2:
            raise ValueError("tiles are 0 to 35, and no more than the box holds")
        if min(sizes) < 0 or max(sizes) > MOST_HELD or sum(specials) > bag:
            raise ValueError("a hand has no so many tiles, or the pile no so many special tiles")
        self._clear()
        for tile in hand:
            self._give(seat, tile)
        for which, size in enumerate(sizes):
            if which != seat:
                self.size[which] = size
                self._expose_all(which)
        # What the others may hold is not looked at: any tile does.
        for _ in range(bag - sum(specials)):
            self._return(0)
        for kind, count in enumerate(specials):
            for _ in range(count):
                self._return(bits.KINDS + kind)
        self.seat = seat
        self.extras_on = 0
        self._reserve(self.position.log_n, max(self.hand_size, *sizes), 0)

    def deal(self, seed: int) -> None:
        """Clear the position, lay and deal the tiles, find the starter (Q-START-1 to 3, A18).

        Of several largest sets the one of the first seat counts: seats are in the order of ages.
        """
        self._make_room_for_deals()
        self.position.rng = seed & bits.WORD
        self._deal()

    def resume_at(self, idle: int, passes: int, opening_tiles: int) -> None:
        """Say after ``stand`` how many turns went by without a placement, and how many passes.

        And what the opening must place at the least.
        """
        self.idle = idle
        self.passes = passes
        self.opening_tiles = opening_tiles

    def infer(self, seat: int, better: int, kept: int) -> None:
        """A seat kept so many tiles in its last turn, and held none of the better kinds.

        To be told after ``stand``, from what was known before.
        """
        self._expose(seat, better, kept)

    def exposures(self, seat: int) -> list[int]:
        """For each kind how many of a seat's tiles may be of it, as far as is known."""
        return [self.exposed[seat * bits.KINDS + kind] for kind in range(bits.KINDS)]

    def recall(self, seat: int, exposures: Sequence[int]) -> None:
        """Tell what was known about a seat's tiles."""
        for kind, count in enumerate(exposures):
            self.exposed[seat * bits.KINDS + kind] = min(max(count, 0), self.size[seat])

    def better(self, points: int) -> int:
        """The kinds of which a lone tile would make at least so many points here."""
        return self._better(points)

    def solvable(self) -> bool:
        """Whether the seat whose turn it is stands before an ending that can be searched."""
        self._tell(self.seat)
        return self._ends(self.seat) != 0

    def advise(self) -> tuple[int, int, int, float]:
        """What the seat whose turn it is does by value, with nothing done yet.

        First 0, or 1 for drawing three, or the cell to take a tile from; then the placement, 0 for
        none; its points; its value.
        """
        self._check_room(self.position.log_n)
        return self._advised()

    def _advised(self) -> tuple[int, int, int, float]:
        seat = self.seat
        takes = self.tokens[seat] if self.by_token else self.actions[2 * seat]
        if self.used:
            if self.taken_cell >= 0:
                self._ban(self.taken_cell, self.taken_kind)
        elif self.actions[2 * seat + 1] and self._pile() >= 3:
            return 1, 0, 0, 0.0
        elif takes and self.position.tiles > 1:
            cell = self._worth_taking(seat)
            if cell >= 0:
                return cell, 0, 0, 0.0
        self._choose_by_value(seat)
        if self.banned >= 0:
            self._lift_ban()
        return 0, self.valuer.best_code, self.valuer.best_points, self.valuer.best_value

    def hand(self, seat: int) -> list[int]:
        """The tiles in a hand, in order."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        start = seat * bits.KINDS
        return [kind for kind in range(bits.KINDS) for _ in range(self.count[start + kind])]

    def in_bag(self) -> list[int]:
        """The tiles in the bag or the pile, in order of their kinds; no special tiles."""
        tiles = [self.bag[self.bag_first + which] for which in range(self.bag_n)]
        tiles += [self.under[(self.under_first + which) & RING] for which in range(self.under_n)]
        return sorted(tile for tile in tiles if tile < bits.KINDS)

    def scores(self) -> list[int]:
        """The points of each player."""
        return [self.score[seat] for seat in range(self.players)]

    def played(self) -> list[tuple[int, int]]:
        """The turns played: the kinds in the hand, and the placement or 0 for a trade or a pass."""
        return [(self.hands[turn], self.history[turn]) for turn in range(self.history_n)]

    def story(self) -> list[tuple[int, int, int, list[int]]]:
        """The turns played: what came first, the kinds then in the hand, placement, tiles traded.

        What came first is 0 for nothing, 1 for drawing three, else the cell a tile was taken from.
        """
        told = []
        given = 0
        for turn in range(self.history_n):
            traded = [self.given[given + which] for which in range(self.traded[turn])]
            given += self.traded[turn]
            told.append((self.extras[turn], self.hands[turn], self.history[turn], traded))
        return told

    def draws(self) -> list[int]:
        """All that was drawn since the deal: tiles, 36 and 37 for the two kinds of special tile."""
        return [self.drawn[which] for which in range(self.drawn_n)]

    def left(self, seat: int) -> tuple[int, int, int]:
        """The tokens of a seat, and its action tiles for taking and for drawing three."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        return self.tokens[seat], self.actions[2 * seat], self.actions[2 * seat + 1]

    def stars_left(self) -> list[int]:
        """The star spaces that have their token."""
        stars = [self.stars[which] for which in range(self.stars_n)]
        return [cell for cell in stars if self.token[cell]]

    def _make_room(self) -> None:
        """Prepare for what is still to come after ``set_up``."""
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
        self._reserve(self.position.log_n, largest + takes + 3 * threes, takes)
        self.extras_on = 1 if takes or threes or self.used else 0

    def _make_room_for_deals(self) -> None:
        takes = self.stars_n + self.players * self.take_tiles
        self._reserve(0, self.hand_size + takes + 3 * self.three_tiles, takes)
        self.extras_on = 1 if takes or self.three_tiles else 0
        if self.players * self.hand_size + self.black_n > bits.BOX:
            raise ValueError("the box does not hold so many tiles")

    def _reserve(self, changes: int, tiles: int, takes: int) -> None:
        """Make room for hands of so many tiles, and see that the position can remember the game."""
        # Each tile taken may be placed once more, and one more is taken on trial.
        self.room = bits.BOX + 2 * takes + 1
        self._check_room(changes)
        self.position.reserve((1 << min(tiles, bits.KINDS)) - 1)

    def _check_room(self, changes: int) -> None:
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
        for seat in range(SEATS):
            self.held[seat] = 0
            self.size[seat] = 0
            self.score[seat] = 0
            self.tokens[seat] = 0
            self.actions[2 * seat] = 0
            self.actions[2 * seat + 1] = 0
        for which in range(SEATS * bits.KINDS):
            self.count[which] = 0
        for which in range(self.stars_n):
            self.token[self.stars[which]] = 0
        return 0

    def _deal(self) -> int:
        self.position._wipe()
        self._clear()
        for which in range(bits.BOX):
            self._return(which // bits.COPIES)
        # A18: the black spaces are filled before the hands, and before the special tiles go in.
        for which in range(self.black_n):
            self.position._place(self.black[which], self._draw())
        for which in range(self.stars_n):
            self.token[self.stars[which]] = 1
        self._deal_actions(TAKE, self.take_tiles)
        self._deal_actions(DRAW_THREE, self.three_tiles)
        largest = 0
        for seat in range(self.players):
            self._refill(seat, self.hand_size)
            size = core._largest_set(self.held[seat])
            if size > largest:
                largest = size
                self.seat = seat
        self.opening_tiles = largest if self.whole_set else 0
        for seat in range(self.players):
            self._expose_all(seat)
        return 0

    def _deal_actions(self, kind: int, count: int) -> int:
        """Hand out action tiles, or mix the special tiles for them in (M-SETUP-1, M-VAR-2)."""
        for _ in range(count):
            if self.at_start:
                self._show(kind)
            else:
                self._return(bits.KINDS + kind)
        return 0

    # Hands and bag

    def _give(self, seat: int, tile: int) -> int:
        self.count[seat * bits.KINDS + tile] += 1
        self.held[seat] |= ONE << tile
        self.size[seat] += 1
        return 0

    def _drop(self, seat: int, tile: int) -> int:
        self.count[seat * bits.KINDS + tile] -= 1
        if self.count[seat * bits.KINDS + tile] == 0:
            self.held[seat] ^= ONE << tile
        self.size[seat] -= 1
        return 0

    def _return(self, tile: int) -> int:
        self.bag[self.bag_first + self.bag_n] = tile
        self.bag_n += 1
        return 0

    def _pile(self) -> int:
        """How many pieces can be drawn; a special tile is one of them (A10)."""
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
                self._show(piece - bits.KINDS)
        return 0

    def _show(self, kind: int) -> int:
        """M-DRAW-1: a special tile gives an action tile to everybody."""
        for seat in range(self.players):
            self.actions[2 * seat + kind] += 1
        return 0

    # Turns

    def play(self) -> int:
        """Play to the end; the position is as before, the answer is the number of turns."""
        self._check_room(self.position.log_n)
        return self._released(0)

    def play_many(self, games: int, seed: int) -> tuple[int, int]:
        """Deal and play so many games from one seed on: the turns and the points of all of them."""
        if self.position.log_n:
            raise ValueError("games begin on an empty table")
        self._make_room_for_deals()
        self.position.rng = seed & bits.WORD
        turns = self._released(games)
        return turns, self.points

    def replay(self, listing: bool, least: int, most: int) -> tuple[int, int]:
        """Place the last game's tiles again; with ``listing`` list all placements on the way.

        Placements are listed while ``least`` to ``most`` tiles lie on the table. The answer is how
        many positions those were and how many placements they had. This is for measuring.
        """
        if self.position.tiles or self.extras_on:
            raise ValueError("a game is replayed from an empty table, and without takes")
        positions = self._replay(1 if listing else 0, least, most)
        return positions, self.listed

    def _released(self, games: int) -> int:
        """Play on, or so many games, while other threads of the interpreter run."""
        with cython.nogil:
            return self._play_games(games) if games else self._play()

    def _play_games(self, games: int) -> int:
        turns = 0
        self.points = 0
        for _ in range(games):
            self._deal()
            while self._turn():
                pass
            turns += self.turns
            for seat in range(self.players):
                self.points += self.score[seat]
        self.position._wipe()
        return turns

    def _play(self) -> int:
        changes = self.position.log_n
        while self._turn():
            pass
        self.position._unwind(changes)
        return self.turns

    def _choose(self, hand: int) -> int:
        """Choose a placement; the answer is its points, 0 when nothing can be placed."""
        if self.position.tiles == 0:
            if self.policy[self.seat] == VALUE:
                return self._choose_by_value(self.seat)
            greedy = 1 if self.policy[self.seat] == GREEDY else 0
            self.opening._choose(hand, self.opening_tiles, greedy, self.on_centre)
        elif self.policy[self.seat] == VALUE:
            return self._choose_by_value(self.seat)
        elif self.policy[self.seat] == RANDOM:
            self.position._any(hand, 0, 0)
        else:
            self.position._best(hand)
        return self.position.best_points

    def _turn(self) -> int:
        """Play one turn; the answer is 0 when the game is over."""
        seat = self.seat
        self.turns += 1
        self.extra = 0
        chosen = self._begin(seat) if self.extras_on else 0
        hand = self.held[seat]
        points = self.position.best_points if chosen else self._choose(hand)
        return self._finish(seat, hand, points)

    def _finish(self, seat: int, hand: int, points: int) -> int:
        """Do what was chosen: place and draw, or trade, or pass."""
        if self.banned >= 0:
            self._lift_ban()
        if self.history_n < HISTORY_ROOM:
            self.extras[self.history_n] = self.extra
            self.hands[self.history_n] = hand
            self.history[self.history_n] = self.position.best_code
            self.traded[self.history_n] = 0
            self.history_n += 1
        better = 0
        kept = self.size[seat]
        if self.reasoning:
            better = self._better(points + self.tolerance)
        if points:
            self.idle = 0
            self.passes = 0
            self._put_down(seat)
            self.score[seat] += points
            kept = self.size[seat]
            self._refill(seat, self.hand_size)
            if self.size[seat] == 0:
                # Q-END-2: nothing could be drawn.
                self.score[seat] += self.going_out
                return 0
        else:
            self.idle += 1
            if self._pile() and (self.position.tiles or self.opening_trade):
                self.passes = 0
                kept -= self._trade(seat)
            else:
                # A1, A2: a full round of passes ends the game.
                self.passes += 1
                if self.passes >= self.players:
                    return 0
            if self.idle >= self.idle_rounds * self.players:
                return 0
        if self.reasoning:
            self._expose(seat, better, max(kept, 0))
        self.seat = seat + 1 if seat + 1 < self.players else 0
        return 1

    def _choose_by_value(self, seat: int) -> int:
        self._tell(seat)
        if self.ending_nodes and self._ends(seat):
            return self._choose_by_solving(seat)
        self.valuer._choose(self.breadth, self.opening_tiles, self.on_centre)
        self.position.best_code = self.valuer.best_code
        self.position.best_points = self.valuer.best_points
        return self.valuer.best_points

    def _ends(self, seat: int) -> int:
        """Whether this is an ending that can be solved: two hands, few tiles, nothing to draw."""
        if self.players > 2 or self._pile() or self.position.tiles == 0:
            return 0
        if self.valuer.tokens + self.valuer.stars + self.valuer.takes + self.valuer.threes:
            return 0
        other = 1 - seat
        if self.tokens[other] + self.actions[2 * other] + self.actions[2 * other + 1]:
            return 0
        tiles = self.size[0] + self.size[1]
        if self.valuer.unseen != self.size[other] or tiles > self.ending_tiles:
            return 0
        return 1 if self.banned < 0 and self.size[seat] and self.size[other] else 0

    def _choose_by_solving(self, seat: int) -> int:
        """The other hand is what this seat does not see: look for the best turn to the end."""
        self.ending.going_out = self.going_out
        self.ending._clear()
        for kind in range(bits.KINDS):
            for _ in range(self.valuer.own[kind]):
                self.ending._give(0, kind)
            unseen = bits.COPIES - self.position.laid[kind] - self.valuer.own[kind]
            for _ in range(unseen):
                self.ending._give(1, kind)
        self.ending._solve(0, self.passes, self.ending_nodes)
        self.valuer.best_code = self.ending.best_code
        self.valuer.best_value = self.ending.best_value
        self.valuer.best_points = 0
        start = 0
        while start >= 0 and self.ending.best_code:
            start = self.position._listed(self.valuer.held, start, 0, 0)
            for which in range(self.position.n):
                if self.position.codes[which] == self.ending.best_code:
                    self.valuer.best_points = self.position.worth[which]
        self.position.best_code = self.valuer.best_code
        self.position.best_points = self.valuer.best_points
        return self.valuer.best_points

    def _tell(self, seat: int) -> int:
        """Tell the valuer what this seat knows."""
        for kind in range(bits.KINDS):
            self.valuer.own[kind] = self.count[seat * bits.KINDS + kind]
        self.valuer.players = self.players
        self.valuer.hand_size = self.hand_size
        self.valuer.going_out = self.going_out
        self.valuer.bag = self._pile()
        other = seat + 1 if seat + 1 < self.players else 0
        self.valuer.next_size = self.size[other]
        self.valuer.next_tokens = self.tokens[other]
        for which in range(self.size[other] + 1):
            self.valuer.group[which] = 0
        for kind in range(bits.KINDS):
            which = self.size[other]
            if self.reasoning:
                which = self.exposed[other * bits.KINDS + kind]
            self.valuer.group[which] |= ONE << kind
        self.valuer.others_size = -self.size[seat]
        for which in range(self.players):
            self.valuer.others_size += self.size[which]
        self.valuer.tokens = self.tokens[seat]
        self.valuer.takes = self.actions[2 * seat]
        self.valuer.threes = self.actions[2 * seat + 1]
        self.valuer.stars = 0
        for which in range(self.stars_n):
            self.valuer.stars += self.token[self.stars[which]]
        return self.valuer._prepare()

    # What a turn tells about the tiles that its player still holds

    def _expose_all(self, seat: int) -> int:
        """Nothing is known: each of the seat's tiles may be of any kind."""
        for kind in range(bits.KINDS):
            self.exposed[seat * bits.KINDS + kind] = self.size[seat]
        return 0

    def _better(self, points: int) -> int:
        """The kinds of which a lone tile would have made so many points."""
        kinds = 0
        for which in range(self.position.front_n):
            if self.taking._worth(self.position.front[which]) >= points:
                kinds |= self.position.fits[which]
        return kinds

    def _expose(self, seat: int, better: int, kept: int) -> int:
        """A seat kept so many tiles and drew the others; the better kinds it did not hold."""
        drawn = self.size[seat] - kept
        for kind in range(bits.KINDS):
            at = seat * bits.KINDS + kind
            if (better >> kind) & 1:
                self.exposed[at] = drawn
            else:
                self.exposed[at] = min(self.exposed[at], kept) + drawn
        return 0

    def _put_down(self, seat: int) -> int:
        """Place what was chosen; a star that has its token gives it to the seat (S-STAR-1)."""
        count = self.position._spell(self.position.best_code)
        for which in range(count):
            self.position._place(self.position.cells[which], self.position.kinds[which])
            self._drop(seat, self.position.kinds[which])
        if self.stars_n:
            for which in range(count):
                # A22: the token does not come back, even if the star is uncovered.
                if self.token[self.position.cells[which]]:
                    self.token[self.position.cells[which]] = 0
                    self.tokens[seat] += 1
        return 0

    def _trade(self, seat: int) -> int:
        """Trade as much as is allowed: aside, draw, and only then back (Q-TURN-3, A8).

        The answer is how many.
        """
        wanted = self.size[seat]
        wanted = min(wanted, self._pile())
        wanted = min(wanted, self.most_traded)
        size = self.size[seat]
        if self.up_to_hand and size > self.hand_size:
            # S-TAKE-2, A14: after a take the hand is exactly six again.
            size = self.hand_size
        traded = 0
        for kind in range(bits.KINDS):
            while traded < wanted and self.count[seat * bits.KINDS + kind]:
                self._drop(seat, kind)
                self.aside[traded] = kind
                traded += 1
        self._refill(seat, size)
        if self.history_n < HISTORY_ROOM and self.given_n + traded <= DRAWS_ROOM:
            self.traded[self.history_n - 1] = traded
            for which in range(traded):
                self.given[self.given_n] = self.aside[which]
                self.given_n += 1
        given = traded
        while traded:
            if self.to_bottom:
                # A9: to the bottom, shuffled among themselves.
                which = self.position._below(traded)
                kind = self.aside[which]
                traded -= 1
                self.aside[which] = self.aside[traded]
                self.under[(self.under_first + self.under_n) & RING] = kind
                self.under_n += 1
            else:
                traded -= 1
                self._return(self.aside[traded])
        return given

    # Tokens and action tiles: at most one before the main part of a turn (S-STAR-2, M-USE-1)

    def _begin(self, seat: int) -> int:
        """Use a token or an action tile, or not; 1 when a placement has been chosen on the way."""
        if self.used:
            # The turn was under way when the position was given.
            self.used = 0
            if self.taken_cell >= 0:
                self._ban(self.taken_cell, self.taken_kind)
            return 0
        takes = self.tokens[seat] if self.by_token else self.actions[2 * seat]
        threes = self.actions[2 * seat + 1]
        if takes + threes == 0:
            return 0
        if self.policy[seat] == RANDOM:
            if self.position._below(ONE_IN) == 0:
                self._use_any(seat, takes, threes)
            return 0
        if threes and self._pile() >= 3:
            return self._draw_three(seat)
        if self.policy[seat] == VALUE:
            cell = self._worth_taking(seat) if takes and self.position.tiles > 1 else -1
            return self._take(seat, cell) if cell >= 0 else 0
        # A19, A25: a lone tile stays on the table.
        if takes == 0 or self.position.tiles < 2:
            return 0
        self.position._best(self.held[seat])
        least = self.position.best_points + (WORTH_TAKING if self._pile() else 1)
        cell = self.taking._find_worth(self.held[seat], least)
        if cell < 0:
            return 1
        return self._take(seat, cell)

    def _worth_taking(self, seat: int) -> int:
        """The cell of the tile that a seat playing by value takes now, or -1.

        With a narrow view, as in trials, it does as a greedy seat does. Otherwise those tiles that
        allow most points are weighed like everything else: a token used is a token less.
        """
        if self.breadth <= NARROW:
            self.position._best(self.held[seat])
            least = self.position.best_points + (WORTH_TAKING if self._pile() else 1)
            return self.taking._find_worth(self.held[seat], least)
        self._choose_by_value(seat)
        value = self.valuer.best_value
        count = self.taking._find_all()
        found = -1
        for _ in range(min(count, TAKES_WEIGHED)):
            most = -1.0
            at = 0
            for which in range(count):
                cell = self.taking.lying[which]
                if cell >= 0:
                    points = self._weigh_take(seat, cell, 0)
                    if points > most:
                        most = points
                        at = which
            if most < 0:
                break
            worth = self._weigh_take(seat, self.taking.lying[at], 1)
            if worth > value:
                value = worth
                found = self.taking.lying[at]
            self.taking.lying[at] = -1
        return found

    def _weigh_take(self, seat: int, cell: int, closely: int) -> float:
        """What a seat could do with this tile: the most points, or closely the highest value."""
        kind = self.position._take(cell)
        self._give(seat, kind)
        self._pay_take(seat, 1)
        self._ban(cell, kind)
        if closely:
            self._choose_by_value(seat)
            worth = self.valuer.best_value
        else:
            worth = self.position._best(self.held[seat])
        if self.banned >= 0:
            self._lift_ban()
        self._pay_take(seat, -1)
        self._drop(seat, kind)
        self.position._undo()
        return worth

    def _pay_take(self, seat: int, count: int) -> int:
        if self.by_token:
            self.tokens[seat] -= count
        else:
            self.actions[2 * seat] -= count
        return 0

    def _draw_three(self, seat: int) -> int:
        """M-DRAW3-1, A13."""
        self.actions[2 * seat + 1] -= 1
        self.passes = 0
        self.extra = DREW_THREE
        return self._refill(seat, self.size[seat] + 3)

    def _take(self, seat: int, cell: int) -> int:
        """S-TAKE-1, M-TAKE-1; using it breaks a round of passes (A2)."""
        self._pay_take(seat, 1)
        self.passes = 0
        self.extra = cell
        kind = self.position._take(cell)
        self._give(seat, kind)
        return self._ban(cell, kind)

    def _ban(self, cell: int, kind: int) -> int:
        """M-TAKE-1c, A12: until the ban is lifted the cell does not accept this kind."""
        if self.same_spot:
            return 0
        self.banned = cell
        self.banned_row = self.position.word[2 * cell]
        self.banned_column = self.position.word[2 * cell + 1]
        self.position.word[2 * cell] = self.banned_row & (bits.WORD ^ (ONE << kind))
        self.position.word[2 * cell + 1] = self.banned_column & (bits.WORD ^ (ONE << kind))
        return self.position._refit(cell)

    def _lift_ban(self) -> int:
        """Before anything is placed: undoing trusts the words of a cell."""
        self.position.word[2 * self.banned] = self.banned_row
        self.position.word[2 * self.banned + 1] = self.banned_column
        self.position._refit(self.banned)
        self.banned = -1
        return 0

    def _use_any(self, seat: int, takes: int, threes: int) -> int:
        """Take any tile that may be taken or draw three, each as likely."""
        found = 0
        if takes and self.position.tiles > 1:
            found = self.taking._find_all()
        threes = 1 if threes and self._pile() else 0
        if found + threes == 0:
            return 0
        which = self.position._below(found + threes)
        if which == found:
            return self._draw_three(seat)
        return self._take(seat, self.taking.lying[which])

    def _replay(self, listing: int, least: int, most: int) -> int:
        positions = 0
        self.listed = 0
        for turn in range(self.history_n):
            if listing and least <= self.position.tiles <= most:
                positions += 1
                start = 0
                while start >= 0:
                    start = self.position._listed(self.hands[turn], start, 0, 0)
                    self.listed += self.position.n
            if self.history[turn]:
                count = self.position._spell(self.history[turn])
                for which in range(count):
                    self.position._place(self.position.cells[which], self.position.kinds[which])
        self.position._unwind(0)
        return positions
