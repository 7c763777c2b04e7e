"""Readers of the small values of the protocol: cells, tiles, tiles on cells and sets of cards.

A wrong shape raises ``BadRequest``. A code that names no tile is not a wrong shape: the rules
refuse it (``no-such-tile``). No list may be longer than the box has tiles, so that nobody can make
the referee work endlessly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from qwirkle.errors import IllegalTurn, NotationError, QwirkleError
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.refusals.reasons import Reason, Refusal, refuse
from qwirkle.rules.tiles import BOX, Tile

Json = Any
TileCode = Annotated[str, msgspec.Meta(title="Tile", description="Such as Ro, the red circle.")]
"""The code of a tile, if there is such a tile."""
PlacedCode = tuple[int, int, TileCode]


class BadRequest(QwirkleError):
    """A request that does not have the shape the protocol requires."""


def shared_fields(value: msgspec.Struct, base: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields that a struct inherits from a base: a view and its shape share one."""
    return {name: getattr(value, name) for name in base.__struct_fields__}


def read_cell(value: Json, what: str) -> Cell:
    """Read a cell, ``[x, y]``."""
    match value:
        case [x, y] if _is_whole(x) and _is_whole(y):
            return Cell(x, y)
    raise BadRequest(f"{what} must be [x, y] with whole numbers")


def read_tile(value: Json) -> Tile:
    """Read a tile code; the rules refuse a code that names no tile."""
    if not isinstance(value, str):
        raise BadRequest('a tile must be a text such as "Ro"')
    try:
        return Tile(value)
    except NotationError:
        raise IllegalTurn([_no_such_tile(value, ())]) from None


def read_tiles(value: Json, what: str) -> tuple[Tile, ...]:
    """Read a list of tile codes."""
    if not isinstance(value, list | tuple):
        raise BadRequest(f'{what} must be a list of tiles such as ["Ro", "Bs"]')
    check_length(value, what)
    return tuple(read_tile(code) for code in value)


def read_placed(value: Json, what: str) -> tuple[Placed, ...]:
    """Read a list of ``[x, y, "Ro"]``."""
    if not isinstance(value, list | tuple):
        raise BadRequest(f'{what} must be a list of [x, y, "Ro"]')
    check_length(value, what)
    placed: list[Placed] = []
    unknown: list[Refusal] = []
    for item in value:
        match item:
            case [x, y, str(code)] if _is_whole(x) and _is_whole(y):
                try:
                    placed.append(Placed(x, y, Tile(code)))
                except NotationError:
                    unknown.append(_no_such_tile(code, (Cell(x, y),)))
            case _:
                raise BadRequest(f'{what} must be a list of [x, y, "Ro"] with whole numbers')
    if unknown:
        raise IllegalTurn(unknown)
    return tuple(placed)


def read_sets(value: Json, what: str) -> tuple[CardSet, ...]:
    """Read a list of sets, each a list of cards."""
    if not isinstance(value, list | tuple):
        raise BadRequest(f'{what} must be a list of sets such as [["Ro", "Rs", "Rb"]]')
    check_length(value, what)
    return tuple(read_tiles(cards, what) for cards in value)


def check_length(value: Sequence[Json], what: str) -> None:
    """Raise BadRequest for a list with more items than the box has tiles."""
    if len(value) > len(BOX):
        raise BadRequest(f"{what} has more than the {len(BOX)} tiles of the box")


def _is_whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _no_such_tile(code: str, cells: tuple[Cell, ...]) -> Refusal:
    return refuse(Reason.NO_SUCH_TILE, cells, tile=code[:20])
