"""The referee: it judges a finished placement and explains every refusal.

It generates nothing. The fast core finds placements in its own way; tests keep the two equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import msgspec

from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.scoring import Score, lines_made, score
from qwirkle.rules.refusals.reasons import Reason, Refusal, refuse
from qwirkle.rules.sets import sets_in
from qwirkle.rules.tiles import Tile


class Demands(msgspec.Struct, frozen=True):
    """The demands on a placement at this moment, beyond the general rules."""

    opening_tiles: int = 0
    """The fewest tiles the opening must place (Q-START-4, A25)."""
    opening_on_centre: bool = False
    """The opening must cover a centre square (S-START-1, A5)."""
    banned: Placed | None = None
    """The tile just taken, which may not go back to its spot (M-TAKE-1c, A12)."""


NO_DEMANDS = Demands()


def judge(
    board: Board,
    placement: Sequence[Placed],
    hand: Iterable[Tile] | None = None,
    demands: Demands = NO_DEMANDS,
) -> Score | tuple[Refusal, ...]:
    """Return the score of a placement, or every reason against it.

    If ``hand`` is None, any tile may be placed. The order of the tiles does not matter.
    """
    placement = sorted(placement)
    hand = None if hand is None else tuple(hand)
    if faults := _not_a_placement(board, placement):
        return tuple(faults)
    after = board.with_tiles(placement)
    made = lines_made(after, placement)  # along and across
    faults = [
        *_tile_faults(placement, hand),
        *_place_faults(board, after, placement),
        *(fault for cells in made for fault in line_faults(after, cells, placement)),
        *_demand_faults(board, placement, hand, demands),
    ]
    return tuple(faults) if faults else score(board, placement, made)


def fits(board: Board, cell: Cell, tile: Tile) -> bool:
    """Return whether this tile alone fits this empty cell: contact and lines, nothing else."""
    if not board.layout.holds(cell) or not board.touches(cell):
        return False
    after = board.with_tiles((Placed(cell.x, cell.y, tile),))
    longest = board.layout.longest_line
    return all(_is_line(after.on(after.line(cell, axis)), longest) for axis in Axis)


def can_place(board: Board, hand: Iterable[Tile], demands: Demands = NO_DEMANDS) -> bool:
    """Return whether any placement exists: one tile that fits is enough.

    In a longer placement, the tile that touches the table could always have been placed alone,
    because part of a valid line is valid too.
    """
    kinds = set(hand)
    if not board:
        return bool(kinds)
    banned = demands.banned
    return any(
        fits(board, cell, tile)
        for cell in board.frontier()
        for tile in kinds
        if banned is None or (banned.cell, banned.tile) != (cell, tile)
    )


def _not_a_placement(board: Board, placement: Sequence[Placed]) -> list[Refusal]:
    """Return the faults that leave no finished position to judge."""
    if not placement:
        return [refuse(Reason.NO_TILES)]
    all_cells = [placed.cell for placed in placement]
    if len(set(all_cells)) == len(all_cells) and not board.holds_any(all_cells):
        return []  # usually: most placements are legal, and a server judges many
    faults = []
    cells = Counter(all_cells)
    if twice := [cell for cell, count in cells.items() if count > 1]:
        tiles = [placed.tile for placed in placement if placed.cell in twice]
        faults.append(refuse(Reason.SAME_CELL_TWICE, twice, tiles=tiles))
    if taken := [cell for cell in cells if cell in board]:
        faults.append(refuse(Reason.OCCUPIED, taken, tiles=[board[cell] for cell in taken]))
    return faults


def _tile_faults(placement: Sequence[Placed], hand: Iterable[Tile] | None) -> list[Refusal]:
    """Return the faults of the tiles: Q-PLACE-1, and tiles that are not the player's own."""
    kinds = [placed.tile for placed in placement]
    different = set(kinds)
    own = hand is None or different.issubset(hand)
    if own and len(different) == len(kinds) and not _is_mixed(kinds):
        return []
    faults = []
    tiles = Counter(kinds)
    if hand is not None and (missing := tiles - Counter(hand)):
        faults.append(
            refuse(
                Reason.NOT_IN_HAND,
                [placed.cell for placed in placement if placed.tile in missing],
                tiles=missing.elements(),
            )
        )
    if twice := [tile for tile, count in tiles.items() if count > 1]:
        faults.append(
            refuse(
                Reason.PLAYED_DUPLICATE,
                [placed.cell for placed in placement if placed.tile in twice],
                tiles=twice,
            )
        )
    if _is_mixed(tiles):
        cells = [placed.cell for placed in placement]
        faults.append(refuse(Reason.PLAYED_MIXED, cells, tiles=tiles))
    return faults


