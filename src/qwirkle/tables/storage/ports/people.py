"""The ports of people with accounts: their sessions, their history and their ratings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from qwirkle.tables.storage.ports.tables import IndexEntry


class Account(msgspec.Struct, frozen=True):
    """A person who wants to be known again."""

    id: str
    name: str
    """As written; no two names differ in case alone."""
    password: str
    """The Argon2 hash."""
    created_at: int
    banned_at: int | None = None
    """Since when it may not be used."""


class AccountStore(Protocol):
    """Accounts, and the sessions of their devices. Secrets come here only as hashes."""

    async def add_account(self, account: Account) -> bool:
        """Add an account; False if its name is taken, however it is written."""

    async def account(self, account: str) -> Account | None:
        """The account with an id."""

    async def account_named(self, name: str) -> Account | None:
        """The account with a name, however it is written."""

    async def change_password(self, account: str, password: str) -> None:
        """Keep another hash, and end every session of the account."""

    async def rehash_password(self, account: str, old: str, new: str) -> None:
        """Keep a stronger hash of the same password, unless it was changed meanwhile."""

    async def remove_account(self, account: str) -> None:
        """Forget an account with its sessions, history and ratings. Tables stay as they are."""

    async def add_session(self, token_hash: str, account: str, expires_at: int) -> None:
        """Add the session of a device."""

    async def session(self, token_hash: str, now: int) -> Account | None:
        """Whose session it is, if it has not expired and the account is not banned."""

    async def end_session(self, token_hash: str) -> bool:
        """End the session of a device: False if there is none (any more)."""

    async def end_sessions(self, account: str) -> None:
        """End every session of an account."""

    async def keep_secret(self, name: str, value: str) -> str:
        """Keep a secret of the server, unless there is one of this name; return what is kept."""

    async def forget_sessions(self, now: int) -> int:
        """Remove expired sessions, and return how many there were."""


class Seating(msgspec.Struct, frozen=True):
    """A seat that an account had at a table."""

    game: str
    seat: int
    at: int
    last_seq: int
    index: IndexEntry | None


class HistoryStore(Protocol):
    """Which seats an account had."""

    async def keep_seat(self, account: str, game: str, seat: int, at: int) -> bool:
        """Give a seat to an account; False if it is another's. Repeats are harmless."""

    async def accounts_at(self, game: str) -> dict[int, str]:
        """Seats of a table that accounts have."""

    async def history(
        self, account: str, limit: int, before: tuple[int, str, int] | None = None
    ) -> list[Seating]:
        """Seats of an account, the latest first; ``before``: at, game and seat of the last seen."""


RATED_TOGETHER = 24 * 3600 * 1000
"""How long a rated table of two accounts makes their next ones count less."""


class Rating(msgspec.Struct, frozen=True):
    """The strength of an account at a game, and its uncertainty."""

    mu: float
    sigma: float
    games: int = 0


Revision = Callable[[Sequence[Rating | None], int], Sequence[Rating]]
"""New ratings from old ones (None: not rated yet), and from the number of rated tables that two of
these accounts have had together within a day before. Quick and pure: it may be called twice."""


class Standing(msgspec.Struct, frozen=True):
    """A line of the leaderboard."""

    account: str
    name: str
    rating: Rating


class RatingStore(Protocol):
    """Ratings per account and edition."""

    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        """Revise the ratings of a finished table's accounts, once: False if that was done before.

        Of all pairs of accounts the one with the most rated tables of this edition counts, over the
        ``RATED_TOGETHER`` milliseconds before; which tables these were, ``keep_seat`` knows.
        An account that was removed meanwhile is revised with the others and then forgotten.
        """

    async def ratings(self, account: str) -> dict[str, Rating]:
        """An account's ratings, by edition."""

    async def best(self, edition: str, limit: int) -> list[Standing]:
        """The accounts with the highest ``mu - 3 * sigma`` at a game, the best first."""


class PeopleStore(AccountStore, HistoryStore, RatingStore, Protocol):
    """Everything about people with accounts."""
