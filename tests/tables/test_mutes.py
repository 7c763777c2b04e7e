"""A table that is muted: none of its notices reach the seat, and everything else goes on."""

from __future__ import annotations

import pytest

from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import DAY, SeatPlan
from qwirkle.tables.notices.model import Mailbox as StoredMailbox
from qwirkle.tables.notices.webhook import WebhookSettings
from qwirkle.tables.stores import store_in_memory
from receivers import Browser, Mailbox, Receiver

from .clients import person, run
from .noticed import A_DAY, ANN, BEN, Clockwork, Noticed, both_away, noticing
from .test_mailboxes import ANN as ANN_SIGNED_IN
from .test_mailboxes import BEN as BEN_SIGNED_IN
from .test_mailboxes import confirmed, mailboxes_of, mailing, play, table_of, token_in


async def anns_turn(process: Noticed) -> str:
    """A table at which it is Ann's turn."""
    table = await process.open()
    if await process.to_move(table) is BEN:
        await process.play(table)
    return table


async def play_round(process: Noticed, table: str) -> None:
    """Let Ann and Ben play, so that it is Ann's turn again."""
    for _ in range(2):
        await process.play(table)


def paths(browser: Browser) -> list[str]:
    return [pushed["path"] for pushed in browser.pushed()]


def test_a_muted_table_sends_nothing_others_do_and_unmuting_resumes() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            mutes = process.notifier.mutes
            browser = Browser(service, "ann")
            await process.subscribe(ANN, browser)
            muted, other = await anns_turn(process), await anns_turn(process)
            assert not await mutes.is_muted(muted, ANN.actor())
            await mutes.mute(muted, ANN.actor())
            await mutes.mute(muted, ANN.actor())  # the second time changes nothing
            assert await mutes.is_muted(muted, ANN.actor())
            assert not await mutes.is_muted(other, ANN.actor())
            await process.notify()
            await play_round(process, muted)
            await process.notify()
            assert paths(browser) == [f"/t/{other}"]
            await mutes.unmute(muted, ANN.actor())
            assert not await mutes.is_muted(muted, ANN.actor())
            await process.notify()
            assert paths(browser) == [f"/t/{other}"], "the turn was over for notices"
            await play_round(process, muted)
            await process.notify()
            both = {f"/t/{other}", f"/t/{muted}"}
            assert set(browser.pushed()[1]["tables"]) == both

    run(scene)


def test_muting_is_a_matter_of_one_seat() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            table = await anns_turn(process)
            await process.notifier.mutes.mute(table, ANN.actor())
            assert not await process.notifier.mutes.is_muted(table, BEN.actor())
            await process.notify()
            await process.play(table)
            await process.notify()
            assert paths(browsers["Ann"]) == []
            assert paths(browsers["Ben"]) == [f"/t/{table}"]

    run(scene)


def test_a_seat_is_muted_on_all_its_devices() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            phone, browser = person("phone"), Browser(service, "phone")
            await process.subscribe(phone, browser)
            table = await anns_turn(process)
            await process.notifier.mutes.mute(table, ANN.actor())
            token = await process.tables.recovery(table, ANN)
            await process.tables.recover(table, phone, token, "recover")
            assert await process.notifier.mutes.is_muted(table, phone.actor())
            await play_round(process, table)
            await process.notify()
            assert paths(browser) == []
            await process.notifier.mutes.unmute(table, phone.actor())
            assert not await process.notifier.mutes.is_muted(table, ANN.actor())

    run(scene)


def test_the_seats_around_one_device_are_muted_together() -> None:
    async def scene() -> None:
        service, store = Receiver(), store_in_memory()
        async with service.running(), noticing(store) as process:
            mutes, tablet, phone = process.notifier.mutes, ANN, BEN
            browser = Browser(service, "tablet")
            await process.subscribe(tablet, browser)
            seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Cem"), SeatPlan("person"))
            opening = c.OpenTable(seats, clock=A_DAY)
            table = (await process.tables.open(tablet, opening, "open")).table
            await process.do(table, phone, c.Sit("Ben"))
            await process.do(table, tablet, c.Start())
            await mutes.mute(table, tablet.actor())
            for _ in range(3):
                await process.notify()
                await process.play(table)
            assert paths(browser) == []
            state = await process.tables.current(table)
            seat = state.held_by(tablet.key)[0]
            await store.unmute(table, [seat])
            assert not await mutes.is_muted(table, tablet.actor()), "one of two seats gets notices"

    run(scene)


def test_a_notice_that_was_planned_is_not_sent_after_muting() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = Browser(service, "ann")
            await process.subscribe(ANN, browser)
            table = await anns_turn(process)
            await process.notifier.plan_due()
            await process.notifier.mutes.mute(table, ANN.actor())
            await process.notify()
            process.clock.now += DAY * 9 // 10
            await process.notify()
            assert paths(browser) == [], "neither the notice nor the reminder"

    run(scene)


def test_a_table_stays_muted_after_a_restart() -> None:
    async def scene() -> None:
        service, store, clock = Receiver(), store_in_memory(), Clockwork()
        async with service.running():
            browser = Browser(service, "ann")
            async with noticing(store, clock) as process:
                await process.subscribe(ANN, browser)
                table = await anns_turn(process)
                await process.notifier.mutes.mute(table, ANN.actor())
            async with noticing(store, clock) as process:
                assert await process.notifier.mutes.is_muted(table, ANN.actor())
                await process.notify()
                assert paths(browser) == []

    run(scene)


