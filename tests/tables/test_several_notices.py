"""One notice for several tables: nothing is lost by it, and nothing is announced twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web

from qwirkle.tables.core.settings import DAY, HOUR, MINUTE, SECOND
from qwirkle.tables.notices.model import QuietHours
from qwirkle.tables.notices.notifier import LEASE_MS
from qwirkle.tables.notices.plan import MAIL_WAIT
from qwirkle.tables.notices.webhook import WebhookSettings
from qwirkle.tables.storage.sql.memory import MemoryDatabase
from qwirkle.tables.stores import SqlStore
from receivers import Browser, Mailbox, Receiver

from .clients import person, run
from .noticed import ANN, Clockwork, Noticed, noticing
from .test_mailboxes import confirmed, mailing, table_of
from .test_mailboxes import play as play_by_mail
from .test_mutes import anns_turn, play_round
from .test_notice_delivery import Forgetful


class Shown:
    """A device as the page's service worker is: it remembers what it has shown."""

    def __init__(self, browser: Browser) -> None:
        self.keys: list[str] = []
        self.alerts: list[dict[str, Any]] = []
        for pushed in browser.pushed():
            new = [key for key in pushed["keys"] if key not in self.keys]
            self.keys += new
            if new:
                self.alerts.append(pushed)


async def ann_away(process: Noticed, service: Receiver, **more: Any) -> Browser:
    browser = Browser(service, "ann")
    await process.subscribe(ANN, browser, **more)
    return browser


def test_tables_that_wait_together_come_as_one_notice() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            tables = sorted([await anns_turn(process) for _ in range(3)])
            for _ in range(3):
                await process.notify()
            (pushed,) = browser.pushed()
            assert (pushed["title"], pushed["text"]) == (
                "Qwirkle",
                "It’s your turn at 3 tables.",
            )
            assert (pushed["path"], pushed["tag"], pushed["waiting"]) == ("/", "/", 3)
            assert pushed["tables"] == [f"/t/{table}" for table in tables]
            assert len(pushed["keys"]) == 3

    run(scene)


def test_a_later_table_is_told_together_with_those_announced_lately() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            first = await anns_turn(process)
            await process.notify()
            process.clock.now += 10 * MINUTE
            second = await anns_turn(process)
            await process.notify()
            process.clock.now += 10 * MINUTE + 1
            third = await anns_turn(process)
            await process.notify()
            one, both, alone = browser.pushed()
            assert one["tables"] == [f"/t/{first}"]
            assert sorted(both["tables"]) == sorted([f"/t/{first}", f"/t/{second}"])
            assert both["text"] == "It’s your turn at 2 tables."
            assert alone["tables"] == [f"/t/{third}"], "the others came long ago"
            process.clock.now += SECOND
            await anns_turn(process)
            await process.notify()
            assert len(browser.pushed()[-1]["tables"]) == 4, "it may replace any earlier one"
            topics = [request.headers["topic"] for request in service.received]
            assert topics[1] == topics[3]
            assert len(set(topics)) == 3

    run(scene)


def test_tables_that_were_played_or_muted_are_not_counted() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            played, muted, other = [await anns_turn(process) for _ in range(3)]
            await process.notifier.plan_due()
            await process.play(played)
            await process.notifier.mutes.mute(muted, ANN.actor())
            await process.notify()
            (pushed,) = browser.pushed()
            assert pushed["tables"] == [f"/t/{other}"]
            assert pushed["path"] == f"/t/{other}"

    run(scene)


def test_the_notices_of_a_night_come_as_one_in_the_morning() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            minute = process.clock.now // MINUTE % (24 * 60)
            quiet = QuietHours(minute, (minute + 120) % 1440)
            browser = await ann_away(process, service, quiet=quiet)
            for _ in range(3):
                await anns_turn(process)
                await process.notify()
                process.clock.now += 20 * MINUTE
            assert browser.pushed() == []
            process.clock.now += HOUR
            await process.notify()
            (pushed,) = browser.pushed()
            assert len(pushed["tables"]) == 3

    run(scene)


def test_a_reminder_that_waited_with_its_turn_comes_alone() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            minute = process.clock.now // MINUTE % (24 * 60)
            browser = await ann_away(
                process, service, quiet=QuietHours(minute, (minute - 60) % 1440)
            )
            await anns_turn(process)
            for _ in range(48):
                await process.notify()
                process.clock.now += HOUR // 2
            (pushed,) = browser.pushed()
            assert pushed["key"].endswith("-reminder")

    run(scene)


def test_a_failed_notice_of_several_is_tried_again_as_a_whole() -> None:
    async def scene() -> None:
        service = Receiver()
        answers = iter([503, 201])
        service.answer = lambda _: web.Response(status=next(answers))
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            for _ in range(2):
                await anns_turn(process)
            await process.notify()
            process.clock.now += 10 * SECOND
            for _ in range(2):
                await process.notify()
            first, again = browser.pushed()
            assert first == again

    run(scene)


