"""What the service needs from a store, a bus and a presence board: values and protocols.

The store is the only place where the truth lives; ``(game, seq)`` is the key of an event, so a race
has one winner, and a command carries an id of its own, so a repeat is harmless. The bus only says
that there is something new to read: whoever misses a message finds everything in the store.

``game`` is the id of a table. Times are whole milliseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Literal, Protocol

import msgspec


class Stored(msgspec.Struct, frozen=True):
    """One event of a table, as it is stored."""

    seq: int
    """1, 2, 3 ... without gaps."""
    at: int
    body: bytes
    """JSON in UTF-8."""


class IndexEntry(msgspec.Struct, frozen=True):
    """What lists of tables show without reading their events."""

    title: str
    edition: str
    finished: bool
    listing: str | None = None
    """The list that has this table; None if it is in none."""


class ListedGame(msgspec.Struct, frozen=True):
    """A table in a list."""

    game: str
    last_seq: int
    created_at: int


class GameRow(msgspec.Struct, frozen=True):
    """A table's row: everything in it follows from its events."""

    game: str
    last_seq: int
    due: int | None
    index: IndexEntry | None
    created_at: int
    updated_at: int


class Accepted(msgspec.Struct, frozen=True):
    """The events were written, and stay written."""

    seq: int
    """The last one."""


class Repeated(msgspec.Struct, frozen=True):
    """This command was accepted before: its first answer. Nothing was written."""

    answer: bytes


class Conflict(msgspec.Struct, frozen=True):
    """``expected_seq`` was not the last one. Nothing was written."""

    seq: int
    """The last one as it is (0: there is no such table)."""


Outcome = Accepted | Repeated | Conflict


class Store(Protocol):
    """Events of tables. Every method raises ``StoreError`` when the store cannot be reached."""

    async def open(self) -> None:
        """Make or bring up to date what is stored; reads no table."""

    async def close(self) -> None:
        """Finish what was begun. A store is opened once and closed once."""

    async def check(self) -> None:
        """Raise ``StoreError`` if nothing can be written. Changes nothing."""

    async def append(
        self,
        game: str,
        *,
        expected_seq: int,
        command_id: str,
        at: int,
        events: Sequence[bytes],
        answer: bytes,
        due: int | None,
        index: IndexEntry | None,
        notify_at: int | None = None,
    ) -> Outcome:
        """Write events after ``expected_seq``, the answer to the command, and the table's row.

        All or nothing, and durable when it returns. A known ``command_id`` is answered before
        ``expected_seq`` is looked at. ``expected_seq=0`` makes a table. ``due`` replaces what was
        due, and ``notify_at`` when notices were to be planned; ``index=None`` leaves the entry as
        it was. There is at least one event. After a ``StoreError`` the outcome is unknown: the same
        command again tells.
        """

    async def answer_to(self, game: str, command_id: str) -> bytes | None:
        """The first answer to a command that was accepted."""

    async def read(self, game: str, since: int = 0) -> list[Stored]:
        """The events after ``since``, in order; none for an unknown table."""

    async def row(self, game: str) -> GameRow | None:
        """A table's row."""

    async def due(self, before: int, limit: int) -> list[str]:
        """Tables whose clock or bot is due at ``before`` or earlier, the longest due first."""

    async def games(self, after: str | None, limit: int) -> list[str]:
        """Ids of tables in order, after a given one."""

    async def listed(
        self,
        listing: str,
        limit: int,
        before: tuple[int, str] | None = None,
        *,
        edition: str | None = None,
    ) -> list[ListedGame]:
        """Tables of a list, the newest first; ``before``: time and id of the last one seen."""


class Account(msgspec.Struct, frozen=True):
    """A person who wants to be known again."""

    id: str
    name: str
    """As written; no two names differ in case alone."""
    password: str
    """What argon2 made of it."""
    created_at: int
    banned_at: int | None = None
    """Since when it may not be used."""


