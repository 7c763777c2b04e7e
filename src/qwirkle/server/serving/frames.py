"""WebSockets that take encoded text as it is, and combine messages into one write.

A turn sends three short messages, and the code between a message and the system takes longer than
making it: the layers of ASGI, decoding and encoding the same text again, and a system call each. So
an open socket whose client reads takes bytes directly, and writes them a moment later: the answer
to a command and the resulting event are one write. It keeps reading while few messages are queued,
because pausing and resuming after every message costs two more system calls.

What arrives is taken apart in small pieces, and only while the application keeps up: a hundred
thousand frames fit into one packet of the system. Frames that are no messages (pings, answers to
pings, parts of messages) cost the server time without ever reaching a limit of the application, so
their number has one here.

``sockets.py`` lists the parts of uvicorn that this depends on, and checks that they exist.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from qwirkle.server.serving.sockets import EXTENSION
from qwirkle.tables.live.session import TOO_MANY

MAX_WAITING = 4
"""Queued messages of a client before reading is paused."""
PIECE = 1024
"""The bytes that are taken apart at a time."""
MAX_IDLE = 100
"""The frames that are no messages which a client may send at once."""
IDLE_PER_SECOND = 1.0
"""How many more it may send per second; a browser sends one in 20 seconds."""

_TEXT = 0x81
"""The first byte of a text in one frame."""
_SHORT, _MEDIUM = 126, 1 << 16


class FrameSocket(WebSocketsSansIOProtocol):
    """A WebSocket of uvicorn with a shorter output path."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._written: list[bytes] = []
        self._unread = bytearray()
        """What has arrived and was not taken apart yet."""
        self._idle = 0.0
        self._idle_at = 0.0

    def data_received(self, data: bytes) -> None:
        """Take apart what has arrived, unless enough messages are queued."""
        self._unread += data
        self._take_apart()

    def _take_apart(self) -> None:
        while self._unread and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)

    async def receive(self) -> Any:
        """Return the next message; continue to read when there are no more."""
        message = await super().receive()
        self._take_apart()
        return message

    def handle_cont(self, event: Any) -> None:
        """Take a part of a message."""
        if self._may_be_idle():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may_be_idle():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Take the answer to a ping."""
        if self._may_be_idle():
            super().handle_pong(event)

    def _may_be_idle(self) -> bool:
        """Count a frame that is no message; close the socket if there are too many."""
        now = self.loop.time()
        self._idle = max(0.0, self._idle - (now - self._idle_at) * IDLE_PER_SECOND) + 1
        self._idle_at = now
        if self._idle <= MAX_IDLE:
            return True
        if not self.close_sent:
            self._flush()
            self.conn.fail(TOO_MANY, "too-often")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
        return False

    def send_text(self, body: bytes) -> bool:
        """Send a text in UTF-8 soon; return False if it must go through ASGI, or wait."""
        if (
            not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or not self.writable.is_set()
            or self.transport.is_closing()
        ):
            return False
        if not self._written:
            self.loop.call_soon(self._await_more)
        self._written.append(frame_header(len(body)))
        self._written.append(body)
        return True

    def _await_more(self) -> None:
        # The answer to a command takes one step of the loop longer than its event.
        self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        if self._written and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(self._written))
        self._written.clear()

    async def send(self, message: Any) -> None:
        """Send a message of ASGI after all earlier output."""
        self._flush()
        await super().send(message)

    def handle_connect(self, event: Request) -> None:
        """Offer the shorter path to the application."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][EXTENSION] = self

    def handle_close(self, event: Any) -> None:
        """Close after all earlier output."""
        self._flush()
        super().handle_close(event)

    def shutdown(self) -> None:
        """Close after all earlier output."""
        self._flush()
        super().shutdown()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; pause reading only if several are queued."""
        paused = self.read_paused
        # The base class pauses whenever it has not done so yet.
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= MAX_WAITING and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()


def frame_header(size: int) -> bytes:
    """Return the beginning of a text frame from a server, which is not masked (RFC 6455, 5.2)."""
    if size < _SHORT:
        return bytes((_TEXT, size))
    if size < _MEDIUM:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
