"""A store and a bus in memory, as small as can be, for tests of the service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.storage.ports import Append, GameRow, IndexEntry, Outcome, Stored
from qwirkle.tables.storage.row_store import RowStore


class MemoryStore(RowStore):
    """Keeps everything in dictionaries; every method gives way to others once."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Stored]] = {}
        self.answers: dict[tuple[str, str], bytes] = {}
        self.dues: dict[str, int | None] = {}
        self.index: dict[str, IndexEntry] = {}
        self.appends = 0

    async def all_rows(self) -> list[GameRow]:
        await asyncio.sleep(0)
        return [row for game in self.rows if (row := await self.row(game)) is not None]

    async def append(self, append: Append) -> Outcome:
        await asyncio.sleep(0)
        return await super().append(append)

    async def write(self, append: Append, row: GameRow) -> bool:  # noqa: ARG002 - see ``row``
        self.note(append)
        return True

    def note(self, append: Append) -> None:
        """Keep what was written."""
        self.rows.setdefault(append.game, []).extend(append.stored_events())
        self.answers[append.game, append.command_id] = append.answer
        self.dues[append.game] = append.due
        if append.index is not None:
            self.index[append.game] = append.index
        self.appends += 1

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
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


class MemoryBus(LocalBus):
    """Tells listeners of the same loop; can be made to forget messages."""

    def __init__(self) -> None:
        super().__init__()
        self.deaf = False

    async def publish(self, game: str, seq: int) -> None:
        if not self.deaf:
            await super().publish(game, seq)

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:  # noqa: ARG002
        """Nobody is called: who is present is no matter of these tests."""
        return lambda: None
