"""The scheduler of work that no client requests: bots, clocks, results, old sessions.

Due work is in the store, so a scheduler that starts finds what another one has left undone. Several
share it: each claims some tables for a while, and if it dies, the others get them after that time.
Should two work on the same table all the same, repeating a step has no further effect. A table that
fails is left alone for a while, longer each time, and keeps no other table waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import NamedTuple

from qwirkle.errors import Refused, StoreError
from qwirkle.players.fallback import fallback_turn
from qwirkle.rules.family import AnyTurn, view
from qwirkle.tables.core.bots import pause_before
from qwirkle.tables.core.clocks import due
from qwirkle.tables.core.commands import BotPlays
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.events import RatingChange
from qwirkle.tables.core.reasons import TableReason
from qwirkle.tables.core.settings import HOUR
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.bots import BotRunner
from qwirkle.tables.live.family import visible
from qwirkle.tables.live.tables import BOT_GRACE, Tables
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.storage.ports import Store

BATCH = 200
"""The number of due tables that are read at a time."""
LEASE_MS = 10_000
"""How long a claimed table is kept from other processes: the longest delay if this one dies."""
SENT_IDLE_MS = 10_000
"""Events of tables that have been idle for this long are no longer kept to be sent."""
TABLE_IDLE_MS = 300_000
"""Tables that have been idle for this long are dropped from memory."""
OLD_TABLES_EVERY_MS = HOUR
"""How often old tables are searched for, once there are no more."""
SESSIONS_EVERY_MS = HOUR
"""How often expired sessions are removed from the store."""
MAX_RETRY_SECONDS = 300.0
"""The longest time that a table is left alone after it has failed."""
STORE_RETRY_SECONDS = 4.0
"""The same if the store was unavailable, which is not the table's fault."""
MAX_FAILING = 20_000
"""The maximum number of failing tables that are remembered."""

LATE = frozenset(
    (TableReason.STALE.value, TableReason.TABLE_ENDED.value, TableReason.NO_SUCH_TABLE.value)
)
"""The reasons for refusing a bot's turn if the table moved on, ended or vanished meanwhile."""

KeepResult = Callable[[Table], Awaitable[tuple[RatingChange, ...]]]
"""Stores the result of a table in histories and ratings; repeating it has no effect."""
ForgetSessions = Callable[[], Awaitable[int]]
"""Removes expired sessions, and returns how many there were."""


Chore = Callable[[], Awaitable[bool]]
"""Does some of what is to be done for old tables, and returns whether there may be more."""


class _Failing(NamedTuple):
    """A table whose due work has failed."""

    times: int
    retry_at: float


