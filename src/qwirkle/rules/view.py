"""The parts that the views of both families share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

import msgspec

from qwirkle.errors import ArgumentError
from qwirkle.rules.editions.base import Key
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.tiles import Tile


class _Edition(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def chosen(self) -> dict[str, OptionValue]: ...


class _View(Protocol):
    @property
    def edition(self) -> _Edition: ...


class _Printer(Protocol):
    def text(self, _text: str, /) -> None: ...


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a seat sees it; the fields are those of the family."""

    family: ClassVar[Key]

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:  # noqa: ARG002
        # A notebook displays what ``print`` does, not a wall of fields.
        printer.text(str(self))

    @property
    def game(self: _View) -> str:
        """The id of the game."""
        return self.edition.id

    @property
    def options(self: _View) -> dict[str, OptionValue]:
        """The options the players chose."""
        return self.edition.chosen


def hand_of(hands: Sequence[tuple[Tile, ...]], seat: int | None) -> tuple[Tile, ...]:
    """Return the hand a seat may see: its own; none for a spectator.

    A negative number is refused: as an index it would silently reveal another seat's hand.
    """
    if seat is None:
        return ()
    if not isinstance(seat, int) or not 0 <= seat < len(hands):
        raise ArgumentError(f"there is no seat {seat!r}; seats are 0 to {len(hands) - 1}")
    return hands[seat]
