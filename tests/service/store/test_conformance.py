"""Every store does what the service relies on; and the kit notices when one does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from qwirkle.service.conformance import STORE_CHECKS, check_store
from qwirkle.service.ports import WholeStore


def test_the_store_passes_the_kit(make_store: Callable[[], WholeStore]) -> None:
    assert asyncio.run(check_store(make_store)) == len(STORE_CHECKS) + 1
