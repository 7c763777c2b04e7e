"""Whoever opens tables, in whatever way, opens no more than they may."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from qwirkle.api.problems import RequestRefused
from qwirkle.server.context import AppContext
from qwirkle.server.limits import Buckets
from qwirkle.server.settings import ServerSettings
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.service import ServiceSettings, TableService
from qwirkle.tables.stores import store_in_memory

from .served import Client, Refusal, Served, new_id, served

ANN = Caller("the secret of Ann, long enough")
SEATS = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="level:1"))
HOME = "192.0.2.1"


async def finished(context: AppContext) -> str:
    """A table of Ann against a bot that she has given up."""
    done = await context.service.tables.open(ANN, c.OpenTable(SEATS), new_id())
    await context.service.tables.act(done.table, ANN, c.Start(), command_id=new_id())
    await context.act(done.table, ANN, c.Resign(), new_id(), None, address=HOME)
    return done.table


async def rematch(context: AppContext, table: str, address: str = HOME) -> str:
    """The table that follows, given up as well."""
    await context.act(table, ANN, c.Rematch(), new_id(), None, address=address)
    following = (await context.service.tables.current(table)).next
    assert following is not None
    await context.service.tables.act(following.table, ANN, c.Start(), command_id=new_id())
    await context.act(following.table, ANN, c.Resign(), new_id(), None, address=address)
    return following.table


def with_context(scene: Callable[[AppContext], Awaitable[None]], **settings: float) -> None:
    async def run() -> None:
        store = store_in_memory()
        service = TableService(
            store, LocalBus(), settings=ServiceSettings(), documents=store, results=store
        )
        await scene(AppContext(service, store, ServerSettings(**settings)))  # type: ignore[arg-type]
        await service.stop()

    asyncio.run(run())


def test_rematches_count_as_opened() -> None:
    async def scene(context: AppContext) -> None:
        table = await finished(context)
        for _ in range(3):
            table = await rematch(context, table)
        with pytest.raises(RequestRefused) as refused:
            await rematch(context, table)
        assert refused.value.reasons == ("too-often",)
        assert (await context.service.tables.current(table)).next is None
        await rematch(context, table, "192.0.2.2")

    with_context(scene, opening_rate=3)


def test_a_rematch_that_is_there_already_opens_nothing() -> None:
    async def scene(context: AppContext) -> None:
        table = await finished(context)
        following = await rematch(context, table)
        for _ in range(5):
            await context.act(table, ANN, c.Rematch(), new_id(), None, address=HOME)
        await rematch(context, following)

    with_context(scene, opening_rate=2)


def test_no_rematch_is_opened_while_the_server_is_late() -> None:
    async def scene(context: AppContext) -> None:
        table = await finished(context)
        for _ in range(20):
            context.load.record_delay(2.0)
        with pytest.raises(RequestRefused) as refused:
            await rematch(context, table)
        assert refused.value.reasons == ("unavailable",)
        assert (await context.service.tables.current(table)).next is None

    with_context(scene)


def test_bots_of_any_later_game_count_for_whoever_opened_it() -> None:
    async def scene(context: AppContext) -> None:
        bots, tables = context.service.bots, context.service.tables
        table = await finished(context)
        bots.opened_by(table, HOME)
        for _ in range(4):
            table = await rematch(context, table)
            assert bots.opener(await tables.current(table)) == HOME
        # Another process, or this one after a restart, knows the device at least.
        bots._openers.clear()
        assert bots.opener(await tables.current(table)) == ANN.key

    with_context(scene)


def test_several_tables_are_counted_at_once_or_not_at_all() -> None:
    now = 0.0
    buckets = Buckets(1.0, 5.0, now=lambda: now)
    assert buckets.take("a", 4) == 0
    assert buckets.take("a", 4) == 3.0
    assert buckets.take("a") == 0, "what was refused was not taken"
    now = 100.0
    assert buckets.take("a", 9) == 0, "more than there can ever be: once it is full"
    assert buckets.take("a") > 0


async def cup_of_three(server: Served) -> tuple[Client, str]:
    people = [Client(server.address) for _ in range(3)]
    asked = {"command_id": new_id(), "name": "Ann", "terms": {}}
    cup = (await people[0].post("/api/swiss", asked))["tournament"]
    for client, name in zip(people[1:], ("Ben", "Cem"), strict=True):
        joining = {"command_id": new_id(), "command": {"do": "join", "name": name}}
        await client.post(f"/api/swiss/{cup}/commands", joining)
        await client.leave()
    return people[0], cup


def test_the_tables_of_a_round_count_and_so_do_rematches_over_a_socket(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        ann, cup = await cup_of_three(server)  # the first
        table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "bot"}])
        await ann.act(table, {"do": "start"})
        await ann.act(table, {"do": "resign"})
        begin = {"command_id": new_id(), "command": {"do": "begin", "rounds": 1}}
        path = f"/api/swiss/{cup}/commands"
        await ann.post(path, begin)  # the third
        assert (await ann.post(path, begin))["phase"] == "playing", "sent again it opens nothing"
        await ann.connect(table)
        with pytest.raises(Refusal) as refusal:
            await ann.do({"do": "rematch"})
        assert refusal.value.problem["reason"] == "too-often"
        await ann.leave()

    with served(tmp_path, "--opening-rate", "3") as server:
        asyncio.run(scene(server))
