"""Mail to accounts: only to an address that was confirmed, once a turn, and off with one click."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import MINUTE, SeatPlan
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.notices.mail import MailSettings
from qwirkle.tables.notices.mailboxes import BadAddress, Mailboxes
from qwirkle.tables.notices.model import Mailbox as StoredMailbox
from qwirkle.tables.people.model import Account
from qwirkle.tables.stores import SqlStore, store_in_memory
from receivers import Mailbox

from .clients import person, run
from .noticed import A_DAY, Noticed, noticing

ANN, BEN = person("Ann", "ann"), person("Ben", "ben")
ADDRESS = "ann@home.example"


@asynccontextmanager
async def mailing(
    received: Mailbox, to: str = "", store: SqlStore | None = None, wait: int = 0
) -> AsyncIterator[Noticed]:
    """A process with a mail server, at which Ann and Ben have accounts; mail waits for others."""
    store = store or store_in_memory()
    for account in ("ann", "ben"):
        await store.add_account(Account(account, account, "password", 1))
    async with received.running():
        mail = MailSettings(f"smtp://127.0.0.1:{received.port}", "qwirkle@play.example", to)
        async with noticing(store, wait=wait, mail=mail, push=False) as process:
            yield process


def mailboxes_of(process: Noticed) -> Mailboxes:
    assert process.notifier.mailboxes is not None
    return process.notifier.mailboxes


async def table_of(process: Noticed, name: str = "open") -> str:
    """A table at which it is Ann's turn."""
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    opening = c.OpenTable(seats, clock=A_DAY)
    table = (await process.tables.open(ANN, opening, name)).table
    await process.do(table, BEN, c.Sit("Ben"))
    await process.do(table, ANN, c.Start())
    if await mover(process, table) is BEN:
        await play(process, table)
    return table


async def mover(process: Noticed, table: str) -> Caller:
    state = await process.tables.current(table)
    return ANN if state.to_move in state.held_by(ANN.key) else BEN


async def play(process: Noticed, table: str) -> None:
    from qwirkle.rules.family import view
    from qwirkle.tables.core.decide.game import game_of

    from .scene import greedy_turn, written

    state = await process.tables.current(table)
    assert state.to_move is not None
    turn = written(greedy_turn(view(game_of(state), state.to_move)))
    await process.do(table, await mover(process, table), c.Play(turn))


def token_in(text: str, name: str) -> str:
    found = re.search(rf"https://play\.example/account#{name}=(\S+)", text)
    assert found is not None, text
    return found.group(1)


async def confirmed(process: Noticed, received: Mailbox, language: str = "en") -> None:
    await mailboxes_of(process).ask("ann", ADDRESS, language)
    await mailboxes_of(process).confirm(token_in(received.messages[-1].get_content(), "mail"))


def test_an_address_is_confirmed_and_gets_one_mail_a_turn_until_it_is_turned_off() -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received) as process:
            await confirmed(process, received, "de")
            assert received.messages[0]["To"] == ADDRESS
            assert received.messages[0]["Subject"] == "Bestätige deine E-Mail-Adresse"
            table = await table_of(process)
            for _ in range(3):
                await process.notify()
            _, turn = received.messages
            assert turn["To"] == ADDRESS
            assert re.search("Du bist dran|du bist dran", turn["Subject"])
            text = turn.get_content()
            assert f"https://play.example/t/{table}" in text
            off = token_in(text, "mail-off")
            assert turn["List-Unsubscribe"].replace("\n", "").strip("<>").endswith(off)
            for _ in range(2):
                await play(process, table)
            await process.notify()
            assert len(received.messages) == 3
            await mailboxes_of(process).turn_off(off)
            for _ in range(2):
                await play(process, table)
            await process.notify()
            assert len(received.messages) == 3
            assert await mailboxes_of(process).of("ann") is None

    run(scene)


def test_an_address_that_is_not_confirmed_gets_nothing_else() -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received, to="host@home.example") as process:
            await mailboxes_of(process).ask("ann", ADDRESS, "en")
            await table_of(process)
            await process.notify()
            to = [message["To"] for message in received.messages]
            assert to == [ADDRESS, "host@home.example"]

    run(scene)


def test_a_link_works_once_and_nobody_can_make_one_up() -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received) as process:
            boxes = mailboxes_of(process)
            await confirmed(process, received)
            used = token_in(received.messages[0].get_content(), "mail")
            for wrong in (used, "", "ann"):
                with pytest.raises(Refused, match="used"):
                    await boxes.confirm(wrong)
            for wrong in ("ann", "ann.", f"ann.{'0' * 32}", "", "ben.x", "ä.ö"):
                with pytest.raises(Refused, match="used"):
                    await boxes.turn_off(wrong)
            assert await boxes.confirmed_accounts(["ann", "ben"]) == {"ann"}

    run(scene)


