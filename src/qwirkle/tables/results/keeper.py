"""The background task that stores the results of finished games.

Nothing is done during a game. A game that ends is counted immediately by the process that ended it;
the store knows which games have not been counted, so a process that dies loses none, and games from
before there were statistics are added gradually.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from qwirkle.analysis.review.report import VERSION
from qwirkle.errors import StoreError
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.results.model import ResultStore
from qwirkle.tables.results.tally import tally
from qwirkle.tables.storage.ports import DocumentStore, Store

BATCH = 50
"""The number of games that are fetched at a time."""
PAUSE = 0.02
"""Seconds between two games, so that a long list of old ones keeps no turn waiting."""
IDLE_SECONDS = 30.0
"""How often games that other processes have left uncounted are fetched."""
REVIEW = "review"
"""The kind of document that holds the luck of a game."""


class _Player(msgspec.Struct, frozen=True):
    luck: float
    deal: float


class _Reviewed(msgspec.Struct, frozen=True):
    """The part of a review that is read here."""

    players: tuple[_Player, ...]


class ResultKeeper:
    """A task that counts games automatically between ``start`` and ``stop``."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        results: ResultStore,
        documents: DocumentStore,
        *,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._store = store
        self._results = results
        self._documents = documents
        self._on_fault = on_fault
        self._ended = asyncio.Event()
        self._failing: set[str] = set()
        self._loop: asyncio.Task[None] | None = None
        tables.on_change.append(self._table_changed)

    def start(self) -> None:
        """Begin with the games that others have left uncounted."""
        self._loop = asyncio.create_task(self._run_forever())

    async def stop(self) -> None:
        """Stop; games that are not counted yet are counted later."""
        await cancel(self._loop)

    async def keep_some(self) -> bool:
        """Store the results of some games; return whether there may be more."""
        # A game that cannot be counted must not hide the others.
        found = await self._results.to_tally(BATCH + len(self._failing))
        games = [game for game in found if game not in self._failing]
        for number, game in enumerate(games):
            if number:
                await asyncio.sleep(PAUSE)
            try:
                await self.keep(game)
            except StoreError:
                raise
            except Exception as error:
                self._failing.add(game)
                self._report(game, error)
        return len(games) >= BATCH

    async def keep(self, game: str) -> None:
        """Store the results of a finished game, with its luck if it is reviewed."""
        stored = await self._store.read(game)
        await self._results.keep_results(game, await asyncio.to_thread(tally, stored))
        # A review that was made before found no results to add luck to.
        if (review := await self._documents.document(game, REVIEW, VERSION)) is not None:
            await self.keep_luck(game, review)

    async def keep_luck(self, game: str, review: bytes) -> None:
        """Add the luck in a review, given as JSON."""
        await self._results.keep_luck(game, luck_in(review))

    def _table_changed(self, table: Table) -> None:
        if table.phase == "ended":
            self._ended.set()

    async def _run_forever(self) -> None:
        while True:
            self._ended.clear()
            try:
                more = await self.keep_some()
            except Exception as error:
                # If the store is briefly unavailable, the next round tries again.
                self._report("", error)
                more = False
            if not more:
                try:
                    await asyncio.wait_for(self._ended.wait(), IDLE_SECONDS)
                except TimeoutError:
                    continue

    def _report(self, game: str, error: Exception) -> None:
        if self._on_fault is not None:
            self._on_fault(game, error)


def luck_in(review: bytes) -> tuple[float, ...]:
    """Return the luck of every seat in a review: that of the opening hand and of the draws."""
    players = msgspec.json.decode(review, type=_Reviewed).players
    return tuple(player.luck + player.deal for player in players)
