"""Accounts, for people who want a history and a rating. Nobody needs one to play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import Parameter

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.errors import Refused
from qwirkle.server.context import AppContext
from qwirkle.server.devices import (
    SESSION,
    AnyRequest,
    address_of,
    device_cookies,
    known_cookie,
    known_tokens,
    make_cookie,
    session_of,
)
from qwirkle.server.problems import PROBLEMS
from qwirkle.tables.core.reasons import TableReason
from qwirkle.tables.core.standings import is_provisional, rating_points
from qwirkle.tables.core.views import EditionView, Now, edition_view, now_view
from qwirkle.tables.people.accounts import Accounts, SignedIn
from qwirkle.tables.people.exports import AccountExport
from qwirkle.tables.storage.ports import Account, Rating, Seating

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Limit = Annotated[int, Parameter(ge=1, le=100)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Name
    password: Password


class PasswordChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password."""

    old: Password
    new: Password


class PasswordReset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token from a link, and the password to set with it."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    new: Password


class AccountRemoval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of an account to delete."""

    password: Password


class RatingInfo(msgspec.Struct, frozen=True):
    """The rating of an account at a game."""

    points: int
    """The rating as people read it: a new account has 1500."""
    provisional: bool
    """Whether too few games are rated for it to say much."""
    games: int
    mu: float
    """The rating and its uncertainty as the model knows them."""
    sigma: float


class StandingInfo(msgspec.Struct, frozen=True):
    """An account among the best at a game."""

    account: str
    name: str
    rating: RatingInfo


class AccountInfo(msgspec.Struct, frozen=True):
    """The account that is signed in."""

    account: str
    name: str
    ratings: dict[str, RatingInfo] = {}


class Acknowledged(msgspec.Struct, frozen=True):
    """The request was carried out."""

    done: bool = True


class PlayedSeat(msgspec.Struct, frozen=True):
    """A seat that an account had."""

    table: str
    seat: int
    at: int
    title: str
    game: str
    finished: bool
    edition: EditionView | None
    """The rules that were played by; None if the table is gone."""
    now: Now | None
    """All seats and how the table ended; None if it is gone."""


class History(msgspec.Struct, frozen=True):
    """Part of an account's history, the latest first."""

    played: list[PlayedSeat]
    before: str | None
    """Pass this to get the part before; None if there is none."""


@post("/api/accounts", summary="Create an account", responses=PROBLEMS)
async def sign_up(
    request: AnyRequest, data: Credentials, context: AppContext
) -> Response[AccountInfo]:
    """Create an account and sign in on this device."""
    context.limits.password(address_of(request))
    accounts = _accounts(context)
    return await _signed_in(request, context, await accounts.sign_up(data.name, data.password))


@post("/api/session", summary="Sign in", responses=PROBLEMS)
async def sign_in(
    request: AnyRequest, data: Credentials, context: AppContext
) -> Response[AccountInfo]:
    """Sign in on this device."""
    accounts = _accounts(context)
    device = await accounts.known_device(data.name, known_tokens(request))
    context.limits.sign_in(data.name, address_of(request), device)
    with _counting_wrong_passwords(context, data.name, device):
        known = device is not None
        new = await accounts.sign_in(data.name, data.password, known=known)
    return await _signed_in(request, context, new, device)


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
    """Return the account that is signed in on this device, with its ratings by game."""
    account = await signed_in_account(request, context)
    ratings = await _accounts(context).ratings(account.id)
    by_game = {game: _rating_info(rating) for game, rating in ratings.items()}
    return AccountInfo(account.id, account.name, by_game)


@get("/api/account/history", summary="Games played", responses=PROBLEMS)
async def history(
    request: AnyRequest,
    context: AppContext,
    limit: Limit = 50,
    before: Annotated[str | None, Parameter(max_length=80)] = None,
) -> History:
    """Return the tables of the account that is signed in, the latest first."""
    account = await signed_in_account(request, context)
    found = await _accounts(context).history(account.id, limit, _place_in_history(before))
    more = f"{found[-1].at}.{found[-1].seat}.{found[-1].game}" if len(found) == limit else None
    return History([await _played_seat(seating, context) for seating in found], more)


@post("/api/account/password", summary="Change the password", status_code=200, responses=PROBLEMS)
async def change_password(
    request: AnyRequest, data: PasswordChange, context: AppContext
) -> Response[Acknowledged]:
    """Set a new password; all devices are signed out."""
    account = await signed_in_account(request, context)
    # Whoever is signed in is known: nobody else can use up their limit.
    context.limits.sign_in(account.name, address_of(request), account.id)
    await _accounts(context).change_password(account.id, data.old, data.new)
    return Response(Acknowledged(), cookies=[_no_session(request)])


