"""The reviews of tables: requested, made one at a time in the background, and stored.

Games in progress are not reviewed. A stored review is made again only if another version of the
analysis would give a different one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Literal, NamedTuple, TypeVar

import msgspec

from qwirkle.analysis.review.report import VERSION, Review
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import viewer_of
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.reviews.jobs import Job, RunJob, run_job
from qwirkle.tables.storage.ports import DocumentStore, Store

MAX_WAITING = 200
"""The maximum number of waiting reviews."""
K = TypeVar("K")
MAX_REMEMBERED = 1000
"""The maximum number of remembered tables that have ended, and of reviews that failed."""


class Key(NamedTuple):
    """The key of a review: the table and the kind of review."""

    table: str
    open_hands: bool = False
    deep: bool = False
    """Whether more turns are tried on more deals; quick reviews go before such reviews."""


class ReviewState(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of the review of a table."""

    state: Literal["none", "waiting", "running", "ready", "failed"]
    """``none``: nobody has asked for it yet; ``failed``: another request tries again."""
    done: int = 0
    """The number of turns that have been reviewed, while it is running."""
    total: int = 0
    """The number of all turns, while it is running; 0 if that is not known yet."""
    ahead: int = 0
    """The number of reviews that come first, while it is waiting."""
    review: Review | None = None
    """The review, when it is ready."""


def ended_game(table: Table, caller: Caller) -> None:
    """Refuse access to a game in progress, or to a caller who may not see it."""
    viewer_of(table, caller.key)
    if table.phase != "ended":
        raise refusal(TableReason.NOT_ENDED, case="review")
    if game_of(table).turns_played == 0:
        raise refusal(TableReason.NOT_STARTED, case="review")


class Reviews:
    """The reviews that this process makes, and those in the store."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        documents: DocumentStore,
        *,
        automatic: bool = True,
        run: RunJob = run_job,
        keep_luck: Callable[[str, bytes], Awaitable[None]] | None = None,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._tables = tables
        self._store = store
        self._documents = documents
        self._run = run
        self._keep_luck = keep_luck
        self._on_fault = on_fault
        self._waiting: OrderedDict[Key, None] = OrderedDict()
        self._current: Key | None = None
        self._progress = (0, 0)
        self._failed: OrderedDict[Key, None] = OrderedDict()
        self._noticed: OrderedDict[str, None] = OrderedDict()
        self._worker: asyncio.Task[None] | None = None
        self._stopping = False
        if automatic:
            tables.on_change.append(self._table_changed)

    async def look(
        self, table: str, caller: Caller, *, open_hands: bool = False, deep: bool = False
    ) -> bytes:
        """Return the JSON of a ``ReviewState``."""
        ended_game(await self._tables.current(table), caller)
        return await self._state(Key(table, open_hands, deep))

    async def ask(
        self, table: str, caller: Caller, *, open_hands: bool = False, deep: bool = False
    ) -> bytes:
        """Start a review unless there is one; return the JSON of its ``ReviewState``."""
        ended_game(await self._tables.current(table), caller)
        key = Key(table, open_hands, deep)
        if await self._stored_review(key) is None:
            if len(self._waiting) >= MAX_WAITING and key not in self._waiting:
                raise refusal(TableReason.BUSY)
            self._enqueue(key)
        return await self._state(key)

    async def stop(self) -> None:
        """Stop the review being made; it can be requested again."""
        self._stopping = True
        self._waiting.clear()
        await cancel(self._worker)

    async def _state(self, key: Key) -> bytes:
        kept = await self._stored_review(key)
        if kept is not None:
            return b'{"state":"ready","done":0,"total":0,"ahead":0,"review":%b}' % kept
        if key == self._current:
            done, total = self._progress
            state = ReviewState(state="running", done=done, total=total)
        elif key in self._waiting:
            state = ReviewState(state="waiting", ahead=self._in_order().index(key) + 1)
        else:
            state = ReviewState(state="failed" if key in self._failed else "none")
        return msgspec.json.encode(state)

    async def _stored_review(self, key: Key) -> bytes | None:
        return await self._documents.document(key.table, kind_of(key), VERSION)

    def _table_changed(self, table: Table) -> None:
        """Start a review automatically when a game of people has ended."""
        if table.phase != "ended" or table.id in self._noticed:
            return
        _remember(self._noticed, table.id)
        played = table.game is not None and table.game.turns_played > 0
        if played and any(seat.person for seat in table.seats):
            self._enqueue(Key(table.id))

    def _enqueue(self, key: Key) -> None:
        if self._stopping or key == self._current or len(self._waiting) >= MAX_WAITING:
            return
        self._failed.pop(key, None)
        self._waiting.setdefault(key, None)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            key = self._in_order()[0]
            del self._waiting[key]
            self._current, self._progress = key, (0, 0)
            try:
                await self._make(key)
            except Exception as error:
                # A game that cannot be reviewed must not stop the others.
                _remember(self._failed, key)
                if self._on_fault is not None:
                    self._on_fault(key.table, error)
            finally:
                self._current = None

    async def _make(self, key: Key) -> None:
        if await self._stored_review(key) is not None:
            return
        state = await self._tables.current(key.table)
        record = record_text(state, (await self._store.read(key.table))[: state.seq], None)
        found = await self._run(Job(record, key.open_hands, deep=key.deep), self._note)
        at = self._tables.now()
        await self._documents.keep_document(key.table, kind_of(key), VERSION, found, at)
        if key == Key(key.table) and self._keep_luck is not None:
            await self._keep_luck(key.table, found)

    def _in_order(self) -> list[Key]:
        """Return the queue, quick reviews first: a deep one takes a minute."""
        return sorted(self._waiting, key=lambda key: key.deep)

    def _note(self, done: int, total: int) -> None:
        self._progress = (done, total)


def kind_of(key: Key) -> str:
    """Return the kind of document under which a review is stored."""
    return "review" + "-open" * key.open_hands + "-deep" * key.deep


def _remember(seen: OrderedDict[K, None], key: K) -> None:
    seen[key] = None
    while len(seen) > MAX_REMEMBERED:
        seen.popitem(last=False)
