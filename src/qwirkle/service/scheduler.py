"""Does what nobody asks for: lets bots play, lets clocks run out, sees to results.

What is due stands in the store, so a caretaker that starts finds what another one left. Several may
look after the same tables: whatever they do twice has the effect of once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic

from qwirkle.errors import Refused
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.family import AnyState, AnyTurn, view
from qwirkle.rules.placement.turns import Place
from qwirkle.service.bots import Thinkers, least
from qwirkle.service.ports import Store
from qwirkle.service.table.bots import pause_before
from qwirkle.service.table.clocks import due
from qwirkle.service.table.commands import BotPlays
from qwirkle.service.table.game import running
from qwirkle.service.table.reasons import TableReason
from qwirkle.service.table.state import Table
from qwirkle.service.tables import BOT_GRACE, Tables

BATCH = 200
"""Tables that are looked after at a time."""
RESTING_MS = 10_000
"""The news of a table that rests for so long are not kept at hand."""
IDLE_MS = 300_000
"""A table that nobody has used for so long is not kept at hand."""

KeepResult = Callable[[Table], Awaitable[None]]
"""Keeps the result of a table in histories and ratings; again and again has no effect."""


class Caretaker:
    """Looks after tables, by itself between ``start`` and ``stop``.

    With ``sleep`` bots that play as people do let people follow: their turns take a moment.
    """

    def __init__(
        self,
        tables: Tables,
        store: Store,
        thinkers: Thinkers,
        *,
        keep_result: KeepResult | None = None,
        pause: float = 0.5,
        sleep: Callable[[float], Awaitable[None]] | None = None,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._tables = tables
        self._store = store
        self._thinkers = thinkers
        self._keep_result = keep_result
        self._pause = pause
        self._sleep = sleep
        self._on_fault = on_fault
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._leaving = False
        tables.on_change.append(self._see)

    @property
    def thinking(self) -> int:
        """How many tables are being looked after now."""
        return len(self._busy)

    async def start(self) -> None:
        """Go on with what was left undone, and look around from time to time."""
        await self.look_around(BOT_GRACE)
        self._looking = asyncio.create_task(self._look_around_for_ever())

    async def stop(self, patience: float = 10.0) -> None:
        """Begin nothing new, and wait a while for bots that think; the store knows the rest."""
        self._leaving = True
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
        if self._busy:
            await asyncio.wait(list(self._busy.values()), timeout=patience)
        for task in list(self._busy.values()):
            task.cancel()

    async def look_around(self, ahead: int = 0) -> None:
        """See to every table that is due; those of bots that are due a little later as well."""
        for table in await self._store.due(self._tables.now() + ahead, BATCH):
            self._care(table)

    async def quiet(self) -> None:
        """Wait until nothing is being done."""
        while self._busy:
            await asyncio.wait(list(self._busy.values()))

    def _see(self, table: Table) -> None:
        """A table has changed: see whether there is something to do at once."""
        seat = table.on_turn
        if (seat is not None and table.seats[seat].kind == "bot") or table.to_be_kept:
            self._care(table.id)

    def _care(self, table: str) -> None:
        if table not in self._busy and not self._leaving:
            task = asyncio.create_task(self._cared(table))
            self._busy[table] = task

    async def _cared(self, table: str) -> None:
        try:
            while not self._leaving and await self._step(table):
                pass
        except asyncio.CancelledError:
            raise
        except Exception as error:
            # One table that cannot be looked after must not stop all others.
            if self._on_fault is not None:
                self._on_fault(table, error)
        finally:
            self._busy.pop(table, None)

    async def _step(self, table: str) -> bool:
        """Do the next thing; whether there may be another one."""
        state = await self._tables.current(table)
        seat = state.on_turn
        if seat is not None and state.seats[seat].kind == "bot":
            await self._let_play(state, seat)
            # Whoever has played, the game has gone on; if not, trying for ever would not help.
            return (await self._tables.current(table)).seq > state.seq
        if state.to_be_kept:
            if self._keep_result is not None:
                await self._keep_result(state)
            await self._tables.result_kept(table)
            return False
        when = due(state)
        if when is None or when > self._tables.now():
            return False
        return await self._tables.tick(table) is not None

    async def _let_play(self, state: Table, seat: int) -> None:
        game = running(state)
        began = monotonic()
        turn = await self._thinkers.turn(state, seat)
        if self._sleep is not None:
            lying, laid = _to_look_at(game, turn)
            pause = pause_before(state.seats[seat].bot, lying, laid)
            await self._sleep(max(0.0, pause - (monotonic() - began)))
        try:
            await self._tables.bot_plays(state.id, BotPlays(seat, turn, game.seq))
        except Refused as refusal:
            # Late is harmless. For a bot that plays against the rules the least is played.
            if TableReason.STALE.value not in refusal.reasons:
                turn = least(view(game, seat))
                await self._tables.bot_plays(state.id, BotPlays(seat, turn, game.seq))

    async def _look_around_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._pause)
            try:
                await self.look_around()
                now = self._tables.now()
                self._tables.shelf.drop_idle(now - IDLE_MS)
                self._tables.shelf.forget_news(now - RESTING_MS)
            except Exception as error:
                # A store that is away for a moment is looked at again the next time.
                if self._on_fault is not None:
                    self._on_fault("", error)


def _to_look_at(game: AnyState, turn: AnyTurn) -> tuple[int, int]:
    """How much lies on the table, and how much of it the turn brings: what everybody sees."""
    if isinstance(game, CardsState):
        return sum(len(one) for one in game.table), 1
    return len(game.board), len(turn.tiles) if isinstance(turn, Place) else 0
