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

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes; on any error they are ended at once."""
    others = multiprocessing.active_children()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_begin) as pool:
        try:
            yield pool
        except BaseException as error:
            # Whoever ends a training does not want to wait for the games that are being played.
            for worker in multiprocessing.active_children():
                if worker not in others:
                    worker.terminate()
            if isinstance(error, BrokenProcessPool):
                raise TrainingError(
                    "a process of the training has ended by itself; go on with --resume"
                ) from None
            raise


def _begin() -> None:
    """What each process does first, before numpy is loaded."""
    for setting in ONE_THREAD:
        os.environ[setting] = "1"
    # Ctrl-C reaches every process of the terminal; the one that was started decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_training, daemon=True).start()


def _end_with_the_training() -> None:
    """A training that was killed cannot say so to its processes."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
