"""Stores with windows, and a bus that can be made to forget, for tests of the service."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.people.model import Account, Rating
from qwirkle.tables.people.store import RATINGS, SESSIONS
from qwirkle.tables.storage.ports import Append, Stored
from qwirkle.tables.storage.sql import schema
from qwirkle.tables.storage.sql.appends import AppendWriter
from qwirkle.tables.storage.sql.database import Database, in_folder
from qwirkle.tables.storage.sql.memory import MemoryDatabase
from qwirkle.tables.storage.sql.migration import create_tables
from qwirkle.tables.stores import SqlStore


class WatchedStore(SqlStore):
    """The store of a server, in memory unless it is given a folder. Tests can look into it."""

    opened: list[WatchedStore] = []  # noqa: RUF012 - to be closed by whoever ran the scene

    def __init__(self, folder: Path | None = None) -> None:
        if folder is None:
            super().__init__(MemoryDatabase(), pace=0)
            return
        place = folder / f"{len(list(folder.iterdir()))}"
        super().__init__(Database(in_folder(place)), pace=0)
        self._database.prepare()
        self._database.write_here(create_tables)
        self.opened.append(self)

    def select(self, wanted: sa.Select[*tuple[Any, ...]]) -> list[sa.Row[*tuple[Any, ...]]]:
        """Look something up, now."""
        return list(self._database.read_here(lambda connection: connection.execute(wanted).all()))

    @property
    def rows(self) -> dict[str, list[Stored]]:
        """The events of all tables, in the order in which these were opened."""
        events, games = schema.EVENTS.c, schema.GAMES.c
        found: dict[str, list[Stored]] = {}
        for table, seq, at, body in self.select(
            sa.select(events["game"], events.seq, events["at"], events.body)
            .join(schema.GAMES, games["game"] == events["game"])
            .order_by(games.created_at, events["game"], events.seq)
        ):
            found.setdefault(table, []).append(Stored(seq, at, body.encode()))
        return found

    @property
    def dues(self) -> dict[str, int | None]:
        found = self.select(sa.select(schema.GAMES.c["game"], schema.GAMES.c.due))
        return {row.game: row.due for row in found}

    def note(self, append: Append) -> None:
        """Write something behind the back of the service."""
        writer = AppendWriter(self._database)
        self._database.write_here(lambda connection: writer.together(connection, [append]))

    def forget(self, table: str) -> None:
        """Let a table never have been."""

        def remove(connection: sa.Connection) -> None:
            for kept in (schema.EVENTS, schema.COMMANDS, schema.GAMES):
                connection.execute(sa.delete(kept).where(kept.c["game"] == table))

        self._database.write_here(remove)

    @property
    def documents(self) -> int:
        """How many documents there are."""
        return len(self.select(sa.select(schema.DOCUMENTS)))


class People(WatchedStore):
    """A store with windows into its accounts."""

    @property
    def accounts(self) -> dict[str, Account]:
        columns = schema.ACCOUNTS.c
        wanted = sa.select(
            columns["id"], columns.name, columns.password, columns.created_at, columns.banned_at
        )
        return {row[0]: Account(*row) for row in self.select(wanted)}

    @property
    def sessions(self) -> dict[str, tuple[str, int]]:
        found = self.select(sa.select(SESSIONS))
        return {row.token_hash: (row.account, row.expires_at) for row in found}

    @property
    def rated(self) -> dict[tuple[str, str], Rating]:
        found = self.select(sa.select(RATINGS))
        return {(row.edition, row.account): Rating(row.mu, row.sigma, row.games) for row in found}

    @property
    def results(self) -> list[tuple[str, int, str]]:
        """Tables, seats and accounts that were kept."""
        found = self.select(sa.select(schema.SEATS))
        return sorted((row.game, row.seat, row.account) for row in found)

    def welcome(self, *accounts: str) -> None:
        """Let there be accounts of these ids."""
        rows = [
            {"id": id_, "name": id_, "folded_name": id_, "password": "", "created_at": 0}
            for id_ in accounts
        ]
        adding = self._database.insert(schema.ACCOUNTS).on_conflict_do_nothing()
        self._database.write_here(lambda connection: connection.execute(adding, rows))


class QuietBus(LocalBus):
    """Reaches listeners of the same loop; can be made to forget messages."""

    def __init__(self) -> None:
        super().__init__()
        self.deaf = False

    async def publish(self, game: str, seq: int) -> None:
        if not self.deaf:
            await super().publish(game, seq)

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:  # noqa: ARG002
        """Nobody is called: who is present is no matter of these tests."""
        return lambda: None
