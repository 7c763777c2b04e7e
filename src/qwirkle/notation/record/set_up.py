"""Games that begin in a position: its text in a record, written and read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from qwirkle.errors import BadPosition, NotationError
from qwirkle.notation.family import read_view, write_position
from qwirkle.notation.record.headers import Headers
from qwirkle.notation.record.lines import Record
from qwirkle.rules.cards import events as cards
from qwirkle.rules.family import AnyEdition, AnyGameEvent, AnyView, Registry, fold, view
from qwirkle.rules.placement import events as tiles
from qwirkle.rules.tiles import Tile

AnySetUp = tiles.PositionSetUp | cards.PositionSetUp
UNKNOWN = Tile.Ro
"""A placeholder for unknown tiles. Only their number matters."""


def position_set_up(began: Any, event: AnySetUp) -> str:
    """Write the position that a game begins in, as far as the event tells it.

    The hand of the seat to move is written if the event has it; no other hand ever is.
    """
    if began is None:
        raise ValueError("the first event of a game says that it began")
    to_move = event.seat
    hand = None if to_move is None else event.hands[to_move]
    state = fold([began, _FILLED.of(event)(event)])
    return write_position(view(state, None if hand is None else to_move))


def position_of_record(record: Record, headers: Headers, edition: AnyEdition) -> AnyView:
    """Read the position that a record begins in; NotationError has its line."""
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


def _fill_tiles(event: tiles.PositionSetUp) -> tiles.PositionSetUp:
    hands = tuple(
        (UNKNOWN,) * player.tiles if hand is None else hand
        for player, hand in zip(event.players, event.hands, strict=True)
    )
    return replace(event, hands=hands, pile=(UNKNOWN,) * event.bag)


def _fill_cards(event: cards.PositionSetUp) -> cards.PositionSetUp:
    hands = tuple(
        (UNKNOWN,) * player.cards if hand is None else hand
        for player, hand in zip(event.players, event.hands, strict=True)
    )
    return replace(event, hands=hands, deck=(UNKNOWN,) * event.count)


_FILLED = Registry[Callable[[Any], AnyGameEvent]](placement=_fill_tiles, cards=_fill_cards)
