"""A placement game as the public contract writes it: its view, and the changes of a turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from qwirkle.protocol.shapes.values import shared_fields
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import AnyGameEvent
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.events import TokensWon
from qwirkle.rules.placement.view import Situation, View
from qwirkle.rules.tiles import Tile

LAYOUTS_CACHED = 64


class Squares(msgspec.Struct, frozen=True, kw_only=True):
    """The squares printed on a board; an open table has none."""

    width: int | UnsetType = UNSET
    height: int | UnsetType = UNSET
    one: tuple[Cell, ...] | UnsetType = msgspec.field(name="1", default=UNSET)
    """Squares that score one extra point."""
    two: tuple[Cell, ...] | UnsetType = msgspec.field(name="2", default=UNSET)
    star: tuple[Cell, ...] | UnsetType = UNSET
    centre: tuple[Cell, ...] | UnsetType = UNSET
    """Where the game demands it, the first turn must cover one of these."""
    black: tuple[Cell, ...] | UnsetType = UNSET
    """Squares that already have a tile when the game starts."""
    stars_left: tuple[Cell, ...] | UnsetType = UNSET
    """Star squares that still have their token."""


class PlacementGame(Situation, frozen=True, kw_only=True, tag_field="family", tag="placement"):
    """A placement game as a seat or a spectator sees it."""

    game: str
    options: dict[str, OptionValue]
    board: tuple[Placed, ...]
    squares: Squares


class PlacementChange(Situation, frozen=True, kw_only=True, tag_field="family", tag="placement"):
    """The fields of a game's view that an event changes; the first event sends all of them."""

    game: str | UnsetType = UNSET
    options: dict[str, OptionValue] | UnsetType = UNSET
    board: tuple[Placed, ...] | UnsetType = UNSET
    squares: Squares | UnsetType = UNSET


def write_view(view: View) -> PlacementGame:
    """Write the whole view."""
    return PlacementGame(**shared_fields(view, Situation), **_whole(view))


def read_view(game: PlacementGame, edition: Edition, seat: int, hand: tuple[Tile, ...]) -> View:
    """Read the view of a seat with this hand from the view of a spectator."""
    stars = game.squares.stars_left
    return View(
        **{**shared_fields(game, Situation), "seat": seat, "hand": hand},
        edition=edition,
        board=Board(game.board, edition.layout),
        stars_left=() if isinstance(stars, UnsetType) else stars,
    )


def write_start(view: View) -> PlacementChange:
    """Write everything as a change, for a game that has just started."""
    return PlacementChange(**shared_fields(view, Situation), **_whole(view))


def write_change(view: View, events: Iterable[AnyGameEvent]) -> PlacementChange:
    """Write the fields that these events changed, except the tiles that came and went."""
    won = any(isinstance(event, TokensWon) for event in events)
    return PlacementChange(
        **shared_fields(view, Situation), squares=write_squares(view) if won else UNSET
    )


def write_squares(view: View) -> Squares:
    """Write the printed squares and which stars still have their token."""
    if not view.edition.layout.bounded:
        return Squares()
    printed = write_layout(view.edition.layout)
    # Centre squares matter for the first turn: without that rule they mean nothing.
    centre = printed.centre if view.edition.opening.on_centre else ()
    return msgspec.structs.replace(printed, centre=centre, stars_left=view.stars_left)


@lru_cache(LAYOUTS_CACHED)
def write_layout(layout: Layout) -> Squares:
    """Write the squares printed on a bounded board."""
    return Squares(
        width=layout.width or 0,
        height=layout.height or 0,
        one=_cells(cell for cell, points in layout.bonus.items() if points == 1),
        two=_cells(cell for cell, points in layout.bonus.items() if points == 2),
        star=_cells(layout.stars),
        centre=_cells(layout.centre),
        black=_cells(layout.black),
    )


def _whole(view: View) -> dict[str, Any]:
    return {
        "game": view.game,
        "options": view.options,
        "board": tuple(sorted(view.board.placed())),
        "squares": write_squares(view),
    }


def _cells(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells))
