"""A store that holds something else than its events say is noticed, whatever is wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest
import sqlalchemy as sa

from qwirkle.tables.admin.audit import Derived, TableAudit, audit_store
from qwirkle.tables.storage.ports import Append, IndexEntry, Stored, WholeStore
from qwirkle.tables.storage.sql import store_at

ENTRY = IndexEntry("table", "classic", finished=False)


def derive(events: Sequence[Stored]) -> Derived:
    """The sum of numbers; it is due at its hundredfold."""
    total = sum(int(event.body) for event in events)
    return Derived(total * 100, ENTRY)


async def filled(store: WholeStore, tables: Sequence[str]) -> None:
    await store.open()
    for table in tables:
        for seq, (bodies, due) in enumerate((((b"1", b"2"), 300), ((b"4", b"8"), 1500))):
            await store.append(
                Append(
                    game=table,
                    expected_seq=seq * 2,
                    command_id=str(seq),
                    at=10 + seq,
                    events=bodies,
                    answer=b"{}",
                    due=due,
                    index=ENTRY,
                )
            )


async def looked_at(store: WholeStore) -> list[TableAudit]:
    return [checked async for checked in audit_store(store, derive)]


def test_a_sound_store_has_no_faults(
    make_store: Callable[[], WholeStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwirkle.tables.admin.audit.PAGE", 2)

    async def story() -> list[TableAudit]:
        store = make_store()
        await filled(store, "abcde")
        try:
            return await looked_at(store)
        finally:
            await store.close()

    assert asyncio.run(story()) == [TableAudit(table, 4, ()) for table in "abcde"]


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ("DELETE FROM events WHERE seq = 2", "event 2 is missing: 3 comes in its place"),
        ("DELETE FROM events WHERE seq = 1", "event 1 is missing: 2 comes in its place"),
        ("DELETE FROM events", "there are no events"),
        (
            "DELETE FROM events WHERE seq = 4",
            "the last event is 4 in the table's row and 3 by its events",
        ),
        (
            "UPDATE games SET last_seq = 3",
            "the last event is 3 in the table's row and 4 by its events",
        ),
        ("UPDATE games SET due = NULL", "what is due is null in the table's row and 1500 by its"),
        ("UPDATE games SET finished = true", "the entry for lists is "),
        ("UPDATE games SET created_at = 9", "the time of the first event is 9 "),
        ("UPDATE games SET updated_at = 10", "the time of the last event is 10 "),
        ("UPDATE events SET body = '9' WHERE seq = 4", "what is due is 1500 in the table's row"),
        ("UPDATE events SET body = 'x'", "the events make no table: ValueError: "),
    ],
)
def test_damage_is_named(sqlite_address: str, damage: str, complaint: str) -> None:
    async def story() -> tuple[list[TableAudit], list[TableAudit]]:
        store = store_at(sqlite_address)
        await filled(store, "ab")
        try:
            sound = await looked_at(store)
            engine = sa.create_engine(sqlite_address)
            with engine.begin() as connection:
                word = " AND" if "WHERE" in damage else " WHERE"
                connection.exec_driver_sql(f"{damage}{word} game = 'b'")
            engine.dispose()
            return sound, await looked_at(store)
        finally:
            await store.close()

    sound, damaged = asyncio.run(story())
    assert not any(checked.faults for checked in sound)
    assert damaged[0].faults == ()
    assert any(fault.startswith(complaint) for fault in damaged[1].faults), damaged[1].faults


def test_a_table_that_is_being_played_has_no_faults(make_store: Callable[[], WholeStore]) -> None:
    async def story() -> list[TableAudit]:
        store = make_store()
        await store.open()
        total, seq = 0, 0

        async def play() -> None:
            nonlocal total, seq
            while True:
                total += seq
                await store.append(
                    Append(
                        game="busy",
                        expected_seq=seq,
                        command_id=str(seq),
                        at=seq,
                        events=[str(seq).encode()],
                        answer=b"{}",
                        due=total * 100,
                        index=ENTRY,
                    )
                )
                seq += 1
                await asyncio.sleep(0.001)

        playing = asyncio.create_task(play())
        found = []
        for _ in range(20):
            found += await looked_at(store)
            await asyncio.sleep(0.01)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await store.close()
        return found

    found = asyncio.run(story())
    assert found[-1].events > found[0].events
    assert [checked for checked in found if checked.faults] == []


def test_a_row_that_is_not_text_is_named_and_the_audit_goes_on(sqlite_address: str) -> None:
    async def scene() -> None:
        store = store_at(sqlite_address)
        await filled(store, ["a", "b", "c"])
        await store.close()
        engine = sa.create_engine(sqlite_address)
        with engine.begin() as connection:
            flipped = "UPDATE events SET body = CAST(x'fffe' AS TEXT) WHERE game = 'b' AND seq = 2"
            connection.execute(sa.text(flipped))
        engine.dispose()
        await store_again(sqlite_address)

    async def store_again(address: str) -> None:
        store = store_at(address)
        await store.open()
        found = {audit.game: audit.faults async for audit in audit_store(store, derive)}
        await store.close()
        assert set(found) == {"a", "b", "c"}
        assert found["a"] == found["c"] == ()
        assert len(found["b"]) == 1

    asyncio.run(scene())
