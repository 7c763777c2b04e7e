"""Documents that were computed about tables."""

from __future__ import annotations

from qwirkle.tables.storage.ports import DocumentStore
from qwirkle.testing.expect import expect, new_id


async def a_document_is_kept_for_its_version(store: DocumentStore, other: DocumentStore) -> None:
    """The very bytes, for this table, kind and version only."""
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
    """Of the same table and kind, whichever version made it."""
    table = new_id()
    await store.keep_document(table, "review", "1", b"1", 10)
    await other.keep_document(table, "review", "1", b"2", 10)
    expect(await store.document(table, "review", "1"), b"2", "a document that was made again")
    await store.keep_document(table, "open", "1", b"4", 20)
    await store.keep_document(table, "review", "2", b"3", 20)
    expect(await other.document(table, "review", "2"), b"3", "the document of a later version")
    expect(await other.document(table, "review", "1"), None, "a document that was replaced")
    expect(await other.document(table, "open", "1"), b"4", "the document of another kind")


CHECKS = (
    a_document_is_kept_for_its_version,
    a_later_document_replaces_an_earlier_one,
)
