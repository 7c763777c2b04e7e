"""Invitations to a rematch: told to those who are away and want it, never too often."""

from __future__ import annotations

import pytest

from qwirkle.tables.core import commands as c
from qwirkle.tables.core.clocks import INVITATION_WAIT
from qwirkle.tables.core.settings import DAY, HOUR, MINUTE, SeatPlan
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.notices.model import QuietHours
from receivers import Browser, Mailbox, Receiver

from .clients import person, run
from .noticed import A_DAY, ANN, BEN, Noticed, noticing
from .test_mailboxes import ANN as ANN_SIGNED_IN
from .test_mailboxes import BEN as BEN_SIGNED_IN
from .test_mailboxes import confirmed, mailboxes_of, mailing, token_in
from .test_mutes import anns_turn, paths

CEM = person("Cem")


async def ended(process: Noticed, host: Caller = BEN, guest: Caller = ANN) -> str:
    """A game of two people that is over."""
    seats = (SeatPlan("person", "Ben"), SeatPlan("person"))
    opening = c.OpenTable(seats, clock=A_DAY)
    name = f"ended {process.clock.now}"
    table = (await process.tables.open(host, opening, name)).table
    process.clock.now += 1
    await process.do(table, guest, c.Sit("Ann"))
    await process.do(table, host, c.Start())
    await process.do(table, guest, c.Resign())
    return table


async def invited(process: Noticed, table: str, host: Caller = BEN) -> str:
    """Ask for a rematch, and return its table, after the time that the others have to come."""
    await process.do(table, host, c.Rematch())
    following = (await process.tables.current(table)).next
    assert following is not None
    process.clock.now += INVITATION_WAIT
    return following.table


async def ann_away(process: Noticed, service: Receiver, **more: object) -> Browser:
    browser = Browser(service, "ann")
    await process.subscribe(ANN, browser, **more)
    return browser


def test_whoever_is_away_is_told_once_who_invites() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service, language="de")
            following = await invited(process, await ended(process))
            process.clock.now -= 1
            await process.notify()
            assert browser.pushed() == [], "there is time to come"
            process.clock.now += 1
            for _ in range(3):
                await process.notify()
                process.clock.now += MINUTE
            (pushed,) = browser.pushed()
            assert pushed["title"] == "Qwirkle – Klassisch"
            assert pushed["text"] == "Ben lädt dich ein, noch einmal zu spielen."
            assert (pushed["path"], pushed["waiting"]) == (f"/t/{following}", 0)

    run(scene)


def test_nobody_is_told_who_did_not_ask_for_notices() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = Browser(service, "ben")
            await process.subscribe(BEN, browser)
            await invited(process, await ended(process))
            await process.notify()
            assert browser.pushed() == [], "it was Ben who invited"

    run(scene)


@pytest.mark.parametrize("where", ["there", "at the earlier table"])
def test_whoever_is_here_needs_no_notice(where: str) -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            earlier = await ended(process)
            following = await invited(process, earlier)
            table = following if where == "there" else earlier
            (seat,) = (await process.tables.current(table)).held_by(ANN.key)
            process.service.presences.arrives(table, (seat,), lambda _: None)
            await process.notify()
            assert browser.pushed() == []

    run(scene)


@pytest.mark.parametrize("answer", ["come", "decline"])
def test_an_answer_ends_the_invitation(answer: str) -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            following = await invited(process, await ended(process))
            await process.notifier.plan_due()
            (seat,) = (await process.tables.current(following)).held_by(ANN.key)
            await process.do(following, ANN, c.Sit("") if answer == "come" else c.Stand(seat))
            await process.notify()
            assert browser.pushed() == []

    run(scene)


def test_one_person_invites_at_most_twice_a_day_and_others_all_the_same() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            for _ in range(4):
                await invited(process, await ended(process))
                await process.notify()
            assert len(browser.pushed()) == 2
            await invited(process, await ended(process, CEM), CEM)
            await process.notify()
            assert len(browser.pushed()) == 3
            process.clock.now += DAY
            await invited(process, await ended(process))
            await process.notify()
            assert len(browser.pushed()) == 4

    run(scene)


