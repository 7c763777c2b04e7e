"""What docs/notices.md promises about pauses, headers, old notices and recipients who have left."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web
from aiosmtpd.smtp import SMTP, Envelope, Session

from qwirkle.errors import Refused, StoreError
from qwirkle.locale import preferred_language
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import DAY, HOUR, MINUTE, Clock, SeatPlan
from qwirkle.tables.notices import mailboxes
from qwirkle.tables.notices.egress import Egress, PrivateAddress
from qwirkle.tables.notices.mail import MailSettings
from qwirkle.tables.notices.mailboxes import PAUSE
from qwirkle.tables.notices.model import (
    ClaimedNotice,
    NoticePlan,
    PlannedNotice,
    PushSubscription,
)
from qwirkle.tables.notices.model import Mailbox as KeptMailbox
from qwirkle.tables.notices.notifier import LEASE_MS
from qwirkle.tables.notices.webhook import WebhookSettings
from qwirkle.tables.people.model import Account
from qwirkle.tables.stores import store_in_memory
from receivers import Browser, Mailbox, Receiver, signed_claims

from .clients import person, run
from .noticed import ANN, BEN, Clockwork, Noticed, both_away, name_of, noticing
from .stores import WatchedStore

LONG = Clock("game", 60 * DAY)


def answers(status: int, **headers: str) -> Callable[[object], web.Response]:
    return lambda _: web.Response(status=status, headers=headers)


@pytest.mark.parametrize("wish", [{}, {"Retry-After": "86400"}])
def test_a_receiver_that_keeps_failing_is_asked_once_an_hour(wish: dict[str, str]) -> None:
    async def scene() -> None:
        service = Receiver()
        service.answer = answers(503, **wish)
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open(clock=None)
            for asked in range(1, 16):
                await process.notify()
                await process.notify()
                assert len(service.received) == asked
                process.clock.now += HOUR

    run(scene)


@pytest.mark.parametrize("status", [302, 400, 401, 403, 404, 410, 429, 500])
def test_a_webhook_is_asked_again_whatever_it_refuses_with(status: int) -> None:
    """The host may put it right while the turn goes on."""

    async def scene() -> None:
        receiver = Receiver()
        receiver.answer = answers(status)
        async with receiver.running():
            hook = WebhookSettings(receiver.address)
            async with noticing(webhook=hook, push=False) as process:
                await process.open(clock=None)
                await process.notify()
                receiver.answer = answers(200)
                process.clock.now += HOUR
                await process.notify()
                assert [outcome.how for _, outcome in process.outcomes] == ["failed", "sent"]

    run(scene)


def test_turn_after_turn_is_announced_at_one_push_service() -> None:
    """What it has answered does not count as waiting for it any more."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            for turn in range(1, 21):
                await process.notify()
                assert len(service.received) == turn
                await process.play(table)

    run(scene)


@pytest.mark.parametrize(
    ("clock", "waits", "ttl"),
    [
        (Clock("turn", DAY), 2 * HOUR, 22 * 3600),
        (Clock("turn", HOUR), HOUR + MINUTE, 0),
        (LONG, 0, 28 * 24 * 3600),
        (None, 0, 28 * 24 * 3600),
    ],
)
def test_a_push_is_kept_until_the_clock_ends_and_28_days_at_most(
    clock: Clock | None, waits: int, ttl: int
) -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open(clock=clock)
            process.clock.now += waits
            await process.notify()
            assert [pushed.headers["ttl"] for pushed in service.received] == [str(ttl)]

    run(scene)


