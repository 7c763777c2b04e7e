"""The kit for stores. Each check is given two stores that share their data, as two servers do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from qwirkle.errors import ConformanceError
from qwirkle.tables.storage.ports import WholeStore
from qwirkle.testing.expect import new_id
from qwirkle.testing.stores import (
    accounts,
    admin,
    appends,
    documents,
    events,
    notices,
    results,
    tournaments,
)

Check = Callable[[WholeStore, WholeStore], Awaitable[None]]

STORE_CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        *events.CHECKS,
        *appends.CHECKS,
        *documents.CHECKS,
        *tournaments.CHECKS,
        *results.CHECKS,
        *notices.CHECKS,
        *accounts.CHECKS,
        *admin.CHECKS,
    )
}
"""Every check but the last, by name."""


async def check_store(make: Callable[[], WholeStore], *, keeps: bool = True) -> int:
    """Try out the stores that a function makes; the number of checks.

    ``make`` gives a store that is not open yet; all of them share their data. ``keeps=False`` is
    for a store that forgets when it is closed.
    """
    async with AsyncExitStack() as leaving:
        stores = []
        for _ in range(2):
            store = make()
            await store.open()
            leaving.push_async_callback(store.close)
            stores.append(store)
        for name, check in STORE_CHECKS.items():
            try:
                await check(*stores)
            except ConformanceError as error:
                raise ConformanceError(f"{name}: {error}") from error
            except Exception as error:
                raise ConformanceError(
                    f"{name}: it raised {type(error).__name__}: {error}"
                ) from error
        if keeps:
            await _check_that_it_keeps(stores[0], make)
    return len(STORE_CHECKS) + keeps


async def _check_that_it_keeps(store: WholeStore, make: Callable[[], WholeStore]) -> None:
    table = new_id()
    await appends.append_events(store, table)
    reopened = make()
    await reopened.open()
    try:
        if await reopened.read(table) != await store.read(table):
            raise ConformanceError("a store that is opened later does not have the same events")
    finally:
        await reopened.close()
