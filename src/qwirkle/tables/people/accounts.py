"""Accounts for people who want a history and a rating: a name and a password, nothing else.

Playing does not need one. Passwords are stored as argon2id hashes, session tokens as SHA-256.
Hashing a password takes time and memory, so it runs in threads, a few at a time, with a short
queue.

A device that has signed in gets a token that proves it. The token is signed and not stored. An
attacker who guesses passwords has none, so limits on guessing need not lock the owner out.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from qwirkle.errors import Refused
from qwirkle.tables.core.names import clean_name, is_pronoun
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import DAY
from qwirkle.tables.core.standings import PROVISIONAL_GAMES
from qwirkle.tables.live.tasks import on_a_thread
from qwirkle.tables.people.model import Account, Rating, Seating, Standing
from qwirkle.tables.people.passwords import is_trivial

if TYPE_CHECKING:
    from qwirkle.tables.people.store import PeopleStore

MIN_PASSWORD, MAX_PASSWORD = 8, 200
"""The length of a password in characters."""
SESSION_LIFE = 90 * DAY
RESET_LIFE = 2 * DAY
"""How long a link to set a new password works."""
AT_A_TIME = 2
"""The number of passwords hashed at a time; each takes 64 MiB."""
MAX_WAITING, MAX_WAITING_KNOWN = 40, 60
"""How many passwords may wait to be hashed, and how many if their devices have signed in before."""
KEPT_AS = "known devices"
"""The name in the store of the key that signs the tokens of known devices."""
NONCE, MAC = 16, 32
"""The lengths in characters of the two parts of a known device's token."""
MAX_RESULTS = 100


class SignedIn(msgspec.Struct, frozen=True):
    """A new session; its token is for a cookie and is stored nowhere."""

    account: str
    name: str
    token: str
    expires_at: int


