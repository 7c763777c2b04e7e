"""Who is present: counted over devices and processes, told when it changes and only then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager

import pytest

from qwirkle.errors import BusError
from qwirkle.tables.live import presence
from qwirkle.tables.live.bus import board_at, bus_at
from qwirkle.tables.live.bus.local import LocalBus, LocalPresenceBoard
from qwirkle.tables.live.bus.redis import RedisBus, RedisPresenceBoard
from qwirkle.tables.live.presence import Presences
from qwirkle.tables.storage.ports import Present

GRACE = 0.05


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.005)


async def settled(presences: Presences) -> None:
    """Until everybody has been told."""
    for _ in range(20):
        await asyncio.sleep(0)
    assert not any(room.task for room in presences._rooms.values())


def alone() -> Presences:
    return Presences(LocalBus(), LocalPresenceBoard(), grace=GRACE, pace=0)


def test_everybody_is_told_who_is_there_and_only_what_is_new() -> None:
    async def story() -> None:
        presences = alone()
        ann: list[Present] = []
        ben: list[Present] = []
        presences.arrives("t", (0,), ann.append)
        await settled(presences)
        assert ann == [Present((0,), 0)]
        presences.arrives("t", (2, 3), ben.append)
        await settled(presences)
        assert ann[1:] == [Present((0, 2, 3), 0)]
        assert ben[-1] == Present((0, 2, 3), 0)
        phone: list[Present] = []
        presences.arrives("t", (0,), phone.append)
        await settled(presences)
        assert phone == [Present((0, 2, 3), 0)]
        assert len(ann) == 2
        eve: list[Present] = []
        presences.arrives("t", (), eve.append)
        await settled(presences)
        assert ann[-1] == eve[-1] == Present((0, 2, 3), 1)

    asyncio.run(story())


def test_what_changes_shortly_after_a_report_is_reported_together() -> None:
    """Sockets that come and go cost those that stay few messages."""

    async def story() -> None:
        presences = Presences(LocalBus(), LocalPresenceBoard(), grace=0, pace=GRACE)
        told: list[Present] = []
        presences.arrives("t", (0,), told.append)
        await until(lambda: len(told) == 1)
        for _ in range(50):
            presences.arrives("t", (), lambda _: None)
            for _ in range(5):
                await asyncio.sleep(0)
        await until(lambda: told[-1] == Present((0,), 50))
        assert len(told) < 25

    asyncio.run(story())


def test_who_sits_down_becomes_present() -> None:
    async def story() -> None:
        presences = alone()
        told: list[Present] = []
        stay = presences.arrives("t", (), told.append)
        await settled(presences)
        stay.sits((1,))
        await settled(presences)
        stay.sits((1,))
        await settled(presences)
        assert told == [Present((), 1), Present((1,), 0)]

    asyncio.run(story())


def test_a_page_that_is_loaded_again_does_not_flicker() -> None:
    async def story() -> None:
        # An hour: whatever this machine is busy with, the page comes back in time.
        presences = Presences(LocalBus(), LocalPresenceBoard(), grace=3600, pace=0)
        told: list[Present] = []
        presences.arrives("t", (0,), told.append)
        ben = presences.arrives("t", (1,), lambda _: None)
        eve = presences.arrives("t", (), lambda _: None)
        await settled(presences)
        before = len(told)
        ben.leaves()
        eve.leaves()
        # The old socket is gone for some turns of the loop before the new one is there.
        await settled(presences)
        presences.arrives("t", (1,), lambda _: None)
        presences.arrives("t", (), lambda _: None)
        await settled(presences)
        assert len(told) == before

    asyncio.run(story())


def test_a_page_that_does_not_come_back_is_missed() -> None:
    async def story() -> None:
        presences = alone()
        told: list[Present] = []
        presences.arrives("t", (0,), told.append)
        ben = presences.arrives("t", (1,), lambda _: None)
        await settled(presences)
        ben.leaves()
        ben.leaves()
        await until(lambda: told[-1] == Present((0,), 0))

    asyncio.run(story())


def test_tables_are_apart_and_empty_ones_are_forgotten() -> None:
    async def story() -> None:
        bus = LocalBus()
        presences = Presences(bus, LocalPresenceBoard(), grace=GRACE, pace=0)
        told: list[Present] = []
        one = presences.arrives("t", (0,), told.append)
        other = presences.arrives("u", (1,), lambda _: None)
        await settled(presences)
        assert told == [Present((0,), 0)]
        one.leaves()
        other.leaves()
        await until(lambda: len(presences) == 0)
        assert bus._listeners == {}

    asyncio.run(story())


@asynccontextmanager
async def process(address: str, renew: float = 20.0) -> AsyncIterator[Presences]:
    bus, board = RedisBus(address), RedisPresenceBoard(address, renew_seconds=renew)
    await bus.open()
    presences = Presences(bus, board, grace=GRACE, pace=0)
    presences.start()
    try:
        yield presences
    finally:
        await presences.stop()
        await board.close()
        await bus.close()


def test_processes_tell_each_other(redis_address: str) -> None:
    async def story() -> None:
        async with process(redis_address) as one, process(redis_address) as two:
            ann: list[Present] = []
            ben: list[Present] = []
            one.arrives("t", (0,), ann.append)
            stay = two.arrives("t", (1,), ben.append)
            two.arrives("t", (), lambda _: None)
            both = Present((0, 1), 1)
            await until(lambda: ann[-1:] == ben[-1:] == [both])
            stay.leaves()
            await until(lambda: ann[-1:] == [Present((0,), 1)])

    asyncio.run(story())


def test_a_process_that_stops_takes_its_people_along(redis_address: str) -> None:
    async def story() -> None:
        async with process(redis_address) as one:
            ann: list[Present] = []
            one.arrives("t", (0,), ann.append)
            async with process(redis_address) as two:
                two.arrives("t", (1,), lambda _: None)
                await until(lambda: ann[-1:] == [Present((0, 1), 0)])
            await until(lambda: ann[-1:] == [Present((0,), 0)])

    asyncio.run(story())


def test_a_process_that_died_is_forgotten(redis_address: str) -> None:
    async def story() -> None:
        async with process(redis_address, renew=0.2) as one:
            ann: list[Present] = []
            one.arrives("t", (0,), ann.append)
            dead = RedisPresenceBoard(redis_address, renew_seconds=0.2)
            async with asyncio.timeout(20):
                while ann[-1:] != [Present((0, 1, 2), 5)]:
                    # A post lasts half a second: a busy machine may miss one.
                    await dead.put({"t": Present((1, 2), 5)})
                    await one._bus.publish("present t", 1)
                    await asyncio.sleep(0.05)
            await dead.close()
            await until(lambda: ann[-1:] == [Present((0,), 0)])
            # What is renewed is not.
            other = RedisPresenceBoard(redis_address)
            await asyncio.sleep(1)
            async with asyncio.timeout(20):
                while await other.others(["t"]) != {"t": [Present((0,), 0)]}:
                    await asyncio.sleep(0.05)
            await other.close()

    asyncio.run(story())


def test_without_redis_one_sees_the_own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        presences = Presences(LocalBus(), RedisPresenceBoard("redis://127.0.0.1:1"), grace=GRACE)
        told: list[Present] = []
        presences.arrives("t", (0,), told.append)
        await until(lambda: told == [Present((0,), 0)])
        await presences.stop()

    asyncio.run(story())


def test_the_board_goes_with_the_bus(redis_address: str) -> None:
    assert isinstance(board_at(), LocalPresenceBoard)
    assert isinstance(board_at(redis_address), RedisPresenceBoard)
    assert isinstance(bus_at(), LocalBus)
    with pytest.raises(BusError):
        board_at("http://nowhere")
    assert presence.GRACE >= 2


def test_all_posts_are_renewed_in_one_round_trip(
    redis_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that Redis takes does not grow with the number of tables."""

    async def story() -> None:
        async with process(redis_address, renew=0.3) as one:
            tables = {f"renewed {number}" for number in range(50)}
            for table in tables:
                one.arrives(table, (0,), lambda _: None)
            await until(lambda: all(one._rooms[table].put.seats for table in tables))
            put, others = one._board.put, one._board.others
            trips: list[set[str]] = []

            async def counted_put(posts: Mapping[str, Present]) -> None:
                trips.append(set(posts))
                await put(posts)

            async def counted_others(games: Collection[str]) -> dict[str, list[Present]]:
                trips.append(set(games))
                return await others(games)

            await until(lambda: not any(room.task for room in one._rooms.values()))
            monkeypatch.setattr(one._board, "put", counted_put)
            monkeypatch.setattr(one._board, "others", counted_others)
            await until(lambda: len(trips) >= 2)
            assert trips[:2] == [tables, tables]

    asyncio.run(story())
