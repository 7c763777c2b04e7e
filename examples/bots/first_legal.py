"""A bot for every placement game of the family, using only the standard library.

It places the first tile that fits somewhere, trades one if none does, and passes if there is
nothing to trade. It shows the conversation: read a line, write a line, until there are no more.
docs/bots.md explains it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

GAMES = ["classic", "colour-blind", "schmidt", "mini", "select", "connect", "combined"]
Cell = tuple[int, int]
Board = dict[Cell, str]


def is_line(tiles: list[str]) -> bool:
    """Return whether tiles may be in one line: one colour or one shape, no two alike."""
    colours, shapes = {tile[0] for tile in tiles}, {tile[1] for tile in tiles}
    return len(set(tiles)) == len(tiles) and 1 in {len(colours), len(shapes)}


def line_through(board: Board, cell: Cell, dx: int, dy: int) -> list[str]:
    """Return the tiles of the line through a cell, in one direction and its opposite."""
    tiles = [board[cell]]
    for sign in (1, -1):
        x, y = cell[0] + sign * dx, cell[1] + sign * dy
        while (x, y) in board:
            tiles.append(board[x, y])
            x, y = x + sign * dx, y + sign * dy
    return tiles


def free_cells(board: Board, *, bounded: bool) -> Iterator[Cell]:
    """Yield the empty cells beside a tile; a printed board has 16 columns and 16 rows."""
    for x, y in board:
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell not in board and not (bounded and not {*cell} <= {*range(16)}):
                yield cell


def opening(hand: list[str], centre: list[list[int]]) -> dict[str, Any]:
    """Place the largest set of the hand, on a printed board from its centre on."""
    kinds = sorted(set(hand))
    lines = [[tile for tile in kinds if sign in tile] for sign in "ROYGBPoxdsbc"]
    largest = max(lines, key=len)
    x, y = min(centre, default=[0, 0])
    return {"place": [[x + step, y, tile] for step, tile in enumerate(largest)]}


def best(asked: dict[str, Any]) -> dict[str, Any]:
    """Choose a turn for the position of a question."""
    board = {(x, y): tile for x, y, tile in asked["board"]}
    hand, squares = list(asked["hand"]), asked.get("squares")
    if "take" in asked:  # taken earlier in this turn: from the board into the hand
        hand.append(board.pop(tuple(asked["take"])))
    if not board:
        return opening(hand, squares["centre"] if squares else [])
    for cell in free_cells(board, bounded=squares is not None):
        for tile in hand:
            after = {**board, cell: tile}
            if all(is_line(line_through(after, cell, *way)) for way in ((1, 0), (0, 1))):
                return {"place": [[*cell, tile]]}
    return {"trade": hand[:1]} if asked["bag"] else {"pass": True}


def main() -> None:
    """Answer every question until the input ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, Any] = {"id": asked["id"]}
        if asked["op"] == "hello":
            answer["result"] = {"name": "first legal", "protocol": 1, "games": GAMES}
        elif asked["op"] == "best":
            answer["result"] = {"turn": best(asked)}
        else:
            answer["error"] = {"code": "unknown-op", "message": "ask hello or best"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
