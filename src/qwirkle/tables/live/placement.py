"""The placement games at a table: previews of drafts, hints, and the size of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import starmap

from qwirkle.engine.legal import LegalPlacements, placements, takeable
from qwirkle.engine.position import TableTooWide
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import Demands, judge
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.taking import table_faults, using_faults
from qwirkle.rules.placement.turns import Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.hints import Hint, placement_hint
from qwirkle.tables.live.previews import Cells, Preview, judged_by_game
from qwirkle.tables.live.reach import Reach, reach

FEW = 400
"""With as many placements at most, a draft is judged at once."""
MANY = 500
"""The maximum number of placements that are listed one by one."""


def hint(seen: View, turn: Turn) -> Hint:
    """Return the immediate reasons for a turn."""
    return placement_hint(seen, turn)


def arrange(seen: View, pieces: list[str]) -> Arranged:  # noqa: ARG001
    """Refuse: there are no cards to arrange."""
    raise refusal(TableReason.BAD_REQUEST, case="cards")


def visible(game: State, turn: Turn) -> tuple[int, int]:
    """Return how many tiles are on the table, and how many of them a turn adds."""
    return len(game.board), len(turn.tiles) if isinstance(turn, Place) else 0


def is_quick(seen: View, turn: Turn) -> bool:
    """Return whether a preview takes less time than it takes to hand it to a thread."""
    if not isinstance(turn, Place) or turn.take is not None:
        return False
    try:
        return len(placements(seen.board, seen.hand)) <= FEW
    except TableTooWide:
        return False


def preview(seen: View, turn: Turn) -> Preview:
    """Judge a draft, and find where its next tile could go."""
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
        unjudged = Preview(legal=False, cells=cells, takeable=free, anywhere=anywhere)
        return judged_by_game(seen, turn, unjudged)
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


def _taking_faults(seen: View, cell: Cell) -> list[Refusal]:
    sitter = seen.players[seen.seat or 0]
    taking = seen.edition.taking
    using = using_faults(Action.TAKE, taking, sitter.tokens, sitter.actions, seen.used)
    return [*using, *([] if taking.by == "nothing" else table_faults(seen.board, taking, cell))]


def _next_cells(
    board: Board, hand: Sequence[Tile], demands: Demands, draft: Sequence[Placed]
) -> dict[str, Cells]:
    """Return the cells of every legal placement that contains the draft, by tile."""
    if draft and Counter(placed.tile for placed in draft) - Counter(hand):
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
    found: Reach = {}
    if draft and not board and not board.layout.bounded:
        wanted = set(draft)
        for move in placements(board, hand, demands):
            for tiles in _shifts(move.tiles, draft):
                if wanted <= set(tiles):
                    for x, y, tile in tiles:
                        found.setdefault(tile, set()).add((x, y))
        return found
    legal = placements(board, hand, demands)
    for x, y, tile in _containing(legal, draft) if draft else legal.tiles():
        found.setdefault(tile, set()).add((x, y))
    return found


def _containing(legal: LegalPlacements, draft: Sequence[Placed]) -> list[tuple[int, int, Tile]]:
    """Return the tiles of the placements that have all of the draft."""
    if not set(draft).issubset(legal.tiles()):
        return []
    rows = legal.rows()
    placed = {number: rows.placed(number) for number in rows.numbers()}
    own = {number for number, tile in placed.items() if tile in draft}
    rows = rows._replace(found=[row for row in rows.found if own.issubset(rows.tiles(row))])
    return [placed[number] for number in rows.numbers()]


def _shifts(tiles: tuple[Placed, ...], draft: Sequence[Placed]) -> Iterable[tuple[Placed, ...]]:
    """Return the draft's translations of a placement.

    On an open, empty table, one placement stands for all its translations.
    """
    first = draft[0]
    for placed in tiles:
        if placed.tile is first.tile:
            right, down = first.x - placed.x, first.y - placed.y
            yield tuple(Placed(x + right, y + down, tile) for x, y, tile in tiles)
