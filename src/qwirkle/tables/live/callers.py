"""Callers: devices with their secrets, of which only hashes go further into the service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

import msgspec

from qwirkle.api import visitors
from qwirkle.tables.core.commands import Actor
from qwirkle.tables.core.reasons import TableReason, refusal

MIN_CHARACTERS, MAX_CHARACTERS = 20, 200


class Caller(msgspec.Struct, frozen=True):
    """A device, known by the secret in its cookie, and the account that is signed in on it.

    Without a secret it can only watch.
    """

    secret: str | None = None
    account: str | None = None
    key: str | None = None
    """The hash of the secret, which is all that is ever stored; it is derived from the secret."""
    options: bool = False
    """Whether its views list what its seat may do."""

    def __post_init__(self) -> None:
        # Hashed once: a caller that follows a table needs it at every event.
        msgspec.structs.force_setattr(self, "key", self.secret and hash_of(self.secret))

    def actor(self) -> Actor:
        """Return the caller as tables know it, or refuse a caller without a secret."""
        secret = self.secret or ""
        if not MIN_CHARACTERS <= len(secret) <= MAX_CHARACTERS or not secret.isascii():
            raise refusal(TableReason.NOT_SEATED, case="cookie")
        return Actor(self.key or "", self.account)

    def derive_id(self, purpose: str) -> str:
        """Return an unguessable id that only this device can derive, the same every time."""
        mac = hmac.new((self.secret or "").encode(), purpose.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(mac).decode().rstrip("=")


Visitor = visitors.Visitor[Caller]
"""The sender of a request about tables."""


def new_secret() -> str:
    """Return a secret for a new device, for its cookie."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """Hash a secret for the store. It cannot be guessed, so a plain hash is enough."""
    return hashlib.sha256(b"qwirkle seat\n" + secret.encode(errors="replace")).hexdigest()


class SystemSecrets:
    """A source of secrets from the operating system; the id of a new table may be given."""

    def __init__(self, table: str | None = None) -> None:
        self._table = table

    def seed(self) -> str:
        """Return 256 bits for the dealer."""
        return secrets.token_hex(32)

    def table(self) -> str:
        """Return 120 bits, as 20 characters that are safe in a link and do not look like a flag."""
        made = self._table or secrets.token_urlsafe(15)
        while self._table is None and made.startswith("-"):
            made = secrets.token_urlsafe(15)
        return made
