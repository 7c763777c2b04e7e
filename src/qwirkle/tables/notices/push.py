"""Web Push: an encrypted message to the push service of a device's browser (RFC 8030, 8291, 8292).

The push service learns the endpoint and the size of the message, and nothing of its contents.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import re
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from qwirkle.errors import QwirkleError
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.notices.channels import Outcome, outcome_of
from qwirkle.tables.notices.egress import (
    Egress,
    NotReached,
    PrivateAddress,
    is_written_out,
)
from qwirkle.tables.notices.model import PushSubscription
from qwirkle.tables.notices.plan import PUSH, turn_of
from qwirkle.tables.notices.wording import Notice

if TYPE_CHECKING:
    from qwirkle.tables.notices.store import NoticeStore

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

KEPT_AS = "vapid"
"""The name of the server's key in the store."""
TOKEN_SECONDS = 12 * 3600
"""How long a signature is valid, in seconds; at most a day."""
MAX_TTL = 28 * 24 * 3600
"""The longest time, in seconds, for which push services keep a message."""
MAX_ENDPOINT = 1000
POINT_BYTES, AUTH_BYTES = 65, 16
CONTACT = re.compile(r"mailto:[^@\s]+@[^@\s]+|https://[^\s/]+\S*")


class BadContact(QwirkleError):
    """A contact that push services would refuse."""


class BadSubscription(QwirkleError):
    """A subscription that no notice could be sent to."""


class Payload(msgspec.Struct, frozen=True):
    """The message that the page's service worker receives."""

    key: str
    """The same for every attempt to send this notice."""
    keys: tuple[str, ...]
    """Those of the turns that it announces. A device shows nothing new if it knows all of them."""
    tag: str
    """A later notice of the same table takes the place of an earlier one."""
    tables: tuple[str, ...]
    """The paths of the tables that it mentions, whose earlier notices it replaces."""
    title: str
    text: str
    path: str
    waiting: int
    """The number of tables at which it is this device's turn."""


class PushChannel:
    """The channel that sends notices to devices."""

    def __init__(self, store: NoticeStore, egress: Egress, contact: str) -> None:
        if not CONTACT.fullmatch(contact):
            raise BadContact("the contact for push services is mailto:NAME@HOST or https://HOST")
        self._store = store
        self._egress = egress
        self._contact = contact
        self._signer: Vapid02 | None = None

    async def public_key(self) -> str:
        """Return the server's public key in the form browsers want; all processes have the same."""
        signer = await self._load()
        point: bytes = signer.public_key.public_bytes(*_point_format())
        return _encode(point)

    async def send(
        self, subscription: PushSubscription, notice: Notice, *, waiting: int, ttl: int
    ) -> Outcome:
        """Send a notice; return a failure as an outcome instead of raising an error."""
        parts = notice.parts or (notice,)
        payload = Payload(
            key=notice.key,
            keys=tuple(part.key for part in parts),
            tag=notice.path,
            tables=tuple(dict.fromkeys(part.path for part in parts)),
            title=notice.title,
            text=notice.text,
            path=notice.path,
            waiting=waiting,
        )
        signer = await self._load()
        try:
            body = _encrypt(subscription, msgspec.json.encode(payload))
        except ValueError:
            return Outcome("gone", why="keys that are none")
        url = urlsplit(subscription.endpoint)
        claims = {
            "aud": f"{url.scheme}://{url.netloc}",
            "sub": self._contact,
            "exp": int(time.time()) + TOKEN_SECONDS,
        }
        headers = {
            **signer.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, min(ttl, MAX_TTL))),
            "Topic": _topic(notice.path),
            "Urgency": "high" if notice.kind == "reminder" else "normal",
        }
        try:
            return outcome_of(
                await self._egress.request("POST", subscription.endpoint, headers, body)
            )
        except PrivateAddress as error:
            return Outcome("gone", why=str(error))
        except NotReached as error:
            return Outcome("failed", why=str(error))

    async def check(self, subscription: PushSubscription) -> None:
        """Raise ``BadSubscription`` for a subscription that no browser would send."""
        await self._load()
        endpoint = subscription.endpoint
        try:
            url = urlsplit(endpoint)
            secure = url.scheme == "https" or (self._egress.private and url.scheme == "http")
            fits = len(endpoint) <= MAX_ENDPOINT and is_written_out(endpoint)
            if not (secure and url.hostname and fits) or url.port == 0:
                raise BadSubscription("endpoint: no address of a push service")
            if self._egress.never_reaches(url.hostname):
                raise BadSubscription("endpoint: notices go to no private address")
        except ValueError:
            raise BadSubscription("endpoint: no address of a push service") from None
        if len(_decode(subscription.auth)) != AUTH_BYTES:
            raise BadSubscription("auth: not 16 bytes")
        try:
            _encrypt(subscription, b"x")
        except ValueError:
            raise BadSubscription("p256dh: no public key") from None

    async def _load(self) -> Vapid02:
        """Load the library and the key, which is created if the store has none."""
        if self._signer is None:
            vapid = await asyncio.to_thread(_load_vapid)
            fresh = vapid()
            fresh.generate_keys()
            number = fresh.private_key.private_numbers().private_value
            kept = await self._store.keep_secret(KEPT_AS, _encode(number.to_bytes(32, "big")))
            self._signer = vapid.from_raw(kept.encode())
        return self._signer


