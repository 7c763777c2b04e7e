"""Notices to the host: the webhooks that the docs show, and mail."""

from __future__ import annotations

import json
import re
import socket
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from qwirkle.errors import QwirkleError
from qwirkle.tables.notices.channels import outcome_of
from qwirkle.tables.notices.egress import SECONDS, Answer, Egress, PrivateAddress
from qwirkle.tables.notices.mail import BadMailServer, Letter, Mail, MailSettings
from qwirkle.tables.notices.notifier import FIRST_PAUSE
from qwirkle.tables.notices.push import BadContact, PushChannel
from qwirkle.tables.notices.settings import NoticeSettings
from qwirkle.tables.notices.webhook import BadTemplate, Webhook, WebhookSettings
from qwirkle.tables.notices.wording import Notice
from qwirkle.tables.stores import store_in_memory
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


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """The key and the certificate of a server on this machine, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    path = tmp_path / "certificate.pem"
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, form, plain)
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


def _knock(controller: Controller) -> None:
    socket.create_connection((controller.hostname, controller.port), 10).close()


@pytest.mark.parametrize("trusted", [True, False])
@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_password_is_given_only_to_a_server_whose_certificate_is_trusted(
    scheme: str, trusted: bool, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By TLS from the beginning, or as soon as the server offers it."""
    given: list[LoginPassword] = []

    def login(_: object, __: object, ___: object, ____: str, found: LoginPassword) -> AuthResult:
        given.append(found)
        return AuthResult(success=True)

    offered = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    offered.load_cert_chain(certificate)
    options = {"tls_context" if scheme == "smtp" else "ssl_context": offered}
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    async def scene() -> None:
        mailbox = Mailbox()
        more = {"authenticator": login, "auth_require_tls": scheme == "smtp"}
        if scheme == "smtps":
            # To see whether it listens; with TLS it would need a context of its own.
            monkeypatch.setattr(Controller, "_trigger_server", _knock)
        async with mailbox.running(**options, **more), noticing() as process:
            server = f"{scheme}://ann%40home:secr%3At@localhost:{mailbox.port}"
            settings = MailSettings(server, "a@b.example", "c@d.example")
            outcome = await Mail(settings, process.service._egress, "").send(NOTICE)
            assert outcome.how == ("sent" if trusted else "failed")
            wanted = [LoginPassword(b"ann@home", b"secr:t")] if trusted else []
            assert given == wanted
            assert len(mailbox.messages) == trusted

    run(scene)


@pytest.mark.parametrize(
    ("server", "place"),
    [
        ("smtp://mail.example", ("mail.example", 587)),
        ("smtps://mail.example", ("mail.example", 465)),
        ("smtp://mail.example:2525", ("mail.example", 2525)),
    ],
)
def test_mail_goes_to_the_usual_port_unless_another_is_set(
    server: str, place: tuple[str, int]
) -> None:
    tried: list[tuple[str, int, float]] = []

    class Nowhere(Egress):
        def connect(self, host: str, port: int, timeout: float) -> socket.socket:
            tried.append((host, port, timeout))
            raise OSError("nobody is there")

    async def scene() -> None:
        settings = MailSettings(server, "a@b.example", "c@d.example")
        outcome = await Mail(settings, Nowhere(), "").send(NOTICE)
        assert (outcome.how, outcome.why) == ("failed", "no delivery (OSError)")
        assert tried == [(*place, SECONDS)]

    run(scene)


@pytest.mark.parametrize(
    ("status", "how"),
    [
        *((status, "sent") for status in (200, 201, 202, 299)),
        *((status, "gone") for status in (404, 410)),
        *((status, "failed") for status in (408, 425, 429, 500, 503, 599)),
        *((status, "refused") for status in (199, 300, 302, 400, 401, 403, 405, 409, 413, 499)),
    ],
)
def test_a_status_says_whether_to_try_again_and_the_log_names_it(status: int, how: str) -> None:
    outcome = outcome_of(Answer(status, 30))
    assert outcome.how == how
    assert outcome.retry_after == (30 if how == "failed" else None)
    assert outcome.why == ("" if how == "sent" else f"status {status}")


def test_the_log_names_the_reason_why_nothing_was_sent() -> None:
    async def scene() -> None:
        nowhere = WebhookSettings("http://127.0.0.1:9/secret")
        for private, how, why in (
            (False, "refused", "the address is private; see --intranet"),
            (True, "failed", "no answer (ConnectionRefusedError)"),
        ):
            outcome = await Webhook(nowhere, Egress(private=private), "").send(NOTICE)
            assert (outcome.how, outcome.why) == (how, why)
        mail = MailSettings("smtp://127.0.0.1:9", "a@b.example", "c@d.example")
        outcome = await Mail(mail, Egress(), "").send(NOTICE)
        assert (outcome.how, outcome.why) == ("refused", "the address is private; see --intranet")

    run(scene)


def test_nothing_is_sent_into_a_private_network_unless_that_is_set() -> None:
    settings = NoticeSettings()
    assert (settings.push, settings.private, settings.language) == (True, False, "en")
    assert (settings.webhook, settings.mail) == (None, None)
    with pytest.raises(PrivateAddress):
        Egress().connect("127.0.0.1", 9, 1.0)


@pytest.mark.parametrize("contact", ["me", "mailto:me", "http://a.example", "https://", ""])
def test_a_contact_that_push_services_refuse_is_refused_at_the_start(contact: str) -> None:
    async def scene() -> None:
        async with noticing() as process:
            with pytest.raises(BadContact) as refused:
                PushChannel(store_in_memory(), process.service._egress, contact)
            assert isinstance(refused.value, QwirkleError)

    run(scene)
