"""The winners, the seats with the highest score, and the endings of a game in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from qwirkle.rules.refusals.sentences import Sentences

ENDINGS: Sentences = {
    "went-out": "{name} played the last tile.",
    "went-out/you": "You played the last tile.",
    "all-passed": "Nobody could place or trade any more tiles.",
    "no-progress": "Nobody played anything for several rounds.",
    "last-round": "The deck was empty, and everyone had one last turn.",
}
"""Why a game ended; ``name`` is the player who ended it."""

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
