"""A store that forgets everything when the process ends: for tests, and as the plainest reading.

Nothing here waits, so every method is one step that nobody can interrupt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from msgspec.structs import replace

from qwirkle.tables.results.memory import MemoryResults
from qwirkle.tables.storage.ports import (
    ACCOUNT,
    RATED_TOGETHER,
    Account,
    Append,
    GameResult,
    GameRow,
    Rating,
    Revision,
    Seating,
    Standing,
    Stored,
    account_person,
    forget_person,
)
from qwirkle.tables.storage.row_store import RowStore
from qwirkle.tables.storage.sql.names import fold_name
from qwirkle.testing.memory_notices import MemoryNotices
from qwirkle.testing.memory_tournaments import MemoryTournaments


class MemoryStore(RowStore, MemoryNotices, MemoryResults, MemoryTournaments):
    """Everything in dictionaries."""

    def __init__(self) -> None:
        super().__init__()
        self._events: dict[str, list[Stored]] = {}
        self._answers: dict[tuple[str, str], bytes] = {}
        self._rows: dict[str, GameRow] = {}
        self._accounts: dict[str, Account] = {}
        self._sessions: dict[str, tuple[str, int]] = {}
        self._seats: dict[tuple[str, int], tuple[str, int]] = {}
        self._ratings: dict[tuple[str, str], Rating] = {}
        self._rated: dict[str, str] = {}
        self._documents: dict[tuple[str, str], tuple[str, bytes]] = {}

    # Events

    async def all_rows(self) -> Iterable[GameRow]:
        """The rows of all tables."""
        return self._rows.values()

    async def write(self, append: Append, row: GameRow) -> bool:
        """Write everything; nothing has waited since the row was read."""
        self._events.setdefault(append.game, []).extend(append.stored_events())
        self._answers[append.game, append.command_id] = append.answer
        self._notify_at[append.game] = append.notify_at
        self._rows[append.game] = row
        return True

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """The first answer to a command that was accepted."""
        return self._answers.get((game, command_id))

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        """The events after ``since``."""
        return self._events.get(game, [])[max(since, 0) :]

    async def row(self, game: str) -> GameRow | None:
        """A table's row."""
        return self._rows.get(game)

    async def latest_tables(
        self, limit: int, before: tuple[int, str] | None = None, *, finished: bool | None = None
    ) -> list[GameRow]:
        """Rows of tables, the last changed first."""
        rows = sorted(self._rows.values(), key=_changed, reverse=True)
        return [
            row
            for row in rows
            if (before is None or _changed(row) < before)
            and (finished is None or _is_finished(row) == finished)
        ][:limit]

    async def old_guest_tables(self, before: int, limit: int) -> list[str]:
        """Finished tables in no account's history."""
        known = {table for table, _ in self._seats}
        return [
            row.game
            for row in sorted(self._rows.values(), key=_changed)
            if _is_finished(row)
            and row.due is None
            and row.updated_at <= before
            and row.game not in known
        ][:limit]

    async def remove_table(self, game: str, before: int | None = None) -> bool:
        """Forget a table, its documents and its place in histories."""
        row = self._rows.get(game)
        if row is None or (before is not None and row.updated_at > before):
            return False
        del self._rows[game], self._events[game]
        self._answers = {key: kept for key, kept in self._answers.items() if key[0] != game}
        self._documents = {key: kept for key, kept in self._documents.items() if key[0] != game}
        self._seats = {key: kept for key, kept in self._seats.items() if key[0] != game}
        self._rated.pop(game, None)
        self._tallied.pop(game, None)
        self._notices = {key: kept for key, kept in self._notices.items() if key.game != game}
        return True

    # Documents

    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        """Keep a document."""
        del at
        body.decode()
        self._documents[game, kind] = (version, body)

    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        """The document of a table."""
        made_by, body = self._documents.get((game, kind), ("", b""))
        return body if made_by == version else None

    # Accounts

    async def add_account(self, account: Account) -> bool:
        """Add an account; False if its name is taken."""
        if await self.account_named(account.name) is not None:
            return False
        self._accounts[account.id] = account
        return True

    async def account(self, account: str) -> Account | None:
        """The account with an id."""
        return self._accounts.get(account)

    async def account_named(self, name: str) -> Account | None:
        """The account with a name, however it is written."""
        wanted = fold_name(name)
        return next(
            (known for known in self._accounts.values() if fold_name(known.name) == wanted), None
        )

    async def change_password(self, account: str, password: str) -> None:
        """Keep another hash, and end every session of the account."""
        if (known := self._accounts.get(account)) is not None:
            self._accounts[account] = replace(known, password=password)
        self._end_sessions(account)

    async def rehash_password(self, account: str, old: str, new: str) -> None:
        """Keep a stronger hash of the same password."""
        known = self._accounts.get(account)
        if known is not None and known.password == old:
            self._accounts[account] = replace(known, password=new)

    async def remove_account(self, account: str) -> None:
        """Forget an account with its sessions, history and ratings."""
        self._end_sessions(account)
        self._seats = {key: kept for key, kept in self._seats.items() if kept[0] != account}
        self._ratings = {key: kept for key, kept in self._ratings.items() if key[0] != account}
        self._accounts.pop(account, None)
        self._mailboxes.pop(account, None)
        for game, result in self._tallied.items():
            self._tallied[game] = self._nameless(result)
        self._forget_entrant(account)

    async def keep_results(self, game: str, result: GameResult | None) -> bool:
        """Keep the results of a table; whoever has removed their account is not named."""
        return await super().keep_results(game, self._nameless(result))

    def _nameless(self, result: GameResult | None) -> GameResult | None:
        if result is None:
            return None
        known = {account_person(account) for account in self._accounts}
        seats = tuple(
            forget_person(seat)
            if seat.person.startswith(ACCOUNT) and seat.person not in known
            else seat
            for seat in result.seats
        )
        return replace(result, seats=seats)

    async def end_sessions(self, account: str) -> None:
        """Log every device of an account out."""
        self._end_sessions(account)

    def _end_sessions(self, account: str) -> None:
        self._sessions = {key: kept for key, kept in self._sessions.items() if kept[0] != account}

    async def add_session(self, token_hash: str, account: str, expires_at: int) -> None:
        """A device that is logged in."""
        self._sessions[token_hash] = (account, expires_at)

    async def session(self, token_hash: str, now: int) -> Account | None:
        """Whose session it is, if it has not expired."""
        account, expires_at = self._sessions.get(token_hash, ("", 0))
        known = self._accounts.get(account) if now < expires_at else None
        return known if known is not None and known.banned_at is None else None

    async def end_session(self, token_hash: str) -> bool:
        """Log a device out."""
        return self._sessions.pop(token_hash, None) is not None

    async def forget_sessions(self, now: int) -> int:
        """Drop what has expired."""
        old = [token for token, (_, expires_at) in self._sessions.items() if expires_at <= now]
        for token in old:
            del self._sessions[token]
        return len(old)

    async def oldest_accounts(
        self, limit: int, after: tuple[int, str] | None = None
    ) -> list[Account]:
        """Accounts, the oldest first."""
        keyed = [((known.created_at, known.id), known) for known in self._accounts.values()]
        return [account for key, account in sorted(keyed) if after is None or key > after][:limit]

    async def rename_account(self, account: str, name: str) -> bool:
        """Rename an account; False if the name is taken."""
        owner = await self.account_named(name)
        known = self._accounts.get(account)
        if known is None or (owner is not None and owner.id != account):
            return False
        self._accounts[account] = replace(known, name=name)
        return True

    async def ban_account(self, account: str, at: int | None) -> None:
        """Ban an account and end its sessions, or lift the ban."""
        if (known := self._accounts.get(account)) is not None:
            self._accounts[account] = replace(known, banned_at=at)
        if at is not None:
            self._end_sessions(account)

    # History and ratings

    async def keep_seat(self, account: str, game: str, seat: int, at: int) -> bool:
        """Give a seat to an account; False if it is another's."""
        if account not in self._accounts:
            return False
        return self._seats.setdefault((game, seat), (account, at))[0] == account

    async def accounts_at(self, game: str) -> dict[int, str]:
        """Seats of a table that accounts have."""
        return {
            seat: account
            for (table, seat), (account, _) in sorted(self._seats.items())
            if table == game
        }

    async def history(
        self, account: str, limit: int, before: tuple[int, str, int] | None = None
    ) -> list[Seating]:
        """Seats of an account, the latest first."""
        had = sorted(
            (
                (at, game, seat)
                for (game, seat), (owner, at) in self._seats.items()
                if owner == account
            ),
            reverse=True,
        )
        wanted = [key for key in had if before is None or key < before][:limit]
        rows = [(self._rows.get(game), game, seat, at) for at, game, seat in wanted]
        return [
            Seating(game, seat, at, row.last_seq if row else 0, row.index if row else None)
            for row, game, seat, at in rows
        ]

    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        """Revise the ratings of a finished table's accounts, once."""
        if game in self._rated:
            return False
        earlier = self._tables_together(game, edition, accounts, at)
        revised = revise([self._ratings.get((account, edition)) for account in accounts], earlier)
        for account, rating in zip(accounts, revised, strict=True):
            if account in self._accounts:
                self._ratings[account, edition] = rating
        self._rated[game] = edition
        return True

    def _tables_together(self, game: str, edition: str, accounts: Sequence[str], at: int) -> int:
        """The most rated tables that two of these accounts had in a day."""
        tables: dict[str, set[str]] = {account: set() for account in accounts}
        for (table, _), (account, when) in self._seats.items():
            recent = when > at - RATED_TOGETHER and table != game
            if recent and account in tables and self._rated.get(table) == edition:
                tables[account].add(table)
        pairs = combinations(tables.values(), 2)
        return max((len(one & other) for one, other in pairs), default=0)

    async def ratings(self, account: str) -> dict[str, Rating]:
        """An account's ratings, by edition."""
        return {
            edition: rating
            for (owner, edition), rating in sorted(self._ratings.items())
            if owner == account
        }

    async def best(self, edition: str, limit: int) -> list[Standing]:
        """The accounts with the highest ``mu - 3 * sigma`` at a game."""
        found = [
            Standing(account, self._accounts[account].name, rating)
            for (account, rated), rating in self._ratings.items()
            if rated == edition
        ]
        found.sort(key=lambda line: (3 * line.rating.sigma - line.rating.mu, line.account))
        return found[:limit]


def _changed(row: GameRow) -> tuple[int, str]:
    return row.updated_at, row.game


def _is_finished(row: GameRow) -> bool:
    return row.index is not None and row.index.finished
