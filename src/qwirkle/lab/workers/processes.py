"""A pool of processes that print no traceback, whenever a signal reaches them.

Ctrl-C reaches every process of a terminal. A process that receives it before it is ready, or whose
parent gives up while handing over the work, would print a traceback. So signals are deferred while
a process is started, and a new process blocks Ctrl-C until its initializer has run.

A new process imports the script that started it. A script without a check for being the main
program would start processes again; those exit silently, and the first one reports why.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import count
from multiprocessing import resource_tracker
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from qwirkle.errors import LabError

# Concurrent calls for each process, so that none waits for the slowest.
AHEAD = 3
# Seconds a process has to end voluntarily; the core may be in the middle of a long thought.
LEAVING = 3.0
# The longest delay of a signal, in seconds, during a wait for a result.
PATIENCE = 0.1
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM)
P = ParamSpec("P")
T = TypeVar("T")
# The exit status of a process whose script would start everything over again.
UNGUARDED = 74
NO_GUARD = (
    "every process imports this script, which starts processes again: put what the script does "
    'below a line  if __name__ == "__main__":'
)


def leave_if_imported() -> None:
    """Exit if this process has just been started and is importing the script that started it."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(UNGUARDED)


class ProcessPool(ProcessPoolExecutor):
    """Processes that are started as needed and can be ended immediately."""

    def __init__(self, jobs: int, begin: Callable[[], None]) -> None:
        """Allow at most this many processes, each of which calls ``begin`` first."""
        leave_if_imported()
        self._started: dict[int, Any] = {}
        with deferred_signals():
            super().__init__(
                jobs, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(begin,)
            )

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a function call to a process, starting one if needed."""
        with deferred_signals(), _unheard_by_children():
            future = super().submit(fn, *args, **kwargs)
            self._started.update(self._processes or {})
            return future

    def why_broken(self, otherwise: str) -> str:
        """End the rest of a pool that lost a process; return the reason, if it is known."""
        self.end()
        unguarded = any(process.exitcode == UNGUARDED for process in self._started.values())
        return NO_GUARD if unguarded else otherwise

    def end(self) -> None:
        """End the processes now, whatever they are doing."""
        with deferred_signals():
            processes: list[Any] = list((self._processes or {}).values())
            manager: Any = self._executor_manager_thread
            self.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            until = monotonic() + LEAVING
            for process in processes:
                process.join(max(0.0, until - monotonic()))
                process.kill()
            # Python wakes this thread at exit, and complains if that thread is just ending.
            if manager is not None:
                manager.join(LEAVING)


def result_of(future: Future[T]) -> T:
    """Wait for a result.

    Signals are handled between waits, never inside one: a future that is interrupted may stay
    locked, and then its pool never ends.
    """
    while True:
        with deferred_signals():
            if wait((future,), PATIENCE).done:
                return future.result()


def results_as_they_come(futures: Iterable[Future[T]]) -> Iterator[T]:
    """Wait for several results, and yield each as soon as it is available."""
    left = set(futures)
    while left:
        with deferred_signals():
            done, left = wait(left, PATIENCE, FIRST_COMPLETED)
        for future in done:
            yield result_of(future)


def numbered_results(
    function: Callable[[int], T], first: int, jobs: int
) -> Generator[T, None, None]:
    """Yield the results of a function for all numbers from the first on, in order, without end.

    With one job they are computed in this process.
    """
    if jobs == 1:
        yield from map(function, count(first))
    pool = ProcessPool(jobs, _ignore_interrupts)
    under_way: deque[Future[T]] = deque()
    try:
        for number in count(first):
            under_way.append(pool.submit(function, number))
            if len(under_way) >= AHEAD * jobs:
                yield result_of(under_way.popleft())
    except BrokenProcessPool:
        raise LabError(pool.why_broken("a process died; was there enough memory?")) from None
    finally:
        pool.end()


def _ignore_interrupts() -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the one waiting for results."""
    signal.signal(signal.SIGINT, lambda *_: None)


@contextmanager
def deferred_signals() -> Iterator[None]:
    """Defer signals that would end this process until the block is left."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    handlers = {
        number: signal.signal(number, lambda heard, _: waiting.append(heard))
        for number in ENDING_SIGNALS
    }
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        # One is enough: the first signal already ends the process.
        if waiting:
            signal.raise_signal(signal.Signals(waiting[0]))


@contextmanager
def _unheard_by_children() -> Iterator[None]:
    """Block Ctrl-C in processes that are started here until they unblock it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Python's own helper process unblocks signals when it is started, so it is started first.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(begin: Callable[[], None]) -> None:
    begin()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
