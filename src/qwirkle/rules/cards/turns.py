"""The turns of the card game, as values.

``str(turn)`` is its canonical text, which ``qwirkle.notation`` reads (see docs/notation.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

import msgspec

from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

CardSet = tuple[Tile, ...]
"""Cards that lie together on the table; the referee decides whether they are a set (C-SET-1)."""


class Play(msgspec.Struct, frozen=True):
    """A turn that plays cards and switches others: ``after`` is all sets after it.

    New Qwirkles are included. How the cards got there does not matter, so a turn holds nothing
    else (C-TURN-1).
    """

    after: tuple[CardSet, ...]

    def __str__(self) -> str:
        return write_sets(self.after)


class Exchange(msgspec.Struct, frozen=True):
    """A turn that shuffles the hand into the deck and draws a new one.

    It is allowed when no card can be played (A15).
    """

    def __str__(self) -> str:
        return "exchange"


Turn = Play | Exchange | Pass


def is_turn(value: object) -> TypeGuard[Turn]:
    """Return whether a value is a turn of this family, legal or not."""
    return isinstance(value, Turn)


def write_sets(sets: Iterable[CardSet]) -> str:
    """Write sets with a slash between them: ``Ro Rs Rb / Bo Bs Bx``."""
    return " / ".join(" ".join(cards) for cards in sets)
