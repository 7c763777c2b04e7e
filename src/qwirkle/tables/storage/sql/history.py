"""Seats that accounts had, and what they are rated, in the database."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from qwirkle.errors import StoreError
from qwirkle.tables.storage.ports import RATED_TOGETHER, Rating, Revision, Seating, Standing
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.events import index_of
from qwirkle.tables.storage.sql.schema import ACCOUNTS, GAMES, RATED, RATINGS, SEATS


class HistoryRows:
    """The SQL of ``HistoryStore``."""

    _database: Database

    async def keep_seat(self, account: str, game: str, seat: int, at: int) -> bool:
        """Give a seat to an account; False if it is another's."""
        adding = (
            self._database.insert(SEATS)
            .values(game=game, seat=seat, account=account, at=at)
            .on_conflict_do_nothing()
        )
        owner = sa.select(SEATS.c.account).where(SEATS.c["game"] == game, SEATS.c.seat == seat)

        def keep(connection: Connection) -> bool:
            connection.execute(adding)
            return connection.scalar(owner) == account

        try:
            return await self._database.write(keep)
        except StoreError as error:
            if isinstance(error.__context__, IntegrityError):  # no such account
                return False
            raise

    async def accounts_at(self, game: str) -> dict[int, str]:
        """Seats of a table that accounts have."""
        wanted = (
            sa.select(SEATS.c.seat, SEATS.c.account)
            .where(SEATS.c["game"] == game)
            .order_by(SEATS.c.seat)
        )
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return {row.seat: row.account for row in rows}

    async def history(
        self, account: str, limit: int, before: tuple[int, str, int] | None = None
    ) -> list[Seating]:
        """Seats of an account, the latest first."""
        key = (SEATS.c.at, SEATS.c["game"], SEATS.c.seat)
        wanted = (
            sa.select(
                *key,
                GAMES.c.last_seq,
                GAMES.c.title,
                GAMES.c.edition,
                GAMES.c.finished,
                GAMES.c.listing,
            )
            .join(GAMES, GAMES.c["game"] == SEATS.c["game"], isouter=True)
            .where(SEATS.c.account == account)
            .order_by(*(column.desc() for column in key))
            .limit(limit)
        )
        if before is not None:
            wanted = wanted.where(sa.tuple_(*key) < before)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [
            Seating(row.game, row.seat, row.at, row.last_seq or 0, index_of(row)) for row in rows
        ]


class RatingRows:
    """The SQL of ``RatingStore``."""

    _database: Database

    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        """Revise the ratings of a finished table's accounts, once."""
        database = self._database
        once = (
            database.insert(RATED)
            .values(game=game, edition=edition, at=at)
            .on_conflict_do_nothing()
            .returning(RATED.c["game"])
        )
        made = database.insert(RATINGS)
        keep = made.on_conflict_do_update(
            index_elements=["account", "edition"],
            set_={name: made.excluded[name] for name in ("mu", "sigma", "games")},
        )
        rated = sa.select(RATINGS).where(
            RATINGS.c.account.in_(accounts), RATINGS.c.edition == edition
        )
        # Those that are there stay there until this transaction ends.
        there = (
            sa.select(ACCOUNTS.c.id)
            .where(ACCOUNTS.c.id.in_(accounts))
            .order_by(ACCOUNTS.c.id)
            .with_for_update(read=True, key_share=True)
        )

        together = _tables_together(game, edition, accounts, at)

        def work(connection: Connection) -> bool:
            if connection.execute(once).first() is None:
                return False
            database.lock(connection, (f"rating {account}" for account in accounts))
            known = set(connection.scalars(there))
            before = {
                row.account: Rating(row.mu, row.sigma, row.games)
                for row in connection.execute(rated)
            }
            earlier = connection.scalar(together) or 0
            revised = revise([before.get(account) for account in accounts], earlier)
            rows = [
                {
                    "account": account,
                    "edition": edition,
                    "mu": rating.mu,
                    "sigma": rating.sigma,
                    "games": rating.games,
                }
                for account, rating in zip(accounts, revised, strict=True)
                if account in known
            ]
            if rows:
                connection.execute(keep, rows)
            return True

        return await database.write(work)

    async def ratings(self, account: str) -> dict[str, Rating]:
        """An account's ratings, by edition."""
        wanted = sa.select(RATINGS).where(RATINGS.c.account == account).order_by(RATINGS.c.edition)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return {row.edition: Rating(row.mu, row.sigma, row.games) for row in rows}

    async def best(self, edition: str, limit: int) -> list[Standing]:
        """The accounts with the highest ``mu - 3 * sigma`` at a game."""
        wanted = (
            sa.select(RATINGS, ACCOUNTS.c.name)
            .join(ACCOUNTS, ACCOUNTS.c["id"] == RATINGS.c.account)
            .where(RATINGS.c.edition == edition)
            .order_by((RATINGS.c.mu - 3 * RATINGS.c.sigma).desc(), RATINGS.c.account)
            .limit(limit)
        )
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [
            Standing(row.account, row.name, Rating(row.mu, row.sigma, row.games)) for row in rows
        ]


def _tables_together(
    game: str, edition: str, accounts: Sequence[str], at: int
) -> sa.Select[*tuple[int]]:
    """Return the query for the most rated tables that two of these accounts had in a day."""
    mine, theirs = SEATS.alias("mine"), SEATS.alias("theirs")
    tables = sa.func.count(sa.distinct(mine.c["game"])).label("tables")
    pairs = (
        sa.select(tables)
        .join(
            theirs, sa.and_(theirs.c["game"] == mine.c["game"], theirs.c.account > mine.c.account)
        )
        .join(RATED, RATED.c["game"] == mine.c["game"])
        .where(
            mine.c.account.in_(accounts),
            theirs.c.account.in_(accounts),
            mine.c["at"] > at - RATED_TOGETHER,
            mine.c["game"] != game,
            RATED.c.edition == edition,
        )
        .group_by(mine.c.account, theirs.c.account)
        .subquery()
    )
    return sa.select(sa.func.max(pairs.c.tables))
