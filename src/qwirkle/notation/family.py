"""Text and pictures of a game, whichever family it belongs to.

The two halves export the same names: ``read_turn``, ``draw``, ``svg``, ``write_position`` and
``read_view``. Each is imported when it is first used, so that a game starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from qwirkle.errors import BadPosition, NotationError
from qwirkle.rules.family import (
    AnyEdition,
    AnyState,
    AnyTurn,
    AnyView,
    Member,
    Registry,
    edition,
    position_faults,
)
from qwirkle.rules.positions import PositionReason
from qwirkle.rules.reasons import Refusal

_HALVES = Registry(placement="qwirkle.notation.placement", cards="qwirkle.notation.cards")


def _half(member: Member) -> Any:
    return import_module(_HALVES.of(member))


def read_turn(text: str, state: AnyState | AnyView) -> AnyTurn:
    """Return the turn that a text means in this state or view; NotationError says what to write."""
    turn: AnyTurn = _half(state).read_turn(text, state)
    return turn


def draw(state: AnyState) -> str:
    """Draw the table as plain text."""
    return str(_half(state).draw(state))


def svg(state: AnyState, face: str | None = None) -> str:
    """Draw the table as an SVG picture, with the last turn marked."""
    return str(_half(state).svg(state, face or state.edition.faces))


def write_position(view: AnyView) -> str:
    """Return the position that a seat sees, as one line of text."""
    return str(_half(view).write_position(view))


def read_view(line: str, rules: AnyEdition | None = None) -> AnyView:
    """Return what the seat to move sees in the position of a line; BadPosition if it cannot be.

    Tiles may be missing from the box. ``rules`` are those of the game, if it is a house rule.
    """
    view = read_entered(line, rules)
    faults = position_faults(view)
    if not all(map(_can_be_set_up, faults)):
        raise BadPosition(faults)
    return view


def read_entered(line: str, rules: AnyEdition | None = None) -> AnyView:
    """Return the view of a position as it was entered, whether it can be or not."""
    words = line.split(maxsplit=1)
    if not words:
        raise NotationError("A position begins with the id of its game, such as classic.")
    view: AnyView = _half(rules or edition(words[0])).read_view(line, rules)
    return view


def _can_be_set_up(found: Refusal) -> bool:
    """Return whether a game can be set up anyway: with tiles missing, or when it is over."""
    if found.reason == PositionReason.BAG_WRONG:
        return int(found.params["count"]) < int(found.params["right"])
    return found.reason in {PositionReason.HAND_NOT_FULL, PositionReason.NOBODY_TO_MOVE}
