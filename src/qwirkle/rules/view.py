"""Questions that the views of both families answer by themselves."""

from __future__ import annotations

from typing import ClassVar, Protocol

import msgspec

from qwirkle.rules.editions.files import OptionValue


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

    family: ClassVar[str]

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:  # noqa: ARG002
        # A notebook shows what ``print`` shows, not a wall of fields.
        printer.text(str(self))

    @property
    def game(self: _View) -> str:
        """The id of the game."""
        return self.edition.id

    @property
    def options(self: _View) -> dict[str, OptionValue]:
        """The options the players chose."""
        return self.edition.chosen
