"""Archives: small, and everything can still be asked of an archived game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from qwirkle.errors import StoreError
from qwirkle.rules.family import GAMES
from qwirkle.tables.admin.audit import audit_tables
from qwirkle.tables.admin.tables import FinishedTables
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.events import write_event
from qwirkle.tables.core.settings import DAY, SeatPlan
from qwirkle.tables.exports import _seat
from qwirkle.tables.people.model import Seating
from qwirkle.tables.storage.ports import Accepted, Conflict, Stored
from qwirkle.tables.storage.sql import archive as archives
from qwirkle.tables.storage.sql import schema
from qwirkle.tables.storage.sql.archive import pack, unpack
from qwirkle.tables.storage.sql.copy import copy_store
from qwirkle.tables.storage.sql.migration import MIGRATIONS
from qwirkle.tables.stores import SqlStore, store_at
from qwirkle.testing.stores.appends import append_events
from tables.clients import Process, person, run
from tables.scene import Scene, many_persons, two_persons
from tables.stores import WatchedStore

ANN, BEN = person("Ann"), person("Ben")
SMALL = 1_200
"""Bytes: the greatest size of the archive of a game of two."""


def stored_events(scene: Scene) -> list[Stored]:
    return [
        Stored(number, at, write_event(event)) for number, (event, at) in enumerate(scene.log, 1)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_takes_a_kilobyte_and_comes_back_byte_for_byte(game: str) -> None:
    scene, *people = two_persons(game)
    scene.play_on(people)
    stored = stored_events(scene)
    archive = pack(stored)
    assert unpack(archive) == stored
    assert len(archive) < SMALL
    assert sum(len(row.body) for row in stored) > 10 * len(archive)


def test_turns_that_were_taken_back_and_seats_that_left_come_back() -> None:
    scene, people = many_persons(3)
    scene.play_on(people, turns=6)
    last = scene.table.last_turn_of(range(3))
    assert last is not None
    taker = next(who for who in people if last.seat in scene.table.held_by(who.key))
    scene.do(taker, c.TakeBack())
    for who in people:
        if who is not taker:
            scene.do(who, c.Vote(agree=True))
    scene.play_on(people, turns=4)
    scene.do(people[0], c.React("wow"))
    scene.do(people[1], c.Resign())
    scene.play_on([people[0], people[2]])
    stored = stored_events(scene)
    assert any(b"turns-taken-back" in row.body for row in stored)
    archive = pack(stored)
    assert unpack(archive) == stored
    assert len(archive) < SMALL


def test_what_the_rules_would_not_do_again_is_kept_as_it_is() -> None:
    """A game that was played by other rules than today's: nothing is corrected, nothing lost."""
    scene, *people = two_persons()
    scene.play_on(people)
    stored = stored_events(scene)
    turn = next(at for at, row in enumerate(stored) if b'"points":' in row.body)
    text = stored[turn].body
    at = text.index(b'"points":') + len(b'"points":')
    stored[turn] = msgspec.structs.replace(stored[turn], body=text[:at] + b"9" + text[at:])
    opened = stored[0].body.replace(b'"hints":', b'"hints" :')
    assert opened != stored[0].body
    stored[0] = msgspec.structs.replace(stored[0], body=opened)
    archive = pack(stored)
    assert unpack(archive) == stored


def test_a_damaged_archive_is_noticed() -> None:
    scene, *people = two_persons()
    scene.play_on(people, turns=6)
    archive = pack(stored_events(scene))
    for at in range(0, len(archive), 7):
        damaged = archive[:at] + bytes([archive[at] ^ 4]) + archive[at + 1 :]
        with pytest.raises(StoreError):
            unpack(damaged)
    with pytest.raises(StoreError, match="dictionary 9"):
        unpack(b"\x09" + archive[1:])


