"""Observations: the arrays that an agent sees, made from views in plain Python by ``observe``.

The core fills the same arrays many times faster; the tests keep the two equal. A board with edges
is shown whole. On an open table, the window of 32 by 32 cells (``WINDOW``) has [0, 0] in its middle
(row 16, column 16), and moves just as far as the tiles and the cells beside them need.

``planes`` (21 × rows × columns, uint8): 21 planes (``PLANES``) for the games with tiles.

| plane | |
|---|---|
| 0–5 | tiles of each colour: red, orange, yellow, green, blue, purple |
| 6–11 | tiles of each shape: circle, cross, diamond, square, starburst, clover |
| 12 | placed in the last turn |
| 13 | put down in this turn so far (tile by tile) |
| 14 | on the board |
| 15, 16 | star square; its token is still there |
| 17 | bonus points printed on the square |
| 18, 19 | centre square; black square |
| 20 | the tile taken in this turn came from here |

``axes`` (2 × rows × columns, int64): for every empty cell the kinds that the row through it
accepts, then those that the column accepts. Bit ``k`` stands for kind ``k``, which is 6 × colour +
shape. A tile fits where both have its bit; 0 on tiles. With ``unpacked=True``, ``accepts`` (72 ×
rows × columns, uint8) replaces it: plane ``k`` is 1 where the row accepts kind ``k``, plane 36 +
``k`` where the column does.

``counts`` (142, int16): 142 counts (``COUNTS``). "Each seat" is four numbers, the own seat first,
then in the order of turns.

| index | |
|---|---|
| 0–35 | the own hand by kind |
| 36–71 | tiles that this seat cannot see, by kind |
| 72–107 | tiles put aside for a trade in this turn so far (tile by tile) |
| 108–111, 112–115 | score of each seat; tiles in its hand |
| 116–119, 120–123, 124–127 | tokens of each seat; its action tiles for taking; for drawing three |
| 128, 129 | tiles in the bag; players |
| 130–132 | turns played; turns without a placement; passes in a row |
| 133 | the fewest tiles the opening must place |
| 134, 135 | whether a token or an action tile was used in this turn; the kind taken + 1 |
| 136 | who had the last turn: 1 for the own seat, 2 for the next one; 0 at the start |
| 137–141 | of the last turn: points, tiles traded, passed, kind taken + 1, drew three |

``turns`` (512 × 22, int16): the legal turns, in the list form.

| column | |
|---|---|
| 0 | 0 place, 1 trade, 2 pass, 3 take, 4 draw three |
| 1 | points |
| 2 | tiles placed or traded |
| 3, 4 | Qwirkles completed; lines of five made |
| 5, 6 | star tokens won; bonus points |
| 7, 8, 9 | row and column of the first tile; 1 for a column of tiles, 0 for a row; -1 for none |
| 10–15 | the kinds + 1, in order; 0 for none |
| 16–21 | how many cells each is from the first |

In the card game there are no planes. ``counts`` (163, int16):

| index | |
|---|---|
| 0–35, 36–71 | the own hand by kind; cards that this seat cannot see |
| 72–107, 108–143 | cards chosen in this turn so far; cards in the sets on the table |
| 144–147, 148–151 | Qwirkles of each seat; cards in its hand |
| 152–155 | cards in the deck; players; turns played; turns without a play |
| 156, 157 | cards the opening must play; turns left + 1 in the last round, else 0 |
| 158–162 | of the last turn: seat as above, cards played, Qwirkles, exchanged, passed |

The columns of ``turns`` (512 × 12): 0 play, 1 exchange, 2 pass; cards; Qwirkles; the kinds + 1 of
up to nine cards.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.episodes.columns import COUNTS, PLANES
from qwirkle.engine.games import Shape, shape_of
from qwirkle.env.cards import observe_cards
from qwirkle.env.settings import WINDOW
from qwirkle.env.table import Arrays
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.family import AnyView
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, Tile

# The planes after the six colours and the six shapes.
LAST_TURN, THIS_TURN, ON_BOARD, STAR, TOKEN, BONUS, CENTRE, BLACK, TAKEN_FROM = range(12, 21)
# The counts: three times 36 kinds, five times four seats, then single numbers.
HAND, UNSEEN, ASIDE = 0, 36, 72
SCORES, SIZES, TOKENS, TAKES, THREES = 108, 112, 116, 120, 124
BAG, PLAYERS, TURNS, IDLE, PASSES, OPENING_TILES, USED, TAKEN = range(128, 136)
LAST_SEAT, LAST_POINTS, LAST_TRADED, LAST_PASSED, LAST_TOOK, LAST_DREW = range(136, 142)


def observe(view: AnyView, window: int = WINDOW) -> Arrays:
    """Return the planes, axes and counts of a view; of a view of the card game, its counts."""
    if isinstance(view, View):
        return _observe_placement(view, window)
    return {"counts": observe_cards(view, [])}


def _observe_placement(view: View, window: int) -> Arrays:
    shape = shape_of(view.board.layout, window)
    corner = corner_of(view.board, shape)
    return {
        "planes": _planes(view, shape, corner),
        "axes": _axes(view.board, shape, corner),
        "counts": _counts(view),
    }


def corner_of(board: Board, shape: Shape) -> Cell:
    """Return the cell in the first row and column of the window."""
    if board.layout.bounded:
        return Cell(0, 0)
    return Cell(
        _start([cell.x for cell in board], shape.width),
        _start([cell.y for cell in board], shape.height),
    )


def _start(places: list[int], size: int) -> int:
    middle = -(size // 2)
    if not places:
        return middle
    least, largest = min(places) - 1, max(places) + 1
    if largest - least + 1 > size:
        return (least + largest + 1) // 2 - size // 2
    return min(max(middle, largest - size + 1), least)


def _planes(view: View, shape: Shape, corner: Cell) -> NDArray[np.uint8]:
    planes = np.zeros((PLANES, *shape), np.uint8)
    layout, board = view.board.layout, view.board
    planes[ON_BOARD] = 1

    def mark(plane: int, cell: Cell, what: int = 1) -> None:
        row, column = cell.y - corner.y, cell.x - corner.x
        if 0 <= row < shape.height and 0 <= column < shape.width:
            planes[plane, row, column] = what

    for cell, tile in board.items():
        mark(tile.index // 6, cell)
        mark(6 + tile.index % 6, cell)
    for plane, cells in (
        (STAR, layout.stars),
        (TOKEN, view.stars_left),
        (CENTRE, layout.centre),
        (BLACK, layout.black),
    ):
        for cell in cells:
            mark(plane, cell)
    for cell, points in layout.bonus.items():
        mark(BONUS, cell, points)
    if view.last is not None:
        for placed in view.last.placed:
            mark(LAST_TURN, placed.cell)
    if view.taken is not None:
        mark(TAKEN_FROM, view.taken.cell)
    return planes


def _axes(board: Board, shape: Shape, corner: Cell) -> NDArray[np.int64]:
    """Return, for every empty cell, the kinds that its row and its column accept, as bits."""
    axes = np.full((2, *shape), (1 << len(KINDS)) - 1, np.int64)
    tiles = {(x, y): tile for (x, y), tile in board.items()}
    for x, y in tiles:
        row, column = y - corner.y, x - corner.x
        if 0 <= row < shape.height and 0 <= column < shape.width:
            axes[:, row, column] = 0
        for which, (right, down) in enumerate(((1, 0), (0, 1))):
            for way in (1, -1):
                cell = x + way * right, y + way * down
                row, column = cell[1] - corner.y, cell[0] - corner.x
                if cell not in tiles and 0 <= row < shape.height and 0 <= column < shape.width:
                    axes[which, row, column] = _accepts(_run(tiles, cell, (right, down)))
    return axes


def _run(
    tiles: dict[tuple[int, int], Tile], cell: tuple[int, int], axis: tuple[int, int]
) -> list[Tile]:
    """Return the tiles that would be in one line with a tile on this empty cell."""
    found: list[Tile] = []
    for way in (1, -1):
        x, y = cell
        right, down = way * axis[0], way * axis[1]
        while (tile := tiles.get((x + right, y + down))) is not None:
            found.append(tile)
            x, y = x + right, y + down
    return found


def _accepts(line: list[Tile]) -> int:
    """Return the kinds that match all tiles of a line, as any two tiles must (Q-PLACE-3)."""
    if not all(tile.matches(other) for tile, other in combinations(line, 2)):
        return 0
    return sum(1 << kind.index for kind in KINDS if all(kind.matches(tile) for tile in line))


def _counts(view: View) -> NDArray[np.int16]:
    counts = np.zeros(COUNTS, np.int16)
    for tile in view.hand:
        counts[HAND + tile.index] += 1
    for tile, count in view.unseen().items():
        counts[UNSEEN + tile.index] = count
    seat, players = view.seat or 0, len(view.players)
    for away in range(players):
        other = view.players[(seat + away) % players]
        counts[SCORES + away], counts[SIZES + away] = other.score, other.tiles
        counts[TOKENS + away] = other.tokens
        counts[TAKES + away] = other.actions.count(Action.TAKE)
        counts[THREES + away] = other.actions.count(Action.DRAW_THREE)
    counts[BAG : TAKEN + 1] = (
        view.bag,
        players,
        view.turns_played,
        view.idle,
        view.passes,
        view.opening_tiles,
        view.used is not None,
        0 if view.taken is None else 1 + view.taken.tile.index,
    )
    if (last := view.last) is not None:
        counts[LAST_SEAT:] = (
            1 + (last.seat - seat) % players,
            last.points,
            last.traded,
            last.passed,
            0 if last.took is None else 1 + last.took.tile.index,
            last.drew_three,
        )
    return counts
