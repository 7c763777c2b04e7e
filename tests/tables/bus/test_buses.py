"""Buses do what the service relies on, and one over Redis gets over the loss of its server."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

import servers
from qwirkle.errors import BusError, ConformanceError, MissingExtra
from qwirkle.tables.live.bus import bus_at
from qwirkle.tables.live.bus import redis as redis_bus
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.bus.redis import CHANNEL, RedisBus
from qwirkle.tables.storage.ports import LOOK
from qwirkle.testing.buses import BUS_CHECKS, check_bus, nothing_heard, wait_for


def test_the_local_bus_passes_the_kit() -> None:
    bus = bus_at()
    assert asyncio.run(check_bus(lambda: bus)) == len(BUS_CHECKS) + 1


@pytest.mark.parametrize("sharded", [None, False])
def test_the_bus_over_redis_passes_the_kit(redis_address: str, sharded: bool | None) -> None:
    """With the channels that the server knows, and with those of an older one."""
    made = check_bus(lambda: RedisBus(redis_address, sharded=sharded))
    assert asyncio.run(made) == len(BUS_CHECKS) + 1
    assert isinstance(bus_at(redis_address), RedisBus)


class Forgetful(LocalBus):
    async def publish(self, game: str, seq: int) -> None:
        if seq != 5:
            self.tell(game, seq)


class Loud(LocalBus):
    async def publish(self, game: str, seq: int) -> None:  # noqa: ARG002 - that is what is wrong
        for table in list(self._listeners):
            self.tell(table, seq)


class Endless(LocalBus):
    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        (Forgetful, "who_listens_hears: event 5 of a table: 5 was not heard"),
        (Loud, "tables_are_apart: what is heard of another table: 3 instead of 0"),
        (Endless, "a bus that was closed leaves its listeners waiting"),
    ],
)
def test_the_kit_notices_a_bad_bus(
    kind: type[LocalBus], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwirkle.testing.buses.PATIENCE", 0.2)
    bus = kind()
    with pytest.raises(ConformanceError) as refused:
        asyncio.run(check_bus(lambda: bus))
    assert str(refused.value) == complaint


def test_the_kit_notices_buses_that_are_not_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwirkle.testing.buses.PATIENCE", 0.2)
    with pytest.raises(ConformanceError, match="1 was not heard"):
        asyncio.run(check_bus(LocalBus))


@asynccontextmanager
async def two_buses(address: str) -> AsyncIterator[tuple[RedisBus, RedisBus]]:
    buses = RedisBus(address), RedisBus(address)
    for bus in buses:
        await bus.open()
    try:
        yield buses
    finally:
        for bus in buses:
            await bus.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def looked(listener: AsyncIterator[int]) -> None:
    async with asyncio.timeout(20):
        while await anext(listener) != LOOK:
            pass


def test_a_lost_connection_is_made_anew_and_everyone_told_to_look(redis_address: str) -> None:
    async def story() -> None:
        async with two_buses(redis_address) as (one, two), two.listen("table") as there:
            await looked_already(there)
            async with Redis.from_url(redis_address) as redis:
                for kind in ("pubsub", "normal"):
                    await redis.client_kill_filter(_type=kind, skipme=True)
            await looked(there)
            await one.publish("table", 7)
            await wait_for(there, 7, "an event after the connection was lost")

    asyncio.run(story())


async def looked_already(listener: AsyncIterator[int]) -> None:
    """What the first subscription says."""
    await nothing_heard(listener, "what is heard at the beginning")


def test_what_was_said_while_redis_was_gone_arrives_when_it_is_back(
    redis_address: str, redis_server: servers.Server, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with (
            two_buses(redis_address) as (one, two),
            one.listen("table") as here,
            two.listen("table") as there,
        ):
            await asyncio.to_thread(redis_server.stop)
            await until(lambda: not one.connected and not two.connected)
            await one.publish("table", 8)
            await wait_for(here, 8, "an event without Redis, in the same process")
            await nothing_heard(there, "an event without Redis, in another process")
            await asyncio.to_thread(redis_server.start)
            await looked(there)
            await until(lambda: one.connected)
            await one.publish("table", 9)
            await wait_for(there, 9, "an event after Redis came back")

    try:
        with caplog.at_level(logging.WARNING):
            asyncio.run(story())
    finally:
        redis_server.stop()
        redis_server.start()
    assert caplog.messages.count("the bus lost its Redis (ConnectionError); trying again") == 2


def test_what_could_not_be_sent_is_sent_later(
    redis_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sender's connection fails; the listener's does not, so nobody tells it to look."""

    async def story() -> None:
        async with two_buses(redis_address) as (one, two), two.listen("table") as there:
            await looked_already(there)
            sending = one._redis.eval
            failures = 3

            async def failing(script: str, keys: int, *given: bytes | str) -> object:
                nonlocal failures
                failures -= 1
                if failures >= 0:
                    raise ConnectionResetError
                return await sending(script, keys, *given)

            monkeypatch.setattr(one._redis, "eval", failing)
            await one.publish("table", 3)
            await one.publish("table", 2)
            assert await asyncio.wait_for(anext(there), 20) == 3
            assert failures < 0

    asyncio.run(story())


def test_too_much_to_remember_becomes_a_look(
    redis_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "MAX_UNSENT", 10)

    async def story() -> None:
        async with two_buses(redis_address) as (one, two), two.listen("table 3") as there:
            await looked_already(there)
            for number in range(11):  # not one step of the sender in between
                await one.publish(f"table {number}", 1)
            await looked(there)

    asyncio.run(story())


