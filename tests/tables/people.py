"""The store in memory with windows into its accounts, for tests of accounts and ratings."""

from __future__ import annotations

from qwirkle.tables.storage.ports import Account, Rating
from qwirkle.testing.memory_store import MemoryStore


class People(MemoryStore):
    """Accounts that tests can look at."""

    @property
    def accounts(self) -> dict[str, Account]:
        return self._accounts

    @property
    def sessions(self) -> dict[str, tuple[str, int]]:
        return self._sessions

    @property
    def rated(self) -> dict[tuple[str, str], Rating]:
        return {(game, account): rating for (account, game), rating in self._ratings.items()}

    @property
    def results(self) -> list[tuple[str, int, str]]:
        """Tables, seats and accounts that were kept."""
        return sorted((table, seat, who) for (table, seat), (who, _) in self._seats.items())

    def welcome(self, *accounts: str) -> None:
        """Let there be accounts of these ids."""
        for account in accounts:
            self._accounts[account] = Account(account, account, "", 0)
