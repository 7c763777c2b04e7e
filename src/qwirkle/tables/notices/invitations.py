"""Invitations: a person who is asked for a rematch and is away gets a notice.

Nobody is pestered: only recipients who turned notices on get one, each person can cause at most
``MAX_PER_DAY`` of them a day to each recipient, all people together ``MAX_OF_ALL_PER_DAY``, because
a person can have many devices, and muting the earlier game after an invitation
silences all further ones from the same person for as long as notices are stored. The rows of
earlier invitations decide that, so it holds for any number of processes.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from qwirkle.errors import Refused
from qwirkle.tables.core.settings import DAY
from qwirkle.tables.core.state import Table, TableSeat
from qwirkle.tables.live.presence import Presences
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.notices.model import BEFORE_GAME, NoticeKey, NoticePlan, PlannedNotice
from qwirkle.tables.notices.plan import targets_of

if TYPE_CHECKING:
    from qwirkle.tables.notices.store import NoticeStore

MAX_PER_DAY = 2
"""The maximum number of invitations from one person to one recipient within a day."""

MAX_OF_ALL_PER_DAY = 6
"""The maximum number of invitations to one recipient within a day."""


class Invitations:
    """The invitations to rematches at all tables of a store."""

    def __init__(self, store: NoticeStore, tables: Tables, presences: Presences) -> None:
        self._store = store
        self._tables = tables
        self._presences = presences

    async def plan(self, state: Table, wanted: set[str]) -> NoticePlan:
        """Return the notices of a table that waits for invited people, for those who want them."""
        notices: list[PlannedNotice] = []
        for number in state.invited:
            targets = [target for target in targets_of(state.seats[number]) if target in wanted]
            seen = bool(targets) and await self._is_here(state, number)
            notices += [PlannedNotice("invitation", target, seen) for target in targets]
        return NoticePlan(state.id, state.seq, BEFORE_GAME, tuple(notices), None)

    async def is_open(self, state: Table, key: NoticeKey) -> bool:
        """Return whether an invitation is still to be sent."""
        seats = [n for n in state.invited if key.target in targets_of(state.seats[n])]
        for number in seats:
            if await self._is_here(state, number):
                return False
            if await self._is_welcome(state, state.seats[number], key):
                return True
        return False

    async def _is_here(self, state: Table, number: int) -> bool:
        """Return whether an invited person is connected to the table, or to the one before it."""
        earlier = await self._load(state.before)
        tables = [state] if earlier is None else [state, earlier]
        present = await self._presences.at([table.id for table in tables])
        return any(
            _is_same(table.seats[seat], state.seats[number])
            for table in tables
            for seat in present[table.id].seats
        )

    async def _is_welcome(self, state: Table, seat: TableSeat, key: NoticeKey) -> bool:
        """Return whether neither a mute nor the limit of a day stands against an invitation."""
        since = self._tables.now() - DAY
        before_this = 0
        of_others: Counter[tuple[str, ...]] = Counter()
        for table, at in await self._store.invitations_to(key.target):
            other = state if table == state.id else await self._load(table)
            if table != state.id and at >= since:
                of_others[(table,) if other is None else other.host] += 1
            if other is not None and not _same_host(other, state):
                continue
            if other is not None and await self._is_muted(other, seat):
                return False
            if table == state.id:
                # Those beyond the limit of one person were not sent.
                of_all = sum(min(count, MAX_PER_DAY) for count in of_others.values())
                return before_this < MAX_PER_DAY and of_all < MAX_OF_ALL_PER_DAY
            # Nobody knows who invited to a table that is gone: it counts.
            before_this += at >= since
        return False

    async def _is_muted(self, state: Table, seat: TableSeat) -> bool:
        """Return whether a person has muted the game after which they were invited."""
        earlier = await self._load(state.before)
        if earlier is None:
            return False
        muted = await self._store.muted_seats([earlier.id])
        return any(_is_same(earlier.seats[number], seat) for _, number in muted)

    async def _load(self, table: str | None) -> Table | None:
        try:
            return None if table is None else await self._tables.cached_table(table)
        except Refused:
            return None


def _is_same(one: TableSeat, other: TableSeat) -> bool:
    """Return whether the same person has both seats."""
    if one.account is not None and one.account == other.account:
        return True
    return not set(one.keys).isdisjoint(other.keys)


def _same_host(one: Table, other: Table) -> bool:
    """Return whether the same person has opened both tables."""
    if not set(one.host).isdisjoint(other.host):
        return True
    return bool(_accounts_of_host(one) & _accounts_of_host(other))


def _accounts_of_host(table: Table) -> set[str]:
    return {
        seat.account
        for seat in table.seats
        if seat.account is not None and not set(table.host).isdisjoint(seat.keys)
    }
