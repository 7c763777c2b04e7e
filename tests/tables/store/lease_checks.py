"""What the schedulers of several processes rely on: each due table goes to one of them."""

from __future__ import annotations

import asyncio

from qwirkle.tables.stores import SqlStore
from qwirkle.testing.expect import expect, new_id
from qwirkle.testing.stores.appends import append_events

EARLY = -(2**50)
"""Before anything that other checks leave behind; later than what they look for."""
LEASE = 100


async def a_claimed_table_is_kept_from_others_until_the_lease_ends(
    store: SqlStore, other: SqlStore
) -> None:
    """Check a lease from its first to its last moment, for both sides."""
    table = new_id()
    await append_events(store, table, due=EARLY)
    for until in (EARLY + LEASE, EARLY + 2 * LEASE):
        now = until - LEASE
        claimed = await store.claim_due(EARLY, 9, now=now, lease=LEASE)
        expect(claimed, [table], "what is claimed when nobody has it")
        for either in (store, other):
            claimed = await either.claim_due(EARLY, 9, now=until - 1, lease=LEASE)
            expect(claimed, [], "what is claimed just before a lease ends")
    await append_events(store, table, expected_seq=1)


async def a_table_that_changes_is_free_again(store: SqlStore, other: SqlStore) -> None:
    """Check that the lease of what was due does not delay what is due next."""
    table = new_id()
    await append_events(store, table, due=EARLY)
    await store.claim_due(EARLY, 9, now=EARLY, lease=LEASE)
    await append_events(store, table, expected_seq=1, due=EARLY + 1)
    claimed = await other.claim_due(EARLY + 1, 9, now=EARLY + 1, lease=LEASE)
    expect(claimed, [table], "what is claimed after a change")
    await append_events(store, table, expected_seq=2)


async def a_lease_of_a_wrong_clock_does_not_count(store: SqlStore, other: SqlStore) -> None:
    """Check a clock that was an hour ahead when it gave the lease, and was set right since."""
    table = new_id()
    await append_events(store, table, due=EARLY)
    await store.claim_due(EARLY, 9, now=EARLY + 3_600_000, lease=LEASE)
    claimed = await other.claim_due(EARLY, 9, now=EARLY, lease=LEASE)
    expect(claimed, [table], "what is claimed after the clock was set back")
    await append_events(store, table, expected_seq=1)


async def many_claims_at_once_share_the_tables(store: SqlStore, other: SqlStore) -> None:
    """Check that no table is claimed twice, and that none is left over."""
    tables = [new_id() for _ in range(40)]
    for table in tables:
        await append_events(store, table, due=EARLY)
    claimed: list[str] = []
    for _ in range(20):
        rounds = await asyncio.gather(
            *(either.claim_due(EARLY, 5, now=EARLY, lease=LEASE) for either in (store, other) * 2)
        )
        claimed += [table for found in rounds for table in found]
    expect(sorted(claimed), sorted(tables), "all that was claimed")
    for table in tables:
        await append_events(store, table, expected_seq=1)


CHECKS = (
    a_claimed_table_is_kept_from_others_until_the_lease_ends,
    a_table_that_changes_is_free_again,
    a_lease_of_a_wrong_clock_does_not_count,
    many_claims_at_once_share_the_tables,
)
