"""The turn that both families share."""

from __future__ import annotations

import msgspec

from qwirkle.rules.cells import Cell


class Pass(msgspec.Struct, frozen=True):
    """Do nothing, when nothing can be done (A1, A15).

    ``take`` names a tile taken first in the same turn, where the game allows that.
    """

    take: Cell | None = None

    def __str__(self) -> str:
        return "pass" if self.take is None else f"take {self.take}; pass"
