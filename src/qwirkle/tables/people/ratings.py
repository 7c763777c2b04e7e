"""Results of tables in the histories and ratings of accounts, each table exactly once.

A rating is openskill's Plackett-Luce, for two to four players, per edition. It changes only if all
people at a table have accounts, no help was allowed and the rules were those of a book.

Within a day, the first game of two accounts counts in full, the second half, the third a quarter,
and so on: two people who play for the benefit of one of them gain little.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

from qwirkle.tables.core.events import RatingChange
from qwirkle.tables.core.standings import NEW, is_rated
from qwirkle.tables.core.state import Table
from qwirkle.tables.people.model import Rating

if TYPE_CHECKING:
    from qwirkle.tables.people.store import PeopleStore

_MODEL = PlackettLuce(mu=NEW)


class Ratings:
    """The service that stores results in histories and ratings."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store

    async def keep(self, table: Table) -> tuple[RatingChange, ...]:
        """Store the result of a table that has ended, and return the changes of ratings.

        Repeating it has no effect and returns nothing: earlier ratings are known only while they
        change.
        """
        ended = table.ended
        if ended is None or table.game is None:
            return ()
        had = [(which, seat.account) for which, seat in enumerate(table.seats) if seat.account]
        for which, account in had:
            await self._store.keep_seat(account, table.id, which, ended.at)
        if not had or not is_rated(table):
            return ()
        seats = [which for which, _ in had]
        changes: tuple[RatingChange, ...] = ()

        def revise_and_note(before: Sequence[Rating | None], earlier: int) -> list[Rating]:
            nonlocal changes
            places = [ended.places[which] for which in seats]
            after = revise(before, places, weight=0.5**earlier)
            changes = tuple(
                RatingChange(which, NEW if old is None else old.mu, new.mu, new.games)
                for which, old, new in zip(seats, before, after, strict=True)
            )
            return after

        accounts = [account for _, account in had]
        first = await self._store.rate(
            table.id, table.game.edition.id, accounts, ended.at, revise_and_note
        )
        return changes if first else ()


def revise(
    before: Sequence[Rating | None], places: Sequence[int], weight: float = 1.0
) -> list[Rating]:
    """Return the ratings that follow from a result. Bots at the table do not count.

    ``weight`` scales the change of ratings and uncertainties.
    """
    teams = [
        [_MODEL.rating() if rating is None else _MODEL.rating(rating.mu, rating.sigma)]
        for rating in before
    ]
    # The model returns new ratings and does not change its arguments.
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Rating(
            was[0].mu + weight * (new[0].mu - was[0].mu),
            was[0].sigma + weight * (new[0].sigma - was[0].sigma),
            1 + (0 if old is None else old.games),
        )
        for old, was, new in zip(before, teams, after, strict=True)
    ]
