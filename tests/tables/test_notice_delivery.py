"""Notices on their way: services that fail or hang, crashes, and several processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import pairwise
from typing import Any

import pytest
from aiohttp import web
from msgspec.structs import replace

from qwirkle.errors import StoreError
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import DAY, SECOND
from qwirkle.tables.core.state import Table
from qwirkle.tables.notices import notifier
from qwirkle.tables.notices.channels import Outcome
from qwirkle.tables.notices.model import ClaimedNotice, NoticeKey
from qwirkle.tables.notices.notifier import LEASE_MS
from qwirkle.tables.storage.sql.memory import MemoryDatabase
from qwirkle.tables.stores import SqlStore
from receivers import Browser, Receiver

from .clients import person, run
from .noticed import ANN, BEN, Clockwork, both_away, name_of, noticing


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_subscription_is_removed(status: int) -> None:
    async def scene() -> None:
        service = Receiver()
        service.answer = lambda _: web.Response(status=status)
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            who = await process.to_move(table)
            for _ in range(3):
                await process.notify()
                process.clock.now += DAY // 2
            assert len(service.received) == 1
            assert who.key is not None
            assert await process.subscriptions.of(who.key) is None
            assert process.outcomes[0][1].how == "gone"

    run(scene)


def test_a_push_service_that_fails_is_asked_again_ever_more_seldom() -> None:
    async def scene() -> None:
        service = Receiver()
        asked: list[int] = []

        def answer(_: object) -> web.Response:
            asked.append(process.clock.now)
            status = (503, 500, 429, 503, 201)[min(len(asked), 5) - 1]
            return web.Response(status=status, headers={"Retry-After": "600"})

        service.answer = answer
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open(clock=None)
            for _ in range(3000):
                await process.notify()
                process.clock.now += SECOND
            gaps = [later - earlier for earlier, later in pairwise(asked)]
            assert len(asked) == 5, "sent once it is taken, and no more"
            assert all(gap >= 600 * SECOND for gap in gaps)

    run(scene)


def test_without_a_wish_of_the_service_the_pauses_double() -> None:
    async def scene() -> None:
        service = Receiver()
        asked: list[int] = []

        def answer(_: object) -> web.Response:
            asked.append(process.clock.now)
            return web.Response(status=503)

        service.answer = answer
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open(clock=None)
            for _ in range(200):
                await process.notify()
                process.clock.now += SECOND
            gaps = [later - earlier for earlier, later in pairwise(asked)]
            assert gaps == [10 * SECOND, 20 * SECOND, 40 * SECOND, 80 * SECOND]

    run(scene)


def test_a_push_service_that_hangs_keeps_no_table_waiting() -> None:
    async def scene() -> None:
        service = Receiver()
        service.delay = 60
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            await process.notifier.run_due()
            await service.wait_for(1)
            for _ in range(3):
                await process.play(table)
            assert process.notifier._sending, "the notice is still under way"
            assert process.faults == []

    run(scene)


@pytest.mark.parametrize(("known", "most"), [(True, 16), (False, 4)])
def test_a_push_service_that_hangs_leaves_room_for_others(*, known: bool, most: int) -> None:
    """It keeps half of the thirty-two that are sent at the same time waiting, and no more.

    That is for a host that answers otherwise; one that never has keeps four waiting.
    """

    async def scene() -> None:
        slow, quick = Receiver(), Receiver()
        slow.delay = 60
        async with slow.running(), quick.running(), noticing() as process:
            await process.subscribe(BEN, Browser(quick, "ben"))
            if known:
                process.notifier._remember(f"127.0.0.1:{slow.port}", answers=True)
            for number in range(32):
                # A device gets one notice at a time, so there are many of them.
                phone = person(f"phone {number}")
                await process.subscribe(phone, Browser(slow, f"phone{number}"))
                table = await process.open(clock=None)
                if await process.to_move(table) is BEN:
                    await process.play(table)
                token = await process.tables.recovery(table, ANN)
                await process.tables.recover(table, phone, token, "recover")
            await process.notifier.run_due()
            await slow.wait_for(most)
            last = await process.open(clock=None)
            if await process.to_move(last) is ANN:
                await process.play(last)
            process.clock.now += SECOND // 2
            await process.notifier.run_due()
            await quick.wait_for(1)
            assert len(slow.received) == most

    run(scene)


def test_many_hosts_that_never_answer_delay_nobody_whose_service_does() -> None:
    """Anybody can name any number of hosts, so together they count as one."""

    async def scene() -> None:
        quick = Receiver()
        slow = [Receiver() for _ in range(12)]
        async with AsyncExitStack() as running:
            process = await running.enter_async_context(noticing())
            for receiver in (quick, *slow):
                receiver.delay = 60
                await running.enter_async_context(receiver.running())
            quick.delay = 0
            process.notifier._remember(f"127.0.0.1:{quick.port}", answers=True)
            await process.subscribe(BEN, Browser(quick, "ben"))
            for number in range(40):
                phone = person(f"phone {number}")
                where = slow[number % len(slow)]
                await process.subscribe(phone, Browser(where, f"phone{number}"))
                table = await process.open(clock=None)
                if await process.to_move(table) is BEN:
                    await process.play(table)
                token = await process.tables.recovery(table, ANN)
                await process.tables.recover(table, phone, token, "recover")
            await process.notifier.run_due()
            async with asyncio.timeout(30):
                while sum(len(receiver.received) for receiver in slow) < 16:
                    await asyncio.sleep(0.01)
            last = await process.open(clock=None)
            if await process.to_move(last) is ANN:
                await process.play(last)
            for _ in range(3):
                process.clock.now += SECOND // 4
                await process.notifier.run_due()
            await quick.wait_for(1)
            assert sum(len(receiver.received) for receiver in slow) == 16

    run(scene)


class Forgetful(SqlStore):
    """The process dies after sending, before it has noted that: as often as is wanted."""

    deaths = 1

    async def finish_notice(self, key: NoticeKey) -> None:
        if self.deaths:
            self.deaths -= 1
            raise StoreError("killed")
        await super().finish_notice(key)


def test_a_notice_that_a_busy_push_service_has_no_room_for_is_sent_a_second_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open()
            with monkeypatch.context() as busy:
                busy.setattr(notifier, "MAX_PER_DOUBTFUL_HOST", 0)
                await process.notify()
            await process.notify()
            assert service.received == []
            process.clock.now += SECOND
            await process.notify()
            assert len(service.received) == 1

    run(scene)


def test_after_a_crash_a_notice_takes_the_place_of_itself() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing(Forgetful(MemoryDatabase())) as process:
            browsers = await both_away(process, service)
            table = await process.open()
            await process.notify()
            process.clock.now += LEASE_MS - 1
            await process.notify()
            assert len(service.received) == 1, "the claim of the one that died still holds"
            process.clock.now += 1
            await process.notify()
            process.clock.now += LEASE_MS
            await process.notify()
            first, again = browsers[name_of(await process.to_move(table))].pushed()
            assert again == first
            topics = {request.headers["topic"] for request in service.received}
            assert len(topics) == 1

    run(scene)


def test_a_turn_that_is_played_again_has_a_notice_of_its_own() -> None:
    """Devices and mailboxes drop what they have seen, by its key."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            table = await process.open()
            first = await process.to_move(table)
            second = BEN if first == ANN else ANN
            for _ in range(2):
                await process.notify()
                await process.play(table)
                await process.notify()
                await process.do(table, first, c.TakeBack())
                await process.do(table, second, c.Vote(agree=True))
                process.clock.now += 60 * SECOND
            keys = [pushed["key"] for pushed in browsers[name_of(second)].pushed()]
            assert len(set(keys)) == len(keys) == 2

    run(scene)


