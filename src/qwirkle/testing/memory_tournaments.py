"""The tournaments of the store in memory."""

from __future__ import annotations

from qwirkle.tables.storage.ports import StoredTournament
from qwirkle.tables.storage.sql.names import forget_entrants


class MemoryTournaments:
    """Everything in a dictionary."""

    def __init__(self) -> None:
        super().__init__()
        self._tournaments: dict[str, tuple[int, StoredTournament]] = {}

    async def tournament(self, tournament: str) -> StoredTournament | None:
        """The last version of a tournament."""
        _, known = self._tournaments.get(tournament, (0, None))
        return known

    async def put_tournament(self, tournament: str, body: bytes, *, version: int, at: int) -> bool:
        """Write the version after this one."""
        _, known = self._tournaments.get(tournament, (0, None))
        if version != (0 if known is None else known.version):
            return False
        self._tournaments[tournament] = (at, StoredTournament(version + 1, body))
        return True

    def _forget_entrant(self, account: str) -> None:
        for name, (at, known) in self._tournaments.items():
            body = known.body.decode()
            if f'"account":"{account}"' in body:
                forgotten = forget_entrants(body, {account}).encode()
                self._tournaments[name] = (at, StoredTournament(known.version + 1, forgotten))

    async def remove_tournaments(self, before: int) -> int:
        """Forget tournaments that have not changed for long."""
        old = [name for name, (at, _) in self._tournaments.items() if at <= before]
        for name in old:
            del self._tournaments[name]
        return len(old)