def _place_faults(board: Board, after: Board, placement: Sequence[Placed]) -> list[Refusal]:
    """Return the faults of the place: Q-PLACE-2, Q-PLACE-4, Q-PLACE-7 and the edge of the board."""
    faults = []
    cells = [placed.cell for placed in placement]
    layout = board.layout
    if layout.bounded and (off := [cell for cell in cells if not layout.holds(cell)]):
        faults.append(refuse(Reason.OFF_BOARD, off, tiles=[after[cell] for cell in off]))
    if len({cell.x for cell in cells}) > 1 and len({cell.y for cell in cells}) > 1:
        faults.append(refuse(Reason.NOT_ONE_LINE, cells))
    elif len(cells) > 1:
        axis = Axis.ROW if cells[0].y == cells[1].y else Axis.COLUMN
        if not set(cells) <= set(after.line(cells[0], axis)):
            name, number = _line_name(cells)
            faults.append(refuse(Reason.GAP, cells, axis=name, at=number))
    if board and not any(board.touches(cell) for cell in cells):
        faults.append(refuse(Reason.NO_CONTACT, cells))
    return faults


def line_faults(
    board: Board, cells: Sequence[Cell], placement: Sequence[Placed] = ()
) -> list[Refusal]:
    """Return every reason why tiles are not a line (Q-PLACE-3); ``placement`` is the new part."""
    tiles, most = board.on(cells), board.layout.longest_line
    if _is_line(tiles, most):
        return []
    faults = []
    axis, at = _line_name(cells)
    if twice := [tile for tile, count in Counter(tiles).items() if count > 1]:
        both = [cell for cell in cells if board[cell] in twice]
        faults.append(refuse(Reason.LINE_DUPLICATE, both, tiles=twice, axis=axis, at=at))
    if _is_mixed(tiles):
        odd = _misfits(tiles, {placed.tile for placed in placement})
        faults.append(refuse(Reason.LINE_MIXED, cells, tiles=odd, axis=axis, at=at))
    if len(cells) > most:
        faults.append(
            refuse(Reason.LINE_TOO_LONG, cells, count=len(cells), most=most, axis=axis, at=at)
        )
    return faults


def _demand_faults(
    board: Board, placement: Sequence[Placed], hand: Iterable[Tile] | None, demands: Demands
) -> list[Refusal]:
    faults = []
    cells = [placed.cell for placed in placement]
    if not board and len(placement) < demands.opening_tiles:
        sets = () if hand is None else sets_in(hand)
        case = "" if sets else "unknown"
        tiles = sets[0] if sets else ()
        count = demands.opening_tiles
        faults.append(
            refuse(Reason.OPENING_NOT_LARGEST_SET, cells, case=case, count=count, tiles=tiles)
        )
    if not board and demands.opening_on_centre and board.layout.centre.isdisjoint(cells):
        count = len(board.layout.centre)
        faults.append(refuse(Reason.OPENING_NOT_ON_CENTRE, cells, count=count))
    if (banned := demands.banned) is not None and banned in placement:
        faults.append(refuse(Reason.BACK_TO_SAME_SPOT, [banned.cell], tiles=[banned.tile]))
    return faults


def _is_line(tiles: Sequence[Tile], longest: int) -> bool:
    """Return whether adjacent tiles follow the rules of a line (Q-PLACE-3)."""
    return len(tiles) <= longest and len(set(tiles)) == len(tiles) and not _is_mixed(tiles)


def _is_mixed(tiles: Iterable[Tile]) -> bool:
    kinds = list(tiles)
    return len({kind.colour for kind in kinds}) > 1 and len({kind.shape for kind in kinds}) > 1


def _misfits(tiles: Sequence[Tile], new: Collection[Tile]) -> list[Tile]:
    """Return the tiles to blame for a mixed line: as few as possible, preferably new ones."""
    kinds = dict.fromkeys(tiles)
    choices = [[kind for kind in kinds if kind.colour is not tile.colour] for tile in kinds] + [
        [kind for kind in kinds if kind.shape is not tile.shape] for tile in kinds
    ]
    return min(choices, key=lambda odd: (len(odd), sum(kind not in new for kind in odd)))


def _line_name(cells: Sequence[Cell]) -> tuple[str, int]:
    """Return the name of the line through these cells: ``row`` or ``column``, and its number."""
    if cells[0].y == cells[-1].y:
        return "row", cells[0].y
    return "column", cells[0].x
