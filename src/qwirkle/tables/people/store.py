"""Accounts, their sessions, their seats and their ratings, in the database.

Secrets arrive here only as hashes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from qwirkle.errors import StoreError
from qwirkle.tables.core.names import alike, is_mistakable, mistakable_folds
from qwirkle.tables.people.model import (
    RATED_TOGETHER,
    Account,
    Rating,
    Revision,
    Seating,
    Standing,
)
from qwirkle.tables.storage.sql.rows import SecretRows
from qwirkle.tables.storage.sql.schema import (
    ACCOUNTS,
    GAMES,
    ID,
    METADATA,
    SEATS,
    account_column,
)
from qwirkle.tables.storage.sql.tables import index_of

SESSIONS = sa.Table(
    "sessions",
    METADATA,
    sa.Column("token_hash", ID, primary_key=True),
    account_column(),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
)
sa.Index("ix_sessions_account", SESSIONS.c.account)
sa.Index("ix_sessions_expires_at", SESSIONS.c.expires_at)
OPEN_SESSION = (
    sa.select(ACCOUNTS)
    .join(SESSIONS, SESSIONS.c.account == ACCOUNTS.c["id"])
    .where(
        SESSIONS.c.token_hash == sa.bindparam("token_hash"),
        SESSIONS.c.expires_at > sa.bindparam("now"),
        ACCOUNTS.c.banned_at.is_(None),
    )
)
"""Looked up with every request of a visitor who is signed in, hence built only once."""

RATINGS = sa.Table(
    "ratings",
    METADATA,
    account_column(primary_key=True),
    sa.Column("edition", ID, primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

RATED = sa.Table(
    "rated",
    METADATA,
    sa.Column("game", ID, primary_key=True),
    sa.Column("edition", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

Forget = Callable[[Connection, str], None]
"""Removes an account from one feature's rows."""