def test_a_signature_holds_from_now_on_and_for_a_day_at_most() -> None:
    """Push services refuse one that has run out, or that holds for longer (RFC 8292)."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open()
            await process.notify()
            (pushed,) = service.received
            claims = signed_claims(pushed, await process.subscriptions.public_key())
            assert time.time() < claims["exp"] <= time.time() + 24 * 3600

    run(scene)


def test_only_a_reminder_is_urgent() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open()
            await process.notify()
            process.clock.now += DAY * 9 // 10
            await process.notify()
            assert [sent.headers["urgency"] for sent in service.received] == ["normal", "high"]

    run(scene)


def test_a_notice_that_nobody_takes_is_deleted_after_61_days() -> None:
    async def scene() -> None:
        service = Receiver()
        service.answer = answers(503)
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open(clock=None)
            await process.notify()
            process.clock.now += 60 * DAY
            for asked in (2, 3):
                await process.notify()
                assert len(service.received) == asked, "still there"
                process.clock.now += HOUR
            process.clock.now += DAY
            await process.notify()
            asked = len(service.received)
            process.clock.now += DAY
            await process.notify()
            assert len(service.received) == asked

    run(scene)


def test_a_device_that_subscribes_again_meanwhile_keeps_its_notices() -> None:
    """Only the endpoint that is gone is forgotten, not the one that has replaced it."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            table = await process.open()
            who = await process.to_move(table)
            service.delay = 0.05
            service.answer = answers(410)
            await process.notifier.run_due()
            await service.wait_for(1)
            newer = Browser(service, "newer")
            wanted = await process.subscribe(who, newer)
            await process.notifier.wait_idle()
            assert who.key is not None
            assert await process.subscriptions.of(who.key) == wanted
            service.answer = answers(201)
            for _ in range(2):
                await process.play(table)
            await process.notify()
            assert len(newer.pushed()) == 1
            assert len(browsers[name_of(who)].pushed()) == 1, "the one that was refused"

    run(scene)


def test_a_table_that_is_deleted_on_the_way_leaves_no_trouble() -> None:
    async def scene() -> None:
        service, store = Receiver(), DeletingStore()
        async with service.running(), noticing(store) as process:
            await both_away(process, service)
            await process.open()
            await process.notifier.plan_due()
            store.deletes = True
            async with noticing(store, process.clock) as other:
                for _ in range(3):
                    await other.notify()
                    other.clock.now += MINUTE
                assert other.faults == []
                assert store.claims == 1, "there is nothing left to send"
            assert service.received == []

    run(scene)


class DeletingStore(WatchedStore):
    """A store from which tables are removed while their notices are sent."""

    deletes = False
    claims = 0

    async def claim_notices(self, now: int, until: int, limit: int) -> list[ClaimedNotice]:
        found = await super().claim_notices(now, until, limit)
        if self.deletes:
            self.claims += len(found)
            for claimed in found:
                await self.remove_table(claimed.key.game)
        return found


def test_another_process_sends_a_notice_a_minute_after_its_sender_died() -> None:
    async def scene() -> None:
        service, store, clock = Receiver(), WatchedStore(), Clockwork()
        async with (
            service.running(),
            noticing(store, clock) as first,
            noticing(store, clock) as second,
        ):
            await both_away(first, service)
            await first.open()
            await first.notifier.plan_due()
            await store.claim_notices(clock.now, clock.now + LEASE_MS, 9)  # and dies
            clock.now += MINUTE - 1
            await second.notify()
            assert service.received == []
            clock.now += 1
            await second.notify()
            assert len(service.received) == 1

    run(scene)


def test_a_process_that_stops_waits_for_what_it_is_sending() -> None:
    async def scene() -> None:
        service, store, clock = Receiver(), WatchedStore(), Clockwork()
        service.delay = 0.1
        async with service.running():
            async with noticing(store, clock) as first:
                await both_away(first, service)
                await first.open()
                await first.notifier.run_due()
                await service.wait_for(1)
                await first.notifier.stop()
                assert [outcome.how for _, outcome in first.outcomes] == ["sent"]
            clock.now += DAY // 2
            async with noticing(store, clock) as second:
                await second.notify()
            assert len(service.received) == 1, "nobody has to send it again"

    run(scene)


# Three people with accounts, of whom one resigns between the planning and the sending.

PEOPLE = {name: person(name, name.lower()) for name in ("Ann", "Ben", "Cem")}


async def table_of_three(process: Noticed) -> tuple[str, str]:
    """A table that has begun, and whose turn it is."""
    first, *others = PEOPLE.items()
    seats = (SeatPlan("person", first[0]), SeatPlan("person"), SeatPlan("person"))
    opening = c.OpenTable(seats, clock=Clock("turn", DAY))
    table = (await process.tables.open(first[1], opening, "open")).table
    for name, who in others:
        await process.do(table, who, c.Sit(name))
    await process.do(table, first[1], c.Start())
    state = await process.tables.current(table)
    assert state.to_move is not None
    return table, state.seats[state.to_move].name


