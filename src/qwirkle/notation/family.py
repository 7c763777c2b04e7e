"""Text, pictures and records of a game, whichever family it belongs to.

Each half is imported when it is first used, so that a game starts quickly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Protocol, TypeVar

from qwirkle.errors import BadPosition, NotationError
from qwirkle.rules import cards as card_rules
from qwirkle.rules import placement as placement_rules
from qwirkle.rules.family import (
    AnyEdition,
    AnyState,
    AnyTurn,
    AnyView,
    Member,
    Pair,
    edition,
    position_faults,
)
from qwirkle.rules.refusals.positions import PositionReason
from qwirkle.rules.refusals.reasons import Refusal

if TYPE_CHECKING:
    from qwirkle.notation.record.builder import RecordBuilder
    from qwirkle.notation.record.deals import GameReplay
    from qwirkle.notation.record.headers import Headers
    from qwirkle.notation.record.lines import Record

EditionT_contra = TypeVar("EditionT_contra", contravariant=True)
StateT_contra = TypeVar("StateT_contra", contravariant=True)
ViewT = TypeVar("ViewT")
TurnT_co = TypeVar("TurnT_co", covariant=True)


class Notation(Protocol[EditionT_contra, StateT_contra, ViewT, TurnT_co]):
    """The protocol of how a family of games is written, read and drawn."""

    def read_turn(self, text: str, state: StateT_contra | ViewT, /) -> TurnT_co:
        """Return the turn that a text stands for."""
        ...

    def draw(self, state: StateT_contra, /) -> str:
        """Draw the table as plain text."""
        ...

    def svg(self, state: StateT_contra, face: str, /, *, coordinates: bool = True) -> str:
        """Draw the table as a picture, with the last turn marked.

        ``coordinates`` numbers the columns and rows of a board.
        """
        ...

    def write_position(self, view: ViewT, /) -> str:
        """Return the position that a seat sees, as one line of text."""
        ...

    def read_view(self, line: str, rules: EditionT_contra | None, /) -> ViewT:
        """Return the view of the seat to move in the position of a line, possible or not."""
        ...

    def new_record(self) -> RecordBuilder:
        """Return the record of a game with no events yet."""
        ...

    def replay(self, record: Record, headers: Headers, edition: EditionT_contra, /) -> GameReplay:
        """Return the game of a record, dealt: from its seed, or with unknown pieces."""
        ...


PlacementNotation = Notation[
    placement_rules.Edition, placement_rules.State, placement_rules.View, placement_rules.Turn
]
CardsNotation = Notation[card_rules.Edition, card_rules.State, card_rules.View, card_rules.Turn]
AnyNotation = Notation[AnyEdition, AnyState, AnyView, AnyTurn]


@cache
def _placement() -> PlacementNotation:
    from qwirkle.notation import placement  # noqa: PLC0415 - see above

    return placement


@cache
def _cards() -> CardsNotation:
    from qwirkle.notation import cards  # noqa: PLC0415 - see above

    return cards


_HALVES = Pair[
    Callable[[], PlacementNotation], Callable[[], CardsNotation], Callable[[], AnyNotation]
](placement=_placement, cards=_cards)


def of(member: Member) -> AnyNotation:
    """Return the notation of the game of an edition, a state, a view or an event."""
    return _HALVES.of(member)()


def read_turn(text: str, state: AnyState | AnyView) -> AnyTurn:
    """Return the turn that a text stands for; NotationError explains what to write instead."""
    return of(state).read_turn(text, state)


def draw(state: AnyState) -> str:
    """Draw the table as plain text."""
    return of(state).draw(state)


def svg(state: AnyState, face: str | None = None) -> str:
    """Draw the table as an SVG picture, with the last turn marked."""
    return of(state).svg(state, face or state.edition.faces)


def write_position(view: AnyView) -> str:
    """Return the position that a seat sees, as one line of text."""
    return of(view).write_position(view)


def read_view(line: str, rules: AnyEdition | None = None) -> AnyView:
    """Return the view of the seat to move in the position of a line; BadPosition if impossible.

    Tiles may be missing from the box. ``rules`` are those of the game, if it is a house rule.
    """
    view = read_entered(line, rules)
    faults = position_faults(view)
    if not all(map(_can_be_set_up, faults)):
        raise BadPosition(faults)
    return view


def read_entered(line: str, rules: AnyEdition | None = None) -> AnyView:
    """Return the view of a position as it was entered, possible or not."""
    words = line.split(maxsplit=1)
    if not words:
        raise NotationError("A position begins with the id of its game, such as classic.")
    return of(rules or edition(words[0])).read_view(line, rules)


def _can_be_set_up(found: Refusal) -> bool:
    """Return whether a game can be set up anyway: with tiles missing, or when it is over."""
    if found.reason == PositionReason.BAG_WRONG:
        return int(found.params["count"]) < int(found.params["right"])
    return found.reason in {PositionReason.HAND_NOT_FULL, PositionReason.NOBODY_TO_MOVE}
