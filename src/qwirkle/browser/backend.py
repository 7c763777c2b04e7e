"""Answers a page as a server would: requests, and sessions at tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from qwirkle.api.dispatch import Dispatcher, Reply
from qwirkle.api.problems import RequestRefused, problem_of
from qwirkle.api.routes import ROUTES
from qwirkle.api.session import FAULT, ClientGone, TableSession, close_code, since_number
from qwirkle.api.visitor import Visitor
from qwirkle.browser.bus import WindowBus
from qwirkle.browser.database import Database, Entry
from qwirkle.browser.store import BrowserResults, BrowserStore
from qwirkle.errors import Refused
from qwirkle.rules.family import Registry
from qwirkle.tables.core.commands import Command, Secrets
from qwirkle.tables.live.callers import Caller, SystemSecrets, new_secret
from qwirkle.tables.live.tables import Done
from qwirkle.tables.reviews.jobs import RunJob
from qwirkle.tables.service import ServiceSettings, TableService

DEVICE, SECRET = "device", "secret"
ADVISERS = Registry[str](placement="value:trials=off,endgame=1000", cards="greedy")
"""Bots that give hints within a fifth of a second although nothing is compiled."""
CLOCK_INTERVAL = 1.0
"""Seconds: every look at the clocks reads all tables of the device."""


class Page(NamedTuple):
    """The channel to the page and its other windows."""

    send: Callable[[int, str], None]
    """A message on a socket."""
    closed: Callable[[int, int, str], None]
    """The end of a socket: its number, a code and a reason."""
    post: Callable[[str, int], None]
    """News for the other windows: a table, and the number of its last event."""
    fault: Callable[[str, Exception], None]
    """Something that should never have happened."""


class Backend:
    """The tables of one device."""

    def __init__(
        self,
        database: Database,
        page: Page,
        run_job: RunJob,
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
            run_job=run_job,
            advisers=ADVISERS,
            secrets=secrets,
        )
        self._dispatcher = Dispatcher(ROUTES, page.fault)
        self._caller = Caller()
        self._sessions: dict[int, tuple[TableSession, asyncio.Task[None]]] = {}

    async def start(self) -> None:
        """Go on with the tables of this device."""
        self._caller = Caller(await self._secret())
        await self.service.start()

    async def stop(self) -> None:
        """End what runs in the background."""
        for number in list(self._sessions):
            self.disconnect(number)
        await self.service.stop()

    async def answer(self, method: str, address: str, body: bytes = b"") -> Reply:
        """Answer a request."""
        visit = partial(Visitor, self.service, self._caller)
        return await self._dispatcher.answer(visit, method, address, body)

    def connect(self, number: int, table: str, since: str | None) -> None:
        """Begin a session; what it sends has its number."""

        async def send(body: bytes) -> None:
            if number not in self._sessions:
                raise ClientGone
            self._page.send(number, body.decode())

        session = TableSession(self.service, table, self._caller, send, self._act)
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
        """End a session that the page needs no more."""
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

    async def _act(
        self,
        table: str,
        caller: Caller,
        command: Command,
        command_id: str,
        expected_seq: int | None,
    ) -> Done:
        return await self.service.tables.act(
            table, caller, command, command_id=command_id, expected_seq=expected_seq
        )

    async def _secret(self) -> str:
        """Return the secret of this device; of two windows that make one, the first one's."""
        made = new_secret()
        await self._database.write([Entry(DEVICE, SECRET, made.encode(), new=True)])
        kept = await self._database.get(DEVICE, SECRET)
        return made if kept is None else kept.decode()