def test_nobody_is_flooded() -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received) as process:
            boxes = mailboxes_of(process)
            await boxes.ask("ann", ADDRESS, "en")
            process.clock.now += 10 * MINUTE - 1
            with pytest.raises(Refused, match="on its way"):
                await boxes.ask("ann", "other@home.example", "en")
            process.clock.now += 1
            await boxes.ask("ann", "other@home.example", "en")
            assert [message["To"] for message in received.messages] == [
                ADDRESS,
                "other@home.example",
            ]
            for wrong in ("ann", "a@b", "a b@c.example", "a@b.example\nBcc: c@d.example", "@b.c"):
                with pytest.raises(BadAddress):
                    await boxes.ask("ben", wrong, "en")
            assert len(received.messages) == 2

    run(scene)


def test_turning_mail_off_does_not_go_round_the_pause() -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received) as process:
            boxes = mailboxes_of(process)
            await boxes.ask("ann", ADDRESS, "en")
            await boxes.remove("ann")
            assert await boxes.of("ann") is None
            for address in (ADDRESS, "other@home.example"):
                with pytest.raises(Refused, match="on its way"):
                    await boxes.ask("ann", address, "en")
            # Nor does a second account.
            with pytest.raises(Refused, match="on its way"):
                await boxes.ask("ben", ADDRESS.upper(), "en")
            assert len(received.messages) == 1
            with pytest.raises(Refused, match="used"):
                await boxes.confirm(token_in(received.messages[0].get_content(), "mail"))
            process.clock.now += 10 * MINUTE
            await boxes.ask("ann", ADDRESS, "en")
            assert (await boxes.of("ann")) is not None

    run(scene)


HIDDEN = (
    "=?utf-8?q?victim=40home.example=2c?=@home.example",
    "=?utf-8?q?a=40b.example=0d=0aBcc:c?=@home.example",
    "=?us-ascii?b?YUBiLmV4YW1wbGUs?=@home.example",
    "a=0d=0ab@home.example",
    "victim%other.example@home.example",
    "other.example!victim@home.example",
    '"a b"@home.example',
    "a..b@home.example",
    ".a@home.example",
    "a.@home.example",
    "ä@home.example",
    "a@hömе.example",
    "a@-home.example",
    "a@home.example-",
    "a@home-.example",
    "a@[127.0.0.1]",
    "a@127.0.0.1",
    "a@home.example,b@home.example",
    "a@home.example>",
    "a" * 65 + "@home.example",
    "a@" + "b." * 124 + "example",
    "a@" + "b" * 64 + ".example",
)


def test_an_address_that_means_another_one_is_refused() -> None:
    """Words of RFC 2047 reached the header as other addresses, and a line end was a fault."""

    async def scene() -> None:
        received = Mailbox()
        async with mailing(received) as process:
            boxes = mailboxes_of(process)
            for address in HIDDEN:
                with pytest.raises(BadAddress):
                    await boxes.ask("ann", address, "en")
            assert received.messages == []

    run(scene)


@pytest.mark.parametrize("address", HIDDEN[:3])
def test_a_bad_address_of_an_earlier_version_is_forgotten(address: str) -> None:
    async def scene() -> None:
        received, store = Mailbox(), store_in_memory()
        async with mailing(received, store=store) as process:
            await store.keep_mailbox(StoredMailbox("ann", address, "en", 1, None))
            await table_of(process)
            await process.notify()
            assert received.envelopes == []
            assert await mailboxes_of(process).of("ann") is None
            assert process.faults == []

    run(scene)


@pytest.mark.parametrize(
    "address",
    [
        "o'neil+qwirkle@mail.home.example",
        "A.B-c_d@xn--hme-sna.example",
        "x" * 64 + "@" + ".".join(["y" * 59] * 3) + ".example",
    ],
)
def test_a_plain_address_gets_mail_and_nobody_else_does(address: str) -> None:
    async def scene() -> None:
        received = Mailbox()
        async with mailing(received) as process:
            await mailboxes_of(process).ask("ann", address, "en")
            (message,) = received.messages
            assert message["To"] == address
            assert [known.addr_spec for known in message["To"].addresses] == [address]
            assert [envelope.rcpt_tos for envelope in received.envelopes] == [[address]]

    run(scene)


class NoSuchUser(Mailbox):
    """A mail server whose mailbox was closed."""

    closed = False

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, to: str, _options: list[str]
    ) -> str:
        if self.closed:
            return "550 no such user"
        envelope.rcpt_tos.append(to)
        return "250 OK"


def test_an_address_that_is_gone_is_forgotten() -> None:
    async def scene() -> None:
        received = NoSuchUser()
        async with mailing(received) as process:
            await confirmed(process, received)
            received.closed = True
            await table_of(process)
            await process.notify()
            assert await mailboxes_of(process).of("ann") is None
            assert len(received.messages) == 1

    asyncio.run(scene())
