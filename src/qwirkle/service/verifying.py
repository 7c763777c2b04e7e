"""Whether a store holds what its events say: every table is folded anew and compared.

Snapshots and rows are made from events and could be wrong while nobody notices; this notices. It
may run beside a server: of a table that changes under its eyes it judges an earlier state.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from operator import eq
from typing import Protocol

import msgspec

from qwirkle.service.ports import GameRow, IndexEntry, Store, Stored

PAGE = 500


class Folded(msgspec.Struct, frozen=True):
    """What the events of a table come to."""

    snapshot: bytes
    due: int | None
    index: IndexEntry | None


class Fold(Protocol):
    """Folds events from the first one on; raises when they make no table."""

    def __call__(self, events: Sequence[Stored]) -> Folded:
        """What they come to."""


class Checked(msgspec.Struct, frozen=True):
    """One table that was looked at."""

    game: str
    events: int
    faults: tuple[str, ...]
    """Sentences; none when all is well."""


async def verify(
    store: Store, fold: Fold, *, same: Callable[[bytes, bytes], bool] = eq
) -> AsyncIterator[Checked]:
    """Look at every table of a store, in the order of their ids.

    ``same`` says whether a snapshot that was kept is what the fold makes today: the first argument
    is what was kept, perhaps by another version.
    """
    last: str | None = None
    while page := await store.games(last, PAGE):
        for table in page:
            yield await _checked(store, table, fold, same)
        last = page[-1]


async def _checked(
    store: Store, table: str, fold: Fold, same: Callable[[bytes, bytes], bool]
) -> Checked:
    # In this order: a snapshot is never ahead of the row, and the row is never ahead of the events.
    kept = await store.snapshot(table)
    row = await store.row(table)
    events = await store.read(table)
    faults = _faults_of_numbers(events)
    if not faults and row is not None:
        if row.last_seq < len(events) <= (await _last_seq(store, table)):
            events = events[: row.last_seq]  # what was played meanwhile
        faults = _faults_of_row(row, events) or _faults_of_fold(row, events, kept, fold, same)
    return Checked(table, len(events), tuple(faults))


async def _last_seq(store: Store, table: str) -> int:
    row = await store.row(table)
    return 0 if row is None else row.last_seq


def _faults_of_numbers(events: Sequence[Stored]) -> list[str]:
    for wanted, event in enumerate(events, 1):
        if event.seq != wanted:
            return [f"event {wanted} is missing: {event.seq} comes in its place"]
    return [] if events else ["there are no events"]


def _faults_of_row(row: GameRow, events: Sequence[Stored]) -> list[str]:
    return [
        *_difference("the last event", row.last_seq, events[-1].seq),
        *_difference("the time of the first event", row.created_at, events[0].at),
        *_difference("the time of the last event", row.updated_at, events[-1].at),
    ]


def _faults_of_fold(
    row: GameRow,
    events: Sequence[Stored],
    kept: tuple[int, bytes] | None,
    fold: Fold,
    same: Callable[[bytes, bytes], bool],
) -> list[str]:
    try:
        folded = fold(events)
        faults = _difference("what is due", row.due, folded.due)
        faults += _difference("the entry for lists", row.index, folded.index)
        if kept is not None:
            seq, body = kept
            if not 1 <= seq <= len(events):
                faults.append(f"there is a snapshot of event {seq}, which is not there")
            elif not same(body, fold(events[:seq]).snapshot):
                faults.append(f"the snapshot of event {seq} is not what the events come to")
    except Exception as error:  # whatever a fold raises on events that are none
        return [f"the events make no table: {type(error).__name__}: {error}"]
    return faults


def _difference(what: str, kept: object, folded: object) -> list[str]:
    if kept == folded:
        return []
    return [f"{what} is {_plain(kept)} in the table's row and {_plain(folded)} by its events"]


def _plain(value: object) -> str:
    if isinstance(value, IndexEntry):
        value = msgspec.to_builtins(value)
    return msgspec.json.encode(value).decode()
