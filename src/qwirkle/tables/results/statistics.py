"""Statistics of a person: games, wins, bests, luck, and the record against each opponent."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import Literal

import msgspec

from qwirkle.players import levels_of
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.results.model import (
    Encounter,
    GameResult,
    ResultStore,
    SeatResult,
    Totals,
    account_person,
)
from qwirkle.tables.results.tally import device_person, shared_prefix

MAX_SHARED = 8
"""The maximum number of people shown who share a device: those who played last."""
PAGE = 200
BOT, FITTING = "bot:", "fitting"
"""The prefix of the keys of bots, and the name of those whose level fits the player."""
COLUMNS = (
    "ended",
    "game",
    "table",
    "name",
    "place",
    "score",
    "margin",
    "best_turn",
    "qwirkles",
    "luck",
    "others",
)

AccountName = Callable[[str], Awaitable[str | None]]
"""Returns the current name of an account; None if there is no such account."""

Who = Literal["account", "device", "shared"]
"""An account, the guest of a device, or one of several people who share it."""


class Margins(msgspec.Struct, frozen=True):
    """Points ahead, over the games that everybody played to the end."""

    games: int
    sum: int
    biggest_win: int | None
    biggest_loss: int | None


class LuckBalance(msgspec.Struct, frozen=True):
    """Luck over the games that are reviewed, in points; in the card game, in Qwirkles."""

    games: int
    sum: float


class GameTotals(msgspec.Struct, frozen=True):
    """The totals of a person's games at one of the games."""

    game: str
    games: int
    won: int
    tied: int
    """Games in which the first place was shared."""
    score: int
    """The sum of all scores."""
    best_score: int
    best_turn: int
    most_qwirkles: int
    biggest_win: int | None
    luck: LuckBalance


class HeadToHead(msgspec.Struct, frozen=True):
    """The record against one opponent at one of the games; places decide, not points."""

    game: str
    games: int
    won: int
    lost: int
    margins: Margins
    luck: LuckBalance
    """How much more luck there was than the opponent had."""
    last_at: int


class Opponent(msgspec.Struct, frozen=True):
    """An opponent of a person."""

    key: str
    """A stable key of the opponent that reveals nothing else."""
    kind: Literal["account", "guest", "bot"]
    name: str
    """The name of the account, or the one in the last game."""
    bot: str
    """The level or spec of a bot."""
    games: tuple[HeadToHead, ...]


class PersonStatistics(msgspec.Struct, frozen=True):
    """The statistics of one person."""

    who: Who
    name: str
    """Empty for the guest of a device."""
    games: tuple[GameTotals, ...]
    opponents: tuple[Opponent, ...]
    """The opponents, those of the last games first."""


class Statistics(msgspec.Struct, frozen=True):
    """The statistics that a device may see: of its account, its guest and its players."""

    people: tuple[PersonStatistics, ...]


class _Person(msgspec.Struct, frozen=True):
    who: Who
    key: str
    name: str


