"""Visitors of a server: cookies, accounts, limits.

Every browser is known by a secret in a cookie, made when it is first needed. Only that browser
knows the secret; it is never logged and never sent in a body.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.requests import Counted
from qwirkle.api.visitors import SignedInAccount
from qwirkle.server.context import AppContext
from qwirkle.server.limits import limit_key
from qwirkle.tables.live.callers import Caller, new_secret
from qwirkle.tables.people.accounts import Accounts

DEVICE = "qwirkle"
SESSION = "qwirkle-session"
KNOWN = "qwirkle-known"
MAX_KNOWN = 5
"""The latest accounts that a device is known to have signed in to, at most."""
YEAR = 365 * 24 * 3600
SESSION_SECONDS = 89 * 24 * 3600
"""The cookie of a session expires a little before the session."""


class Cookie(NamedTuple):
    """A value for a device to store."""

    name: str
    value: str
    seconds: int


class Cookies:
    """The cookies of one request: those received, and those to set."""

    def __init__(self, connection: HTTPConnection) -> None:
        self._came = connection.cookies
        self._base: str = connection.scope["root_path"]
        self._secure = connection.scope["scheme"] in ("https", "wss")
        self._kept: dict[str, Cookie] = {}

    def get(self, name: str) -> str | None:
        """Return the value that the device stores under a name."""
        return self._came.get(self._name(name))

    def keep(self, name: str, value: str, seconds: int) -> None:
        """Store a value on the device, as a cookie."""
        self._kept[name] = Cookie(self._name(name), value, seconds)

    @property
    def to_set(self) -> bool:
        """Whether there are any to set."""
        return bool(self._kept)

    def set_on(self, response: Response) -> None:
        """Set the cookies: scripts cannot read them, and other sites do not send them along."""
        for name, value, seconds in self._kept.values():
            response.set_cookie(
                name,
                value,
                max_age=seconds,
                path=self._base or "/",
                secure=self._secure,
                httponly=True,
                samesite="lax",
            )

    def _name(self, name: str) -> str:
        """Return the cookie's name: over https one that no plain page can set.

        At the root of a host, no other host can set it either. Browsers allow that only for cookies
        of the whole host, so a server under a path does without.
        """
        if not self._secure:
            return name
        return f"__Secure-{name}" if self._base else f"__Host-{name}"


class WebVisitor:
    """The sender of a request to this server."""

    def __init__(
        self, connection: HTTPConnection, context: AppContext, query: Mapping[str, str]
    ) -> None:
        self.query = query
        self.scope = connection.scope
        self.cookies = Cookies(connection)
        self.address = address_of(connection)
        self.payer = context.budget.account(self.address, self.cookies.get(DEVICE) or "")
        self._context = context
        self._caller: Caller | None = None

    @property
    def site(self) -> str:
        """The public address of the server."""
        return self._context.address(self.scope)

    @property
    def lists_tables(self) -> bool:
        """Whether new tables are listed on this server, unless their host objects."""
        return self._context.lists_tables(self.scope)

    @property
    def reads_photos(self) -> bool:
        """Whether photographs can be read."""
        return self._context.service.photos.offered

    async def caller(self) -> Caller:
        """Return the device that the cookies identify."""
        if self._caller is None:
            self._caller = await caller_of(self.cookies, self._context.service.accounts)
        return self._caller

    async def guest(self) -> Caller:
        """Return the device, with a new cookie if it has none."""
        caller = await self.caller()
        if caller.secret is None:
            caller = self._caller = Caller(keep_device(self.cookies), caller.account)
        return caller

    async def account(self) -> SignedInAccount:
        """Return the account that is signed in; refuse the request if there is none."""
        accounts = self._context.service.accounts
        if accounts is None:
            raise request_refused(WebReason.NO_ACCOUNTS)
        account = await accounts.who(self.cookies.get(SESSION))
        if account is None:
            raise request_refused(WebReason.NOT_SIGNED_IN)
        return SignedInAccount(account.id, account.name)

    async def check_not_banned(self) -> None:
        """Refuse an account that was banned after its device connected."""
        await self._context.check_not_banned(await self.caller())

    def check_budget(self) -> None:
        """Refuse a visitor who has used up their budget, for now."""
        self.payer.check()

    async def count(self, what: Counted, place: str = "") -> None:
        """Count a request for the device, or for the address if it has no secret yet."""
        limits = self._context.limits
        match what:
            case "question":
                limits.question(self.address)
            case "place":
                limits.command(place, (await self.caller()).key or self.address)
            case "token":
                limits.command(place, self.address)
            case "opening":
                self.count_openings()
            case "password":
                limits.password(self.address)

    def count_openings(self, count: int = 1) -> None:
        """Count tables for the address; refuse them while the server is overloaded."""
        self._context.count_opening(self.address, count)

    def count_export(self, who: str) -> None:
        """Count an export, or refuse it."""
        self._context.limits.command("export", who)

    @cached_property
    def signing(self) -> WebSigning:
        """Signing in and out on the sender's device."""
        return WebSigning(self.cookies, self._context, self.address)


class WebSigning:
    """Signing in and out on one device, by cookies."""

    def __init__(self, cookies: Cookies, context: AppContext, address: str) -> None:
        self._cookies = cookies
        self._limits = context.limits
        self._address = address

    @property
    def session(self) -> str | None:
        """The token of the open session, if any."""
        return self._cookies.get(SESSION)

    @property
    def known(self) -> list[str]:
        """The tokens of the accounts that the device has signed in to, the latest one first."""
        kept = self._cookies.get(KNOWN) or ""
        return [token for token in kept.split(".") if token][:MAX_KNOWN]

    def check(self, name: str, device: str | None) -> None:
        """Count a password for an account, or refuse it."""
        self._limits.sign_in(name, self._address, device)

    def failed(self, name: str, device: str | None) -> None:
        """Count a wrong password for an account."""
        self._limits.wrong_password(name, device)

    def succeeded(self, name: str, session: str, device: str) -> None:
        """Store the session and the device's token, without which it could have no seat."""
        self._limits.right_password(name, self._address)
        others = [token for token in self.known if token != device]
        self._cookies.keep(SESSION, session, SESSION_SECONDS)
        self._cookies.keep(KNOWN, ".".join([device, *others][:MAX_KNOWN]), YEAR)
        if self._cookies.get(DEVICE) is None:
            keep_device(self._cookies)

    def end(self) -> None:
        """Forget the session."""
        self._cookies.keep(SESSION, "", 0)


def keep_device(cookies: Cookies) -> str:
    """Identify a device by a new secret."""
    secret = new_secret()
    cookies.keep(DEVICE, secret, YEAR)
    return secret


async def caller_of(cookies: Cookies, accounts: Accounts | None) -> Caller:
    """Return the caller, who can only look without a cookie."""
    token = cookies.get(SESSION)
    account = await accounts.who(token) if accounts and token else None
    return Caller(cookies.get(DEVICE), None if account is None else account.id)


def address_of(connection: HTTPConnection) -> str:
    """Return the address that rate limits count."""
    client = connection.scope.get("client")
    return limit_key(client[0] if client else "")
