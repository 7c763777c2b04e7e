"""Every store does what the service relies on; and the kit notices when one does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from bad_stores import KINDS
from checks import CHECKS

from qwirkle.errors import ConformanceError
from qwirkle.tables.storage.sql.memory import MemoryDatabase
from qwirkle.tables.stores import SqlStore, store_in_memory
from qwirkle.testing.stores import STORE_CHECKS, check_store


def test_the_store_passes_the_kit(make_store: Callable[[], SqlStore]) -> None:
    assert asyncio.run(check_store(make_store, also=CHECKS)) == len(STORE_CHECKS) + len(CHECKS) + 1


@pytest.mark.parametrize(
    ("kind", "check"), KINDS.items(), ids=lambda it: getattr(it, "__name__", "")
)
def test_the_kit_notices_a_bad_store(kind: type[SqlStore], check: str) -> None:
    database = MemoryDatabase()
    with pytest.raises(ConformanceError, match=f"^{check}: "):
        asyncio.run(check_store(lambda: kind(database, pace=0), also=CHECKS))


def test_the_kit_notices_a_store_that_forgets() -> None:
    shared = MemoryDatabase()
    made = iter([shared, shared, MemoryDatabase()])
    with pytest.raises(ConformanceError, match="does not have the same events"):
        asyncio.run(check_store(lambda: store_in_memory(next(made)), also=CHECKS))
    found = asyncio.run(check_store(lambda: store_in_memory(shared), keeps=False, also=CHECKS))
    assert found == len(STORE_CHECKS) + len(CHECKS)