class Accounts:
    """The accounts of a server: signing up, in and out."""

    def __init__(
        self,
        store: PeopleStore,
        *,
        now: Callable[[], int] | None = None,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._store = store
        self._now = now or (lambda: time.time_ns() // 1_000_000)
        self._hasher = hasher or PasswordHasher()
        self._free = asyncio.Semaphore(AT_A_TIME)
        self._waiting = 0
        self._dummy_hash: str | None = None
        self._making_dummy = asyncio.Lock()
        self._key: str | None = None

    async def sign_up(self, name: str, password: str) -> SignedIn:
        """Create an account and return its first session."""
        shown = _check_name(name)
        _check(password, shown)
        account = Account(
            id=secrets.token_urlsafe(12),
            name=shown,
            password=await self._hash_password(password),
            created_at=self._now(),
        )
        if not await self._store.add_account(account):
            raise refusal(TableReason.NAME_TAKEN, name=name)
        return await self._start_session(account)

    async def sign_in(self, name: str, password: str, *, known: bool = False) -> SignedIn:
        """Start a session. Neither words nor time distinguish a wrong name from a wrong password.

        ``known``: whether the device has signed in before; then it may wait where others may not.
        """
        account = await self._named(name)
        if not await self._password_matches(account, password, known=known) or account is None:
            raise _wrong()
        if account.banned_at is not None:
            raise refusal(TableReason.BANNED)
        if self._hasher.check_needs_rehash(account.password):
            stronger = await self._hash_password(password)
            await self._store.rehash_password(account.id, account.password, stronger)
        return await self._start_session(account)

    async def _named(self, name: str) -> Account | None:
        with suppress(Refused):
            return await self._store.account_named(clean_name(name))
        return None

    async def device_token(self, account: str) -> str:
        """Return a token that identifies a device which has signed in to an account."""
        nonce = secrets.token_hex(NONCE // 2)
        return nonce + await self._sign(account, nonce)

    async def known_device(self, name: str, tokens: Iterable[str]) -> str | None:
        """Return the one of a device's tokens that is for the account of this name."""
        account = await self._named(name)
        for token in tokens if account is not None else ():
            nonce, mac = token[:NONCE], token[NONCE:]
            wanted = await self._sign("" if account is None else account.id, nonce)
            if hmac.compare_digest(mac.encode(errors="replace"), wanted.encode()):
                return token
        return None

    async def _sign(self, account: str, nonce: str) -> str:
        if self._key is None:
            self._key = await self._store.keep_secret(KEPT_AS, secrets.token_hex(32))
        text = f"{account}\n{nonce}".encode(errors="replace")
        return hmac.new(self._key.encode(), text, hashlib.sha256).hexdigest()[:MAC]

    async def who(self, token: str | None) -> Account | None:
        """Return the account of a session's token; None if the session has ended."""
        if not token:
            return None
        return await self._store.session(_hash(token), self._now())

    async def sign_out(self, token: str, *, everywhere: bool = False) -> None:
        """End this session, or all sessions of its account."""
        account = await self.who(token) if everywhere else None
        if account is not None:
            await self._store.end_sessions(account.id)
        await self._store.end_session(_hash(token))

    async def change_password(self, account: str, old: str, new: str) -> None:
        """Change the password and end all sessions: others may have known the old one."""
        known = await self._store.account(account)
        _check(new, "" if known is None else known.name)
        if known is None or not await self._password_matches(known, old, known=True):
            raise _wrong()
        await self._store.change_password(account, await self._hash_password(new, known=True))

    async def reset_token(self, account: str) -> str:
        """Return a token that sets a new password, once and within ``RESET_LIFE``.

        It is stored like a session: a change of password, a ban and signing out everywhere end it.
        """
        token = secrets.token_urlsafe(32)
        await self._store.add_session(_hash(token, "reset"), account, self._now() + RESET_LIFE)
        return token

    async def reset_password(self, token: str, new: str) -> SignedIn:
        """Set the password of the account that a token is for, and sign in; all sessions end."""
        account = await self._store.session(_hash(token, "reset"), self._now())
        if account is None:
            raise refusal(TableReason.BAD_RECOVERY, case="password")
        _check(new, account.name)
        password = await self._hash_password(new)
        # If several use the same link at the same time, only one succeeds.
        if not await self._store.end_session(_hash(token, "reset")):
            raise refusal(TableReason.BAD_RECOVERY, case="password")
        await self._store.change_password(account.id, password)
        return await self._start_session(account)

    async def check_not_banned(self, account: str | None) -> None:
        """Refuse an account that was banned after its device connected."""
        known = None if account is None else await self._store.account(account)
        if known is not None and known.banned_at is not None:
            raise refusal(TableReason.BANNED)

    async def remove(self, account: str, password: str) -> None:
        """Delete an account; tables keep the names of their players."""
        known = await self._store.account(account)
        if known is None or not await self._password_matches(known, password, known=True):
            raise _wrong()
        await self._store.remove_account(account)

    async def forget_sessions(self) -> int:
        """Remove expired sessions from the store, and return how many there were."""
        return await self._store.forget_sessions(self._now())

    async def history(
        self, account: str, limit: int = 50, before: tuple[int, str, int] | None = None
    ) -> list[Seating]:
        """Return an account's tables, the latest first; ``before`` is the last one already seen."""
        return await self._store.history(account, max(1, min(limit, MAX_RESULTS)), before)

    async def ratings(self, account: str) -> dict[str, Rating]:
        """Return an account's ratings, by game."""
        return await self._store.ratings(account)

    async def best(self, game: str, limit: int = 50) -> list[Standing]:
        """Return the best accounts at a game; provisional ratings do not count yet."""
        most = max(1, min(limit, MAX_RESULTS))
        return await self._store.best(game, most, fewest_games=PROVISIONAL_GAMES)

    async def _start_session(self, account: Account) -> SignedIn:
        token = secrets.token_urlsafe(32)
        expires_at = self._now() + SESSION_LIFE
        await self._store.add_session(_hash(token), account.id, expires_at)
        return SignedIn(account.id, account.name, token, expires_at)

    @asynccontextmanager
    async def _in_turn(self, *, known: bool) -> AsyncIterator[None]:
        """Wait for a turn to hash a password; refuse if too many are waiting."""
        if self._waiting >= (MAX_WAITING_KNOWN if known else MAX_WAITING):
            raise refusal(TableReason.BUSY, case="password")
        self._waiting += 1
        try:
            async with self._free:
                yield
        finally:
            self._waiting -= 1

    async def _hash_password(self, password: str, *, known: bool = False) -> str:
        async with self._in_turn(known=known):
            return await on_a_thread(self._hasher.hash, password)

    async def _password_matches(
        self, account: Account | None, password: str, *, known: bool = False
    ) -> bool:
        """Return whether the password is right. Without an account, it takes just as long."""
        dummy = await self._dummy()
        stored = dummy if account is None else account.password
        async with self._in_turn(known=known):
            right = await on_a_thread(self._verify, stored, password[:MAX_PASSWORD])
        return right and account is not None

    async def _dummy(self) -> str:
        """Return the hash of a password that nobody has."""
        async with self._making_dummy:
            if self._dummy_hash is None:
                self._dummy_hash = await self._hash_password(secrets.token_hex(16), known=True)
        return self._dummy_hash

    def _verify(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password)
        except (VerifyMismatchError, InvalidHashError, UnicodeEncodeError):
            return False


async def rename_account(store: PeopleStore, account: str, name: str) -> str:
    """Rename an account and return the name in its shown form; tables keep the earlier one."""
    shown = _check_name(name)
    if not await store.rename_account(account, shown):
        raise refusal(TableReason.NAME_TAKEN, name=name)
    return shown


def _check_name(name: str) -> str:
    shown = clean_name(name)
    if is_pronoun(shown):
        raise refusal(TableReason.BAD_NAME, case="pronoun", name=shown)
    return shown


def _check(password: str, name: str) -> None:
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD or not _is_text(password):
        raise refusal(TableReason.BAD_PASSWORD, shortest=MIN_PASSWORD, longest=MAX_PASSWORD)
    if is_trivial(password, name):
        raise refusal(TableReason.BAD_PASSWORD, case="trivial")


def _is_text(password: str) -> bool:
    try:
        password.encode()
    except UnicodeEncodeError:
        return False
    return True


def _wrong() -> Refused:
    return refusal(TableReason.WRONG_PASSWORD)


def _hash(token: str, purpose: str = "session") -> str:
    """Hash a token for the store; a token for one purpose is useless for another."""
    text = f"qwirkle {purpose}\n{token}".encode(errors="replace")
    return hashlib.sha256(text).hexdigest()
