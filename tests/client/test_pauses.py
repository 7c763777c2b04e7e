"""Pauses between attempts to reach a server."""

from __future__ import annotations

import asyncio

import pytest

from qwirkle import errors
from qwirkle.client import pauses
from qwirkle.client.pauses import FIRST, LONGEST, Pauses


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses so far, which pass without waiting and without jitter."""
    lengths: list[float] = []

    async def sleep(seconds: float) -> None:
        lengths.append(seconds)

    monkeypatch.setattr("qwirkle.client.pauses.asyncio.sleep", sleep)
    monkeypatch.setattr("qwirkle.client.pauses.random.uniform", lambda _, most: most)
    monkeypatch.setattr(pauses, "monotonic", lambda: sum(lengths))
    return lengths


def wait(attempts: Pauses, count: int = 1) -> None:
    async def several() -> None:
        for _ in range(count):
            await attempts.wait("no answer")

    asyncio.run(several())


def test_pauses_grow_up_to_the_longest(slept: list[float]) -> None:
    wait(Pauses(patience=1000 * LONGEST), 20)
    assert slept[:3] == [FIRST, 2 * FIRST, 4 * FIRST]
    assert slept[-1] == LONGEST


def test_a_server_that_asks_for_a_pause_gets_it(slept: list[float]) -> None:
    asyncio.run(Pauses(patience=1000).wait("busy", at_least=100))
    assert slept == [100]


def test_patience_ends(slept: list[float]) -> None:
    with pytest.raises(errors.ServerAway, match="no answer"):
        wait(Pauses(patience=3 * LONGEST), 100)
    assert 3 * LONGEST < sum(slept) <= 4 * LONGEST


def test_after_an_answer_pauses_are_short_and_patience_is_whole_again(slept: list[float]) -> None:
    attempts = Pauses(patience=3 * LONGEST)
    for _ in range(5):
        before = sum(slept)
        wait(attempts)
        assert slept[-1] == FIRST
        while sum(slept) - before < 2 * LONGEST:
            wait(attempts)
        attempts.reset()
