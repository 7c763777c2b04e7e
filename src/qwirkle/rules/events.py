"""The events that both families have; each family adds its own tags and types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, Self, TypeVar

import msgspec

from qwirkle.rules.editions.base import Key
from qwirkle.rules.tiles import Tile

EditionT = TypeVar("EditionT")
EndingT = TypeVar("EndingT")


class Event(msgspec.Struct, frozen=True):
    """Something that happened; ``seen_by`` returns it as a seat, or a spectator (None), sees it."""

    family: ClassVar[Key]

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002 - most events are public
        """Return this event as the seat sees it."""
        return self


class GameBegan(Event, Generic[EditionT], frozen=True):
    """The start of a game: its edition and its players."""

    edition: EditionT
    """Stored whole, so that a stored game never depends on a later edition file."""
    players: tuple[str, ...]
    ages: tuple[int, ...] | None


class Drew(Event, frozen=True):
    """A draw of tiles or cards; the families add which, for the seat itself."""

    seat: int
    count: int


class StarterFound(Event, frozen=True):
    """The players compared their largest sets; one of them starts (Q-START-2, C-START-1)."""

    sets: tuple[int, ...]
    """The size of the largest set, seat by seat."""
    seat: int


class TurnBegan(Event, frozen=True):
    """It is this seat's turn."""

    seat: int


class Passed(Event, frozen=True):
    """A seat could do nothing."""

    seat: int


class GameEnded(Event, Generic[EndingT], frozen=True):
    """The game is over. Several winners share the win (Q-END-3, C-WIN-1)."""

    ending: EndingT
    winners: tuple[int, ...]
    scores: tuple[int, ...]


def kebab(name: str) -> str:
    """Return the tag of a class: ``turn-began`` for ``TurnBegan``."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


def own_hand(
    hands: Iterable[tuple[Tile, ...] | None], seat: int | None
) -> tuple[tuple[Tile, ...] | None, ...]:
    """Return the hands with only that of the seat shown; a spectator sees none."""
    return tuple(hand if seat == owner else None for owner, hand in enumerate(hands))