class MailServer(Mailbox):
    """A mail server that can refuse a recipient with a status."""

    refuses = ""
    answers = ""

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:
        return self.answers or await super().handle_DATA(server, session, envelope)

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, to: str, _options: list[str]
    ) -> str:
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(to)
        return "250 OK"


def mailed(received: Mailbox) -> list[str]:
    return [envelope.rcpt_tos[0] for envelope in received.envelopes]


async def with_mail(scene: Callable[[Noticed, MailServer], Any]) -> None:
    """Let a scene happen where all three have confirmed an address."""
    received, store = MailServer(), WatchedStore()
    for name in PEOPLE:
        await store.add_account(Account(name.lower(), name.lower(), "password", 1))
    async with received.running():
        mail = MailSettings(f"smtp://127.0.0.1:{received.port}", "qwirkle@play.example")
        async with noticing(store, mail=mail, push=False) as process:
            assert process.notifier.mailboxes is not None
            for name in PEOPLE:
                await process.notifier.mailboxes.ask(
                    name.lower(), f"{name.lower()}@a.example", "en"
                )
                link = received.messages[-1].get_content().split("#mail=")[1].split()[0]
                await process.notifier.mailboxes.confirm(link)
            received.envelopes.clear()
            await scene(process, received)
            assert process.faults == []


def test_somebody_who_resigns_meanwhile_gets_no_mail_and_the_next_one_does() -> None:
    async def scene(process: Noticed, received: MailServer) -> None:
        table, name = await table_of_three(process)
        await process.notifier.plan_due()
        await process.do(table, PEOPLE[name], c.Resign())
        await process.notify()
        state = await process.tables.current(table)
        assert state.to_move is not None
        following = state.seats[state.to_move].name
        assert mailed(received) == [f"{following.lower()}@a.example"]

    run(with_mail(scene))


def test_two_accounts_never_get_mail_with_the_same_id() -> None:
    """A mail program would take the second for the first."""

    async def scene(process: Noticed, received: MailServer) -> None:
        table, name = await table_of_three(process)
        received.messages.clear()
        await process.notify()
        await process.do(table, PEOPLE[name], c.Resign())
        await process.notify()
        first, second = received.messages
        assert first["To"] != second["To"]
        assert first["Message-ID"] != second["Message-ID"]

    run(with_mail(scene))


def test_what_a_mail_server_answers_is_not_repeated_in_the_log() -> None:
    """It may quote an address or the password."""

    async def scene(process: Noticed, received: MailServer) -> None:
        await table_of_three(process)
        received.answers = "554 ann@a.example with the password secret is not welcome"
        await process.notify()
        ((_, outcome),) = process.outcomes
        assert outcome.how == "failed"
        assert "ann@" not in outcome.why
        assert "secret" not in outcome.why

    run(with_mail(scene))


def test_a_new_address_gets_no_notice_before_it_is_confirmed() -> None:
    """Not even one that was planned while the earlier address was confirmed."""

    async def scene(process: Noticed, received: MailServer) -> None:
        _, name = await table_of_three(process)
        await process.notifier.plan_due()
        process.clock.now += PAUSE
        assert process.notifier.mailboxes is not None
        await process.notifier.mailboxes.ask(name.lower(), "new@a.example", "en")
        await process.notify()
        assert mailed(received) == ["new@a.example"]
        assert "Confirm" in received.messages[-1]["Subject"]

    run(with_mail(scene))


@pytest.mark.parametrize(("status", "kept"), [("450 busy", True), ("550 no such user", False)])
def test_only_an_address_that_is_refused_for_good_is_forgotten(status: str, kept: bool) -> None:
    async def scene(process: Noticed, received: MailServer) -> None:
        _, name = await table_of_three(process)
        received.refuses = status
        await process.notify()
        assert process.notifier.mailboxes is not None
        found = await process.notifier.mailboxes.of(name.lower())
        assert (found is not None) == kept
        received.refuses = ""
        process.clock.now += HOUR
        await process.notify()
        assert mailed(received) == ([f"{name.lower()}@a.example"] if kept else [])

    run(with_mail(scene))


def test_a_clock_that_was_ahead_keeps_nobody_from_asking_for_a_link() -> None:
    async def scene(process: Noticed, received: MailServer) -> None:
        assert process.notifier.mailboxes is not None
        process.clock.now -= 400 * DAY
        await process.notifier.mailboxes.ask("ann", "ann@a.example", "en")
        assert mailed(received) == ["ann@a.example"]

    run(with_mail(scene))


