"""Connections: limited in number for each address, and closed if they only wait.

A connection costs a file descriptor, and a process has few. So each address has a limited number of
them, a request must arrive within a time limit, and new connections are refused while there are
still enough descriptors left for the store and for those who are playing.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from qwirkle.server.limits import limit_key
from qwirkle.server.logs import ThrottledLog, log
from qwirkle.server.settings import ServerSettings

RESERVED = 64
"""File descriptors that are not available to connections."""
MAX_HEAD = 65_536
"""The maximum size of a request besides its body, in bytes, beyond the part that came first."""
MAX_PIPELINED = 16
"""The maximum number of requests that wait for the answers to earlier ones of their connection."""


class Connections:
    """A count of a server's open connections by address; sockets are counted elsewhere."""

    def __init__(self, settings: ServerSettings) -> None:
        self._most = settings.max_connections
        self.request_limit = settings.request_limit
        self._trusted = _networks(settings.trust_proxy)
        self._open: dict[str, int] = {}
        self._descriptors = raise_descriptor_limit()
        self._log = ThrottledLog()

    def enter(self, address: str, descriptor: int) -> str | None:
        """Count a connection and return its key; None if there are too many."""
        if self._descriptors and descriptor >= self._descriptors - RESERVED:
            self._log.write("error", "out-of-descriptors", "descriptors", limit=self._descriptors)
            return None
        key = "" if self._trusts(address) else limit_key(address)
        count = self._open.get(key, 0)
        if key and 0 < self._most <= count:
            self._log.write("warning", "too-many-connections", "connections", limit=self._most)
            return None
        self._open[key] = count + 1
        return key

    def leave(self, key: str) -> None:
        """Stop counting a connection."""
        left = self._open.get(key, 1) - 1
        if left > 0:
            self._open[key] = left
        else:
            self._open.pop(key, None)

    def _trusts(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._trusted)

    def protocol(self) -> type[asyncio.Protocol]:
        """Return the protocol class of these connections: the faster one, if it is installed."""
        connections, counted = self, counted_protocol()

        class Counted(counted):  # type: ignore[valid-type, misc]
            """Connections of this server."""

            counted_by = connections

        return Counted


class _Counted:
    """A connection that is counted and timed: the common part of both protocols."""

    counted_by: Connections
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop
    transport: Any
    _key: str | None = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Count the connection, or refuse it."""
        super().connection_made(transport)  # type: ignore[misc]
        opened = transport.get_extra_info("socket")
        descriptor = -1 if opened is None else opened.fileno()
        self._key = self.counted_by.enter(self.client[0] if self.client else "", descriptor)
        if self._key is None:
            transport.abort()
        else:
            self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._release()
        super().connection_lost(exc)  # type: ignore[misc]

    def handle_websocket_upgrade(self, *event: object) -> None:
        """Stop counting a connection that becomes a socket."""
        self._release()
        super().handle_websocket_upgrade(*event)  # type: ignore[misc]

    def _expect_request(self) -> None:
        if self._deadline is None:
            limit = self.counted_by.request_limit
            self._deadline = self.loop.call_later(limit, self.transport.abort)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _release(self) -> None:
        self._forget_deadline()
        if self._key is not None:
            self.counted_by.leave(self._key)
            self._key = None


class _PlainProtocol(_Counted, H11Protocol):
    """HTTP in pure Python."""

    def handle_events(self) -> None:
        """Limit the time of a request from its first byte to its last."""
        super().handle_events()
        if self._key is None:  # a socket by now, or refused
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0]:
                self._expect_request()
        else:
            self._forget_deadline()


def counted_protocol() -> type[asyncio.Protocol]:
    """Return the usual HTTP protocol on counted connections."""
    try:
        from uvicorn.protocols.http.httptools_impl import (  # noqa: PLC0415 - an extra
            HttpToolsProtocol,
        )
    except ModuleNotFoundError:
        return _PlainProtocol

    class QuickProtocol(_Counted, HttpToolsProtocol):
        """HTTP by a parser in C, which has no limits of its own."""

        _comes = False
        """Whether a request has begun and not ended."""
        _head = 0
        """The bytes of that request that are not its body."""

        def data_received(self, data: bytes) -> None:
            """Refuse a request whose head does not end."""
            self._head += len(data)
            super().data_received(data)
            if self._comes and self._head > MAX_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of this request is too large.")

        def on_message_begin(self) -> None:
            """Start the time limit of a request."""
            if len(self.pipeline) >= MAX_PIPELINED:
                raise ValueError("too many requests at once")  # refused as no valid request
            self._comes, self._head = True, 0
            self._expect_request()
            super().on_message_begin()

        def on_body(self, body: bytes) -> None:
            """Take a part of the body, which has a limit of its own."""
            self._head -= len(body)
            super().on_body(body)

        def on_message_complete(self) -> None:
            """End the time limit: the request has arrived."""
            self._comes = False
            self._forget_deadline()
            super().on_message_complete()

    return QuickProtocol


def raise_descriptor_limit() -> int:
    """Raise the limit of open files to the system's; return it, or 0 if there is none."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ModuleNotFoundError:  # Windows
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return 0 if soft == resource.RLIM_INFINITY else soft


def warn_about_proxy(settings: ServerSettings) -> None:
    """Warn if a server behind https does not trust its proxy."""
    if (settings.url or "").startswith("https://") and not settings.trust_proxy:
        log().warning(
            "no-trusted-proxy",
            detail="--url is https, but no proxy is trusted: cookies are not Secure and all "
            "visitors share one address; name the proxy with --trust-proxy",
        )


def _networks(trusted: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Read the addresses and networks of trusted proxies; a * stands for all."""
    found: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
    for part in (part.strip() for part in trusted.split(",")):
        if part == "*":
            return [ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0")]
        with contextlib.suppress(ValueError):
            found.append(ipaddress.ip_network(part, strict=False))
    return found