@post("/api/account/reset", summary="Set a forgotten password", responses=PROBLEMS, status_code=200)
async def reset_password(
    request: AnyRequest, data: PasswordReset, context: AppContext
) -> Response[AccountInfo]:
    """Set a new password with a link from whoever runs the server, once, and sign in."""
    context.limits.password(address_of(request))
    new = await _accounts(context).reset_password(data.token, data.new)
    return await _signed_in(request, context, new)


@get("/api/account/export", summary="Everything about the account", responses=PROBLEMS)
async def export(request: AnyRequest, context: AppContext) -> Response[AccountExport]:
    """Return the account's data: profile, ratings, and every seat with its result and record."""
    account = await signed_in_account(request, context)
    context.limits.command("export", account.id)
    exports = context.service.exports
    if exports is None:
        raise request_refused(WebReason.NO_ACCOUNTS)
    data = await exports.of(account)
    headers = {"Content-Disposition": 'attachment; filename="qwirkle.json"'}
    return Response(data, headers=headers)


@post("/api/account/removal", summary="Delete the account", status_code=200, responses=PROBLEMS)
async def remove(
    request: AnyRequest, data: AccountRemoval, context: AppContext
) -> Response[Acknowledged]:
    """Delete the account with its history and ratings; tables keep the names of their players."""
    account = await signed_in_account(request, context)
    context.limits.sign_in(account.name, address_of(request), account.id)
    await _accounts(context).remove(account.id, data.password)
    return Response(Acknowledged(), cookies=[_no_session(request)])


@get("/api/best/{game:str}", summary="The best at a game", responses=PROBLEMS)
async def best(
    context: AppContext, game: Annotated[str, Parameter(max_length=40)], limit: Limit = 50
) -> list[StandingInfo]:
    """Return the accounts whose ratings are at least the highest, the surest first."""
    found = await _accounts(context).best(game, limit)
    return [
        StandingInfo(standing.account, standing.name, _rating_info(standing.rating))
        for standing in found
    ]


HANDLERS = [
    sign_up,
    sign_in,
    sign_out,
    who,
    history,
    change_password,
    reset_password,
    export,
    remove,
    best,
]


def _accounts(context: AppContext) -> Accounts:
    if context.service.accounts is None:
        raise request_refused(WebReason.NO_ACCOUNTS)
    return context.service.accounts


@contextmanager
def _counting_wrong_passwords(context: AppContext, name: str, device: str | None) -> Iterator[None]:
    """Count the wrong passwords for an account, from wherever they come."""
    try:
        yield
    except Refused as refused:
        if TableReason.WRONG_PASSWORD in refused.reasons:
            context.limits.wrong_password(name, device)
        raise


async def signed_in_account(request: AnyRequest, context: AppContext) -> Account:
    """Return the account that is signed in, or refuse."""
    account = await _accounts(context).who(session_of(request))
    if account is None:
        raise request_refused(WebReason.NOT_SIGNED_IN)
    return account


async def _signed_in(
    request: AnyRequest, context: AppContext, new: SignedIn, device: str | None = None
) -> Response[AccountInfo]:
    """Answer a device that is signed in now; ``device`` is the token that it is known by."""
    context.limits.right_password(new.name, address_of(request))
    known = device or await _accounts(context).device_token(new.account)
    cookies = [
        # The cookie expires a little before the session.
        make_cookie(request, SESSION, new.token, 89 * 24 * 3600),
        known_cookie(request, known),
        *device_cookies(request),
    ]
    return Response(AccountInfo(new.account, new.name), cookies=cookies)


def _no_session(request: AnyRequest) -> Cookie:
    return make_cookie(request, SESSION, "", 0)


def _rating_info(rating: Rating) -> RatingInfo:
    return RatingInfo(
        points=rating_points(rating.mu),
        provisional=is_provisional(rating.games),
        games=rating.games,
        mu=rating.mu,
        sigma=rating.sigma,
    )


async def _played_seat(seating: Seating, context: AppContext) -> PlayedSeat:
    table, seat, at, index = seating.game, seating.seat, seating.at, seating.index
    if index is None:
        return PlayedSeat(table, seat, at, "", "", finished=False, edition=None, now=None)
    state = await context.service.tables.current(table)
    return PlayedSeat(
        table=table,
        seat=seat,
        at=at,
        title=index.title,
        game=index.edition,
        finished=index.finished,
        edition=edition_view(state),
        now=now_view(state),
    )


def _place_in_history(text: str | None) -> tuple[int, str, int] | None:
    if text is None:
        return None
    at, _, rest = text.partition(".")
    seat, _, table = rest.partition(".")
    if not (at.isdecimal() and at.isascii() and len(at) < 16 and seat in ("0", "1", "2", "3")):
        raise request_refused(WebReason.BAD_REQUEST, problem="before: no place in a history")
    return int(at), table, int(seat)
