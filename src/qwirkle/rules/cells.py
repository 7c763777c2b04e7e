"""Cells of the table, and the axes that lines run along. x runs to the right, y down."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple


class Cell(NamedTuple):
    """A place on the table."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    def step(self, axis: Axis, by: int = 1) -> Cell:
        """Return the cell ``by`` steps further along an axis."""
        return Cell(self.x + by * axis.dx, self.y + by * axis.dy)

    def neighbours(self) -> tuple[Cell, Cell, Cell, Cell]:
        """Return the four cells that share a side with this one."""
        x, y = self
        return Cell(x + 1, y), Cell(x - 1, y), Cell(x, y + 1), Cell(x, y - 1)


@lru_cache(4096)
def cell_at(x: int, y: int) -> Cell:
    """Return a shared cell: a server keeps thousands of boards in memory."""
    return Cell(x, y)


class Axis(Enum):
    """A direction a line can run in."""

    ROW = (1, 0)
    COLUMN = (0, 1)

    def __init__(self, dx: int, dy: int) -> None:
        self.dx = dx
        self.dy = dy

    @property
    def across(self) -> Axis:
        """The other axis."""
        return Axis.COLUMN if self is Axis.ROW else Axis.ROW
