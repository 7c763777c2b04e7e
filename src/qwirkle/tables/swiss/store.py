"""Tournaments in the database, each as a whole."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qwirkle.tables.core.names import GUEST, free_name
from qwirkle.tables.storage.sql.rows import Rows
from qwirkle.tables.storage.sql.schema import ID, METADATA

TOURNAMENTS = sa.Table(
    "tournaments",
    METADATA,
    sa.Column("tournament", ID, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
sa.Index("ix_tournaments_at", TOURNAMENTS.c["at"])


class StoredTournament(msgspec.Struct, frozen=True):
    """A tournament in its stored form."""

    version: int
    """The number of times it was written: 1, 2, 3 ..."""
    body: bytes
    """JSON in UTF-8."""


class TournamentStore(Rows):
    """The rows of tournaments; a writer whose version exists already has to decide again."""

    async def tournament(self, tournament: str) -> StoredTournament | None:
        """Return the last version of a tournament."""
        wanted = sa.select(TOURNAMENTS.c.version, TOURNAMENTS.c.body).where(
            TOURNAMENTS.c.tournament == tournament
        )
        row = await self._first(wanted)
        return None if row is None else StoredTournament(row.version, row.body.encode())

    async def put_tournament(self, tournament: str, body: bytes, *, version: int, at: int) -> bool:
        """Write the version after this one (0: the first); return False if it exists already."""
        values = {"version": version + 1, "at": at, "body": body.decode()}
        if version:
            same = sa.and_(TOURNAMENTS.c.tournament == tournament, TOURNAMENTS.c.version == version)
            writing: sa.Executable = (
                sa.update(TOURNAMENTS).where(same).values(values).returning(TOURNAMENTS.c.version)
            )
        else:
            writing = (
                self._database.insert(TOURNAMENTS)
                .values(tournament=tournament, **values)
                .on_conflict_do_nothing()
                .returning(TOURNAMENTS.c.version)
            )
        return await self._database.write(
            lambda connection: connection.execute(writing).first() is not None
        )

    async def remove_tournaments(self, before: int) -> int:
        """Delete tournaments last changed at ``before`` or earlier; return how many there were."""
        removing = sa.delete(TOURNAMENTS).where(TOURNAMENTS.c["at"] <= before)
        return await self._run(removing)


def forget_account(connection: Connection, account: str) -> None:
    """Remove the name of an account from its tournaments, whatever their version."""
    named = f'"account":{msgspec.json.encode(account).decode()}'
    wanted = (
        sa.select(TOURNAMENTS)
        .where(TOURNAMENTS.c.body.contains(named, autoescape=True))
        .with_for_update()
    )
    for row in connection.execute(wanted).all():
        same = TOURNAMENTS.c.tournament == row.tournament
        # A decision based on the version before has to be made again.
        values = {"body": _without(account, row.body), "version": row.version + 1}
        connection.execute(sa.update(TOURNAMENTS).where(same).values(values))


def _without(account: str, body: str) -> str:
    """Return the JSON of a tournament without the name of this account.

    The person still takes part, with their devices.
    """
    tournament = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    entrants = msgspec.json.decode(tournament["entrants"], type=list[dict[str, object]])
    gone = [entrant for entrant in entrants if entrant.get("account") == account]
    taken = [str(entrant["name"]) for entrant in entrants if entrant not in gone]
    for entrant in gone:
        name = free_name(GUEST, taken)
        entrant.update(account=None, name=name)
        taken.append(name)
    tournament["entrants"] = msgspec.Raw(msgspec.json.encode(entrants))
    return msgspec.json.encode(tournament).decode()
