"""The server's garbage collector looks for garbage only as often as it finds some."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from qwirkle.server.serving import garbage
from qwirkle.server.serving.garbage import MAX_SKIPPED, GarbageCollector


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """What the next collections find, last one first; nothing when it is empty."""
    will_find: list[int] = []
    monkeypatch.setattr(garbage, "gc", _Counted(will_find))
    yield will_find
    gc.unfreeze()


class _Counted:
    def __init__(self, will_find: list[int]) -> None:
        self._will_find = will_find
        self.freeze = gc.freeze

    def collect(self) -> int:
        CALLS.append(1)
        return self._will_find.pop() if self._will_find else 0


CALLS: list[int] = []


def collections(collector: GarbageCollector, steps: int) -> int:
    """The number of collections in this many steps."""
    CALLS.clear()
    for _ in range(steps):
        collector.step()
    return len(CALLS)


def test_while_nothing_is_found_most_steps_only_freeze(found: list[int]) -> None:
    collector = GarbageCollector()
    assert collections(collector, 1) == 1
    collections(collector, 100)
    assert collections(collector, 10 * (MAX_SKIPPED + 1)) == 10
    found.append(7)
    collections(collector, MAX_SKIPPED + 1)
    assert not found
    found.extend([3] * 20)
    assert collections(collector, 20 + MAX_SKIPPED) >= 20, "what was found makes the next step look"


def test_each_time_nothing_is_found_about_twice_as_many_steps_only_freeze(
    found: list[int],
) -> None:
    assert not found
    collector = GarbageCollector()
    looks = [step for step in range(1, 32) if collections(collector, 1)]
    assert looks == [1, 3, 7, 15, 31]


def test_a_step_frees_a_cycle() -> None:
    class Knot:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            freed.append(1)

    freed: list[int] = []
    Knot()
    try:
        GarbageCollector().step()
        assert freed == [1]
    finally:
        gc.unfreeze()
