"""Background work: tasks, and threads where there are any."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

HAS_THREADS = sys.platform != "emscripten"
"""In a browser there are none."""
_AGAIN = 0.1
"""Seconds after which a task that still runs is cancelled once more."""


async def cancel(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel tasks and wait until they have ended.

    One request is not enough: before Python 3.12 ``asyncio.wait_for``, which clients of databases
    and of Redis use, swallows a cancellation that arrives together with the answer.
    """
    running = {task for task in tasks if task is not None}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=_AGAIN)


class InlineExecutor(Executor):
    """Computes at once, and nobody else meanwhile."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return a future that is done."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # whoever waits for the future gets it
            done.set_exception(error)
        return done


def thread_pool(count: int, name: str) -> Executor:
    """Return an executor with at most ``count`` threads."""
    return ThreadPoolExecutor(count, name) if HAS_THREADS else InlineExecutor()
