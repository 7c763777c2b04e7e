"""Every legal turn of a view, by the fast core. Knows policies of editions, never their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple, overload

from qwirkle.engine.cards.solver import lay, plays
from qwirkle.engine.placement.bits import HAND, STRIDE
from qwirkle.engine.placement.writing import Writer
from qwirkle.engine.position import Move, OpeningRule, position_of
from qwirkle.rules import tiles
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.referee import NO_DEMANDS, Demands, can_place
from qwirkle.rules.placement.taking import may_use
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.rules.turns import Pass

CODES = [tile.value for tile in KINDS]
"""The code of each kind of tile."""


class Rows(NamedTuple):
    """Legal placements as the core spells them, for those who need no objects."""

    found: list[tuple[int, ...]]
    """A number for each tile of a placement; -1 for the rest; and its points at the end."""
    shift: tuple[int, int]

    def tiles(self, row: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers of the tiles of a placement."""
        return row[: row.index(-1) if row[HAND - 1] < 0 else HAND]

    def numbers(self) -> set[int]:
        """Return the numbers of all tiles in these placements."""
        found = set(chain.from_iterable([row[:HAND] for row in self.found]))
        found.discard(-1)
        return found

    def placed(self, number: int) -> tuple[int, int, Tile]:
        """Return the column, the row and the tile that a number stands for."""
        return _placed(number, self.shift)


class LegalPlacements:
    """The legal placements of a hand on a board, computed when they are first accessed.

    The order is row by row, and depends on nothing but the board and the hand. On an empty open
    table a placement stands for all its translations: its first tile is on [0, 0].
    """

    __slots__ = ("_board", "_demands", "_hand", "_moves")

    def __init__(self, board: Board, hand: Iterable[Tile], demands: Demands = NO_DEMANDS) -> None:
        self._board = board
        self._hand = tuple(hand)
        self._demands = demands
        self._moves: list[Move] | None = None

    def _listed(self) -> list[Move]:
        if self._moves is None:
            found = position_of(self._board).moves(self._hand, _opening(self._board, self._demands))
            if (banned := self._demands.banned) is not None:
                found = [move for move in found if banned not in move.tiles]
            self._moves = found
        return self._moves

    def rows(self) -> Rows:
        """Return the placements as numbers of the core, in the same order."""
        opening = _opening(self._board, self._demands)
        rows = Rows(*position_of(self._board).rows(self._hand, opening))
        if (banned := self._demands.banned) is None:
            return rows
        back = {number for number in rows.numbers() if rows.placed(number) == banned}
        return rows._replace(found=[row for row in rows.found if back.isdisjoint(row[:HAND])])

    def tiles(self) -> list[tuple[int, int, Tile]]:
        """Return every tile of a placement with its column and its row, each once, in no order."""
        if self._demands.banned is not None:
            rows = self.rows()
            return [rows.placed(number) for number in rows.numbers()]
        opening = _opening(self._board, self._demands)
        numbers, shift = position_of(self._board).numbers(self._hand, opening)
        return [_placed(number, shift) for number in numbers]

    def write(self, stars: Iterable[Cell] = ()) -> str:
        """Return the placements as JSON, each as an array.

        It has the tiles, the points, the bonus, the lines, and which of these star squares it wins.
        A line is its first column and row, whether it is a row, its length, its points, and whether
        it is a Qwirkle. The referee would find the same, in many times as long.
        """
        rows, (right, down) = self.rows()
        layout = self._board.layout

        def number(cell: Cell) -> int:
            return (cell[1] + down) * STRIDE + cell[0] + right

        writer = Writer(
            {(y + down) * STRIDE + x + right for x, y in self._board},
            (right, down),
            (layout.longest_line, layout.qwirkle_bonus),
            CODES,
        )
        bonus = {number(cell): points for cell, points in layout.bonus.items()}
        writer.set_squares(bonus, set(map(number, stars)))
        return writer.write(rows)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._listed())

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._listed()[index]

    def __len__(self) -> int:
        if self._moves is None and self._demands.banned is None:
            opening = _opening(self._board, self._demands)
            return position_of(self._board).count(self._hand, opening)
        return len(self._listed())

    def __bool__(self) -> bool:
        if self._moves is None and self._board and self._demands.banned is None:
            return position_of(self._board).can_place(self._hand)
        return bool(self._listed())

    def __contains__(self, move: object) -> bool:
        return move in self._listed()

    def __repr__(self) -> str:
        return f"<{len(self)} legal placements>"


