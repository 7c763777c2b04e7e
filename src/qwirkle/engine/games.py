"""Whole games inside the core: the deals of the library, played without states and views.

The same seed is the same game as with ``decide`` and the bots, at a fraction of the cost, for seats
that the core can play itself: greedy and random ones. Whoever wants to look finds the board, the
hands and the last turn here, as values of the rules.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence

from qwirkle.engine.arena import card_game, ranking
from qwirkle.engine.arena import game as core_game
from qwirkle.engine.core import grid
from qwirkle.engine.core.bits import CENTRE, STRIDE
from qwirkle.engine.position import POLICIES, grid_of
from qwirkle.engine.settings import settings_of
from qwirkle.rules.cards.edition import Edition as CardsEdition
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import seed_bytes
from qwirkle.rules.placement.board import Board, Layout, Placed
from qwirkle.rules.placement.edition import Edition
from qwirkle.rules.placement.state import Ending
from qwirkle.rules.placement.turns import Action, DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.rules.turns import Pass

ENDINGS: tuple[Ending | None, ...] = (None, "went-out", "all-passed", "no-progress")
"""How the game ended, by the core's number."""
_PLACE, _TRADE, _PASS, _TAKE, _DRAW_THREE = range(5)
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
        self.core.mark(*([self._number(x, y) for x, y in sorted(cells)] for cells in marked))

    def _new_core(self, position: grid.Grid, candidates: ranking.Ranking) -> core_game.Game:
        return core_game.Game(position, candidates)

    def agree(self, edition: Edition, policies: Sequence[str]) -> None:
        """Set the rules, and how each seat plays: "greedy" or "random".

        ValueError says what is too large for the core.
        """
        self.core.seat_players([POLICIES[policy] for policy in policies])
        self.core.agree(settings_of(edition))
        kinds = edition.action_tiles.kinds
        self.core.mix_in([int(kind is Action.DRAW_THREE) for kind in kinds])

    def begin(self, seed: int | str | bytes, chances: Sequence[int] = ()) -> None:
        """Deal the game of a seed; each seat draws its lots from this state of its generator."""
        self.core.begin(hashlib.sha256(seed_bytes(seed)).digest(), chances)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.core.ending else self.core.seat

    @property
    def ending(self) -> Ending | None:
        """How the game ended."""
        return ENDINGS[self.core.ending]

    def board(self) -> Board:
        """The tiles on the table."""
        tiles = [self._placed(cell, kind) for cell, kind in self.core.tiles_on_table()]
        return Board(sorted(tiles), self.layout)

    def hand(self, seat: int) -> tuple[Tile, ...]:
        """The tiles of a seat, in the order in which it drew them."""
        return tuple(KINDS[kind] for kind in self.core.tiles_in_order(seat))

    def stars_left(self) -> frozenset[Cell]:
        """The star spaces that have their token."""
        return frozenset(self._cell(cell) for cell in self.core.stars_left())

    def last_turn(self) -> Turn:
        """The last act, as a turn of the rules."""
        act, placed, traded, cell = self.core.last_act()
        if act == _PLACE:
            return Place(tuple(sorted(self._placed(at, kind) for at, kind in placed)))
        if act == _TRADE:
            return Trade(tuple(KINDS[kind] for kind in traded))
        if act == _TAKE:
            return Take(self._cell(cell))
        return DrawThree() if act == _DRAW_THREE else Pass()

    def _cell(self, number: int) -> Cell:
        x, y = self._shift
        return Cell(number % STRIDE - x, number // STRIDE - y)

    def _number(self, x: int, y: int) -> int:
        right, down = self._shift
        return (y + down) * STRIDE + x + right

    def _placed(self, number: int, kind: int) -> Placed:
        x, y = self._cell(number)
        return Placed(x, y, KINDS[kind])


class CoreCardGame:
    """A card game in the core, without the sets on the table: greedy and random seats need none.

    One game is for one thread at a time.
    """

    def __init__(self) -> None:
        self.core = self._new_core()

    def _new_core(self) -> card_game.CardGame:
        return card_game.CardGame()

    def agree(self, edition: CardsEdition, policies: Sequence[str]) -> None:
        """Set the rules, and how each seat plays: "greedy" or "random".

        ValueError says what is too large for the core.
        """
        self.core.seat_players([POLICIES[policy] for policy in policies])
        self.core.agree(
            edition.hand,
            edition.smallest_set,
            whole_set=edition.opening.largest_set,
            idle_rounds=edition.end.idle_rounds,
        )

    def begin(self, seed: int | str | bytes, chances: Sequence[int] = ()) -> None:
        """Deal the game of a seed; each seat draws its lots from this state of its generator."""
        if not self.core.begin(hashlib.sha256(seed_bytes(seed)).digest(), chances):
            raise ValueError("this dealer never deals anybody a set")

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.core.ending else self.core.seat


def kept_game(layout: Layout) -> CoreGame:
    """A game on this board, which this thread may use until it asks for another one."""
    if not hasattr(_THREAD, "games"):
        _THREAD.games = {}
    kept: dict[Layout, CoreGame] = _THREAD.games
    if layout not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[layout] = CoreGame(layout)
    return kept[layout]


def kept_card_game() -> CoreCardGame:
    """A card game that this thread may use until it asks for another one."""
    if not hasattr(_THREAD, "card_game"):
        _THREAD.card_game = CoreCardGame()
    kept: CoreCardGame = _THREAD.card_game
    return kept
