"""What a player of the card game can do: turns as values.

``str(turn)`` is its canonical text, which ``qwirkle.notation`` reads (see docs/notation.md).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

CardSet = tuple[Tile, ...]
"""Cards that lie together on the table; the referee says whether they are a set (C-SET-1)."""


class Play(msgspec.Struct, frozen=True):
    """Play cards and switch cards: ``after`` is all sets as they lie then, new Qwirkles among them.

    How the cards got there is free, so nothing else needs to be said (C-TURN-1).
    """

    after: tuple[CardSet, ...]

    def __str__(self) -> str:
        return write_sets(self.after)


class Exchange(msgspec.Struct, frozen=True):
    """Shuffle the hand into the deck and draw a new one, when no card can be played (A15)."""

    def __str__(self) -> str:
        return "exchange"


Turn = Play | Exchange | Pass


def write_sets(sets: Iterable[CardSet]) -> str:
    """Sets with a stroke between them: ``Ro Rs Rb / Bo Bs Bx``."""
    return " / ".join(" ".join(cards) for cards in sets)
