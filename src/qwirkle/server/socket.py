"""The socket of one table: a session over a WebSocket, within the limits of the server.

A client that does not read is dropped, and so is one that sends too much that is no message.
"""

from __future__ import annotations

import asyncio
import types
from collections.abc import Awaitable, Generator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from qwirkle.api.problems import RequestRefused, problem_of
from qwirkle.api.session import (
    FAULT,
    RESTART,
    TOO_MANY,
    ClientGone,
    TableSession,
    close_code,
    since_number,
)
from qwirkle.errors import Refused
from qwirkle.server.context import AppContext
from qwirkle.server.devices import address_of, caller_of
from qwirkle.server.serving.sockets import EXTENSION
from qwirkle.tables.live.callers import Caller

if TYPE_CHECKING:
    from qwirkle.server.serving.frames import FrameSocket

MAX_BAD = 20
"""Unreadable messages before a client is dropped."""
TOO_SLOW = 4408


Socket = WebSocket[Any, Any, Any]


class _Slow(ClientGone):
    """A client did not read in time."""


class TableSocket:
    """One client at one table."""

    __slots__ = (
        "_address",
        "_bad",
        "_context",
        "_frames",
        "_send_limit",
        "_session",
        "_socket",
        "_table",
    )

    def __init__(self, context: AppContext, socket: Socket, table: str, caller: Caller) -> None:
        self._context = context
        self._socket = socket
        self._table = table
        self._address = address_of(socket)
        act = partial(context.act, address=self._address)
        self._session = TableSession(context.service, table, caller, self._send, act)
        self._bad = 0
        self._send_limit = context.settings.send_limit
        extensions: Any = socket.scope.get("extensions") or {}
        self._frames: FrameSocket | None = extensions.get(EXTENSION)

    async def run(self, since: int | None) -> None:
        """Serve the client until it leaves or is dropped."""
        sending = asyncio.create_task(self._session.follow(since))
        receiving = asyncio.create_task(self._receive())
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            self._session.leave()
            ended = await asyncio.gather(sending, receiving, return_exceptions=True)
        await self._close(next((end for end in ended if not _is_quiet(end)), None))

    async def _receive(self) -> None:
        receive = self._socket.receive
        while True:
            event: Any = await receive()
            if event["type"] != "websocket.receive":
                return
            body = event.get("text") or event.get("bytes") or b""
            try:
                self._context.limits.request(self._address)
                await self._session.receive(body)
            except RequestRefused as refused:
                self._bad += 1
                if self._bad > MAX_BAD:
                    raise
                await self._session.refuse(None, problem_of(refused))

    async def _send(self, body: bytes) -> None:
        if self._frames is not None and self._frames.send_text(body):
            return
        message: Any = {"type": "websocket.send", "text": body.decode()}
        try:
            await _within(self._send_limit, self._socket.send(message))
        except TimeoutError:
            raise _Slow from None
        except (WebSocketDisconnect, OSError, RuntimeError):
            # What Litestar and the server raise when the other side is gone.
            raise ClientGone from None

    async def _close(self, why: BaseException | None) -> None:
        code, reason = RESTART, ""
        match why:
            case None:
                pass
            case _Slow():
                self._context.metrics.dropped.inc()
                code, reason = TOO_SLOW, "too-slow"
            case _:
                code, reason = close_code(why)
                if isinstance(why, Refused):
                    with suppress(Exception):
                        await self._session.refuse(None, problem_of(why))
                elif code == FAULT:
                    self._context.faults.report("socket", why, self._table)
        with suppress(Exception):
            async with asyncio.timeout(1):
                await self._socket.send({"type": "websocket.close", "code": code, "reason": reason})


async def _within(seconds: float, work: Awaitable[None]) -> None:
    """Wait for something for a limited time; what need not wait at all costs no timer.

    Nearly every message goes straight to the system.
    """
    steps = work.__await__()
    try:
        first = next(steps)
    except StopIteration:
        return
    async with asyncio.timeout(seconds):
        await _continue(first, steps)


@types.coroutine
def _continue(first: Any, steps: Generator[Any, Any, None]) -> Generator[Any, Any, None]:
    """Go on with something that has begun to wait."""
    yield first
    yield from steps


def _is_quiet(ended: object) -> bool:
    """Return whether the client simply left."""
    if not isinstance(ended, BaseException) or isinstance(ended, asyncio.CancelledError):
        return True
    if isinstance(ended, _Slow):
        return False
    return isinstance(ended, ClientGone | WebSocketDisconnect | OSError)


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: str, context: AppContext) -> None:
    """Follow a table and send commands to it."""
    address = address_of(socket)
    if not context.limits.open_socket(address):
        # Only a socket that was accepted can say why it is closed.
        with suppress(WebSocketDisconnect, OSError, RuntimeError):
            await socket.accept()
            await socket.close(code=TOO_MANY, reason="too-often")
        return
    context.metrics.sockets.inc()
    try:
        caller = await caller_of(socket, context.service.accounts)
        since = since_number(socket.query_params.get("since"))
        await socket.accept()
        await TableSocket(context, socket, table, caller).run(since)
    except (WebSocketDisconnect, OSError):
        pass  # gone before it began
    finally:
        context.metrics.sockets.dec()
        context.limits.close_socket(address)