class StatisticsService:
    """The service that adds up results for the people they are about."""

    def __init__(self, results: ResultStore, account_name: AccountName | None = None) -> None:
        self._results = results
        self._account_name = account_name

    async def of_caller(self, caller: Caller) -> Statistics:
        """Return the statistics of a device, and of the account that is signed in on it."""
        people = [await self._of(person) for person in await self._people(caller)]
        return Statistics(tuple(person for person in people if person.games))

    async def of_account(self, account: str, name: str) -> PersonStatistics:
        """Return the statistics of an account."""
        return await self._of(_Person("account", account_person(account), name))

    async def csv_of(self, caller: Caller) -> AsyncIterator[bytes]:
        """Yield every game of these people as a line of CSV, the latest of each first."""
        yield _line(COLUMNS)
        for person in await self._people(caller):
            before: tuple[int, str] | None = None
            while page := await self._results.games_of(person.key, PAGE, before):
                yield b"".join(_line(_cells(game, person.key)) for game in page)
                before = page[-1].at, page[-1].game

    async def _people(self, caller: Caller) -> list[_Person]:
        people: list[_Person] = []
        name = await self._name(caller.account)
        if caller.account is not None and name is not None:
            people.append(_Person("account", account_person(caller.account), name))
        if caller.key is not None:
            people.append(_Person("device", device_person(caller.key), ""))
            around = await self._results.people_like(shared_prefix(caller.key), MAX_SHARED)
            people += [_Person("shared", known.person, known.name) for known in around]
        return people

    async def _name(self, account: str | None) -> str | None:
        if account is None or self._account_name is None:
            return None
        return await self._account_name(account)

    async def _of(self, person: _Person) -> PersonStatistics:
        totals = await self._results.totals(person.key)
        encounters = await self._results.encounters(person.key) if totals else []
        return PersonStatistics(
            who=person.who,
            name=person.name,
            games=tuple(map(_totals, totals)),
            opponents=await self._opponents(person.key, encounters),
        )

    async def _opponents(
        self, person: str, encounters: Iterable[Encounter]
    ) -> tuple[Opponent, ...]:
        by_key: dict[str, list[Encounter]] = {}
        for encounter in encounters:
            by_key.setdefault(_together(encounter.person), []).append(encounter)
        found = [
            (max(encounter.at for encounter in group), await self._opponent(person, key, group))
            for key, group in by_key.items()
        ]
        found.sort(key=lambda known: (-known[0], known[1].name, known[1].key))
        return tuple(opponent for _, opponent in found)

    async def _opponent(self, person: str, key: str, group: list[Encounter]) -> Opponent:
        kind, _, rest = key.partition(":")
        name = await self._name(rest) if kind == "account" else None
        last = max(group, key=lambda encounter: encounter.at)
        by_game: dict[str, list[Encounter]] = {}
        for encounter in group:
            by_game.setdefault(encounter.edition, []).append(encounter)
        return Opponent(
            # Hashed with the person, so that two people cannot match a device in their statistics.
            key=hashlib.sha256(f"{person}\n{key}".encode()).hexdigest()[:16],
            kind="account" if kind == "account" else "bot" if kind == "bot" else "guest",
            name=last.name if name is None else name,
            bot=rest if kind == "bot" else "",
            games=tuple(head_to_head(game, names) for game, names in by_game.items()),
        )


def _together(person: str) -> str:
    """Return the key of an opponent; all levels between levels are one, which fits the player."""
    levels = levels_of(person.removeprefix(BOT)) if person.startswith(BOT) else None
    return f"{BOT}{FITTING}" if levels is not None and levels[2] else person


def _totals(totals: Totals) -> GameTotals:
    return GameTotals(
        game=totals.edition,
        games=totals.games,
        won=totals.won,
        tied=totals.tied,
        score=totals.score,
        best_score=totals.best_score,
        best_turn=totals.best_turn,
        most_qwirkles=totals.most_qwirkles,
        biggest_win=totals.biggest_win,
        luck=LuckBalance(totals.reviewed, round(totals.luck, 1)),
    )


def head_to_head(game: str, names: list[Encounter]) -> HeadToHead:
    """Add up the records of one opponent under different names."""
    wins = [known.biggest_win for known in names if known.biggest_win is not None]
    losses = [known.biggest_loss for known in names if known.biggest_loss is not None]
    return HeadToHead(
        game=game,
        games=sum(known.games for known in names),
        won=sum(known.won for known in names),
        lost=sum(known.lost for known in names),
        margins=Margins(
            games=sum(known.played_out for known in names),
            sum=sum(known.margin for known in names),
            biggest_win=max(wins, default=None),
            biggest_loss=max(losses, default=None),
        ),
        luck=LuckBalance(
            sum(known.reviewed for known in names), round(sum(known.luck for known in names), 1)
        ),
        last_at=max(known.at for known in names),
    )


def _cells(game: GameResult, person: str) -> tuple[object, ...]:
    own = next(seat for seat in game.seats if seat.person == person)
    others = [seat for seat in game.seats if seat is not own]
    return (
        datetime.fromtimestamp(game.at / 1000, UTC).isoformat(timespec="seconds"),
        game.edition,
        game.game,
        _text(own.name),
        own.place,
        own.score,
        "" if own.margin is None else own.margin,
        own.best_turn,
        own.qwirkles,
        "" if own.luck is None else round(own.luck, 1),
        _text("; ".join(map(_with_score, others))),
    )


def _with_score(seat: SeatResult) -> str:
    return f"{seat.name} {seat.score}"


def _text(cell: str) -> str:
    """Return a name that a spreadsheet does not take for a formula."""
    return f"'{cell}" if cell[:1] in "=+-@" else cell


def _line(cells: Iterable[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue().encode()
