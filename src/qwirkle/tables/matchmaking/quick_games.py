"""Quick games: rated games between two strangers with accounts, one tap each.

The first to come waits at a table of their own; the next person who wants the same game sits down
there, and the game begins.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import MINUTE, SECOND, Clock, Face, SeatPlan
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Done, Tables
from qwirkle.tables.matchmaking.tables_list import MAX_SCANNED, TablesList
from qwirkle.tables.storage.ports import ListedGame

CLOCK = Clock("game", 10 * MINUTE, 10 * SECOND)
"""The clock of quick games, so that strangers do not keep each other waiting."""
LEFT = 5 * MINUTE
"""How long after it was opened a table at which nobody waits is closed by those who look."""
MAX_ANSWERS = 10_000
"""The maximum number of answers kept for commands that are sent again."""


class QuickWish(NamedTuple):
    """The wish of a person to play now."""

    caller: Caller
    name: str
    game: str
    command_id: str
    face: Face = ""
    nonce: c.Nonce = ""


class QuickGames:
    """The matchmaker of quick games."""

    def __init__(self, tables: Tables, lists: TablesList) -> None:
        self._tables = tables
        self._lists = lists
        self._answers: OrderedDict[tuple[str, str], Done] = OrderedDict()

    async def play(self, wish: QuickWish, may_open: Callable[[], None] = lambda: None) -> Done:
        """Join a waiting table, or open one and wait; ``may_open`` raises if none may be opened."""
        if wish.caller.account is None:
            raise refusal(TableReason.NEEDS_ACCOUNT)
        asked = wish.caller.key or "", wish.command_id
        done = self._answers.get(asked)
        if done is None:
            done = await self._join(wish)
            if done is None:
                may_open()
                done = await self._open(wish)
            self._answers[asked] = done
            while len(self._answers) > MAX_ANSWERS:
                self._answers.popitem(last=False)
        return done

    async def _open(self, wish: QuickWish) -> Done:
        seats = (SeatPlan("person", wish.name, face=wish.face), SeatPlan("person"))
        asked = c.OpenTable(
            seats, wish.game, clock=CLOCK, hints=False, listing="quick", nonce=wish.nonce
        )
        opened = await self._tables.open(wish.caller, asked, wish.command_id)
        # Two who came at the same moment would both wait: the later one joins the other.
        earlier = await self._join(wish, than=await self._tables.current(opened.table))
        if earlier is None:
            return opened
        close_id = f"{wish.command_id[:90]} close"
        await self._tables.act(opened.table, wish.caller, c.Close(), command_id=close_id)
        return earlier

    async def _join(self, wish: QuickWish, than: Table | None = None) -> Done | None:
        """Join a waiting table that is older ``than`` another one; return None if there is none."""
        caller, scanned = wish.caller, 0
        async for row, state in self._lists.waiting_tables("quick", edition=wish.game):
            scanned += 1
            if scanned > MAX_SCANNED:
                break
            if state is None:
                await self._close_if_left(row)
                continue
            if than is not None and not _is_earlier(state, than):
                continue
            if state.held_by(caller.key):
                return Done(state.id, state.seq, state.seq + 1)
            if any(seat.account == caller.account for seat in state.seats):
                continue
            sit = c.Sit(wish.name, face=wish.face, nonce=wish.nonce)
            try:
                return await self._tables.act(state.id, caller, sit, command_id=wish.command_id)
            except Refused:
                continue  # somebody else was quicker
        return None

    async def _close_if_left(self, row: ListedGame) -> None:
        """Close a table at which nobody waits any more: many of them would hide those who wait."""
        if self._tables.now() < row.created_at + LEFT:
            return
        with suppress(Refused):  # somebody else has just closed or deleted it
            if (await self._tables.current(row.game)).listed_as == "quick":
                await self._tables.close(row.game)


def _is_earlier(table: Table, other: Table) -> bool:
    return (table.opened_at, table.id) < (other.opened_at, other.id)
