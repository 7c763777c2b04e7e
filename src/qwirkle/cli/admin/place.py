"""The store that a command works on; a missing one is never created."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from qwirkle.errors import QwirkleError

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from qwirkle.tables.live.tables import Tables
    from qwirkle.tables.stores import SqlStore


@dataclass(frozen=True, kw_only=True)
class Place:
    """The location of the store, as for qwirkle serve."""

    data: Annotated[Path | None, Parameter(env_var="QWIRKLE_DATA")] = None
    """The folder of the store, as for qwirkle serve."""
    database: Annotated[str | None, Parameter(env_var="QWIRKLE_DATABASE")] = None
    """Another database: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE."""

    def url(self) -> URL:
        """Return the address of the store."""
        from qwirkle.tables.storage.sql.database import choose_location

        return choose_location(self.database, self.data)

    @asynccontextmanager
    async def store(self) -> AsyncIterator[SqlStore]:
        """Open the store, which must already exist."""
        from qwirkle.tables.storage.sql.database import Database
        from qwirkle.tables.storage.sql.migration import check_current
        from qwirkle.tables.stores import SqlStore

        await check_current(self.url())
        store = SqlStore(Database(self.url()))
        await store.open()
        try:
            yield store
        finally:
            await store.close()

    @asynccontextmanager
    async def tables(self, redis: str | None) -> AsyncIterator[tuple[Tables, SqlStore]]:
        """Open the store, and the bus on which changes are announced."""
        from qwirkle.tables.live.bus import bus_at
        from qwirkle.tables.live.tables import Tables

        async with self.store() as store:
            bus = bus_at(redis)
            await bus.open()
            try:
                yield Tables(store, bus), store
            finally:
                await bus.close()


Where = Annotated[Place, Parameter(name="*")]
Yes = Annotated[bool, Parameter(negative="")]
Redis = Annotated[str | None, Parameter(env_var="QWIRKLE_REDIS")]
NOWHERE = Place()


def confirm(question: str, *, yes: bool) -> None:
    """Ask before something is deleted; without a terminal, --yes is required."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise QwirkleError(f"{question} Say --yes to do it without being asked.")
    from qwirkle.terminal.output import PlainConsole

    if PlainConsole().input(f"{question} [y/N] ").strip().lower() not in {"y", "yes"}:
        raise SystemExit(1)
