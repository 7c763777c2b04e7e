"""Text and pictures of the card game, under the names that ``notation.family`` requires."""

from __future__ import annotations

from qwirkle.notation.cards_table import spots_of
from qwirkle.notation.pictures.cards_svg import cards_svg
from qwirkle.notation.record.builder_cards import CardRecordBuilder
from qwirkle.notation.record.deals import GameReplay
from qwirkle.notation.record.deals_cards import CardReplay, UnseededCardReplay
from qwirkle.notation.record.headers import Headers
from qwirkle.notation.record.lines import Record
from qwirkle.notation.text.cards_position import read_view, write_position
from qwirkle.notation.text.cards_terminal import table_ascii
from qwirkle.notation.text.cards_turns import read_card_turn
from qwirkle.rules.cards.state import State
from qwirkle.rules.cards.turns import Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.editions.cards import Edition


def read_turn(text: str, state: State | View) -> Turn:  # noqa: ARG001 - a card turn needs no table
    """Return the turn that a text stands for."""
    return read_card_turn(text)


def draw(state: State) -> str:
    """Draw the sets on the table as plain text."""
    return table_ascii(state.table)


def svg(state: State, face: str, *, coordinates: bool = True) -> str:
    """Draw the table with the cards of the last turn marked; it has no coordinates."""
    del coordinates
    turn = state.last
    return cards_svg(
        state.table,
        face=face,
        highlight=() if turn is None else spots_of(turn),
        switched=() if turn is None else spots_of(turn, switched=True),
        qwirkles={seat.name: seat.qwirkles for seat in state.seats},
    )


def new_record() -> CardRecordBuilder:
    """Return the record of a game with no events yet."""
    return CardRecordBuilder()


def replay(record: Record, headers: Headers, edition: Edition) -> GameReplay:
    """Return the game of a record, dealt: from its seed, or with unknown cards."""
    kind = CardReplay if headers.seed is not None else UnseededCardReplay
    return kind(record, headers, edition)


__all__ = ["draw", "new_record", "read_turn", "read_view", "replay", "svg", "write_position"]
