"""The edge to JavaScript, with a stand-in for the browser: its database, channel and workers."""

from __future__ import annotations

import asyncio
import base64
import pickle
import random
import sys
from functools import partial
from types import ModuleType
from typing import Any

import msgspec
import pytest

from qwirkle.browser.database import Entry, MemoryDatabase
from qwirkle.browser.main import BrowserRunner, JsDatabase, Window, run, start
from qwirkle.errors import StoreError
from qwirkle.tables.live.workers import Job


class JsException(Exception):
    """An error of JavaScript, as Pyodide raises it."""


class Buffer:
    """Bytes of JavaScript."""

    def __init__(self, value: bytes) -> None:
        self._value = value

    def to_bytes(self) -> bytes:
        return self._value


class IndexedDb:
    """The page's own object around the browser's database."""

    def __init__(self) -> None:
        self._kept = MemoryDatabase()
        self._added: list[Entry] = []
        self.fails = False

    async def get(self, area: str, key: str) -> Buffer | None:
        if self.fails:
            raise JsException("QuotaExceededError")
        found = await self._kept.get(area, key)
        return None if found is None else Buffer(found)

    async def range(self, area: str, first: str, last: str) -> list[Buffer]:
        return [Buffer(value) for value in await self._kept.range(area, first, last)]

    def add(self, area: str, key: str, value: Buffer, new: bool) -> None:
        self._added.append(Entry(area, key, value.to_bytes(), new))

    async def write(self) -> bool:
        added, self._added = self._added, []
        return await self._kept.write(added)


class Js:
    """What the worker's own code gives to Python."""

    def __init__(self) -> None:
        self.database = IndexedDb()
        self.posted: list[tuple[str, int]] = []
        self.faults: list[tuple[str, str]] = []
        self.sent: list[tuple[int, str]] = []
        self.jobs: list[str] = []

    def send(self, number: int, text: str) -> None:
        self.sent.append((number, text))

    def closed(self, *_: object) -> None: ...

    def post(self, table: str, seq: int) -> None:
        self.posted.append((table, seq))

    def fault(self, where: str, text: str) -> None:
        self.faults.append((where, text))

    async def runJob(self, job: str, progress: Any) -> str:
        self.jobs.append(job)
        progress(1, 3)  # the page may ask for it while the other worker computes
        return await asyncio.to_thread(run, job, progress)


@pytest.fixture(autouse=True)
def _pyodide(monkeypatch: pytest.MonkeyPatch) -> None:
    ffi = ModuleType("pyodide.ffi")
    ffi.to_js, ffi.JsException = Buffer, JsException  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)


async def started(js: Js) -> Window:
    return await start(js)


async def ask(window: Window, method: str, address: str, body: object = None) -> tuple[str, Any]:
    """The first line of an answer, and what follows it."""
    text = "" if body is None else msgspec.json.encode(body).decode()
    head, _, found = (await window.answer(method, address, text)).partition("\n")
    return head, msgspec.json.decode(found)


async def stop(window: Window) -> None:
    await window._backend.stop()


def test_the_database_keeps_bytes_by_their_keys() -> None:
    async def scene() -> None:
        database = JsDatabase(IndexedDb())
        assert await database.get("area", "b") is None
        assert await database.write([Entry("area", "b", b"2"), Entry("area", "a", b"\0\xff")])
        assert await database.get("area", "a") == b"\0\xff"
        assert await database.range("area", "a", "b") == [b"\0\xff", b"2"]
        assert not await database.write([Entry("area", "b", b"3", new=True)])
        assert await database.get("area", "b") == b"2"

    asyncio.run(scene())


def test_a_database_that_fails_is_a_store_that_fails() -> None:
    async def scene() -> None:
        js = IndexedDb()
        js.fails = True
        with pytest.raises(StoreError, match="QuotaExceededError"):
            await JsDatabase(js).get("area", "key")

    asyncio.run(scene())


