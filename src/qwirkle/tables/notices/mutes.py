"""Muted tables: a player gets no more notices of one game, and still those of all others.

The notices of a game that is over are invitations to play again; see ``invitations``.

The seat is muted, for every device that holds it and for mail to its account. That is safe because
nobody else takes a seat of a running game. The host of the server still gets the notices of all
tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwirkle.tables.core.commands import Actor
from qwirkle.tables.core.decide.guards import must_have_begun, own_seats
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.tables import Tables

if TYPE_CHECKING:
    from qwirkle.tables.notices.store import NoticeStore


class Mutes:
    """All muted seats of a store."""

    def __init__(self, store: NoticeStore, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def is_muted(self, table: str, actor: Actor) -> bool:
        """Return whether all seats of a device at a table are muted."""
        _, seats = await self._own(table, actor)
        return {(table, seat) for seat in seats} <= await self._store.muted_seats([table])

    async def mute(self, table: str, actor: Actor) -> None:
        """Mute the seats of a device at a table."""
        await self._mute(*await self._own(table, actor))

    async def unmute(self, table: str, actor: Actor) -> None:
        """Unmute the seats of a device at a table, from the next notice on."""
        _, seats = await self._own(table, actor)
        await self._store.unmute(table, seats)

    async def mute_account(self, table: str, account: str) -> None:
        """Mute the seats of an account at a table."""
        state = await self._tables.current(table)
        seats = tuple(n for n, seat in enumerate(state.seats) if seat.account == account)
        if not seats:
            raise refusal(TableReason.NOT_SEATED)
        await self._mute(state, seats)

    async def silences(self, state: Table) -> bool:
        """Return whether the seat to move is muted."""
        return (state.id, state.to_move) in await self._store.muted_seats([state.id])

    async def _own(self, table: str, actor: Actor) -> tuple[Table, tuple[int, ...]]:
        state = await self._tables.current(table)
        return state, own_seats(state, actor)

    async def _mute(self, state: Table, seats: tuple[int, ...]) -> None:
        # Before the game somebody else may take the seat. After it, invitations are muted.
        must_have_begun(state)
        await self._store.mute(state.id, {seat: state.seats[seat].account for seat in seats})
