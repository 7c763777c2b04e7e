"""Placements in bulk: everything the grid listed last, spelt out together.

Written once for both backends, like ``board.py``: it runs as it is, and Cython compiles it with
``listing.pxd`` beside it.
"""

from __future__ import annotations

from array import array

from qwirkle.engine.placement import bits, grid

TILES = bits.HAND
WIDTH = TILES + 1
"""Numbers per placement: its tiles, and its points at the end."""


def spell_all(position: grid.Grid) -> array[int]:
    """Spell the placements that were listed last, ``WIDTH`` numbers for each.

    A tile is its cell times 64 plus its kind, from the least cell on; -1 fills the rest.
    """
    spelt = array("i", bytes(4 * WIDTH * position.n))
    _spell_all(position, spelt)
    return spelt


def _spell_all(position: grid.Grid, spelt: array[int]) -> int:
    at = 0
    for which in range(position.n):
        code = position.codes[which]
        count = position._spell(code)
        after = (code >> 56) & 7
        # Before the anchor the farthest cell comes last in the small arrays.
        for part in range(TILES):
            if part >= count:
                spelt[at + part] = -1
                continue
            source = count - 1 - part if part < count - 1 - after else part - (count - 1 - after)
            spelt[at + part] = position.cells[source] * 64 + position.kinds[source]
        spelt[at + TILES] = position.worth[which]
        at += WIDTH
    return 0