def test_a_pest_with_many_devices_is_heard_six_times_a_day() -> None:
    """Seats can be carried to a new device for each rematch, and the old one signed out."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            for number in range(8):
                table = await ended(process)
                token = await process.tables.recovery(table, BEN)
                device = person(f"Ben's device {number}")
                await process.tables.recover(table, device, token, "carry")
                await process.do(table, device, c.SignOthersOut())
                await invited(process, table, device)
                await process.notify()
            assert len(browser.pushed()) == 6
            process.clock.now += DAY
            await invited(process, await ended(process, CEM), CEM)
            await process.notify()
            assert len(browser.pushed()) == 7

    run(scene)


def test_a_game_that_has_begun_forgets_no_invitation() -> None:
    """Else playing the rematch with a bot would allow a further invitation."""

    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            for _ in range(2):
                following = await invited(process, await ended(process))
                await process.notify()
                await process.do(following, ANN, c.Sit(""))
                await process.do(following, BEN, c.Start())
                await process.notify()
                await process.do(following, BEN, c.Resign())
            before = len(browser.pushed())
            await invited(process, await ended(process))
            await process.notify()
            assert len(browser.pushed()) == before

    run(scene)


def test_muting_the_earlier_game_silences_its_inviter_and_nobody_else() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            earlier = await ended(process)
            first = await invited(process, earlier)
            await process.notify()
            await process.notifier.mutes.mute(earlier, ANN.actor())
            await invited(process, await ended(process))
            await process.notify()
            assert paths(browser) == [f"/t/{first}"]
            other = await invited(process, await ended(process, CEM), CEM)
            await process.notify()
            assert paths(browser) == [f"/t/{first}", f"/t/{other}"]
            await process.notifier.mutes.unmute(earlier, ANN.actor())
            process.clock.now += DAY
            again = await invited(process, await ended(process))
            await process.notify()
            assert paths(browser)[2:] == [f"/t/{again}"]

    run(scene)


def test_an_invitation_is_no_turn_and_comes_alone() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            browser = await ann_away(process, service)
            earlier = await ended(process)
            turns = [await anns_turn(process) for _ in range(2)]
            following = await invited(process, earlier)
            await process.notify()
            told = {pushed["path"]: pushed for pushed in browser.pushed()}
            assert set(told) == {"/", f"/t/{following}"}
            assert set(told["/"]["tables"]) == {f"/t/{table}" for table in turns}
            assert told[f"/t/{following}"]["waiting"] == 2

    run(scene)


def test_an_invitation_waits_for_the_end_of_quiet_hours() -> None:
    async def scene() -> None:
        service = Receiver()
        async with service.running(), noticing() as process:
            now = process.clock.now // MINUTE % (24 * 60)
            quiet = QuietHours(now, (now + 120) % (24 * 60))
            browser = await ann_away(process, service, quiet=quiet)
            following = await invited(process, await ended(process))
            await process.notify()
            assert browser.pushed() == []
            process.clock.now += 2 * HOUR
            await process.notify()
            assert paths(browser) == [f"/t/{following}"]

    run(scene)


def test_a_mail_invites_and_its_link_ends_invitations_from_that_person() -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received) as process:
            await confirmed(process, received)
            earlier = await ended(process, BEN_SIGNED_IN, ANN_SIGNED_IN)
            following = await invited(process, earlier, BEN_SIGNED_IN)
            await process.notify()
            _, letter = received.messages
            assert letter["Subject"] == "Qwirkle – Classic: Ben invites you to play again."
            text = letter.get_content()
            assert f"https://play.example/t/{following}" in text
            assert "no more invitations from Ben:" in text
            token = token_in(text, "mail-mute")
            muted = await mailboxes_of(process).table_to_mute(token)
            assert muted == (earlier, "ann")
            await process.notifier.mutes.mute_account(*muted)
            again = await ended(process, BEN_SIGNED_IN, ANN_SIGNED_IN)
            await invited(process, again, BEN_SIGNED_IN)
            await process.notify()
            assert len(received.messages) == 2

    run(scene)
