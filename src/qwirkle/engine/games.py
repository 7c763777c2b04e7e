"""Placement games inside the core: the deals of the library, played without states and views.

The same seed is the same game as with ``decide`` and the bots, at a fraction of the cost.
``CoreGame`` is for seats that the core can play itself, greedy and random ones; ``EpisodeGame`` is
played by numbers of actions, and ``qwirkle.env`` makes environments of it. Board, hands and the
last turn can be read as values of the rules. ``card_games.py`` is the counterpart for the card
game.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from qwirkle.engine.episodes import columns, ranking
from qwirkle.engine.episodes import episode as core_episode
from qwirkle.engine.episodes import game as core_game
from qwirkle.engine.placement import grid
from qwirkle.engine.placement.bits import CENTRE, STRIDE
from qwirkle.engine.placement.bits import KINDS as KIND_COUNT
from qwirkle.engine.position import POLICIES, grid_of
from qwirkle.engine.translation import load_standing, settings_of
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import seed_bytes
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.state import Ending
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.rules.turns import Pass

ENDINGS: tuple[Ending | None, ...] = (None, "went-out", "all-passed", "no-progress")
"""The ending of a game, by the core's number."""
REWARDS = ("points", "margin", "win")
Reward = Literal["points", "margin", "win"]
_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))
# Larger windows could reach beyond the edge of the core's array.
MAX_WINDOW = 64
# Making a game costs more than playing one, so each thread keeps some.
_THREAD = threading.local()
_KEPT = 8


