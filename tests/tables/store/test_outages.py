"""A database that is gone, busy or full: a sentence for whoever waits, and nothing half done."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

import servers
from qwirkle.errors import StoreError
from qwirkle.tables.storage.ports import Accepted, Outcome, Repeated, WholeStore
from qwirkle.tables.storage.sql import database, store_at
from qwirkle.testing.stores.appends import append_events


def test_connections_that_were_cut_are_made_anew(postgresql_address: str) -> None:
    async def story() -> None:
        store = store_at(postgresql_address)
        await store.open()
        await append_events(store, "table")
        await store.read("table")
        with psycopg.connect(postgresql_address) as connection:
            cut = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
        assert len(cut) == 2
        assert len(await store.read("table")) == 1
        assert await append_events(store, "table", expected_seq=1) == Accepted(2)
        await store.close()

    asyncio.run(story())


@pytest.mark.long
def test_a_server_that_stops_and_starts(
    postgresql_address: str, postgresql_server: servers.Server
) -> None:
    async def story() -> None:
        store = store_at(postgresql_address)
        await store.open()
        await append_events(store, "table", command_id="first", answer=b'"first"')
        postgresql_server.stop()
        try:
            with pytest.raises(StoreError, match="connection"):
                await append_events(store, "table", expected_seq=1, command_id="second")
            with pytest.raises(StoreError):
                await store.read("table")
            with pytest.raises(StoreError):
                await store.add_session("x", "y", 1)
        finally:
            postgresql_server.start()
        assert await append_events(store, "table", command_id="first") == Repeated(b'"first"')
        assert await append_events(store, "table", expected_seq=1, command_id="second") == Accepted(
            2
        )
        await store.close()

    asyncio.run(story())


def test_one_that_the_database_refuses_does_not_take_others_with_it(
    postgresql_address: str,
) -> None:
    async def story() -> None:
        store = store_at(postgresql_address)
        await store.open()
        tables = [f"table {n}" for n in range(9)]
        # PostgreSQL keeps no text with a zero in it (and JSON has none).
        bodies = [b'"\x00"' if n == 4 else b"1" for n in range(9)]
        found = await asyncio.gather(
            *(
                append_events(store, table, body)
                for table, body in zip(tables, bodies, strict=True)
            ),
            return_exceptions=True,
        )
        assert isinstance(found.pop(4), StoreError)
        assert found == [Accepted(1)] * 8
        assert await store.read("table 4") == []
        await store.close()

    asyncio.run(story())


def path_of(address: str) -> Path:
    return Path(address.removeprefix("sqlite:///"))


def test_a_writer_waits_for_another_and_reads_meanwhile(sqlite_address: str) -> None:
    async def story() -> None:
        store = store_at(sqlite_address)
        await store.open()
        await append_events(store, "table")
        other = sqlite3.connect(path_of(sqlite_address), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.ensure_future(append_events(store, "table", expected_seq=1))
        await asyncio.sleep(0.2)
        assert not writing.done()
        assert len(await store.read("table")) == 1
        other.execute("COMMIT")
        other.close()
        assert await writing == Accepted(2)
        await store.close()

    asyncio.run(story())


def test_a_writer_does_not_wait_for_ever(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)

    async def story() -> None:
        store = store_at(sqlite_address)
        await store.open()
        other = sqlite3.connect(path_of(sqlite_address), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        found = await asyncio.gather(
            append_events(store, "one"), append_events(store, "two"), return_exceptions=True
        )
        assert [str(error) for error in found] == [
            f"the store {sqlite_address}: database is locked"
        ] * 2
        other.execute("COMMIT")
        other.close()
        assert await append_events(store, "one") == Accepted(1)
        await store.close()

    asyncio.run(story())


def test_a_full_disk_loses_nothing_that_was_accepted(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PRAGMAS", database.PRAGMAS | {"max_page_count": 60})

    async def story() -> None:
        store = store_at(sqlite_address)
        await store.open()
        accepted = 0
        with suppress(StoreError):
            while await large(store, accepted) == Accepted(accepted + 1):
                accepted += 1
        assert accepted > 5
        with pytest.raises(StoreError, match="database or disk is full"):
            await large(store, accepted)
        assert len(await store.read("table")) == accepted
        await store.close()
        monkeypatch.setattr(database, "PRAGMAS", database.PRAGMAS | {"max_page_count": 9999})
        roomy = store_at(sqlite_address)
        await roomy.open()
        assert await large(roomy, accepted) == Accepted(accepted + 1)
        assert await large(roomy, 0) == Repeated(b"{}")
        await roomy.close()

    async def large(store: WholeStore, seq: int) -> Outcome:
        body = b'"' + b"x" * 3000 + b'"'
        return await append_events(store, "table", body, expected_seq=seq, command_id=str(seq))

    asyncio.run(story())


def test_a_store_that_was_closed_says_so(sqlite_address: str) -> None:
    async def story() -> None:
        store = store_at(sqlite_address)
        await store.open()
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await append_events(store, "table")
        with pytest.raises(StoreError, match="closed"):
            await store.read("table")

    asyncio.run(story())
