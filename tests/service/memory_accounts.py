"""A store of accounts in memory, for tests of accounts and ratings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal

from qwirkle.service.account_ports import Account, Rating, Result, Session, Standing


class MemoryAccounts:
    """Keeps everything in dictionaries; every method gives way to others once."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.sessions: dict[str, Session] = {}
        self.rated: dict[tuple[str, str], Rating] = {}
        self.results: list[Result] = []

    async def add_account(self, account: Account) -> bool:
        await asyncio.sleep(0)
        if any(one.alike == account.alike for one in self.accounts.values()):
            return False
        self.accounts[account.id] = account
        return True

    async def account(self, account: str) -> Account | None:
        await asyncio.sleep(0)
        return self.accounts.get(account)

    async def account_named(self, alike: str) -> Account | None:
        await asyncio.sleep(0)
        return next((one for one in self.accounts.values() if one.alike == alike), None)

    async def set_password(self, account: str, password: str) -> None:
        known = self.accounts[account]
        self.accounts[account] = Account(known.id, known.name, known.alike, password, known.made_at)

    async def remove_account(self, account: str) -> None:
        self.accounts.pop(account, None)
        await self.end_sessions(account)
        self.rated = {key: one for key, one in self.rated.items() if key[1] != account}
        self.results = [one for one in self.results if one.account != account]

    async def add_session(self, token: str, session: Session) -> None:
        self.sessions[token] = session

    async def session(self, token: str) -> Session | None:
        await asyncio.sleep(0)
        return self.sessions.get(token)

    async def end_session(self, token: str) -> None:
        self.sessions.pop(token, None)

    async def end_sessions(self, account: str) -> None:
        self.sessions = {key: one for key, one in self.sessions.items() if one.account != account}

    async def ratings(self, game: str, accounts: Sequence[str]) -> dict[str, Rating]:
        await asyncio.sleep(0)
        return {one: self.rated[game, one] for one in accounts if (game, one) in self.rated}

    async def keep_result(
        self, results: Sequence[Result]
    ) -> Literal["kept", "repeated", "conflict"]:
        await asyncio.sleep(0)
        if any(one.table == results[0].table for one in self.results):
            return "repeated"
        for one in results:
            old = self.rated.get((one.game, one.account))
            if one.rating and one.rating.games != 1 + (0 if old is None else old.games):
                return "conflict"
        for one in results:
            if one.rating:
                self.rated[one.game, one.account] = one.rating
        self.results += results
        return "kept"

    async def history(self, account: str, before: int | None, limit: int) -> list[Result]:
        found = [
            one
            for one in self.results
            if one.account == account and (before is None or one.ended_at < before)
        ]
        return sorted(found, key=lambda one: -one.ended_at)[:limit]

    async def best(self, game: str, limit: int) -> list[Standing]:
        found = [
            Standing(account, self.accounts[account].name, rating)
            for (rated, account), rating in self.rated.items()
            if rated == game
        ]
        found.sort(key=lambda one: one.rating.mu - 3 * one.rating.sigma, reverse=True)
        return found[:limit]
