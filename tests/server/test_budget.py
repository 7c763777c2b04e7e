"""Budgets: visitors pay for what they cause, by what was really used, and games continue."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from qwirkle.api.visitors import Payer, asking, holding, metered
from qwirkle.errors import Refused
from qwirkle.server.app import make_app
from qwirkle.server.budget import BURST, Budget
from qwirkle.server.context import AppContext
from qwirkle.server.settings import ServerSettings
from qwirkle.tables.core.decide import decide
from qwirkle.tables.core.events import read_event
from qwirkle.tables.live import cache, queries, tables
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.callers import hash_of
from qwirkle.tables.live.tasks import on_a_thread
from qwirkle.tables.live.workers import Job, Workers
from qwirkle.tables.service import ServiceSettings, TableService
from qwirkle.tables.stores import store_at, store_in_memory

from .players import turn_of
from .served import new_id

MB = 1_000_000
HEADERS = {"X-Qwirkle": "1"}


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Purse(Payer):
    """A payer who notes what they were charged."""

    def __init__(self) -> None:
        super().__init__("somebody")
        self.paid = 0.0
        self.owes = 0.0

    @property
    def wait(self) -> float:
        return self.owes

    def charge(self, cpu: float) -> None:
        self.paid += cpu


def burn(seconds: float = 0.1) -> int:
    """Use a processor for that long."""
    began, count = time.thread_time(), 0
    while time.thread_time() - began < seconds:
        count += 1
    return count


def budget(now: Time | None = None, **settings: Any) -> Budget:
    return Budget(ServerSettings(**settings), now or Time())


def test_whoever_overdraws_waits_until_it_is_filled_up_again() -> None:
    now = Time()
    ann = budget(now, device_cpu=100, address_cpu=1000).account("home", "ann")
    ann.charge(0.1 * BURST)
    assert ann.wait == 0
    ann.charge(3)
    assert ann.wait == pytest.approx(30)
    with pytest.raises(Refused, match="You’ve asked a lot") as refused:
        ann.check()
    assert refused.value.reasons == ("busy",)
    assert refused.value.retry_after == pytest.approx(30)
    now.now += 30
    ann.check()


def test_a_device_cannot_use_up_what_is_there_for_its_whole_address() -> None:
    all_of_them = budget(device_cpu=100, address_cpu=200)
    greedy, other = all_of_them.account("school", "greedy"), all_of_them.account("school", "other")
    greedy.charge(0.1 * BURST + 1)
    assert greedy.wait > 0
    assert other.wait == 0
    other.charge(0.1 * BURST)
    assert all_of_them.account("school", "a third").wait > 0
    assert all_of_them.account("elsewhere", "greedy's neighbour").wait == 0


def test_a_long_cookie_takes_no_more_memory_than_a_short_one() -> None:
    all_of_them = budget(device_cpu=100)
    for number in range(3):
        all_of_them.account("home", f"{number}" * 50_000).charge(1)
    assert {len(device) for device in all_of_them._devices._known} == {64}


def test_without_a_limit_nobody_waits() -> None:
    ann = budget(device_cpu=0, address_cpu=0).account("home", "ann")
    ann.charge(10**6)
    ann.check()


def test_memory_counts_while_it_is_held() -> None:
    all_of_them = budget(address_memory=20, upload_memory=30)
    home, away = all_of_them.account("home"), all_of_them.account("away")
    home.hold(15 * MB)
    with pytest.raises(Refused) as refused:
        home.hold(6 * MB)
    assert refused.value.reasons == ("busy",)
    away.hold(15 * MB)
    with pytest.raises(Refused):
        away.hold(1 * MB)
    home.release(15 * MB)
    before = asking.set(away)
    with holding(5 * MB), pytest.raises(Refused):
        away.hold(1)
    asking.reset(before)
    away.hold(5 * MB)


def test_steps_threads_and_jobs_are_charged_to_whoever_asks() -> None:
    async def scene() -> None:
        purse, stranger = Purse(), Purse()
        workers = Workers()

        async def ask(how: Callable[[], Awaitable[object]]) -> None:
            purse.paid = 0.0

            async def work() -> None:
                await how()

            await metered(work(), purse)
            assert purse.paid > 0.05

        async def in_place() -> None:
            await asyncio.sleep(0)
            burn()

        await ask(in_place)
        await ask(lambda: on_a_thread(burn))
        await ask(lambda: workers.run(Job(call=partial(burn))))
        await ask(lambda: asyncio.create_task(workers.run(Job(call=partial(burn)))))
        assert stranger.paid == 0
        workers.account = lambda _: stranger
        purse.paid = 0.0
        await workers.run(Job(call=partial(burn)), address="the opener")
        assert stranger.paid > 0.05
        assert purse.paid == 0

    asyncio.run(scene())


def test_what_the_store_reads_is_charged_to_whoever_asks(tmp_path: Path) -> None:
    """An archived game is made again in one of its threads."""

    async def scene() -> None:
        store = store_at(folder=tmp_path)
        await store.open()
        purse = Purse()
        before = asking.set(purse)
        await store._database.read(lambda _: burn())
        asking.reset(before)
        assert 0.1 <= purse.paid < 0.2
        await store.close()

    asyncio.run(scene())


def test_what_others_do_meanwhile_is_not_charged() -> None:
    async def scene() -> None:
        purse = Purse()

        async def wait() -> None:
            await asyncio.sleep(0.01)

        waiting = asyncio.create_task(metered(wait(), purse))
        await asyncio.sleep(0)
        await asyncio.to_thread(burn, 0.05)
        burn(0.3)
        await waiting
        assert purse.paid < 0.1

    asyncio.run(scene())


def test_errors_and_cancellations_reach_metered_work() -> None:
    async def scene() -> None:
        async def fail() -> None:
            await asyncio.sleep(0)
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await metered(fail(), Payer())
        cleaned = False

        async def wait() -> None:
            nonlocal cleaned
            try:
                await asyncio.sleep(60)
            finally:
                await asyncio.sleep(0)
                cleaned = True

        task = asyncio.create_task(metered(wait(), Payer()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert cleaned

    asyncio.run(scene())


def test_jobs_of_those_who_must_wait_are_refused_and_their_bots_play_after_all_others() -> None:
    async def scene() -> None:
        purse = Purse()
        purse.owes = 7.0
        workers = Workers(account=lambda address: purse if address == "poor" else Payer(address))
        before = asking.set(purse)
        with pytest.raises(Refused) as refused:
            await workers.run(Job(call=partial(burn, 0.001)))
        asking.reset(before)
        assert (refused.value.reasons, refused.value.retry_after) == (("busy",), 7.0)
        done: list[str] = []

        async def bot(address: str) -> None:
            await workers.run(Job(call=partial(burn, 0.001)), address=address)
            done.append(address)

        await asyncio.gather(bot("rich"), *(bot("poor") for _ in range(3)), bot("rich"))
        assert done == ["rich", "rich", "poor", "poor", "poor"]

    asyncio.run(scene())


def with_app(
    scene: Callable[[AppContext, httpx.AsyncClient], Awaitable[None]], **settings: Any
) -> None:
    async def run() -> None:
        store = store_in_memory()
        service = TableService(
            store, LocalBus(), settings=ServiceSettings(), documents=store, results=store
        )
        app, context = make_app(service, store, ServerSettings(**settings))
        transport = httpx.ASGITransport(app, client=("192.0.2.1", 1234))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", headers=HEADERS
        ) as http:
            await scene(context, http)
        await service.stop()

    asyncio.run(run())


def test_an_overdrawn_visitor_is_told_when_to_come_back_and_can_still_play() -> None:
    async def scene(context: AppContext, http: httpx.AsyncClient) -> None:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:1"}]
        opening = {"command_id": new_id(), "table": {"seats": seats}}
        table = (await http.post("/api/tables", json=opening)).json()["table"]
        assert context.budget.charged > 0
        context.budget.charge("192.0.2.1", "", BURST + 20)
        for path in ("/api/offers", "/api/puzzles/2026-11-01"):
            answer = await http.get(path)
            assert (answer.status_code, answer.json()["reason"]) == (503, "busy")
            assert 15 <= int(answer.headers["Retry-After"]) <= 21
        preview = await http.post(f"/api/tables/{table}/preview", json={"turn": {"place": []}})
        assert preview.status_code == 503
        start = {"command_id": new_id(), "command": {"do": "start"}}
        assert (await http.post(f"/api/tables/{table}/commands", json=start)).status_code == 200
        assert (await http.get(f"/api/tables/{table}")).json()["now"]["phase"] == "playing"
        assert (await http.get("/healthz")).status_code == 200

    with_app(scene)


def test_a_step_that_waits_for_a_processor_is_not_charged_for_that() -> None:
    async def scene() -> None:
        idle, busy = Purse(), Purse()

        async def wait() -> None:
            time.sleep(0.1)

        async def work() -> None:
            burn(0.02)

        await asyncio.gather(metered(wait(), idle), metered(work(), busy))
        assert idle.paid < 0.02
        assert 0.01 < busy.paid < 0.1

    asyncio.run(scene())


def test_a_request_is_charged_to_its_address_and_device() -> None:
    async def scene(context: AppContext, http: httpx.AsyncClient) -> None:
        charged: list[tuple[str, str, float]] = []
        context.budget.charge = lambda *paid: charged.append(paid)  # type: ignore[method-assign]
        http.cookies.set("qwirkle", "a device with a secret")
        await http.get("/api/offers")
        [(address, device, cpu)] = charged
        assert (address, device) == ("192.0.2.1", hash_of("a device with a secret"))
        assert cpu >= 0

    with_app(scene)


async def begun(http: httpx.AsyncClient) -> str:
    """A game of one device against itself."""
    seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
    asked = {"command_id": new_id(), "table": {"seats": seats, "start": True}}
    table: str = (await http.post("/api/tables", json=asked)).json()["table"]
    return table


async def do(http: httpx.AsyncClient, table: str, command: dict[str, Any]) -> None:
    asked = {"command_id": new_id(), "command": command}
    (await http.post(f"/api/tables/{table}/commands", json=asked)).raise_for_status()


def test_what_a_command_takes_to_decide_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is carried out to its end even if its sender goes, so it has a task of its own."""

    async def scene(context: AppContext, http: httpx.AsyncClient) -> None:
        table = await begun(http)

        def decide_slowly(*args: Any, **named: Any) -> Any:
            burn(0.05)
            return decide(*args, **named)

        monkeypatch.setattr(tables, "decide", decide_slowly)
        before = context.budget.charged
        await do(http, table, {"do": "react", "what": "wow"})
        assert context.budget.charged - before >= 0.05

    with_app(scene)


