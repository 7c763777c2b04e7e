"""Searching games for puzzles in several processes; the results come in the order of the games."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from itertools import count

from qwirkle.analysis.puzzles.making import Found, puzzles_of
from qwirkle.analysis.puzzles.search import Games
from qwirkle.errors import LabError
from qwirkle.lab.workers.processes import ProcessPool

# Games under way for each process, so that none waits for the slowest.
AHEAD = 3


def games_in(jobs: int) -> Games:
    """Search this many games at once; one is searched in this process."""
    if jobs == 1:
        return _alone

    def search(seed: str, first: int) -> Generator[Found, None, None]:
        pool = ProcessPool(jobs, _ignore_interrupts)
        under_way: deque[Future[Found]] = deque()
        try:
            for number in count(first):
                under_way.append(pool.submit(puzzles_of, seed, number))
                if len(under_way) >= AHEAD * jobs:
                    yield under_way.popleft().result()
        except BrokenProcessPool:
            raise LabError("a process that made puzzles died; was there enough memory?") from None
        finally:
            pool.end()

    return search


def _alone(seed: str, first: int) -> Generator[Found, None, None]:
    for number in count(first):
        yield puzzles_of(seed, number)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the one that waits for us decides."""
    signal.signal(signal.SIGINT, lambda *_: None)
