"""Accounts over HTTP, for who wants a history and a rating. Playing needs none."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import Parameter

from qwirkle.service.accounts import Accounts, SignedIn
from qwirkle.service.ports import Account, Rating, Seating, Standing
from qwirkle.web.context import AppContext
from qwirkle.web.devices import SESSION, address_of, made_cookie, session_of
from qwirkle.web.problems import PROBLEMS, Fault
from qwirkle.web.routes.tables import AnyRequest

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Limit = Annotated[int, Parameter(ge=1, le=100)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Name
    password: Password


class PasswordChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password."""

    old: Password
    new: Password


class AccountRemoval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of an account that is to be forgotten."""

    password: Password


class AccountInfo(msgspec.Struct, frozen=True):
    """Who is signed in here."""

    account: str
    name: str
    ratings: dict[str, Rating] = {}


class Acknowledged(msgspec.Struct, frozen=True):
    """It was done."""

    done: bool = True


class PlayedSeat(msgspec.Struct, frozen=True):
    """A seat that an account had."""

    table: str
    seat: int
    at: int
    title: str
    game: str
    finished: bool


class History(msgspec.Struct, frozen=True):
    """Some of what an account has played, the last first."""

    played: list[PlayedSeat]
    before: str | None
    """Ask with this for those before."""


@post("/api/accounts", summary="Make an account", responses=PROBLEMS)
async def sign_up(
    request: AnyRequest, data: Credentials, context: AppContext
) -> Response[AccountInfo]:
    """A new account, signed in on this device."""
    context.limits.password(address_of(request))
    return _signed_in(request, await _accounts(context).sign_up(data.name, data.password))


@post("/api/session", summary="Sign in", responses=PROBLEMS)
async def sign_in(
    request: AnyRequest, data: Credentials, context: AppContext
) -> Response[AccountInfo]:
    """Sign in on this device."""
    context.limits.password(address_of(request))
    return _signed_in(request, await _accounts(context).sign_in(data.name, data.password))


@delete("/api/session", summary="Sign out", status_code=200, responses=PROBLEMS)
async def sign_out(
    request: AnyRequest, context: AppContext, everywhere: bool = False
) -> Response[Acknowledged]:
    """Sign out on this device, or everywhere."""
    token = session_of(request)
    if token:
        await _accounts(context).sign_out(token, everywhere=everywhere)
    return Response(Acknowledged(), cookies=[_no_session(request)])


@get("/api/account", summary="Who is signed in", responses=PROBLEMS)
async def who(request: AnyRequest, context: AppContext) -> AccountInfo:
    """The account that is signed in on this device, with its ratings by game."""
    account = await _known(request, context)
    ratings = await _accounts(context).ratings(account.id)
    return AccountInfo(account.id, account.name, ratings)


@get("/api/account/history", summary="What one has played", responses=PROBLEMS)
async def history(
    request: AnyRequest,
    context: AppContext,
    limit: Limit = 50,
    before: Annotated[str | None, Parameter(max_length=80)] = None,
) -> History:
    """The tables of the account that is signed in, the last first."""
    account = await _known(request, context)
    found = await _accounts(context).history(account.id, limit, _place_in_history(before))
    more = f"{found[-1].at}.{found[-1].seat}.{found[-1].game}" if len(found) == limit else None
    return History([_played(one) for one in found], more)


@post("/api/account/password", summary="Change the password", status_code=200, responses=PROBLEMS)
async def change_password(
    request: AnyRequest, data: PasswordChange, context: AppContext
) -> Response[Acknowledged]:
    """Another password; all devices are signed out."""
    context.limits.password(address_of(request))
    account = await _known(request, context)
    await _accounts(context).change_password(account.id, data.old, data.new)
    return Response(Acknowledged(), cookies=[_no_session(request)])


@post("/api/account/removal", summary="Forget the account", status_code=200, responses=PROBLEMS)
async def remove(
    request: AnyRequest, data: AccountRemoval, context: AppContext
) -> Response[Acknowledged]:
    """Forget the account with its history and ratings; tables keep the names that sat there."""
    context.limits.password(address_of(request))
    account = await _known(request, context)
    await _accounts(context).remove(account.id, data.password)
    return Response(Acknowledged(), cookies=[_no_session(request)])


@get("/api/best/{game:str}", summary="Who is best at a game", responses=PROBLEMS)
async def best(
    context: AppContext, game: Annotated[str, Parameter(max_length=40)], limit: Limit = 50
) -> list[Standing]:
    """The accounts with the highest ratings."""
    return await _accounts(context).best(game, limit)


HANDLERS = [sign_up, sign_in, sign_out, who, history, change_password, remove, best]


def _accounts(context: AppContext) -> Accounts:
    if context.house.accounts is None:
        raise Fault(HTTPStatus.NOT_FOUND, "no-accounts", "This server keeps no accounts.")
    return context.house.accounts


async def _known(request: AnyRequest, context: AppContext) -> Account:
    account = await _accounts(context).who(session_of(request))
    if account is None:
        raise Fault(HTTPStatus.UNAUTHORIZED, "not-signed-in", "Nobody is signed in here.")
    return account


def _signed_in(request: AnyRequest, new: SignedIn) -> Response[AccountInfo]:
    # The cookie lasts a little less long than the session.
    cookie = made_cookie(request, SESSION, new.token, 89 * 24 * 3600)
    return Response(AccountInfo(new.account, new.name), cookies=[cookie])


def _no_session(request: AnyRequest) -> Cookie:
    return made_cookie(request, SESSION, "", 0)


def _played(one: Seating) -> PlayedSeat:
    index = one.index
    if index is None:
        return PlayedSeat(one.game, one.seat, one.at, "", "", finished=False)
    return PlayedSeat(
        one.game, one.seat, one.at, index.title, index.edition, finished=index.finished
    )


def _place_in_history(text: str | None) -> tuple[int, str, int] | None:
    if text is None:
        return None
    at, _, rest = text.partition(".")
    seat, _, table = rest.partition(".")
    if not (at.isdecimal() and at.isascii() and len(at) < 16 and seat in ("0", "1", "2", "3")):
        raise Fault(HTTPStatus.BAD_REQUEST, "bad-request", "That is no place in a history.")
    return int(at), table, int(seat)
