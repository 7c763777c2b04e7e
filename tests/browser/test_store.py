"""The store in a browser's database does what every store must do about tables and documents."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from pathlib import Path

import pytest

from qwirkle.browser.backend import DEVICE
from qwirkle.browser.database import Entry, MemoryDatabase
from qwirkle.browser.store import AREAS, TABLES, BrowserStore
from qwirkle.tables.storage.ports import Accepted, Conflict, Outcome, Repeated
from qwirkle.testing.stores import STORE_CHECKS
from qwirkle.testing.stores.appends import append_events
from qwirkle.testing.stores.kit import Check, CheckedStore


@pytest.mark.parametrize("check", STORE_CHECKS.values(), ids=STORE_CHECKS)
def test_it_keeps_the_promises_of_a_store(check: Check[CheckedStore]) -> None:
    database = MemoryDatabase()
    asyncio.run(check(BrowserStore(database), BrowserStore(database)))


class SlowWindow(MemoryDatabase):
    """A window that is held up whenever it reads the row of a table, before or after it."""

    def __init__(self, shared: MemoryDatabase, *, before: bool) -> None:
        self._kept = shared._kept
        self._before = before
        self.reading = asyncio.Event()
        self.go_on = asyncio.Event()

    async def get(self, area: str, key: str) -> bytes | None:
        """Read, and be held up."""
        found = None if self._before else await super().get(area, key)
        if area == TABLES:
            self.reading.set()
            await self.go_on.wait()
        return await super().get(area, key) if self._before else found


async def overtaken(*, before: bool, **late: str | int) -> tuple[Outcome, list[bytes]]:
    """Let a quick window write while a slow one reads; what the slow one gets, and the events."""
    shared = MemoryDatabase()
    quick, held = BrowserStore(shared), SlowWindow(shared, before=before)
    slow = asyncio.create_task(append_events(BrowserStore(held), "t", b'"slow"', **late))
    await held.reading.wait()
    assert await append_events(quick, "t", b'"quick"', command_id="one", answer=b"1") == Accepted(1)
    held.go_on.set()
    return await slow, [event.body for event in await quick.read("t")]


@pytest.mark.parametrize(
    ("before", "late", "outcome"),
    [
        (False, {"command_id": "two"}, Conflict(1)),
        (False, {"command_id": "one"}, Repeated(b"1")),
        (True, {"command_id": "one", "expected_seq": 1}, Repeated(b"1")),
    ],
    ids=["another command", "the same command", "the same command, after the first"],
)
def test_of_two_windows_one_wins(
    before: bool, late: dict[str, str | int], outcome: Outcome
) -> None:
    """Both have read that they may write; the database lets one of them."""
    assert asyncio.run(overtaken(before=before, **late)) == (outcome, [b'"quick"'])


@pytest.mark.parametrize("what", ["get", "range", "write"])
def test_a_database_answers_later_so_that_other_windows_come_in_between(what: str) -> None:
    """A store that works only if nobody else reads or writes meanwhile would not be found out."""
    database = MemoryDatabase()
    asked: dict[str, Coroutine[None, None, object]] = {
        "get": database.get(TABLES, "t"),
        "range": database.range(TABLES, "", "z"),
        "write": database.write([Entry(TABLES, "t", b"")]),
    }
    wanted = asked.pop(what)
    wanted.send(None)
    assert database._kept == {}, "it has not answered yet"
    with pytest.raises(StopIteration):
        wanted.send(None)
    for other in asked.values():
        other.close()


def test_a_browser_finds_what_an_earlier_version_has_stored() -> None:
    """The areas are those that the page makes, and the keys sort by table and number."""

    async def scene() -> None:
        database = MemoryDatabase()
        store = BrowserStore(database)
        await append_events(store, "t", b'"a"', b'"b"', command_id="one", answer=b"1")
        await store.keep_document("t", "review", "2", b"{}", 0)
        assert set(database._kept) == {
            ("events", "t 0000000001"),
            ("events", "t 0000000002"),
            ("answers", "t one"),
            ("tables", "t"),
            ("documents", "t review"),
        }
        assert await store.document("t", "review", "2") == b"{}"
        page = Path(__file__).parents[2] / "frontend/src/browser/database.ts"
        areas = re.search(r"AREAS = \[(.*?)\]", page.read_text("utf-8"), re.DOTALL)
        assert areas is not None
        assert set(re.findall(r'"(\w+)"', areas[1])) == {*AREAS, DEVICE}

    asyncio.run(scene())
