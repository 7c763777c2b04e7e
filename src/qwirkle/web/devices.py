"""Who calls over the web: a device by its cookie, made when it is first needed.

The cookie holds a secret that only this device knows; it is never logged nor sent back in a body.
"""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from qwirkle.service.accounts import Accounts
from qwirkle.service.callers import Caller, new_secret
from qwirkle.web.limits import counted_as

DEVICE = "qwirkle"
SESSION = "qwirkle-session"
YEAR = 365 * 24 * 3600

Connection = ASGIConnection[Any, Any, Any, Any]


def is_secure(connection: Connection) -> bool:
    """Whether the page came over https."""
    return connection.scope["scheme"] in ("https", "wss")


def cookie_name(name: str, *, secure: bool) -> str:
    """Over https a name that no other host and no plain page can set."""
    return f"__Host-{name}" if secure else name


def secret_of(connection: Connection) -> str | None:
    """The secret of the device, if it has one."""
    return connection.cookies.get(cookie_name(DEVICE, secure=is_secure(connection)))


def session_of(connection: Connection) -> str | None:
    """The token of the account that is signed in, if one is."""
    return connection.cookies.get(cookie_name(SESSION, secure=is_secure(connection)))


def address_of(connection: Connection) -> str:
    """The address that limits count for."""
    client = connection.scope.get("client")
    return counted_as(client[0] if client else "")


def made_cookie(connection: Connection, name: str, value: str, seconds: int) -> Cookie:
    """A cookie that scripts cannot read and other sites do not send along."""
    secure = is_secure(connection)
    return Cookie(
        cookie_name(name, secure=secure),
        value=value,
        max_age=seconds,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )


class Guest:
    """The caller of one request, and the cookie he is to be given."""

    def __init__(self, caller: Caller, cookies: list[Cookie]) -> None:
        self.caller = caller
        self.cookies = cookies


async def caller_of(connection: Connection, accounts: Accounts | None) -> Caller:
    """The caller, who can only look if he has no cookie."""
    token = session_of(connection)
    account = await accounts.who(token) if accounts and token else None
    return Caller(secret_of(connection), None if account is None else account.id)


async def guest_of(request: Request[Any, Any, Any], accounts: Accounts | None) -> Guest:
    """The caller, with a new secret if he has none."""
    caller = await caller_of(request, accounts)
    if caller.secret is not None:
        return Guest(caller, [])
    secret = new_secret()
    return Guest(Caller(secret, caller.account), [made_cookie(request, DEVICE, secret, YEAR)])
