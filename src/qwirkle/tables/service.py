"""Everything that one process needs to run tables, started and stopped as a whole.

The web layer makes one from a store and a bus, and uses its parts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from qwirkle.tables.admin.tables import FinishedTables, OldTables
from qwirkle.tables.analysis.positions import PositionQueries
from qwirkle.tables.coach.looks import SecondLooks
from qwirkle.tables.coach.memory import Memory
from qwirkle.tables.coach.my_game import MyGames, PlayedGame
from qwirkle.tables.core.commands import Secrets
from qwirkle.tables.core.settings import DAY
from qwirkle.tables.learning.puzzles import PuzzleService
from qwirkle.tables.live.bots import BotRunner
from qwirkle.tables.live.bus.local import LocalPresenceBoard
from qwirkle.tables.live.callers import Caller, SystemSecrets
from qwirkle.tables.live.presence import Presences
from qwirkle.tables.live.queries import TableQueries
from qwirkle.tables.live.scheduler import Chore, Scheduler
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.workers import Workers
from qwirkle.tables.matchmaking.quick_games import QuickGames
from qwirkle.tables.matchmaking.tables_list import TablesList
from qwirkle.tables.notices.egress import Egress
from qwirkle.tables.notices.notifier import Notifier
from qwirkle.tables.notices.settings import NoticeSettings, make_notifier
from qwirkle.tables.photos.photos import PhotoQueries
from qwirkle.tables.results.company import Company
from qwirkle.tables.results.fitting import FittingOpponents, person_of
from qwirkle.tables.results.keeper import ResultKeeper
from qwirkle.tables.results.model import ResultStore
from qwirkle.tables.results.pictures import ResultPictures
from qwirkle.tables.results.rivalries import RivalryService
from qwirkle.tables.results.statistics import StatisticsService
from qwirkle.tables.reviews.lucks import Lucks
from qwirkle.tables.reviews.practice import Practice
from qwirkle.tables.reviews.reviews import Reviews
from qwirkle.tables.storage.ports import Bus, DocumentStore, PresenceBoard, Store
from qwirkle.tables.swiss.service import Tournaments
from qwirkle.tables.training.training import Trainings

if TYPE_CHECKING:
    from qwirkle.tables.admin.store import AdminStore
    from qwirkle.tables.exports import Exports
    from qwirkle.tables.notices.store import NoticeStore
    from qwirkle.tables.people.accounts import Accounts
    from qwirkle.tables.people.ratings import Ratings
    from qwirkle.tables.people.store import PeopleStore
    from qwirkle.tables.storage.sql.tables import SqlTables
    from qwirkle.tables.swiss.store import TournamentStore
    from qwirkle.tables.training.store import TrainingStore


WORK = (
    "qwirkle.tables.live.bots",
    "qwirkle.tables.reviews.work",
    "qwirkle.tables.reviews.records",
    "qwirkle.tables.analysis.positions",
    "qwirkle.tables.learning.puzzles",
    "qwirkle.tables.coach.looks",
    "qwirkle.tables.coach.memory",
)
"""The modules whose functions workers call, except those that need large libraries."""


class ServiceSettings(msgspec.Struct, frozen=True):
    """The settings of a table service."""

    bot_limit_ms: int = 8000
    """The time limit for a bot's turn."""
    bot_pauses: bool = True
    """Whether the turns of levels appear after a moment, so that people can follow them."""
    cached_tables: int = 2000
    """The number of tables to keep in memory."""
    reviews: bool = True
    """Whether games of people are reviewed as soon as they have ended."""
    clock_interval: float = 0.5
    """How often to check for expired clocks, and for notices to send, in seconds."""
    notices: NoticeSettings = NoticeSettings()
    guest_table_days: float = 0.0
    """The days after which finished tables of guests are deleted; 0 to keep them."""
    archive_days: float = 7.0
    """The days after which finished tables are archived; 0 for never."""


