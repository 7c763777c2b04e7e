"""The messages of a table's socket, both ways."""

from __future__ import annotations

import msgspec

from qwirkle.api.problems import Problem
from qwirkle.tables.core.commands import Command
from qwirkle.tables.core.views import EventView, TableView

# From the client


class Do(msgspec.Struct, frozen=True, tag_field="kind", tag="do", forbid_unknown_fields=True):
    """A command."""

    id: str
    """Chosen by the client: a repeated id has no effect and gets the first answer."""
    command: Command
    expected_seq: int | None = None
    """The last event the client knows; the command is refused if there are later ones."""


class Ping(msgspec.Struct, frozen=True, tag_field="kind", tag="ping", forbid_unknown_fields=True):
    """A question whether the server is still reachable."""

    n: int = 0


class Look(msgspec.Struct, frozen=True, tag_field="kind", tag="look", forbid_unknown_fields=True):
    """A request for the whole table again."""


ClientMessage = Do | Ping | Look


# From the server


class ViewMessage(msgspec.Struct, frozen=True, tag_field="kind", tag="view"):
    """The whole table."""

    view: TableView


class EventMessage(msgspec.Struct, frozen=True, tag_field="kind", tag="told"):
    """One event."""

    told: EventView


class DoneMessage(msgspec.Struct, frozen=True, tag_field="kind", tag="done"):
    """A command was accepted, now or before."""

    id: str
    seq: int
    first: int


class RefusedMessage(msgspec.Struct, frozen=True, tag_field="kind", tag="refused"):
    """A command was refused; without an id, a text that was not a message."""

    id: str | None
    problem: Problem


class PongMessage(msgspec.Struct, frozen=True, tag_field="kind", tag="pong"):
    """The answer to a ping."""

    n: int


class PresentMessage(msgspec.Struct, frozen=True, tag_field="kind", tag="present"):
    """The seats with an open socket, and the number of sockets that only watch."""

    seats: tuple[int, ...]
    watching: int


ServerMessage = (
    ViewMessage | EventMessage | DoneMessage | RefusedMessage | PongMessage | PresentMessage
)

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_ENCODER = msgspec.json.Encoder()


def read_message(body: str | bytes) -> ClientMessage:
    """Parse a message from a client."""
    return _DECODER.decode(body)


def write_message(message: ServerMessage) -> bytes:
    """Encode a message of the server."""
    return _ENCODER.encode(message)


def write_view(view: bytes) -> bytes:
    """Encode the message with a view that is already JSON."""
    return b'{"kind":"view","view":%b}' % view


def write_event(event: bytes) -> bytes:
    """Encode the message with an event that is already JSON, the same for every follower."""
    return b'{"kind":"told","told":%b}' % event