class AccountStore(Protocol):
    """Accounts, and the sessions of their devices. Secrets come here only as hashes."""

    async def add_account(self, account: Account) -> bool:
        """Whether the account is new: False when its name is taken, however it is written."""

    async def account(self, account: str) -> Account | None:
        """The account with an id."""

    async def account_named(self, name: str) -> Account | None:
        """The account with a name, however it is written."""

    async def change_password(self, account: str, password: str) -> None:
        """Keep another hash, and end every session of the account."""

    async def rehash_password(self, account: str, old: str, new: str) -> None:
        """Keep a stronger hash of the same password, unless it was changed meanwhile."""

    async def remove_account(self, account: str) -> None:
        """Forget an account with its sessions, history and ratings. Tables stay as they are."""

    async def add_session(self, token_hash: str, account: str, expires_at: int) -> None:
        """Add the session of a device."""

    async def session(self, token_hash: str, now: int) -> Account | None:
        """Whose session it is, if it has not expired and the account is not banned."""

    async def end_session(self, token_hash: str) -> bool:
        """End the session of a device: False if there is none (any more)."""

    async def end_sessions(self, account: str) -> None:
        """End every session of an account."""

    async def forget_sessions(self, now: int) -> int:
        """Remove expired sessions, and return how many there were."""


class Seating(msgspec.Struct, frozen=True):
    """A seat that an account had at a table."""

    game: str
    seat: int
    at: int
    last_seq: int
    index: IndexEntry | None


class HistoryStore(Protocol):
    """Which seats an account had."""

    async def keep_seat(self, account: str, game: str, seat: int, at: int) -> bool:
        """Whether the seat is the account's: False if it is another's. Repeats are harmless."""

    async def accounts_at(self, game: str) -> dict[int, str]:
        """Seats of a table that accounts have."""

    async def history(
        self, account: str, limit: int, before: tuple[int, str, int] | None = None
    ) -> list[Seating]:
        """Seats of an account, the latest first; ``before``: at, game and seat of the last seen."""


class Rating(msgspec.Struct, frozen=True):
    """How strong an account is at a game, and how sure that is."""

    mu: float
    sigma: float
    games: int = 0


Revision = Callable[[Sequence[Rating | None]], Sequence[Rating]]
"""New ratings from old ones (None: not rated yet). Quick and pure: it may be called twice."""


class Standing(msgspec.Struct, frozen=True):
    """A line of the leaderboard."""

    account: str
    name: str
    rating: Rating


class RatingStore(Protocol):
    """Ratings per account and edition."""

    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        """Revise the ratings of a finished table's accounts, once: False if that was done before.

        An account that was removed meanwhile is revised with the others and then forgotten.
        """

    async def ratings(self, account: str) -> dict[str, Rating]:
        """An account's ratings, by edition."""

    async def best(self, edition: str, limit: int) -> list[Standing]:
        """The accounts with the highest ``mu - 3 * sigma`` at a game, the best first."""


class PeopleStore(AccountStore, HistoryStore, RatingStore, Protocol):
    """Everything about people with accounts."""


class DocumentStore(Protocol):
    """What was computed about a table, such as its review. Nothing in it is the only copy."""

    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        """Keep a document (JSON in UTF-8) instead of any earlier one of this table and kind."""

    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        """The document of a table, unless there is none or another version made it."""


class SeatResult(msgspec.Struct, frozen=True):
    """What a seat reached in a game that counts for statistics."""

    seat: int
    person: str
    """Who sat there, as in ``service.results.tally``."""
    name: str
    place: int
    tied: bool
    """Whether another seat has the same place."""
    score: int
    margin: int | None
    """Points ahead of the best of the others; None if somebody did not play to the end."""
    best_turn: int
    qwirkles: int
    luck: float | None = None
    """What the tiles were worth beyond average ones; None until the game is reviewed."""


class GameResult(msgspec.Struct, frozen=True):
    """A game that counts for statistics, with the results of all seats."""

    game: str
    edition: str
    at: int
    seats: tuple[SeatResult, ...]


