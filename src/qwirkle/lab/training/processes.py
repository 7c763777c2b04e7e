"""Processes that play and calculate for a training; they end with it, however it ends.

All arithmetic on equations happens in them and with one thread each: sums of floating-point numbers
depend on their order, and the order must not depend on the machine's load or on ``--jobs``.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from qwirkle.errors import TrainingError
from qwirkle.lab.workers.processes import ProcessPool

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@contextmanager
def training_processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Provide at most this many processes; on any error they are ended immediately."""
    pool = ProcessPool(jobs, _begin)
    try:
        yield pool
    except BaseException as error:
        # Nobody who stops a training wants to wait for the games in progress.
        pool.end()
        if isinstance(error, BrokenProcessPool):
            died = "a process of the training ended unexpectedly; continue with --resume"
            raise TrainingError(pool.why_broken(died)) from None
        raise
    pool.shutdown()


def _begin() -> None:
    """Prepare a process before numpy is loaded."""
    for setting in ONE_THREAD:
        os.environ[setting] = "1"
    # Ctrl-C reaches every process of the terminal; the parent decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_training, daemon=True).start()


def _end_with_the_training() -> None:
    """End this process when the training is gone: killed, it cannot end its processes itself."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
