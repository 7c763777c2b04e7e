"""Audits of a store: whether rows follow from their events, and games from their seeds.

Rows are derived from events and could be wrong without anybody noticing. An audit may run beside a
server: if a table changes meanwhile, it judges an earlier state.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import msgspec
from msgspec.structs import replace

from qwirkle.errors import NotationError, QwirkleError, StoreError
from qwirkle.notation.record import record_of
from qwirkle.notation.record.headers import commitment_to
from qwirkle.notation.record.replay import check_record
from qwirkle.rules import cards, placement
from qwirkle.rules.family import AnyState
from qwirkle.tables.core.clocks import due
from qwirkle.tables.core.events import read_event
from qwirkle.tables.core.evolve import fold_table
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.records import game_events
from qwirkle.tables.live.tables import BOT_GRACE, index_of
from qwirkle.tables.storage.ports import GameRow, IndexEntry, Store, Stored

PAGE = 500


class BadTable(QwirkleError):
    """Events that make no table, or not the one they claim to make."""


class TableAudit(msgspec.Struct, frozen=True):
    """The findings of the audit of one table."""

    game: str
    events: int
    faults: tuple[str, ...]
    """Sentences; empty if the table is sound."""


class Derived(msgspec.Struct, frozen=True):
    """The columns of a table's row that are derived from its events."""

    due: int | None
    index: IndexEntry | None


Derive = Callable[[Sequence[Stored]], Derived]
"""Folds events from the first one on; raises if they make no table."""
Check = Callable[[str, Sequence[Stored]], Awaitable[list[str]]]
"""Compares a feature's data about a table with its events; returns sentences for any faults."""


def check_table(stored: Sequence[Stored]) -> Table:
    """Return the table of these events, or raise BadTable with its faults.

    The numbers have no gaps, every body can be read, the commitment is that of the seed, and the
    game is the one that follows from the seed and the turns by the rules.
    """
    if faults := _faults_of_numbers(stored):
        raise BadTable(faults[0])
    try:
        events = [read_event(row.body) for row in stored]
        table = fold_table(zip(events, (row.at for row in stored), strict=True))
    except (msgspec.MsgspecError, ValueError, TypeError, LookupError) as error:
        raise BadTable(f"the events do not make a table: {error}") from None
    if table.commitment != commitment_to(table.seed):
        raise BadTable("the commitment is not that of the seed")
    if played := game_events(events):
        try:
            moment = check_record(
                record_of(played, seed=table.seed, nonces=table.nonces, saved=True)
            )
        except NotationError as error:
            raise BadTable(f"the game is not the one of its seed: {error}") from None
        if table.game is None or _with_edition_of(moment.state, table.game) != table.game:
            raise BadTable("the game that was stored is not the one of its seed and its turns")
    return table


def _with_edition_of(state: AnyState | None, stored: AnyState) -> AnyState | None:
    """Return a state with the edition of the stored one, if both are of the same game.

    A game keeps the sentences about its rules as they were when it began. Other rules would have
    led to another state.
    """
    if state is None or state.edition.id != stored.edition.id:
        return state
    if isinstance(state, placement.State) and isinstance(stored, placement.State):
        return replace(state, edition=stored.edition)
    if isinstance(state, cards.State) and isinstance(stored, cards.State):
        return replace(state, edition=stored.edition)
    return state


def derive_row(events: Sequence[Stored]) -> Derived:
    """Derive a table's row from its events, by the same fold that play uses."""
    table = check_table(events)
    return Derived(due(table, BOT_GRACE), index_of(table))


async def audit_tables(
    store: Store, derive: Derive = derive_row, *, also: Sequence[Check] = ()
) -> AsyncIterator[TableAudit]:
    """Audit every table of a store, in the order of their ids."""
    last: str | None = None
    while page := await store.games(last, PAGE):
        for table in page:
            yield await _audit(store, table, derive, also)
        last = page[-1]


async def _audit(store: Store, table: str, derive: Derive, also: Sequence[Check]) -> TableAudit:
    # In this order, the row is never ahead of the events.
    try:
        row = await store.row(table)
        events = await store.read(table)
    except StoreError as error:
        # One table cannot be read; if the store itself is unavailable, the next page fails too.
        return TableAudit(table, 0, (f"its events cannot be read: {error}",))
    faults = _faults_of_numbers(events)
    if not faults and row is not None:
        if row.last_seq < len(events) <= (await _last_seq(store, table)):
            events = events[: row.last_seq]  # the rest was played meanwhile
        faults = _faults_of_row(row, events) or _faults_of_fold(row, events, derive)
        for check in also if not faults else ():
            faults += await check(table, events)
    return TableAudit(table, len(events), tuple(faults))


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


def _faults_of_fold(row: GameRow, events: Sequence[Stored], derive: Derive) -> list[str]:
    try:
        derived = derive(events)
    except Exception as error:  # a fold may raise anything on damaged events
        return [f"the events make no table: {type(error).__name__}: {error}"]
    return [
        *_difference("what is due", row.due, derived.due),
        *_difference("the entry for lists", row.index, derived.index),
    ]


def _difference(what: str, stored: object, derived: object) -> list[str]:
    if stored == derived:
        return []
    return [f"{what} is {_plain(stored)} in the table's row and {_plain(derived)} by its events"]


def _plain(value: object) -> str:
    if isinstance(value, IndexEntry):
        value = msgspec.to_builtins(value)
    return msgspec.json.encode(value).decode()
