"""The public lists of tables on a server, page by page.

A table is in a list only if its host wants that, and only while somebody is present: a table that
everybody has left keeps nobody waiting. Names are those at the table; nothing else is revealed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable

import msgspec

from qwirkle.tables.core.settings import SECOND, Clock
from qwirkle.tables.core.state import ListedAs, Table
from qwirkle.tables.core.views import EditionView, Now, edition_view, now_view
from qwirkle.tables.live.presence import Presences
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.storage.ports import ListedGame, Present, Store

PAGE = 20
"""The number of tables in a page."""
MAX_OF_ONE = 3
"""The maximum number of tables in a page that one device has opened."""
MAX_OF_ADDRESS = 10
"""The maximum number in a page from one address, where a whole club may be."""
BATCH = 50
MAX_SCANNED = 200
"""The maximum number of rows read for one page: everybody may have left most of the tables."""
ARRIVING = 30 * SECOND
"""How long after it was opened a table is listed before anybody is connected to it."""


class ListedTable(msgspec.Struct, frozen=True):
    """A table in a list, as it appears to anybody with its link."""

    table: str
    opened_at: int
    edition: EditionView
    clock: Clock | None
    hints: bool
    now: Now


class ListedPage(msgspec.Struct, frozen=True):
    """Part of a list, the newest tables first."""

    tables: tuple[ListedTable, ...]
    before: str | None
    """The value to pass to get the tables before; None if there are none."""


class TablesList:
    """The public lists of a server."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        presences: Presences,
        opener: Callable[[Table], str] | None = None,
    ) -> None:
        """Show tables of these; ``opener`` returns the address that opened one, if it is known."""
        self._opener = opener
        self._tables = tables
        self._store = store
        self._presences = presences

    async def page(self, listing: ListedAs, before: tuple[int, str] | None = None) -> ListedPage:
        """Return a page of a list, in which nobody has more than a few tables."""
        found: list[ListedTable] = []
        openers: Counter[str] = Counter()
        last: ListedGame | None = None
        scanned = 0
        async for row, state in self.waiting_tables(listing, before):
            scanned += 1
            last = row
            if state is not None and self._has_room(state, openers):
                found.append(_entry(state))
            if len(found) == PAGE or scanned == MAX_SCANNED:
                break
        else:
            last = None
        return ListedPage(tuple(found), None if last is None else f"{last.created_at}.{last.game}")

    def _has_room(self, state: Table, openers: Counter[str]) -> bool:
        """Count a table for its openers, and return whether they may have another one in a page."""
        device = f"device {(*state.host, state.id)[0]}"
        address = f"address {self._opener(state)}" if self._opener is not None else device
        openers.update({device, address})
        return openers[device] <= MAX_OF_ONE and openers[address] <= MAX_OF_ADDRESS

    async def waiting_tables(
        self,
        listing: ListedAs,
        before: tuple[int, str] | None = None,
        edition: str | None = None,
    ) -> AsyncIterator[tuple[ListedGame, Table | None]]:
        """Yield the rows of a list, each with its table if it is really available now."""
        while rows := await self._store.list_tables(listing, BATCH, before, edition=edition):
            present = await self._presences.at([row.game for row in rows])
            for row in rows:
                yield row, await self._look_up(row, listing, present[row.game])
            before = rows[-1].created_at, rows[-1].game

    async def _look_up(self, row: ListedGame, listing: ListedAs, present: Present) -> Table | None:
        state = await self._tables.cached_table(row.game)
        if state.seq < row.last_seq:
            state = await self._tables.current(row.game)
        if state.listed_as != listing:
            return None
        if self._tables.now() < state.opened_at + ARRIVING:
            return state
        return state if present != Present() else None


def _entry(state: Table) -> ListedTable:
    return ListedTable(
        table=state.id,
        opened_at=state.opened_at,
        edition=edition_view(state),
        clock=state.settings.clock,
        hints=state.settings.hints,
        now=now_view(state),
    )
