"""The public facts that bear on the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Situation(NamedTuple):
    """The public facts that bear on the end of a game; the seat to move comes first."""

    scores: tuple[int, ...]
    hands: tuple[int, ...]
    """The number of tiles or cards of each seat."""
    pile: int
    """The size of the bag or deck."""
    extras: tuple[int, ...]
    """The number of tokens and action tiles of each seat."""
    stars: int = 0
    """Stars that are not covered yet."""
    turns_left: int | None = None
    """In the last round of a card game, the turns that remain."""

    @property
    def to_come(self) -> int:
        """The tiles that the others hold or anybody may draw.

        C-END-1: in the last round of a card game, only those with a turn left count.
        """
        return self.pile + sum(self.hands[1 : self.turns_left])

    @property
    def is_settled(self) -> bool:
        """Whether the value of the best turn determines how the game ends.

        It does in the last turn of a card game, and in the last two if there are two players: then
        the value is what the turn makes, less the best reply.
        """
        return self.turns_left == 1 or (self.turns_left == len(self.scores) == 2)


def in_turn_order(players: Sequence[T], seat: int | None) -> Sequence[T]:
    """Return the players from a seat on; from the first one for a spectator."""
    first = seat or 0
    return (*players[first:], *players[:first])
