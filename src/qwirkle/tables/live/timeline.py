"""The timeline of a table, as one device may see it, from the first event on.

It is made of the same events that followers get, so it cannot reveal anything else. Once the table
has ended and nothing is secret any more, it includes all hands as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.events import read_event
from qwirkle.tables.core.evolve import TableFold
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import EventView, SentEvent, Viewer
from qwirkle.tables.storage.ports import Stored

PIECE = 32_768
"""The size in bytes after which a piece is yielded."""

Hands = tuple[tuple[Tile, ...], ...]


class Timeline(msgspec.Struct, frozen=True):
    """Everything that happened at a table."""

    table: str
    seq: int
    """The number of the last event."""
    events: tuple[EventView, ...]
    hands: tuple[Hands, ...] | None
    """All hands after each event, by seat, when the table has ended; none before the game."""


def timeline_of(table: Table, stored: Sequence[Stored], viewer: Viewer) -> Iterator[bytes]:
    """Yield the JSON of a ``Timeline`` in pieces, making the events as they are consumed."""
    head = msgspec.json.encode({"table": table.id, "seq": table.seq})[:-1]
    ready = bytearray(b'%b,"events":[' % head)
    hands: list[Hands] = []
    folded = TableFold()
    for row in stored[: table.seq]:
        event = read_event(row.body)
        state = folded.add(event, row.at)
        ready += b"," if row.seq > 1 else b""
        ready += SentEvent(event, state, row.at, options=False).for_viewer(viewer)
        if table.phase == "ended":
            hands.append(_hands(state))
        if len(ready) > PIECE:
            yield bytes(ready)
            ready.clear()
    ready += b'],"hands":%b}' % msgspec.json.encode(hands if table.phase == "ended" else None)
    yield bytes(ready)


def _hands(state: Table) -> Hands:
    return () if state.game is None else tuple(seat.hand for seat in state.game.seats)
