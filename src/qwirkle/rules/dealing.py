"""Dealers: how the rules get their randomness, and the specified way to shuffle from a seed.

The rules never draw a random number. They ask a dealer, and a dealer made from the same seed
gives the same answers on every machine, in every version: see docs/dealing.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from struct import Struct
from typing import Protocol, TypeVar

T = TypeVar("T")

_WORDS = Struct(">8I")
"""The eight words of a SHA-256 digest."""


class Dealer(Protocol):
    """A source of shuffles. ``label`` distinguishes the shuffles of a game."""

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """Return the same things in the dealer's order."""
        ...


class SeedDealer:
    """A dealer that shuffles by SHA-256 in counter mode over the seed and the label."""

    def __init__(self, seed: int | str | bytes) -> None:
        self._key = hashlib.sha256(seed_bytes(seed)).digest()

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """Shuffle by Fisher-Yates from the last place down, with unbiased draws."""
        order = list(things)
        words = self._words(label)
        for last in range(len(order) - 1, 0, -1):
            chosen = _below(last + 1, words)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)

    def _words(self, label: str) -> Iterator[int]:
        name = label.encode()
        block = 0
        while True:
            digest = hashlib.sha256(self._key + block.to_bytes(8, "big") + name).digest()
            yield from _WORDS.unpack(digest)
            block += 1


def joint_seed(seed: int | str | bytes, nonces: Sequence[str]) -> bytes:
    """Return the seed that a table deals by: its own together with the nonces of its seats.

    A seat without a nonce has an empty text. Without any nonce, the table's seed is all there is.
    """
    if not any(nonces):
        return seed_bytes(seed)
    lines = "".join(f"{nonce}\n" for nonce in nonces)
    joint = hashlib.sha256(b"qwirkle joint seed\n" + lines.encode() + seed_bytes(seed))
    return joint.hexdigest().encode()


def seed_bytes(seed: int | str | bytes) -> bytes:
    """Return a seed as bytes: text in UTF-8, a number as its decimal digits."""
    if isinstance(seed, bytes):
        return seed
    return str(seed).encode()


def _below(limit: int, words: Iterator[int]) -> int:
    # Words at or above the largest multiple of the limit are skipped, so no value is favoured.
    fair = (1 << 32) // limit * limit
    word = next(words)
    while word >= fair:
        word = next(words)
    return word % limit