async def played(process: Process, *, command_id: str = "open") -> str:
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    table = (await process.tables.open(ANN, c.OpenTable(seats, "cards"), command_id)).table
    await process.do(table, BEN, c.Sit("Ben"))
    await process.do(table, ANN, c.Start())
    while (await process.tables.current(table)).phase == "playing":
        process.time += 1000
        await process.play_turn(table, [ANN, BEN])
    await process.scheduler.wait_idle()
    return table


async def everything(store: WatchedStore, table: str, time: int) -> list[object]:
    """What can be asked of a finished table, by a process that has never seen it."""
    process = Process(store)
    process.time = time
    tables, queries = process.tables, process.queries
    state = await tables.current(table)
    seating = Seating(table, 0, 0, state.seq, None)
    found: list[object] = [
        state,
        *[await tables.look(table, who) for who in (ANN, BEN, person("Eve"))],
        await tables.messages_since(table, ANN, state.seq - 9),
        await tables.messages_since(table, BEN, -1),
        await queries.record(table, ANN),
        b"".join(await queries.story(table, BEN)),
        await store.row(table),
        _seat(seating, await store.read(table)),
        [audit async for audit in audit_tables(store)],
    ]
    await process.leave()
    return found


@pytest.mark.usefixtures("each_store")
def test_everything_that_can_be_asked_of_a_game_is_answered_as_before() -> None:
    async def scene() -> None:
        process = Process()
        store = process.store
        table = await played(process)
        later = process.time + 8 * DAY
        before = await everything(store, table, later)
        finished = FinishedTables(store, lambda: later, 7 * DAY)
        assert await finished.archive_some() is False
        assert store.rows == {}
        assert await everything(store, table, later) == before
        # The same request to open it as long ago; a rematch, as on any finished table.
        seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
        again = await process.tables.open(ANN, c.OpenTable(seats, "cards"), "open")
        assert (again.table, again.seq, again.first) == (table, 1, 1)
        done = await process.do(table, ANN, c.Rematch())
        state = await process.tables.current(table)
        assert state.next is not None
        assert done.seq == state.seq
        assert (await process.tables.current(state.next.table)).phase == "lobby"
        await process.leave()

    run(scene)


@pytest.mark.usefixtures("each_store")
def test_a_table_that_changes_while_it_is_archived_stays_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        process = Process()
        table = await played(process)
        stored = await process.store.read(table)
        process.time += 8 * DAY

        def slow(events: list[Stored]) -> bytes:
            asyncio.run_coroutine_threadsafe(process.do(table, ANN, c.Rematch()), loop).result(30)
            return pack(events)

        loop = asyncio.get_running_loop()
        monkeypatch.setattr("qwirkle.tables.storage.sql.tables.pack", slow)
        assert await process.store.archive(table, process.time) is False
        assert (await process.store.read(table))[:-1] == stored
        assert len(process.store.rows[table]) == len(stored) + 1
        await process.leave()

    run(scene)


