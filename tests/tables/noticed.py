"""A process that sends notices to receivers of the test, at a time that only the test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import pytest

from qwirkle.rules.family import view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.settings import DAY, Clock, SeatPlan
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.notices import plan
from qwirkle.tables.notices.channels import Outcome
from qwirkle.tables.notices.model import PushSubscription
from qwirkle.tables.notices.notifier import Notifier
from qwirkle.tables.notices.push import Subscriptions
from qwirkle.tables.notices.settings import NoticeSettings
from qwirkle.tables.service import ServiceSettings, TableService
from qwirkle.tables.stores import SqlStore, store_in_memory
from receivers import Browser, Receiver

from .clients import person
from .scene import START, greedy_turn, written

ANN, BEN = person("Ann"), person("Ben")
A_DAY = Clock("turn", DAY)
_ids = count()


class Clockwork:
    """The time of all processes of a test."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Noticed:
    """One process."""

    def __init__(self, store: SqlStore, clock: Clockwork, settings: NoticeSettings) -> None:
        self.faults: list[Exception] = []
        self.outcomes: list[tuple[str, Outcome]] = []
        self.clock = clock
        self.service = TableService(
            store,
            LocalBus(),
            settings=ServiceSettings(notices=settings, reviews=False),
            documents=store,
            results=store,
            notices=store,
            now=clock,
            on_fault=lambda _, error: self.faults.append(error),
        )
        self.tables = self.service.tables
        self.notifier.on_outcome.append(lambda *found: self.outcomes.append(found))

    @property
    def notifier(self) -> Notifier:
        assert self.service.notifier is not None
        return self.service.notifier

    @property
    def subscriptions(self) -> Subscriptions:
        assert self.notifier.subscriptions is not None
        return self.notifier.subscriptions

    async def open(self, game: str = "classic", clock: Clock | None = A_DAY) -> str:
        """Ann and Ben at a table that has started."""
        seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
        done = await self.tables.open(ANN, c.OpenTable(seats, game, clock=clock), f"o{next(_ids)}")
        await self.do(done.table, BEN, c.Sit("Ben"))
        await self.do(done.table, ANN, c.Start())
        return done.table

    async def do(self, table: str, who: Caller, command: c.Command) -> None:
        await self.tables.act(table, who, command, command_id=f"c{next(_ids)}")

    async def to_move(self, table: str) -> Caller:
        state = await self.tables.current(table)
        return ANN if state.to_move in state.held_by(ANN.key) else BEN

    async def play(self, table: str) -> None:
        """Let the person to move play."""
        state = await self.tables.current(table)
        assert state.to_move is not None
        turn = written(greedy_turn(view(game_of(state), state.to_move)))
        await self.do(table, await self.to_move(table), c.Play(turn))

    async def subscribe(self, who: Caller, browser: Browser, **more: Any) -> PushSubscription:
        sent = browser.subscription()
        assert who.key is not None
        given = {"language": "en", "zone": "UTC", **more}
        subscription = PushSubscription(who.key, sent["endpoint"], **sent["keys"], **given)
        await self.subscriptions.begin(subscription)
        return subscription

    async def notify(self) -> None:
        """Plan and send all that is due now."""
        await self.notifier.run_due()
        await self.notifier.wait_idle()


@asynccontextmanager
async def noticing(
    store: SqlStore | None = None,
    clock: Clockwork | None = None,
    *,
    wait: int = 0,
    **settings: Any,
) -> AsyncIterator[Noticed]:
    """A process that is not started: the test says when it looks for what is due.

    ``wait`` is how long mail waits for other mail to the same account.
    """
    given = {"private": True, "address": "https://play.example", **settings}
    process = Noticed(store or store_in_memory(), clock or Clockwork(), NoticeSettings(**given))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(plan, "MAIL_WAIT", wait)
        try:
            yield process
        finally:
            await process.service.stop(0)


async def both_away(process: Noticed, service: Receiver, **more: Any) -> dict[str, Browser]:
    """Ann and Ben have turned notices on and closed the page."""
    browsers = {"Ann": Browser(service, "ann"), "Ben": Browser(service, "ben")}
    await process.subscribe(ANN, browsers["Ann"], **more)
    await process.subscribe(BEN, browsers["Ben"], **more)
    return browsers


def name_of(who: object) -> str:
    return "Ann" if who == ANN else "Ben"