def test_after_a_crash_a_turn_that_is_over_is_not_announced_again() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing(Forgetful(MemoryDatabase())) as process:
            await both_away(process, service)
            table = await process.open()
            await process.notify()
            await process.play(table)
            process.clock.now += LEASE_MS
            await process.notify()
            assert len({request.path for request in service.received}) == 2
            assert len(service.received) == 2

    run(scene)


def test_many_processes_send_one_notice(make_store: Callable[[], SqlStore]) -> None:
    async def scene() -> None:
        service, clock = Receiver(), Clockwork()
        stores = [make_store() for _ in range(3)]
        for store in stores:
            await store.open()
        async with (
            service.running(),
            noticing(stores[0], clock) as first,
            noticing(stores[1], clock) as second,
            noticing(stores[2], clock) as third,
        ):
            processes = (first, second, third)
            keys = await asyncio.gather(*(each.subscriptions.public_key() for each in processes))
            assert len(set(keys)) == 1, "one pair of keys for a store"
            await both_away(first, service)
            table = await first.open()
            for _ in range(4):
                await asyncio.gather(*(each.notify() for each in processes))
                await second.tables.current(table)
                await second.play(table)
            assert len(service.received) == 4
            assert [each.faults for each in processes] == [[], [], []]
        for store in stores:
            await store.close()

    run(scene)


