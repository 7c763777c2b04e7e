"""The whole story of a table, as one device may know it: every event from the first on.

Made of the same news that followers are told, one after the other, so it can tell nothing else.
Only when the table has ended, and nothing is secret any more, it shows all hands as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from qwirkle.service.ports import Stored
from qwirkle.service.table.events import read_event
from qwirkle.service.table.evolve import evolve
from qwirkle.service.table.state import Table
from qwirkle.service.table.views import News, Told, Viewer

Hands = tuple[tuple[str, ...], ...]


class Story(msgspec.Struct, frozen=True):
    """Everything that happened at a table."""

    table: str
    seq: int
    """The last event."""
    events: list[Told]
    hands: list[Hands] | None
    """When the table has ended: all hands after each event, by seat; none before the game."""


def story_of(table: Table, stored: Sequence[Stored], viewer: Viewer) -> Iterator[bytes]:
    """The JSON of a ``Story``, in pieces: an event is made when the one before has been taken."""
    head = msgspec.json.encode({"table": table.id, "seq": table.seq})[:-1]
    yield b'%b,"events":[' % head
    hands: list[bytes] = []
    state: Table | None = None
    for row in stored[: table.seq]:
        before, event = state, read_event(row.body)
        state = evolve(before, event, row.at)
        told = News(before, event, state, row.at).told_to(viewer)
        yield told if before is None else b"," + told
        if table.phase == "ended":
            hands.append(msgspec.json.encode(_hands(state)))
    known = b"[%b]" % b",".join(hands) if table.phase == "ended" else b"null"
    yield b'],"hands":%b}' % known


def _hands(state: Table) -> Hands:
    if state.game is None:
        return ()
    return tuple(tuple(tile.value for tile in seat.hand) for seat in state.game.seats)
