"""Text and pictures: turns, positions and games as docs/notation.md writes them, tiles as SVG.

``pictures`` has the faces of the tiles. Import it and ``text.terminal`` by name: reading a turn
does not load the code that draws one.
"""

from qwirkle.notation.record import read_record, record_of, record_of_view, write_record
from qwirkle.notation.record.headers import Headers, commitment_to, headers_of
from qwirkle.notation.record.lines import Entry, Header, Note, Record
from qwirkle.notation.record.replay import Moment, check_record, events_of, replay
from qwirkle.notation.text.cards_turns import read_card_turn, write_card_turn
from qwirkle.notation.text.position import PositionText, position_of, read_position, write_position
from qwirkle.notation.text.turns import HiddenTrade, read_turn, read_written_turn, write_turn

__all__ = [
    "Entry",
    "Header",
    "Headers",
    "HiddenTrade",
    "Moment",
    "Note",
    "PositionText",
    "Record",
    "check_record",
    "commitment_to",
    "events_of",
    "headers_of",
    "position_of",
    "read_card_turn",
    "read_position",
    "read_record",
    "read_turn",
    "read_written_turn",
    "record_of",
    "record_of_view",
    "replay",
    "write_card_turn",
    "write_position",
    "write_record",
    "write_turn",
]
