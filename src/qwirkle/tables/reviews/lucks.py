"""The luck of finished games: computed on request, stored, and taken from a review if there is one.

It takes a fraction of a second where a review takes several, so the result of a game can mention
it. Workers compute it, and never for long.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from qwirkle.analysis.review.report import VERSION, GameLuck, Review
from qwirkle.api.visitors import asking, metered
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.live.workers import JobStopped, Workers
from qwirkle.tables.reviews.reviews import Key, ended_game, kind_of
from qwirkle.tables.reviews.work import Asked
from qwirkle.tables.storage.ports import DocumentStore, Store

KIND = "luck"
"""The kind of document."""
MAX_REMEMBERED = 1000
"""The maximum number of remembered games that took too long."""
UNKNOWN = msgspec.json.encode(GameLuck((), None))


class Lucks:
    """The luck of games that this process computes, and what is in the store."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        documents: DocumentStore,
        workers: Workers,
    ) -> None:
        self._tables = tables
        self._store = store
        self._documents = documents
        self._workers = workers
        self._running: dict[str, asyncio.Task[bytes]] = {}
        self._too_long: OrderedDict[str, None] = OrderedDict()

    async def look(self, table: str, caller: Caller) -> bytes:
        """Return the JSON of a ``GameLuck``; requests for the same game share one computation."""
        ended_game(await self._tables.current(table), caller)
        found = await self._stored(table)
        if found is not None:
            return found
        if table in self._too_long:
            return UNKNOWN
        task = self._running.get(table)
        if task is None:
            task = self._running[table] = asyncio.create_task(self._charged(table))
            task.add_done_callback(lambda done: self._finished(table, done))
        # Whoever asked may leave: the answer is stored for the others.
        return await asyncio.shield(task)

    async def stop(self) -> None:
        """Cancel every computation, and wait until they have ended."""
        await cancel(*self._running.values())

    def _finished(self, table: str, task: asyncio.Task[bytes]) -> None:
        del self._running[table]
        if not task.cancelled():
            task.exception()  # seen, even if whoever asked has gone

    async def _stored(self, table: str) -> bytes | None:
        review = await self._documents.document(table, kind_of(Key(table)), VERSION)
        if review is not None:
            known = msgspec.json.decode(review, type=Review)
            return msgspec.json.encode(GameLuck.of(known.players, known.summary))
        return await self._documents.document(table, KIND, VERSION)

    async def _charged(self, table: str) -> bytes:
        return await metered(self._compute(table), asking.get())

    async def _compute(self, table: str) -> bytes:
        state = await self._tables.current(table)
        record = record_text(state, (await self._store.read(table))[: state.seq], None)
        try:
            found = await self._workers.run(Asked(record, luck=True).job())
        except JobStopped:
            self._too_long[table] = None
            while len(self._too_long) > MAX_REMEMBERED:
                self._too_long.popitem(last=False)
            return UNKNOWN
        await self._documents.keep_document(table, KIND, VERSION, found, self._tables.now())
        return found
