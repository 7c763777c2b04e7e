"""Notices to devices: one for each turn, to whoever is away, and never twice."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from qwirkle.api.visitors import Payer
from qwirkle.locale import LANGUAGES, catalogue
from qwirkle.rules.family import GAMES
from qwirkle.rules.refusals.sentences import texts_of
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import DAY, HOUR, MINUTE, SECOND, Clock
from qwirkle.tables.notices.egress import Egress
from qwirkle.tables.notices.mail import MailSettings
from qwirkle.tables.notices.model import QuietHours
from qwirkle.tables.notices.notifier import LEASE_MS
from qwirkle.tables.notices.push import BadSubscription
from qwirkle.tables.notices.settings import NO_CONTACT, NoticeSettings, contact_of
from qwirkle.tables.notices.wording import SENTENCES
from qwirkle.tables.stores import store_in_memory
from receivers import Browser, Receiver, signed_claims

from .clients import run
from .noticed import ANN, BEN, Noticed, both_away, name_of, noticing


def test_each_turn_is_announced_once() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            table = await process.open()
            wanted: dict[str, list[str]] = {"Ann": [], "Ben": []}
            before = ""
            for turn in range(4):
                name = name_of(await process.to_move(table))
                begun = f"{before} has played. It’s your turn."
                wanted[name].append(begun if turn else "The game has begun. It’s your turn.")
                for _ in range(3):
                    await process.notify()
                    await process.do(table, ANN, c.React("hello"))
                    process.clock.now += 20 * SECOND
                await process.play(table)
                before = name
            for name, browser in browsers.items():
                assert [pushed["text"] for pushed in browser.pushed()] == wanted[name]
                assert {pushed["title"] for pushed in browser.pushed()} == {"Qwirkle – Classic"}
            assert process.faults == []

    run(scene)


class Purse(Payer):
    """A payer whose charges are counted."""

    paid = 0.0

    def charge(self, cpu: float) -> None:
        self.paid += cpu


def test_sending_is_charged_to_whoever_opened_the_table() -> None:
    """Encrypting and signing take longer than the turn that is announced."""
    purses: dict[str, Purse] = {}

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            workers = process.service.workers
            workers.account = lambda address: purses.setdefault(address, Purse(address))
            await both_away(process, service)
            for address in ("192.0.2.7", "192.0.2.8"):
                assert address not in purses
                process.service.bots.opened_by(await process.open(), address)
                await process.notify()
                assert purses[address].paid > 0.0
            assert [how.how for _, how in process.outcomes] == ["sent", "sent"]

    run(scene)


def test_a_notice_is_encrypted_signed_and_says_where_it_leads() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            table = await process.open()
            await process.notify()
            (pushed,) = service.received
            browser = browsers[name_of(await process.to_move(table))]
            assert browser.read(pushed) == {
                "key": f"{table}-0-turn",
                "keys": [f"{table}-0-turn"],
                "tag": f"/t/{table}",
                "tables": [f"/t/{table}"],
                "title": "Qwirkle – Classic",
                "text": "The game has begun. It’s your turn.",
                "path": f"/t/{table}",
                "waiting": 1,
            }
            assert table.encode() not in pushed.body
            assert table not in str(pushed.headers)
            assert pushed.headers["content-encoding"] == "aes128gcm"
            assert pushed.headers["ttl"] == str(DAY // SECOND)
            assert re.fullmatch(r"[\w-]{32}", pushed.headers["topic"])
            claims = signed_claims(pushed, await process.subscriptions.public_key())
            assert claims["aud"] == service.address
            assert claims["sub"] == "https://play.example"

    run(scene)


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "it"])
def test_a_notice_is_in_the_language_of_the_device(language: str) -> None:
    async def scene() -> tuple[str, str]:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service, language=language)
            table = await process.open("cards")
            await process.play(table)
            await process.notify()
            (pushed,) = browsers[name_of(await process.to_move(table))].pushed()
            return pushed["title"], pushed["text"]

    title, text = run(scene)
    wanted = {
        "en": ("Cards", "{} has played. It’s your turn."),
        "de": ("Karten", "{} hat gespielt. Du bist dran."),
        "es": ("Cartas", "{} ha jugado. Es tu turno."),
        "fr": ("Cartes", "{} a joué. À toi de jouer."),
        "it": ("Carte", "{} ha giocato. Tocca a te."),
    }
    game, sentence = wanted[language]
    assert game in title
    assert text in (sentence.format("Ann"), sentence.format("Ben"))


def test_every_sentence_is_translated() -> None:
    texts = [text for sentence in SENTENCES.values() for text in texts_of(sentence)]
    for language in LANGUAGES[1:]:
        for sentence in texts:
            (said,) = catalogue(language).forms["", sentence]
            assert said != sentence
            assert sorted(re.findall(r"\{\w+\}", said)) == sorted(re.findall(r"\{\w+\}", sentence))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_notice_holds_nothing_of_the_game(game: str) -> None:
    """Only names and the game's own: no tile, no score, whatever was played."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            table = await process.open(game)
            for _ in range(3):
                await process.play(table)
            await process.notify()
            player = name_of(await process.to_move(table))
            (pushed,) = browsers[player].pushed()
            other = "Ben" if player == "Ann" else "Ann"
            assert pushed["text"] == f"{other} has played. It’s your turn."
            assert pushed["title"].startswith("Qwirkle – ")
            fields = {"key", "keys", "tag", "tables", "title", "text", "path", "waiting"}
            assert set(pushed) == fields

    run(scene)


