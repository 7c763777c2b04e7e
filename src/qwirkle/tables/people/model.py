"""People with accounts: who they are, where they have played, and how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from qwirkle.tables.storage.ports import IndexEntry


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


class Seating(msgspec.Struct, frozen=True):
    """A seat that an account had at a table."""

    game: str
    seat: int
    at: int
    last_seq: int
    index: IndexEntry | None


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
