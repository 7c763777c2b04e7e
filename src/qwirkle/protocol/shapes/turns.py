"""Turns as the public contract writes them: one struct for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from qwirkle.protocol.shapes.values import (
    BadRequest,
    Json,
    read_cell,
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


class Turn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A turn: exactly one of these, or ``take`` together with ``place``, ``trade`` or ``pass``."""

    take: Cell | UnsetType = UNSET
    """Take this tile from the table first. Alone: the turn goes on."""
    place: tuple[Placed, ...] | UnsetType = UNSET
    """Place these tiles."""
    trade: tuple[Tile, ...] | UnsetType = UNSET
    """Trade these tiles."""
    pass_: Literal[True] | UnsetType = msgspec.field(name="pass", default=UNSET)
    """Do nothing, when nothing can be done."""
    draw3: Literal[True] | UnsetType = UNSET
    """Draw three tiles; the turn goes on."""
    after: tuple[CardSet, ...] | UnsetType = UNSET
    """Play cards: all sets on the table afterwards, with new Qwirkles still among them."""
    exchange: Literal[True] | UnsetType = UNSET
    """Exchange the whole hand of cards."""


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
            raise TypeError(f"{turn!r} is no turn")


def read_turn(value: Json, game: Member) -> AnyTurn:
    """Read a turn of this game's family; BadRequest if it does not have the shape of one."""
    return _READERS[game.family](value)


def _read_placement(value: Json) -> AnyTurn:
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
    raise BadRequest("pass and draw3 must be true, and draw3 must be alone")


def _read_cards(value: Json) -> AnyTurn:
    match value:
        case {"after": after, **rest} if not rest:
            return Play(read_sets(after, "after"))
        case {"exchange": True, **rest} if not rest:
            return Exchange()
        case {"pass": True, **rest} if not rest:
            return Pass()
    raise BadRequest('a turn is {"after": [sets]}, {"exchange": true} or {"pass": true}')


_READERS: Mapping[Key, Callable[[Json], AnyTurn]] = {
    "placement": _read_placement,
    "cards": _read_cards,
}


def _cell_or_unset(cell: Cell | None) -> Cell | UnsetType:
    return UNSET if cell is None else cell