def test_of_many_addresses_that_were_asked_the_oldest_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mailboxes, "MAX_ASKED", 2)

    async def scene(process: Noticed, received: MailServer) -> None:
        boxes = process.notifier.mailboxes
        assert boxes is not None
        process.clock.now += PAUSE
        for account in PEOPLE:
            await boxes.ask(account.lower(), f"stranger-of-{account.lower()}@a.example", "en")
        process.clock.now += PAUSE - MINUTE
        with pytest.raises(Refused, match="on its way"):
            await boxes.ask("dee", "stranger-of-cem@a.example", "en")
        await boxes.ask("dee", "stranger-of-ann@a.example", "en")
        assert len(received.envelopes) == 4

    run(with_mail(scene))


def test_a_name_with_one_private_address_is_not_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even to its public address: which one is next is for the name's owner to say."""
    tcp = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
    found = [(*tcp, ("93.184.215.14", 25)), (*tcp, ("192.168.1.1", 25))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("it was connected to"))
    with pytest.raises(PrivateAddress):
        Egress().connect("mail.example", 25, 1.0)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr, de", "fr"),
        ("de;q=0.7, fr;q=0.7, es;q=0.7", "de"),
        ("sv, it;q=0.2, es;q=0.9", "es"),
        ("de;q=none, fr;q=0.1", "fr"),
        ("sv", "en"),
    ],
)
def test_of_languages_that_are_liked_as_well_the_first_one_counts(
    header: str, language: str
) -> None:
    assert preferred_language(header) == language


def test_a_house_rule_goes_by_the_name_that_it_gives_itself() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service, language="de")
            seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
            rule = 'id = "short"\nname = "Short evening"\nbased_on = "classic"\nhand = 5\n'
            opening = c.OpenTable(seats, "short", house_rule=rule)
            table = (await process.tables.open(ANN, opening, "open")).table
            await process.do(table, BEN, c.Sit("Ben"))
            await process.do(table, ANN, c.Start())
            await process.notify()
            (pushed,) = browsers[name_of(await process.to_move(table))].pushed()
            assert pushed["title"] == "Qwirkle – Short evening"

    run(scene)


class FlakyStore(WatchedStore):
    """A store that is away for a moment."""

    faults = 2

    async def to_plan(self, now: int, limit: int) -> list[str]:
        if self.faults:
            self.faults -= 1
            raise StoreError("away")
        return await super().to_plan(now, limit)


def test_notices_go_on_when_the_store_was_away_for_a_moment() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing(FlakyStore()) as process:
            await both_away(process, service)
            await process.open()
            process.notifier._interval = 0.01
            process.notifier.start()
            await service.wait_for(1)
            assert [str(fault) for fault in process.faults] == ["away", "away"]

    run(scene)


def test_a_notice_by_a_channel_that_was_turned_off_is_not_looked_at_again() -> None:
    async def scene() -> None:
        store, clock = store_in_memory(), Clockwork()
        hook = WebhookSettings("https://hook.example/")
        async with noticing(store, clock, webhook=hook) as process:
            await process.open()
            await process.notifier.plan_due()
        async with noticing(store, clock) as process:
            await process.notify()
            assert process.outcomes == []
            assert await store.claim_notices(clock.now + LEASE_MS, clock.now + DAY, 9) == []

    run(scene)


def test_whatever_reads_before_it_writes_holds_a_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes would otherwise both find that nothing is there; SQLite would not show it."""

    async def scene() -> None:
        store = store_in_memory()
        async with noticing(store) as process:
            table = await process.open()
            held: list[list[str]] = []
            monkeypatch.setattr(
                type(store._database), "lock", lambda _, __, names: held.append(list(names))
            )
            await store.subscribe(PushSubscription("d", "https://a.example", "", "", "en", "UTC"))
            await store.keep_mailbox(KeptMailbox("ann", "ann@a.example", "en", 1, None))
            await store.mute(table, {0: None})
            state = await process.tables.current(table)
            plan = NoticePlan(table, state.seq, 0, (PlannedNotice("turn", "webhook"),), None)
            await store.plan_notices([plan], process.clock.now)
            assert await store.claim_notices(process.clock.now, process.clock.now + 1, 9)
            assert held == [["subscriptions"], ["mailboxes"], [table], [table], ["notices"]]

    run(scene)
