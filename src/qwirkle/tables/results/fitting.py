"""The opponent that fits a person: a level that follows from their games against levels.

Nothing is stored for it. The level is computed from the results whenever somebody asks, so it is up
to date after every game, on every device of an account, and it counts games from before there was
one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from qwirkle.players.levels import level_number
from qwirkle.players.levels.fitting import Played, fit_level
from qwirkle.rules.editions.base import Key
from qwirkle.rules.family import GAMES, edition
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.results.model import GameResult, ResultStore, SeatResult, account_person
from qwirkle.tables.results.tally import device_person

LATEST = 60
"""The number of a person's latest games that are looked at."""
LEVEL = "bot:level:"
"""The prefix of the key of a level, as in ``results.tally``."""


class FittingOpponent(msgspec.Struct, frozen=True):
    """The level against which a person's games are about even."""

    bot: str
    """The spec of the bot, such as “level:4.3”."""
    level: float
    low: float
    """The right level is between these two limits with a probability of two thirds."""
    high: float
    games: int
    """The number of games that it follows from; 0 if there is none yet."""


class FittingOpponents:
    """The service that chooses the opponent of a person."""

    def __init__(self, results: ResultStore) -> None:
        self._results = results

    async def of_caller(self, caller: Caller, family: Key) -> FittingOpponent:
        """Return the opponent that fits the account of a caller, or the guest of the device."""
        games: list[Played] = []
        if (person := person_of(caller)) is not None:
            latest = await self._results.games_of(person, LATEST)
            games = list(_against_levels(latest, person, family))
        fit = fit_level(reversed(games), family)
        return FittingOpponent(f"level:{fit.level:g}", fit.level, fit.low, fit.high, fit.games)


def person_of(caller: Caller) -> str | None:
    """Return the key of the account of a caller, or of the guest of the device."""
    if caller.account is not None:
        return account_person(caller.account)
    return None if caller.key is None else device_person(caller.key)


def _against_levels(games: Sequence[GameResult], person: str, family: Key) -> Iterator[Played]:
    for game in games:
        if game.edition in GAMES and edition(game.edition).family == family:
            own = [seat for seat in game.seats if seat.person == person]
            others = [seat for seat in game.seats if seat.person.startswith(LEVEL)]
            if len(own) == len(others) == 1 and len(game.seats) == 2:
                yield _played(own[0], others[0])


def _played(own: SeatResult, level: SeatResult) -> Played:
    number = level_number(level.person.removeprefix(LEVEL))
    if own.margin is None:
        return Played(number, None)
    if own.luck is None or level.luck is None:
        return Played(number, own.margin)
    return Played(number, own.margin - own.luck + level.luck, without_luck=True)
