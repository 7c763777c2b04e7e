"""Results for statistics, in the database: one row per seat of a game that counts.

Nothing here is the only copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qwirkle.tables.core.names import GUEST
from qwirkle.tables.results.model import (
    ACCOUNT,
    Encounter,
    GameResult,
    KnownPerson,
    SeatResult,
    Totals,
    account_person,
    forget_person,
    removed_person,
)
from qwirkle.tables.storage.sql.rows import Rows, fill
from qwirkle.tables.storage.sql.schema import ACCOUNTS, GAMES, ID, METADATA

RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("game", ID, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", ID, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("edition", ID, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("tied", sa.Boolean, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("margin", sa.Integer),
    sa.Column("best_turn", sa.Integer, nullable=False),
    sa.Column("qwirkles", sa.Integer, nullable=False),
    sa.Column("luck", sa.Double),
    sqlite_with_rowid=False,
)
sa.Index("ix_results_person", RESULTS.c.person, RESULTS.c.at, RESULTS.c["game"])


def _count(condition: sa.ColumnElement[bool]) -> sa.Function[int]:
    return sa.func.sum(sa.case((condition, 1), else_=0))


def _totals() -> sa.Select[*tuple[object, ...]]:
    own = RESULTS.c
    won = sa.and_(own.place == 1, ~own.tied)
    return (
        sa.select(
            own.edition,
            sa.func.count(),
            _count(won),
            _count(sa.and_(own.place == 1, own.tied)),
            sa.func.sum(own.score),
            sa.func.max(own.score),
            sa.func.max(own.best_turn),
            sa.func.max(own.qwirkles),
            sa.func.max(sa.case((won, own.margin))),
            sa.func.coalesce(sa.func.sum(own.luck), 0.0),
            sa.func.count(own.luck),
        )
        .where(own.person == sa.bindparam("person"))
        .group_by(own.edition)
        .order_by(own.edition)
    )


def _encounters() -> sa.Select[*tuple[object, ...]]:
    mine, theirs = RESULTS.alias("mine"), RESULTS.alias("theirs")
    won, lost = mine.c.place < theirs.c.place, mine.c.place > theirs.c.place
    margin = sa.case((mine.c.margin.is_not(None), mine.c.score - theirs.c.score))
    luck = mine.c.luck - theirs.c.luck
    key = (theirs.c.edition, theirs.c.person, theirs.c.name)
    return (
        sa.select(
            *key,
            sa.func.count(),
            _count(won),
            _count(lost),
            sa.func.coalesce(sa.func.sum(margin), 0),
            sa.func.count(margin),
            sa.func.max(sa.case((won, margin))),
            sa.func.max(sa.case((lost, -margin))),
            sa.func.coalesce(sa.func.sum(luck), 0.0),
            sa.func.count(luck),
            sa.func.max(mine.c["at"]),
        )
        .join(theirs, sa.and_(theirs.c["game"] == mine.c["game"], theirs.c.seat != mine.c.seat))
        .where(mine.c.person == sa.bindparam("person"))
        .group_by(*key)
    )


# Made once: making a statement takes longer than running it.
TOTALS, ENCOUNTERS = _totals(), _encounters()
PEOPLE_LIKE = (
    sa.select(RESULTS.c.person, RESULTS.c.name, sa.func.max(RESULTS.c["at"]).label("last"))
    .where(RESULTS.c.person >= sa.bindparam("prefix"), RESULTS.c.person < sa.bindparam("beyond"))
    .group_by(RESULTS.c.person, RESULTS.c.name)
)


class SqlResults(Rows):
    """The ``ResultStore`` of a server."""

    async def to_tally(self, limit: int) -> list[str]:
        """Return finished tables whose results are not stored yet."""
        wanted = (
            sa.select(GAMES.c["game"])
            .where(GAMES.c.tallied.is_(None), GAMES.c.finished == sa.true())
            .order_by(GAMES.c["game"])
            .limit(limit)
        )
        return await self._scalars(wanted)

    async def keep_results(self, game: str, result: GameResult | None) -> bool:
        """Store the results of a table, replacing any earlier ones."""
        marking = sa.update(GAMES).where(GAMES.c["game"] == game).values(tallied=True)
        removing = sa.delete(RESULTS).where(RESULTS.c["game"] == game)
        persons = [] if result is None else [seat.person for seat in result.seats]
        accounts = [who.removeprefix(ACCOUNT) for who in persons if who.startswith(ACCOUNT)]
        # Locked, so that accounts that exist now stay until this transaction ends.
        there = (
            sa.select(ACCOUNTS.c.id)
            .where(ACCOUNTS.c.id.in_(accounts))
            .order_by(ACCOUNTS.c.id)
            .with_for_update(read=True, key_share=True)
        )

        def keep(connection: Connection) -> bool:
            # The same lock as for appends: two processes may count the same game.
            self._database.lock(connection, [game])
            if not connection.execute(marking).rowcount:
                return False
            connection.execute(removing)
            if result is not None:
                known = {account_person(account) for account in connection.scalars(there)}
                connection.execute(sa.insert(RESULTS), _rows(result, known))
            return True

        return await self._database.write(keep)

    async def result(self, game: str) -> GameResult | None:
        """Return the stored results of a table."""
        found = await self._games(sa.select(RESULTS).where(RESULTS.c["game"] == game))
        return found[0] if found else None

    async def is_tallied(self, game: str) -> bool:
        """Return whether a table has been counted."""
        wanted = sa.select(GAMES.c.tallied).where(GAMES.c["game"] == game)
        return bool(await self._scalar(wanted))

    async def keep_luck(self, game: str, luck: Sequence[float]) -> None:
        """Store the luck of every seat."""
        noting = (
            sa.update(RESULTS)
            .where(RESULTS.c["game"] == game, RESULTS.c.seat == sa.bindparam("of"))
            .values(luck=sa.bindparam("points"))
        )
        rows = [{"of": seat, "points": points} for seat, points in enumerate(luck)]
        await self._database.write(lambda connection: connection.execute(noting, rows))

    async def totals(self, person: str) -> list[Totals]:
        """Return the totals of a person's games, by edition."""
        rows = await self._all(TOTALS, person=person)
        return [fill(Totals, row) for row in rows]

    async def encounters(self, person: str) -> list[Encounter]:
        """Return the totals by opponent."""
        rows = await self._all(ENCOUNTERS, person=person)
        # Sorted here: databases do not agree about the order of names.
        return [fill(Encounter, row) for row in sorted(rows, key=lambda row: tuple(row[:3]))]

    async def people_like(self, prefix: str, limit: int) -> list[KnownPerson]:
        """Return people whose key has this prefix."""
        beyond = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        rows = await self._all(PEOPLE_LIKE, prefix=prefix, beyond=beyond)
        people: dict[str, KnownPerson] = {}
        for row in sorted(rows, key=lambda row: (row.last, row.name)):
            people[row.person] = KnownPerson(row.person, row.name, row.last)
        return sorted(people.values(), key=lambda known: (-known.at, known.person))[:limit]

    async def games_of(
        self, person: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameResult]:
        """Return games of a person, the latest first."""
        key = (RESULTS.c["at"], RESULTS.c["game"])
        own = (
            sa.select(RESULTS.c["game"])
            .where(RESULTS.c.person == person)
            .group_by(*key)
            .order_by(*(column.desc() for column in key))
            .limit(limit)
        )
        if before is not None:
            own = own.where(sa.tuple_(*key) < before)
        return await self._games(sa.select(RESULTS).where(RESULTS.c["game"].in_(own)))

    async def _games(self, wanted: sa.Select[*tuple[object, ...]]) -> list[GameResult]:
        """Return whole games, the latest first."""
        latest = wanted.order_by(RESULTS.c["at"].desc(), RESULTS.c["game"].desc(), RESULTS.c.seat)
        rows = await self._all(latest)
        return [
            GameResult(game, edition, at, tuple(_seat_of(row) for row in seats))
            for (game, edition, at), seats in groupby(
                rows, key=lambda row: (row.game, row.edition, row.at)
            )
        ]


