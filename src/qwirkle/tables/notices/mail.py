"""Mail: one message for each notice, to the host's mailbox or to that of an account."""

from __future__ import annotations

import asyncio
import hashlib
import re
import smtplib
import socket
import ssl
from email import policy
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

import msgspec

from qwirkle.errors import QwirkleError
from qwirkle.tables.notices.channels import Outcome
from qwirkle.tables.notices.egress import SECONDS, Egress, PrivateAddress
from qwirkle.tables.notices.wording import Notice

PORTS = {"smtp": 587, "smtps": 465}
MAX_ADDRESS, MAX_LOCAL = 254, 64
"""The maximum length of a mail address, and of its part before the @."""
_ATOM = r"[A-Za-z0-9#$&'*+/^_{}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_DOMAIN = rf"{_LABEL}(?:\.{_LABEL})*\.(?=[A-Za-z]){_LABEL}"
PLAIN_ADDRESS = re.compile(rf"({_ATOM}(?:\.{_ATOM})*)@{_DOMAIN}")
"""An address that is itself wherever it is written. Without ``=`` and ``?`` it has no words of
RFC 2047, which a header would turn into other addresses; without ``%`` and ``!`` no relay."""


def is_plain_address(text: str) -> bool:
    """Return whether a text is a mail address in plain ASCII, and nothing else."""
    found = PLAIN_ADDRESS.fullmatch(text)
    return found is not None and len(text) <= MAX_ADDRESS and len(found[1]) <= MAX_LOCAL


_LONG_LINES = policy.default.clone(max_line_length=900)
"""Headers are not folded: a long address would be broken up, which not everybody reads alike."""


class BadMailServer(QwirkleError):
    """The address is not one of a mail server."""


class MailSettings(msgspec.Struct, frozen=True):
    """The mail server, the sender and the recipient."""

    server: str
    """``smtp://USER:PASSWORD@HOST:PORT``, or ``smtps`` for TLS from the beginning."""
    sender: str
    to: str = ""
    """Where the host gets all notices; empty for nowhere."""


class Letter(msgspec.Struct, frozen=True):
    """A mail that is ready to be sent."""

    to: str
    subject: str
    text: str
    key: str
    """The same for every attempt to send it."""
    off: str = ""
    """A link that ends mail of this kind."""


class Mail:
    """The channel that sends mail through the host's mail server."""

    def __init__(self, settings: MailSettings, egress: Egress, address: str) -> None:
        try:
            url = urlsplit(settings.server)
            self._port = url.port or PORTS.get(url.scheme, 0)
        except ValueError:
            self._port = 0
        if not self._port or not url.hostname:
            raise BadMailServer("a mail server is smtp://USER:PASSWORD@HOST:PORT, or smtps://…")
        for mailbox in (settings.sender, settings.to or settings.sender):
            if "@" not in mailbox or not mailbox.isprintable():
                raise BadMailServer("mail needs an address to write from and one to write to")
        self._url = url
        self._host: str = url.hostname
        self._settings = settings
        self._egress = egress
        self._address = address

    async def send(self, notice: Notice) -> Outcome:
        """Send a notice to the host."""
        text = f"{notice.text}\n\n{self._address}{notice.path}\n"
        subject = f"{notice.title}: {notice.text}"
        return await self.deliver(Letter(self._settings.to, subject, text, notice.key))

    async def deliver(self, letter: Letter) -> Outcome:
        """Send a mail; every attempt has the same ``Message-ID``."""
        if letter.to != self._settings.to and not is_plain_address(letter.to):
            return Outcome("gone", why="this is not a mail address")
        try:
            await asyncio.to_thread(self._deliver, self._message(letter), letter.to)
        except smtplib.SMTPRecipientsRefused as error:
            permanent = all(code >= 500 for code, _ in error.recipients.values())
            return Outcome("gone" if permanent else "failed", why="the recipient is refused")
        except PrivateAddress as error:
            return Outcome("refused", why=f"{error}; see --intranet")
        except (smtplib.SMTPException, OSError) as error:
            # Not the error's own text: it may quote the password.
            return Outcome("failed", why=f"no delivery ({type(error).__name__})")
        return Outcome("sent")

    def _message(self, letter: Letter) -> EmailMessage[str, str]:
        message: EmailMessage[str, str] = EmailMessage(_LONG_LINES)
        message["From"], message["To"] = self._settings.sender, letter.to
        message["Subject"] = letter.subject
        message["Date"] = formatdate()
        digest = hashlib.sha256(letter.key.encode()).hexdigest()[:32]
        message["Message-ID"] = f"<{digest}@{self._settings.sender.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        if letter.off:
            message["List-Unsubscribe"] = f"<{letter.off}>"
        message.set_content(letter.text)
        return message

    def _deliver(self, message: EmailMessage[str, str], to: str) -> None:
        secure = self._url.scheme == "smtps"
        make = _SecureClient if secure else _Client
        with make(self._egress, self._host, self._port) as client:
            if not secure and client.has_extn("starttls"):
                client.starttls(context=ssl.create_default_context())
                client.ehlo()
            if self._url.username:
                if not isinstance(client.sock, ssl.SSLSocket):
                    raise smtplib.SMTPNotSupportedError("a password needs TLS")
                client.login(unquote(self._url.username), unquote(self._url.password or ""))
            # Not the name in the header, unless that is the host's own setting.
            client.send_message(message, to_addrs=[to] if is_plain_address(to) else None)


class _Client(smtplib.SMTP):
    """An SMTP client that connects through the guard, where ``SMTP_SSL`` also hooks in."""

    def __init__(self, egress: Egress, host: str, port: int) -> None:
        self._egress = egress
        super().__init__(host, port, timeout=SECONDS)
        self.ehlo_or_helo_if_needed()

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return self._egress.connect(host, port, timeout)


class _SecureClient(_Client):
    """The same client with TLS from the beginning."""

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        plain = super()._get_socket(host, port, timeout)
        return ssl.create_default_context().wrap_socket(plain, server_hostname=host)
