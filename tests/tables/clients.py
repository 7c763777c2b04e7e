"""A process with its tables, and people who play there over the service's own calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from itertools import count
from typing import Any, TypeVar

from qwirkle.rules.family import view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.live.bots import BotRunner
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.queries import TableQueries
from qwirkle.tables.live.scheduler import Scheduler
from qwirkle.tables.live.tables import Done, Tables
from qwirkle.tables.live.workers import Workers

from .scene import START, Numbered, greedy_turn, written
from .stores import QuietBus, WatchedStore

T = TypeVar("T")
COMMANDS = count()
"""No two commands have the same id, whichever process they are sent to."""

NEW_STORE: list[Callable[[], WatchedStore]] = [WatchedStore]
"""The last one makes the stores of processes that are given none."""


class Known(Numbered):
    """Secrets that are the same in every run; the id of a new table is given."""

    def __init__(self, table: str | None) -> None:
        super().__init__(table or "")
        self._table = table

    def table(self) -> str:
        return self._table or super().table()


class Process:
    """A process: tables over a store, a scheduler, a desk. Time stands still unless it is moved."""

    def __init__(self, store: WatchedStore | None = None, bus: QuietBus | None = None) -> None:
        self.store = store or NEW_STORE[-1]()
        self.bus = bus or QuietBus()
        self.time = START
        self.tables = Tables(self.store, self.bus, now=lambda: self.time, secrets=Known)
        self.bots = BotRunner(self.store, Workers(), 10_000)
        self.faults: list[Exception] = []
        self.scheduler = Scheduler(
            self.tables,
            self.store,
            self.bots,
            on_fault=lambda _, error: self.faults.append(error),
        )
        self.queries = TableQueries(self.tables, self.store, self.bots)

    async def do(self, table: str, who: Caller, command: c.Command, **how: Any) -> Done:
        """A command with an id of its own."""
        how.setdefault("command_id", f"command {next(COMMANDS)}")
        return await self.tables.act(table, who, command, **how)

    async def play_turn(self, table: str, people: list[Caller]) -> None:
        """The seat to move plays greedily."""
        state = await self.tables.current(table)
        seat = state.to_move
        assert seat is not None
        who = next(person for person in people if seat in state.held_by(person.key))
        turn = written(greedy_turn(view(game_of(state), seat)))
        await self.do(table, who, c.Play(turn), expected_seq=state.seq)

    async def leave(self) -> None:
        """Close the process; nobody may have been in trouble."""
        await self.scheduler.stop()
        assert self.faults == []


def person(name: str, account: str | None = None) -> Caller:
    """Somebody with a device."""
    return Caller(f"the secret of {name}, long enough", account)


def run(scene: Callable[[], Awaitable[T]] | Coroutine[Any, Any, T]) -> T:
    """Let a scene happen, with a limit."""

    async def limited() -> T:
        async with asyncio.timeout(120):
            try:
                return await (scene if isinstance(scene, Coroutine) else scene())
            finally:
                while WatchedStore.opened:
                    await WatchedStore.opened.pop().close()

    return asyncio.run(limited())
