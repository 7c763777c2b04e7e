"""What accounts have practised, in the database: one row for each account."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qwirkle.tables.storage.sql.rows import Rows
from qwirkle.tables.storage.sql.schema import ACCOUNTS, METADATA, account_column
from qwirkle.tables.training.training import StoredTraining, Training

TRAINING = sa.Table(
    "training",
    METADATA,
    account_column(primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


class TrainingStore(Rows):
    """The rows of what accounts have practised; they are deleted with the account."""

    async def training(self, account: str) -> StoredTraining:
        """Return what an account has practised."""
        return _read(await self._first(_of(account)))

    async def change_training(
        self, account: str, change: Callable[[Training], Training]
    ) -> StoredTraining | None:
        """Change what an account has practised, and return it; None if there is no such account.

        If the change leaves it as it is, nothing is written.
        """
        # Locked, so that an account that exists now stays until this transaction ends.
        there = (
            sa.select(ACCOUNTS.c.id)
            .where(ACCOUNTS.c["id"] == account)
            .with_for_update(read=True, key_share=True)
        )
        made = self._database.insert(TRAINING)
        keep = made.on_conflict_do_update(
            index_elements=["account"],
            set_={name: made.excluded[name] for name in ("version", "body")},
        )

        def work(connection: Connection) -> StoredTraining | None:
            self._database.lock(connection, [f"training {account}"])
            if connection.scalar(there) is None:
                return None
            before = _read(connection.execute(_of(account)).first())
            after = change(before.training)
            if after == before.training:
                return before
            version = before.version + 1
            body = msgspec.json.encode(after).decode()
            connection.execute(keep, {"account": account, "version": version, "body": body})
            return StoredTraining(version, after)

        return await self._database.write(work)


def _of(account: str) -> sa.Select[*tuple[object, ...]]:
    return sa.select(TRAINING.c.version, TRAINING.c.body).where(TRAINING.c.account == account)


def _read(row: sa.Row[*tuple[object, ...]] | None) -> StoredTraining:
    if row is None:
        return StoredTraining(0)
    return StoredTraining(row.version, msgspec.json.decode(row.body, type=Training))
