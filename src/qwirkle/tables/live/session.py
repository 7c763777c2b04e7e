"""A client at one table: the table as the device may see it, then every event, and who is present.

A client that reconnects sends ``since`` and gets the events it missed. Commands have ids, so a
command that is sent again takes effect once and gets the first answer. Nothing is queued for slow
clients: each one is sent the events after its own last one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

import msgspec

from qwirkle.api.problems import Problem, RequestRefused, WebReason, problem_of, request_refused
from qwirkle.errors import QwirkleError, Refused
from qwirkle.tables.core.commands import Command
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.messages import (
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
from qwirkle.tables.live.presence import Presences, Stay
from qwirkle.tables.live.tables import Done, Tables
from qwirkle.tables.storage.ports import Present

BAD_MESSAGES, REFUSED, NOT_FOUND, TOO_MANY, FAULT = 4400, 4403, 4404, 4429, 1011
RESTART = 1012
"""The close code of a server that stops or restarts: the client connects again."""

Send = Callable[[bytes], Awaitable[None]]
"""Sends a message to the client; raises ``ClientGone`` if that is not possible."""


class Commands(Protocol):
    """The service that carries out clients' commands, within the limits of their transport."""

    async def act(
        self,
        table: str,
        caller: Caller,
        command: Command,
        command_id: str,
        expected_seq: int | None,
        *,
        address: str,
    ) -> Done:
        """Carry out a command; refuse it if there are later events than the client expects."""


class ClientGone(Exception):
    """The client has left, or does not read."""


class TableSession:
    """One client at one table, over any transport."""

    __slots__ = (
        "_address",
        "_caller",
        "_commands",
        "_presences",
        "_present",
        "_presenting",
        "_send",
        "_stay",
        "_table",
        "_tables",
    )

    def __init__(
        self,
        table: str,
        caller: Caller,
        send: Send,
        *,
        tables: Tables,
        presences: Presences,
        commands: Commands,
        address: str = "",
    ) -> None:
        self._tables = tables
        self._presences = presences
        self._commands = commands
        self._table = table
        self._caller = caller
        self._send = send
        self._address = address
        self._stay: Stay | None = None
        self._present: Present | None = None
        self._presenting: asyncio.Task[None] | None = None

    async def follow(self, since: int | None) -> None:
        """Send the table, or the events that the client missed, and then every event; never end."""
        await self._tables.claim(self._table, self._caller)
        async for message in self._tables.follow(
            self._table, self._caller, since, up_to_date=self._arrive
        ):
            write = write_view if message.kind == "view" else write_event
            await self._send(write(message.body))

    async def receive(self, body: str | bytes) -> None:
        """Handle a message of the client; refuse anything that is not a message."""
        match _read(body):
            case Do() as asked:
                await self._do(asked)
            case Ping(n=n):
                await self._send(write_message(PongMessage(n)))
            case Look():
                view = await self._tables.look(self._table, self._caller)
                await self._send(write_message(ViewMessage(view)))

    async def refuse(self, command: str | None, found: Problem) -> None:
        """Send the reasons why a command, or a text that was not a message, is refused."""
        await self._send(write_message(RefusedMessage(command, found)))

    def leave(self) -> None:
        """Stop counting as present."""
        if self._stay is not None:
            self._stay.leaves()
        if self._presenting is not None:
            self._presenting.cancel()

    async def _do(self, asked: Do) -> None:
        try:
            done = await self._commands.act(
                self._table,
                self._caller,
                asked.command,
                asked.id,
                asked.expected_seq,
                address=self._address,
            )
        except QwirkleError as error:
            await self.refuse(asked.id, problem_of(error))
            return
        await self._send(write_message(DoneMessage(asked.id, done.seq, done.first)))

    def _arrive(self, seats: tuple[int, ...]) -> None:
        """Count as present, with the seats that the device has now."""
        if self._stay is None:
            self._stay = self._presences.arrives(self._table, seats, self._present_changed)
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
            return RESTART, problem_of(why).reason  # the store is unavailable: connect again
        case _:
            return FAULT, ""


def since_number(text: str | None) -> int | None:
    """Return the last event that a client claims to know; None if the text is not a number."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _read(body: str | bytes) -> ClientMessage:
    try:
        return read_message(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        what = str(error)[:200] or "it is nested too deeply"
        raise request_refused(WebReason.BAD_REQUEST, problem=what) from None
