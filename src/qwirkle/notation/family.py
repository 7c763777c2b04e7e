"""Text and pictures of a game, whichever family it belongs to.

The two halves export the same names: ``read_turn``, ``draw``, ``svg``, ``write_position`` and
``read_view``. Each is imported when it is first used, so that a game starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from qwirkle.errors import NotationError
from qwirkle.rules.family import AnyState, AnyTurn, AnyView, Member, Registry, edition
from qwirkle.rules.tiles import BOX

_HALVES = Registry(placement="qwirkle.notation.placement", cards="qwirkle.notation.cards")


def _half(member: Member) -> Any:
    return import_module(_HALVES.of(member))


def read_turn(text: str, state: AnyState) -> AnyTurn:
    """Return the turn that a text means in this state; NotationError says what to write."""
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


def read_view(line: str) -> AnyView:
    """Return what the seat to move sees in the position of a line."""
    words = line.split(maxsplit=1)
    if not words:
        raise NotationError("A position begins with the id of its game, such as classic.")
    view: AnyView = _half(edition(words[0])).read_view(line)
    hidden = view.unseen().total()
    if hidden + _shown(view) > len(BOX):
        raise NotationError("There are more tiles of a kind than the box holds.")
    return view


def _shown(view: AnyView) -> int:
    return len(view.hand) + int(_half(view).shown(view))
