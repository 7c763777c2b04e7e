"""What archives promise: every event comes back, whatever is asked, and tables go on."""

from __future__ import annotations

from qwirkle.tables.core.events import write_event
from qwirkle.tables.storage.ports import Accepted, Conflict, IndexEntry
from qwirkle.tables.stores import SqlStore
from qwirkle.testing.expect import expect, new_id
from qwirkle.testing.stores.appends import append_events
from tables.scene import two_persons

EARLY = -(2**50)
"""Before anything that other checks leave behind."""
FINISHED = IndexEntry("A game", "classic", finished=True)


def some_events() -> list[bytes]:
    """The events of a game that has begun."""
    scene, *people = two_persons()
    scene.play_on(people, turns=4)
    return [write_event(event) for event, _ in scene.log]


async def a_game(store: SqlStore, at: int = EARLY) -> tuple[str, int]:
    """A finished table with its last event."""
    table = new_id()
    bodies = some_events()
    await append_events(store, table, *bodies, at=at, index=FINISHED, command_id="first")
    return table, len(bodies)


async def an_archived_table_is_read_as_before(store: SqlStore, other: SqlStore) -> None:
    """Check the events since each of them, and the row."""
    table, last = await a_game(store)
    stored, row = await store.read(table), await store.row(table)
    expect(await store.archive(table, 1), True, "whether it was archived")
    for since in range(-1, last + 2):
        expect(await other.read(table, since), stored[max(since, 0) :], f"events since {since}")
    expect(await other.row(table), row, "the row of an archived table")
    expect(await store.answer_to(table, "first"), None, "the answer to an old command")
    expect(await other.archive(table, 2), True, "whether it can be archived again")
    expect(await store.read(table), stored, "events after that")


async def an_archived_table_goes_on(store: SqlStore, other: SqlStore) -> None:
    """Check what is written later, before and after it is archived as well."""
    table, last = await a_game(store)
    before = await store.read(table)
    await store.archive(table, 1)
    outcome = await append_events(other, table, b'{"event":"deal-disclosed"}', expected_seq=0)
    expect(outcome, Conflict(last), "an append to the beginning of an archived table")
    outcome = await append_events(other, table, b'{"event":"deal-disclosed"}', expected_seq=last)
    expect(outcome, Accepted(last + 1), "an append to an archived table")
    for _ in range(2):
        stored = await store.read(table)
        expect(stored[:-1], before, "the earlier events")
        expect([row.seq for row in stored[-1:]], [last + 1], "the later event")
        expect(await other.read(table, last - 1), stored[last - 1 :], "events around the seam")
        expect(await store.archive(table, 2), True, "whether all of it was archived")


async def what_is_archived_is_finished_old_and_claimed_once(
    store: SqlStore, other: SqlStore
) -> None:
    """Check that the oldest come first, and running or due tables not at all."""
    second, _ = await a_game(store, EARLY + 1)
    first, _ = await a_game(store, EARLY)
    young, _ = await a_game(store, EARLY + 10)
    running, due = new_id(), new_id()
    playing = IndexEntry("A game", "classic", finished=False)
    await append_events(store, running, at=EARLY, index=playing)
    await append_events(store, due, at=EARLY, index=FINISHED, due=5)

    own = {first, second, young, running, due}

    async def claim(at: SqlStore, now: int) -> list[str]:
        found = await at.claim_finished(EARLY + 5, 99, now=now, lease=100)
        return [table for table in found if table in own]  # other checks leave tables behind

    expect(await claim(store, 1000), [first, second], "what is to be archived")
    expect(await claim(other, 1000), [], "what another process may archive meanwhile")
    expect(await claim(other, 1100), [first, second], "what it may archive later")
    for table in (first, second):
        await store.archive(table, 1)
    expect(await claim(other, 9999), [], "what is to be archived when all of it is")
    await store.archive(young, 1)


async def a_removed_table_takes_its_archive_along(store: SqlStore, other: SqlStore) -> None:
    """Check that nothing can be read any more."""
    table, _ = await a_game(store)
    await store.archive(table, 1)
    expect(await other.remove_table(table), True, "whether it was removed")
    expect(await store.read(table), [], "what is left of it")


CHECKS = (
    an_archived_table_is_read_as_before,
    an_archived_table_goes_on,
    what_is_archived_is_finished_old_and_claimed_once,
    a_removed_table_takes_its_archive_along,
)
