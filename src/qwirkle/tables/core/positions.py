"""Positions that people send: read, judged, and refused with everything that is wrong."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.errors import QwirkleError, Refused
from qwirkle.notation.family import read_entered
from qwirkle.rules.family import AnyEdition, AnyView, position_faults
from qwirkle.rules.positions import PositionReason, fault
from qwirkle.rules.reasons import Refusal
from qwirkle.tables.core.reasons import TableReason, refusal

MAX_TEXT = 2000
"""Characters of a position; one with all tiles and options has half as many."""


class Entered(NamedTuple):
    """A position as it was sent."""

    view: AnyView | None
    """None if the text is not a position."""
    faults: tuple[Refusal, ...]


def read_position(text: str, rules: AnyEdition | None = None) -> Entered:
    """Read a position and find everything that is wrong with it."""
    if len(text) > MAX_TEXT:
        raise refusal(TableReason.BAD_POSITION, case="long", most=MAX_TEXT)
    try:
        seen = read_entered(text, rules)
    except (QwirkleError, ValueError, RecursionError) as error:
        problem = str(error)[:300] or "it is nested too deeply"
        return Entered(None, (fault(PositionReason.BAD_POSITION, problem=problem),))
    return Entered(seen, position_faults(seen))


def playable_position(text: str, rules: AnyEdition | None = None) -> AnyView:
    """Return the view of a position that can be played, or raise Refused with every fault."""
    found = read_position(text, rules)
    if found.view is None or found.faults:
        raise Refused(found.faults)
    return found.view


def check_position(text: str, rules: AnyEdition, seats: int) -> None:
    """Refuse a position that these seats cannot begin in."""
    players = len(playable_position(text, rules).players)
    if players != seats:
        raise refusal(TableReason.BAD_POSITION, case="seats", right=players, count=seats)
