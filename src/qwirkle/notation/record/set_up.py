"""Games that begin in a position: its text in a record, written and read."""

from __future__ import annotations

from qwirkle.errors import BadPosition, NotationError
from qwirkle.notation.family import read_view, write_position
from qwirkle.notation.record.headers import Headers
from qwirkle.notation.record.lines import Record
from qwirkle.rules.cards import events as cards
from qwirkle.rules.events import Event
from qwirkle.rules.family import AnyEdition, AnyView, fold, view
from qwirkle.rules.placement import events as tiles
from qwirkle.rules.tiles import Tile

AnySetUp = tiles.PositionSetUp | cards.PositionSetUp
UNKNOWN = Tile.Ro
"""A placeholder for unknown tiles. Only their number matters."""


def position_set_up(began: Event | None, event: AnySetUp, filled: AnySetUp) -> str:
    """Write the position that a game begins in, as far as the event reveals it.

    The hand of the seat to move is written if the event has it; no other hand ever is. ``filled``
    is the same event with ``UNKNOWN`` for every piece that the reader may not see.
    """
    if not isinstance(began, tiles.GameBegan | cards.GameBegan):
        raise ValueError("the first event of a game says that it began")  # noqa: TRY004
    to_move = event.seat
    hand = None if to_move is None else event.hands[to_move]
    state = fold([began, filled])
    return write_position(view(state, None if hand is None else to_move))


def position_of_record(record: Record, headers: Headers, edition: AnyEdition) -> AnyView:
    """Read the position that a record begins in; NotationError carries its line."""
    line = record.line_of("Position")
    try:
        seen = read_view(headers.position or "", edition)
    except (NotationError, BadPosition) as error:
        raise NotationError(f"Position: {error}", line=line) from None
    if len(seen.players) != len(headers.players):
        raise NotationError(
            f"Position: it is for {len(seen.players)} players, not {len(headers.players)}",
            line=line,
        )
    return seen