def test_an_answer_in_parts_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parts are made on threads, while it is sent."""

    async def scene(context: AppContext, http: httpx.AsyncClient) -> None:
        table = await begun(http)

        def slowly(*_: Any) -> Iterator[bytes]:
            for _part in range(3):
                burn(0.05)
                yield b"part"

        monkeypatch.setattr(queries, "timeline_of", slowly)
        before = context.budget.charged
        assert (await http.get(f"/api/tables/{table}/story")).content == b"part" * 3
        assert context.budget.charged - before >= 0.15

    with_app(scene)


def test_a_long_history_is_read_on_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(context: AppContext, http: httpx.AsyncClient) -> None:
        table = await begun(http)
        readers: list[int] = []

        def note(body: bytes) -> Any:
            readers.append(threading.get_ident())
            return read_event(body)

        async def readers_of(path: str) -> tuple[int, set[bool]]:
            context.service.tables.cache._entries.clear()
            readers.clear()
            (await http.get(path)).raise_for_status()
            return len(readers), {reader == threading.get_ident() for reader in readers}

        monkeypatch.setattr(cache, "read_event", note)
        look = f"/api/tables/{table}"
        assert await readers_of(look) == (2, {True})
        turn = turn_of((await http.get(look)).json())
        while (seq := (await http.get(look)).json()["now"]["seq"]) < cache.LONG:
            await do(http, table, {"do": "play", "turn": turn})
            await do(http, table, {"do": "take-back"})
        assert await readers_of(look) == (seq, {False})
        missed = f"{look}/events?since={seq - 50}"
        assert await readers_of(missed) == (2 * seq, {False})
        # Whoever has overdrawn their budget gets the table as it is now, and nothing is read.
        assert len((await http.get(missed)).json()) == 50
        context.budget.charge("192.0.2.1", "", 2 * BURST)
        readers.clear()
        assert [sent["kind"] for sent in (await http.get(missed)).json()] == ["view"]
        assert not readers

    with_app(scene, table_rate=0, address_rate=0)


def test_requests_in_progress_are_limited_for_each_address() -> None:
    """Through a proxy all come over few connections, which are not counted."""

    async def scene(context: AppContext, http: httpx.AsyncClient) -> None:
        go_on = asyncio.Event()

        async def slowly() -> Any:
            yield b"{"
            await go_on.wait()
            yield b"}"

        sending = [
            asyncio.create_task(http.post("/api/analysis/check", content=slowly()))
            for _ in range(2)
        ]
        while sum(context.limits._requests.values()) < 2:
            await asyncio.sleep(0)
        refused = await http.get("/api/offers")
        assert (refused.status_code, refused.json()["reason"]) == (429, "too-often")
        go_on.set()
        assert [(await answer).status_code for answer in sending] == [400, 400]
        assert (await http.get("/api/offers")).status_code == 200
        assert not context.limits._requests

    with_app(scene, max_connections=2)
