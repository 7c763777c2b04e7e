"""The winners: the seats with the highest score share the win, in every game of the family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

EndingT = TypeVar("EndingT")


class GameResult(msgspec.Struct, Generic[EndingT], frozen=True):
    """The result of a game. Several winners share the win (Q-END-3, C-WIN-1)."""

    ending: EndingT
    winners: tuple[int, ...]
    scores: tuple[int, ...]


def winners(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the highest score; they share the win (Q-END-3, C-WIN-1).

    Nothing else breaks a tie: neither the tiles left in a hand nor going out first.
    """
    most = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == most)