def test_an_answer_begins_with_a_line_of_its_status_and_kind() -> None:
    async def scene() -> None:
        window = await started(Js())
        head, offers = await ask(window, "GET", "/api/offers")
        assert head == "200 application/json"
        assert offers["games"]
        head, problem = await ask(window, "GET", "/api/nothing")
        assert head == "404 application/problem+json"
        assert problem["reason"] == "not-found"
        await stop(window)

    asyncio.run(scene())


def test_what_is_random_differs_though_the_memory_of_python_was_copied() -> None:
    async def scene() -> list[float]:
        random.seed("a copy of the memory")
        await stop(await started(Js()))
        return [random.random() for _ in range(3)]

    assert asyncio.run(scene()) != asyncio.run(scene())


def test_news_of_another_window_are_heard_and_not_posted_again() -> None:
    async def scene() -> None:
        js = Js()
        window = await started(js)
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
        asked = {"command_id": "open", "table": {"seats": seats}}
        _, done = await ask(window, "POST", "/api/tables", asked)
        assert js.posted == [(done["table"], 1)]
        async with window._backend.bus.listen(done["table"]) as news:
            window.tell(done["table"], 7)
            assert await anext(aiter(news)) == 7
        assert len(js.posted) == 1
        await stop(window)

    asyncio.run(scene())


def test_a_fault_comes_with_its_trace() -> None:
    async def scene() -> None:
        js = Js()
        window = await started(js)
        window._backend._page.fault("somewhere", _raised())
        ((where, text),) = js.faults
        assert where == "somewhere"
        assert "test_window.py" in text
        assert "ValueError" in text.splitlines()[-1]
        await stop(window)

    asyncio.run(scene())


def _raised() -> Exception:
    try:
        int("broken")
    except ValueError as error:
        return error
    raise AssertionError


def test_a_review_is_made_in_another_worker_and_its_progress_is_shown() -> None:
    """The other worker calls ``run``, which needs nothing but the text of the job."""

    async def scene() -> None:
        js = Js()
        window = await started(js)
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
        opening = {"command_id": "open", "table": {"seats": seats, "game": "mini"}}
        table = (await ask(window, "POST", "/api/tables", opening))[1]["table"]
        for number, command in enumerate(("start", "play", "play", "resign")):
            wanted: dict[str, object] = {"do": command}
            if command == "play":
                hint = await ask(window, "POST", f"/api/tables/{table}/hint", {})
                wanted["turn"] = hint[1]["turn"]
            body = {"command_id": f"command {number}", "command": wanted}
            head, _ = await ask(window, "POST", f"/api/tables/{table}/commands", body)
            assert head.startswith("200")
        await ask(window, "POST", f"/api/tables/{table}/review", {})
        async with asyncio.timeout(60):
            while (await ask(window, "GET", f"/api/tables/{table}/review"))[1]["state"] != "ready":
                await asyncio.sleep(0.01)
        (job,) = js.jobs
        asked: Job[bytes] = pickle.loads(base64.b64decode(job))  # noqa: S301
        assert "Seed" in asked.call.args[0].record
        seen: list[tuple[int, int]] = []
        found = run(job, lambda *done: seen.append(done))
        review = msgspec.json.decode(msgspec.msgpack.decode(base64.b64decode(found)))
        assert len(review["turns"]) == seen[-1][0] == seen[-1][1]
        await stop(window)

    asyncio.run(scene())


def test_what_another_worker_does_is_charged_to_nobody() -> None:
    """Whoever plays without a server has no budget."""

    async def scene() -> None:
        job = Job(call=partial(_doubled, 21), heavy=True)
        ran = await BrowserRunner(Js()).run(job, lambda *_: None)
        assert (ran.answer, ran.cpu) == (42, 0.0)

    asyncio.run(scene())


def _doubled(number: int) -> int:
    return 2 * number
