"""People with accounts: their identity, the tables they played at, and their strength."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from qwirkle.tables.storage.ports import IndexEntry


class Account(msgspec.Struct, frozen=True):
    """The account of a person who wants to be recognized."""

    id: str
    name: str
    """The name as written; no two names differ in case alone."""
    password: str
    """The Argon2 hash."""
    created_at: int
    banned_at: int | None = None
    """When it was banned, if it is."""


class Seating(msgspec.Struct, frozen=True):
    """A seat that an account had at a table."""

    game: str
    seat: int
    at: int
    last_seq: int
    index: IndexEntry | None


RATED_TOGETHER = 24 * 3600 * 1000
"""How long a rated table of two accounts makes their next ones count less, in milliseconds."""


class Rating(msgspec.Struct, frozen=True):
    """The strength of an account at a game, and its uncertainty."""

    mu: float
    sigma: float
    games: int = 0


Revision = Callable[[Sequence[Rating | None], int], Sequence[Rating]]
"""Returns new ratings for old ones (None: not rated yet), given the number of rated tables that two
of these accounts have had together within the day before. Quick and pure: it may be called twice.
"""


class Standing(msgspec.Struct, frozen=True):
    """A line of the leaderboard."""

    account: str
    name: str
    rating: Rating
