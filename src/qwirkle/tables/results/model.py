"""The results of finished games, for statistics, and the port of a store for them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from qwirkle.tables.core.names import GUEST

ACCOUNT, REMOVED = "account:", "removed:"
"""The prefixes of the keys of people with an account, and of those whose account was removed."""


class SeatResult(msgspec.Struct, frozen=True):
    """The result of a seat in a game that counts for statistics."""

    seat: int
    person: str
    """The key of the person or bot, as in ``results.tally``."""
    name: str
    place: int
    tied: bool
    """Whether another seat has the same place."""
    score: int
    margin: int | None
    """Points ahead of the best of the others; None if somebody did not play to the end."""
    best_turn: int
    qwirkles: int
    luck: float | None = None
    """The value of the tiles drawn above average ones; None until the game is reviewed."""


def account_person(account: str) -> str:
    """Return the key of a person with an account."""
    return f"{ACCOUNT}{account}"


def removed_person(person: str) -> str:
    """Return the key of a person whose account was removed: the same for all their games."""
    return REMOVED + hashlib.sha256(person.encode()).hexdigest()[:16]


def forget_person(seat: SeatResult) -> SeatResult:
    """Return the result of a seat without its name and its account."""
    return replace(seat, person=removed_person(seat.person), name=GUEST)


class GameResult(msgspec.Struct, frozen=True):
    """A game that counts for statistics, with the results of all seats."""

    game: str
    edition: str
    at: int
    seats: tuple[SeatResult, ...]


class Totals(msgspec.Struct, frozen=True):
    """The totals of a person's games at one edition."""

    edition: str
    games: int
    won: int
    tied: int
    score: int
    """The sum of all scores."""
    best_score: int
    best_turn: int
    most_qwirkles: int
    biggest_win: int | None
    luck: float
    """The sum over the games that are reviewed."""
    reviewed: int


class Encounter(msgspec.Struct, frozen=True):
    """The totals of a person's games against one opponent, under one name."""

    edition: str
    person: str
    name: str
    games: int
    won: int
    lost: int
    margin: int
    """The sum over the games that everybody played to the end; negative if behind."""
    played_out: int
    """The number of these games."""
    biggest_win: int | None
    biggest_loss: int | None
    luck: float
    """The difference in luck, over the games that are reviewed."""
    reviewed: int
    at: int
    """The time of the last game."""


class KnownPerson(msgspec.Struct, frozen=True):
    """A person who has results, under the last name used."""

    person: str
    name: str
    at: int


class ResultStore(Protocol):
    """Results of finished games, for statistics. All of them follow from events and reviews."""

    async def to_tally(self, limit: int) -> list[str]:
        """Return finished tables whose results are not stored yet, in the order of their ids."""

    async def keep_results(self, game: str, result: GameResult | None) -> bool:
        """Store the results of a table, replacing any earlier ones; None if it does not count.

        Return False if there is no such table. Stored luck is deleted with the rest.
        """

    async def result(self, game: str) -> GameResult | None:
        """Return the stored results of a table, by seat; None if there are none."""

    async def is_tallied(self, game: str) -> bool:
        """Return whether a table has been counted, even if it has no results."""

    async def keep_luck(self, game: str, luck: Sequence[float]) -> None:
        """Store the luck of every seat, if the table has results."""

    async def totals(self, person: str) -> list[Totals]:
        """Return the totals of a person's games, by edition."""

    async def encounters(self, person: str) -> list[Encounter]:
        """Return the totals by opponent, in the order of editions, people and names."""

    async def people_like(self, prefix: str, limit: int) -> list[KnownPerson]:
        """Return people whose key has this prefix, the latest players first."""

    async def games_of(
        self, person: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameResult]:
        """Return games of a person, the latest first.

        ``before`` is the time and id of the last one seen.
        """