@pytest.mark.parametrize("deaths", [1, 2, 3])
def test_after_a_crash_every_turn_is_announced_and_shown_once(deaths: int) -> None:
    """The process dies after sending, when only some of the notices are noted as sent."""

    async def scene() -> None:
        service = Receiver()
        store = Forgetful(MemoryDatabase())
        store.deaths = deaths
        async with service.running(), noticing(store) as process:
            browser = await ann_away(process, service)
            tables = [await anns_turn(process) for _ in range(2)]
            await process.notify()
            process.clock.now += SECOND
            tables.append(await anns_turn(process))
            for _ in range(5):
                await process.notify()
                process.clock.now += LEASE_MS
            device = Shown(browser)
            assert sorted(device.keys) == sorted(
                pushed for pushed in device.keys if any(pushed.startswith(t) for t in tables)
            )
            assert len(device.keys) == len(tables)
            assert len(device.alerts) == 2, "two tables, then the third"

    run(scene)


def test_many_processes_announce_every_turn_once(make_store: Callable[[], SqlStore]) -> None:
    async def scene() -> None:
        service, clock = Receiver(), Clockwork()
        stores = [make_store() for _ in range(2)]
        for store in stores:
            await store.open()
        async with (
            service.running(),
            noticing(stores[0], clock) as one,
            noticing(stores[1], clock) as two,
        ):
            browser = await ann_away(one, service)
            tables = [await anns_turn(one) for _ in range(3)]
            for _ in range(3):
                await asyncio.gather(one.notify(), two.notify())
                clock.now += MINUTE
            for table in tables:
                await play_round(one, table)
            for _ in range(3):
                await asyncio.gather(one.notify(), two.notify())
                clock.now += MINUTE
            assert len(Shown(browser).keys) == 6
            assert [one.faults, two.faults] == [[], []]
        for store in stores:
            await store.close()

    run(scene)


def test_the_host_gets_every_notice() -> None:
    async def scene() -> None:
        service, chat = Receiver(), Receiver()
        async with (
            service.running(),
            chat.running(),
            noticing(webhook=WebhookSettings(f"{chat.address}/chat")) as process,
        ):
            await ann_away(process, service)
            for _ in range(3):
                await anns_turn(process)
            await process.notifier.plan_due()
            planned = len(await process.tables._store.games(None, 9))
            await process.notify()
            assert (len(service.received), len(chat.received)) == (1, planned)

    run(scene)


def test_devices_are_told_apart() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser, phone = await ann_away(process, service), Browser(service, "phone")
            await process.subscribe(person("phone"), phone)
            tables = [await anns_turn(process) for _ in range(2)]
            token = await process.tables.recovery(tables[0], ANN)
            await process.tables.recover(tables[0], person("phone"), token, "recover")
            await process.notify()
            assert len(browser.pushed()[0]["tables"]) == 2
            assert [pushed["tables"] for pushed in phone.pushed()] == [[f"/t/{tables[0]}"]]

    run(scene)


def test_mail_about_several_tables_is_one_letter() -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received, wait=MAIL_WAIT) as process:
            await confirmed(process, received)
            tables = [await table_of(process, "one")]
            await process.notify()
            process.clock.now += 20 * SECOND - 1
            tables.append(await table_of(process, "two"))
            await process.notify()
            assert len(received.messages) == 1, "only the confirmation: mail waits a moment"
            process.clock.now += 1
            for _ in range(3):
                await process.notify()
                process.clock.now += MAIL_WAIT
            _, letter = received.messages
            assert letter["Subject"] == "Qwirkle: It’s your turn at 2 tables."
            text = letter.get_content()
            for table in tables:
                assert f"https://play.example/t/{table}" in text.split()
                assert f"#mail-mute=ann.{table}." in text
            assert text.count("#mail-off=") == 1
            for table in tables:
                await play_by_mail(process, table)
                await play_by_mail(process, table)
            process.clock.now += DAY // 2
            await process.notify()
            process.clock.now += MAIL_WAIT
            await process.notify()
            assert len(received.messages) == 3

    run(scene)


def test_a_mail_that_is_tried_again_is_the_same_mail() -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received) as process:
            await confirmed(process, received)
            for name in ("one", "two"):
                await table_of(process, name)
            received.refusals = 1
            await process.notify()
            assert len(received.messages) == 1
            process.clock.now += 10 * SECOND - 1
            await table_of(process, "three")
            await process.notify()
            process.clock.now += 1
            await process.notify()
            _, new, again = received.messages
            assert "2 tables" in again["Subject"]
            assert "2 tables" not in new["Subject"], "what is new does not wait"
            assert len({message["Message-ID"] for message in (new, again)}) == 2

    run(scene)
