"""The real store on SQLite in the place of the small one in memory, with the same windows."""

from __future__ import annotations

from pathlib import Path

from qwirkle.tables.storage.ports import Accepted, Append, ListedGame, Outcome, Stored, WholeStore
from qwirkle.tables.storage.sql import store_at

from .memory import MemoryStore


class SqliteStore(MemoryStore):
    """What is asked is answered by SQLite; a copy in memory is there for tests to look at."""

    opened: list[SqliteStore] = []  # noqa: RUF012 - to be closed by whoever ran the scene

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder / f"{len(list(folder.iterdir()))}"
        self._folder.mkdir()
        self._real: WholeStore | None = None

    async def real(self) -> WholeStore:
        if self._real is None:
            self._real = store_at(folder=self._folder)
            await self._real.open()
            self.opened.append(self)
        return self._real

    async def close(self) -> None:
        if self._real is not None:
            await self._real.close()
            self._real = None

    async def append(self, append: Append) -> Outcome:
        outcome = await (await self.real()).append(append)
        if isinstance(outcome, Accepted):
            self.note(append)
        return outcome

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        return await (await self.real()).answer_to(game, command_id)

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        return await (await self.real()).read(game, since)

    async def due(self, before: int, limit: int) -> list[str]:
        return await (await self.real()).due(before, limit)

    async def games(self, after: str | None, limit: int) -> list[str]:
        return await (await self.real()).games(after, limit)

    async def list_tables(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        return await (await self.real()).list_tables(listing, limit, before, edition=edition)
