"""The core as the rest of the project sees it: boards, cells and tiles instead of numbers.

It translates and guards, and judges nothing: the referee in ``qwirkle.rules`` decides whether a
turn is legal, and why not.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from qwirkle.engine.placement import grid, listing, playout, taking
from qwirkle.engine.placement.bits import (
    CELLS,
    CENTRE,
    GREEDY_POLICY,
    HAND,
    MARGIN,
    RANDOM_POLICY,
    ROWS,
    STRIDE,
    VALUE_POLICY,
)
from qwirkle.engine.translation import BASE_GAME, Settings, counted_actions, settings_of
from qwirkle.errors import QwirkleError
from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.editions.layouts import OPEN_TABLE, Layout
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.tiles import KINDS, Tile

# Numbers of a placement spelt by the core: its tiles, then its points.
_SPELT = HAND + 1
POLICIES = {
    "random": RANDOM_POLICY,
    "greedy": GREEDY_POLICY,
    "value": VALUE_POLICY,
}


class TableTooWide(QwirkleError):
    """Tiles further apart than the core's board reaches, or a board larger than it."""


class Move(listing.Listed):
    """A legal placement: its ``tiles``, sorted by x, then y, and the ``points`` it scores.

    ``game.play(move)`` plays it; ``move.turn`` is the turn it stands for.
    """

    __slots__ = ("_tiles",)

    def __init__(self, tiles: Iterable[Placed], points: int) -> None:
        super().__init__()
        self._tiles: tuple[Placed, ...] = tuple(tiles)
        self.points = points

    @property
    def tiles(self) -> tuple[Placed, ...]:
        """The tiles with their cells."""
        try:
            return self._tiles
        except AttributeError:
            # Most moves of a list are only compared by points, so tiles are made on demand.
            start = self.which * _SPELT
            numbers = (self.spelt or array("i"))[start : start + HAND]
            x, y = self.shift
            self._tiles = tuple(
                Placed(cell % STRIDE - x, cell // STRIDE - y, KINDS[kind])
                for cell, kind in (divmod(number, 64) for number in numbers if number >= 0)
            )
        return self._tiles

    @property
    def turn(self) -> Place:
        """The turn that places these tiles."""
        return Place(self.tiles)

    def __str__(self) -> str:
        return str(self.turn)

    def __repr__(self) -> str:
        return f"<Move {self}: {self.points} points>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self.points, self.tiles) == (other.points, other.tiles)

    def __lt__(self, other: Move) -> bool:
        return (self.tiles, self.points) < (other.tiles, other.points)

    def __hash__(self) -> int:
        return hash((self.tiles, self.points))

    def __reduce__(self) -> tuple[type[Move], tuple[tuple[Placed, ...], int]]:
        return Move, (self.tiles, self.points)


class OpeningRule(NamedTuple):
    """The demand on the first placement on an empty table (Q-START-4, S-START-1)."""

    least: int = 1
    """The fewest tiles it may have: the size of the declared set."""
    centre: bool = False
    """Whether it must cover a centre cell of the layout."""


class PlayoutResult(NamedTuple):
    """The result of a game played by the core."""

    scores: tuple[int, ...]
    turns: int


class Standing(NamedTuple):
    """The state of a game besides tiles and hands, from which it can be played on.

    Empty sequences mean that nobody has any. The caller must assume what the seats do not know,
    such as which special tiles are still hidden.
    """

    edition: Edition
    tokens: Sequence[int] = ()
    """The star tokens of each seat."""
    actions: Sequence[Sequence[Action]] = ()
    """The action tiles of each seat."""
    stars_left: Iterable[Cell] = ()
    """The star squares that still have their token."""
    specials: Sequence[Action] = ()
    """The special tiles in the pile."""
    idle: int = 0
    """Turns since a tile was last placed (A3)."""
    passes: int = 0
    """Passes in a row (A2)."""
    opening_tiles: int | None = None
    """The fewest tiles of an opening; None: the largest set of the seat to move."""
    used: bool = False
    """Whether the seat to move has used a token or an action tile in this turn."""
    taken: Placed | None = None
    """The tile it took, which is in its hand now."""


class _Change(NamedTuple):
    """The state that undo must restore."""

    tiles: Mapping[Cell, Tile]
    taken: bool
    shift: tuple[int, int]


class Position:
    """A table that can be changed and asked what may be placed.

    One position is for one thread at a time.
    """

    def __init__(self, board: Board | None = None) -> None:
        board = Board() if board is None else board
        layout = board.layout
        # Placed in the order of the cells, so that the core always finds moves in the same order.
        cells = sorted(board)
        self.layout = layout
        self._tiles: dict[Cell, Tile] = {}
        self._changes: list[_Change] = []
        self._made_empty = not cells
        # The board followed last, while nothing has changed since: its successor is found quickly.
        self._followed: Board | None = None
        self._table: playout.Playout | None = None
        self._taking: taking.Taking | None = None
        self._core = grid_of(layout)
        corner = self._core.corner
        self._shift = (corner % STRIDE, corner // STRIDE) if layout.bounded else middle_of(cells)
        for cell in cells:
            self._tiles[cell] = tile = board[cell]
            self._core.place(self._number(cell.x, cell.y), tile.index)

    def __len__(self) -> int:
        return len(self._tiles)

    def __contains__(self, cell: object) -> bool:
        return cell in self._tiles

    def __repr__(self) -> str:
        return f"<Position of {len(self)} tiles, {self.layout.name}>"

    def board(self) -> Board:
        """Return the tiles as a board."""
        return Board(self._tiles, self.layout)

    def place(self, placed: Iterable[Placed]) -> int:
        """Put these tiles down as one change; return the points of the turn.

        The cells must be empty and on the board; otherwise ValueError or TableTooWide is raised and
        nothing changes. Whether the rules allow it is up to the caller.
        """
        tiles = tuple(placed)
        self.lay(tiles)
        return self._points([placed.cell for placed in tiles])

    def lay(self, tiles: Sequence[Placed]) -> list[int]:
        """Put these tiles down as one change, as ``place`` does; return the core's cells."""
        added = {Cell(x, y): tile for x, y, tile in tiles}
        if len(added) < len(tiles):
            raise ValueError("there is a tile on the cell")
        return self._lay(added)

    def _lay(self, added: Mapping[Cell, Tile]) -> list[int]:
        shift = self._shift
        if self.layout.width is None and not self._tiles and added:
            # On an empty open table any cell may become the middle of the array.
            self._shift = middle_of(added)
        cells: list[int] = []
        place, (right, down) = self._core.place, self._shift
        try:
            for (x, y), tile in added.items():
                cell = (y + down) * STRIDE + x + right
                if not 0 <= x + right < STRIDE or not 0 <= cell < CELLS:
                    cell = self._number(x, y)
                place(cell, tile.index)
                cells.append(cell)
        except (ValueError, TableTooWide):
            for _ in cells:
                self._core.undo()
            try:
                # Raises an error with more about a cell that is too far away.
                self._number(x, y)
            finally:
                self._shift = shift
            raise
        self._tiles.update(added)
        self._changes.append(_Change(added, False, shift))
        self._followed = None
        return cells

    def take(self, cell: Cell) -> Tile:
        """Take the tile from a cell."""
        tile = self._tiles[cell]
        self._core.take(self._number(cell.x, cell.y))
        del self._tiles[cell]
        self._followed = None
        self._changes.append(_Change({cell: tile}, True, self._shift))
        return tile

    def undo(self) -> None:
        """Undo the last place or take since this position was made."""
        if not self._changes:
            raise ValueError("there is nothing to undo")
        change = self._changes.pop()
        self._followed = None
        for cell, tile in change.tiles.items():
            self._core.undo()
            if change.taken:
                self._tiles[cell] = tile
            else:
                del self._tiles[cell]
        self._shift = change.shift

    def reset(self) -> None:
        """Undo everything since this position was made."""
        if self._changes and self._made_empty:
            self._core.wipe()
            self._tiles.clear()
            self._shift = self._changes[0].shift
            self._changes.clear()
            self._followed = None
        while self._changes:
            self.undo()

    def follow(self, board: Board, without: Sequence[Placed] = ()) -> bool:
        """Put down the tiles that a board has and this position lacks, except some.

        Return False, with nothing changed, if this position has a tile that the board lacks.
        """
        if board is self._followed and not without:
            return True
        new = board.beyond(self._tiles if self._followed is None else self._followed)
        if new is None:
            return False
        if without:
            if any(placed.cell in self._tiles for placed in without):
                return False
            for placed in without:
                if new.get(placed.cell) is placed.tile:
                    del new[placed.cell]
        if new:
            self._lay(new)
        self._followed = None if without else board
        return True

    def moves(self, hand: Iterable[Tile], opening: OpeningRule | None = None) -> list[Move]:
        """Return all legal placements of tiles from this hand, each once, row by row.

        The order depends on the table alone, not on the order in which its tiles were placed. On
        an empty open table a placement stands for all its translations: its first tile is on
        [0, 0].
        """
        found, shift = self.rows(hand, opening)
        return listing.make_all(Move, array("i", chain.from_iterable(found)), shift)

    def rows(
        self, hand: Iterable[Tile], opening: OpeningRule | None = None
    ) -> tuple[list[tuple[int, ...]], tuple[int, int]]:
        """Return all legal placements as ``spelt`` does, one by one and in the order of ``moves``.

        Each has the numbers of its tiles, -1 for those it has not, and its points.
        """
        numbers, shift = self.spelt(hand, opening)
        each = iter(numbers)
        return sorted(zip(*[each] * _SPELT, strict=True)), shift

    def spelt(
        self, hand: Iterable[Tile], opening: OpeningRule | None = None
    ) -> tuple[array[int], tuple[int, int]]:
        """Return all legal placements as the core spells them (``listing.py``), in no order.

        The second part of the answer is the offset to subtract from columns and rows.
        """
        held = _mask(hand)
        least, centre = opening or (0, False)
        found = array("i")
        start = 0
        while start >= 0:
            start = self._core.list_part(held, start, least, centre)
            found += listing.spell_all(self._core)
        if self.layout.width is None and not self._tiles:
            return found, (CENTRE % STRIDE, CENTRE // STRIDE)
        return found, self._shift

    def numbers(
        self, hand: Iterable[Tile], opening: OpeningRule | None = None
    ) -> tuple[set[int], tuple[int, int]]:
        """Return the numbers of all tiles in legal placements, and the offset of ``spelt``."""
        spelt, shift = self.spelt(hand, opening)
        numbers = set(chain.from_iterable(spelt[part::_SPELT] for part in range(HAND)))
        numbers.discard(-1)
        return numbers, shift

    def best_moves(self, hand: Iterable[Tile], opening: OpeningRule | None = None) -> list[Move]:
        """Return all legal placements that score the most points, each once, in the same order."""
        moves = self.moves(hand, opening)
        most = max((move.points for move in moves), default=0)
        return [move for move in moves if move.points == most]

    def best(
        self, hand: Iterable[Tile], opening: OpeningRule | None = None, *, seed: int | None = None
    ) -> Move | None:
        """Return the placement with the most points, or None.

        Among equals it is the one whose cells and tiles come first; with a seed, any of them.
        """
        held = _mask(hand)
        least, centre = opening or (0, False)
        if seed is None:
            code, points = self._core.best(held, least, centre)
        else:
            code, points = self._core.any_best(held, seed, least, centre)
        return self.move(code, points) if code else None

    def best_points(self, hand: Iterable[Tile]) -> int:
        """Return the most points of a placement, 0 if there is none; the table must have tiles."""
        return self._core.quick_best(_mask(hand))[1]

    def can_place(self, hand: Iterable[Tile]) -> bool:
        """Return whether any tile of the hand can be placed."""
        return self._core.can_place(_mask(hand))

    def count(self, hand: Iterable[Tile], opening: OpeningRule | None = None) -> int:
        """Return how many legal placements there are."""
        least, centre = opening or (0, False)
        return self._core.count(_mask(hand), least, centre)

    def takeable(self, may_cut_off: bool) -> list[Cell]:
        """Return the cells whose tile may be taken, sorted by x, then y (S-TAKE-1, M-TAKE-1)."""
        return sorted(self.cell(number) for number in self._takes().find_all(may_cut_off))

    def points_after_taking(
        self, hand: Iterable[Tile], cells: Sequence[Cell], least: int, back_to_same_spot: bool
    ) -> list[int]:
        """Return, for each cell, the most points of a placement after its tile has been taken.

        Where they are fewer than ``least``, putting the tile back counts too, which may be
        forbidden.
        """
        numbers = [self.number(cell) for cell in cells]
        return self._takes().most_points(_mask(hand), numbers, least, back_to_same_spot)

    def _takes(self) -> taking.Taking:
        if self._taking is None:
            self._taking = taking.Taking(self._core)
        return self._taking

    def play_out(
        self,
        hands: Sequence[Sequence[Tile]],
        bag: Sequence[Tile],
        seat: int,
        seed: int,
        policies: Sequence[str],
        *,
        standing: Standing | None = None,
    ) -> PlayoutResult:
        """Play on from here to the end of the game; the position stays as it is.

        Without a standing it is the base game, in which a layout with centre cells demands the
        opening there. The bag is drawn from at random. The scores are the points from here on.
        """
        settings = BASE_GAME._replace(on_centre=bool(self.layout.centre))
        if standing is not None:
            settings = settings_of(standing.edition)
        seats = self.seat_players(policies, settings)
        indexes = [[tile.index for tile in hand] for hand in hands]
        seats.set_up(indexes, [tile.index for tile in bag], seat, seed)
        if standing is not None:
            self._set_standing(seats, standing)
        turns = seats.play()
        return PlayoutResult(tuple(seats.scores()), turns)

    def _set_standing(self, seats: playout.Playout, standing: Standing) -> None:
        seated = seats.players
        tokens = standing.tokens or [0] * seated
        actions = standing.actions or [()] * seated
        if len(tokens) != seated or len(actions) != seated or min(tokens) < 0:
            raise ValueError("there must be tokens and action tiles for each player")
        stars = frozenset(standing.stars_left)
        if not stars <= self.layout.stars:
            raise ValueError("tokens lie on star spaces only")
        taken = standing.taken
        opening = standing.opening_tiles
        seats.set_standing(
            tokens=tokens,
            actions=[counted_actions(held) for held in actions],
            stars=[self._number(x, y) for x, y in sorted(stars)],
            specials=counted_actions(standing.specials),
            idle=standing.idle,
            passes=standing.passes,
            opening_tiles=seats.opening_tiles if opening is None else opening,
            used=standing.used,
            taken=None if taken is None else (self._number(taken.x, taken.y), taken.tile.index),
        )

    def seat_players(self, policies: Sequence[str], settings: Settings) -> playout.Playout:
        """Seat these players by these rules."""
        if self._table is None:
            # Making a table costs as much as some turns, so a position keeps its own.
            self._table = playout.Playout(self._core)
            marked = (self.layout.stars, self.layout.black, self.layout.centre)
            self._table.set_squares(
                *([self._number(x, y) for x, y in sorted(cells)] for cells in marked)
            )
        try:
            self._table.seat_players([POLICIES[policy] for policy in policies])
        except KeyError as unknown:
            raise ValueError(f"a policy is greedy or random, not {unknown}") from None
        self._table.set_rules(settings)
        return self._table

    def redeal(
        self, seat: int, hand: Sequence[Tile], sizes: Sequence[int], seed: int
    ) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
        """Return a determinization of what a seat knows: all hands, and the bag.

        The tiles that are neither here nor in the seat's own hand are dealt at random.
        """
        seats = self.seat_players(["greedy"] * len(sizes), BASE_GAME)
        seats.redeal(seat, [tile.index for tile in hand], sizes, seed)
        hands = tuple(_tiles(seats.hand(which)) for which in range(len(sizes)))
        return hands, _tiles(seats.in_bag())

    def _points(self, cells: Sequence[Cell]) -> int:
        """Return the points of the tiles placed on these cells in one turn (Q-SCORE-1 to 3)."""
        if not cells:
            return 0
        board = Board(self._tiles, self.layout)
        lines = {board.line(cell, axis) for cell in cells for axis in Axis}
        lengths = [len(line) for line in lines if len(line) > 1]
        # A7: a lone opening tile scores one point.
        longest, more = self.layout.longest_line, self.layout.qwirkle_bonus
        points = sum(length + (more if length == longest else 0) for length in lengths) or 1
        return points + sum(self.layout.bonus.get(cell, 0) for cell in cells)

    def number(self, cell: Cell) -> int:
        """Return the core's number of a cell."""
        return self._number(cell.x, cell.y)

    def cell(self, number: int) -> Cell:
        """Return the cell that a number of the core stands for."""
        x, y = self._shift
        return Cell(number % STRIDE - x, number // STRIDE - y)

    def _number(self, x: int, y: int) -> int:
        column, row = x + self._shift[0], y + self._shift[1]
        if not (0 <= column < STRIDE and 0 <= row < ROWS):
            raise TableTooWide(f"Cell {x},{y} is too far from the other tiles for the core.")
        cell = row * STRIDE + column
        if not self._core.on_board(cell):
            if self.layout.width is None:
                raise TableTooWide(f"Cell {x},{y} is too far from the other tiles for the core.")
            raise ValueError(f"cell {x},{y} is off the board")
        return cell

    def move(self, code: int, points: int) -> Move:
        """Return a placement of the core, by its number, as tiles on cells."""
        x, y = self._shift
        if self.layout.width is None and not self._tiles:
            y, x = divmod(CENTRE, STRIDE)
        return Move(
            tuple(
                [
                    Placed(cell % STRIDE - x, cell // STRIDE - y, KINDS[kind])
                    for cell, kind in self._core.spell(code)
                ]
            ),
            points,
        )


def grid_of(layout: Layout) -> grid.Grid:
    """Return an empty table of the core with everything that is printed on it."""
    try:
        made = grid.Grid(layout.width or 0, layout.height or 0)
    except ValueError:
        raise TableTooWide(
            f"A board of {layout.width} x {layout.height} cells is too large for the core."
        ) from None
    made.set_lines(layout.longest_line, layout.qwirkle_bonus)
    made.set_copies(layout.copies)
    for (x, y), points in layout.bonus.items():
        made.set_bonus(made.corner + y * STRIDE + x, points)
    for x, y in layout.centre:
        made.set_centre(made.corner + y * STRIDE + x)
    return made


def position_of(board: Board) -> Position:
    """Return a position with these tiles, which this thread may use until it asks for another one.

    Making a position costs far more than following a game from turn to turn, so each thread keeps
    some and brings them up to date.
    """
    position = _kept_position(board.layout)
    if not position.follow(board):
        position.reset()
        position.follow(board)
    return position


def _kept_position(layout: Layout) -> Position:
    if not hasattr(_THREAD, "positions"):
        _THREAD.positions = {}
    kept: dict[Layout, Position] = _THREAD.positions
    if layout not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[layout] = Position(Board(layout=layout))
    return kept[layout]


def play_out(
    players: int, seed: int, policies: Sequence[str], edition: Edition | None = None
) -> PlayoutResult:
    """Deal and play one game, of the base rules or of an edition.

    Each seat plays by a policy, "greedy" or "random". If several seats could start, the first of
    them does, so give the seats in the order that the edition demands.
    """
    if players != len(policies):
        raise ValueError("there must be one policy for each player")
    if edition is not None and not edition.fewest_players <= players <= edition.most_players:
        raise ValueError(f"{edition.name} is not for {players} players")
    settings = BASE_GAME if edition is None else settings_of(edition)
    layout = OPEN_TABLE if edition is None else edition.layout
    position = _kept_position(layout)
    position.reset()
    seats = position.seat_players(policies, settings)
    seats.deal(seed)
    turns = seats.play()
    # The tiles of the black squares are still there, and the position is not for this game alone.
    position._core.wipe()
    return PlayoutResult(tuple(seats.scores()), turns)


def set_table(policies: Sequence[str], edition: Edition | None = None) -> playout.Playout:
    """Return a table of the core at which many games can be dealt; for measuring and tests."""
    layout = OPEN_TABLE if edition is None else edition.layout
    settings = BASE_GAME if edition is None else settings_of(edition)
    return Position(Board(layout=layout)).seat_players(policies, settings)


def largest_set(hand: Iterable[Tile]) -> int:
    """Return the size of the largest set in a hand (Q-START-2)."""
    return grid.largest_set(_mask(hand))


# Making a position costs more than playing a game, so each thread keeps some for its playouts.
_THREAD = threading.local()
_KEPT = 8


def _tiles(indexes: Iterable[int]) -> tuple[Tile, ...]:
    return tuple(KINDS[index] for index in indexes)


def _mask(hand: Iterable[Tile]) -> int:
    held = 0
    for tile in hand:
        held |= 1 << tile.index
    return held


def middle_of(cells: Collection[Cell]) -> tuple[int, int]:
    """Return how far to shift these cells so that they lie around the middle of the array."""
    if not cells:
        return STRIDE // 2, ROWS // 2
    columns, rows = zip(*cells, strict=True)
    return _shift(columns, STRIDE - 2 * MARGIN), _shift(rows, ROWS - 2 * MARGIN)


def _shift(places: Sequence[int], room: int) -> int:
    least, span = min(places), max(places) - min(places) + 1
    if span > room:
        raise TableTooWide(f"The tiles lie more than {room} cells apart: too far for the core.")
    return MARGIN + (room - span) // 2 - least
