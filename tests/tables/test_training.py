"""What the devices of an account have practised: merged in any order, as often as one likes."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.tables.people.model import Account
from qwirkle.tables.stores import store_in_memory
from qwirkle.tables.training.training import (
    MOST_DAYS,
    MOST_PUZZLES,
    MOST_TURNS,
    NOTHING,
    AnsweredDay,
    AnsweredPuzzle,
    RepeatedTurn,
    Training,
    Trainings,
    TrainingState,
    contains,
    merge,
    until,
)

from .clients import run
from .scene import START

moments = st.integers(1, 4)
days = st.builds(
    AnsweredDay,
    day=st.sampled_from(["2026-11-18", "2026-11-19"]),
    lost=st.sampled_from([0.0, 2.5]),
    on=st.just("2026-11-19"),
    at=moments,
)
puzzles = st.builds(
    AnsweredPuzzle,
    number=st.integers(1, 3),
    lost=st.sampled_from([0.0, 2.5]),
    at=moments,
    difficulty=st.sampled_from([None, 900]),
)
repeated = st.builds(
    RepeatedTurn,
    turn=st.sampled_from(["a.1", "a.2"]),
    box=st.integers(0, 2),
    due=st.sampled_from(["2026-11-20", "2026-11-22"]),
    at=moments,
)
trainings = st.builds(
    Training,
    days=st.lists(days, max_size=3).map(tuple),
    puzzles=st.lists(puzzles, max_size=3).map(tuple),
    turns=st.lists(repeated, max_size=3).map(tuple),
    forgotten=st.integers(0, 4),
    rush=st.integers(0, 3),
)


@given(st.lists(trainings, max_size=4), st.randoms())
def test_devices_agree_in_whatever_order_and_however_often_they_send(
    told: list[Training], lot: object
) -> None:
    known = reduce(merge, told, NOTHING)
    mixed = [*told, *told]
    lot.shuffle(mixed)  # type: ignore[attr-defined]
    assert reduce(merge, mixed, NOTHING) == known
    halves = reduce(merge, told[:2], NOTHING), reduce(merge, told[2:], NOTHING)
    assert merge(*halves) == merge(*reversed(halves)) == known
    assert contains(known, known)


@given(trainings, trainings)
def test_neither_side_loses_what_only_it_has(one: Training, other: Training) -> None:
    both = merge(one, other)
    assert {it.day for it in both.days} == {it.day for it in (*one.days, *other.days)}
    assert {it.number for it in both.puzzles} == {
        it.number for it in (*one.puzzles, *other.puzzles)
    }
    remembered = {it.turn for it in (*one.turns, *other.turns) if it.at > both.forgotten}
    assert {it.turn for it in both.turns} == remembered
    assert both.rush == max(one.rush, other.rush)


def test_the_first_answer_counts_and_at_the_same_moment_the_worse_one() -> None:
    first, later = AnsweredPuzzle(7, 3.0, 10, 900), AnsweredPuzzle(7, 0.0, 11, 900)
    same = AnsweredPuzzle(7, 5.0, 10, 900)
    assert merge(Training(puzzles=(later,)), Training(puzzles=(first,))).puzzles == (first,)
    assert merge(Training(puzzles=(first,)), Training(puzzles=(same,))).puzzles == (same,)
    day = AnsweredDay("2026-11-19", 3, "2026-11-19", 10)
    better = AnsweredDay("2026-11-19", 0, "2026-11-19", 11)
    assert merge(Training(days=(better,)), Training(days=(day,))).days == (day,)


def test_the_last_repetition_counts_and_at_the_same_moment_the_earlier_due_day() -> None:
    found = RepeatedTurn("a.1", 2, "2026-11-26", 10)
    missed = RepeatedTurn("a.1", 0, "2026-11-20", 11)
    assert merge(Training(turns=(missed,)), Training(turns=(found,))).turns == (missed,)
    same = RepeatedTurn("a.1", 0, "2026-11-20", 10)
    assert merge(Training(turns=(found,)), Training(turns=(same,))).turns == (same,)


def test_a_forgotten_deck_does_not_come_back_from_another_device() -> None:
    old, young = RepeatedTurn("a.1", 2, "2026-11-26", 10), RepeatedTurn("a.2", 0, "2026-11-20", 12)
    forgotten = merge(Training(turns=(old,)), Training(forgotten=11))
    assert forgotten.turns == ()
    assert merge(forgotten, Training(turns=(old, young))).turns == (young,)


def test_what_is_kept_is_bounded() -> None:
    some = range(MOST_PUZZLES + 5)
    asked = Training(puzzles=tuple(AnsweredPuzzle(at, 0.0, at, None) for at in some[5:]))
    more = Training(puzzles=tuple(AnsweredPuzzle(at, 0.0, at, None) for at in some[:5]))
    assert [it.number for it in merge(asked, more).puzzles] == list(some[5:])
    due = tuple(RepeatedTurn(f"a.{at}", 0, f"2026-11-{10 + at % 20}", 1) for at in range(505))
    assert len(merge(Training(turns=due[:300]), Training(turns=due[300:])).turns) == MOST_TURNS
    year = tuple(AnsweredDay(f"{at:04}-01-01", 0, "2026-11-19", 1) for at in range(1100))
    kept = merge(Training(days=year[:600]), Training(days=year[600:])).days
    assert [it.day for it in kept] == [it.day for it in year[-MOST_DAYS:]]


def test_a_device_whose_clock_is_fast_does_not_win_for_ever() -> None:
    fast = Training(
        days=(AnsweredDay("2026-11-19", 0, "2026-11-19", 50),),
        puzzles=(AnsweredPuzzle(1, 0, 9, None),),
        turns=(RepeatedTurn("a.1", 2, "2026-11-26", 50),),
        forgotten=50,
    )
    now = until(fast, 10)
    assert [now.days[0].at, now.puzzles[0].at, now.turns[0].at, now.forgotten] == [10, 9, 10, 10]


class Devices:
    """The devices of an account."""

    def __init__(self) -> None:
        self.store = store_in_memory()
        self.trainings = Trainings(self.store, lambda: START)

    async def sign_up(self, account: str) -> None:
        await self.store.add_account(Account(account, account, "hash", START))

    async def send(self, known: int, **news: object) -> TrainingState:
        found = await self.trainings.merge("ann", known, Training(**news))  # type: ignore[arg-type]
        assert found is not None
        return found


def test_a_device_is_sent_only_what_it_does_not_know() -> None:
    async def scene() -> None:
        devices = Devices()
        await devices.sign_up("ann")
        seven = AnsweredPuzzle(7, 3.0, 10, 900)
        assert await devices.send(0, puzzles=(seven,)) == TrainingState(1, None)
        assert await devices.send(1) == TrainingState(1, None)
        # The same once more, as if the answer had been lost: nothing changes.
        again = await devices.send(0, puzzles=(seven,))
        assert (again.version, again.training) == (1, Training(puzzles=(seven,)))
        # The phone knows nothing yet, and has answered the same puzzle later.
        eight = AnsweredPuzzle(8, 0.0, 12, 900)
        late = AnsweredPuzzle(7, 0.0, 11, 900)
        both = Training(puzzles=(seven, eight))
        assert await devices.send(0, puzzles=(eight, late)) == TrainingState(2, both)
        assert await devices.send(2, rush=4) == TrainingState(3, None)
        assert await devices.send(2) == TrainingState(3, Training(puzzles=(seven, eight), rush=4))
        # A device whose own answer has lost is sent the one that counts.
        assert (await devices.send(3, puzzles=(late,))).training is not None

    run(scene())


def test_accounts_have_nothing_in_common_and_without_one_nothing_is_stored() -> None:
    async def scene() -> None:
        devices = Devices()
        await devices.sign_up("ann")
        await devices.sign_up("ben")
        await devices.send(0, rush=4)
        assert await devices.trainings.of("ben") == NOTHING
        assert await devices.trainings.merge("nobody", 0, Training(rush=4)) is None
        assert await devices.trainings.of("nobody") == NOTHING

    run(scene())


@pytest.mark.parametrize("at", [0, 10**14])
def test_a_moment_may_be_any_that_a_clock_shows(at: int) -> None:
    assert until(Training(forgotten=at), START).forgotten == min(at, START)
