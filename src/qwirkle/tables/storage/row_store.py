"""A store of tables that looks through their rows: for memory, and for the few of a browser."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from qwirkle.tables.storage.ports import (
    Accepted,
    Append,
    Conflict,
    GameRow,
    ListedGame,
    Outcome,
    Repeated,
)


class RowStore(ABC):
    """A ``Store`` made of rows, answers and a write that happens as a whole."""

    async def open(self) -> None:  # noqa: B027 - most have nothing to do
        """Nothing to do."""

    async def close(self) -> None:  # noqa: B027
        """Nothing to do."""

    async def check(self) -> None:  # noqa: B027
        """Do nothing: a write shows whether writing works."""

    @abstractmethod
    async def all_rows(self) -> Iterable[GameRow]:
        """The rows of all tables."""

    @abstractmethod
    async def row(self, game: str) -> GameRow | None:
        """A table's row."""

    @abstractmethod
    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """The first answer to a command that was accepted."""

    @abstractmethod
    async def write(self, append: Append, row: GameRow) -> bool:
        """Write the events, the answer and the row: False if another writer was quicker."""

    async def append(self, append: Append) -> Outcome:
        """Write events after ``expected_seq``."""
        append.check()
        if (first := await self.answer_to(append.game, append.command_id)) is not None:
            return Repeated(first)
        row = await self.row(append.game)
        last = row.last_seq if row else 0
        if last != append.expected_seq:
            return Conflict(last)
        changed = append.row_after(row)
        if await self.write(append, changed):
            return Accepted(changed.last_seq)
        # Another writer was quicker: with the same command, or with another one.
        if (first := await self.answer_to(append.game, append.command_id)) is not None:
            return Repeated(first)
        row = await self.row(append.game)
        return Conflict(row.last_seq if row else 0)

    async def due(self, before: int, limit: int) -> list[str]:
        """Tables whose clock or bot is due, the longest due first."""
        waiting = [
            (row.due, row.game)
            for row in await self.all_rows()
            if row.due is not None and row.due <= before
        ]
        return [game for _, game in sorted(waiting)[:limit]]

    async def games(self, after: str | None, limit: int) -> list[str]:
        """Ids of tables in order."""
        games = (row.game for row in await self.all_rows())
        return sorted(game for game in games if after is None or game > after)[:limit]

    async def list_tables(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        """Tables of a list, the newest first."""
        found = sorted(
            (row.created_at, row.game, row.last_seq)
            for row in await self.all_rows()
            if row.index is not None
            and row.index.listing == listing
            and edition in (None, row.index.edition)
            and (before is None or (row.created_at, row.game) < before)
        )
        return [ListedGame(game, seq, at) for at, game, seq in found[::-1][:limit]]
