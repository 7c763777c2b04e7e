"""Text and pictures of the placement games, under the names that ``notation.family`` requires."""

from __future__ import annotations

from qwirkle.notation.pictures.svg import board_svg
from qwirkle.notation.record.builder_tiles import TileRecordBuilder
from qwirkle.notation.record.deals import GameReplay
from qwirkle.notation.record.deals_tiles import TileReplay, UnseededTileReplay
from qwirkle.notation.record.headers import Headers
from qwirkle.notation.record.lines import Record
from qwirkle.notation.text import position as positions
from qwirkle.notation.text import turns
from qwirkle.notation.text.terminal import board_ascii
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View


def read_turn(text: str, state: State | View) -> Turn:
    """Return the turn that a text stands for on this board."""
    return turns.read_turn(text, state.board)


def draw(state: State) -> str:
    """Draw the board as plain text."""
    return board_ascii(state.board)


def svg(state: State, face: str, *, coordinates: bool = True) -> str:
    """Draw the board with the tiles of the last turn marked."""
    last = state.last
    marked = [] if last is None else [placed.cell for placed in last.placed]
    stars = state.stars_left if state.board.layout.stars else None
    return board_svg(
        state.board, face=face, highlight=marked, tokens=stars, coordinates=coordinates
    )


def new_record() -> TileRecordBuilder:
    """Return the record of a game with no events yet."""
    return TileRecordBuilder()


def replay(record: Record, headers: Headers, edition: Edition) -> GameReplay:
    """Return the game of a record, dealt: from its seed, or with unknown tiles."""
    kind = TileReplay if headers.seed is not None else UnseededTileReplay
    return kind(record, headers, edition)


def write_position(view: View) -> str:
    """Return the position as one line of text."""
    return positions.write_position(positions.position_of(view))


def read_view(line: str, rules: Edition | None = None) -> View:
    """Return the view of the seat to move in the position of a line, possible or not.

    ``rules`` are those of the game, if it is a house rule.
    """
    return positions.view_of(positions.read_position(line), rules)