def test_the_badge_leaves_out_muted_tables() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            mutes, browser = process.notifier.mutes, Browser(service, "ann")
            assert ANN.key is not None
            await process.subscribe(ANN, browser)
            muted = await anns_turn(process)
            await process.notify()
            await mutes.mute(muted, ANN.actor())
            assert await process.subscriptions.tables_waiting(ANN.key) == 0
            await anns_turn(process)
            await process.notify()
            assert [pushed["waiting"] for pushed in browser.pushed()] == [1, 1]
            await mutes.unmute(muted, ANN.actor())
            assert await process.subscriptions.tables_waiting(ANN.key) == 2

    run(scene)


def test_the_host_hears_of_muted_tables_too() -> None:
    """The webhook is about all tables of the server."""

    async def scene() -> None:
        receiver = Receiver()
        async with receiver.running():
            hook = WebhookSettings(receiver.address)
            async with noticing(webhook=hook, push=False) as process:
                table = await anns_turn(process)
                for who in (ANN, BEN):
                    await process.notifier.mutes.mute(table, who.actor())
                await process.notify()
                assert len(receiver.received) == 1

    run(scene)


def test_only_somebody_with_a_seat_can_mute() -> None:
    async def scene() -> None:
        async with noticing() as process:
            mutes, table = process.notifier.mutes, await process.open()
            for ask in (mutes.is_muted, mutes.mute, mutes.unmute):
                with pytest.raises(Refused, match="a seat at this table"):
                    await ask(table, person("Eve").actor())
                with pytest.raises(Refused, match="no such table"):
                    await ask("nothing", ANN.actor())

    run(scene)


def test_a_game_can_be_muted_once_it_has_begun() -> None:
    """Before it somebody else may take the seat; after it there are invitations."""

    async def scene() -> None:
        async with noticing() as process:
            seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
            done = await process.tables.open(ANN, c.OpenTable(seats, clock=A_DAY), "open")
            with pytest.raises(Refused, match="started yet"):
                await process.notifier.mutes.mute(done.table, ANN.actor())
            await process.do(done.table, BEN, c.Sit("Ben"))
            await process.do(done.table, ANN, c.Start())
            await process.do(done.table, ANN, c.Resign())
            await process.notifier.mutes.mute(done.table, ANN.actor())
            assert await process.notifier.mutes.is_muted(done.table, ANN.actor())

    run(scene)


def test_a_table_knows_whether_its_notices_reach_anybody() -> None:
    """A device of the seat that has turned them on, or the confirmed mailbox of its account."""

    async def scene() -> None:
        service, received = Receiver(), Mailbox()
        async with service.running(), noticing() as process:
            table = await process.open()
            assert not await process.notifier.reaches(table, ANN.actor())
            await process.subscribe(BEN, Browser(service, "ben"))
            assert not await process.notifier.reaches(table, ANN.actor())
            await process.subscribe(ANN, Browser(service, "ann"))
            assert await process.notifier.reaches(table, ANN.actor())
        async with mailing(received) as process:
            table = await table_of(process)
            assert not await process.notifier.reaches(table, ANN_SIGNED_IN.actor())
            await confirmed(process, received)
            assert await process.notifier.reaches(table, ANN_SIGNED_IN.actor())
            assert not await process.notifier.reaches(table, BEN_SIGNED_IN.actor())

    run(scene)


def test_a_link_in_a_mail_mutes_its_table_for_the_account() -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received) as process:
            mailboxes, mutes = mailboxes_of(process), process.notifier.mutes
            await confirmed(process, received, "fr")
            table = await table_of(process)
            await process.notify()
            text = received.messages[-1].get_content()
            assert "Ouvre ce lien pour ne plus recevoir d’e-mails sur cette partie" in text
            found = await mailboxes.table_to_mute(token_in(text, "mail-mute"))
            assert found == (table, "ann")
            await mutes.mute_account(*found)
            assert await mutes.is_muted(table, ANN_SIGNED_IN.actor())
            for _ in range(2):
                await play(process, table)
            await process.notify()
            assert len(received.messages) == 2, "one to confirm the address, one of the first turn"
            await mutes.unmute(table, ANN_SIGNED_IN.actor())
            for _ in range(2):
                await play(process, table)
            await process.notify()
            assert len(received.messages) == 3
            with pytest.raises(Refused, match="seat"):
                await mutes.mute_account(table, "cem")

    run(scene)


def test_nobody_can_make_up_a_link_that_mutes() -> None:
    async def scene() -> None:
        received, store = Mailbox(), store_in_memory()
        async with mailing(received, store=store) as process:
            mailboxes = mailboxes_of(process)
            await confirmed(process, received)
            await store.keep_mailbox(StoredMailbox("ben", "ben@home.example", "en", 1, None))
            await table_of(process)
            await process.notify()
            text = received.messages[-1].get_content()
            token, off = token_in(text, "mail-mute"), token_in(text, "mail-off")
            account, table, mac = token.split(".")
            made_up = (
                "",
                "ann",
                off,
                f"{account}.{table}.",
                f"{account}.{table}.{off.partition('.')[2]}",
                f"ben.{table}.{mac}",
                f"{account}.another.{mac}",
            )
            for wrong in made_up:
                with pytest.raises(Refused, match="link"):
                    await mailboxes.table_to_mute(wrong)
            with pytest.raises(Refused, match="link"):
                await mailboxes.turn_off(token)
            await mailboxes.remove("ann")
            with pytest.raises(Refused, match="link"):
                await mailboxes.table_to_mute(token)

    run(scene)
