"""The turns of the placement games, as values.

``str(turn)`` is its canonical text, which ``qwirkle.notation`` reads (see docs/notation.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeGuard

import msgspec

from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass


class Place(msgspec.Struct, frozen=True):
    """A turn that puts tiles on the table. ``take`` is the cell of a tile to take first."""

    tiles: tuple[Placed, ...]
    take: Cell | None = None

    def __str__(self) -> str:
        return _after_take(self.take, _run(self.tiles) or write_placements(self.tiles))


class Trade(msgspec.Struct, frozen=True):
    """A turn that puts tiles aside, draws as many, and returns the first ones to the bag."""

    tiles: tuple[Tile, ...]
    take: Cell | None = None

    def __str__(self) -> str:
        return _after_take(self.take, f"trade {' '.join(self.tiles)}")


class Take(msgspec.Struct, frozen=True):
    """An act that takes a tile from the table; the turn continues (S-TAKE-1, M-TAKE-1)."""

    cell: Cell

    def __str__(self) -> str:
        return f"take {self.cell}"


class DrawThree(msgspec.Struct, frozen=True):
    """An act that draws three extra tiles; the turn continues (M-DRAW3-1)."""

    def __str__(self) -> str:
        return "draw3"


Turn = Place | Trade | Pass | Take | DrawThree


def is_turn(value: object) -> TypeGuard[Turn]:
    """Return whether a value is a turn of this family, legal or not."""
    return isinstance(value, Turn)


# The four ways a run of tiles can be written.
WAYS = {">": (1, 0), "v": (0, 1), "<": (-1, 0), "^": (0, -1)}
# A line has at most six tiles: between the ends of a placement there are at most four others.
_MAX_STEPPED_OVER = 4


def write_placements(placed: Iterable[Placed]) -> str:
    """Write tiles with their cells, each as ``Ro@3,4``."""
    return " ".join(f"{tile}@{x},{y}" for x, y, tile in placed)


def _after_take(take: Cell | None, text: str) -> str:
    return text if take is None else f"take {take}; {text}"


def _run(placed: Sequence[Placed]) -> str | None:
    """Return the tiles as a run, if they are in one line, in this order and not too far apart."""
    if len(placed) < 2:
        return None
    for way, (dx, dy) in WAYS.items():
        jumps = [(after.x - before.x, after.y - before.y) for before, after in pairwise(placed)]
        steps = [x * dx + y * dy for x, y in jumps]
        straight = all(
            step > 0 and jump == (step * dx, step * dy)
            for step, jump in zip(steps, jumps, strict=True)
        )
        if straight and sum(steps) - len(steps) <= _MAX_STEPPED_OVER:
            texts: list[str] = [placed[0].tile]
            for (_, _, tile), step in zip(placed[1:], steps, strict=True):
                texts += ["."] * (step - 1) + [tile]
            return f"{placed[0].cell}{way} {' '.join(texts)}"
    return None
