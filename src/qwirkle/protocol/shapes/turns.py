"""Turns as the public contract writes them: one struct for every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from qwirkle.protocol.shapes.values import (
    BadRequest,
    Json,
    PlacedCode,
    TileCode,
    read_placed,
    read_sets,
    read_tiles,
)
from qwirkle.rules.cards.turns import CardSet, Exchange, Play
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.base import Key
from qwirkle.rules.family import AnyTurn, Member
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass


class AskedTurn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A turn as a client sends it: one of these, or ``take`` with ``place``, ``trade`` or ``pass``.

    Tiles are codes, and the rules refuse a code that names no tile.
    """

    take: Cell | UnsetType = UNSET
    """Take this tile from the table first. Alone: the turn continues."""
    place: tuple[PlacedCode, ...] | UnsetType = UNSET
    """Place these tiles."""
    trade: tuple[TileCode, ...] | UnsetType = UNSET
    """Trade these tiles."""
    pass_: Literal[True] | UnsetType = msgspec.field(name="pass", default=UNSET)
    """Do nothing, when nothing can be done."""
    draw3: Literal[True] | UnsetType = UNSET
    """Draw three tiles; the turn continues."""
    after: tuple[tuple[TileCode, ...], ...] | UnsetType = UNSET
    """Play cards: all sets on the table afterwards, with new Qwirkles still among them."""
    exchange: Literal[True] | UnsetType = UNSET
    """Exchange the whole hand of cards."""


class Turn(AskedTurn, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A turn: exactly one of these, or ``take`` together with ``place``, ``trade`` or ``pass``."""

    place: tuple[Placed, ...] | UnsetType = UNSET
    trade: tuple[Tile, ...] | UnsetType = UNSET
    after: tuple[CardSet, ...] | UnsetType = UNSET


def write_turn(turn: AnyTurn) -> Turn:
    """Write a turn of any game."""
    match turn:
        case Place(tiles=tiles, take=take):
            return Turn(take=_cell_or_unset(take), place=tuple(sorted(tiles)))
        case Trade(tiles=traded, take=take):
            return Turn(take=_cell_or_unset(take), trade=traded)
        case Pass(take=take):
            return Turn(take=_cell_or_unset(take), pass_=True)
        case Take(cell=cell):
            return Turn(take=cell)
        case DrawThree():
            return Turn(draw3=True)
        case Play(after=after):
            return Turn(after=after)
        case Exchange():
            return Turn(exchange=True)
        case _:
            raise TypeError(f"{turn!r} is not a turn")


def read_turn(value: Json, game: Member) -> AnyTurn:
    """Read a turn of this game's family; BadRequest if it does not have the shape of one."""
    try:
        asked = msgspec.convert(value, AskedTurn)
    except msgspec.ValidationError as error:
        place = re.search(r"at `\$\.(\w+[^`]*)`", str(error))
        field = re.sub(r"\[\d+\]", "[]", place[1]) if place else ""
        known = _SHAPES[game.family]
        wrong = field if isinstance(value, dict) else "$"
        raise BadRequest(known.get(wrong, known[""])) from None
    return turn_of(asked, game)


def turn_of(asked: AskedTurn, game: Member) -> AnyTurn:
    """Return the turn that is meant in this game's family; BadRequest if it is none of them."""
    return _READERS[game.family](asked)


def _read_placement(asked: AskedTurn) -> AnyTurn:
    given = _given(asked)
    if not given or not given <= {*_TILES, "take"} or len(given & _TILES) > 1:
        raise BadRequest(_TILE_TURNS)
    take = None if asked.take is UNSET else asked.take
    if asked.place is not UNSET:
        return Place(read_placed(asked.place, "place"), take)
    if asked.trade is not UNSET:
        return Trade(read_tiles(asked.trade, "trade"), take)
    if asked.pass_ is not UNSET:
        return Pass(take)
    if take is None:
        return DrawThree()
    if asked.draw3 is not UNSET:
        raise BadRequest(_TRUE)
    return Take(take)


def _read_cards(asked: AskedTurn) -> AnyTurn:
    given = _given(asked)
    if asked.after is not UNSET and given == {"after"}:
        return Play(read_sets(asked.after, "after"))
    if given == {"exchange"}:
        return Exchange()
    if given == {"pass_"}:
        return Pass()
    raise BadRequest(_CARD_TURNS)


def _given(asked: AskedTurn) -> set[str]:
    return {name for name in asked.__struct_fields__ if getattr(asked, name) is not UNSET}


_READERS: Mapping[Key, Callable[[AskedTurn], AnyTurn]] = {
    "placement": _read_placement,
    "cards": _read_cards,
}
_TILES = {"place", "trade", "pass_", "draw3"}
_TILE_TURNS = "a turn is one of place, trade, pass, take and draw3"
_CARD_TURNS = 'a turn is {"after": [sets]}, {"exchange": true} or {"pass": true}'
_TRUE = "pass and draw3 must be true, and draw3 must be alone"
_A_CELL = "take must be [x, y] with whole numbers"
_PLACED = 'place must be a list of [x, y, "Ro"]'
_A_TILE = 'a tile must be a text such as "Ro"'
_SHAPES: Mapping[Key, Mapping[str, str]] = {
    "placement": {
        "": _TILE_TURNS,
        "$": "a turn must be an object",
        **dict.fromkeys(("take", "take[]"), _A_CELL),
        "place": _PLACED,
        **dict.fromkeys(("place[]", "place[][]"), f"{_PLACED} with whole numbers"),
        "trade": 'trade must be a list of tiles such as ["Ro", "Bs"]',
        "trade[]": _A_TILE,
        **dict.fromkeys(("pass", "draw3"), _TRUE),
    },
    "cards": {
        "": _CARD_TURNS,
        "after": 'after must be a list of sets such as [["Ro", "Rs", "Rb"]]',
        "after[]": 'after must be a list of tiles such as ["Ro", "Bs"]',
        "after[][]": _A_TILE,
    },
}
"""The message about a part that has the wrong shape, and about anything else."""


def _cell_or_unset(cell: Cell | None) -> Cell | UnsetType:
    return UNSET if cell is None else cell
