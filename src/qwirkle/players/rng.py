"""A small generator for bots, specified so that a seed plays the same on every machine.

SplitMix64 over a SHA-256 of the seed. Never used for dealing: that is ``rules.dealing``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from qwirkle.rules.dealing import seed_bytes

T = TypeVar("T")
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Chance:
    """A generator of evenly distributed whole numbers."""

    def __init__(self, seed: int | str | bytes) -> None:
        self.reseed(seed)

    def reseed(self, seed: int | str | bytes) -> None:
        """Restart from a seed."""
        self._state = int.from_bytes(hashlib.sha256(seed_bytes(seed)).digest()[:8], "big")

    @property
    def state(self) -> int:
        """The state of the generator, so that the core draws the same lots."""
        return self._state

    def word(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + _STEP) & _MASK
        word = self._state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return word ^ (word >> 31)

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1."""
        fair = (1 << 64) // limit * limit
        while (word := self.word()) >= fair:
            pass
        return word % limit

    def part(self) -> float:
        """Return a number from 0 to 1, 1 excluded."""
        return (self.word() >> 11) / (1 << 53)

    def parts(self, count: int) -> list[float]:
        """Return the next ``count`` numbers of ``part``."""
        state, found = self._state, []
        for _ in range(count):
            state = (state + _STEP) & _MASK
            word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
            found.append(((word ^ (word >> 31)) >> 11) / (1 << 53))
        self._state = state
        return found

    def words(self, count: int) -> list[int]:
        """Return the next ``count`` numbers of ``word``."""
        return [self.word() for _ in range(count)]

    def skip(self, count: int) -> None:
        """Skip the next ``count`` numbers: the core has drawn them."""
        self._state = (self._state + count * _STEP) & _MASK

    def choice(self, things: Sequence[T]) -> T:
        """Return one of these things."""
        return things[self.below(len(things))]

    def sample(self, things: Sequence[T], count: int) -> list[T]:
        """Return ``count`` of these things, none of them twice."""
        rest = list(things)
        return [rest.pop(self.below(len(rest))) for _ in range(count)]