def _load_vapid() -> type[Vapid02]:
    # Takes a third of a second to load, and many servers never need it.
    import http_ece  # noqa: F401, PLC0415
    import py_vapid  # noqa: PLC0415

    signer: type[Vapid02] = py_vapid.Vapid02
    return signer


def _point_format() -> tuple[Encoding, PublicFormat]:
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - see above

    form = serialization.PublicFormat.UncompressedPoint
    return serialization.Encoding.X962, form


def _encrypt(subscription: PushSubscription, message: bytes) -> bytes:
    """Encrypt a message for a device, or raise ValueError if its keys are invalid."""
    import http_ece  # noqa: PLC0415 - see above
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    receiver = _decode(subscription.p256dh)
    if len(receiver) != POINT_BYTES:
        raise ValueError("a public key is a point of 65 bytes")
    body: bytes = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=receiver,
        auth_secret=_decode(subscription.auth),
        version="aes128gcm",
    )
    return body


def _topic(path: str) -> str:
    """Return a name of the table that does not reveal it to the push service, of 32 characters."""
    return _encode(hashlib.sha256(b"topic\n" + path.encode()).digest()[:24])


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        return b""


class Subscriptions:
    """All subscriptions of a store."""

    def __init__(self, store: NoticeStore, tables: Tables, push: PushChannel) -> None:
        self._store = store
        self._tables = tables
        self._push = push

    async def public_key(self) -> str:
        """Return the server's public key, which browsers subscribe with."""
        return await self._push.public_key()

    async def of(self, device: str) -> PushSubscription | None:
        """Return the subscription of a device."""
        found = await self._store.subscriptions([device])
        return found[0] if found else None

    async def begin(self, subscription: PushSubscription) -> None:
        """Store a subscription, replacing the device's earlier one, or raise BadSubscription."""
        await self._push.check(subscription)
        await self._store.subscribe(subscription)

    async def end(self, device: str, endpoint: str | None = None) -> None:
        """Delete the subscription of a device; with ``endpoint``, only if it is still that one."""
        await self._store.unsubscribe(device, endpoint)

    async def tables_waiting(self, device: str) -> int:
        """Return the number of tables, not muted, at which it is a device's turn among people."""
        return len(await self.waiting(device))

    async def waiting(self, device: str) -> dict[str, Table]:
        """Return the ids of the tables, not muted, at which it is a device's turn among people."""
        found = await self._store.notices_to(f"{PUSH}{device}")
        turns = {(key.game, key.turn) for key in found}
        states = [(await self._tables.current(game), turn) for game, turn in sorted(turns)]
        muted = await self._store.muted_seats([key.game for key in found])
        return {
            state.id: state
            for state, turn in states
            if turn_of(state) == turn and (state.id, state.to_move) not in muted
        }
