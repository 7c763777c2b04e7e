"""The socket of one table: a session over a WebSocket, within the limits of the server.

A client that does not read is dropped, and so is one that sends too many unreadable messages.
"""

from __future__ import annotations

import asyncio
import types
from collections.abc import Awaitable, Generator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from qwirkle.api.problems import RequestRefused, problem_of
from qwirkle.api.visitors import metered
from qwirkle.errors import Refused
from qwirkle.server.context import AppContext
from qwirkle.server.serving.sockets import EXTENSION
from qwirkle.server.visitors import Cookies, address_of, caller_of
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.session import (
    FAULT,
    RESTART,
    TOO_MANY,
    ClientGone,
    TableSession,
    close_code,
    since_number,
)

if TYPE_CHECKING:
    from qwirkle.server.serving.frames import FrameSocket

MAX_BAD = 20
"""Unreadable messages before a client is dropped."""
TOO_SLOW = 4408


class _Slow(ClientGone):
    """A signal that a client did not read in time."""


class TableSocket:
    """One client at one table."""

    __slots__ = (
        "_address",
        "_bad",
        "_context",
        "_frames",
        "_payer",
        "_send_limit",
        "_session",
        "_socket",
        "_table",
    )

    def __init__(self, context: AppContext, socket: WebSocket, table: str, caller: Caller) -> None:
        self._context = context
        self._socket = socket
        self._table = table
        self._address = address_of(socket)
        self._payer = context.budget.account(self._address, caller.secret or "")
        service = context.service
        self._session = TableSession(
            table,
            caller,
            self._send,
            tables=service.tables,
            presences=service.presences,
            commands=context,
            address=self._address,
        )
        self._bad = 0
        self._send_limit = context.settings.send_limit
        extensions: Any = socket.scope.get("extensions") or {}
        self._frames: FrameSocket | None = extensions.get(EXTENSION)

    async def run(self, since: int | None) -> None:
        """Serve the client until it leaves or is dropped."""
        # Whoever comes again and again, or watches many tables, pays for what they are sent.
        sending = asyncio.create_task(metered(self._session.follow(since), self._payer))
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
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            body = event.get("text") or event.get("bytes") or b""
            try:
                self._context.limits.request(self._address)
                await metered(self._session.receive(body), self._payer)
            except RequestRefused as refused:
                self._bad += 1
                if self._bad > MAX_BAD:
                    raise
                await self._session.refuse(None, problem_of(refused))

    async def _send(self, body: bytes) -> None:
        if self._frames is not None and self._frames.send_text(body):
            return
        message: Message = {"type": "websocket.send", "text": body.decode()}
        try:
            await _within(self._send_limit, self._socket.send(message))
        except TimeoutError:
            raise _Slow from None
        except (WebSocketDisconnect, OSError, RuntimeError):
            # Raised by Starlette and the server when the other side is gone.
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
    """Wait for something for a limited time; if it need not wait at all, no timer is made.

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
    """Resume something that has begun to wait."""
    yield first
    yield from steps


def _is_quiet(ended: object) -> bool:
    """Return whether the client simply left."""
    if not isinstance(ended, BaseException) or isinstance(ended, asyncio.CancelledError):
        return True
    if isinstance(ended, _Slow):
        return False
    return isinstance(ended, ClientGone | WebSocketDisconnect | OSError)


class TableSockets:
    """The sockets of all tables."""

    def __init__(self, context: AppContext) -> None:
        self._context = context

    async def serve(self, socket: WebSocket) -> None:
        """Let a client follow a table and send commands to it."""
        context, address = self._context, address_of(socket)
        if not context.limits.open_socket(address):
            # Only an accepted socket can give a reason for its closing.
            with suppress(WebSocketDisconnect, OSError, RuntimeError):
                await socket.accept()
                await socket.close(code=TOO_MANY, reason="too-often")
            return
        context.metrics.sockets.inc()
        try:
            caller = await caller_of(Cookies(socket), context.service.accounts)
            caller = replace(caller, options=socket.query_params.get("options") == "1")
            since = since_number(socket.query_params.get("since"))
            await socket.accept()
            await TableSocket(context, socket, socket.path_params["table"], caller).run(since)
        except (WebSocketDisconnect, OSError):
            pass  # gone before it began
        finally:
            context.metrics.sockets.dec()
            context.limits.close_socket(address)
