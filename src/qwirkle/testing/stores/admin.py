"""Checks of the operations for the people who run a server."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec.structs import replace

from qwirkle.tables.storage.ports import Account, Conflict, IndexEntry, WholeStore
from qwirkle.testing.expect import expect, new_id
from qwirkle.testing.stores.appends import append_events

LATEST = 2**53
"""Later than anything that other checks leave behind."""
RUNNING = IndexEntry("A table", "classic", finished=False)
FINISHED = IndexEntry("A table", "classic", finished=True)
CROWD = 8


async def _account(store: WholeStore, created_at: int = 5) -> Account:
    account = Account(new_id(), f"Zoë {new_id()}", "$argon2id$v=19$m=8,t=1,p=1$c2E$aGE", created_at)
    expect(await store.add_account(account), True, "whether an account is new")
    return account


async def tables_are_listed_by_their_last_change(store: WholeStore, other: WholeStore) -> None:
    """The last changed first, page by page; all, or only those that are finished or not."""
    tables = sorted(new_id() for _ in range(4))
    for table, at, entry in zip(
        tables, (1, 2, 3, 3), (RUNNING, FINISHED, None, RUNNING), strict=True
    ):
        await append_events(store, table, at=LATEST + at, index=entry)
    await append_events(other, tables[0], at=LATEST + 9, expected_seq=1)
    order = [tables[0], tables[3], tables[2], tables[1]]
    found = await other.latest_tables(4)
    expect([row.game for row in found], order, "the tables that changed last")
    expect(found[0], await store.row(tables[0]), "the row of the table that changed last")
    second = await other.latest_tables(2, (found[1].updated_at, found[1].game))
    expect(second, found[2:], "the second page of tables")
    ended = await other.latest_tables(1, finished=True)
    expect(ended, found[3:], "the finished table that changed last")
    running = await other.latest_tables(3, finished=False)
    expect(running, found[:3], "the tables that are not finished")
    for table in tables:
        await store.remove_table(table)


async def a_removed_table_leaves_nothing_behind(store: WholeStore, other: WholeStore) -> None:
    """Nor does it hinder another one of the same id. Ratings stay."""
    table, neighbour, account = new_id(), new_id(), await _account(store)
    for each in (table, neighbour):
        await append_events(store, each, b"1", b"2", command_id="c", due=7, index=FINISHED)
        await store.keep_document(each, "review", "1", b"{}", 10)
        await store.keep_seat(account.id, each, 0, 5)
    rate: Any = lambda before, _: [*before]  # noqa: E731
    await store.rate(table, "classic", [], 1, rate)
    expect(await other.remove_table(table), True, "whether a table was removed")
    expect(await store.read(table), [], "the events of a removed table")
    expect(await store.row(table), None, "the row of a removed table")
    expect(await store.answer_to(table, "c"), None, "an answer of a removed table")
    expect(await store.document(table, "review", "1"), None, "a document of a removed table")
    expect(await store.accounts_at(table), {}, "the accounts at a removed table")
    expect(
        [seating.game for seating in await store.history(account.id, 9)],
        [neighbour],
        "the history of an account at a removed table",
    )
    expect(len(await store.read(neighbour)), 2, "the events of another table")
    expect(await store.document(neighbour, "review", "1"), b"{}", "a document of another table")
    expect(await store.remove_table(table), False, "whether it was removed a second time")
    late = await append_events(other, table, expected_seq=2)
    expect(late, Conflict(0), "an append to a removed table")
    await append_events(other, table, b"3")
    expect(len(await store.read(table)), 1, "the events of a new table with the same id")
    expect(await store.rate(table, "classic", [], 1, rate), True, "whether the new one is rated")


async def a_table_that_changed_meanwhile_is_not_removed(
    store: WholeStore, other: WholeStore
) -> None:
    """With a time, only what has not changed since is removed."""
    table = new_id()
    await append_events(store, table, at=10)
    await append_events(store, table, at=20, expected_seq=1)
    expect(await other.remove_table(table, 19), False, "whether a changed table was removed")
    expect(len(await other.read(table)), 2, "the events of a table that changed meanwhile")
    expect(await other.remove_table(table, 20), True, "whether an unchanged table was removed")


async def only_old_finished_tables_of_guests_are_found(
    store: WholeStore, other: WholeStore
) -> None:
    """Not those in a history, those that go on, or those with something still to do."""
    account = await _account(store)
    start = -LATEST
    guests, theirs, going_on, due, bare = (new_id() for _ in range(5))
    later = new_id()
    for table, index, when in (
        (guests, FINISHED, None),
        (theirs, FINISHED, None),
        (going_on, RUNNING, None),
        (due, FINISHED, 7),
        (bare, None, None),
    ):
        await append_events(store, table, at=start, index=index, due=when)
    await append_events(store, later, at=start + 1, index=FINISHED)
    await store.keep_seat(account.id, theirs, 0, 5)
    expect(await other.old_guest_tables(start - 1, 9), [], "tables before there were any")
    expect(await other.old_guest_tables(start, 9), [guests], "old tables of guests")
    found = await other.old_guest_tables(start + 1, 9)
    expect(found, [guests, later], "old tables of guests, the oldest first")
    expect(await other.old_guest_tables(start + 1, 1), [guests], "the oldest table of guests")
    for table in (guests, later):
        await store.remove_table(table)


async def accounts_are_listed_by_age(store: WholeStore, other: WholeStore) -> None:
    """The oldest first, page by page."""
    start = -LATEST
    known = [await _account(store, start - n // 2) for n in range(4)]
    known.sort(key=lambda account: (account.created_at, account.id))
    expect(await other.oldest_accounts(3), known[:3], "the oldest accounts")
    last = known[0]
    page = await other.oldest_accounts(3, (last.created_at, last.id))
    expect(page, known[1:], "the accounts after the oldest one")
    for account in known:
        await store.remove_account(account.id)


async def an_account_is_renamed_unless_the_name_is_taken(
    store: WholeStore, other: WholeStore
) -> None:
    """However it is written; by one of many that want the same name."""
    ann, ben = await _account(store), await _account(store)
    expect(await other.rename_account(ann.id, ben.name.upper()), False, "a name that is taken")
    expect(await store.account(ann.id), ann, "an account that was not renamed")
    shouted = ann.name.upper()
    expect(await other.rename_account(ann.id, shouted), True, "one's own name, written otherwise")
    fresh = f"Zoë {new_id()}"
    expect(await other.rename_account(ann.id, fresh), True, "whether an account was renamed")
    expect(await store.account_named(fresh), replace(ann, name=fresh), "the account by its name")
    expect(await store.account_named(ann.name), None, "the account by its earlier name")
    expect(await other.rename_account(new_id(), f"Zoë {new_id()}"), False, "a name for nobody")
    wanted, crowd = f"Zoë {new_id()}", [await _account(store) for _ in range(CROWD)]
    got = await asyncio.gather(
        *(
            (store, other)[n % 2].rename_account(account.id, wanted)
            for n, account in enumerate(crowd)
        )
    )
    expect(got.count(True), 1, "accounts that got the same name")


async def a_banned_account_has_no_sessions(store: WholeStore, other: WholeStore) -> None:
    """Neither those from before the ban nor later ones, until it is lifted."""
    ann, ben = await _account(store), await _account(store)
    before, during, after, neighbour = (new_id() for _ in range(4))
    await store.add_session(before, ann.id, 100)
    await store.add_session(neighbour, ben.id, 100)
    await other.ban_account(ann.id, 77)
    expect(await store.account(ann.id), replace(ann, banned_at=77), "a banned account")
    expect(await store.session(before, 1), None, "a session from before the ban")
    expect(await store.session(neighbour, 1), ben, "the session of another account")
    await store.add_session(during, ann.id, 100)
    expect(await store.session(during, 1), None, "a session from after the ban")
    await other.ban_account(ann.id, None)
    expect(await store.account(ann.id), ann, "an account whose ban was lifted")
    expect(await store.session(before, 1), None, "a session that the ban has ended")
    await store.add_session(after, ann.id, 100)
    expect(await store.session(after, 1), ann, "a session from after the ban was lifted")
    expect(await other.end_session(after), True, "whether a session was ended")
    expect(await store.end_session(after), False, "whether it was ended a second time")


CHECKS = (
    tables_are_listed_by_their_last_change,
    a_removed_table_leaves_nothing_behind,
    a_table_that_changed_meanwhile_is_not_removed,
    only_old_finished_tables_of_guests_are_found,
    accounts_are_listed_by_age,
    an_account_is_renamed_unless_the_name_is_taken,
    a_banned_account_has_no_sessions,
)
