"""The legality of a turn, as far as its player can know.

The referee of the game itself decides. It is given a state that produces this view: of the tiles
that nobody sees, only the number matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from qwirkle.rules.family import AnyTurn, AnyView, decide, state_behind
from qwirkle.rules.tiles import BOX, KINDS

T = TypeVar("T")
# More than can ever be hidden; the state takes as many as the view shows.
_UNKNOWN = (KINDS[0],) * (2 * len(BOX))


class _Unshuffled:
    """A dealer that shuffles nothing: which tiles are drawn does not matter here."""

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:  # noqa: ARG002
        return tuple(things)


def check_turn(view: AnyView, turn: AnyTurn) -> None:
    """Raise IllegalTurn, with every reason, if the seat of the view may not take this turn now."""
    decide(state_behind(view, _UNKNOWN), view.seat or 0, turn, _Unshuffled())
