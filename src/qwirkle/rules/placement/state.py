"""The state of a placement game: everything the dealer knows. Players receive a view of it."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import Demands
from qwirkle.rules.placement.scoring import Line
from qwirkle.rules.tiles import Tile
from qwirkle.rules.winning import GameResult

Ending = Literal["went-out", "all-passed", "no-progress"]


class Special(msgspec.Struct, frozen=True):
    """A special tile of the mini-expansion, mixed into the others (M-SETUP-1)."""

    action: Action


Piece = Tile | Special


class Seat(msgspec.Struct, frozen=True):
    """A player, their tiles, points, tokens and action tiles."""

    name: str
    hand: tuple[Tile, ...] = ()
    score: int = 0
    tokens: int = 0
    actions: tuple[Action, ...] = ()


class LastTurn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last turn of a seat, as everybody saw it."""

    seat: int
    points: int
    """Always written, even when it is 0."""
    placed: tuple[Placed, ...] = ()
    lines: tuple[Line, ...] = ()
    bonus: int = 0
    traded: int = 0
    passed: bool = False
    took: Placed | None = None
    drew_three: bool = False
    stars: tuple[Cell, ...] = ()


class Result(GameResult[Ending], frozen=True):
    """The result of a game. Several winners share the win (Q-END-3)."""


def demands_of(edition: Edition, opening_tiles: int, taken: Placed | None) -> Demands:
    """Return the demands of an edition on a placement now (S-START-1, M-TAKE-1c, A12)."""
    banned = None if edition.taking.back_to_same_spot else taken
    return Demands(opening_tiles, edition.opening.on_centre, banned)


class State(msgspec.Struct, frozen=True):
    """A placement game at one moment; the fold of its events."""

    family: ClassVar[Literal["placement"]] = "placement"

    edition: Edition
    seats: tuple[Seat, ...]
    board: Board
    ages: tuple[int, ...] | None = None
    pile: tuple[Piece, ...] = ()
    """The bag, or the pile: the next tile to draw comes first."""
    aside: tuple[Tile, ...] = ()
    """Tiles put aside in a trade, until they are given back."""
    box: tuple[Special, ...] = ()
    """Special tiles that have been shown."""
    stars_left: frozenset[Cell] = frozenset()
    seq: int = 0
    turn: int | None = None
    turns_played: int = 0
    opening_tiles: int = 0
    """The fewest tiles the first turn must place; 0 if there is no such rule."""
    used: Action | None = None
    """The token or action tile used in this turn."""
    taken: Placed | None = None
    idle: int = 0
    """Turns since a tile was last placed (A3)."""
    passes: int = 0
    """Passes in a row (A2)."""
    doing: LastTurn | None = None
    last: LastTurn | None = None
    result: Result | None = None

    @property
    def undrawn(self) -> tuple[Piece, ...]:
        """The tiles left to draw, the next one first."""
        return self.pile

    @property
    def is_turn_begun(self) -> bool:
        """Whether the seat to move has used a token or an action tile already."""
        return self.used is not None

    def demands(self) -> Demands:
        """Return the demands on a placement at this moment, beyond the general rules."""
        return demands_of(self.edition, self.opening_tiles, self.taken)
