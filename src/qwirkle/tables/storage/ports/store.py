"""Everything that one database keeps, and what only the people who run a server ask of it."""

from __future__ import annotations

from typing import Protocol

from qwirkle.tables.storage.ports.documents import DocumentStore, TournamentStore
from qwirkle.tables.storage.ports.notices import NoticeStore
from qwirkle.tables.storage.ports.people import Account, PeopleStore
from qwirkle.tables.storage.ports.results import ResultStore
from qwirkle.tables.storage.ports.tables import GameRow, Store


class AdminStore(Protocol):
    """Operations for the people who run a server."""

    async def latest_tables(
        self, limit: int, before: tuple[int, str] | None = None, *, finished: bool | None = None
    ) -> list[GameRow]:
        """Rows of tables, the last changed first; ``before``: change and id of the last seen."""

    async def old_guest_tables(self, before: int, limit: int) -> list[str]:
        """Finished tables in no account's history, last changed at ``before`` or earlier."""

    async def remove_table(self, game: str, before: int | None = None) -> bool:
        """Forget a table, its documents and its place in histories; ratings stay as they are.

        With ``before``, only if it has not changed since. False if nothing was removed.
        """

    async def remove_tournaments(self, before: int) -> int:
        """Forget tournaments last changed at ``before`` or earlier; how many there were."""

    async def oldest_accounts(
        self, limit: int, after: tuple[int, str] | None = None
    ) -> list[Account]:
        """Accounts, the oldest first; ``after``: creation and id of the last seen."""

    async def rename_account(self, account: str, name: str) -> bool:
        """Rename an account; False if the name is taken, however it is written."""

    async def ban_account(self, account: str, at: int | None) -> None:
        """Ban an account and end its sessions, or lift the ban (None)."""


class WholeStore(
    Store,
    PeopleStore,
    DocumentStore,
    ResultStore,
    TournamentStore,
    NoticeStore,
    AdminStore,
    Protocol,
):
    """Everything one database keeps. Ask for the smallest part you need."""
