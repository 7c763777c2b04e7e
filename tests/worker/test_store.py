"""The store in a browser's database does what every store must do about tables and documents."""

from __future__ import annotations

import asyncio

import pytest

from qwirkle.testing.stores import appends, documents, events
from qwirkle.testing.stores.kit import Check
from qwirkle.worker.database import MemoryDatabase
from qwirkle.worker.store import BrowserStore

CHECKS = (*events.CHECKS, *appends.CHECKS, *documents.CHECKS)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_keeps_the_promises_of_a_store(check: Check) -> None:
    database = MemoryDatabase()
    asyncio.run(check(BrowserStore(database), BrowserStore(database)))  # type: ignore[arg-type]
