"""Background work: tasks, and threads where the platform has them."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from qwirkle.api.visitors import asking

HAS_THREADS = sys.platform != "emscripten"
"""False in a browser, which has none."""
thread_time: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)
"""The processor time of this thread; in a browser, which has none, the time on the wall."""
_AGAIN = 0.1
"""Seconds after which a task that is still running is cancelled once more."""
P = ParamSpec("P")
T = TypeVar("T")


async def cancel(*tasks: asyncio.Task[object] | None) -> None:
    """Cancel tasks and wait until they have ended.

    One request is not enough: before Python 3.12 ``asyncio.wait_for``, which clients of databases
    and of Redis use, swallows a cancellation that arrives together with the answer.
    """
    running = {task for task in tasks if task is not None}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=_AGAIN)


async def on_a_thread(compute: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Compute something on a thread, and charge it to whoever asks."""
    if not HAS_THREADS:
        return compute(*args, **kwargs)
    payer = asking.get()

    def measured() -> T:
        began = thread_time()
        try:
            return compute(*args, **kwargs)
        finally:
            # Charging is a few additions, whose order does not matter.
            payer.charge(thread_time() - began)

    return await asyncio.to_thread(measured)