def test_an_endpoint_in_a_private_network_is_dropped() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            process.service._egress.private = False
            who = await process.to_move(table)
            await process.notify()
            assert service.received == []
            assert process.outcomes == [("push", Outcome("gone", why="the address is private"))]
            assert who.key is not None
            assert await process.subscriptions.of(who.key) is None

    run(scene)


def test_a_claim_is_not_given_up_for_a_late_word() -> None:
    """What is postponed by a process whose claim has expired is not sent twice."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open()
            await process.notifier.plan_due()
            store: Any = process.notifier._store
            now = process.clock.now
            (claimed,) = await store.claim_notices(now, now + 10, 9)
            process.clock.now += 10
            await process.notify()
            await store.postpone_notice(ClaimedNotice(claimed.key, claimed.attempt), now)
            await process.notify()
            assert len(service.received) == 1

    run(scene)


def test_a_table_that_cannot_be_read_is_reported_once_and_hides_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has been due the longest for ever; there is room for the others all the same."""
    monkeypatch.setattr("qwirkle.tables.notices.notifier.BATCH", 1)

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            broken = await process.open()
            process.clock.now += SECOND
            await process.open()
            read = process.tables.cached_table

            async def cached_table(game: str) -> Table:
                if game == broken:
                    raise ValueError("damaged")
                return await read(game)

            monkeypatch.setattr(process.tables, "cached_table", cached_table)
            for _ in range(3):
                await process.notify()
                process.clock.now += SECOND
            assert [str(fault) for fault in process.faults] == ["damaged"]
            assert sum(len(browser.pushed()) for browser in browsers.values()) == 1

    run(scene)


def test_a_device_that_was_signed_out_gets_no_notice_of_the_turn() -> None:
    """Its seat was moved between the planning and the sending of the notice."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            table = await process.open()
            await process.notifier.plan_due()
            who, phone = await process.to_move(table), person("phone")
            token = await process.tables.recovery(table, who)
            await process.tables.recover(table, phone, token, "recover")
            await process.do(table, phone, c.SignOthersOut())
            await process.notify()
            assert [browser.pushed() for browser in browsers.values()] == [[], []]
            assert process.faults == []

    run(scene)


def test_a_store_that_is_away_for_a_moment_breaks_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn is announced in the next round; a damaged table would not be tried again."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            await process.open()
            read, away = process.tables.cached_table, [True]

            async def cached_table(game: str) -> Table:
                if away.pop() if away else False:
                    raise StoreError("away")
                return await read(game)

            monkeypatch.setattr(process.tables, "cached_table", cached_table)
            with pytest.raises(StoreError):
                await process.notify()
            await process.notify()
            assert sum(len(browser.pushed()) for browser in browsers.values()) == 1
            assert process.faults == []

    run(scene)


def test_a_device_whose_keys_are_none_is_forgotten() -> None:
    """Nothing could ever be encrypted for it."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            who = await process.to_move(table)
            assert who.key is not None
            known = await process.subscriptions.of(who.key)
            assert known is not None
            await process.notifier._store.subscribe(replace(known, p256dh="AAAA"))
            await process.notify()
            assert await process.subscriptions.of(who.key) is None
            assert [outcome.how for _, outcome in process.outcomes] == ["gone"]

    run(scene)


def test_a_push_service_that_is_not_reached_is_asked_again() -> None:
    async def scene() -> None:
        service = Receiver()
        async with noticing() as process:
            async with service.running():
                browsers = await both_away(process, service)
            await process.open()
            await process.notify()
            assert [outcome.how for _, outcome in process.outcomes] == ["failed"]
            process.clock.now += 10 * SECOND
            await process.notify()
            assert [outcome.how for _, outcome in process.outcomes] == ["failed", "failed"]
            assert [browser.pushed() for browser in browsers.values()] == [[], []]

    run(scene)


def test_whoever_turns_notices_off_while_one_is_being_sent_is_left_alone() -> None:
    """The notice is done with: it is neither sent, nor reported as a fault, nor tried again."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            table = await process.open()
            who = await process.to_move(table)
            assert who.key is not None
            await process.notifier.plan_due()
            until = process.clock.now + LEASE_MS
            (claimed,) = await process.notifier._store.claim_notices(process.clock.now, until, 10)
            await process.subscriptions.end(who.key)
            state = await process.tables.current(table)
            await process.notifier._push(who.key, [notifier.Current(claimed, state)])
            process.clock.now = until
            await process.notify()
            assert [browser.pushed() for browser in browsers.values()] == [[], []]
            assert (process.outcomes, process.faults) == ([], [])

    run(scene)