class Totals(msgspec.Struct, frozen=True):
    """What all games of a person at one edition add up to."""

    edition: str
    games: int
    won: int
    tied: int
    score: int
    """The sum of all scores."""
    best_score: int
    best_turn: int
    most_qwirkles: int
    biggest_win: int | None
    luck: float
    """The sum over the games that are reviewed."""
    reviewed: int


class Encounter(msgspec.Struct, frozen=True):
    """What all games of a person against another one, under one name, add up to."""

    edition: str
    person: str
    name: str
    games: int
    won: int
    lost: int
    margin: int
    """The sum over the games that everybody played to the end; negative if behind."""
    played_out: int
    """How many games these were."""
    biggest_win: int | None
    biggest_loss: int | None
    luck: float
    """How much more luck there was, over the games that are reviewed."""
    reviewed: int
    at: int
    """The last game."""


class KnownPerson(msgspec.Struct, frozen=True):
    """A person who has results, under the last name."""

    person: str
    name: str
    at: int


class ResultStore(Protocol):
    """Results of finished games, for statistics. All of them follow from events and reviews."""

    async def to_tally(self, limit: int) -> list[str]:
        """Finished tables whose results were not kept yet, in the order of their ids."""

    async def keep_results(self, game: str, result: GameResult | None) -> bool:
        """Keep the results of a table instead of any earlier ones; None if it does not count.

        False if there is no such table. What is known about luck is forgotten with the rest.
        """

    async def result(self, game: str) -> GameResult | None:
        """The results of a table that were kept, by seat; None if there are none."""

    async def is_tallied(self, game: str) -> bool:
        """Whether the results of a table were kept, even if there were none."""

    async def keep_luck(self, game: str, luck: Sequence[float]) -> None:
        """Note the luck of every seat, if the results of the table were kept."""

    async def totals(self, person: str) -> list[Totals]:
        """What the games of a person add up to, by edition."""

    async def encounters(self, person: str) -> list[Encounter]:
        """What they add up to by opponent, in the order of editions, persons and names."""

    async def people_like(self, prefix: str, limit: int) -> list[KnownPerson]:
        """Persons whose key begins like this, those who played last first."""

    async def games_of(
        self, person: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameResult]:
        """Games of a person, the latest first; ``before``: time and id of the last one seen."""


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


NoticeKind = Literal["turn", "reminder"]


class NoticeKey(msgspec.Struct, frozen=True, order=True):
    """One notice: of a table, a turn and a recipient there is at most one of each kind."""

    game: str
    turn: int
    """The number of turns played before it."""
    kind: NoticeKind
    target: str
    """``push:DEVICE``, ``webhook`` or ``mail``."""


class PlannedNotice(msgspec.Struct, frozen=True):
    """A notice to be sent, or one that is not needed because the person has seen the turn."""

    kind: NoticeKind
    target: str
    seen: bool = False


class NoticePlan(msgspec.Struct, frozen=True):
    """The notices of the current turn of a table."""

    game: str
    seq: int
    """The last event of the table that was looked at."""
    turn: int
    notices: tuple[PlannedNotice, ...]
    again_at: int | None
    """When to plan again, if nothing happens before."""


class ClaimedNotice(msgspec.Struct, frozen=True):
    """A notice that the caller alone may send until the claim expires."""

    key: NoticeKey
    attempt: int
    """1 for the first one."""


class QuietHours(msgspec.Struct, frozen=True):
    """Hours without notices, in minutes after midnight; they may pass midnight."""

    begin: int
    end: int


class PushSubscription(msgspec.Struct, frozen=True):
    """Where a device receives notices, and how it wants them."""

    device: str
    """The hash of its secret."""
    endpoint: str
    p256dh: str
    auth: str
    language: str
    zone: str
    """Of the IANA database, such as ``Europe/Berlin``."""
    quiet: QuietHours | None = None


class Mailbox(msgspec.Struct, frozen=True):
    """Where an account wants mail when it is its turn."""

    account: str
    address: str
    language: str
    asked_at: int
    """When the account gave the address."""
    token: str | None
    """The hash of what confirms the address; None once that has happened."""


