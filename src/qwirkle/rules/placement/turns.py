"""What a player can do: the turns of the placement games as values."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass


class Action(StrEnum):
    """The two kinds of action tile of the mini-expansion; a star token allows the first."""

    TAKE = "take"
    DRAW_THREE = "draw3"


class Place(msgspec.Struct, frozen=True):
    """Put tiles on the table. ``take`` names a tile taken first in the same turn."""

    tiles: tuple[Placed, ...]
    take: Cell | None = None


class Trade(msgspec.Struct, frozen=True):
    """Put tiles aside, draw as many, give the first ones back."""

    tiles: tuple[Tile, ...]
    take: Cell | None = None


class Take(msgspec.Struct, frozen=True):
    """Take a tile from the table; the turn goes on (S-TAKE-1, M-TAKE-1)."""

    cell: Cell


class DrawThree(msgspec.Struct, frozen=True):
    """Draw three extra tiles; the turn goes on (M-DRAW3-1)."""


Turn = Place | Trade | Pass | Take | DrawThree
