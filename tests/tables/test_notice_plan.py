"""Which notices a table needs, when reminders come, and when it is quiet."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.tables.core import commands as c
from qwirkle.tables.core.clocks import RECHECK, notify_at
from qwirkle.tables.core.settings import DAY, HOUR, MINUTE, Clock, SeatPlan
from qwirkle.tables.core.state import Table
from qwirkle.tables.notices.model import NoticePlan, PlannedNotice, QuietHours
from qwirkle.tables.notices.plan import plan_of, quiet_until, reminder_at

from .scene import START, Scene, device, seen_turn, to_move, two_persons

A_DAY = Clock("turn", DAY)
TARGETS = ("mail", "push:ann")


def plan(table: Table, now: int, *present: int) -> NoticePlan:
    return plan_of(table, TARGETS, present, now)


def kinds(found: NoticePlan) -> dict[str, bool]:
    """The kinds of notices and whether they are known already: the same for all recipients."""
    by_kind = {notice.kind: notice.seen for notice in found.notices}
    wanted = [PlannedNotice(kind, to, seen) for kind, seen in by_kind.items() for to in TARGETS]
    assert list(found.notices) == wanted
    return {str(kind): seen for kind, seen in by_kind.items()}


def test_a_person_who_is_away_gets_a_notice_and_a_reminder() -> None:
    table = two_persons(clock=A_DAY)[0].table
    first = plan(table, START)
    assert (first.seq, first.turn, kinds(first)) == (table.seq, 0, {"turn": False})
    reminder = START + DAY * 8 // 10
    assert first.again_at == reminder_at(table) == reminder
    last = plan(table, reminder)
    assert kinds(last) == {"turn": True, "reminder": False}
    assert last.again_at is None


def test_a_person_who_is_present_gets_none_if_they_stay() -> None:
    table = two_persons(clock=A_DAY)[0].table
    assert table.to_move is not None
    first = plan(table, START, table.to_move)
    assert (kinds(first), first.again_at) == ({}, START + RECHECK)
    stayed = plan(table, START + RECHECK, table.to_move)
    assert (kinds(stayed), stayed.again_at) == ({"turn": True}, reminder_at(table))
    reminder = reminder_at(table)
    assert reminder is not None
    assert kinds(plan(table, reminder, table.to_move)) == {"turn": True, "reminder": True}
    left = plan(table, START + RECHECK)
    assert kinds(left) == {"turn": False}
    assert kinds(plan(table, START, 1 - table.to_move)) == {"turn": False}


@pytest.mark.parametrize(
    ("clock", "after"),
    [
        (None, None),
        (Clock("turn", HOUR - 1000), None),
        (Clock("turn", HOUR), 48 * MINUTE),
        (Clock("game", 10 * DAY), 8 * DAY),
    ],
)
def test_only_long_clocks_have_a_reminder(clock: Clock | None, after: int | None) -> None:
    table = two_persons(clock=clock)[0].table
    assert reminder_at(table) == (None if after is None else START + after)


def test_a_clock_that_was_extended_moves_the_reminder() -> None:
    scene, *_ = two_persons(clock=A_DAY)
    scene.now = START + DAY + 2 * HOUR
    scene.do(None, c.Tick())
    assert scene.table.wound_ms > 0
    assert reminder_at(scene.table) == START + scene.table.wound_ms + DAY * 8 // 10


def test_gestures_do_not_begin_a_turn_and_turns_do() -> None:
    scene, *devices = two_persons()
    before = plan(scene.table, START)
    scene.do(devices[0], c.React("hello"))
    after = plan(scene.table, START)
    assert (after.turn, after.notices) == (before.turn, before.notices)
    assert scene.table.to_move is not None
    turn = seen_turn(scene.table, scene.table.to_move)
    scene.do(to_move(scene, devices), c.Play(turn))
    assert plan(scene.table, START).turn == before.turn + 1


def opened(*seats: SeatPlan) -> Table:
    scene = Scene(c.OpenTable(seats), device("Ann"))
    scene.do(device("Ann"), c.Start())
    return scene.table


def test_only_tables_with_other_people_are_planned() -> None:
    ann, bot = SeatPlan("person", "Ann"), SeatPlan("bot", bot="level:1")
    scene, *devices = two_persons()
    assert notify_at(scene.table) == START
    assert notify_at(opened(ann, bot)) is None
    assert notify_at(opened(ann, SeatPlan("person", "Ben"))) is None, "both on one device"
    lobby = Scene(c.OpenTable((ann, SeatPlan("person"))), device("Ann")).table
    assert notify_at(lobby) is None
    scene.do(devices[0], c.Resign())
    assert notify_at(scene.table) is None
    assert plan(scene.table, START) == NoticePlan(scene.table.id, scene.table.seq, -1, (), None)


def at(zone: str, *when: int) -> int:
    return round(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[misc, arg-type]


NIGHT = QuietHours(22 * 60, 7 * 60)


@pytest.mark.parametrize(
    ("when", "until"),
    [
        ((2026, 11, 16, 21, 59), None),
        ((2026, 11, 16, 22, 0), (2026, 11, 17, 7, 0)),
        ((2026, 11, 17, 6, 59), (2026, 11, 17, 7, 0)),
        ((2026, 11, 17, 7, 0), None),
        ((2026, 12, 31, 23, 30), (2027, 1, 1, 7, 0)),
        ((2027, 3, 27, 23, 0), (2027, 3, 28, 7, 0)),  # an hour is missing in this night
    ],
)
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "UTC"])
def test_quiet_hours_are_those_of_the_device(zone: str, when: Any, until: Any) -> None:
    wanted = None if until is None else at(zone, *until)
    assert quiet_until(NIGHT, zone, at(zone, *when)) == wanted


def test_no_quiet_hours_are_never_quiet() -> None:
    assert quiet_until(None, "UTC", START) is None
    assert quiet_until(QuietHours(60, 60), "UTC", START) is None


@given(
    st.integers(0, 1439),
    st.integers(0, 1439),
    st.integers(START, START + 400 * DAY),
    st.sampled_from(["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "nowhere"]),
)
def test_when_quiet_hours_end_it_is_not_quiet(begin: int, end: int, now: int, zone: str) -> None:
    until = quiet_until(QuietHours(begin, end), zone, now)
    if until is None:
        return
    assert now < until <= now + DAY + 2 * HOUR
    place = UTC if zone == "nowhere" else ZoneInfo(zone)
    assert datetime.fromtimestamp(until / 1000, place).astimezone(UTC).timestamp() * 1000 == until
    again = quiet_until(QuietHours(begin, end), zone, until)
    # A night in which the clocks go back may have its quiet hours twice.
    assert again is None or again - until <= DAY + 2 * HOUR
