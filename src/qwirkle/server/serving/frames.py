"""WebSockets that take encoded text as it is, and combine messages into one write.

A turn sends three short messages, and the code between a message and the system takes longer than
making it: the layers of ASGI, decoding and encoding the same text again, and a system call each. So
an open socket whose client reads takes bytes directly, and writes them a moment later: the answer
to a command and the resulting event are one write. It keeps reading while few messages are queued,
because pausing and resuming after every message costs two more system calls.

``sockets.py`` lists the parts of uvicorn that this depends on, and checks that they exist.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from qwirkle.server.serving.sockets import EXTENSION

MAX_WAITING = 4
"""Queued messages of a client before reading is paused."""

_TEXT = 0x81
"""The first byte of a text in one frame."""
_SHORT, _MEDIUM = 126, 1 << 16


class FrameSocket(WebSocketsSansIOProtocol):
    """A WebSocket of uvicorn with a shorter output path."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._written: list[bytes] = []

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
