"""Documents about tables in the database: what ``DocumentStore`` asks for."""

from __future__ import annotations

import sqlalchemy as sa

from qwirkle.service.store.database import Database
from qwirkle.service.store.schema import DOCUMENTS


class DocumentRows:
    """One document per table and kind; a later one replaces it."""

    _database: Database

    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        """Keep a document."""
        values = {"version": version, "at": at, "body": body.decode()}
        keeping = (
            self._database.insert(DOCUMENTS)
            .values(game=game, kind=kind, **values)
            .on_conflict_do_update(index_elements=["game", "kind"], set_=values)
        )
        await self._database.write(lambda connection: connection.execute(keeping))

    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        """The document of a table."""
        wanted = sa.select(DOCUMENTS.c.body).where(
            DOCUMENTS.c["game"] == game,
            DOCUMENTS.c.kind == kind,
            DOCUMENTS.c.version == version,
        )
        body = await self._database.read(lambda connection: connection.scalar(wanted))
        return None if body is None else body.encode()
