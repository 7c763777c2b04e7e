"""The ports of documents about tables, and of tournaments."""

from __future__ import annotations

from typing import Protocol

import msgspec


class DocumentStore(Protocol):
    """Documents computed about a table, such as its review. All of them can be computed again."""

    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        """Keep a document (JSON in UTF-8) instead of any earlier one of this table and kind."""

    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        """The document of a table, unless there is none or another version made it."""


class StoredTournament(msgspec.Struct, frozen=True):
    """A tournament, as it is stored."""

    version: int
    """1, 2, 3 ...: how often it was written."""
    body: bytes
    """JSON in UTF-8."""


class TournamentStore(Protocol):
    """Tournaments, each as a whole."""

    async def tournament(self, tournament: str) -> StoredTournament | None:
        """The last version of a tournament."""

    async def put_tournament(self, tournament: str, body: bytes, *, version: int, at: int) -> bool:
        """Write the version after this one (0: the first); False if that one is there already."""