def placements(
    board: Board, hand: Iterable[Tile], demands: Demands = NO_DEMANDS
) -> LegalPlacements:
    """Return every legal placement once; on an empty open table, up to translation from [0, 0]."""
    return LegalPlacements(board, hand, demands)


def best_placements(
    board: Board, hand: Iterable[Tile], demands: Demands = NO_DEMANDS
) -> list[Move]:
    """Return every legal placement that scores the most points."""
    if demands.banned is None:
        return position_of(board).best_moves(hand, _opening(board, demands))
    moves = list(placements(board, hand, demands))
    most = max((move.points for move in moves), default=0)
    return [move for move in moves if move.points == most]


def best_points(board: Board, hand: Iterable[Tile], demands: Demands = NO_DEMANDS) -> int:
    """Return the most points any placement scores; 0 when there is none."""
    if board and demands.banned is None:
        return position_of(board).best_points(hand)
    return max((move.points for move in LegalPlacements(board, hand, demands)), default=0)


def _placed(number: int, shift: tuple[int, int]) -> tuple[int, int, Tile]:
    cell, kind = divmod(number, 64)
    return cell % STRIDE - shift[0], cell // STRIDE - shift[1], KINDS[kind]


def _opening(board: Board, demands: Demands) -> OpeningRule | None:
    return None if board else OpeningRule(demands.opening_tiles, demands.opening_on_centre)


def takeable(view: View) -> list[Cell]:
    """Return the cells whose tile the seat of the view may take now."""
    if view.seat is None or view.used is not None:
        return []
    taking, player = view.edition.taking, view.players[view.seat]
    if not may_use(Action.TAKE, taking, player.tokens, player.actions):
        return []
    return position_of(view.board).takeable(taking.may_cut_off)


def points_after_taking(view: View, cells: Sequence[Cell], least: int) -> list[int]:
    """Return, for each cell, the most points of a placement after its tile has been taken.

    Where they are fewer than ``least``, putting the tile back counts too, which may be forbidden.
    """
    back = view.edition.taking.back_to_same_spot
    return position_of(view.board).points_after_taking(view.hand, cells, least, back)


@overload
def legal_turns(view: View) -> Iterator[Turn]: ...
@overload
def legal_turns(view: CardsView) -> Iterator[CardTurn]: ...
@overload
def legal_turns(view: AnyView) -> Iterator[AnyTurn]: ...
def legal_turns(view: AnyView) -> Iterator[AnyTurn]:
    """Return every turn the seat may make, lazily.

    Takes and draws come first, then placements, trades and the pass. In the card game every choice
    of cards comes once, laid with few switches: how the sets are made up is free as long as they
    are sets.
    """
    if view.seat is None or view.turn != view.seat:
        return iter(())
    return _placement_turns(view) if isinstance(view, View) else _card_turns(view)


def _card_turns(view: CardsView) -> Iterator[CardTurn]:
    played = False
    for choice in plays(view.table, view.hand):
        laying = lay(view.table, choice)
        if laying is None:
            continue
        verdict = judge_cards(view.table, view.hand, laying.after, view.opening_cards)
        if not isinstance(verdict, tuple):
            played = True
            yield Play(laying.after)
    if not played:
        yield Exchange() if view.deck else Pass()  # A15


def _placement_turns(view: View) -> Iterator[Turn]:
    if view.used is None:
        for cell in takeable(view):
            yield Take(cell)
        if may_draw_three(view):
            yield DrawThree()
    for move in LegalPlacements(view.board, view.hand, view.demands()):
        yield Place(move.tiles)
    yield from _trades(view)
    if not view.bag and not can_place(view.board, view.hand, view.demands()):
        yield Pass()


def most_traded(view: View) -> int:
    """Return the most tiles that may be traded, whichever they are; any smaller number may be."""
    if not view.board and not view.edition.opening.may_trade:
        return 0
    return min(view.bag, view.edition.trading.most, len(view.hand))


def may_draw_three(view: View) -> bool:
    """Return whether the seat of the view may draw three tiles."""
    actions = view.players[view.seat or 0].actions
    return view.used is None and Action.DRAW_THREE in actions and view.bag > 0


def _trades(view: View) -> Iterator[Trade]:
    most = most_traded(view)
    counts = Counter(tiles.in_order(view.hand))
    for chosen in product(*(range(count + 1) for count in counts.values())):
        if 0 < sum(chosen) <= most:
            yield Trade(
                tuple(
                    tile for tile, count in zip(counts, chosen, strict=True) for _ in range(count)
                )
            )