def test_a_bus_without_a_redis_opens_and_works_in_its_process(
    redis_server: servers.Server,
) -> None:
    async def story() -> None:
        bus = RedisBus("redis://127.0.0.1:1")
        await bus.open()
        async with bus.listen("table") as here:
            await bus.publish("table", 1)
            await wait_for(here, 1, "an event without Redis")
        assert not bus.connected
        await bus.close()

    asyncio.run(story())


@pytest.mark.parametrize("sharded", [None, False])
def test_a_process_hears_only_of_tables_that_somebody_watches_there(
    redis_address: str, sharded: bool | None
) -> None:
    async def story() -> None:
        async with three_buses(redis_address, sharded) as (one, two, three):
            assert one._sharded is (sharded is None)  # the tests' Redis knows shards
            tables = [f"table {number}" for number in range(40)]
            async with two.listen(tables[0]) as there, three.listen(tables[1]) as elsewhere:
                for seq in (1, 2, 3):
                    for table in tables:
                        await one.publish(table, seq)
                    await wait_for(there, seq, "an event of the watched table")
                    await wait_for(elsewhere, seq, "an event of the other watched table")
                assert (one.heard, two.heard, three.heard) == (0, 3, 3)
            # Nobody watches any more: the next to listen hears only what is new.
            async with Redis.from_url(redis_address) as redis:
                await until_no_channel(redis)
            for table in tables:
                await one.publish(table, 4)
            async with two.listen(tables[2]) as there:
                await one.publish(tables[2], 5)
                await wait_for(there, 5, "an event of a table that was watched late")
            assert (two.heard, three.heard) == (4, 3)

    asyncio.run(story())


@asynccontextmanager
async def three_buses(
    address: str, sharded: bool | None
) -> AsyncIterator[tuple[RedisBus, RedisBus, RedisBus]]:
    buses = [RedisBus(address, channel=f"test{sharded}", sharded=sharded) for _ in range(3)]
    for bus in buses:
        await bus.open()
    try:
        yield buses[0], buses[1], buses[2]
    finally:
        for bus in buses:
            await bus.close()


async def until_no_channel(redis: Redis) -> None:
    async with asyncio.timeout(20):
        while await redis.pubsub_shardchannels("test*") or await redis.pubsub_channels("test*:*"):
            await asyncio.sleep(0.01)


def test_a_table_that_is_left_and_watched_again_is_heard(redis_address: str) -> None:
    """Whatever Redis has confirmed meanwhile, of which of the subscriptions."""

    async def story() -> None:
        async with two_buses(redis_address) as (one, two):
            for round_ in range(30):
                for leaving in range(round_ % 4):
                    end = two.call("table", lambda: None)
                    for _ in range(leaving):
                        await asyncio.sleep(0)
                    end()
                async with two.listen("table") as there:
                    await one.publish("table", 2 * round_ + 1)
                    await wait_for(there, 2 * round_ + 1, "an event after coming back")
            await until(lambda: not two._unconfirmed)
            assert two._interests == {}

    asyncio.run(story())


def test_who_calls_back_is_told_to_look_when_the_subscription_begins(redis_address: str) -> None:
    """``call`` cannot wait for Redis, so what was said before must be looked for."""

    async def story() -> None:
        async with two_buses(redis_address) as (_, two):
            calls: list[str] = []
            end = two.call("table", lambda: calls.append("look"))
            assert calls == []
            await until(lambda: calls == ["look"])
            end()

    asyncio.run(story())


def test_a_redis_that_does_not_confirm_delays_a_listener_only_briefly(
    redis_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "PATIENCE", 0.01)

    async def story() -> None:
        async with two_buses(redis_address) as (one, two):
            monkeypatch.setattr(two, "_look_after", lambda *_: None)  # nothing is subscribed to
            async with two.listen("table") as there:
                await one.publish("table", 1)
                await nothing_heard(there, "what is heard without a subscription")
                monkeypatch.undo()
                two._look_after("table")
                await looked(there)

    asyncio.run(story())


def test_messages_hold_a_number_and_nothing_else(redis_address: str) -> None:
    async def story() -> list[bytes]:
        async with Redis.from_url(redis_address) as redis, redis.pubsub() as watching:
            await watching.ssubscribe(f"{CHANNEL}:a")
            await watching.get_message(timeout=5)
            async with two_buses(redis_address) as (one, _):
                await one.publish("b", 5)
                await one.publish("a", 4)
                message = await watching.get_message(timeout=5)
        assert message is not None
        assert message["channel"] == f"{CHANNEL}:a".encode()
        return [one._me, message["data"]]

    sender, body = asyncio.run(story())
    assert body == sender + b" 4"


@pytest.mark.parametrize("body", [b"", b"{", b"x y", b"x -1", b"\xff", b"x " + b"9" * 5000])
def test_what_others_say_on_a_channel_does_no_harm(redis_address: str, body: bytes) -> None:
    async def story() -> None:
        async with two_buses(redis_address) as (one, two), two.listen("table") as there:
            async with Redis.from_url(redis_address) as redis:
                await redis.publish(CHANNEL, body)
                await redis.spublish(f"{CHANNEL}:table", body)
            await one.publish("table", 1)
            await wait_for(there, 1, "an event after nonsense")

    asyncio.run(story())


@pytest.mark.parametrize("address", ["", "nonsense", "http://localhost", "redis://host:port"])
def test_an_address_that_is_none_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(BusError, match=r"^a bus is redis://"):
        bus_at(address)


def test_without_the_extra_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qwirkle.tables.live.bus.redis", None)
    with pytest.raises(MissingExtra, match=r"qwirkle\[host\]"):
        bus_at("redis://localhost")
