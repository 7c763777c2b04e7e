"""Tables as the operators of a server see them: with their players, but no hand and no seed.

Operators may delete a table, and have those of guests deleted after a while. Finished tables are
archived after a while: each then takes a kilobyte, and every request about it is answered as
before.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from qwirkle.errors import StoreError
from qwirkle.tables.core.events import How
from qwirkle.tables.core.settings import HOUR
from qwirkle.tables.core.state import Phase, Table
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.storage.ports import GameRow

if TYPE_CHECKING:
    from qwirkle.tables.admin.store import AdminStore
    from qwirkle.tables.storage.sql.tables import SqlTables

BATCH = 20
"""The number of tables deleted at a time, so that no turn waits for long."""
MAX_PACKED = 5
"""The number of tables archived at a time: each takes 10 to 30 ms of processor time."""
PACKING_MS = HOUR
"""How long a table is kept from other processes; one that cannot be archived is left alone."""


class TableSummary(msgspec.Struct, frozen=True):
    """A line in the list of tables."""

    table: str
    title: str
    game: str
    finished: bool
    events: int
    created_at: int
    updated_at: int


class SeatSummary(msgspec.Struct, frozen=True):
    """A seat of a table."""

    kind: str
    name: str
    bot: str
    account: str | None
    devices: int


class TableReport(msgspec.Struct, frozen=True):
    """One table."""

    table: str
    phase: Phase
    game: str
    seats: list[SeatSummary]
    opened_at: int
    events: int
    turns: int
    to_move: int | None
    ended: How | None
    rematch: str | None


def summary_of(row: GameRow) -> TableSummary:
    """Return a table's line in the list."""
    index = row.index
    return TableSummary(
        table=row.game,
        title=index.title if index else "",
        game=index.edition if index else "",
        finished=index is not None and index.finished,
        events=row.last_seq,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def report_of(table: Table) -> TableReport:
    """Return a description of a table, without anything that would help a player."""
    return TableReport(
        table=table.id,
        phase=table.phase,
        game=table.settings.game,
        seats=[
            SeatSummary(seat.kind, seat.name, seat.bot, seat.account, len(seat.keys))
            for seat in table.seats
        ],
        opened_at=table.opened_at,
        events=table.seq,
        turns=0 if table.game is None else table.game.turns_played,
        to_move=table.to_move,
        ended=None if table.ended is None else table.ended.how,
        rematch=None if table.next is None else table.next.table,
    )


async def delete_table(tables: Tables, store: AdminStore, table: str) -> None:
    """Delete a table; a running one is closed first, so that servers stop playing it."""
    state = await tables.current(table)
    if state.phase != "ended":
        await tables.close(table)
    await store.remove_table(table)


class OldTables:
    """Finished tables of guests that have not changed for some time."""

    def __init__(
        self,
        store: AdminStore,
        now: Callable[[], int],
        age_ms: int,
        *,
        remove_tournaments: Callable[[int], Awaitable[int]] | None = None,
        on_deleted: Callable[[int], None] | None = None,
    ) -> None:
        self._store = store
        self._remove_tournaments = remove_tournaments
        self._now = now
        self._age_ms = age_ms
        self._on_deleted = on_deleted

    async def delete_some(self) -> bool:
        """Delete the oldest ones; return whether there may be more."""
        before = self._now() - self._age_ms
        if self._remove_tournaments is not None:
            await self._remove_tournaments(before)
        old = await self._store.old_guest_tables(before, BATCH)
        deleted = [await self._store.remove_table(table, before) for table in old]
        if any(deleted) and self._on_deleted is not None:
            self._on_deleted(sum(deleted))
        return len(old) == BATCH


class FinishedTables:
    """Tables that ended some time ago, whose events go into archives.

    When there are none, empty months of events are dropped from the store.
    """

    def __init__(
        self,
        store: SqlTables,
        now: Callable[[], int],
        age_ms: int,
        *,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._age_ms = age_ms
        self._on_fault = on_fault

    async def archive_some(self) -> bool:
        """Archive the oldest ones; return whether there may be more."""
        now = self._now()
        claimed = await self._store.claim_finished(
            now - self._age_ms, MAX_PACKED, now=now, lease=PACKING_MS
        )
        for table in claimed:
            try:
                await self._store.archive(table, now)
            except StoreError:
                raise
            except Exception as error:
                # It stays as it is, and is tried again when the claim has expired.
                if self._on_fault is not None:
                    self._on_fault(table, error)
        if len(claimed) == MAX_PACKED:
            return True
        await self._store.keep_months(now, self._age_ms)
        return False
