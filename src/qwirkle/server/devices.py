"""Devices: every browser is known by a secret in a cookie, made when it is first needed.

Only that browser knows the secret; it is never logged and never sent in a body.
"""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from qwirkle.server.limits import limit_key
from qwirkle.tables.live.callers import Caller, new_secret
from qwirkle.tables.people.accounts import Accounts

DEVICE = "qwirkle"
SESSION = "qwirkle-session"
KNOWN = "qwirkle-known"
MAX_KNOWN = 5
"""Accounts that a device is known to have signed in to, the last ones."""
YEAR = 365 * 24 * 3600

AnyRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]


def is_secure(connection: Connection) -> bool:
    """Return whether the page came over https."""
    return connection.scope["scheme"] in ("https", "wss")


def cookie_name(connection: Connection, name: str) -> str:
    """Return the cookie's name: over https one that no plain page can set.

    At the root of a host no other host can set it either. Browsers allow that only for cookies of
    the whole host, so a server under a path does without.
    """
    if not is_secure(connection):
        return name
    return f"__Secure-{name}" if base_of(connection) else f"__Host-{name}"


def base_of(connection: Connection) -> str:
    """Return the path under which the server is, or nothing."""
    return connection.scope["root_path"]


def secret_of(connection: Connection) -> str | None:
    """Return the secret of the device, if it has one."""
    return connection.cookies.get(cookie_name(connection, DEVICE))


def session_of(connection: Connection) -> str | None:
    """Return the session token of the account that is signed in, if any."""
    return connection.cookies.get(cookie_name(connection, SESSION))


def known_tokens(connection: Connection) -> list[str]:
    """Return the tokens of the accounts that this device has signed in to, the last one first."""
    kept = connection.cookies.get(cookie_name(connection, KNOWN), "")
    return [token for token in kept.split(".") if token][:MAX_KNOWN]


def known_cookie(connection: Connection, token: str) -> Cookie:
    """Return the cookie that makes a device known as one that has signed in to an account."""
    others = [known for known in known_tokens(connection) if known != token]
    return make_cookie(connection, KNOWN, ".".join([token, *others][:MAX_KNOWN]), YEAR)


def address_of(connection: Connection) -> str:
    """Return the address that rate limits count."""
    client = connection.scope.get("client")
    return limit_key(client[0] if client else "")


def make_cookie(connection: Connection, name: str, value: str, seconds: int) -> Cookie:
    """Make a cookie that scripts cannot read and other sites do not send along."""
    return Cookie(
        cookie_name(connection, name),
        value=value,
        max_age=seconds,
        path=base_of(connection) or "/",
        httponly=True,
        samesite="lax",
        secure=is_secure(connection),
    )


class Guest:
    """The caller of one request, and the cookies to set."""

    def __init__(self, caller: Caller, cookies: list[Cookie]) -> None:
        self.caller = caller
        self.cookies = cookies


async def caller_of(connection: Connection, accounts: Accounts | None) -> Caller:
    """Return the caller; without a cookie they can only look."""
    token = session_of(connection)
    account = await accounts.who(token) if accounts and token else None
    return Caller(secret_of(connection), None if account is None else account.id)


def device_cookies(connection: Connection) -> list[Cookie]:
    """Return the cookie that makes a device known, unless it is: only so can it have a seat."""
    if secret_of(connection) is not None:
        return []
    return [make_cookie(connection, DEVICE, new_secret(), YEAR)]


async def guest_of(request: AnyRequest, accounts: Accounts | None) -> Guest:
    """Return the caller, with a new secret if they have none."""
    caller = await caller_of(request, accounts)
    cookies = device_cookies(request)
    secret = cookies[0].value if cookies else caller.secret
    return Guest(Caller(secret, caller.account), cookies)
