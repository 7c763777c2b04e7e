"""A device that plays without a server: the backend of the worker on a database in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import msgspec

from qwirkle.browser.backend import Backend, Page
from qwirkle.browser.database import Database, MemoryDatabase
from qwirkle.tables.live.callers import SystemSecrets
from qwirkle.tables.live.workers import InPlace

NUMBERS = count(1)


class KnownSeed(SystemSecrets):
    """Secrets of a table whose seed is known."""

    def __init__(self, table: str | None, seed: str) -> None:
        super().__init__(table)
        self._seed = seed

    def seed(self) -> str:
        """The known seed."""
        return self._seed


class Device:
    """A window of a page, as a page uses its worker."""

    def __init__(self, database: Database | None = None, seed: str = "") -> None:
        self.faults: list[Exception] = []
        self.posted: list[tuple[str, int]] = []
        self.closed: list[tuple[int, int, str]] = []
        self.heard: dict[int, asyncio.Queue[Any]] = {}
        page = Page(
            lambda number, text: self.heard[number].put_nowait(msgspec.json.decode(text)),
            lambda *end: self.closed.append(end),
            lambda *news: self.posted.append(news),
            lambda _, error: self.faults.append(error),
        )
        self.backend = Backend(
            database or MemoryDatabase(),
            page,
            InPlace(),
            bot_pauses=False,
            secrets=SystemSecrets if not seed else lambda table: KnownSeed(table, seed),
        )

    async def ask(self, method: str, address: str, body: object = None) -> tuple[int, Any]:
        """Send a request."""
        text = b"" if body is None else msgspec.json.encode(body)
        reply = await self.backend.answer(method, address, text)
        if not reply.media_type.endswith("json"):
            return reply.status, reply.body.decode()
        return reply.status, msgspec.json.decode(reply.body)

    async def done(self, method: str, address: str, body: object = None) -> Any:
        """Send a request that is accepted."""
        status, answer = await self.ask(method, address, body)
        assert status in (200, 201), answer
        return answer

    async def opened(
        self, game: str, bot: str, options: dict[str, Any] | None = None, **more: Any
    ) -> str:
        """Open a table against a bot, and start it."""
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": bot}]
        plan = {"seats": seats, "game": game, "hints": True, "options": options or {}, **more}
        asked = {"command_id": f"open-{next(NUMBERS)}", "table": plan}
        table: str = (await self.done("POST", "/api/tables", asked))["table"]
        await self.act(table, {"do": "start"})
        return table

    async def act(self, table: str, command: dict[str, Any]) -> Any:
        """Send a command."""
        asked = {"command_id": f"command-{next(NUMBERS)}", "command": command}
        return await self.done("POST", f"/api/tables/{table}/commands", asked)

    async def until_own_turn(self, table: str) -> Any:
        """Wait for the bots; the table as it is then."""
        await self.backend.service.scheduler.wait_idle()
        return await self.done("GET", f"/api/tables/{table}")

    async def played(self, table: str) -> Any:
        """Play as the hints say, until the end; the table as it is then."""
        seen = await self.until_own_turn(table)
        while seen["now"]["phase"] == "playing":
            hint = await self.done("POST", f"/api/tables/{table}/hint", {})
            await self.act(table, {"do": "play", "turn": hint["turn"]})
            seen = await self.until_own_turn(table)
        return seen

    def connected(self, number: int, table: str, since: str | None = None) -> asyncio.Queue[Any]:
        """Open a socket."""
        self.heard[number] = asyncio.Queue()
        self.backend.connect(number, table, since)
        return self.heard[number]


@asynccontextmanager
async def device(database: Database | None = None, seed: str = "") -> AsyncIterator[Device]:
    """A device that has started; at the end nothing may have failed."""
    made = Device(database, seed)
    await made.backend.start()
    try:
        yield made
    finally:
        await made.backend.stop()
    assert made.faults == []
