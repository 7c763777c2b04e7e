"""Renderings of environments: text, or pixels that NumPy alone has drawn.

The pixels show what a network sees: the window of an observation, or the sets of the card game.
Pictures for people are in ``qwirkle.notation``.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.games import shape_of
from qwirkle.env.observation import corner_of
from qwirkle.env.table import Table
from qwirkle.errors import ArgumentError
from qwirkle.notation.family import draw
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.family import AnyState
from qwirkle.rules.placement.state import State
from qwirkle.rules.tiles import Tile

SIDE = 16
"""The pixels of a cell."""
ROWS, WIDTH = 12, 6
"""The sets of cards in a column, and the cards in a set."""
COLOURS = np.array(
    [
        (222, 46, 47),
        (238, 125, 30),
        (245, 205, 40),
        (66, 160, 71),
        (43, 108, 196),
        (137, 72, 160),
    ],
    np.uint8,
)
TABLE, EDGE, TILE, BLACK = (226, 222, 212), (206, 201, 188), (26, 26, 28), (120, 116, 108)
STAR, BONUS, CENTRE = (244, 214, 120), (180, 205, 228), (214, 196, 224)

Picture = NDArray[np.uint8]


def check_render_mode(mode: str | None) -> str | None:
    """Return a render mode, if there is such a mode."""
    if mode not in {None, "ansi", "rgb_array"}:
        raise ArgumentError(f"a render mode is “ansi”, “rgb_array” or None, not {mode!r}")
    return mode


def render(table: Table, mode: str | None) -> str | Picture | None:
    """Return the table as text or as pixels; None in no mode."""
    if mode == "rgb_array":
        return paint(table.state, table.settings.window)
    return draw(table.state) if mode == "ansi" else None


def paint(state: AnyState, window: int) -> Picture:
    """Return the table as pixels: rows, columns, and red, green and blue."""
    if isinstance(state, State):
        return _paint_board(state, window)
    cells: dict[tuple[int, int], Tile] = {}
    for number, cards in enumerate(state.table):
        column, row = divmod(number, ROWS)
        for place, card in enumerate(cards):
            cells[row, column * (WIDTH + 1) + place] = card
    # As many columns of sets as the box has cards for, so that all pictures have one size.
    return _paint(cells, {}, ROWS, 3 * (WIDTH + 1))


def _paint_board(state: State, window: int) -> Picture:
    board = state.board
    rows, columns = shape_of(board.layout, window)
    corner = corner_of(board, shape_of(board.layout, window))
    tiles = {(cell.y - corner.y, cell.x - corner.x): tile for cell, tile in board.items()}
    squares = {
        (y - corner.y, x - corner.x): colour for (x, y), colour in _squares(state, board.layout)
    }
    return _paint(tiles, squares, rows, columns)


def _squares(state: State, layout: Layout) -> list[tuple[tuple[int, int], tuple[int, int, int]]]:
    found = [((cell.x, cell.y), CENTRE) for cell in layout.centre]
    found += [((cell.x, cell.y), BONUS) for cell in layout.bonus]
    found += [((cell.x, cell.y), BLACK) for cell in layout.black]
    return found + [((cell.x, cell.y), STAR) for cell in state.stars_left]


def _paint(
    tiles: dict[tuple[int, int], Tile],
    squares: dict[tuple[int, int], tuple[int, int, int]],
    rows: int,
    columns: int,
) -> Picture:
    picture = np.empty((rows * SIDE, columns * SIDE, 3), np.uint8)
    picture[:] = EDGE
    for row in range(rows):
        for column in range(columns):
            cell = picture[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE]
            tile = tiles.get((row, column))
            if tile is None:
                cell[1:, 1:] = squares.get((row, column), TABLE)
            else:
                cell[1:, 1:] = TILE
                cell[_shape(tile.index % 6)] = COLOURS[tile.index // 6]
    return picture


@cache
def _shape(shape: int) -> NDArray[np.bool_]:
    """Return the pixels of a shape in its cell, in the order of the kinds."""
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2
    away, around = np.hypot(x, y) / SIDE, np.arctan2(y, x)
    across, along = np.abs(x) / SIDE, np.abs(y) / SIDE
    shapes = (
        away < 0.34,
        (np.abs(across - along) < 0.11) & (np.maximum(across, along) < 0.36),
        across + along < 0.4,
        np.maximum(across, along) < 0.3,
        away < 0.3 + 0.1 * np.cos(8 * around),
        np.minimum(np.hypot(across - 0.2, along), np.hypot(across, along - 0.2)) < 0.17,
    )
    found: NDArray[np.bool_] = shapes[shape]
    return found
