"""Positions that people send: read, judged, and refused with all their faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from qwirkle.errors import QwirkleError, Refused
from qwirkle.notation.family import read_entered
from qwirkle.rules.family import AnyEdition, AnyView, position_faults
from qwirkle.rules.refusals.positions import PositionReason, fault
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.tables.core.reasons import TableReason, refusal

MAX_TEXT = 2000
"""The maximum length of a position in characters; a full one takes half as many."""


class Entered(NamedTuple):
    """A position as it was entered."""

    view: AnyView | None
    """None if the text is not a position."""
    faults: tuple[Refusal, ...]


def read_position(text: str, rules: AnyEdition | None = None) -> Entered:
    """Read a position and find all its faults."""
    if len(text) > MAX_TEXT:
        raise refusal(TableReason.BAD_POSITION, case="long", most=MAX_TEXT)
    return judge_position(lambda: read_entered(text, rules))


def judge_position(make: Callable[[], AnyView]) -> Entered:
    """Make the view of a position and find all its faults."""
    try:
        seen = make()
    except (QwirkleError, ValueError, RecursionError) as error:
        problem = str(error)[:300] or "it is nested too deeply"
        return Entered(None, (fault(PositionReason.BAD_POSITION, problem=problem),))
    return Entered(seen, position_faults(seen))


def playable_position(text: str, rules: AnyEdition | None = None) -> AnyView:
    """Return the view of a position that can be played, or raise Refused with every fault."""
    return playable(read_position(text, rules))


def playable(found: Entered) -> AnyView:
    """Return the view of an entered position, or raise Refused with every fault."""
    if found.view is None or found.faults:
        raise Refused(found.faults)
    return found.view


def check_position(text: str, rules: AnyEdition, seats: int) -> None:
    """Refuse a position that a game with these seats cannot begin in."""
    players = len(playable_position(text, rules).players)
    if players != seats:
        raise refusal(TableReason.BAD_POSITION, case="seats", right=players, count=seats)
