"""The watchdog notices when the event loop stands still, and where."""

from __future__ import annotations

import asyncio
import re
import time

import httpx
import pytest

from qwirkle.server.context import AppContext
from qwirkle.server.logs import ThrottledLog
from qwirkle.server.monitoring.health import Watchdog

from .test_budget import with_app


def stand_still(seconds: float) -> None:
    time.sleep(seconds)


def stalls_of(work: float) -> tuple[list[tuple[float, str]], float]:
    """What a watchdog that is content with little reports while the loop is kept busy."""
    seen: list[tuple[float, str]] = []

    async def scene() -> float:
        watchdog = Watchdog(lambda *stall: seen.append(stall), stalled=10.0 if not work else 0.3)
        watchdog.start()
        await asyncio.sleep(0.1)
        if work:
            stand_still(work)
        await asyncio.sleep(0.1)
        watchdog.stop()
        return watchdog.longest

    return seen, asyncio.run(scene())


def test_a_stall_is_reported_once_with_its_place() -> None:
    seen, longest = stalls_of(1.5)
    seconds, stack = max(seen)
    assert 1.0 < seconds == longest
    assert "stand_still" in stack


def test_a_loop_that_turns_is_not_reported() -> None:
    seen, longest = stalls_of(0)
    assert seen == []
    assert longest < 10


def test_a_stall_is_counted_and_logged_with_its_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[tuple[str, str]] = []

    def write(_: ThrottledLog, level: str, event: str, key: str, **fields: object) -> None:
        assert level == "warning" or event != "stalled"
        logged.append((event, f"{key} {fields.get('stack')}"))

    # Other tests set up the log of this process, which then cannot be captured.
    monkeypatch.setattr(ThrottledLog, "write", write)

    async def scene(context: AppContext, http: httpx.AsyncClient) -> None:
        context.watchdog.start()
        await asyncio.sleep(0.1)
        stand_still(1.5)
        await asyncio.sleep(0.1)
        context.watchdog.stop()
        figures = (await http.get("/metrics")).text
        [stalls] = re.findall(r"^qwirkle_loop_stalls_total (\S+)", figures, re.MULTILINE)
        assert float(stalls) >= 1
        longest = re.findall(r"^qwirkle_loop_longest_stall_seconds (\S+)", figures, re.MULTILINE)
        assert float(longest[0]) > 1
        assert any(event == "stalled" and "stand_still" in stack for event, stack in logged)

    with_app(scene)
