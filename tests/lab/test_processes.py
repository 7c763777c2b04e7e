"""A pool of processes that is ended in the middle of its work leaves nothing behind."""

from __future__ import annotations

import threading
import time

from qwirkle.lab.workers.processes import ProcessPool, result_of


def begin() -> None:
    """Nothing to prepare."""


def test_an_ended_pool_has_no_threads_and_no_processes() -> None:
    """A thread that is still ending while Python exits would print a traceback."""
    before = set(threading.enumerate())
    pool = ProcessPool(2, begin)
    assert result_of(pool.submit(abs, -3)) == 3
    endless = [pool.submit(time.sleep, 600) for _ in range(4)]
    processes = list((pool._processes or {}).values())
    assert processes
    pool.end()
    assert not any(process.is_alive() for process in processes)
    assert set(threading.enumerate()) == before
    assert not any(future.running() for future in endless)