def test_an_archive_that_does_not_lead_back_is_never_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Should packing be wrong in any way, the events stay."""

    async def scene() -> None:
        process = Process()
        table = await played(process)
        stored = await process.store.read(table)
        faults: list[Exception] = []
        monkeypatch.setattr(archives, "unpack", lambda _: stored[:-1])
        finished = FinishedTables(
            process.store,
            lambda: process.time + 8 * DAY,
            7 * DAY,
            on_fault=lambda _, error: faults.append(error),
        )
        await finished.archive_some()
        assert [str(fault) for fault in faults] == [
            "the events of a table do not come back from their archive"
        ]
        assert process.store.rows[table] == stored
        await process.leave()

    run(scene)


def test_young_and_running_tables_are_not_archived() -> None:
    async def scene() -> None:
        process = Process()
        table = await played(process)
        young = FinishedTables(process.store, lambda: process.time + 6 * DAY, 7 * DAY)
        assert await young.archive_some() is False
        assert table in process.store.rows
        await process.leave()

    run(scene)


def test_a_copy_has_the_archives(address: str, tmp_path: Path) -> None:
    async def story() -> None:
        source = store_at(address)
        await source.open()
        scene, *people = two_persons()
        scene.play_on(people)
        await append_events(source, "game", *(write_event(event) for event, _ in scene.log))
        stored = await source.read("game")
        await source.archive("game", 1)
        await source.close()
        there = f"sqlite:///{tmp_path / 'copy.db'}"
        await copy_store(address, there)
        copied = store_at(there)
        await copied.open()
        assert await copied.read("game") == stored
        await copied.close()

    asyncio.run(story())


def test_events_of_postgresql_lie_in_months_and_empty_months_go(postgresql_address: str) -> None:
    """Rows go where their time says, whatever it says; months are made ahead, and dropped."""
    june = 1_812_758_400_000  # 12 June 2027
    month = 31 * DAY

    async def story() -> None:
        store = store_at(postgresql_address)
        await store.open()
        await store.keep_months(june, 9999 * DAY)
        scene, *people = two_persons()
        scene.play_on(people)
        bodies = [write_event(event) for event, _ in scene.log]
        times = {"early": 5, "now": june, "next": june + month, "far": june + 99 * month}
        for game, at in times.items():
            await append_events(store, game, *bodies, at=at)
        found = await months_of(store)
        assert found["events_2027_06"] == {"now"}
        assert found["events_2027_07"] == {"next"}
        assert found["events_before"] == {"early"}
        assert found["events_later"] == {"far"}
        assert "events_2027_08" in found
        # The same number twice at one table: no month has room for it.
        again = sa.insert(schema.EVENTS).values(game="now", seq=1, at=june + 1, body="{}")
        with pytest.raises(StoreError, match="duplicate key"):
            await store._run(again)
        await store.keep_months(june + month, 7 * DAY)
        assert "events_2027_06" in await months_of(store)  # it is not empty
        stored = await store.read("now")
        for game in times:
            await store.archive(game, 1)
        await store.keep_months(june + month, 7 * DAY)
        left = await months_of(store)
        assert "events_2027_06" not in left
        assert "events_before" not in left
        assert {"events_2027_07", "events_2027_09", "events_later"} <= set(left)
        assert await store.read("now") == stored
        assert await append_events(store, "early", b"{}", at=5, expected_seq=len(bodies)) == (
            Accepted(len(bodies) + 1)
        )
        await store.close()

    asyncio.run(story())


async def months_of(store: SqlStore) -> dict[str, set[str]]:
    """The parts of the events, with the tables in them."""
    parts = sa.text(
        "SELECT part.relname FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid "
        "WHERE inhparent = 'events'::regclass"
    )

    def look(connection: sa.Connection) -> dict[str, set[str]]:
        return {
            name: set(connection.scalars(sa.text(f"SELECT DISTINCT game FROM {name}")))  # noqa: S608
            for name in connection.scalars(parts).all()
        }

    return await store._database.read(look)


def test_events_from_before_the_months_stay_where_they_are(postgresql_address: str) -> None:
    """The migration copies nothing: their table becomes the first part."""

    async def story() -> None:
        store = store_at(postgresql_address)

        def earlier(connection: sa.Connection) -> None:
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = connection
            command.upgrade(config, "0012")
            row = {"game": "old", "at": 4_000_000_000_000, "body": "{}"}
            connection.execute(sa.insert(schema.EVENTS), [{**row, "seq": seq} for seq in (1, 2)])
            connection.execute(
                sa.insert(schema.GAMES).values(game="old", last_seq=2, created_at=1, updated_at=1)
            )

        await store._database.write(earlier)
        await store.open()
        assert len(await store.read("old")) == 2
        assert (await months_of(store))["events_before"] == {"old"}
        assert await append_events(store, "old", b"{}", expected_seq=2) == Accepted(3)
        assert await append_events(store, "old", b"{}", expected_seq=2) == Conflict(3)
        await store.close()

    asyncio.run(story())
