"""The reviews of tables: requested, made in the background by workers, and stored.

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
from qwirkle.api.visitors import asking, metered
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import viewer_of
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.live.workers import Workers
from qwirkle.tables.reviews.work import Asked
from qwirkle.tables.storage.ports import DocumentStore, Store

MAX_WAITING_EACH = 20
"""The maximum number of reviews that one visitor waits for."""
MAX_WAITING = 2000
"""The maximum number of reviews that wait at all."""
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
        workers: Workers,
        automatic: bool = True,
        payer: Callable[[Table], str] | None = None,
        keep_review: Callable[[str, bytes], Awaitable[None]] | None = None,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._tables = tables
        self._store = store
        self._documents = documents
        self._workers = workers
        self._payer = payer
        self._keep_review = keep_review
        self._on_fault = on_fault
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._visitors: dict[Key, str] = {}
        """Who waits for each review that has not begun, in the order in which they asked."""
        self._progress: dict[Key, tuple[int, int]] = {}
        self._failed: OrderedDict[Key, None] = OrderedDict()
        self._noticed: OrderedDict[str, None] = OrderedDict()
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
        if await self._stored_review(key) is None and not self._enqueue(key, asking.get().address):
            raise refusal(TableReason.BUSY, case="review")
        return await self._state(key)

    async def stop(self) -> None:
        """Stop the reviews being made; they can be requested again."""
        self._stopping = True
        await cancel(*self._tasks.values())

    async def _state(self, key: Key) -> bytes:
        kept = await self._stored_review(key)
        if kept is not None:
            return b'{"state":"ready","done":0,"total":0,"ahead":0,"review":%b}' % kept
        if key in self._progress:
            done, total = self._progress[key]
            state = ReviewState(state="running", done=done, total=total)
        elif key in self._visitors:
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
            self._enqueue(Key(table.id), "" if self._payer is None else self._payer(table))

    def _enqueue(self, key: Key, visitor: str) -> bool:
        """Begin a review unless it has begun; return whether there was room for it."""
        if key in self._tasks:
            return True
        waiting = self._visitors
        full = len(waiting) >= MAX_WAITING or (
            sum(who == visitor for who in waiting.values()) >= MAX_WAITING_EACH
        )
        if self._stopping or full:
            return False
        self._failed.pop(key, None)
        self._visitors[key] = visitor
        self._tasks[key] = asyncio.create_task(self._work(key, visitor))
        return True

    async def _work(self, key: Key, visitor: str) -> None:
        try:
            await metered(self._make(key, visitor), asking.get())
        except Exception as error:
            # It says so, and can be requested again.
            _remember(self._failed, key)
            if self._on_fault is not None:
                self._on_fault(key.table, error)
        finally:
            self._visitors.pop(key, None)
            self._progress.pop(key, None)
            del self._tasks[key]

    async def _make(self, key: Key, visitor: str) -> None:
        if await self._stored_review(key) is not None:
            return
        state = await self._tables.current(key.table)
        record = record_text(state, (await self._store.read(key.table))[: state.seq], None)

        def note(done: int, total: int) -> None:
            self._visitors.pop(key, None)
            self._progress[key] = done, total

        job = Asked(record, key.open_hands, deep=key.deep).job()
        found = await self._workers.run(job, address=visitor, progress=note)
        at = self._tables.now()
        await self._documents.keep_document(key.table, kind_of(key), VERSION, found, at)
        if key == Key(key.table) and self._keep_review is not None:
            await self._keep_review(key.table, found)

    def _in_order(self) -> list[Key]:
        """Return the reviews that wait, quick ones first: a deep one takes a minute."""
        return sorted(self._visitors, key=lambda key: key.deep)


def kind_of(key: Key) -> str:
    """Return the kind of document under which a review is stored."""
    return "review" + "-open" * key.open_hands + "-deep" * key.deep


def _remember(seen: OrderedDict[K, None], key: K) -> None:
    seen[key] = None
    while len(seen) > MAX_REMEMBERED:
        seen.popitem(last=False)