def forget_account(connection: Connection, account: str) -> None:
    """Keep the results of an account, without its name."""
    person = account_person(account)
    nameless = {"person": removed_person(person), "name": GUEST}
    connection.execute(sa.update(RESULTS).where(RESULTS.c.person == person).values(nameless))


def _rows(result: GameResult, known: set[str]) -> list[dict[str, object]]:
    """Return the rows of a result; people who have removed their account are not named."""
    gone = {
        seat.person
        for seat in result.seats
        if seat.person.startswith(ACCOUNT) and seat.person not in known
    }
    seats = [forget_person(seat) if seat.person in gone else seat for seat in result.seats]
    return [
        {
            "game": result.game,
            "edition": result.edition,
            "at": result.at,
            "seat": seat.seat,
            "person": seat.person,
            "name": seat.name,
            "place": seat.place,
            "tied": seat.tied,
            "score": seat.score,
            "margin": seat.margin,
            "best_turn": seat.best_turn,
            "qwirkles": seat.qwirkles,
            "luck": seat.luck,
        }
        for seat in seats
    ]


def _seat_of(row: sa.Row[*tuple[object, ...]]) -> SeatResult:
    return SeatResult(
        seat=row.seat,
        person=row.person,
        name=row.name,
        place=row.place,
        tied=row.tied,
        score=row.score,
        margin=row.margin,
        best_turn=row.best_turn,
        qwirkles=row.qwirkles,
        luck=row.luck,
    )
