"""Every store does what the service relies on; and the kit notices when one does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from bad_stores import KINDS

from qwirkle.errors import ConformanceError
from qwirkle.tables.storage.ports import WholeStore
from qwirkle.testing.memory_store import MemoryStore
from qwirkle.testing.stores import STORE_CHECKS, check_store


def test_the_store_passes_the_kit(make_store: Callable[[], WholeStore]) -> None:
    assert asyncio.run(check_store(make_store)) == len(STORE_CHECKS) + 1


@pytest.mark.parametrize(
    ("kind", "check"), KINDS.items(), ids=lambda it: getattr(it, "__name__", "")
)
def test_the_kit_notices_a_bad_store(kind: type[MemoryStore], check: str) -> None:
    store = kind()
    with pytest.raises(ConformanceError, match=f"^{check}: "):
        asyncio.run(check_store(lambda: store))


def test_the_kit_notices_a_store_that_forgets() -> None:
    store, other = MemoryStore(), MemoryStore()
    made = iter([store, store, other])
    with pytest.raises(ConformanceError, match="does not have the same events"):
        asyncio.run(check_store(lambda: next(made)))
    assert asyncio.run(check_store(lambda: store, keeps=False)) == len(STORE_CHECKS)
