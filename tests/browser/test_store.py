"""The store in a browser's database does what every store must do about tables and documents."""

from __future__ import annotations

import asyncio

import pytest

from qwirkle.browser.database import MemoryDatabase
from qwirkle.browser.store import TABLES, BrowserStore
from qwirkle.tables.storage.ports import Accepted, Conflict, Outcome, Repeated
from qwirkle.testing.stores import appends, documents, events
from qwirkle.testing.stores.appends import append_events
from qwirkle.testing.stores.kit import Check

CHECKS = (*events.CHECKS, *appends.CHECKS, *documents.CHECKS)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_keeps_the_promises_of_a_store(check: Check) -> None:
    database = MemoryDatabase()
    asyncio.run(check(BrowserStore(database), BrowserStore(database)))  # type: ignore[arg-type]


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
