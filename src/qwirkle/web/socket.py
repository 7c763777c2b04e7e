"""The socket of one table: the table as the device sees it, then every event, and who is present.

A client that comes back says ``since`` and gets what it missed. Commands have ids, so a command
that is sent again takes effect once and gets the first answer. Nothing is queued for slow clients:
each one is sent what follows its own last event, and a client that does not read is dropped.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from qwirkle.errors import QwirkleError, Refused
from qwirkle.service.callers import Caller
from qwirkle.service.ports import Present
from qwirkle.service.presence import Stay
from qwirkle.web.context import AppContext
from qwirkle.web.devices import address_of, caller_of
from qwirkle.web.messages import (
    ClientMessage,
    Do,
    DoneMessage,
    Look,
    Ping,
    PongMessage,
    PresentMessage,
    RefusedMessage,
    ViewMessage,
    read_message,
    write_event,
    write_message,
    write_view,
)
from qwirkle.web.problems import Problem, RequestRefused, WebReason, problem_of, request_refused

MAX_BAD = 20
"""Unreadable messages before a client is dropped."""
BAD_MESSAGES, REFUSED, NOT_FOUND, TOO_SLOW, TOO_MANY, FAULT = 4400, 4403, 4404, 4408, 4429, 1011
RESTART = 1012
"""Close code of a server that stops or restarts: the client connects again."""


Socket = WebSocket[Any, Any, Any]


class _Slow(Exception):
    """A client did not read in time."""


class _Gone(Exception):
    """A client has left."""


class TableSocket:
    """One client at one table."""

    __slots__ = (
        "_address",
        "_bad",
        "_caller",
        "_context",
        "_present",
        "_presenting",
        "_send_limit",
        "_socket",
        "_stay",
        "_table",
    )

    def __init__(self, context: AppContext, socket: Socket, table: str, caller: Caller) -> None:
        self._context = context
        self._socket = socket
        self._table = table
        self._caller = caller
        self._address = address_of(socket)
        self._bad = 0
        self._send_limit = context.settings.send_limit
        self._stay: Stay | None = None
        self._present: Present | None = None
        self._presenting: asyncio.Task[None] | None = None

    async def run(self, since: int | None) -> None:
        """Serve the client until it leaves or is dropped."""
        sending = asyncio.create_task(self._follow(since))
        receiving = asyncio.create_task(self._receive())
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            if self._stay is not None:
                self._stay.leaves()
            if self._presenting is not None:
                self._presenting.cancel()
            ended = await asyncio.gather(sending, receiving, return_exceptions=True)
        await self._close(next((end for end in ended if not _is_quiet(end)), None))

    async def _follow(self, since: int | None) -> None:
        tables = self._context.service.tables
        async for message in tables.follow(
            self._table, self._caller, since, up_to_date=self._arrive
        ):
            write = write_view if message.kind == "view" else write_event
            await self._send(write(message.body))

    def _arrive(self) -> None:
        """Count as present, with the seats that the device has now."""
        service = self._context.service
        seats = service.tables.cached_seats(self._table, self._caller)
        if self._stay is None:
            self._stay = service.presences.arrives(self._table, seats, self._present_changed)
        else:
            self._stay.sits(seats)

    def _present_changed(self, present: Present) -> None:
        """Send who is present now; a slow client is sent only the latest."""
        self._present = present
        if self._presenting is None:
            self._presenting = asyncio.create_task(self._send_present())

    async def _send_present(self) -> None:
        try:
            while (present := self._present) is not None:
                self._present = None
                message = PresentMessage(present.seats, present.watching)
                # A client that does not read is dropped where events are sent.
                with suppress(_Slow, _Gone):
                    await self._send(write_message(message))
        finally:
            self._presenting = None

    async def _receive(self) -> None:
        receive = self._socket.receive
        while True:
            event: Any = await receive()
            if event["type"] != "websocket.receive":
                return
            body = event.get("text") or event.get("bytes") or b""
            try:
                self._context.limits.request(self._address)
                asked = _read(body)
            except RequestRefused as refused:
                self._bad += 1
                if self._bad > MAX_BAD:
                    raise
                await self._refuse(None, problem_of(refused))
                continue
            await self._answer(asked)

    async def _answer(self, asked: ClientMessage) -> None:
        match asked:
            case Do():
                await self._do(asked)
            case Ping(n=n):
                await self._send(write_message(PongMessage(n)))
            case Look():
                view = await self._context.service.tables.look(self._table, self._caller)
                await self._send(write_message(ViewMessage(view)))

    async def _do(self, asked: Do) -> None:
        try:
            done = await self._context.act(
                self._table, self._caller, asked.command, asked.id, asked.expected_seq
            )
        except QwirkleError as error:
            await self._refuse(asked.id, problem_of(error))
            return
        await self._send(write_message(DoneMessage(asked.id, done.seq, done.first)))

    async def _refuse(self, command: str | None, found: Problem) -> None:
        await self._send(write_message(RefusedMessage(command, found)))

    async def _send(self, body: bytes) -> None:
        try:
            async with asyncio.timeout(self._send_limit):
                await self._socket.send({"type": "websocket.send", "text": body.decode()})  # type: ignore[arg-type]
        except TimeoutError:
            raise _Slow from None
        except (WebSocketDisconnect, OSError, RuntimeError):
            # What Litestar and the server raise when the other side is gone.
            raise _Gone from None

    async def _close(self, why: BaseException | None) -> None:
        code, reason = RESTART, ""
        match why:
            case None:
                pass
            case _Slow():
                self._context.metrics.dropped.inc()
                code, reason = TOO_SLOW, "too-slow"
            case Refused():
                reason = why.reasons[0]
                code = NOT_FOUND if reason == "no-such-table" else REFUSED
                await self._refuse_last(problem_of(why))
            case RequestRefused():
                reason = why.reasons[0]
                code = TOO_MANY if reason == WebReason.TOO_OFTEN else BAD_MESSAGES
            case QwirkleError():
                reason = problem_of(why).reason  # the store cannot be reached: connect again
            case _:
                self._context.faults.report("socket", why, self._table)
                code = FAULT
        with suppress(Exception):
            async with asyncio.timeout(1):
                await self._socket.send({"type": "websocket.close", "code": code, "reason": reason})

    async def _refuse_last(self, found: Problem) -> None:
        with suppress(Exception):
            await self._refuse(None, found)


def _is_quiet(ended: object) -> bool:
    """Return whether the client simply left."""
    if not isinstance(ended, BaseException) or isinstance(ended, asyncio.CancelledError):
        return True
    return isinstance(ended, _Gone | WebSocketDisconnect | OSError)


def _read(body: str | bytes) -> ClientMessage:
    try:
        return read_message(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        what = str(error)[:200] or "it is nested too deeply"
        raise request_refused(WebReason.BAD_REQUEST, problem=what) from None


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
        since = _number(socket.query_params.get("since"))
        await socket.accept()
        await TableSocket(context, socket, table, caller).run(since)
    except (WebSocketDisconnect, OSError):
        pass  # gone before it began
    finally:
        context.metrics.sockets.dec()
        context.limits.close_socket(address)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None
