"""Results of tables in the histories and ratings of accounts, each table exactly once.

A rating is openskill's Plackett-Luce, for two to four players, per edition. It moves only where all
persons of a table have accounts, no help was allowed and the rules were those of a book.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from openskill.models import PlackettLuce

from qwirkle.service.account_ports import AccountStore, Rating, Result
from qwirkle.service.table.standing import rated
from qwirkle.service.table.state import Ended, Table

MOST_TRIES = 50
_MODEL = PlackettLuce()


class Ratings:
    """Keeps results."""

    def __init__(self, store: AccountStore) -> None:
        self._store = store

    async def keep(self, table: Table) -> None:
        """Keep the result of a table that has ended; a second time has no effect."""
        if table.ended is None or table.game is None:
            return
        results = results_of(table, table.ended)
        if not results:
            return
        game = table.game.edition.id
        for _ in range(MOST_TRIES):
            told = results
            if rated(table):
                known = await self._store.ratings(game, [one.account for one in results])
                told = with_ratings(results, known)
            if await self._store.keep_result(told) != "conflict":
                return
        raise TimeoutError("ratings changed again and again while a result was being kept")


def results_of(table: Table, ended: Ended) -> tuple[Result, ...]:
    """A result for every account at a table."""
    if table.game is None:
        return ()
    return tuple(
        Result(
            table=table.id,
            account=seat.account,
            game=table.game.edition.id,
            ended_at=ended.at,
            how=ended.how,
            seat=which,
            place=ended.places[which],
            score=ended.scores[which],
            names=tuple(one.name for one in table.seats),
        )
        for which, seat in enumerate(table.seats)
        if seat.account is not None
    )


def with_ratings(results: tuple[Result, ...], known: Mapping[str, Rating]) -> tuple[Result, ...]:
    """The results with the ratings that follow from them. Bots at the table do not count."""
    before = [known.get(one.account) for one in results]
    teams = [
        [_MODEL.rating() if one is None else _MODEL.rating(one.mu, one.sigma)] for one in before
    ]
    after = _MODEL.rate(teams, ranks=[float(one.place) for one in results])
    return tuple(
        replace(
            result, rating=Rating(new[0].mu, new[0].sigma, 1 + (0 if old is None else old.games))
        )
        for result, old, new in zip(results, before, after, strict=True)
    )
