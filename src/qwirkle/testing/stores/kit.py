"""The kit for stores. Each check is given two stores that share their data, as two servers do."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from contextlib import AsyncExitStack
from typing import Any, Protocol, TypeVar

from qwirkle.errors import ConformanceError
from qwirkle.tables.storage.ports import DocumentStore, Store
from qwirkle.testing.expect import expect, new_id
from qwirkle.testing.stores import appends, rows


class CheckedStore(Store, DocumentStore, Protocol):
    """A store of tables, and of documents about them."""


S = TypeVar("S", bound=CheckedStore)
Check = Callable[[S, S], Coroutine[Any, Any, None]]


async def a_document_is_kept_for_its_version(store: DocumentStore, other: DocumentStore) -> None:
    """Check that the exact bytes come back, for this table, kind and version only."""
    table, body = new_id(), '{"über": "Ann\'s table 🎲"}'.encode()
    expect(await store.document(table, "review", "1"), None, "a document that was never kept")
    await store.keep_document(table, "review", "1", body, 10)
    expect(await other.document(table, "review", "1"), body, "the document that was kept")
    expect(await other.document(table, "review", "2"), None, "the document of another version")
    expect(await other.document(table, "open", "1"), None, "a document of another kind")
    expect(await other.document(new_id(), "review", "1"), None, "the document of another table")


async def a_later_document_replaces_an_earlier_one(
    store: DocumentStore, other: DocumentStore
) -> None:
    """Check documents of the same table and kind, whichever version made them."""
    table = new_id()
    await store.keep_document(table, "review", "1", b"1", 10)
    await other.keep_document(table, "review", "1", b"2", 10)
    expect(await store.document(table, "review", "1"), b"2", "a document that was made again")
    await store.keep_document(table, "open", "1", b"4", 20)
    await store.keep_document(table, "review", "2", b"3", 20)
    expect(await other.document(table, "review", "2"), b"3", "the document of a later version")
    expect(await other.document(table, "review", "1"), None, "a document that was replaced")
    expect(await other.document(table, "open", "1"), b"4", "the document of another kind")


STORE_CHECKS: dict[str, Check[CheckedStore]] = {
    check.__name__: check
    for check in (
        *rows.CHECKS,
        *appends.CHECKS,
        a_document_is_kept_for_its_version,
        a_later_document_replaces_an_earlier_one,
    )
}
"""Every check but the last, by name."""


async def check_store(
    make: Callable[[], S], *, keeps: bool = True, also: Iterable[Check[S]] = ()
) -> int:
    """Try out the stores that a function makes.

    Args:
        make: A function that returns a store that is not open yet; all of them share their data.
        keeps: False for a store that forgets everything when it is closed.
        also: Further checks.

    Returns:
        The number of checks.

    Raises:
        ConformanceError: A check failed; the message is one sentence.
    """
    checks: dict[str, Check[S]] = {**STORE_CHECKS, **{check.__name__: check for check in also}}
    async with AsyncExitStack() as leaving:
        stores = []
        for _ in range(2):
            store = make()
            await store.open()
            leaving.push_async_callback(store.close)
            stores.append(store)
        for name, check in checks.items():
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
    return len(checks) + keeps


async def _check_that_it_keeps(store: Store, make: Callable[[], Store]) -> None:
    table = new_id()
    await appends.append_events(store, table)
    reopened = make()
    await reopened.open()
    try:
        if await reopened.read(table) != await store.read(table):
            raise ConformanceError("a store that is opened later does not have the same events")
    finally:
        await reopened.close()
