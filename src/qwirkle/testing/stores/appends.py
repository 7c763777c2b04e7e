"""Checks of appends, one at a time and concurrent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from qwirkle.errors import ConformanceError
from qwirkle.tables.storage.ports import (
    Accepted,
    Append,
    Conflict,
    Outcome,
    Repeated,
    Store,
    Stored,
)
from qwirkle.testing.expect import expect, new_id

CROWD = 24


async def append_events(store: Store, table: str, *bodies: bytes, **changed: Any) -> Outcome:
    """Append events with nothing special about them."""
    given: dict[str, Any] = {
        "game": table,
        "expected_seq": 0,
        "command_id": new_id(),
        "at": 1_000,
        "events": bodies or (b'{"n":1}',),
        "answer": b"{}",
        "due": None,
        "index": None,
    }
    return await store.append(Append(**(given | changed)))


async def events_are_numbered_from_one_without_gaps(store: Store, other: Store) -> None:
    """Check two appends of several events each."""
    table = new_id()
    expect(await append_events(store, table, b"1", b"2"), Accepted(2), "two events at a new table")
    outcome = await append_events(other, table, b"3", b"4", b"5", expected_seq=2, at=2_000)
    expect(outcome, Accepted(5), "three more events")
    wanted = [Stored(n, 1_000 if n < 3 else 2_000, str(n).encode()) for n in range(1, 6)]
    for either in (store, other):
        expect(await either.read(table), wanted, "what is read after two appends")
        expect(await either.read(table, 3), wanted[3:], "what is read since 3")
        expect(await either.read(table, 5), [], "what is read since the last event")
        expect(await either.read(table, 99), [], "what is read since an event that is not there")


async def bytes_come_back_as_they_were(store: Store, other: Store) -> None:
    """Check JSON of every kind: other scripts, escapes, spaces, large amounts."""
    bodies = [
        '{"name":"Zoë 👩‍👩‍👧 ﷽ \u2028"}'.encode(),
        b'{"name":"\\u0000 \\ud83d \\" % %s :x ?"}',
        b' {"a" :\n1.0e+2,\t"a":2}\r\n',
        b'"' + b"x" * 300_000 + b'"',
        b"null",
    ]
    table = new_id()
    await append_events(store, table, *bodies, answer=bodies[0], command_id="%(c)s :c ?")
    expect([event.body for event in await other.read(table)], bodies, "bodies of events")
    expect(await other.answer_to(table, "%(c)s :c ?"), bodies[0], "an answer")


async def what_was_not_expected_is_a_conflict(store: Store, other: Store) -> None:
    """Check expectations that are too low, too high, and for a table that does not exist."""
    table, missing = new_id(), new_id()
    await append_events(store, table, b"1", b"2", due=7)
    row = await store.row(table)
    for expected in (0, 1, 3, -1):
        outcome = await append_events(
            other, table, b"9", expected_seq=expected, command_id="late", due=9
        )
        expect(outcome, Conflict(2), f"expecting {expected} when 2 is the last")
    expect(
        await append_events(store, missing, expected_seq=4), Conflict(0), "expecting 4 at no table"
    )
    expect(len(await store.read(table)), 2, "events after conflicts")
    expect(await store.row(table), row, "the table's row after conflicts")
    expect(await store.row(missing), None, "the row of a table that was never made")
    expect(await store.answer_to(table, "late"), None, "the answer to what was not accepted")
    outcome = await append_events(store, table, b"3", expected_seq=2, command_id="late")
    expect(outcome, Accepted(3), "the same command, in time")


async def a_repeat_gets_the_first_answer(store: Store, other: Store) -> None:
    """Check a repeat whatever else it contains, and however late it comes."""
    table = new_id()
    await append_events(store, table, b"1", command_id="again", answer=b'"first"')
    for expected in (0, 1, 5):
        outcome = await append_events(
            other, table, b"2", expected_seq=expected, command_id="again", answer=b'"second"'
        )
        expect(outcome, Repeated(b'"first"'), f"a repeat that expects {expected}")
    await append_events(store, table, b"2", expected_seq=1)
    outcome = await append_events(store, table, b"3", expected_seq=2, command_id="again")
    expect(outcome, Repeated(b'"first"'), "a late repeat")
    expect(len(await store.read(table)), 2, "events after repeats")
    expect(await other.answer_to(table, "again"), b'"first"', "the answer to a repeated command")
    elsewhere = await append_events(store, new_id(), b"1", command_id="again")
    expect(elsewhere, Accepted(1), "a command with the same id at another table")


async def a_race_has_one_winner(store: Store, other: Store) -> None:
    """Check many commands that expect the same event, for a new table and for an existing one."""
    for start in (0, 1):
        table = new_id()
        if start:
            await append_events(store, table)
        outcomes = await asyncio.gather(
            *(
                append_events((store, other)[n % 2], table, str(n).encode(), expected_seq=start)
                for n in range(CROWD)
            )
        )
        _one_winner(outcomes, Conflict(start + 1), f"a race to event {start + 1}")
        kept = await store.read(table, start)
        winner = str(outcomes.index(Accepted(start + 1))).encode()
        expect([event.body for event in kept], [winner], "what a race wrote")


async def a_crowd_with_one_command_writes_once(store: Store, other: Store) -> None:
    """Check the same command sent from many sides at the same time."""
    table = new_id()
    outcomes = await asyncio.gather(
        *(
            append_events((store, other)[n % 2], table, b"1", command_id="same", answer=b'"one"')
            for n in range(CROWD)
        )
    )
    _one_winner(outcomes, Repeated(b'"one"'), "one command from many sides")
    expect(len(await store.read(table)), 1, "events of one command from many sides")


def _one_winner(outcomes: Sequence[Outcome], others: Outcome, what: str) -> None:
    winners = [outcome for outcome in outcomes if isinstance(outcome, Accepted)]
    expect(len(winners), 1, f"winners of {what}")
    rest = [outcome for outcome in outcomes if not isinstance(outcome, Accepted)]
    expect(rest, [others] * (len(outcomes) - 1), f"the others in {what}")


async def everyone_in_a_crowd_gets_an_outcome_of_its_own(store: Store, other: Store) -> None:
    """Check good, late, repeated and impossible commands for many tables, all at the same time."""
    tables = [new_id() for _ in range(CROWD)]
    for table in tables:
        await append_events(store, table, b"1", command_id="first", answer=table.encode())
    calls = []
    wanted: list[Outcome | type[Exception]] = []
    for n, table in enumerate(tables):
        either = (store, other)[n % 2]
        calls += [
            append_events(either, table, b"2", b"3", expected_seq=1),
            append_events(either, table, b"2", expected_seq=7),
            append_events(either, table, b"2", command_id="first"),
            append_events(either, table, b"\xff", expected_seq=1),
        ]
        wanted += [Accepted(3), Conflict(-1), Repeated(table.encode()), ValueError]
    found = await asyncio.gather(*calls, return_exceptions=True)
    for outcome, right in zip(found, wanted, strict=True):
        if isinstance(outcome, Conflict) and isinstance(right, Conflict):
            expect(outcome.seq in {1, 3}, True, "a conflict that names the last event")
        elif isinstance(right, type):
            expect(isinstance(outcome, right), True, "a body that is not UTF-8 is a ValueError")
        else:
            expect(outcome, right, "an outcome in a crowd")
    for table in tables:
        bodies = [event.body for event in await store.read(table)]
        expect(bodies, [b"1", b"2", b"3"], "events after a crowd")


async def an_append_has_events(store: Store, other: Store) -> None:
    """Check that an append without events is an error of the caller."""
    table = new_id()
    try:
        await append_events(store, table, events=())
    except ValueError:
        expect(await other.row(table), None, "the row of a table without events")
    else:
        raise ConformanceError("an append without events is not refused with a ValueError")


CHECKS = (
    events_are_numbered_from_one_without_gaps,
    bytes_come_back_as_they_were,
    what_was_not_expected_is_a_conflict,
    a_repeat_gets_the_first_answer,
    a_race_has_one_winner,
    a_crowd_with_one_command_writes_once,
    everyone_in_a_crowd_gets_an_outcome_of_its_own,
    an_append_has_events,
)
