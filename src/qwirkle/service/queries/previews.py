"""What a turn would be before it is played: points, lines, reasons, and where tiles could go next.

Made from the view of a seat alone, so it can tell nothing that the seat may not know. Nothing is
kept and nobody else is told: a draft stays on its device.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from qwirkle.engine.cards.solver import plays
from qwirkle.engine.legal import placements, takeable
from qwirkle.engine.position import TableTooWide
from qwirkle.errors import IllegalTurn
from qwirkle.players.legality import check_turn
from qwirkle.protocol.shapes.placement import write_lines
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cards.referee import set_faults
from qwirkle.rules.cards.turns import CardSet, Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import Demands, judge
from qwirkle.rules.placement.taking import table_faults, using_faults
from qwirkle.rules.placement.turns import Action, Place, Take, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.reasons import Reason, Refusal
from qwirkle.rules.tiles import Tile, in_order
from qwirkle.rules.turns import Pass

Json = Any
Cells = list[tuple[int, int]]


class Preview(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the rules say to a turn that is being thought about."""

    legal: bool
    points: int = 0
    bonus: int = 0
    lines: list[dict[str, Json]] = []
    stars: Cells = []
    """Star spaces whose token it would win."""
    played: tuple[str, ...] = ()
    """Cards it would play."""
    qwirkles: int = 0
    """Qwirkles it would make, in the card game."""
    objections: tuple[Refusal, ...] = ()
    cells: dict[str, Cells] = {}
    """By tile of the hand: where it could go next so that the turn can still become a legal one."""
    anywhere: bool = False
    """The table is open and empty: the first tile may lie anywhere."""
    takeable: Cells = []
    """Tiles on the table that could be taken first."""
    playable: tuple[str, ...] = ()
    """Cards of the hand that can be played at all."""
    sets: tuple[tuple[str, ...], ...] = ()
    """Set by set as the draft lays them: the reasons why it is none yet."""
    homes: dict[str, tuple[int, ...]] = {}
    """By card of the hand and the table: the sets of the draft that it could join as they lie."""


def preview(seen: AnyView, turn: AnyTurn) -> Preview:
    """The rules' word on a turn of the view's seat, as if it were its turn now."""
    if seen.turn is not None:
        seen = replace(seen, turn=seen.seat)
    if isinstance(seen, CardsView):
        return _of_cards(seen, turn)
    return _of_tiles(seen, turn)


def _of_cards(seen: CardsView, turn: AnyTurn) -> Preview:
    cards = _playable(seen.table, seen.hand)
    if not isinstance(turn, Play):
        return _by_the_game(seen, turn, playable=cards)
    verdict = judge_cards(seen.table, seen.hand, turn.after, seen.opening_cards)
    sets = tuple(tuple(str(one.reason) for one in set_faults(lying)) for lying in turn.after)
    homes = _homes(turn.after, {*seen.hand, *(card for one in seen.table for card in one)})
    if isinstance(verdict, tuple):
        return Preview(
            legal=False,
            objections=verdict,
            playable=cards,
            sets=sets,
            homes=homes,
        )
    return Preview(
        legal=True,
        played=tuple(card.value for card in verdict.played),
        qwirkles=len(verdict.qwirkles),
        playable=cards,
        sets=sets,
        homes=homes,
    )


@lru_cache(maxsize=256)
def _playable(table: tuple[CardSet, ...], hand: tuple[Tile, ...]) -> tuple[str, ...]:
    """The same for every draft of a turn, and most of the work."""
    playable = {card for choice in plays(table, hand) for card in choice}
    return tuple(card.value for card in in_order(playable))


def _homes(sets: Sequence[CardSet], cards: Iterable[Tile]) -> dict[str, tuple[int, ...]]:
    """Where a card would be no fault; that a set is still too small does not matter yet."""
    return {
        card.value: tuple(which for which, one in enumerate(sets) if _fits(one, card))
        for card in in_order(cards)
    }


@lru_cache(maxsize=8192)
def _fits(lying: CardSet, card: Tile) -> bool:
    """From one draft to the next most sets stay as they are."""
    return all(fault.reason == Reason.SET_TOO_SMALL for fault in set_faults((*lying, card)))


def _of_tiles(seen: View, turn: AnyTurn) -> Preview:
    take = turn.cell if isinstance(turn, Take) else None
    if isinstance(turn, Place | Trade | Pass):
        take = turn.take
    free = [(cell.x, cell.y) for cell in takeable(seen)]
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
        lines=write_lines(verdict.lines),
        stars=[(cell.x, cell.y) for cell in verdict.stars if cell in seen.stars_left],
        cells=cells,
        takeable=free,
    )


def _by_the_game(seen: AnyView, turn: AnyTurn, **more: Any) -> Preview:
    """What else a seat can do has no points: the game says whether it may be."""
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
    if Counter(one.tile for one in draft) - Counter(hand):
        return {}
    wanted = set(draft)
    found: dict[str, set[tuple[int, int]]] = {}
    try:
        for move in placements(board, hand, demands):
            for tiles in _moved(move.tiles, draft, board):
                if wanted <= set(tiles):
                    for x, y, tile in tiles:
                        found.setdefault(tile.value, set()).add((x, y))
    except TableTooWide:
        return {}
    drafted = {(one.tile.value, one.x, one.y) for one in draft}
    return {
        tile: left
        for tile, cells in sorted(found.items())
        if (left := sorted(cell for cell in cells if (tile, *cell) not in drafted))
    }


def _moved(
    tiles: tuple[Placed, ...], draft: Sequence[Placed], board: Board
) -> Iterable[tuple[Placed, ...]]:
    """On an open empty table a placement stands for all its translations: the one of the draft."""
    if board or board.layout.bounded or not draft:
        yield tiles
        return
    first = draft[0]
    for one in tiles:
        if one.tile is first.tile:
            right, down = first.x - one.x, first.y - one.y
            yield tuple(Placed(x + right, y + down, tile) for x, y, tile in tiles)
