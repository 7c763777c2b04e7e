"""A minimal WebSocket, for a swarm that shares its processor with the server."""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
UNMASKED = bytes(4)
"""A mask that changes nothing: clients must send one, and masking is work."""


class Socket(asyncio.Protocol):
    """A socket that calls ``take`` with every text message of the server."""

    def __init__(self, path: str, cookie: str, take: Callable[[bytes], None]) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n\r\n"
        )
        self._take = take
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.opened = asyncio.get_running_loop().create_future()
        self.closed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the upgrade to a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        for waits in (self.opened, self.closed):
            if not waits.done():
                waits.set_result(exc)

    def data_received(self, data: bytes) -> None:
        """Take the messages that are complete."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            head, end, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                raise ConnectionError(head.decode())
            self._open = True
            self.opened.set_result(None)
            buffer[:] = rest
        start = 0
        while (frame := _frame(buffer, start)) is not None:
            kind, begin, start = frame
            if kind == TEXT:
                self._take(bytes(buffer[begin:start]))
            elif kind == PING:
                self._write(PONG, bytes(buffer[begin:start]))
        del buffer[:start]

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self._write(TEXT, text)

    async def close(self) -> None:
        """Leave."""
        self._write(CLOSE, struct.pack("!H", 1000))
        await self.closed

    def _write(self, kind: int, body: bytes) -> None:
        size = len(body)
        length = bytes((0x80 | size,)) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
        if self._transport is not None:
            self._transport.write(bytes((0x80 | kind,)) + length + UNMASKED + body)


def _frame(buffer: bytearray, start: int) -> tuple[int, int, int] | None:
    """Return the kind, the start and the end of the next frame; None if it is incomplete."""
    if len(buffer) < start + 2:
        return None
    size, begin = buffer[start + 1], start + 2
    if size >= 126:
        width = 2 if size == 126 else 8
        size, begin = int.from_bytes(buffer[begin : begin + width], "big"), begin + width
    return (buffer[start] & 0x0F, begin, begin + size) if len(buffer) >= begin + size else None


async def connect(
    address: str, path: str, cookie: str, take: Callable[[bytes], None], own: str | None = None
) -> Socket:
    """Open a socket of a server at ``http://HOST:PORT``, from an address of this machine."""
    place = urlsplit(address)
    assert place.hostname is not None
    assert place.port is not None
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: Socket(path, cookie, take),
        place.hostname,
        place.port,
        local_addr=None if own is None else (own, 0),
    )
    await socket.opened  # before that, messages would be lost
    return socket
