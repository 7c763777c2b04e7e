"""Checks of everything stored beside the events: rows, due times, lists."""

from __future__ import annotations

import msgspec

from qwirkle.tables.storage.ports import GameRow, IndexEntry, ListedGame, Store
from qwirkle.testing.expect import expect, new_id
from qwirkle.testing.stores.appends import append_events

LATEST = 2**53
"""The latest time: JSON and JavaScript represent times up to it exactly."""


async def a_table_that_is_not_there_is_empty(store: Store, other: Store) -> None:
    """Check that reading a table that does not exist is not an error."""
    for either in (store, other):
        table = new_id()
        expect(await either.read(table), [], "events of no table")
        expect(await either.row(table), None, "the row of no table")
        expect(await either.answer_to(table, "c"), None, "the answer to no command")


async def a_row_follows_its_events(store: Store, other: Store) -> None:
    """Check the last event, the due time, the entry for lists, and the times of a row."""
    table = new_id()
    begun = IndexEntry("Ann's table 🎲", "classic", finished=False)
    await append_events(store, table, b"1", b"2", at=10, due=LATEST, index=begun)
    row = GameRow(table, 2, LATEST, begun, 10, 10)
    expect(await other.row(table), row, "the row of a new table")
    await append_events(other, table, b"3", expected_seq=2, at=20)
    row = msgspec.structs.replace(row, last_seq=3, due=None, updated_at=20)
    expect(await store.row(table), row, "the row after an append with nothing due and no entry")
    ended = IndexEntry("", "cards", finished=True)
    await append_events(store, table, b"4", expected_seq=3, at=30, due=5, index=ended)
    row = GameRow(table, 4, 5, ended, 10, 30)
    expect(await other.row(table), row, "the row after an append with another entry")
    bare = new_id()
    await append_events(store, bare, at=1)
    expect(await store.row(bare), GameRow(bare, 1, None, None, 1, 1), "a row without an entry")


async def what_is_due_comes_in_order(store: Store, other: Store) -> None:
    """Check that the longest due comes first, up to and including the time asked for."""

    async def due(before: int, limit: int) -> list[str]:
        return await other.claim_due(before, limit, now=before, lease=0)

    # Far in the past, so that the remains of other checks come later.
    tables = [new_id() for _ in range(5)]
    start = -LATEST
    for n, table in enumerate(tables):
        await append_events(store, table, due=start - n)
    expect(await due(start, 3), tables[:1:-1], "the first three that are due")
    expect(await due(start - 3, 9), tables[:2:-1], "those due at a time")
    expect(await due(start - 5, 9), [], "those due before anything is")
    for n, table in enumerate(tables):
        await append_events(other, table, expected_seq=1, due=None if n % 2 else 2 * start - n)
    expect(await due(2 * start, 9), [tables[4], tables[2], tables[0]], "what was moved")
    for table in tables[::2]:
        await append_events(store, table, expected_seq=2)
    expect(await due(start, 9), [], "what is due when nothing is")


async def ids_come_in_order_of_their_bytes(store: Store, other: Store) -> None:
    """Check all ids, page by page."""
    start = new_id()
    tables = [start + end for end in ("", "-", "0", "A", "Z", "_", "a", "aa", "b", "z")]
    for table in reversed(tables):
        await append_events(store, table)
    found = await other.games(start, 4)
    expect(found, tables[1:5], "the first page of ids")
    found += await other.games(found[-1], 5)
    expect(found, tables[1:], "two pages of ids")
    first = await other.games(None, 1)
    expect(len(first) == 1 and first[0] <= start, True, "the very first id comes first")


async def lists_have_the_newest_tables_first(store: Store, other: Store) -> None:
    """Check lists page by page, and restricted to one list and one edition."""
    kind = new_id()
    tables = [new_id() for _ in range(5)]
    entry = IndexEntry("A table", "classic", finished=False, listing=kind)
    for n, table in enumerate(tables):
        await append_events(store, table, at=100 + n // 2, index=entry)
    # At the same time, the greatest id comes first.
    order = sorted(tables, key=lambda table: (100 + tables.index(table) // 2, table))[::-1]
    page = await other.list_tables(kind, 3)
    expect([listed.game for listed in page], order[:3], "the first page of a list")
    last = page[-1]
    page = await other.list_tables(kind, 9, (last.created_at, last.game))
    expect([listed.game for listed in page], order[3:], "the second page of a list")
    expect(await other.list_tables(new_id(), 9), [], "a list without tables")
    cards = msgspec.structs.replace(entry, edition="cards")
    await append_events(other, tables[0], expected_seq=1, at=500, index=cards)
    expect(
        await store.list_tables(kind, 9, edition="cards"),
        [ListedGame(tables[0], 2, 100)],
        "the tables of one edition in a list",
    )
    await append_events(other, tables[0], expected_seq=2)
    expect(len(await store.list_tables(kind, 9)), 5, "a list after an append without an entry")
    gone = msgspec.structs.replace(entry, listing=None)
    await append_events(store, tables[0], expected_seq=3, index=gone)
    found = [listed.game for listed in await other.list_tables(kind, 9)]
    expect(tables[0] in found, False, "whether a table that has left its list is in it")
    row = await other.row(tables[0])
    expect(row is not None and row.index, gone, "the entry of a table that has left its list")


CHECKS = (
    a_table_that_is_not_there_is_empty,
    a_row_follows_its_events,
    what_is_due_comes_in_order,
    ids_come_in_order_of_their_bytes,
    lists_have_the_newest_tables_first,
)
