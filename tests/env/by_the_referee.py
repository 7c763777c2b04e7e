"""Every legal turn of a placement game, found by asking the referee about all there could be.

Neither the core nor the arrays have a part in it: arrangements of the hand come from the brute
force of the rule text, and ``decide`` says which turns are legal. Slow, and meant to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from engine.by_the_book import placements
from qwirkle.errors import IllegalTurn
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import decide
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, in_order
from qwirkle.rules.turns import Pass


def is_legal(state: State, turn: Turn) -> bool:
    """Whether the referee accepts a turn of the seat to move."""
    try:
        decide(state, state.turn or 0, turn, SeedDealer(0))
    except IllegalTurn:
        return False
    return True


def legal_turns(state: State, seen: View) -> set[Turn]:
    """The legal turns, with the tiles of each in order."""
    return {turn for turn in _imaginable(seen) if is_legal(state, turn)}


def _imaginable(seen: View) -> Iterator[Turn]:
    layout = seen.edition.layout
    size = (layout.width, layout.height) if layout.width and layout.height else None
    table = {(cell.x, cell.y): tile.index for cell, tile in seen.board.items()}
    for placement in placements(table, [tile.index for tile in seen.hand], size=size):
        yield Place(tuple(sorted(Placed(x, y, KINDS[kind]) for x, y, kind in placement)))
    held = Counter(in_order(seen.hand))
    for counts in product(*(range(count + 1) for count in held.values())):
        traded = [tile for tile, count in zip(held, counts, strict=True) for _ in range(count)]
        yield Trade(tuple(traded))
    yield from (Take(Cell(*cell)) for cell in seen.board)
    yield DrawThree()
    yield Pass()
