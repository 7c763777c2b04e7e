"""What somebody has practised, and how the devices of an account come to agree about it.

A device notes everything for itself and sends it when it can; the account has what all of them have
sent. Merging can be repeated and done in any order, with the same result:

- the first answer to a puzzle or to a day counts; of two at the same moment the one that lost more;
- the last repetition of a turn counts; of two at the same moment the one that is due earlier;
- a deck that was forgotten loses all repetitions up to then, whichever device sends them;
- the best rush counts.

The rating of a solver is not stored: it follows from the answers, in the order of their moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from qwirkle.tables.training.store import TrainingStore

MOST_DAYS, MOST_PUZZLES, MOST_TURNS = 1000, 3000, 500
"""How much is kept: the latest days and puzzles, and the turns that are due first."""

Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", max_length=10)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=10**14, description="Milliseconds since 1970.")]
Lost = Annotated[float, msgspec.Meta(ge=0, le=1000, description="Points.")]
K = TypeVar("K", int, str)
T = TypeVar("T")


class AnsweredDay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first answer to the puzzle of a day."""

    day: Day
    lost: Lost
    on: Day
    """The day on which it was given, where the person was."""
    at: Moment
    blunder: bool = False
    """Whether it was a blunder in a game that counts Qwirkles, where a point is not the unit."""


class AnsweredPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first answer to a puzzle."""

    number: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    lost: Lost
    at: Moment
    difficulty: Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)] | None
    """The rating of the puzzle; None if the answer does not count for that of the solver."""


class RepeatedTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A costly turn of one's own in the deck."""

    turn: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    """The table, and the place of the turn in its review."""
    box: Annotated[int, msgspec.Meta(ge=0, le=20)]
    """How often in a row it was found."""
    due: Day
    at: Moment
    """When it was repeated last."""


P = TypeVar("P", AnsweredDay, AnsweredPuzzle, RepeatedTurn)


class Training(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has practised."""

    days: Annotated[tuple[AnsweredDay, ...], msgspec.Meta(max_length=MOST_DAYS)] = ()
    puzzles: Annotated[tuple[AnsweredPuzzle, ...], msgspec.Meta(max_length=MOST_PUZZLES)] = ()
    turns: Annotated[tuple[RepeatedTurn, ...], msgspec.Meta(max_length=MOST_TURNS)] = ()
    forgotten: Moment = 0
    """When the deck was forgotten last; 0 if it never was."""
    rush: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    """The most puzzles found in a rush."""


NOTHING = Training()


class StoredTraining(msgspec.Struct, frozen=True):
    """What an account has practised, as it is stored."""

    version: int
    """The number of times it has changed; 0 if nothing was stored."""
    training: Training = NOTHING


class TrainingState(msgspec.Struct, frozen=True):
    """What an account has practised, for one of its devices."""

    version: int
    training: Training | None
    """None if the device knows it."""


class Trainings:
    """The service that keeps what accounts have practised."""

    def __init__(self, store: TrainingStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    async def of(self, account: str) -> Training:
        """Return what an account has practised."""
        return (await self._store.training(account)).training

    async def merge(self, account: str, known: int, news: Training) -> TrainingState | None:
        """Merge the news of a device that knows a version; None if there is no such account."""
        told = until(news, self._now())
        before = await self._store.training(account)
        found: StoredTraining | None = before
        if merge(before.training, told) != before.training:
            found = await self._store.change_training(account, lambda it: merge(it, told))
        if found is None:
            return None
        # The device has the version that it knows and its news: is that everything?
        changes = int(found.version > before.version)
        same = found.version - changes == known and contains(found.training, news)
        return TrainingState(found.version, None if same else found.training)


def merge(one: Training, other: Training) -> Training:
    """Return what two sides know together; the order of the two makes no difference."""
    forgotten = max(one.forgotten, other.forgotten)
    days = _best((*one.days, *other.days), lambda it: it.day, lambda it: (it.at, -it.lost, it.on))
    puzzles = _best((*one.puzzles, *other.puzzles), lambda it: it.number, _when_answered)
    remembered = (it for it in (*one.turns, *other.turns) if it.at > forgotten)
    turns = _best(remembered, lambda it: it.turn, lambda it: (-it.at, it.due, it.box))
    return Training(
        days=tuple(sorted(days, key=lambda it: it.day)[-MOST_DAYS:]),
        puzzles=tuple(sorted(puzzles, key=lambda it: (it.at, it.number))[-MOST_PUZZLES:]),
        turns=tuple(sorted(turns, key=lambda it: (it.due, it.turn))[:MOST_TURNS]),
        forgotten=forgotten,
        rush=max(one.rush, other.rush),
    )


def until(training: Training, now: int) -> Training:
    """Return it with no moment after this one: the clock of a device may be fast."""

    def earlier(found: Iterable[P]) -> tuple[P, ...]:
        return tuple(replace(it, at=now) if it.at > now else it for it in found)

    return Training(
        days=earlier(training.days),
        puzzles=earlier(training.puzzles),
        turns=earlier(training.turns),
        forgotten=min(training.forgotten, now),
        rush=training.rush,
    )


def contains(whole: Training, part: Training) -> bool:
    """Return whether everything in a part is in the whole just so."""
    return (
        set(part.days) <= set(whole.days)
        and set(part.puzzles) <= set(whole.puzzles)
        and set(part.turns) <= set(whole.turns)
        and part.forgotten in (0, whole.forgotten)
        and part.rush in (0, whole.rush)
    )


def _when_answered(found: AnsweredPuzzle) -> tuple[float, ...]:
    return found.at, -found.lost, found.difficulty is not None, found.difficulty or 0


def _best(
    found: Iterable[T], key: Callable[[T], K], rank: Callable[[T], tuple[float | str, ...]]
) -> list[T]:
    """Return the one with the lowest rank for each key."""
    best: dict[K, T] = {}
    for it in sorted(found, key=rank, reverse=True):
        best[key(it)] = it
    return list(best.values())
