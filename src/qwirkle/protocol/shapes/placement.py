"""Between the rules' values and the JSON of the public contract. Knows shapes, judges nothing.

Reading gives a ``BadRequest`` for a wrong shape; a tile code that names no tile is not a wrong
shape but a refusal of the rules (``no-such-tile``). No list is longer than the box has tiles: what
judges it may take its time, and must not be given work without end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from qwirkle.errors import IllegalTurn, QwirkleError
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import AnyGameEvent
from qwirkle.rules.placement.board import Layout, Placed
from qwirkle.rules.placement.referee import Line
from qwirkle.rules.placement.state import LastTurn
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.reasons import Reason, Refusal, refuse
from qwirkle.rules.tiles import BOX, Tile
from qwirkle.rules.turns import Pass

Json = Any


class BadRequest(QwirkleError):
    """A request that does not have the shape the protocol asks for."""


def read_cell(value: Json, what: str) -> Cell:
    """A cell, ``[x, y]``."""
    match value:
        case [x, y] if _whole(x) and _whole(y):
            return Cell(x, y)
    raise BadRequest(f"{what} must be [x, y] with whole numbers")


def read_tile(value: Json) -> Tile:
    """A tile code; one that names no tile is refused by the rules, not by the protocol."""
    if not isinstance(value, str):
        raise BadRequest('a tile must be a text such as "Ro"')
    try:
        return Tile(value)
    except ValueError:
        raise IllegalTurn([_no_such_tile(value, ())]) from None


def read_tiles(value: Json, what: str) -> tuple[Tile, ...]:
    """A list of tile codes."""
    if not isinstance(value, list):
        raise BadRequest(f'{what} must be a list of tiles such as ["Ro", "Bs"]')
    check_length(value, what)
    return tuple(read_tile(one) for one in value)


def read_placed(value: Json, what: str) -> tuple[Placed, ...]:
    """A list of ``[x, y, "Ro"]``."""
    if not isinstance(value, list):
        raise BadRequest(f'{what} must be a list of [x, y, "Ro"]')
    check_length(value, what)
    placed: list[Placed] = []
    unknown: list[Refusal] = []
    for one in value:
        match one:
            case [x, y, str(code)] if _whole(x) and _whole(y):
                try:
                    placed.append(Placed(x, y, Tile(code)))
                except ValueError:
                    unknown.append(_no_such_tile(code, (Cell(x, y),)))
            case _:
                raise BadRequest(f'{what} must be a list of [x, y, "Ro"] with whole numbers')
    if unknown:
        raise IllegalTurn(unknown)
    return tuple(placed)


def check_length(value: list[Json], what: str) -> None:
    """Raise BadRequest if there cannot be so many of anything."""
    if len(value) > len(BOX):
        raise BadRequest(f"{what} has more than the {len(BOX)} tiles of the box")


def read_turn(value: Json) -> Turn:
    """A turn of a placement game."""
    if not isinstance(value, dict):
        raise BadRequest("a turn must be an object")
    kinds = [kind for kind in ("place", "trade", "pass", "draw3") if kind in value]
    unknown = value.keys() - {"place", "trade", "pass", "draw3", "take"}
    if unknown or len(kinds) > 1 or not value:
        raise BadRequest("a turn is one of place, trade, pass, take and draw3")
    take = read_cell(value["take"], "take") if "take" in value else None
    match kinds:
        case ["place"]:
            return Place(read_placed(value["place"], "place"), take)
        case ["trade"]:
            return Trade(read_tiles(value["trade"], "trade"), take)
        case ["pass"] if value["pass"] is True:
            return Pass(take)
        case ["draw3"] if value["draw3"] is True and take is None:
            return DrawThree()
        case [] if take is not None:
            return Take(take)
    raise BadRequest("pass and draw3 must be true, and draw3 stands alone")


def write_turn(turn: Turn) -> dict[str, Json]:
    """A turn as JSON."""
    written: dict[str, Json] = {}
    if isinstance(turn, Place | Trade | Pass) and turn.take is not None:
        written["take"] = list(turn.take)
    match turn:
        case Place(tiles=tiles):
            written["place"] = write_placed(tiles)
        case Trade(tiles=traded):
            written["trade"] = [tile.value for tile in traded]
        case Pass():
            written["pass"] = True
        case Take(cell=cell):
            written["take"] = list(cell)
        case DrawThree():
            written["draw3"] = True
    return written


def write_placed(placed: Iterable[Placed]) -> list[list[Json]]:
    """Tiles on cells, sorted by x, then y."""
    return [[x, y, tile.value] for x, y, tile in sorted(placed)]


def write_lines(lines: Iterable[Line]) -> list[dict[str, Json]]:
    """Lines with their points."""
    return [
        {
            "cells": [list(cell) for cell in line.cells],
            "points": line.points,
            "qwirkle": line.qwirkle,
        }
        for line in lines
    ]


def write_refusals(refusals: Sequence[Refusal]) -> dict[str, Json]:
    """Every reason once, the sentences, and the cells each of them speaks of."""
    return {
        "reasons": list(dict.fromkeys(str(refusal.reason) for refusal in refusals)),
        "message": " ".join(dict.fromkeys(refusal.message for refusal in refusals)),
        "details": [
            {
                "reason": str(refusal.reason),
                "message": refusal.message,
                "cells": [list(cell) for cell in refusal.cells],
            }
            for refusal in refusals
        ],
    }


def write_events(events: Iterable[AnyGameEvent], seat: int | None) -> list[Json]:
    """What a seat learns of these events."""
    return [msgspec.to_builtins(event.seen_by(seat)) for event in events]


def write_view(view: View) -> dict[str, Json]:
    """A view as JSON: what that seat may know and nothing else."""
    return {
        "game": view.game,
        "options": dict(view.options),
        "board": write_placed(view.board.placed()),
        "squares": write_squares(view),
        **write_moment(view),
    }


def write_moment(view: View) -> dict[str, Json]:
    """What is different from turn to turn in a view, besides the tiles on the table."""
    return {
        "seat": view.seat,
        "seq": view.seq,
        "hand": [tile.value for tile in view.hand],
        "players": [msgspec.to_builtins(player) for player in view.players],
        "bag": view.bag,
        "turn": view.turn,
        "opening_tiles": view.opening_tiles,
        "used": view.used,
        "taken": None if view.taken is None else list(view.taken),
        "last": None if view.last is None else write_last(view.last),
        "result": None if view.result is None else msgspec.to_builtins(view.result),
    }


def write_squares(view: View) -> dict[str, Json]:
    """The printed squares of a bounded board; ``stars_left`` still have their token."""
    layout = view.edition.layout
    if not layout.bounded:
        return {}
    return {**write_layout(layout), "stars_left": _cells(view.stars_left)}


def write_layout(layout: Layout) -> dict[str, Json]:
    """What is printed on a bounded board."""
    return {
        "width": layout.width,
        "height": layout.height,
        "1": _cells(cell for cell, points in layout.bonus.items() if points == 1),
        "2": _cells(cell for cell, points in layout.bonus.items() if points == 2),
        "star": _cells(layout.stars),
        "centre": _cells(layout.centre),
        "black": _cells(layout.black),
    }


def write_last(last: LastTurn) -> dict[str, Json]:
    """The last turn as everybody saw it."""
    written: Mapping[str, Json] = msgspec.to_builtins(last)
    return {**written, "points": last.points}


def _cells(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]


def _whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _no_such_tile(code: str, cells: tuple[Cell, ...]) -> Refusal:
    return refuse(Reason.NO_SUCH_TILE, cells, tile=code[:20])
