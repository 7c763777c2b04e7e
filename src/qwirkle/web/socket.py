"""The socket of one table: the table as the device sees it, then every event, and who is there.

A client that comes back says ``since`` and gets what it missed. Commands have ids, so whatever is
sent again has the effect of once and the first answer. Nothing is queued here for slow clients:
each is told from its own last event on, and who does not read for too long is dropped.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from qwirkle.errors import QwirkleError, Refused
from qwirkle.service.callers import Caller
from qwirkle.service.ports import Present
from qwirkle.service.presence import Stay
from qwirkle.service.table.commands import Command
from qwirkle.web.context import Front
from qwirkle.web.devices import address_of, caller_of
from qwirkle.web.logs import log, short
from qwirkle.web.problems import Fault, Problem, problem_of

MOST_BAD = 20
"""Messages that are none, before a client is sent away."""
BAD_MESSAGES, REFUSED, NOT_FOUND, TOO_SLOW, TOO_MANY, FAULT = 4400, 4403, 4404, 4408, 4429, 1011
AGAIN = 1012
"""Closed with this code, a client connects again: the server goes away or is restarted."""


class Do(msgspec.Struct, frozen=True, tag_field="kind", tag="do", forbid_unknown_fields=True):
    """A command."""

    id: str
    command: Command
    expected_seq: int | None = None


class Ping(msgspec.Struct, frozen=True, tag_field="kind", tag="ping", forbid_unknown_fields=True):
    """A client asks whether somebody is there."""

    n: int = 0


class Look(msgspec.Struct, frozen=True, tag_field="kind", tag="look", forbid_unknown_fields=True):
    """Send the whole table again."""


_DECODER: msgspec.json.Decoder[Do | Ping | Look] = msgspec.json.Decoder(Do | Ping | Look)
_ENCODER = msgspec.json.Encoder()

Socket = WebSocket[Any, Any, Any]


class _Slow(Exception):
    """A client did not read in time."""


class TableSocket:
    """One client at one table."""

    __slots__ = (
        "_address",
        "_bad",
        "_caller",
        "_front",
        "_present",
        "_presenting",
        "_send_limit",
        "_socket",
        "_stay",
        "_table",
    )

    def __init__(self, front: Front, socket: Socket, table: str, caller: Caller) -> None:
        self._front = front
        self._socket = socket
        self._table = table
        self._caller = caller
        self._address = address_of(socket)
        self._bad = 0
        self._send_limit = front.settings.send_limit
        self._stay: Stay | None = None
        self._present: Present | None = None
        self._presenting: asyncio.Task[None] | None = None

    async def run(self, since: int | None) -> None:
        """Until the client goes, or is sent away."""
        telling = asyncio.create_task(self._tell(since))
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait((telling, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (telling, listening):
                task.cancel()
            if self._stay is not None:
                self._stay.leaves()
            if self._presenting is not None:
                self._presenting.cancel()
            ended = await asyncio.gather(telling, listening, return_exceptions=True)
        await self._close(next((one for one in ended if not _is_quiet(one)), None))

    async def _tell(self, since: int | None) -> None:
        tables = self._front.house.tables
        async for message in tables.follow(
            self._table, self._caller, since, up_to_date=self._is_there
        ):
            if message.kind == "view":
                await self._send(b'{"kind":"view","view":%b}' % message.body)
            else:
                await self._send(b'{"kind":"told","told":%b}' % message.body)

    def _is_there(self) -> None:
        """Count as present with the seats that the device has now."""
        house = self._front.house
        seats = house.tables.seats_at_hand(self._table, self._caller)
        if self._stay is None:
            self._stay = house.presences.arrives(self._table, seats, self._heed)
        else:
            self._stay.sits(seats)

    def _heed(self, present: Present) -> None:
        """Somebody came or went. Only the last of it is sent: a slow client misses nothing."""
        self._present = present
        if self._presenting is None:
            self._presenting = asyncio.create_task(self._tell_who_is_there())

    async def _tell_who_is_there(self) -> None:
        try:
            while (present := self._present) is not None:
                self._present = None
                said = {"kind": "present", "seats": present.seats, "watching": present.watching}
                # Who does not read is sent away where events are told.
                with suppress(_Slow, OSError):
                    await self._send(_ENCODER.encode(said))
        finally:
            self._presenting = None

    async def _listen(self) -> None:
        receive = self._socket.receive
        while True:
            event: Any = await receive()
            if event["type"] != "websocket.receive":
                return
            body = event.get("text") or event.get("bytes") or b""
            try:
                self._front.limits.request(self._address)
                asked = _read(body)
            except Fault as fault:
                self._bad += 1
                if self._bad > MOST_BAD:
                    raise
                await self._refuse(None, fault.problem)
                continue
            await self._answer(asked)

    async def _answer(self, asked: Do | Ping | Look) -> None:
        match asked:
            case Do():
                await self._do(asked)
            case Ping(n=n):
                await self._send(b'{"kind":"pong","n":%d}' % n)
            case Look():
                view = await self._front.house.tables.look(self._table, self._caller)
                await self._send(b'{"kind":"view","view":%b}' % _ENCODER.encode(view))

    async def _do(self, asked: Do) -> None:
        try:
            done = await self._front.act(
                self._table, self._caller, asked.command, asked.id, asked.expected_seq
            )
        except (QwirkleError, Fault) as error:
            await self._refuse(asked.id, problem_of(error))
            return
        answer = {"kind": "done", "id": asked.id, "seq": done.seq, "first": done.first}
        await self._send(_ENCODER.encode(answer))

    async def _refuse(self, command: str | None, found: Problem) -> None:
        answer = {"kind": "refused", "id": command, "problem": found}
        await self._send(_ENCODER.encode(answer))

    async def _send(self, body: bytes) -> None:
        try:
            async with asyncio.timeout(self._send_limit):
                await self._socket.send({"type": "websocket.send", "text": body.decode()})  # type: ignore[arg-type]
        except TimeoutError:
            raise _Slow from None

    async def _close(self, why: BaseException | None) -> None:
        code, reason = AGAIN, ""
        match why:
            case None:
                pass
            case _Slow():
                self._front.metrics.dropped.inc()
                code, reason = TOO_SLOW, "too-slow"
            case Refused():
                reason = why.reasons[0]
                code = NOT_FOUND if reason == "no-such-table" else REFUSED
                await self._last_word(problem_of(why))
            case Fault():
                code = TOO_MANY if why.problem.status == 429 else BAD_MESSAGES
                reason = why.problem.reason
            case QwirkleError():
                reason = problem_of(why).reason  # the store is away for a moment: come again
            case _:
                self._front.metrics.faults.inc()
                log().error("fault", where="socket", table=short(self._table), exc_info=why)
                code = FAULT
        with suppress(Exception):
            async with asyncio.timeout(1):
                await self._socket.send({"type": "websocket.close", "code": code, "reason": reason})

    async def _last_word(self, found: Problem) -> None:
        with suppress(Exception):
            await self._refuse(None, found)


def _is_quiet(ended: object) -> bool:
    """Whether somebody simply left."""
    if not isinstance(ended, BaseException) or isinstance(ended, asyncio.CancelledError):
        return True
    return isinstance(ended, OSError)  # what servers raise when the other side is gone


def _read(body: str | bytes) -> Do | Ping | Look:
    try:
        return _DECODER.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        what = str(error)[:200] or "it is nested too deeply"
        raise Fault(
            HTTPStatus.BAD_REQUEST, "bad-request", f"This is not a message: {what}."
        ) from None


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: str, front: Front) -> None:
    """Follow a table and act at it."""
    address = address_of(socket)
    if not front.limits.socket_opens(address):
        await socket.close(code=TOO_MANY, reason="too-often")
        return
    front.metrics.sockets.inc()
    try:
        caller = await caller_of(socket, front.house.accounts)
        since = _number(socket.query_params.get("since"))
        await socket.accept()
        await TableSocket(front, socket, table, caller).run(since)
    except OSError:
        pass  # gone before it began
    finally:
        front.metrics.sockets.dec()
        front.limits.socket_closes(address)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None