class Scheduler:
    """A scheduler that looks after tables, automatically between ``start`` and ``stop``.

    With ``sleep``, the turns of bots that play like people appear after a moment.
    """

    def __init__(
        self,
        tables: Tables,
        store: Store,
        bots: BotRunner,
        *,
        keep_result: KeepResult | None = None,
        forget_sessions: ForgetSessions | None = None,
        chores: Sequence[Chore] = (),
        interval: float = 0.5,
        sleep: Callable[[float], Awaitable[None]] | None = None,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._tables = tables
        self._store = store
        self._bots = bots
        self._keep_result = keep_result
        self._forget_sessions = forget_sessions
        self._sessions_due = 0
        self._chores_due = dict.fromkeys(chores, 0)
        self._interval = interval
        self._sleep = sleep
        self._on_fault = on_fault
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._known: set[str] = set()
        """Tables that were written here just now, so that memory is up to date."""
        self._failing: dict[str, _Failing] = {}
        self._loop: asyncio.Task[None] | None = None
        self._stopping = False
        tables.on_change.append(self._table_changed)

    @property
    def busy_tables(self) -> int:
        """The number of tables that are being looked after now."""
        return len(self._tasks)

    async def start(self) -> None:
        """Continue with work that was left undone, and then look for due work at every interval."""
        await self.run_due(BOT_GRACE)
        self._loop = asyncio.create_task(self._run_forever())

    async def stop(self, patience: float = 10.0) -> None:
        """Begin nothing new, and wait a while for thinking bots; the store knows the rest."""
        self._stopping = True
        await cancel(self._loop)
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()), timeout=patience)
        for task in list(self._tasks.values()):
            task.cancel()

    async def run_due(self, ahead: int = 0) -> None:
        """Look after every table that is due, or will be within ``ahead`` milliseconds."""
        # Those that failed here stay claimed; this process tries them again when it is time.
        for table in [table for table in self._failing if not self._is_left_alone(table)]:
            self._schedule(table, known=False)
        # Failing tables have been due the longest: without more room they would hide all others.
        limit = BATCH + len(self._failing)
        now = self._tables.now()
        for table in await self._store.claim_due(now + ahead, limit, now=now, lease=LEASE_MS):
            if not self._is_left_alone(table):
                self._schedule(table, known=False)

    async def clean_up(self) -> None:
        """Drop idle tables from memory, and expired sessions from the store."""
        now = self._tables.now()
        self._tables.cache.drop_idle(now - TABLE_IDLE_MS)
        self._tables.cache.forget_sent(now - SENT_IDLE_MS)
        self._bots.drop_idle()
        if self._forget_sessions is not None and now >= self._sessions_due:
            self._sessions_due = now + SESSIONS_EVERY_MS
            await self._forget_sessions()
        for chore, at in self._chores_due.items():
            if now >= at:
                more = await chore()
                self._chores_due[chore] = now if more else now + OLD_TABLES_EVERY_MS

    async def wait_idle(self) -> None:
        """Wait until no table is being looked after."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    def _table_changed(self, table: Table) -> None:
        """Check whether a changed table has work that is due now."""
        seat = table.to_move
        if (seat is not None and table.seats[seat].kind == "bot") or table.to_be_kept:
            self._schedule(table.id, known=True)
        self._bots.forget(table)

    def _schedule(self, table: str, *, known: bool) -> None:
        """Look after a table; ``known``: it was written here just now."""
        if table not in self._tasks and not self._stopping:
            if known:
                self._known.add(table)
            self._tasks[table] = asyncio.create_task(self._look_after(table))

    def _is_left_alone(self, table: str) -> bool:
        failing = self._failing.get(table)
        return failing is not None and monotonic() < failing.retry_at

    async def _look_after(self, table: str) -> None:
        try:
            while not self._stopping and await self._step(table):
                self._known.add(table)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if isinstance(error, Refused) and TableReason.NO_SUCH_TABLE in error.reasons:
                return  # deleted meanwhile
            # A table that fails must not stop all others.
            self._fail(table, error)
        else:
            self._failing.pop(table, None)
        finally:
            self._tasks.pop(table, None)
            self._known.discard(table)

    def _fail(self, table: str, error: Exception) -> None:
        """Leave a table alone for a while, twice as long each time; log the first failure."""
        known = self._failing.get(table)
        times = 1 if known is None else known.times + 1
        longest = STORE_RETRY_SECONDS if isinstance(error, StoreError) else MAX_RETRY_SECONDS
        pause = min(longest, self._interval * 2.0 ** min(times, 20))
        if known is None and len(self._failing) >= MAX_FAILING:
            del self._failing[next(iter(self._failing))]
        self._failing[table] = _Failing(times, monotonic() + pause)
        if known is None:
            self._report(table, error)

    def _report(self, table: str, error: Exception) -> None:
        if self._on_fault is not None:
            self._on_fault(table, error)

    async def _step(self, table: str) -> bool:
        """Do the next due thing; return whether there may be another one."""
        # If another process has written meanwhile, the store refuses what is done here.
        read = self._tables.cached_table if table in self._known else self._tables.current
        state = await read(table)
        seat = state.to_move
        if seat is not None and state.seats[seat].kind == "bot":
            await self._play_bot(state, seat)
            # If the turn was not played, trying again and again would not help.
            return (await self._tables.cached_table(table)).seq > state.seq
        if state.to_be_kept:
            ratings = () if self._keep_result is None else await self._keep_result(state)
            await self._tables.result_kept(table, ratings)
            return False
        when = due(state)
        if when is None or when > self._tables.now():
            return False
        try:
            return await self._tables.tick(table) is not None
        except (StoreError, Refused):
            raise
        except Exception as error:
            return await self._give_up(state, error)

    async def _play_bot(self, state: Table, seat: int) -> None:
        game = game_of(state)
        began = monotonic()
        try:
            turn = await self._bots.choose_turn(state, seat)
            if self._sleep is not None:
                pause = pause_before(state.seats[seat].bot, *visible(game, turn))
                await self._sleep(max(0.0, pause - (monotonic() - began)))
            await self._play_or_fall_back(state, seat, turn)
        except StoreError:
            raise
        except Exception as error:
            await self._give_up(state, error)

    async def _play_or_fall_back(self, state: Table, seat: int, turn: AnyTurn) -> None:
        game = game_of(state)
        try:
            await self._tables.bot_plays(
                state.id, BotPlays(seat, turn, game.seq, len(state.taken_back))
            )
        except Refused as refusal:
            # Being late is harmless. If a bot breaks the rules, the smallest turn is played for it.
            if LATE.isdisjoint(refusal.reasons):
                turn = fallback_turn(view(game, seat))
                await self._tables.bot_plays(
                    state.id, BotPlays(seat, turn, game.seq, len(state.taken_back))
                )

    async def _give_up(self, state: Table, error: Exception) -> bool:
        """End a table at which not even the fallback turn can be played: nobody could continue."""
        self._report(state.id, error)
        await self._tables.abandon(state)
        return False

    async def _run_forever(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            try:
                await self.run_due()
                await self.clean_up()
            except Exception as error:
                # If the store is briefly unavailable, the next round tries again.
                self._report("", error)