class CoreGame:
    """A placement game in the core. One game is for one thread at a time."""

    def __init__(self, layout: Layout, candidates: ranking.Ranking | None = None) -> None:
        position = grid_of(layout)
        self.layout = layout
        self.core = self._new_core(position, candidates or ranking.Ranking())
        first = position.corner if layout.bounded else CENTRE
        self._shift = first % STRIDE, first // STRIDE
        marked = (layout.stars, layout.black, layout.centre)
        self.core.set_squares(*([self._number(x, y) for x, y in sorted(cells)] for cells in marked))

    def _new_core(self, position: grid.Grid, candidates: ranking.Ranking) -> core_game.Game:
        return core_game.Game(position, candidates)

    def set_rules(self, edition: Edition, policies: Sequence[str]) -> None:
        """Set the rules, and how each seat plays: "greedy" or "random".

        ValueError names what is too large for the core.
        """
        self.core.seat_players([POLICIES[policy] for policy in policies])
        self.core.set_rules(settings_of(edition))
        kinds = edition.action_tiles.kinds
        self.core.set_specials([int(kind is Action.DRAW_THREE) for kind in kinds])

    def begin(self, seed: int | str | bytes, chances: Sequence[int] = ()) -> None:
        """Deal the game of a seed; each seat draws its lots from this state of its generator."""
        self.core.begin(hashlib.sha256(seed_bytes(seed)).digest(), chances)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.core.ending else self.core.seat

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it is in progress."""
        return ENDINGS[self.core.ending]

    def board(self) -> Board:
        """Return the tiles on the table."""
        tiles = [self._placed(cell, kind) for cell, kind in self.core.tiles_on_table()]
        return Board(sorted(tiles), self.layout)

    def hand(self, seat: int) -> tuple[Tile, ...]:
        """Return the tiles of a seat, in the order in which it drew them."""
        return tuple(KINDS[kind] for kind in self.core.tiles_in_order(seat))

    def stars_left(self) -> frozenset[Cell]:
        """Return the star squares that still have their token."""
        return frozenset(self._cell(cell) for cell in self.core.stars_left())

    def last_turn(self) -> Turn:
        """Return the last act, as a turn of the rules."""
        act, placed, traded, cell = self.core.last_act()
        if act == columns.PLACE:
            return Place(tuple(sorted(self._placed(at, kind) for at, kind in placed)))
        if act == columns.TRADE:
            return Trade(tuple(KINDS[kind] for kind in traded))
        if act == columns.TAKE:
            return Take(self._cell(cell))
        return DrawThree() if act == columns.DRAW_THREE else Pass()

    def _cell(self, number: int) -> Cell:
        x, y = self._shift
        return Cell(number % STRIDE - x, number // STRIDE - y)

    def _number(self, x: int, y: int) -> int:
        right, down = self._shift
        return (y + down) * STRIDE + x + right

    def _placed(self, number: int, kind: int) -> Placed:
        x, y = self._cell(number)
        return Placed(x, y, KINDS[kind])


def kept_game(layout: Layout) -> CoreGame:
    """Return a game on this board, which this thread may use until it asks for another one."""
    if not hasattr(_THREAD, "games"):
        _THREAD.games = {}
    kept: dict[Layout, CoreGame] = _THREAD.games
    if layout not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[layout] = CoreGame(layout)
    return kept[layout]


class Shape(NamedTuple):
    """The sizes of the arrays of a game."""

    height: int
    width: int

    @property
    def cells(self) -> int:
        """The number of cells in the window."""
        return self.height * self.width

    @property
    def tile_actions(self) -> int:
        """The number of actions tile by tile."""
        return self.cells * (KIND_COUNT + 1) + KIND_COUNT + 2


def shape_of(layout: Layout, window: int) -> Shape:
    """Return the window of a board: all of it, or this many rows and columns of an open table."""
    if layout.width is None or layout.height is None:
        if not 8 <= window <= MAX_WINDOW:
            raise ValueError(f"a window has 8 to {MAX_WINDOW} rows and columns, not {window}")
        return Shape(window, window)
    return Shape(layout.height, layout.width)


class EpisodeGame(CoreGame):
    """A placement game that is played by numbers of actions."""

    core: core_episode.Episode

    def __init__(self, layout: Layout, candidates: ranking.Ranking | None = None) -> None:
        super().__init__(layout, candidates)
        self.shape = Shape(0, 0)

    def _new_core(self, position: grid.Grid, candidates: ranking.Ranking) -> core_game.Game:
        return core_episode.Episode(position, candidates)

    def attach(
        self,
        arrays: Mapping[str, Any],
        number: int,
        *,
        window: int,
        listed: int,
        by_tiles: bool,
        described: int = 0,
    ) -> None:
        """Use these flat arrays, as the game of this number among several.

        ``described`` is the number of turns that ``arrays["afterstates"]`` has room for.
        """
        self.shape = shape_of(self.layout, window)
        self.core.attach_observation(
            arrays["planes"], arrays["axes"], arrays["counts"], number, window
        )
        self.core.attach_actions(arrays["mask"], arrays["turns"], number, listed, by_tiles)
        if described:
            self.core.attach_afterstates(
                arrays["afterstates"], arrays["afterstate_turns"], number, described
            )

    def load_view(self, view: View) -> None:
        """List the turns of a view, whose seat must have the turn; none of them can be played.

        The other hands are not known, so nothing could be drawn after a turn.
        """
        core, seat = self.core, view.seat or 0
        core.position.wipe()
        for (x, y), tile in view.board.items():
            core.position.place(self._number(x, y), tile.index)
        hand = [tile.index for tile in view.hand]
        core.load_view(seat, hand, [player.tiles for player in view.players], view.bag, (0, 0))
        core.set_scores([player.score for player in view.players])
        load_standing(core, view, lambda cell: self._number(cell.x, cell.y))
        last, recent = [0] * 6, []
        if view.last is not None:
            took = 0 if view.last.took is None else 1 + view.last.took.tile.index
            last = [1 + view.last.seat, view.last.points, view.last.traded]
            last += [int(view.last.passed), took, int(view.last.drew_three)]
            recent = [self._number(at.x, at.y) for at in view.last.placed]
        core.set_last_turn(view.turns_played, last, recent)
        core.list_loaded()

    @property
    def done(self) -> int:
        """The number of acts done."""
        return self.core.done

    def place_in_window(self, cell: Cell) -> int | None:
        """Return the number of a cell in the window, row by row; None outside it."""
        x, y = self._shift
        column = cell.x + x - self.core.first_column
        row = cell.y + y - self.core.first_row
        if 0 <= column < self.shape.width and 0 <= row < self.shape.height:
            return row * self.shape.width + column
        return None

    def cell_in_window(self, place: int) -> Cell:
        """Return the cell of a number of the window."""
        row, column = divmod(place, self.shape.width)
        number = (row + self.core.first_row) * STRIDE + column + self.core.first_column
        return self._cell(number)

    def turns(self) -> list[Turn]:
        """Return the turns of the list, in the order of their actions."""
        return [self._turn(act, code) for act, code in self.core.listed_turns()]

    def listed_turn(self, number: int) -> Turn:
        """Return one turn of the list; ValueError if there is none with this number."""
        if not 0 <= number < self.core.listed:
            raise ValueError("no such turn")
        return self._turn(*self.core.listed_turns()[number])

    def _turn(self, act: int, code: int) -> Turn:
        if act == columns.PLACE:
            placed = [self._placed(cell, kind) for cell, kind in self.core.position.spell(code)]
            return Place(tuple(sorted(placed)))
        if act == columns.TRADE:
            return Trade(tuple(KINDS[(code >> 6 * which) & 63] for which in range(code >> 54)))
        if act == columns.TAKE:
            return Take(self._cell(code))
        return DrawThree() if act == columns.DRAW_THREE else Pass()

    def do(self, turn: Turn) -> None:
        """Play a turn that the rules have judged."""
        match turn:
            case Place(tiles=tiles):
                placed = [(self._number(x, y), tile.index) for x, y, tile in tiles]
                self.core.do(columns.PLACE, placed, [], 0)
            case Trade(tiles=traded):
                self.core.do(columns.TRADE, [], [tile.index for tile in traded], 0)
            case Take(cell=cell):
                self.core.do(columns.TAKE, [], [], self._number(cell.x, cell.y))
            case _:
                self.core.do(
                    columns.DRAW_THREE if isinstance(turn, DrawThree) else columns.PASS, [], [], 0
                )

    def in_order_of_placing(self, turn: Place) -> list[Placed]:
        """Return the tiles of a placement, each beside the table or those before it."""
        tiles = sorted(turn.tiles)
        board = self.board()
        beside = [
            which
            for which, (x, y, _) in enumerate(tiles)
            if any(Cell(x + right, y + down) in board for right, down in _AROUND)
        ]
        first = beside[0] if beside else 0
        return [*tiles[first:], *reversed(tiles[:first])]

    def completed_by(self, action: int) -> Turn | None:
        """Return the turn that an action completes, tile by tile; None if it completes none."""
        cells = self.shape.cells
        number = action - cells * KIND_COUNT
        if 0 <= number < cells:
            return Take(self.cell_in_window(number))
        if number < cells + KIND_COUNT:
            return None
        if number == cells + KIND_COUNT:
            return DrawThree()
        if placed := self.put_down():
            return Place(tuple(sorted(placed)))
        traded = tuple(KINDS[kind] for kind in self.core.aside_so_far())
        return Trade(traded) if traded else Pass()

    def put_down(self) -> tuple[Placed, ...]:
        """Return the tiles put down so far in this turn."""
        return tuple(self._placed(cell, kind) for cell, kind in self.core.placed_so_far())
