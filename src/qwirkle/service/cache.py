"""The tables a process has at hand: folded once, kept while they are in use, dropped when idle.

Only a cache: what is dropped is folded again from the store. The lock of a table keeps commands of
this process in order; between processes the store decides.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence

from qwirkle.service.ports import Store, Stored
from qwirkle.service.table.decision import TableDecision
from qwirkle.service.table.events import read_event
from qwirkle.service.table.evolve import evolve
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.state import Table
from qwirkle.service.table.views import News

NEWS_KEPT = 3
"""The last events of a table that are told from memory."""


class Kept:
    """A table at hand, and what was told of it last."""

    __slots__ = ("lock", "news", "table", "used_at")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.news: deque[News] = deque(maxlen=NEWS_KEPT)
        self.used_at = 0

    @property
    def seq(self) -> int:
        """The number of the last event it knows of."""
        return 0 if self.table is None else self.table.seq

    def add(self, decision: TableDecision) -> None:
        """Go on to what was decided and has been written."""
        for event, after in zip(decision.events, decision.states, strict=True):
            self.news.append(News(event, after, decision.at))
            self.table = after

    def news_since(self, since: int) -> list[News] | None:
        """What happened after an event, as far as it is at hand; None if some of it is not."""
        if since == self.seq:
            return []
        news = [one for one in self.news if one.seq > since]
        return news if news and news[0].seq == since + 1 else None

    def fold(self, stored: Sequence[Stored]) -> None:
        """More events from the store; a whole table's are not worth telling one by one."""
        quietly = len(stored) > NEWS_KEPT
        for row in stored:
            event = read_event(row.body)
            if row.seq != self.seq + 1:
                raise ValueError(f"event {row.seq} of a table follows its event {self.seq}")
            self.table = evolve(self.table, event, row.at)
            if quietly:
                self.news.clear()
            else:
                self.news.append(News(event, self.table, row.at))


def news_of(stored: Sequence[Stored], since: int, until: int) -> list[News]:
    """The news after one event up to another, made anew from all events of a table."""
    news: list[News] = []
    table: Table | None = None
    for row in stored[:until]:
        event = read_event(row.body)
        table = evolve(table, event, row.at)
        if row.seq > since:
            news.append(News(event, table, row.at))
    return news


class Shelf:
    """The tables at hand, those used last at the end."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def place(self, table: str, now: int) -> Kept:
        """The place of a table, perhaps still empty: take its lock, then ``filled``."""
        kept = self._kept.get(table)
        if kept is None:
            kept = self._kept[table] = Kept()
            self._make_room()
        else:
            self._kept.move_to_end(table)
        kept.used_at = now
        return kept

    def at_hand(self, table: str) -> Kept | None:
        """The place of a table that is folded, if it is."""
        kept = self._kept.get(table)
        return kept if kept is not None and kept.table is not None else None

    async def filled(self, table: str, kept: Kept) -> Table:
        """The table, read if it is not at hand; refused if there is none. Needs the lock."""
        if kept.table is None:
            kept.fold(await self._store.read(table))
        if kept.table is None:
            self._kept.pop(table, None)
            raise refusal(TableReason.NO_SUCH_TABLE)
        return kept.table

    async def caught_up(self, table: str, kept: Kept) -> bool:
        """Read what others have written meanwhile; whether there was anything. Needs the lock."""
        known = kept.seq
        if known == 0:
            await self.filled(table, kept)
        else:
            kept.fold(await self._store.read(table, known))
        return kept.seq > known

    def forget_news(self, before: int) -> None:
        """Forget the news of tables that nobody has used since: all who follow have heard them."""
        for kept in self._kept.values():
            if kept.used_at < before and kept.news and not kept.lock.locked():
                kept.news.clear()

    def drop_idle(self, before: int) -> int:
        """Drop tables that nobody has used since; how many."""
        idle = [
            table
            for table, kept in self._kept.items()
            if kept.used_at < before and not kept.lock.locked()
        ]
        for table in idle:
            del self._kept[table]
        return len(idle)

    def _make_room(self) -> None:
        if len(self._kept) <= self._most:
            return
        newest = next(reversed(self._kept))
        for table, kept in self._kept.items():
            if not kept.lock.locked() and table != newest:
                del self._kept[table]
                return
