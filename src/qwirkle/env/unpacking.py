"""Planes of 0 and 1 for the kinds that cells accept, which the core gives as bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qwirkle.rules.tiles import KINDS

ACCEPTS = "accepts"
KIND_COUNT = len(KINDS)
# The bytes of a number that have bits of kinds.
BYTES = (KIND_COUNT + 7) // 8


def unpack(axes: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Return the planes of one game: 36 for the kinds that rows accept, 36 for columns."""
    bits = _bits_of(axes.reshape(-1))
    return np.ascontiguousarray(
        bits.reshape(*axes.shape, KIND_COUNT).transpose(0, 3, 1, 2).reshape(-1, *axes.shape[1:])
    )


class Unpacker:
    """The planes of many games; only what has changed is unpacked again."""

    def __init__(self, axes: NDArray[np.generic]) -> None:
        """Unpack the bits of this array, which has two numbers for each cell of each game."""
        count, _, rows, columns = axes.shape
        self._axes = axes.reshape(2 * count, rows, columns)
        self._known = np.zeros_like(self._axes)
        self.planes = np.zeros((count, 2 * KIND_COUNT, rows, columns), np.uint8)
        self._by_axis = self.planes.reshape(2 * count, KIND_COUNT, rows, columns)

    def update(self) -> None:
        """Bring the planes up to date."""
        axis, row, column = np.nonzero(self._axes != self._known)
        changed = self._axes[axis, row, column]
        self._by_axis[axis, :, row, column] = _bits_of(changed)
        self._known[axis, row, column] = changed


def _bits_of(numbers: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Return the bits of these numbers, one row of 36 for each."""
    words = numbers.astype("<i8").view(np.uint8).reshape(-1, 8)[:, :BYTES]
    return np.unpackbits(words, axis=1, count=KIND_COUNT, bitorder="little")