class TableService:
    """Tables, queries, presence, accounts, a scheduler and a notifier, put together."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        people: PeopleStore | None = None,
        settings: ServiceSettings | None = None,
        *,
        documents: DocumentStore,
        results: ResultStore,
        tournaments: TournamentStore | None = None,
        notices: NoticeStore | None = None,
        training: TrainingStore | None = None,
        board: PresenceBoard | None = None,
        now: Callable[[], int] | None = None,
        on_fault: Callable[[str, Exception], None] | None = None,
        admin: AdminStore | None = None,
        archives: SqlTables | None = None,
        on_deleted: Callable[[int], None] | None = None,
        workers: Workers | None = None,
        secrets: Callable[[str | None], Secrets] = SystemSecrets,
    ) -> None:
        settings = settings or ServiceSettings()
        board = board or LocalPresenceBoard()
        self.presences = Presences(bus, board)
        self.tables = Tables(
            store,
            bus,
            now=now,
            secrets=secrets,
            cached_tables=settings.cached_tables,
            is_present=self.presences.is_here,
            on_fault=on_fault,
        )
        self.workers = workers = Workers() if workers is None else workers
        self.bots = BotRunner(store, workers, settings.bot_limit_ms, on_fault=on_fault)
        self.queries = TableQueries(self.tables, store, self.bots)
        self.positions = PositionQueries(workers)
        self.photos = PhotoQueries(workers)
        self.puzzles = PuzzleService(workers)
        self.lists = TablesList(self.tables, store, self.presences, self.bots.opener)
        self.tournaments = None if tournaments is None else Tournaments(self.tables, tournaments)
        self.quick_games = QuickGames(self.tables, self.lists)
        name_of = None if people is None else people.account_name
        self.statistics = StatisticsService(results, name_of)
        self.fitting = FittingOpponents(results)
        self.company = Company(results, board)
        self.results = ResultKeeper(self.tables, store, results, documents, on_fault=on_fault)
        self.rivalries = RivalryService(self.tables, results, self.results)
        self.pictures = ResultPictures(self.tables)
        self.memory = Memory(self.tables, store, documents, workers)
        self.my_games = MyGames(partial(_latest_games, results), self.memory)
        self.trainings = None if training is None else Trainings(training, self.tables.now)
        self.accounts: Accounts | None = None
        self.exports: Exports | None = None
        ratings: Ratings | None = None
        if people is not None:
            # A service without accounts needs none of their libraries.
            from qwirkle.tables.exports import Exports  # noqa: PLC0415
            from qwirkle.tables.people.accounts import Accounts  # noqa: PLC0415
            from qwirkle.tables.people.ratings import Ratings  # noqa: PLC0415

            self.accounts = Accounts(people, now=now)
            self.exports = Exports(
                people,
                store,
                self.statistics,
                self.my_games,
                trainings=self.trainings,
                notices=notices,
            )
            ratings = Ratings(people)
        self.practice = Practice(self.tables, store, workers)
        self.looks = SecondLooks(self.tables, workers)
        self.lucks = Lucks(self.tables, store, documents, workers)
        self.reviews = Reviews(
            self.tables,
            store,
            documents,
            workers=workers,
            automatic=settings.reviews,
            payer=self.bots.opener,
            keep_review=self._keep_review,
            on_fault=on_fault,
        )
        chores: list[Chore] = []
        if admin is not None and settings.guest_table_days > 0:
            old = OldTables(
                admin,
                self.tables.now,
                round(settings.guest_table_days * DAY),
                remove_tournaments=None if tournaments is None else tournaments.remove_tournaments,
                on_deleted=on_deleted,
            )
            chores.append(old.delete_some)
        if archives is not None and settings.archive_days > 0:
            age = round(settings.archive_days * DAY)
            finished = FinishedTables(archives, self.tables.now, age, on_fault=on_fault)
            chores.append(finished.archive_some)
        self.scheduler = Scheduler(
            self.tables,
            store,
            self.bots,
            keep_result=None if ratings is None else ratings.keep,
            forget_sessions=None if self.accounts is None else self.accounts.forget_sessions,
            chores=chores,
            interval=settings.clock_interval,
            sleep=asyncio.sleep if settings.bot_pauses else None,
            on_fault=on_fault,
        )

        self._egress = Egress(private=settings.notices.private)
        self.notifier: Notifier | None = None
        if notices is not None:
            self.notifier = make_notifier(
                self.tables,
                self.presences,
                notices,
                settings.notices,
                self._egress,
                payer=lambda table: workers.account(self.bots.opener(table)),
                interval=settings.clock_interval,
                on_fault=on_fault,
            )

    async def _keep_review(self, table: str, review: bytes) -> None:
        """Keep what a new review shows with the results of its game."""
        await self.results.keep_luck(table, review)
        await self.memory.keep(table, review)

    async def start(self) -> None:
        """Start the background work. A table is folded only when somebody needs it."""
        self.presences.start()
        await self.scheduler.start()
        self.results.start()
        if self.notifier is not None:
            self.notifier.start()

    async def stop(self, patience: float = 10.0) -> None:
        """Wait for commands and, for a while, bots; everything else is in the store already."""
        if self.notifier is not None:
            await self.notifier.stop()
        await self.presences.stop()
        await self.reviews.stop()
        await self.lucks.stop()
        await self.results.stop()
        await self.scheduler.stop(patience)
        await self.tables.finish()
        await self.workers.close()


async def _latest_games(results: ResultStore, caller: Caller, limit: int) -> list[PlayedGame]:
    """Return the latest games of the account of a caller, or of the guest of the device."""
    person = person_of(caller)
    if person is None:
        return []
    return [
        PlayedGame(game.game, game.edition, game.at, seat.seat)
        for game in await results.games_of(person, limit)
        for seat in game.seats
        if seat.person == person
    ]