def test_a_person_who_is_present_gets_none() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            seat = (await process.tables.current(table)).to_move
            assert seat is not None
            stay = process.service.presences.arrives(table, (seat,), lambda _: None)
            for _ in range(5):
                await process.notify()
                process.clock.now += 20 * SECOND
            stay.leaves()
            await process.notify()
            assert service.received == []
            await process.play(table)
            await process.notify()
            assert len(service.received) == 1, "the other one is away"

    run(scene)


def test_a_person_whose_phone_went_to_sleep_gets_a_notice() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            seat = (await process.tables.current(table)).to_move
            assert seat is not None
            presences = process.service.presences
            presences._grace = 0.0
            stay = presences.arrives(table, (seat,), lambda _: None)
            await process.notify()
            stay.leaves()
            await asyncio.sleep(0.05)
            process.clock.now += MINUTE
            await process.notify()
            assert len(service.received) == 1

    run(scene)


def test_the_turn_of_a_person_who_is_present_is_planned_a_minute_later() -> None:
    """While everybody is there a turn leaves nothing to plan; anyone who goes gets a notice."""

    async def scene() -> None:
        service, store = Receiver(), store_in_memory()
        async with service.running(), noticing(store) as process:
            await both_away(process, service)
            table = await process.open()
            presences = process.service.presences
            presences._grace = 0.0
            stays = [presences.arrives(table, (seat,), lambda _: None) for seat in (0, 1)]
            await process.play(table)
            begun = process.clock.now
            assert await store.to_plan(begun + MINUTE - 1, 10) == []
            assert await store.to_plan(begun + MINUTE, 10) == [table]
            for stay in stays:
                stay.leaves()
            await asyncio.sleep(0.05)
            await process.notify()
            assert service.received == []
            process.clock.now += MINUTE
            await process.notify()
            assert len(service.received) == 1

    run(scene)


def test_a_turn_that_began_while_the_clock_was_ahead_is_announced() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            process.clock.now += 400 * DAY
            await process.play(table)
            process.clock.now -= 400 * DAY
            await process.tables.current(table)  # puts the clock right
            await process.notify()
            assert len(service.received) == 1

    run(scene)


def test_a_reminder_comes_when_a_fifth_of_a_long_clock_is_left() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browsers = await both_away(process, service)
            table = await process.open()
            browser = browsers[name_of(await process.to_move(table))]
            await process.notify()
            process.clock.now += DAY * 8 // 10 - 1
            await process.notify()
            assert len(browser.pushed()) == 1
            process.clock.now += 1
            for _ in range(3):
                await process.notify()
            first, second = browser.pushed()
            assert second["text"] == "It’s still your turn. Less than a fifth of your time is left."
            assert second["tag"] == first["tag"]
            assert second["key"] != first["key"]
            assert service.received[1].headers["topic"] == service.received[0].headers["topic"]
            assert service.received[1].headers["ttl"] == str(DAY // 5 // SECOND)

    run(scene)


def test_in_quiet_hours_a_notice_waits_until_they_end() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            minute = process.clock.now // MINUTE % (24 * 60)
            quiet = QuietHours(minute - 60, (minute + 120) % (24 * 60))
            await both_away(process, service, quiet=quiet)
            await process.open()
            for _ in range(4):
                await process.notify()
                process.clock.now += 29 * MINUTE
            assert service.received == []
            process.clock.now += 30 * MINUTE
            await process.notify()
            assert len(service.received) == 1

    run(scene)


def test_a_turn_that_was_played_in_quiet_hours_is_not_announced() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            minute = process.clock.now // MINUTE % (24 * 60)
            await both_away(process, service, quiet=QuietHours(minute, (minute + 60) % 1440))
            table = await process.open()
            player = name_of(await process.to_move(table)).lower()
            await process.notify()
            await process.play(table)
            process.clock.now += 2 * HOUR
            await process.notify()
            assert [request.path for request in service.received] != [f"/push/{player}"]
            assert len(service.received) == 1

    run(scene)


def test_the_badge_counts_the_tables_that_wait() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = Browser(service, "ann")
            await process.subscribe(ANN, browser)
            assert ANN.key is not None
            tables: list[str] = []
            for _ in range(4):
                tables.append(await process.open())
                if await process.to_move(tables[-1]) is BEN:
                    await process.play(tables[-1])
                await process.notify()
            assert [pushed["waiting"] for pushed in browser.pushed()] == [1, 2, 3, 4]
            assert await process.subscriptions.tables_waiting(ANN.key) == 4
            await process.play(tables[0])
            assert await process.subscriptions.tables_waiting(ANN.key) == 3
            await process.do(tables[1], BEN, c.Resign())
            assert await process.subscriptions.tables_waiting(ANN.key) == 2

    run(scene)


def test_notices_that_were_turned_off_are_not_sent() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            await process.notifier.plan_due()
            who = await process.to_move(table)
            assert who.key is not None
            await process.subscriptions.end(who.key)
            await process.notify()
            assert service.received == []

    run(scene)


COMPRESSED = "A2sX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKW"
"""A point in the short form, which no browser sends: messages are encrypted for the long one."""


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "http://push.example/x"},
        {"endpoint": "ftp://push.example/x"},
        {"endpoint": "https://"},
        {"endpoint": "https://push.example:99999/x"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"endpoint": "https://push.example/x y"},
        {"endpoint": "https://push.example/\r\nHost: a"},
        {"p256dh": "AAAA"},
        {"p256dh": "é"},
        {"p256dh": "B" + "A" * 86},
        {"p256dh": COMPRESSED},
        {"auth": "AAAA"},
    ],
    ids=str,
)
def test_a_subscription_that_is_none_is_refused(changed: dict[str, str]) -> None:
    async def scene() -> None:
        import msgspec

        async with noticing(private=False) as process:
            service = Receiver()
            sent = Browser(service, "ann").subscription()
            good = msgspec.convert(
                {"device": "d", "language": "en", "zone": "UTC", **sent["keys"]}
                | {"endpoint": "https://push.example/x"},
                type=_subscription_type(),
            )
            await process.subscriptions.begin(good)
            with pytest.raises(BadSubscription):
                await process.subscriptions.begin(msgspec.structs.replace(good, **changed))

    run(scene)


