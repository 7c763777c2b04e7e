"""What accounts need from outside: a store of accounts, sessions, results and ratings.

Only values and a protocol here. Secrets are in it as hashes only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec


class Account(msgspec.Struct, frozen=True):
    """Somebody who wants to be remembered."""

    id: str
    name: str
    alike: str
    """The name as it is compared with others; unique."""
    password: str
    """An argon2 hash."""
    made_at: int


class Session(msgspec.Struct, frozen=True):
    """A device on which somebody is signed in; kept under the hash of its token."""

    account: str
    expires_at: int


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody seems to be at a game, and how sure that is."""

    mu: float
    sigma: float
    games: int
    """Rated games so far: which state of the rating this is."""


class Result(msgspec.Struct, frozen=True):
    """One account's part in one table, for its history."""

    table: str
    account: str
    game: str
    """The id of the edition."""
    ended_at: int
    how: str
    seat: int
    place: int
    score: int
    names: tuple[str, ...]
    """Who sat there, by seat."""
    rating: Rating | None = None
    """The new rating, if the table was rated; ``games`` is one more than before."""


class Standing(msgspec.Struct, frozen=True):
    """A line of a list of the best."""

    account: str
    name: str
    rating: Rating


class AccountStore(Protocol):
    """Keeps accounts; on the same database as the tables."""

    async def add_account(self, account: Account) -> bool:
        """Keep a new account; False if there is one with a name alike."""
        ...

    async def account(self, account: str) -> Account | None:
        """An account by its id."""
        ...

    async def account_named(self, alike: str) -> Account | None:
        """An account by its name, as names are compared."""
        ...

    async def set_password(self, account: str, password: str) -> None:
        """Replace the hash of a password."""
        ...

    async def remove_account(self, account: str) -> None:
        """Forget an account with its sessions, ratings and history."""
        ...

    async def add_session(self, token: str, session: Session) -> None:
        """Keep a session under the hash of its token."""
        ...

    async def session(self, token: str) -> Session | None:
        """The session of a token's hash."""
        ...

    async def end_session(self, token: str) -> None:
        """Forget one session."""
        ...

    async def end_sessions(self, account: str) -> None:
        """Forget all sessions of an account."""
        ...

    async def ratings(self, game: str, accounts: Sequence[str]) -> dict[str, Rating]:
        """The ratings at a game of those accounts that have one."""
        ...

    async def keep_result(
        self, results: Sequence[Result]
    ) -> Literal["kept", "repeated", "conflict"]:
        """Keep the results of one table and the new ratings in them, in one transaction.

        ``repeated`` if that table's result is there already. ``conflict`` if the rating of an
        account does not have ``rating.games - 1`` games (none counts as 0). Both change nothing.
        """
        ...

    async def history(self, account: str, before: int | None, limit: int) -> list[Result]:
        """The results of an account that ended before a time, the last ones first."""
        ...

    async def best(self, game: str, limit: int) -> list[Standing]:
        """The accounts with the highest ``mu - 3 * sigma`` at a game."""
        ...
