"""Threads to compute on while the event loop answers others, where there are threads at all."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

HAS_THREADS = sys.platform != "emscripten"
"""In a browser there are none."""


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
    """Return an executor with at most so many threads."""
    return ThreadPoolExecutor(count, name) if HAS_THREADS else InlineExecutor()
