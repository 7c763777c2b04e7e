"""Tables to try the core on: grown by legal play from a seed, with takes, bounded or open."""

from __future__ import annotations

import random
from collections.abc import Mapping

from qwirkle.engine import Move, OpeningRule, Position
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import BOX, KINDS, Tile

CONNECT = Layout(
    9,
    8,
    name="small",
    bonus={Cell(1, 1): 1, Cell(4, 3): 2, Cell(5, 3): 1, Cell(3, 5): 2, Cell(8, 7): 2},
    centre=[Cell(4, 3), Cell(4, 4)],
)
TIGHT = Layout(4, 5, name="tight")


def grown(
    seed: int, tiles: int, layout: Layout | None = None, takes: int = 0
) -> tuple[Position, list[Tile]]:
    """A position with about this many tiles placed legally, some taken again, and a hand."""
    chance = random.Random(seed)
    bag = list(BOX)
    chance.shuffle(bag)
    position = Position(Board(layout=layout) if layout else Board())
    hand = [bag.pop() for _ in range(6)]
    while len(position) < tiles and bag:
        moves = position.moves(hand)
        if not moves:
            chance.shuffle(bag)
            hand = [bag.pop() for _ in range(min(6, len(bag)))]
            continue
        move = chance.choice(moves)
        position.place(move.tiles)
        for tile in move.tiles:
            hand.remove(tile.tile)
        hand += [bag.pop() for _ in range(min(len(bag), 6 - len(hand)))]
    for _ in range(min(takes, len(position) - 1)):
        hand.append(position.take(chance.choice(sorted(position.board()))))
    return position, hand


def numbers(board: Mapping[Cell, Tile]) -> dict[tuple[int, int], int]:
    """A board as the brute force wants it."""
    return {(x, y): tile.index for (x, y), tile in board.items()}


def as_numbers(move: Move) -> tuple[tuple[int, int, int], ...]:
    """A move as the brute force writes it."""
    return tuple((x, y, tile.index) for x, y, tile in move.tiles)


def tiles(codes: str) -> list[Tile]:
    """Tiles from their codes."""
    return [Tile(code) for code in codes.split()]


def table(text: str) -> Board:
    """A board from rows of codes, dots for empty cells."""
    return Board(
        Placed(x, y, Tile(code))
        for y, row in enumerate(text.strip().splitlines())
        for x, code in enumerate(row.split())
        if code != "."
    )


ANY_OPENING = OpeningRule()
EVERY_KIND = list(KINDS)
