"""Accounts and sessions in the database. Secrets come here only as hashes."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from qwirkle.errors import StoreError
from qwirkle.tables.storage.ports import REMOVED_NAME, Account, account_person, removed_person
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.names import all_folds, earlier_fold, fold_name, forget_entrants
from qwirkle.tables.storage.sql.schema import ACCOUNTS, RESULTS, SESSIONS, TOURNAMENTS


class AccountRows:
    """The SQL of ``AccountStore``."""

    _database: Database

    async def add_account(self, account: Account) -> bool:
        """Add an account; False if its name is taken."""
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
            connection.execute(adding)
            return connection.scalar(named) == account.id  # a second attempt finds its own row

        return await self._database.write(add)

    async def account(self, account: str) -> Account | None:
        """The account with an id."""
        return await self._one(sa.select(ACCOUNTS).where(ACCOUNTS.c["id"] == account))

    async def account_named(self, name: str) -> Account | None:
        """The account with a name, however it is written; of two that look alike the nearer one."""
        wanted = sa.select(ACCOUNTS).where(ACCOUNTS.c.folded_name.in_(all_folds(name)))
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())

        def distance(row: sa.Row[*tuple[Any, ...]]) -> tuple[bool, bool, int, str]:
            other = earlier_fold(row.name) != earlier_fold(name)
            return row.name != name, other, row.created_at, row.id

        return _account_of(min(rows, key=distance)) if rows else None

    async def change_password(self, account: str, password: str) -> None:
        """Keep another hash, and end every session of the account."""
        changing = sa.update(ACCOUNTS).where(ACCOUNTS.c["id"] == account).values(password=password)
        ending = sa.delete(SESSIONS).where(SESSIONS.c.account == account)

        def change(connection: Connection) -> None:
            connection.execute(changing)
            connection.execute(ending)

        await self._database.write(change)

    async def rehash_password(self, account: str, old: str, new: str) -> None:
        """Keep a stronger hash of the same password."""
        same = sa.and_(ACCOUNTS.c["id"] == account, ACCOUNTS.c.password == old)
        await self._do(sa.update(ACCOUNTS).where(same).values(password=new))

    async def remove_account(self, account: str) -> None:
        """Forget an account; what hangs on it goes with it, and what it was called elsewhere."""
        person = account_person(account)
        nameless = {"person": removed_person(person), "name": REMOVED_NAME}
        forgetting = sa.update(RESULTS).where(RESULTS.c.person == person).values(nameless)
        removing = sa.delete(ACCOUNTS).where(ACCOUNTS.c["id"] == account)
        named = f'"account":{msgspec.json.encode(account).decode()}'
        tournaments = (
            sa.select(TOURNAMENTS)
            .where(TOURNAMENTS.c.body.contains(named, autoescape=True))
            .with_for_update()
        )

        def remove(connection: Connection) -> None:
            connection.execute(removing)
            connection.execute(forgetting)
            for row in connection.execute(tournaments).all():
                body = forget_entrants(row.body, {account})
                # Whoever decides on the version before has to decide again.
                same = TOURNAMENTS.c.tournament == row.tournament
                values = {"body": body, "version": row.version + 1}
                connection.execute(sa.update(TOURNAMENTS).where(same).values(values))

        await self._database.write(remove)

    async def add_session(self, token_hash: str, account: str, expires_at: int) -> None:
        """A device that is logged in; none for an account that was just removed."""
        adding = sa.insert(SESSIONS).values(
            token_hash=token_hash, account=account, expires_at=expires_at
        )
        try:
            await self._do(adding)
        except StoreError as error:
            if not isinstance(error.__context__, IntegrityError):
                raise

    async def session(self, token_hash: str, now: int) -> Account | None:
        """Whose session it is, if it has not expired."""
        return await self._one(
            sa.select(ACCOUNTS)
            .join(SESSIONS, SESSIONS.c.account == ACCOUNTS.c["id"])
            .where(
                SESSIONS.c.token_hash == token_hash,
                SESSIONS.c.expires_at > now,
                ACCOUNTS.c.banned_at.is_(None),
            )
        )

    async def end_session(self, token_hash: str) -> bool:
        """Log a device out."""
        return bool(await self._do(sa.delete(SESSIONS).where(SESSIONS.c.token_hash == token_hash)))

    async def end_sessions(self, account: str) -> None:
        """Log every device of an account out."""
        await self._do(sa.delete(SESSIONS).where(SESSIONS.c.account == account))

    async def forget_sessions(self, now: int) -> int:
        """Drop what has expired."""
        return await self._do(sa.delete(SESSIONS).where(SESSIONS.c.expires_at <= now))

    async def oldest_accounts(
        self, limit: int, after: tuple[int, str] | None = None
    ) -> list[Account]:
        """Accounts, the oldest first."""
        key = (ACCOUNTS.c.created_at, ACCOUNTS.c["id"])
        wanted = sa.select(ACCOUNTS).order_by(*key).limit(limit)
        if after is not None:
            wanted = wanted.where(sa.tuple_(*key) > after)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [_account_of(row) for row in rows]

    async def rename_account(self, account: str, name: str) -> bool:
        """Rename an account; False if the name is taken."""
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
            return connection.execute(renaming).rowcount == 1

        try:
            return await self._database.write(rename)
        except StoreError as error:
            if isinstance(error.__context__, IntegrityError):  # somebody else was quicker
                return False
            raise

    async def ban_account(self, account: str, at: int | None) -> None:
        """Ban an account and end its sessions, or lift the ban."""
        banning = sa.update(ACCOUNTS).where(ACCOUNTS.c["id"] == account).values(banned_at=at)
        ending = sa.delete(SESSIONS).where(SESSIONS.c.account == account)

        def ban(connection: Connection) -> None:
            connection.execute(banning)
            if at is not None:
                connection.execute(ending)

        await self._database.write(ban)

    async def _one(self, wanted: sa.Select[Any]) -> Account | None:
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return None if row is None else _account_of(row)

    async def _do(self, statement: sa.UpdateBase) -> int:
        return await self._database.write(lambda connection: connection.execute(statement).rowcount)


def _account_of(row: sa.Row[*tuple[Any, ...]]) -> Account:
    return Account(row.id, row.name, row.password, row.created_at, row.banned_at)
