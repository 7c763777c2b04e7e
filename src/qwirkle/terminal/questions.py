"""Answers in words about the table of a placement game, as the text mode of the page gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from qwirkle.errors import QwirkleError
from qwirkle.game import Game
from qwirkle.notation.text.words import count_of
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board
from qwirkle.rules.tiles import Colour, Shape, Tile, in_order

SOME = 3
"""How many places of a tile are listed in an overview."""
MANY = 20
"""How many are listed for a tile that was asked for."""
FULL = 6


def legal_words(game: Game, asked: Sequence[Tile]) -> list[str]:
    """Describe where the tiles of the hand can go: alone, the best place first, or with others."""
    if not game.board:
        return ["The table is empty: start anywhere, for example: 0,0> Ro Rs"]
    alone: dict[Tile, dict[Cell, int]] = {}
    together: dict[Tile, set[Cell]] = {}
    for move in game.legal_placements:
        for placed in move.tiles:
            if len(move.tiles) == 1:
                alone.setdefault(placed.tile, {})[placed.cell] = move.points
            else:
                together.setdefault(placed.tile, set()).add(placed.cell)
    wanted = [
        tile
        for tile in in_order(set(game.hand))
        if (not asked or tile in asked) and (tile in alone or tile in together)
    ]
    if not wanted:
        return ["There is nowhere to place it." if asked else "No tile of your hand fits."]
    most = MANY if asked else SOME
    return [_places(tile, alone.get(tile, {}), together.get(tile, set()), most) for tile in wanted]


def _places(tile: Tile, alone: Mapping[Cell, int], together: set[Cell], most: int) -> str:
    best = sorted(alone.items(), key=lambda place: (-place[1], place[0].y, place[0].x))
    places = [f"{cell.x},{cell.y} for {count_of(points, 'point')}" for cell, points in best[:most]]
    if len(best) > most:
        places.append(f"and {count_of(len(best) - most, 'more place')}")
    if others := len(together - alone.keys()):
        places.append(f"{count_of(others, 'place')} only with other tiles")
    return f"{tile.words} {tile.value}: {'; '.join(places)}."


def row_words(board: Board, text: str) -> str:
    """Describe the row whose number a text names."""
    row = _number(text, "Which row? For example: row 2")
    tiles = [(cell.x, tile) for cell, tile in board.items() if cell.y == row]
    return _line_words(f"Row {row}", "column", tiles)


def column_words(board: Board, text: str) -> str:
    """Describe the column whose number a text names."""
    column = _number(text, "Which column? For example: column 3")
    tiles = [(cell.y, tile) for cell, tile in board.items() if cell.x == column]
    return _line_words(f"Column {column}", "row", tiles)


def _line_words(name: str, across: str, tiles: Iterable[tuple[int, Tile]]) -> str:
    stretches: list[tuple[int, list[str]]] = []
    following = None
    for place, tile in sorted(tiles, key=lambda found: found[0]):
        if place == following:
            stretches[-1][1].append(tile.words)
        else:
            stretches.append((place, [tile.words]))
        following = place + 1
    if not stretches:
        return f"{name}: nothing."
    parts = [f"from {across} {start}: {', '.join(names)}" for start, names in stretches]
    return f"{name}, {'; '.join(parts)}."


def look_words(board: Board, text: str) -> str:
    """Describe what lies on the square that a text names."""
    numbers = [int(number) for number in re.findall(r"-?\d{1,9}", text)]
    if len(numbers) != 2:
        raise QwirkleError("Which square? For example: look 3,0")
    cell = Cell(*numbers)
    what = board[cell].words if cell in board else "empty"
    return f"{cell.x},{cell.y}: {what}."


def find_words(board: Board, tiles: Sequence[Tile]) -> list[str]:
    """Describe where tiles lie."""
    if not tiles:
        raise QwirkleError("Which tile? For example: find Ro")
    return [
        _found(tile, [cell for cell, other in board.items() if other == tile]) for tile in tiles
    ]


def _found(tile: Tile, cells: Iterable[Cell]) -> str:
    places = [f"{cell.x},{cell.y}" for cell in sorted(cells, key=lambda cell: (cell.y, cell.x))]
    return f"{tile.words}: {'; '.join(places) or 'not on the table'}."


def open_lines(board: Board) -> list[str]:
    """Describe the lines of two to five tiles and what they lack, the longest first."""
    lines = sorted(_lines(board), key=lambda line: -len(line))
    return [_open_words(board, line) for line in lines] or ["There are no open lines."]


def _lines(board: Board) -> Iterable[list[Cell]]:
    for cell in board:
        for dx, dy in ((1, 0), (0, 1)):
            if Cell(cell.x - dx, cell.y - dy) in board:
                continue
            line = [cell]
            while (end := Cell(line[-1].x + dx, line[-1].y + dy)) in board:
                line.append(end)
            if 1 < len(line) < FULL:
                yield line


def _open_words(board: Board, line: Sequence[Cell]) -> str:
    first, last = line[0], line[-1]
    tiles = [board[cell] for cell in line]
    names = ", ".join(tile.words for tile in tiles)
    where = (
        f"Row {first.y}, columns {first.x} to {last.x}"
        if first.y == last.y
        else f"Column {first.x}, rows {first.y} to {last.y}"
    )
    one_colour = len({tile.colour for tile in tiles}) == 1
    kinds = (
        [Tile.of(tiles[0].colour, shape) for shape in Shape]
        if one_colour
        else [Tile.of(colour, tiles[0].shape) for colour in Colour]
    )
    missing = ", ".join(kind.words for kind in kinds if kind not in tiles)
    return f"{where}: {names}. Missing: {missing}."


def _number(text: str, question: str) -> int:
    found = re.search(r"-?\d{1,9}", text)
    if found is None:
        raise QwirkleError(question)
    return int(found[0])