class NoticeStore(Protocol):
    """Notices that wait to be sent, the devices that want them, and the server's own keys."""

    async def keep_secret(self, name: str, value: str) -> str:
        """Keep a secret of the server, unless there is one of this name; the one that is kept."""

    async def subscribe(self, subscription: PushSubscription) -> None:
        """Replace the subscription of a device. An endpoint belongs to the last that named it."""

    async def unsubscribe(self, device: str, endpoint: str | None = None) -> None:
        """Remove the subscription of a device; with ``endpoint`` only if it is still that one."""

    async def subscriptions(self, devices: Sequence[str]) -> list[PushSubscription]:
        """The subscriptions of those devices that have one, in the order of the devices' hashes."""

    async def keep_mailbox(self, mailbox: Mailbox) -> None:
        """Keep the mailbox of an account instead of its earlier one; none if it is gone."""

    async def mailboxes(self, accounts: Sequence[str]) -> list[Mailbox]:
        """The mailboxes of those accounts that have one, in the order of the accounts."""

    async def confirm_mailbox(self, token: str) -> bool:
        """Note that the address with this token is confirmed; False if there is none."""

    async def remove_mailbox(self, account: str) -> None:
        """Forget the mailbox of an account."""

    async def to_plan(self, before: int, limit: int) -> list[str]:
        """Tables whose notices are to be planned by ``before``, the longest due first."""

    async def plan_notices(self, plans: Sequence[NoticePlan], at: int) -> list[str]:
        """Add the notices of tables, and note when to plan them again; all or nothing.

        A table that has had events since is left as it is, and returned. A notice that is known
        stays as it is. Notices of the table's other turns are removed.
        """

    async def claim_notices(self, now: int, until: int, limit: int) -> list[ClaimedNotice]:
        """Claim notices that are due, the longest due first; nobody else gets them until then."""

    async def finish_notice(self, key: NoticeKey) -> None:
        """Note that a notice was sent, or is not needed any more."""

    async def postpone_notice(self, claimed: ClaimedNotice, until: int) -> None:
        """Let a notice be due later, unless it was finished or claimed again meanwhile."""

    async def notices_to(self, target: str) -> list[NoticeKey]:
        """All notices to a recipient at tables that are not finished, sent or not, in order."""

    async def forget_notices(self, before: int) -> int:
        """Remove notices that were planned before then, and return how many there were."""


class AdminStore(Protocol):
    """What only the people who run a server need."""

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
        """Whether the account has the name now: False when it is taken, however it is written."""

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


LOOK = 0
"""What a bus says instead of a number when messages may have been lost: read the store."""


class Bus(Protocol):
    """Says that a table has new events, never which."""

    async def open(self) -> None:
        """Begin. A bus that cannot be reached is no error: it goes on trying."""

    async def close(self) -> None:
        """End; every listener's iteration ends too."""

    async def publish(self, game: str, seq: int) -> None:
        """Say that ``game`` now has events up to ``seq``. Never fails and never waits for long."""

    def listen(self, game: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """The numbers that are published from now on: the greatest one if several wait.

        Listen first and read the store then, so that nothing falls in between. A number not above
        the last event one has is old news; ``LOOK``, or a long silence, is a reason to read the
        store from the last event one has.
        """

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:
        """Have ``back`` called for every number and every ``LOOK``; what is returned ends that.

        For news that need no task of their own to wait for them. ``back`` must not wait.
        """


class Present(msgspec.Struct, frozen=True):
    """Who is connected to a table."""

    seats: tuple[int, ...] = ()
    """Seats with at least one device, in order."""
    watching: int = 0
    """Devices without a seat."""


class PresenceBoard(Protocol):
    """Who is connected where, over all processes. Nothing of it is stored, and no method fails."""

    renew_seconds: float | None
    """How often a post must be repeated before it is forgotten; None: never."""

    async def close(self) -> None:
        """End."""

    async def put(self, game: str, present: Present) -> None:
        """Post who is connected to a table through this process, replacing the last post."""

    async def others(self, game: str) -> list[Present]:
        """Who is connected through other processes."""
