"""Notices to the host: the webhooks that the docs show, and mail."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from qwirkle.errors import QwirkleError
from qwirkle.tables.notices.mail import BadMailServer, Letter, Mail, MailSettings
from qwirkle.tables.notices.notifier import FIRST_PAUSE
from qwirkle.tables.notices.push import BadContact, PushChannel
from qwirkle.tables.notices.webhook import BadTemplate, Webhook, WebhookSettings
from qwirkle.tables.notices.wording import Notice
from qwirkle.testing.memory_store import MemoryStore
from receivers import Mailbox, Receiver

from .clients import run
from .noticed import noticing

PAGE = Path(__file__).parents[2] / "docs" / "notices.md"
SAMPLES = re.findall(r"```sh\n(QWIRKLE_WEBHOOK.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def settings_in(sample: str) -> dict[str, str]:
    found = re.findall(r"^QWIRKLE_WEBHOOK_(\w+)='(.*)'$", sample, re.MULTILINE)
    return {name.lower(): value for name, value in found}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda text: re.findall(r"//([\w.]+)", text)[0])
def test_the_samples_of_the_docs_are_sent_as_they_say(sample: str) -> None:
    given = settings_in(sample)
    path = re.sub(r"https://[^/]+", "", given["url"])

    async def scene() -> None:
        receiver = Receiver()
        async with receiver.running():
            hook = WebhookSettings(**(given | {"url": receiver.address + path}))
            async with noticing(webhook=hook, push=False) as process:
                table = await process.open()
                await process.play(table)
                for _ in range(3):
                    await process.notify()
                (received,) = receiver.received
                body: dict[str, Any] = json.loads(received.body)
                said = " ".join(str(value) for value in body.values())
                assert "Qwirkle – Classic" in said
                assert re.search(r"(Ann|Ben) has played. It’s (Ann|Ben)’s turn.", said)
                assert f"https://play.example/t/{table}" in said
                assert set(body) == set(json.loads(given["body"]))
                assert received.method == given.get("method", "POST")
                assert received.headers["content-type"] == "application/json"
                assert received.headers["idempotency-key"] == f"{table}-1-turn"
                if "$key" in path:
                    assert received.path.endswith(f"/{table}-1-turn")
                    assert received.headers["authorization"] == "Bearer TOKEN"

    run(scene)


def test_there_are_samples() -> None:
    assert len(SAMPLES) == 4


NOTICE = Notice("k-1-turn", 'A "game"', "{\\ & é\n", "game", "Ann", "Ben", "/t/x", "turn")


def test_names_cannot_break_a_body_or_an_address() -> None:
    async def scene() -> None:
        receiver = Receiver()
        async with receiver.running(), noticing() as process:
            url = f"{receiver.address}/$text/end?q=$title"
            hook = Webhook(WebhookSettings(url), process.service._egress, "https://a.example")
            assert (await hook.send(NOTICE)).how == "sent"
            plain = '{"Content-Type": "text/plain; charset=utf-8"}'
            hook = Webhook(
                WebhookSettings(receiver.address, headers=plain, body="$title $text"),
                process.service._egress,
                "",
            )
            await hook.send(NOTICE)
            first, second = receiver.received
            assert json.loads(first.body)["text"] == NOTICE.text
            assert first.path == "/%7B%5C%20%26%20%C3%A9%0A/end?q=A%20%22game%22"
            assert second.body.decode() == f"{NOTICE.title} {NOTICE.text}"

    run(scene)


@pytest.mark.parametrize(
    "settings",
    [
        WebhookSettings("https://a.example/$hand"),
        WebhookSettings("https://a.example/ö"),
        WebhookSettings("https://a.example/", body="costs 5$"),
        WebhookSettings("https://a.example/", headers="Authorization: x"),
        WebhookSettings("https://a.example/", headers='{"a": 1}'),
    ],
)
def test_a_template_that_is_none_is_refused_at_the_start(settings: WebhookSettings) -> None:
    async def scene() -> None:
        async with noticing() as process:
            with pytest.raises(BadTemplate):
                Webhook(settings, process.service._egress, "")

    run(scene)


def test_a_webhook_that_fails_is_tried_again() -> None:
    async def scene() -> None:
        receiver = Receiver()
        statuses = iter((500, 404, 200))
        receiver.answer = lambda _: web.Response(status=next(statuses))
        async with receiver.running():
            hook = WebhookSettings(receiver.address)
            async with noticing(webhook=hook) as process:
                await process.open(clock=None)
                for _ in range(5):
                    await process.notify()
                    process.clock.now += 3 * FIRST_PAUSE
                assert len(receiver.received) == 3
                assert (
                    len({request.headers["idempotency-key"] for request in receiver.received}) == 1
                )
                assert [outcome.how for _, outcome in process.outcomes] == ["failed"] * 2 + ["sent"]

    run(scene)


def test_a_webhook_in_a_private_network_needs_leave() -> None:
    async def scene() -> None:
        receiver = Receiver()
        async with receiver.running():
            hook = WebhookSettings(receiver.address)
            async with noticing(webhook=hook, private=False) as process:
                await process.open()
                await process.notify()
                assert receiver.received == []
                assert [outcome.how for _, outcome in process.outcomes] == ["refused"]

    run(scene)


def test_mail_is_sent_and_sent_again_as_the_same_mail() -> None:
    async def scene() -> None:
        mailbox = Mailbox()
        mailbox.refusals = 1
        async with mailbox.running():
            server = f"smtp://127.0.0.1:{mailbox.port}"
            mail = MailSettings(server, "qwirkle@play.example", "host@home.example")
            async with noticing(mail=mail, push=False, language="de") as process:
                table = await process.open()
                await process.play(table)
                for _ in range(4):
                    await process.notify()
                    process.clock.now += FIRST_PAUSE
                (message,) = mailbox.messages
                assert message["To"] == "host@home.example"
                assert mailbox.envelopes[0].mail_from == "qwirkle@play.example"
                assert re.fullmatch(
                    r"Qwirkle – Klassisch: (Ann|Ben) hat gespielt. (Ann|Ben) ist dran.",
                    message["Subject"],
                )
                assert f"https://play.example/t/{table}" in message.get_content()
                assert table not in message["Message-ID"]
                outcomes = [outcome.how for _, outcome in process.outcomes]
                assert outcomes == ["failed", "sent"]

    run(scene)


def test_every_attempt_to_send_a_mail_has_the_same_id() -> None:
    async def scene() -> None:
        async with noticing() as process:
            settings = MailSettings("smtp://mail.example", "a@b.example", "c@d.example")
            mail = Mail(settings, process.service._egress, "")
            letter = Letter("c@d.example", "subject", "text", NOTICE.key)
            found = {mail._message(letter)["Message-ID"] for _ in range(2)}
            assert len(found) == 1

    run(scene)


def test_mail_needs_leave_for_a_private_network_and_tls_for_a_password() -> None:
    async def scene() -> None:
        mailbox = Mailbox()
        async with mailbox.running(), noticing() as process:
            egress = process.service._egress
            place = f"127.0.0.1:{mailbox.port}"
            safe = MailSettings(f"smtp://ann:secret@{place}", "a@b.example", "c@d.example")
            outcome = await Mail(safe, egress, "").send(NOTICE)
            assert outcome.how == "failed"
            assert "secret" not in outcome.why
            egress.private = False
            plain = MailSettings(f"smtp://{place}", "a@b.example", "c@d.example")
            assert (await Mail(plain, egress, "").send(NOTICE)).how == "refused"
            assert mailbox.messages == []

    run(scene)


@pytest.mark.parametrize(
    "settings",
    [
        MailSettings("mail.example", "a@b.example", "c@d.example"),
        MailSettings("http://mail.example", "a@b.example", "c@d.example"),
        MailSettings("smtp://mail.example:x", "a@b.example", "c@d.example"),
        MailSettings("smtp://mail.example", "", "c@d.example"),
        MailSettings("smtp://mail.example", "a@b.example", "c@d.example\nBcc: all@d.example"),
    ],
)
def test_mail_that_cannot_be_sent_is_refused_at_the_start(settings: MailSettings) -> None:
    async def scene() -> None:
        async with noticing() as process:
            with pytest.raises(BadMailServer):
                Mail(settings, process.service._egress, "")

    run(scene)


@pytest.mark.parametrize("contact", ["me", "mailto:me", "http://a.example", "https://", ""])
def test_a_contact_that_push_services_refuse_is_refused_at_the_start(contact: str) -> None:
    async def scene() -> None:
        async with noticing() as process:
            with pytest.raises(BadContact) as refused:
                PushChannel(MemoryStore(), process.service._egress, contact)
            assert isinstance(refused.value, QwirkleError)

    run(scene)
