"""The house: everything one process needs to keep tables, put together and started.

The web layer makes one from a store and a bus, and asks its parts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from qwirkle.service.accounts import Accounts
from qwirkle.service.bots import Thinkers
from qwirkle.service.bus.local_presence import LocalBoard
from qwirkle.service.ports import Bus, PeopleStore, PresenceBoard, Store
from qwirkle.service.presence import Presences
from qwirkle.service.queries.table_queries import Desk
from qwirkle.service.ratings import Ratings
from qwirkle.service.scheduler import Caretaker
from qwirkle.service.tables import Tables


class HouseSettings(msgspec.Struct, frozen=True):
    """What can be set."""

    bot_threads: int = 1
    """Bots that think at the same time."""
    bot_limit_ms: int = 8000
    """After so long a bot has lost its turn."""
    bots_take_their_time: bool = True
    """Whether turns of levels appear after a moment, for people to follow them."""
    tables_at_hand: int = 2000
    """Folded tables that are kept in memory."""
    look_around_seconds: float = 0.5
    """How often the caretaker looks for what is due: how late a clock may be noticed."""


class House:
    """Tables, a desk for questions, who is present, accounts, a caretaker: to start and stop."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        people: PeopleStore | None = None,
        settings: HouseSettings | None = None,
        *,
        board: PresenceBoard | None = None,
        now: Callable[[], int] | None = None,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        settings = settings or HouseSettings()
        self.tables = Tables(
            store, bus, now=now, tables_at_hand=settings.tables_at_hand, on_fault=on_fault
        )
        self.presences = Presences(bus, board or LocalBoard())
        self.thinkers = Thinkers(settings.bot_threads, settings.bot_limit_ms)
        self.desk = Desk(self.tables, store, self.thinkers)
        self.accounts = None if people is None else Accounts(people, now=now)
        ratings = None if people is None else Ratings(people)
        self.caretaker = Caretaker(
            self.tables,
            store,
            self.thinkers,
            keep_result=None if ratings is None else ratings.keep,
            pause=settings.look_around_seconds,
            sleep=asyncio.sleep if settings.bots_take_their_time else None,
            on_fault=on_fault,
        )

    async def start(self) -> None:
        """Go on with what is due. Nothing is folded before somebody needs it."""
        self.presences.start()
        await self.caretaker.start()

    async def stop(self, patience: float = 10.0) -> None:
        """Let commands and, for a while, bots finish; everything else is in the store already."""
        await self.presences.stop()
        await self.caretaker.stop(patience)
        await self.tables.finish()
        self.thinkers.close()
