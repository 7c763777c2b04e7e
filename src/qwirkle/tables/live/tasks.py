"""Background work: tasks, and threads where the platform has them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

HAS_THREADS = sys.platform != "emscripten"
"""False in a browser, which has none."""
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


class InlineExecutor(Executor):
    """An executor without threads: it computes immediately and blocks meanwhile."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return a future that is done."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # passed on to the code that waits for the future
            done.set_exception(error)
        return done


def thread_pool(count: int, name: str) -> Executor:
    """Return an executor with at most ``count`` threads."""
    return ThreadPoolExecutor(count, name) if HAS_THREADS else InlineExecutor()
