"""Placements in bulk: everything the grid listed last, spelt out together.

Written once for both backends, like ``board.py``: it runs as it is, and Cython compiles it with
``listing.pxd`` beside it.
"""

from __future__ import annotations

from array import array
from typing import TypeVar

from qwirkle.engine.placement import bits, grid

TILES = bits.HAND
WIDTH = TILES + 1
"""Numbers per placement: its tiles, and its points at the end."""


class Listed:
    """A placement of a list: its points, and where its tiles are spelt; made in bulk."""

    def __init__(self) -> None:
        """Make an empty one; ``make_all`` fills it in."""
        self.points = 0
        self.which = 0
        self.spelt: array[int] | None = None
        self.shift: tuple[int, int] = (0, 0)


ListedT = TypeVar("ListedT", bound=Listed)


def make_all(kind: type[ListedT], spelt: array[int], shift: tuple[int, int]) -> list[ListedT]:
    """Return one of this kind for each placement that was spelt."""
    return [_fill(kind.__new__(kind), which, spelt, shift) for which in range(len(spelt) // WIDTH)]


def _fill(listed: ListedT, which: int, spelt: array[int], shift: tuple[int, int]) -> ListedT:
    listed.which = which
    listed.points = spelt[which * WIDTH + TILES]
    listed.spelt = spelt
    listed.shift = shift
    return listed


def spell_all(position: grid.Grid) -> array[int]:
    """Spell the placements that were listed last, ``WIDTH`` numbers for each.

    A tile is its cell times 64 plus its kind, from the least cell on; -1 fills the rest.
    """
    spelt = array("i", bytes(4 * WIDTH * position.n))
    _spell_listed(position, spelt)
    return spelt


def _spell_listed(position: grid.Grid, spelt: array[int]) -> int:
    return _spell_codes(position, position.codes, position.worth, position.n, spelt)


def _spell_codes(
    position: grid.Grid, codes: array[int], worth: array[int], number: int, spelt: array[int]
) -> int:
    at = 0
    for which in range(number):
        code = codes[which]
        count = position._spell(code)
        after = (code >> 56) & 7
        # Before the anchor the farthest cell comes last in the small arrays.
        for part in range(TILES):
            if part >= count:
                spelt[at + part] = -1
                continue
            source = count - 1 - part if part < count - 1 - after else part - (count - 1 - after)
            spelt[at + part] = position.cells[source] * 64 + position.kinds[source]
        spelt[at + TILES] = worth[which]
        at += WIDTH
    return 0
