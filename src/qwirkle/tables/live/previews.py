"""Previews of a turn: points, lines, reasons, and where tiles could go next.

A preview is made from the view of a seat alone, so it can tell nothing that the seat may not know.
Nothing is stored and nobody else learns of it: a draft stays on its device.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import starmap
from typing import Any

import msgspec
from msgspec.structs import replace

from qwirkle.engine.cards.solver import plays
from qwirkle.engine.legal import placements, takeable
from qwirkle.engine.position import TableTooWide
from qwirkle.errors import IllegalTurn
from qwirkle.players.legality import check_turn
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cards.referee import set_faults
from qwirkle.rules.cards.turns import CardSet, Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import AnyTurn, AnyView, Registry
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import Demands, Line, judge
from qwirkle.rules.placement.taking import table_faults, using_faults
from qwirkle.rules.placement.turns import Action, Place, Take, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.reasons import Reason, Refusal
from qwirkle.rules.tiles import Tile, in_order
from qwirkle.rules.turns import Pass
from qwirkle.tables.live.reach import Reach, reach

Cells = tuple[Cell, ...]
MANY = 500
"""If there are more placements than this, they are not listed one by one."""


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict of the rules on a draft."""

    legal: bool
    points: int = 0
    bonus: int = 0
    lines: tuple[Line, ...] = ()
    stars: Cells = ()
    """Star squares whose token it would win."""
    played: tuple[Tile, ...] = ()
    """Cards it would play."""
    qwirkles: int = 0
    """Qwirkles it would make, in the card game."""
    cells: dict[str, Cells] = {}
    """By tile of the hand: where it could go next so that the turn can still become legal."""
    anywhere: bool = False
    """The table is open and empty: the first tile may go anywhere."""
    takeable: Cells = ()
    """Tiles on the table that could be taken first."""
    playable: tuple[Tile, ...] = ()
    """Cards of the hand that can be played at all."""
    sets: tuple[tuple[str, ...], ...] = ()
    """The card game, set by set of the draft: why it is not a set yet."""
    homes: dict[str, tuple[int, ...]] = {}
    """The card game, by card: the sets of the draft that it could join as they are."""
    objections: tuple[Refusal, ...] = ()


def preview(seen: AnyView, turn: AnyTurn) -> Preview:
    """Judge a turn of the view's seat, as if it were its turn now."""
    if seen.turn is not None:
        seen = replace(seen, turn=seen.seat)
    return _PREVIEWS.of(seen)(seen, turn)


def _cards_preview(seen: CardsView, turn: AnyTurn) -> Preview:
    playable = _playable(seen.table, seen.hand)
    if not isinstance(turn, Play):
        return _by_the_game(seen, turn, playable=playable)
    verdict = judge_cards(seen.table, seen.hand, turn.after, seen.opening_cards)
    sets = tuple(tuple(fault.reason for fault in set_faults(cards)) for cards in turn.after)
    homes = _homes(turn.after, {*seen.hand, *(card for cards in seen.table for card in cards)})
    if isinstance(verdict, tuple):
        return Preview(legal=False, objections=verdict, playable=playable, sets=sets, homes=homes)
    return Preview(
        legal=True,
        played=verdict.played,
        qwirkles=len(verdict.qwirkles),
        playable=playable,
        sets=sets,
        homes=homes,
    )


