"""The memory of the coach: how everybody played in a reviewed game, kept with the game.

It is made once for each review, by a worker, and stays when reviews change: what was measured then
is what a person's progress is made of. It is deleted with its table, and names nobody.
"""

from __future__ import annotations

from functools import partial

import msgspec

from qwirkle.analysis.habits import Habits, habits_of
from qwirkle.analysis.review.report import Review
from qwirkle.analysis.review.steps import steps_of
from qwirkle.notation.record import read_record
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.workers import Job, Workers
from qwirkle.tables.storage.ports import DocumentStore, Store

KIND, VERSION = "habits", "1"
"""The kind of document, and the version of its shape."""
SECONDS = 60.0
GameHabits = tuple[Habits | None, ...]
"""The habits of all seats; None for a seat whose turns could not be judged."""


def remember(record: str, review: bytes) -> bytes:
    """Return the habits of all seats as JSON."""
    judged = msgspec.json.decode(review, type=Review)
    steps = steps_of(read_record(record))
    seats = range(len(judged.players))
    return msgspec.json.encode([habits_of(judged, steps, seat) for seat in seats])


class Memory:
    """The habits in reviewed games."""

    def __init__(
        self, tables: Tables, store: Store, documents: DocumentStore, workers: Workers
    ) -> None:
        self._tables = tables
        self._store = store
        self._documents = documents
        self._workers = workers

    async def keep(self, table: str, review: bytes) -> None:
        """Keep what a review, given as JSON, shows about everybody's play.

        Nothing is kept of a teaching game, in which the coach has helped.
        """
        state = await self._tables.current(table)
        if state.settings.teaching is not None:
            return
        record = record_text(state, (await self._store.read(table))[: state.seq], None)
        call = partial(remember, record, review)
        found = await self._workers.run(
            Job(call=call, kind="background", seconds=SECONDS, expected=0.3)
        )
        await self._documents.keep_document(table, KIND, VERSION, found, self._tables.now())

    async def of(self, table: str) -> GameHabits:
        """Return the habits in a game; nothing if it has not been reviewed."""
        found = await self._documents.document(table, KIND, VERSION)
        return () if found is None else msgspec.json.decode(found, type=GameHabits)
