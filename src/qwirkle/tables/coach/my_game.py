"""“My game”: a person's accuracy over time, and where and how they lose points.

Every figure is a mean over games, with its interval; with fewer than five games there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

import msgspec

from qwirkle.analysis.habits import KINDS, PHASES, Habits, Kind, Phase
from qwirkle.analysis.review.levels import Likely, clean_shares, level_of
from qwirkle.protocol.shapes.turns import Turn
from qwirkle.rules.family import edition
from qwirkle.tables.coach.memory import Memory
from qwirkle.tables.live.callers import Caller

LATEST = 60
"""The number of a person's latest reviewed games that count."""
LOOKED_THROUGH = 200
"""The number of their latest games that are looked through for them."""
FEWEST = 5
"""The smallest number of games from which a mean is given."""
MOST_TURNS = 100
"""The number of costly turns to try again, those of the latest games."""
DIGITS = 2
MEASURED_PLAYERS = 2
"""The levels were measured in games of two."""


class PlayedGame(NamedTuple):
    """A game that a person has played."""

    table: str
    game: str
    at: int
    seat: int


LatestGames = Callable[[Caller, int], Awaitable[Sequence[PlayedGame]]]
"""Returns the latest games of the account of a caller, or of the guest of the device."""


class Mean(msgspec.Struct, frozen=True):
    """A mean over games, with the interval in which it is with 95 %."""

    mean: float
    low: float
    high: float


class PhaseLoss(msgspec.Struct, frozen=True):
    """Points lost in a phase of the game, for each game."""

    phase: Phase
    decisions: int
    lost: Mean


class KindLoss(msgspec.Struct, frozen=True):
    """Points lost by a kind of mistake, for each game."""

    kind: Kind
    turns: int
    lost: Mean


class GameAccuracy(msgspec.Struct, frozen=True):
    """The accuracy in one game."""

    table: str
    at: int
    accuracy: float


class LikeLevel(msgspec.Struct, frozen=True):
    """The level that plays most like this, and the next one above it."""

    level: int
    low: int
    high: int
    """The level is between these two with 95 %."""
    above: int | None
    """The next level; None for the strongest."""
    above_clean: float | None
    """The share of its decisions that lose nothing, measured over many games."""


class TurnToTry(msgspec.Struct, frozen=True):
    """A costly turn of one's own, to try again."""

    table: str
    number: int
    """The place of the turn in the review, from 1."""
    at: int
    lost: float
    position: str
    best: Turn


class MyGame(msgspec.Struct, frozen=True):
    """How somebody plays one of the games; in points, in the card game Qwirkles."""

    game: str
    games: int
    """The reviewed games that count: the latest ones."""
    fewest: int
    """The number of games from which means are given."""
    decisions: int
    course: tuple[GameAccuracy, ...]
    """The accuracy of each game, the first one first."""
    accuracy: Mean | None
    clean: Mean | None
    """The share of decisions that lost nothing, with its interval over decisions."""
    phases: tuple[PhaseLoss, ...]
    kinds: tuple[KindLoss, ...]
    """The kinds of mistakes, the costliest first."""
    like: LikeLevel | None
    turns: tuple[TurnToTry, ...]
    """The latest costly turns first."""


class MyGames:
    """The service that adds up what the coach remembers of a person."""

    def __init__(self, latest: LatestGames, memory: Memory) -> None:
        self._latest = latest
        self._memory = memory

    async def of_caller(self, caller: Caller, game: str) -> MyGame:
        """Return how the account of a caller plays a game, or the guest of the device."""
        found: list[tuple[PlayedGame, Habits]] = []
        for played in await self._latest(caller, LOOKED_THROUGH):
            if played.game != game or len(found) >= LATEST:
                continue
            seats = await self._memory.of(played.table)
            habits = seats[played.seat] if played.seat < len(seats) else None
            if habits is not None:
                found.append((played, habits))
        return summarise(game, found)


def summarise(game: str, found: Sequence[tuple[PlayedGame, Habits]]) -> MyGame:
    """Add up games, the latest first."""
    habits = [each for _, each in found]
    enough = len(habits) >= FEWEST
    bins = [sum(counts) for counts in zip(*(each.bins for each in habits), strict=True)]
    decisions = sum(bins)
    accurate = [each.accuracy for each in habits if each.accuracy is not None]
    return MyGame(
        game=game,
        games=len(habits),
        fewest=FEWEST,
        decisions=decisions,
        course=tuple(
            GameAccuracy(played.table, played.at, round(each.accuracy, 1))
            for played, each in reversed(found)
            if each.accuracy is not None
        ),
        accuracy=mean_of(accurate, 1) if len(accurate) >= FEWEST else None,
        clean=_share(bins[0], decisions) if enough and decisions else None,
        phases=_phases(habits) if enough else (),
        kinds=_kinds(habits) if enough else (),
        like=_like(game, habits) if enough else None,
        turns=tuple(
            TurnToTry(played.table, turn.number, played.at, turn.lost, turn.position, turn.best)
            for played, each in found
            for turn in each.costly
            if turn.position
        )[:MOST_TURNS],
    )


def mean_of(values: Sequence[float], digits: int = DIGITS) -> Mean:
    """Return the mean of two or more values with its interval, by Student's distribution."""
    mean = fmean(values)
    wide = _student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Mean(round(mean, digits), round(mean - wide, digits), round(mean + wide, digits))


def _student(freedom: int) -> float:
    """Return the 97.5 % point of Student's distribution, by its expansion in 1/freedom."""
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def _share(count: int, of: int) -> Mean:
    """Return a share with Wilson's interval."""
    z = NormalDist().inv_cdf(0.975)
    share = count / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    wide = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return Mean(round(share, 3), round(middle - wide, 3), round(middle + wide, 3))


def _phases(habits: Sequence[Habits]) -> tuple[PhaseLoss, ...]:
    found: list[PhaseLoss] = []
    for phase in PHASES:
        known = [each.phases.get(phase) for each in habits]
        decisions = sum(losses.turns for losses in known if losses is not None)
        lost = mean_of([0.0 if losses is None else losses.lost for losses in known])
        found.append(PhaseLoss(phase, decisions, lost))
    return tuple(found)


def _kinds(habits: Sequence[Habits]) -> tuple[KindLoss, ...]:
    found: list[KindLoss] = []
    for kind in KINDS:
        known = [each.kinds.get(kind) for each in habits]
        turns = sum(losses.turns for losses in known if losses is not None)
        if turns:
            lost = mean_of([0.0 if losses is None else losses.lost for losses in known])
            found.append(KindLoss(kind, turns, lost))
    return tuple(sorted(found, key=lambda loss: -loss.lost.mean))


def _like(game: str, habits: Sequence[Habits]) -> LikeLevel | None:
    """Compare games of two with what was measured of the levels in such games."""
    rules = edition(game)
    counts: Counter[int] = Counter()
    for each in habits:
        if each.players == MEASURED_PLAYERS:
            counts.update(dict(enumerate(each.bins)))
    bins = [counts[step] for step in range(len(habits[0].bins))]
    likely: Likely | None = level_of(bins, rules, MEASURED_PLAYERS)
    if likely is None:
        return None
    shares = clean_shares(rules, MEASURED_PLAYERS)
    above = likely.level + 1 if likely.level < len(shares) else None
    return LikeLevel(
        level=likely.level,
        low=likely.low,
        high=likely.high,
        above=above,
        above_clean=None if above is None else round(shares[above - 1], 3),
    )
