"""The case files as typed values.

A file is ``{"squares": ..., "cases": [...]}``. A case that may be played has ``points``, ``lines``,
``bonus`` and ``tokens``; one that may not has ``reasons``, all of them. ``groups`` counts the
connected areas: before and after a take, if there is one, and after the placement.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.scoring import Line
from qwirkle.rules.tiles import Colour, Shape, Tile

HERE = Path(__file__).parent
PLACEMENT_FILES = ("classic", "colour-blind", "schmidt", "mini", "select", "connect", "combined")


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One position, what is done in it and what comes of it."""

    id: str
    game: str
    rule: str
    note: str
    board: tuple[Placed, ...] = ()
    hand: tuple[Tile, ...] | None = None
    opening: bool = False
    take: Cell | None = None
    place: tuple[Placed, ...] = ()
    tokens_gone: tuple[Cell, ...] = ()
    groups: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    points: int | None = None
    lines: tuple[Line, ...] = ()
    bonus: int = 0
    tokens: tuple[Cell, ...] = ()
    cell: Cell | None = None
    fits: tuple[Tile, ...] | None = None
    inner: dict[Shape, Colour] | None = None
    two_bonuses: tuple[tuple[Placed, ...], ...] | None = None
    best: int | None = None
    placements: int | None = None

    @property
    def layout(self) -> Layout:
        return edition(self.game).layout

    @property
    def table(self) -> Board:
        return Board(self.board, self.layout)


class Squares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a board."""

    one: tuple[Cell, ...] = msgspec.field(name="1")
    two: tuple[Cell, ...] = msgspec.field(name="2")
    star: tuple[Cell, ...]
    centre: tuple[Cell, ...]
    black: tuple[Cell, ...]


class CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of positions."""

    cases: tuple[Case, ...]
    squares: Squares | None = None
    cross: Squares | None = None


class SampleTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn of a sample game; ``score`` is the total of the seat after it."""

    seat: int
    place: tuple[Placed, ...]
    lines: tuple[Line, ...]
    points: int
    score: int
    draws: tuple[Tile, ...]


class SampleGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game with the order of its bag, turn by turn."""

    id: str
    game: str
    note: str
    players: tuple[str, ...]
    ages: tuple[int, ...]
    starter: int
    bag: tuple[Tile, ...]
    totals: tuple[int, ...]
    final: tuple[Placed, ...]
    turns: tuple[SampleTurn, ...]


@cache
def case_file(name: str) -> CaseFile:
    return msgspec.json.decode((HERE / f"{name}.json").read_bytes(), type=CaseFile)


@cache
def sample_game(name: str) -> SampleGame:
    return msgspec.json.decode((HERE / f"{name}.json").read_bytes(), type=SampleGame)


def all_cases() -> tuple[Case, ...]:
    return tuple(case for name in PLACEMENT_FILES for case in case_file(name).cases)
