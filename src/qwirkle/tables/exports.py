"""The export of everything that a server stores about an account, for its owner."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from qwirkle.api import visitors
from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.requests import Requests
from qwirkle.tables.coach.my_game import MyGame, MyGames
from qwirkle.tables.core.events import How, read_event
from qwirkle.tables.core.evolve import fold_table
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.tasks import on_a_thread
from qwirkle.tables.notices.model import ExportedNotices
from qwirkle.tables.people.accounts import Accounts
from qwirkle.tables.people.model import Account, Rating, Seating
from qwirkle.tables.results.statistics import PersonStatistics, StatisticsService
from qwirkle.tables.storage.ports import Store, Stored
from qwirkle.tables.training.training import Training, Trainings

if TYPE_CHECKING:
    from qwirkle.tables.notices.store import NoticeStore
    from qwirkle.tables.people.store import PeopleStore

REQUESTS = Requests()
Visitor = visitors.SigningVisitor[Caller]
PAGE = 100


class ExportedSeat(msgspec.Struct, frozen=True):
    """A seat that the account had at a table."""

    table: str
    seat: int
    at: int
    title: str
    name: str
    """The name used at the table."""
    ended: How | None
    place: int | None
    score: int | None
    """None if the game had no result."""
    record: str | None
    """The record of the game, once it is over; None if the table is gone."""


class AccountExport(msgspec.Struct, frozen=True):
    """An account: ratings by game, seats (the latest first), statistics. No password."""

    account: str
    name: str
    created_at: int
    ratings: dict[str, Rating]
    seats: list[ExportedSeat]
    statistics: PersonStatistics
    my_game: list[MyGame]
    """What the coach remembers, game by game."""
    training: Training | None
    """Puzzles answered and turns repeated; None on a server that stores none."""
    notices: ExportedNotices | None
    """None on a server that sends none."""


class Exports:
    """The exports of accounts, made for one account at a time."""

    def __init__(
        self,
        people: PeopleStore,
        store: Store,
        statistics: StatisticsService,
        my_games: MyGames,
        *,
        trainings: Trainings | None,
        notices: NoticeStore | None,
    ) -> None:
        self._people = people
        self._notices = notices
        self._store = store
        self._statistics = statistics
        self._my_games = my_games
        self._trainings = trainings
        self._turn = asyncio.Lock()

    async def of(self, account: Account) -> AccountExport:
        """Return everything that is stored about an account."""
        seats: list[ExportedSeat] = []
        before: tuple[int, str, int] | None = None
        async with self._turn:
            while page := await self._people.history(account.id, PAGE, before):
                for seating in page:
                    stored = await self._store.read(seating.game)
                    seats.append(await on_a_thread(_seat, seating, stored))
                before = page[-1].at, page[-1].game, page[-1].seat
            ratings = await self._people.ratings(account.id)
            statistics = await self._statistics.of_account(account.id, account.name)
            caller = Caller(account=account.id)
            played = (game.game for game in statistics.games)
            mine = [await self._my_games.of_caller(caller, game) for game in played]
            practised = self._trainings
            training = None if practised is None else await practised.of(account.id)
            kept = self._notices
            notices = None if kept is None else await kept.exported(account.id)
        return AccountExport(
            account=account.id,
            name=account.name,
            created_at=account.created_at,
            ratings=ratings,
            seats=seats,
            statistics=statistics,
            my_game=[game for game in mine if game.games],
            training=training,
            notices=notices,
        )


def _seat(seating: Seating, stored: Sequence[Stored]) -> ExportedSeat:
    title = seating.index.title if seating.index else ""
    table = fold_table((read_event(row.body), row.at) for row in stored) if stored else None
    ended = None if table is None else table.ended
    which = seating.seat
    return ExportedSeat(
        table=seating.game,
        seat=which,
        at=seating.at,
        title=title,
        name="" if table is None else table.seats[which].name,
        ended=None if ended is None else ended.how,
        place=ended.places[which] if ended is not None and ended.places else None,
        score=ended.scores[which] if ended is not None and ended.scores else None,
        # While a game is running, its record would reveal more than the seat may know.
        record=None if table is None or ended is None else record_text(table, stored, None),
    )


@REQUESTS.get("/api/account/export", "Everything about the account", filename="qwirkle.json")
async def export(visitor: Visitor, accounts: Accounts, exports: Exports) -> AccountExport:
    """Return the account's data: profile, ratings, and every seat with its result and record."""
    account = await accounts.who(visitor.signing.session)
    if account is None:
        raise request_refused(WebReason.NOT_SIGNED_IN)
    visitor.count_export(account.id)
    return await exports.of(account)
