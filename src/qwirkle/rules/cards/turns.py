"""What a player of the card game can do: turns as values."""

from __future__ import annotations

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


class Exchange(msgspec.Struct, frozen=True):
    """Shuffle the hand into the deck and draw a new one, when no card can be played (A15)."""


Turn = Play | Exchange | Pass