PRIVATE = (
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "10.0.0.7",
    "192.168.1.2",
    "169.254.169.254",
    "[::1]",
    "[fe80::1]",
    "[fd00::7]",
    "[::ffff:10.0.0.1]",
    "[64:ff9b::a00:1]",
    "localhost",
    "LOCALHOST.",
    "push",
    "router.fritz.box",
    "a.localhost",
    "printer.local",
    "db.internal",
)


def test_a_private_address_is_refused_when_a_device_subscribes() -> None:
    """It was accepted, and dropped at the first notice. Nothing is looked up for that."""
    egress, intranet = Egress(), Egress(private=True)
    for host in PRIVATE:
        name = urlsplit(f"https://{host}/x").hostname
        assert name is not None
        assert egress.never_reaches(name), host
        assert not intranet.never_reaches(name), host
    for host in ("push.example", "8.8.8.8", "2001:4860:4860::8888", "fcm.googleapis.com", "a.b."):
        assert not egress.never_reaches(host), host

    async def scene() -> None:
        async with noticing(private=False) as process:
            sent = Browser(Receiver(), "ann").subscription()
            keys = {"device": "d", "language": "en", "zone": "UTC", **sent["keys"]}
            for host in PRIVATE[:2]:
                private = _subscription_type()(endpoint=f"https://{host}/x", **keys)
                with pytest.raises(BadSubscription, match="private"):
                    await process.subscriptions.begin(private)
            assert await process.subscriptions.of("d") is None

    run(scene)


def test_push_services_are_given_a_contact_that_can_be() -> None:
    sender = MailSettings("smtp://127.0.0.1:25", "Qwirkle <play@home.example>")
    for settings, contact in (
        (NoticeSettings(contact="mailto:me@home.example"), "mailto:me@home.example"),
        (NoticeSettings(address="https://play.example", mail=sender), "https://play.example"),
        (NoticeSettings(address="http://192.168.1.2", mail=sender), "mailto:play@home.example"),
        (NoticeSettings(address="http://localhost:8000"), NO_CONTACT),
    ):
        assert contact_of(settings) == contact
    assert not NO_CONTACT.endswith(".invalid")


def _subscription_type() -> Any:
    from qwirkle.tables.notices.model import PushSubscription

    return PushSubscription


def test_a_short_clock_has_a_notice_and_no_reminder() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            await process.open(clock=Clock("turn", 10 * MINUTE))
            for _ in range(10):
                await process.notify()
                process.clock.now += MINUTE - 1
            assert len(service.received) == 1

    run(scene)


async def deliver_what_is_planned(process: Noticed) -> None:
    """Send what was planned before, without another look at the tables."""
    now = process.clock.now
    for claimed in await process.notifier._store.claim_notices(now, now + LEASE_MS, 99):
        await process.notifier._deliver([claimed])


def test_a_notice_that_was_planned_is_not_sent_to_somebody_who_has_come() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            await process.notifier.plan_due()
            seat = (await process.tables.current(table)).to_move
            assert seat is not None
            process.service.presences.arrives(table, (seat,), lambda _: None)
            await deliver_what_is_planned(process)
            assert service.received == []

    run(scene)


def test_a_notice_that_was_planned_is_not_sent_for_a_later_turn() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            await both_away(process, service)
            table = await process.open()
            await process.notifier.plan_due()
            for _ in range(2):
                await process.play(table)
            await deliver_what_is_planned(process)
            assert service.received == [], "that turn is over, and nothing is known of this one"
            await process.notify()
            assert len(service.received) == 1

    run(scene)
