"""Deletes finished tables that are in nobody's history, and tournaments, after a while."""

from __future__ import annotations

from collections.abc import Callable

from qwirkle.tables.storage.ports import AdminStore

BATCH = 20
"""How many tables are deleted at a time, so that no turn waits for long."""


class OldTables:
    """Finished tables of guests that have not changed for some time."""

    def __init__(
        self,
        store: AdminStore,
        now: Callable[[], int],
        age_ms: int,
        on_deleted: Callable[[int], None] | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._age_ms = age_ms
        self._on_deleted = on_deleted

    async def delete_some(self) -> bool:
        """Delete the oldest ones; return whether there may be more."""
        before = self._now() - self._age_ms
        await self._store.remove_tournaments(before)
        old = await self._store.old_guest_tables(before, BATCH)
        deleted = [await self._store.remove_table(table, before) for table in old]
        if any(deleted) and self._on_deleted is not None:
            self._on_deleted(sum(deleted))
        return len(old) == BATCH
