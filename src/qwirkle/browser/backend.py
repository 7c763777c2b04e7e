"""The backend of a page in place of a server: requests, and sessions at tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from qwirkle.api.dispatch import Asked, Dispatcher, WholeBody
from qwirkle.api.problems import RequestRefused, WebReason, problem_of, request_refused
from qwirkle.api.requests import Body, Counted
from qwirkle.api.visitors import SignedInAccount
from qwirkle.browser.bus import WindowBus
from qwirkle.browser.database import Database, Entry
from qwirkle.browser.results import BrowserResults
from qwirkle.browser.store import BrowserStore
from qwirkle.errors import Refused
from qwirkle.tables.core.commands import Command, Secrets
from qwirkle.tables.live.callers import Caller, SystemSecrets, new_secret
from qwirkle.tables.live.session import (
    FAULT,
    ClientGone,
    TableSession,
    close_code,
    since_number,
)
from qwirkle.tables.live.tables import Done
from qwirkle.tables.live.workers import Runner, Workers
from qwirkle.tables.requests import OF_A_DEVICE, services_of
from qwirkle.tables.service import ServiceSettings, TableService

DEVICE, SECRET = "device", "secret"
MAX_BODY = 1_000_000
"""Bytes of a request, which only the page sends."""
CLOCK_INTERVAL = 1.0
"""Seconds between checks of the clocks, each of which reads all tables of the device."""


class Page(NamedTuple):
    """The channel to the page and its other windows."""

    send: Callable[[int, str], None]
    """A message on a socket."""
    closed: Callable[[int, int, str], None]
    """The end of a socket: its number, a code and a reason."""
    post: Callable[[str, int], None]
    """News for the other windows: a table, and the number of its last event."""
    fault: Callable[[str, Exception], None]
    """An unexpected error."""


class Answer(NamedTuple):
    """The response to a request."""

    status: int
    media_type: str
    body: bytes


class DeviceVisitor:
    """The only visitor of the tables of a device, whose requests are not counted."""

    address = site = ""
    lists_tables = reads_photos = False

    def __init__(self, caller: Caller, query: Mapping[str, str]) -> None:
        self.query = query
        self._caller = caller

    async def caller(self) -> Caller:
        """Return the device."""
        return self._caller

    async def guest(self) -> Caller:
        """Return the device, which has a secret."""
        return self._caller

    async def account(self) -> SignedInAccount:
        """Refuse: there are no accounts."""
        raise request_refused(WebReason.NO_ACCOUNTS)

    async def check_not_banned(self) -> None:
        """Do nothing: nobody is banned."""

    def check_budget(self) -> None:
        """Do nothing: there are no limits."""

    async def count(self, what: Counted, place: str = "") -> None:
        """Do nothing: there are no limits."""

    def count_openings(self, count: int = 1) -> None:
        """Do nothing: there are no limits."""

    def count_export(self, who: str) -> None:
        """Do nothing: there are no limits."""


class Backend:
    """The tables of one device."""

    def __init__(
        self,
        database: Database,
        page: Page,
        runner: Runner,
        *,
        bot_pauses: bool = True,
        secrets: Callable[[str | None], Secrets] = SystemSecrets,
    ) -> None:
        store = BrowserStore(database)
        self._database = database
        self._page = page
        self.bus = WindowBus(page.post)
        settings = ServiceSettings(
            reviews=False,
            clock_interval=CLOCK_INTERVAL,
            bot_pauses=bot_pauses,
        )
        self.service = TableService(
            store,
            self.bus,
            settings=settings,
            documents=store,
            results=BrowserResults(store),
            on_fault=page.fault,
            workers=Workers(runner),
            secrets=secrets,
        )
        self._dispatcher = Dispatcher(
            OF_A_DEVICE, services_of(self.service, self), max_body=MAX_BODY, report=page.fault
        )
        self._caller = Caller()
        self._sessions: dict[int, tuple[TableSession, asyncio.Task[None]]] = {}

    async def start(self) -> None:
        """Resume the tables of this device."""
        self._caller = Caller(await self._secret(), options=True)
        await self.service.start()

    async def stop(self) -> None:
        """Stop the background tasks."""
        for number in list(self._sessions):
            self.disconnect(number)
        await self.service.stop()

    async def answer(self, method: str, address: str, body: bytes = b"") -> Answer:
        """Answer a request."""
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        asked = Asked(method, unquote(parts.path), query, WholeBody(body))
        reply = await self._dispatcher.answer(DeviceVisitor(self._caller, query), asked)
        return Answer(reply.status, reply.media_type, await _whole(reply.body))

    def connect(self, number: int, table: str, since: str | None) -> None:
        """Begin a session, whose messages carry its number."""

        async def send(body: bytes) -> None:
            if number not in self._sessions:
                raise ClientGone
            self._page.send(number, body.decode())

        session = TableSession(
            table,
            self._caller,
            send,
            tables=self.service.tables,
            presences=self.service.presences,
            commands=self,
        )
        following = self._follow(number, session, since_number(since))
        self._sessions[number] = session, asyncio.create_task(following)

    async def receive(self, number: int, message: str) -> None:
        """Answer a message of a session."""
        if number not in self._sessions:
            return
        session, _ = self._sessions[number]
        try:
            await session.receive(message)
        except RequestRefused as refused:
            await session.refuse(None, problem_of(refused))
        except ClientGone:
            self.disconnect(number)

    def disconnect(self, number: int) -> None:
        """End a session that the page no longer needs."""
        found = self._sessions.pop(number, None)
        if found is not None:
            session, task = found
            session.leave()
            task.cancel()

    async def _follow(self, number: int, session: TableSession, since: int | None) -> None:
        try:
            await session.follow(since)
        except ClientGone:
            pass
        except Exception as error:  # the page learns how its socket ended
            code, reason = close_code(error)
            if isinstance(error, Refused):
                await session.refuse(None, problem_of(error))
            elif code == FAULT:
                self._page.fault("socket", error)
            self._page.closed(number, code, reason)
        self.disconnect(number)

    async def act(
        self,
        table: str,
        caller: Caller,
        command: Command,
        command_id: str,
        expected_seq: int | None,
        *,
        address: str = "",
    ) -> Done:
        """Carry out a command."""
        del address
        return await self.service.tables.act(
            table, caller, command, command_id=command_id, expected_seq=expected_seq
        )

    async def _secret(self) -> str:
        """Return the secret of this device; if two windows make one, the first counts."""
        made = new_secret()
        await self._database.write([Entry(DEVICE, SECRET, made.encode(), new=True)])
        kept = await self._database.get(DEVICE, SECRET)
        return made if kept is None else kept.decode()


async def _whole(body: Body) -> bytes:
    """Return a body as a whole: there is no network to deliver it in parts."""
    if isinstance(body, bytes):
        return body
    if isinstance(body, AsyncIterator):
        return b"".join([part async for part in body])
    return b"".join(body)