class PeopleStore(SecretRows):
    """The database rows about people with accounts."""

    _forget: Sequence[Forget] = ()
    """The functions with which other features forget a removed account."""

    async def add_account(self, account: Account) -> bool:
        """Add an account; return False if its name is taken, in any spelling."""
        adding = (
            self._database.insert(ACCOUNTS)
            .values(
                id=account.id,
                name=account.name,
                folded_name=fold_name(account.name),
                password=account.password,
                created_at=account.created_at,
            )
            .on_conflict_do_nothing()
        )
        named = sa.select(ACCOUNTS.c.id).where(ACCOUNTS.c.folded_name == fold_name(account.name))

        def add(connection: Connection) -> bool:
            if _is_mistakable(connection, account.name, account.id):
                return False
            connection.execute(adding)
            return connection.scalar(named) == account.id  # a second attempt finds its own row

        return await self._database.write(add)

    async def account(self, account: str) -> Account | None:
        """Return the account with an id."""
        return await self._one(sa.select(ACCOUNTS).where(ACCOUNTS.c["id"] == account))

    async def account_name(self, account: str) -> str | None:
        """Return the name of the account with an id."""
        found = await self.account(account)
        return None if found is None else found.name

    async def account_named(self, name: str) -> Account | None:
        """Return the account with a name, in any spelling."""
        wanted = sa.select(ACCOUNTS).where(ACCOUNTS.c.folded_name.in_(all_folds(name)))
        rows = await self._all(wanted)

        def distance(row: sa.Row[*tuple[object, ...]]) -> tuple[bool, bool, int, str]:
            other = earlier_fold(row.name) != earlier_fold(name)
            return row.name != name, other, row.created_at, row.id

        return _account_of(min(rows, key=distance)) if rows else None

    async def change_password(self, account: str, password: str) -> None:
        """Store another hash, and end every session of the account."""
        changing = sa.update(ACCOUNTS).where(ACCOUNTS.c["id"] == account).values(password=password)
        ending = sa.delete(SESSIONS).where(SESSIONS.c.account == account)

        def change(connection: Connection) -> None:
            connection.execute(changing)
            connection.execute(ending)

        await self._database.write(change)

    async def rehash_password(self, account: str, old: str, new: str) -> None:
        """Store a stronger hash of the same password, unless it was changed meanwhile."""
        same = sa.and_(ACCOUNTS.c["id"] == account, ACCOUNTS.c.password == old)
        await self._run(sa.update(ACCOUNTS).where(same).values(password=new))

    async def remove_account(self, account: str) -> None:
        """Delete an account with its sessions, history and ratings. Tables stay as they are.

        Data of other features about it are deleted in the same transaction.
        """
        removing = sa.delete(ACCOUNTS).where(ACCOUNTS.c["id"] == account)

        def remove(connection: Connection) -> None:
            connection.execute(removing)
            for forget in self._forget:
                forget(connection, account)

        await self._database.write(remove)

    async def add_session(self, token_hash: str, account: str, expires_at: int) -> None:
        """Add the session of a device."""
        adding = sa.insert(SESSIONS).values(
            token_hash=token_hash, account=account, expires_at=expires_at
        )
        try:
            await self._run(adding)
        except StoreError as error:
            if not isinstance(error.__context__, IntegrityError):
                raise

    async def session(self, token_hash: str, now: int) -> Account | None:
        """Return the account of a session, if it has not expired and the account is not banned."""
        return await self._one(OPEN_SESSION, token_hash=token_hash, now=now)

    async def end_session(self, token_hash: str) -> bool:
        """End the session of a device; return False if there is none."""
        return bool(await self._run(sa.delete(SESSIONS).where(SESSIONS.c.token_hash == token_hash)))

    async def end_sessions(self, account: str) -> None:
        """End every session of an account."""
        await self._run(sa.delete(SESSIONS).where(SESSIONS.c.account == account))

    async def forget_sessions(self, now: int) -> int:
        """Remove expired sessions, and return how many there were."""
        return await self._run(sa.delete(SESSIONS).where(SESSIONS.c.expires_at <= now))

    async def oldest_accounts(
        self, limit: int, after: tuple[int, str] | None = None
    ) -> list[Account]:
        """Return accounts, the oldest first; ``after``: creation and id of the last seen."""
        key = (ACCOUNTS.c.created_at, ACCOUNTS.c["id"])
        wanted = sa.select(ACCOUNTS).order_by(*key).limit(limit)
        if after is not None:
            wanted = wanted.where(sa.tuple_(*key) > after)
        rows = await self._all(wanted)
        return [_account_of(row) for row in rows]

    async def rename_account(self, account: str, name: str) -> bool:
        """Rename an account; return False if the name is taken, in any spelling."""
        folded = fold_name(name)
        renaming = (
            sa.update(ACCOUNTS)
            .where(ACCOUNTS.c["id"] == account)
            .values(name=name, folded_name=folded)
        )
        owner = sa.select(ACCOUNTS.c["id"]).where(
            ACCOUNTS.c.folded_name.in_(all_folds(name)), ACCOUNTS.c["id"] != account
        )

        def rename(connection: Connection) -> bool:
            if connection.execute(owner).first() is not None:
                return False
            if _is_mistakable(connection, name, account):
                return False
            return connection.execute(renaming).rowcount == 1

        try:
            return await self._database.write(rename)
        except StoreError as error:
            if isinstance(error.__context__, IntegrityError):  # somebody else was quicker
                return False
            raise

    async def ban_account(self, account: str, at: int | None) -> None:
        """Ban an account and end its sessions, or lift the ban (None)."""
        banning = sa.update(ACCOUNTS).where(ACCOUNTS.c["id"] == account).values(banned_at=at)
        ending = sa.delete(SESSIONS).where(SESSIONS.c.account == account)

        def ban(connection: Connection) -> None:
            connection.execute(banning)
            if at is not None:
                connection.execute(ending)

        await self._database.write(ban)

    async def keep_seat(self, account: str, game: str, seat: int, at: int) -> bool:
        """Give a seat to an account; return False if it is another's. Repeats have no effect."""
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
        """Return the seats of a table that accounts have, with the accounts' ids."""
        wanted = (
            sa.select(SEATS.c.seat, SEATS.c.account)
            .where(SEATS.c["game"] == game)
            .order_by(SEATS.c.seat)
        )
        rows = await self._all(wanted)
        return {row.seat: row.account for row in rows}

    async def history(
        self, account: str, limit: int, before: tuple[int, str, int] | None = None
    ) -> list[Seating]:
        """Return seats of an account, the latest first.

        ``before`` is the time, game and seat of the last one seen.
        """
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
        rows = await self._all(wanted)
        return [
            Seating(row.game, row.seat, row.at, row.last_seq or 0, index_of(row)) for row in rows
        ]

    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        """Revise the ratings of a finished table's accounts; return False if that was done before.

        The pair of accounts with the most rated tables of this edition within the last
        ``RATED_TOGETHER`` milliseconds counts; ``keep_seat`` has stored these tables. An account
        that was removed meanwhile is revised with the others and then forgotten.
        """
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
        # Locked, so that accounts that exist now stay until this transaction ends.
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
        """Return an account's ratings, by edition."""
        wanted = sa.select(RATINGS).where(RATINGS.c.account == account).order_by(RATINGS.c.edition)
        rows = await self._all(wanted)
        return {row.edition: Rating(row.mu, row.sigma, row.games) for row in rows}

    async def best(self, edition: str, limit: int, *, fewest_games: int = 0) -> list[Standing]:
        """Return the accounts with the highest ``mu - 3 * sigma`` at a game, the best first.

        Accounts with fewer rated games than ``fewest_games`` are left out.
        """
        wanted = (
            sa.select(RATINGS, ACCOUNTS.c.name)
            .join(ACCOUNTS, ACCOUNTS.c["id"] == RATINGS.c.account)
            .where(RATINGS.c.edition == edition, RATINGS.c.games >= fewest_games)
            .order_by((RATINGS.c.mu - 3 * RATINGS.c.sigma).desc(), RATINGS.c.account)
            .limit(limit)
        )
        rows = await self._all(wanted)
        return [
            Standing(row.account, row.name, Rating(row.mu, row.sigma, row.games)) for row in rows
        ]

    async def _one(
        self, wanted: sa.Select[*tuple[object, ...]], **values: object
    ) -> Account | None:
        row = await self._first(wanted, **values)
        return None if row is None else _account_of(row)


def _account_of(row: sa.Row[*tuple[object, ...]]) -> Account:
    return Account(row.id, row.name, row.password, row.created_at, row.banned_at)


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


def _is_mistakable(connection: Connection, name: str, account: str) -> bool:
    """Return whether another account has a name that could be mistaken for this one."""
    folded = ACCOUNTS.c.folded_name.in_(mistakable_folds(name))
    others = sa.select(ACCOUNTS.c.name).where(folded, ACCOUNTS.c["id"] != account)
    return any(is_mistakable(name, row.name) for row in connection.execute(others))


def fold_name(name: str) -> str:
    """Fold a name so that names that look the same become equal.

    Done here and not by the database, because databases differ in upper and lower case.
    """
    return alike(name)


def all_folds(name: str) -> set[str]:
    """Return the forms under which this or an earlier version may have stored a name."""
    return {fold_name(name), alike(name, at_first=True), earlier_fold(name)}


def earlier_fold(name: str) -> str:
    """Fold a name like the first versions: by case, width and the encoding of accents."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
