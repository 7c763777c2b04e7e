"""Queries about a table that do not change it: previews, hints, records."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.rules.editions.base import Key
from qwirkle.rules.family import AnyView, view
from qwirkle.tables.core.commands import SaveGame
from qwirkle.tables.core.decide.game import as_refusals, game_of, read_any_turn
from qwirkle.tables.core.decide.guards import own_seat
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.rights import permit_at
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import viewer_of
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.bots import BotRunner
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.fair_lane import FairLane
from qwirkle.tables.live.family import arrange_cards, is_quick, preview
from qwirkle.tables.live.hints import ADVISERS, Hint
from qwirkle.tables.live.previews import Preview
from qwirkle.tables.live.records import record_text, saved_text
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.tasks import on_a_thread
from qwirkle.tables.live.timeline import timeline_of
from qwirkle.tables.storage.ports import Store

AT_A_TIME = 2
"""The number of previews and arrangements that are computed at the same time, on threads."""
MAX_WAITING = 8
"""The maximum number of waiting queries per table; more are refused."""
T = TypeVar("T")


class TableQueries:
    """The queries about tables."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        bots: BotRunner,
        advisers: Mapping[Key, str] | None = None,
    ) -> None:
        self._tables = tables
        self._store = store
        self._bots = bots
        self._advisers = ADVISERS if advisers is None else advisers
        self._lane = FairLane(AT_A_TIME)

    async def preview(
        self, table: str, caller: Caller, turn: AskedTurn, seat: int | None = None
    ) -> Preview:
        """Judge a turn that a seat is considering, even before its turn.

        ``{"place": []}`` asks only where tiles could go.
        """
        state = await self._tables.cached_table(table)
        seen = own_view(state, caller, "preview", seat)
        read = read_any_turn(turn, game_of(state))
        if is_quick(seen, read):
            return preview(seen, read)
        return await self._on_a_thread(table, lambda: preview(seen, read))

    async def arrange(
        self, table: str, caller: Caller, cards: list[str], seat: int | None = None
    ) -> Arranged:
        """Return the table after a turn with these cards, if they can be played."""
        state = await self._tables.cached_table(table)
        seen = own_view(state, caller, "arrange", seat)
        with as_refusals():
            return await self._on_a_thread(table, lambda: arrange_cards(seen, cards))

    async def _on_a_thread(self, table: str, compute: Callable[[], T]) -> T:
        """Compute on a thread, shared fairly by tables, so that the server stays responsive."""
        if self._lane.waiting(table) >= MAX_WAITING:
            raise refusal(TableReason.BUSY, case="preview")
        async with self._lane.place(table):
            return await on_a_thread(compute)

    async def hint(self, table: str, caller: Caller, seat: int | None = None) -> Hint:
        """Return a good turn for the seat whose turn it is, with a reason."""
        state = await self._tables.cached_table(table)
        if not state.settings.hints:
            raise refusal(TableReason.NO_HINTS)
        seen = own_view(state, caller, "hint", seat)
        if seen.turn is None or seen.turn != seen.seat:
            raise refusal(TableReason.NOT_YOUR_TURN, case="hint")
        lot = hashlib.sha256(f"hint {state.seed} {seen.seq}".encode()).digest()
        return await self._bots.advise(state, self._advisers[seen.family], lot, seen)

    async def story(self, table: str, caller: Caller) -> Iterator[bytes]:
        """Return every event of a table in the form the caller may see, as pieces of JSON."""
        state = await self._tables.current(table)
        viewer = viewer_of(state, caller.key)
        return timeline_of(state, await self._store.read(table), viewer)

    async def record(self, table: str, caller: Caller, seat: int | None = None) -> str:
        """Return the record of a table: all of it when it has ended, until then one seat's view."""
        state = await self._tables.current(table)
        viewer = viewer_of(state, caller.key)
        if seat is not None and seat not in viewer.seats:
            raise refusal(TableReason.NOT_YOUR_SEAT)
        if seat is None and viewer.seats:
            seat = viewer.seats[0]
        return record_text(state, (await self._store.read(table))[: state.seq], seat)

    async def saved_game(self, table: str, caller: Caller, command_id: str) -> str:
        """Return the game with its seed, to continue it elsewhere, if the device plays alone."""
        await self._tables.act(table, caller, SaveGame(), command_id=command_id)
        state = await self._tables.current(table)
        return saved_text(state, (await self._store.read(table))[: state.seq])


def own_view(state: Table, caller: Caller, do: str, seat: int | None) -> AnyView:
    """Return what a seat of the caller sees, or refuse somebody who may not ask for it."""
    permit_at(state, caller.actor(), do)
    own = own_seat(state, caller.actor(), seat)
    if state.seats[own].out is not None:
        raise refusal(TableReason.SEAT_IS_OUT)
    return view(game_of(state), own)
