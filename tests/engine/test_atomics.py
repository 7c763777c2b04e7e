"""Numbers that several threads change: nothing is lost, and of several claims one succeeds."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from qwirkle.engine.episodes import atomics

THREADS = 4
TIMES = 2000


@pytest.fixture(autouse=True)
def _frequent_switches() -> object:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def _in_threads(work: Callable[[], int]) -> int:
    with ThreadPoolExecutor(THREADS) as pool:
        return sum(asked.result() for asked in [pool.submit(work) for _ in range(THREADS)])


def test_no_sum_is_lost() -> None:
    numbers = array("q", [0, 0])

    def work() -> int:
        return sum(atomics.add(numbers, 1, 3) for _ in range(TIMES))

    _in_threads(work)
    assert list(numbers) == [0, 3 * THREADS * TIMES]


def test_each_number_is_replaced_once() -> None:
    numbers = array("q", [7]) * TIMES

    def work() -> int:
        return sum(atomics.replace(numbers, at, 7, 8) for at in range(TIMES))

    assert _in_threads(work) == TIMES
    assert set(numbers) == {8}


def test_a_number_that_is_another_now_stays() -> None:
    numbers = array("q", [5])
    assert atomics.replace(numbers, 0, 4, 6) == 0
    assert atomics.read(numbers, 0) == 5
    atomics.write(numbers, 0, 9)
    assert atomics.read(numbers, 0) == 9
