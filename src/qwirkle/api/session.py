"""A client at one table: the table as the device sees it, then every event, and who is present.

A client that comes back says ``since`` and gets what it missed. Commands have ids, so a command
that is sent again takes effect once and gets the first answer. Nothing is queued for slow clients:
each one is sent what follows its own last event.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from qwirkle.api.messages import (
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
from qwirkle.api.problems import Problem, RequestRefused, WebReason, problem_of, request_refused
from qwirkle.errors import QwirkleError, Refused
from qwirkle.tables.core.commands import Command
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.presence import Stay
from qwirkle.tables.live.tables import Done
from qwirkle.tables.service import TableService
from qwirkle.tables.storage.ports import Present

BAD_MESSAGES, REFUSED, NOT_FOUND, TOO_MANY, FAULT = 4400, 4403, 4404, 4429, 1011
RESTART = 1012
"""Close code of a server that stops or restarts: the client connects again."""

Act = Callable[[str, Caller, Command, str, int | None], Awaitable[Done]]
"""Carries out a command: the table, the caller, the command, its id, and the event it expects."""
Send = Callable[[bytes], Awaitable[None]]
"""Sends a message to the client; raises ``ClientGone`` if that is not possible."""


class ClientGone(Exception):
    """A client has left, or does not read."""


class TableSession:
    """One client at one table, over any transport."""

    __slots__ = (
        "_act",
        "_caller",
        "_present",
        "_presenting",
        "_send",
        "_service",
        "_stay",
        "_table",
    )

    def __init__(
        self, service: TableService, table: str, caller: Caller, send: Send, act: Act
    ) -> None:
        self._service = service
        self._table = table
        self._caller = caller
        self._send = send
        self._act = act
        self._stay: Stay | None = None
        self._present: Present | None = None
        self._presenting: asyncio.Task[None] | None = None

    async def follow(self, since: int | None) -> None:
        """Send the table, or what the client has missed, and then every event; never ends."""
        tables = self._service.tables
        await tables.claim(self._table, self._caller)
        async for message in tables.follow(
            self._table, self._caller, since, up_to_date=self._arrive
        ):
            write = write_view if message.kind == "view" else write_event
            await self._send(write(message.body))

    async def receive(self, body: str | bytes) -> None:
        """Answer a message of the client; refused if it is none."""
        match _read(body):
            case Do() as asked:
                await self._do(asked)
            case Ping(n=n):
                await self._send(write_message(PongMessage(n)))
            case Look():
                view = await self._service.tables.look(self._table, self._caller)
                await self._send(write_message(ViewMessage(view)))

    async def refuse(self, command: str | None, found: Problem) -> None:
        """Send why a command, or something that was no message, is refused."""
        await self._send(write_message(RefusedMessage(command, found)))

    def leave(self) -> None:
        """Count as present no longer."""
        if self._stay is not None:
            self._stay.leaves()
        if self._presenting is not None:
            self._presenting.cancel()

    async def _do(self, asked: Do) -> None:
        try:
            done = await self._act(
                self._table, self._caller, asked.command, asked.id, asked.expected_seq
            )
        except QwirkleError as error:
            await self.refuse(asked.id, problem_of(error))
            return
        await self._send(write_message(DoneMessage(asked.id, done.seq, done.first)))

    def _arrive(self, seats: tuple[int, ...]) -> None:
        """Count as present, with the seats that the device has now."""
        if self._stay is None:
            self._stay = self._service.presences.arrives(self._table, seats, self._present_changed)
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
                with suppress(ClientGone):
                    await self._send(write_message(message))
        finally:
            self._presenting = None


def close_code(why: BaseException) -> tuple[int, str]:
    """Return the code and the reason that a socket is closed with after an error."""
    match why:
        case Refused():
            reason = why.reasons[0]
            return (NOT_FOUND if reason == "no-such-table" else REFUSED), reason
        case RequestRefused():
            reason = why.reasons[0]
            return (TOO_MANY if reason == WebReason.TOO_OFTEN else BAD_MESSAGES), reason
        case QwirkleError():
            return RESTART, problem_of(why).reason  # the store cannot be reached: connect again
        case _:
            return FAULT, ""


def since_number(text: str | None) -> int | None:
    """Return the last event that a client says it knows; None if it says nothing of use."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _read(body: str | bytes) -> ClientMessage:
    try:
        return read_message(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        what = str(error)[:200] or "it is nested too deeply"
        raise request_refused(WebReason.BAD_REQUEST, problem=what) from None
