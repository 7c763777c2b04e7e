"""The turn that both families share."""

from __future__ import annotations

import msgspec

from qwirkle.rules.cells import Cell


class Pass(msgspec.Struct, frozen=True):
    """A turn that does nothing, allowed if nothing else is possible (A1, A15).

    ``take`` is the cell of a tile to take first in the same turn, if the game allows it.
    """

    take: Cell | None = None

    def __str__(self) -> str:
        return "pass" if self.take is None else f"take {self.take}; pass"
