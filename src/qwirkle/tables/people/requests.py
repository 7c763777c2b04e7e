"""Accounts, for people who want a history and a rating. Nobody needs one to play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec

from qwirkle.api import visitors
from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.requests import Acknowledged, Requests
from qwirkle.api.visitors import Signing
from qwirkle.errors import Refused
from qwirkle.tables.core.reasons import TableReason
from qwirkle.tables.core.standings import is_provisional, rating_points
from qwirkle.tables.core.views import EditionView, Now, edition_view, now_view
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.people.accounts import Accounts, SignedIn
from qwirkle.tables.people.model import Rating, Seating

REQUESTS = Requests()
Visitor = visitors.SigningVisitor[Caller]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=100)]
Before = Annotated[str, msgspec.Meta(max_length=80)] | None


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
    """The rating in points: a new account has 1500."""
    provisional: bool
    """Whether the rating is uncertain because too few games are rated."""
    games: int
    mu: float
    """The rating and its uncertainty on the scale of the model."""
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


class PlayedSeat(msgspec.Struct, frozen=True):
    """A seat that an account had."""

    table: str
    seat: int
    at: int
    title: str
    game: str
    finished: bool
    edition: EditionView | None
    """The rules of the game; None if the table is gone."""
    now: Now | None
    """All seats and the ending of the table; None if it is gone."""


class History(msgspec.Struct, frozen=True):
    """Part of an account's history, the latest first."""

    played: list[PlayedSeat]
    before: str | None
    """The value to pass to get the part before; None if there is none."""


@REQUESTS.post("/api/accounts", "Create an account", status=201, counts="password")
async def sign_up(visitor: Visitor, accounts: Accounts, data: Credentials) -> AccountInfo:
    """Create an account and sign in on this device."""
    new = await accounts.sign_up(data.name, data.password)
    return await _signed_in(visitor, accounts, new)


@REQUESTS.post("/api/session", "Sign in", status=201)
async def sign_in(visitor: Visitor, accounts: Accounts, data: Credentials) -> AccountInfo:
    """Sign in on this device."""
    signing = visitor.signing
    device = await accounts.known_device(data.name, signing.known)
    signing.check(data.name, device)
    with _counting_wrong_passwords(signing, data.name, device):
        known = device is not None
        new = await accounts.sign_in(data.name, data.password, known=known)
    return await _signed_in(visitor, accounts, new, device)


@REQUESTS.delete("/api/session", "Sign out")
async def sign_out(visitor: Visitor, accounts: Accounts, everywhere: bool = False) -> Acknowledged:
    """Sign out on this device, or everywhere."""
    if visitor.signing.session:
        await accounts.sign_out(visitor.signing.session, everywhere=everywhere)
    visitor.signing.end()
    return Acknowledged()


@REQUESTS.get("/api/account", "Who is signed in")
async def who(visitor: Visitor, accounts: Accounts) -> AccountInfo:
    """Return the account that is signed in on this device, with its ratings by game."""
    account = await visitor.account()
    ratings = await accounts.ratings(account.id)
    by_game = {game: _rating_info(rating) for game, rating in ratings.items()}
    return AccountInfo(account.id, account.name, by_game)


@REQUESTS.get("/api/account/history", "Games played")
async def history(
    visitor: Visitor, accounts: Accounts, tables: Tables, limit: Limit = 50, before: Before = None
) -> History:
    """Return the tables of the account that is signed in, the latest first."""
    account = await visitor.account()
    found = await accounts.history(account.id, limit, _place_in_history(before))
    more = f"{found[-1].at}.{found[-1].seat}.{found[-1].game}" if len(found) == limit else None
    return History([await _played_seat(seating, tables) for seating in found], more)


@REQUESTS.post("/api/account/password", "Change the password")
async def change_password(
    visitor: Visitor, accounts: Accounts, data: PasswordChange
) -> Acknowledged:
    """Set a new password; all devices are signed out."""
    account = await visitor.account()
    # The account is known: nobody else can use up its limit.
    visitor.signing.check(account.name, account.id)
    await accounts.change_password(account.id, data.old, data.new)
    visitor.signing.end()
    return Acknowledged()


@REQUESTS.post("/api/account/reset", "Set a forgotten password", counts="password")
async def reset_password(visitor: Visitor, accounts: Accounts, data: PasswordReset) -> AccountInfo:
    """Set a new password with a link from the server's operator, once, and sign in."""
    new = await accounts.reset_password(data.token, data.new)
    return await _signed_in(visitor, accounts, new)


@REQUESTS.post("/api/account/removal", "Delete the account")
async def remove(visitor: Visitor, accounts: Accounts, data: AccountRemoval) -> Acknowledged:
    """Delete the account with its history and ratings; tables keep the names of their players."""
    account = await visitor.account()
    visitor.signing.check(account.name, account.id)
    await accounts.remove(account.id, data.password)
    visitor.signing.end()
    return Acknowledged()


@REQUESTS.get("/api/best/{game}", "The best at a game")
async def best(
    accounts: Accounts, game: Annotated[str, msgspec.Meta(max_length=40)], limit: Limit = 50
) -> list[StandingInfo]:
    """Return the accounts with the highest ratings after allowing for uncertainty, best first."""
    found = await accounts.best(game, limit)
    return [
        StandingInfo(standing.account, standing.name, _rating_info(standing.rating))
        for standing in found
    ]


@contextmanager
def _counting_wrong_passwords(signing: Signing, name: str, device: str | None) -> Iterator[None]:
    """Count the wrong passwords for an account, wherever they come from."""
    try:
        yield
    except Refused as refused:
        if TableReason.WRONG_PASSWORD in refused.reasons:
            signing.failed(name, device)
        raise


async def _signed_in(
    visitor: Visitor, accounts: Accounts, new: SignedIn, device: str | None = None
) -> AccountInfo:
    """Answer a device that has just signed in; ``device`` is the token that identifies it."""
    known = device or await accounts.device_token(new.account)
    visitor.signing.succeeded(new.name, new.token, known)
    return AccountInfo(new.account, new.name)


def _rating_info(rating: Rating) -> RatingInfo:
    return RatingInfo(
        points=rating_points(rating.mu),
        provisional=is_provisional(rating.games),
        games=rating.games,
        mu=rating.mu,
        sigma=rating.sigma,
    )


async def _played_seat(seating: Seating, tables: Tables) -> PlayedSeat:
    table, seat, at, index = seating.game, seating.seat, seating.at, seating.index
    if index is None:
        return PlayedSeat(table, seat, at, "", "", finished=False, edition=None, now=None)
    state = await tables.current(table)
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
