"""The tables that a process has in memory: folded once, kept while in use, dropped when idle.

It is only a cache: a table that was dropped is folded again from the store. The lock of a table
puts the commands of this process in order; between processes the store decides.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, MutableSequence, Sequence
from functools import partial
from typing import TypeVar

from qwirkle.api.visitors import asking
from qwirkle.tables.core.decide.decision import TableDecision
from qwirkle.tables.core.events import read_event
from qwirkle.tables.core.evolve import EarlierGameNeeded, TableFold
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import SentEvent
from qwirkle.tables.live.fair_lane import FairLane
from qwirkle.tables.live.tasks import on_a_thread
from qwirkle.tables.storage.ports import Store, Stored

MAX_SENT = 3
"""The number of a table's last events that are sent from memory."""
LONG = 150
"""The number of events from which on a history is read on a thread."""
LONG_AT_A_TIME = 2
"""The number of long histories that are read at the same time."""
T = TypeVar("T")


class CachedTable:
    """A table in memory, and its last events in the form in which they are sent."""

    __slots__ = ("lock", "sent", "table", "used_at")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.sent: deque[SentEvent] = deque(maxlen=MAX_SENT)
        self.used_at = 0

    @property
    def seq(self) -> int:
        """The number of the last known event."""
        return 0 if self.table is None else self.table.seq

    def add(self, decision: TableDecision) -> None:
        """Advance to a decision that has been written."""
        for event, after in zip(decision.events, decision.states, strict=True):
            add_sent(self.sent, SentEvent(event, after, decision.at))
            self.table = after

    def sent_since(self, since: int) -> list[SentEvent] | None:
        """Return the events after ``since``; None if some of them are no longer in memory."""
        if since == self.seq:
            return []
        sent = [event for event in self.sent if event.seq > since]
        return sent if sent and sent[0].seq == since + 1 else None

    def clear(self) -> None:
        """Forget everything."""
        self.table = None
        self.sent.clear()

    def fold(self, stored: Sequence[Stored]) -> None:
        """Add events from the store. Of many at a time, none are kept to be sent.

        On a thread, others see the table as it was until all of them are added.
        """
        folded, known = TableFold(self.table), self.seq
        added: list[SentEvent] = []
        for row in stored:
            event = read_event(row.body)
            if row.seq != known + 1:
                raise ValueError(f"event {row.seq} of a table follows its event {known}")
            table, known = folded.add(event, row.at), row.seq
            if len(stored) <= MAX_SENT:
                added.append(SentEvent(event, table, row.at))
        if stored:
            self.table = folded.table
        if len(stored) > MAX_SENT:
            self.sent.clear()
        for sent in added:
            add_sent(self.sent, sent)


def add_sent(sent: MutableSequence[SentEvent], event: SentEvent) -> None:
    """Append an event; only the last one that changes the game lists what its seat may do."""
    if event.changes_game:
        for earlier in sent:
            earlier.is_past()
    sent.append(event)


def sent_between(stored: Sequence[Stored], since: int, until: int) -> list[SentEvent]:
    """Return the events after one up to another, ready to be sent; ``stored`` has all of them."""
    sent: list[SentEvent] = []
    folded = TableFold()
    for row in stored[:until]:
        event = read_event(row.body)
        table = folded.add(event, row.at)
        if row.seq > since:
            add_sent(sent, SentEvent(event, table, row.at))
    return sent


class TableCache:
    """The tables in memory, in the order in which they were used last.

    A table with a long history is folded on a thread, and visitors take turns: a thousand events
    take some hundredths of a second.
    """

    def __init__(self, store: Store, size: int) -> None:
        self._store = store
        self._size = size
        self._entries: OrderedDict[str, CachedTable] = OrderedDict()
        self._lane = FairLane(LONG_AT_A_TIME)

    def __len__(self) -> int:
        return len(self._entries)

    def entry(self, table: str, now: int) -> CachedTable:
        """Return the entry of a table, perhaps still empty: take its lock, then ``load``."""
        entry = self._entries.get(table)
        if entry is None:
            entry = self._entries[table] = CachedTable()
            self._make_room()
        else:
            self._entries.move_to_end(table)
        entry.used_at = now
        return entry

    def get(self, table: str) -> CachedTable | None:
        """Return the entry of a table if it is in memory."""
        entry = self._entries.get(table)
        return entry if entry is not None and entry.table is not None else None

    async def load(self, table: str, entry: CachedTable) -> Table:
        """Return the table, read from the store if necessary. Needs the lock."""
        if entry.table is None:
            await self._fold(entry, await self._store.read(table))
        if entry.table is None:
            self._entries.pop(table, None)
            raise refusal(TableReason.NO_SUCH_TABLE)
        return entry.table

    async def catch_up(self, table: str, entry: CachedTable) -> bool:
        """Read the events that others have written; return whether there are any. Needs the lock.

        The last known event is read again: if it is gone, the table was deleted.
        """
        known = entry.seq
        if known == 0:
            await self.load(table, entry)
        elif stored := await self._store.read(table, known - 1):
            try:
                await self._fold(entry, stored[1:])
            except EarlierGameNeeded:
                stored = await self._store.read(table)
                entry.clear()
                await self._fold(entry, stored)
        else:
            entry.clear()
            self._entries.pop(table, None)
            raise refusal(TableReason.NO_SUCH_TABLE)
        return entry.seq > known

    async def sent_between(self, table: str, since: int, until: int) -> list[SentEvent]:
        """Return the events after one up to another, from the store."""
        stored = await self._store.read(table)
        return await self._with_history(len(stored), partial(sent_between, stored, since, until))

    async def fold_all(self, stored: Sequence[Stored]) -> TableFold:
        """Fold events from the first one on."""
        rows = ((read_event(row.body), row.at) for row in stored)
        return await self._with_history(len(stored), partial(TableFold.of, rows))

    async def _fold(self, entry: CachedTable, stored: Sequence[Stored]) -> None:
        await self._with_history(len(stored), partial(entry.fold, stored))

    async def _with_history(self, length: int, compute: Callable[[], T]) -> T:
        if length < LONG:
            return compute()
        async with self._lane.place(asking.get().address):
            return await on_a_thread(compute)

    def forget_sent(self, before: int) -> None:
        """Forget the events of tables not used since then: every follower has received them."""
        for entry in self._entries.values():
            if entry.used_at < before and entry.sent and not entry.lock.locked():
                entry.sent.clear()

    def drop_idle(self, before: int) -> int:
        """Drop tables not used since then, and return how many there were."""
        idle = [
            table
            for table, entry in self._entries.items()
            if entry.used_at < before and not entry.lock.locked()
        ]
        for table in idle:
            del self._entries[table]
        return len(idle)

    def _make_room(self) -> None:
        if len(self._entries) <= self._size:
            return
        newest = next(reversed(self._entries))
        for table, entry in self._entries.items():
            if not entry.lock.locked() and table != newest:
                del self._entries[table]
                return