@lru_cache(maxsize=256)
def _playable(table: tuple[CardSet, ...], hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Cached: the same for every draft of a turn, and most of the work."""
    return in_order({card for choice in plays(table, hand) for card in choice})


def _homes(sets: Sequence[CardSet], movable: Iterable[Tile]) -> dict[str, tuple[int, ...]]:
    """Return where a card would fit; a set may still be too small."""
    return {
        card.value: tuple(number for number, cards in enumerate(sets) if _fits(cards, card))
        for card in in_order(movable)
    }


@lru_cache(maxsize=8192)
def _fits(cards: CardSet, card: Tile) -> bool:
    """Cached: from one draft to the next most sets stay as they are."""
    return all(fault.reason == Reason.SET_TOO_SMALL for fault in set_faults((*cards, card)))


def _placement_preview(seen: View, turn: AnyTurn) -> Preview:
    take = turn.cell if isinstance(turn, Take) else None
    if isinstance(turn, Place | Trade | Pass):
        take = turn.take
    free = tuple(takeable(seen))
    board, hand, demands = seen.board, seen.hand, seen.demands()
    if take is not None:
        if faults := _taking_faults(seen, take):
            return Preview(legal=False, objections=tuple(faults), takeable=free)
        board, hand, demands = seen.after_taking(take)
    draft = turn.tiles if isinstance(turn, Place) else ()
    cells = _next_cells(board, hand, demands, draft)
    anywhere = not board and not draft and not board.layout.bounded
    if not isinstance(turn, Place):
        return _by_the_game(seen, turn, cells=cells, takeable=free, anywhere=anywhere)
    verdict = judge(board, draft, hand, demands)
    if isinstance(verdict, tuple):
        return Preview(
            legal=False,
            objections=verdict,
            cells=cells,
            takeable=free,
            anywhere=anywhere,
        )
    return Preview(
        legal=True,
        points=verdict.points,
        bonus=verdict.bonus,
        lines=verdict.lines,
        stars=tuple(cell for cell in verdict.stars if cell in seen.stars_left),
        cells=cells,
        takeable=free,
    )


def _by_the_game(seen: AnyView, turn: AnyTurn, **more: Any) -> Preview:
    """Anything else scores nothing: the game says whether it is legal."""
    try:
        check_turn(seen, turn)
    except IllegalTurn as refusal:
        return Preview(legal=False, objections=refusal.refusals, **more)
    return Preview(legal=True, **more)


def _taking_faults(seen: View, cell: Cell) -> list[Refusal]:
    sitter = seen.players[seen.seat or 0]
    taking = seen.edition.taking
    using = using_faults(Action.TAKE, taking, sitter.tokens, sitter.actions, seen.used)
    return [*using, *([] if taking.by == "nothing" else table_faults(seen.board, taking, cell))]


def _next_cells(
    board: Board, hand: Sequence[Tile], demands: Demands, draft: Sequence[Placed]
) -> dict[str, Cells]:
    """Cells of every legal placement that has the draft in it, by tile."""
    if Counter(placed.tile for placed in draft) - Counter(hand):
        return {}
    try:
        if board and len(placements(board, hand)) > MANY:
            found = reach(board, hand, draft, demands.banned)
        else:
            found = _listed_cells(board, hand, demands, draft)
    except TableTooWide:
        return {}
    for placed in draft:
        found.get(placed.tile, set()).discard(placed.cell)
    return {
        tile.value: tuple(starmap(Cell, sorted(cells)))
        for tile, cells in sorted(found.items())
        if cells
    }


def _listed_cells(
    board: Board, hand: Sequence[Tile], demands: Demands, draft: Sequence[Placed]
) -> Reach:
    wanted = set(draft)
    found: Reach = {}
    for move in placements(board, hand, demands):
        for tiles in _shifts(move.tiles, draft, board):
            if wanted <= set(tiles):
                for x, y, tile in tiles:
                    found.setdefault(tile, set()).add((x, y))
    return found


def _shifts(
    tiles: tuple[Placed, ...], draft: Sequence[Placed], board: Board
) -> Iterable[tuple[Placed, ...]]:
    """On an open, empty table a placement stands for all its translations: find the draft's."""
    if board or board.layout.bounded or not draft:
        yield tiles
        return
    first = draft[0]
    for placed in tiles:
        if placed.tile is first.tile:
            right, down = first.x - placed.x, first.y - placed.y
            yield tuple(Placed(x + right, y + down, tile) for x, y, tile in tiles)


_PREVIEWS = Registry[Callable[..., Preview]](placement=_placement_preview, cards=_cards_preview)
