"""A store and a bus in memory, as small as can be, for tests of the service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from qwirkle.service.ports import (
    Accepted,
    Conflict,
    GameRow,
    IndexEntry,
    ListedGame,
    Repeated,
    Stored,
)


class MemoryStore:
    """Keeps everything in dictionaries; every method gives way to others once."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Stored]] = {}
        self.answers: dict[tuple[str, str], bytes] = {}
        self.dues: dict[str, int | None] = {}
        self.index: dict[str, IndexEntry] = {}
        self.appends = 0

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def check(self) -> None:
        """Anything can be written."""

    async def append(
        self,
        game: str,
        *,
        expected_seq: int,
        command_id: str,
        at: int,
        events: Sequence[bytes],
        answer: bytes,
        due: int | None,
        index: IndexEntry | None,
        notify_at: int | None = None,  # noqa: ARG002 - nobody is notified here
    ) -> Accepted | Repeated | Conflict:
        await asyncio.sleep(0)
        if (game, command_id) in self.answers:
            return Repeated(self.answers[game, command_id])
        rows = self.rows.setdefault(game, [])
        if len(rows) != expected_seq:
            return Conflict(len(rows))
        for body in events:
            rows.append(Stored(len(rows) + 1, at, body))
        self.answers[game, command_id] = answer
        self.dues[game] = due
        if index is not None:
            self.index[game] = index
        self.appends += 1
        return Accepted(len(rows))

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        await asyncio.sleep(0)
        return self.answers.get((game, command_id))

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        await asyncio.sleep(0)
        return self.rows.get(game, [])[since:]

    async def row(self, game: str) -> GameRow | None:
        rows = self.rows.get(game)
        if not rows:
            return None
        index, due = self.index.get(game), self.dues[game]
        return GameRow(game, len(rows), due, index, rows[0].at, rows[-1].at)

    async def due(self, before: int, limit: int) -> list[str]:
        await asyncio.sleep(0)
        ready = [(due, game) for game, due in self.dues.items() if due is not None]
        return [game for due, game in sorted(ready) if due <= before][:limit]

    async def games(self, after: str | None, limit: int) -> list[str]:
        return [game for game in sorted(self.rows) if after is None or game > after][:limit]

    async def listed(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        await asyncio.sleep(0)
        found = sorted(
            (self.rows[game][0].at, game)
            for game, entry in self.index.items()
            if entry.listing == listing and edition in (None, entry.edition)
        )
        return [
            ListedGame(game, len(self.rows[game]), at)
            for at, game in reversed(found)
            if before is None or (at, game) < before
        ][:limit]


class MemoryBus:
    """Tells listeners of the same loop; can be made to forget messages."""

    def __init__(self) -> None:
        self.listeners: dict[str, list[asyncio.Queue[int]]] = {}
        self.deaf = False

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def publish(self, game: str, seq: int) -> None:
        if not self.deaf:
            for queue in self.listeners.get(game, []):
                queue.put_nowait(seq)

    @asynccontextmanager
    async def listen(self, game: str) -> AsyncIterator[AsyncIterator[int]]:
        queue: asyncio.Queue[int] = asyncio.Queue()
        self.listeners.setdefault(game, []).append(queue)
        try:
            yield _Numbers(queue)
        finally:
            self.listeners[game].remove(queue)

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:  # noqa: ARG002
        """Nobody is called: who is present is no matter of these tests."""
        return lambda: None


class _Numbers:
    """The numbers in a queue; one that was not waited for stays there."""

    def __init__(self, queue: asyncio.Queue[int]) -> None:
        self._queue = queue

    def __aiter__(self) -> AsyncIterator[int]:
        return self

    async def __anext__(self) -> int:
        return await self._queue.get()
