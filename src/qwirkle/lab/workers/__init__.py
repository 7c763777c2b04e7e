"""Workers that play games: in this process, in several processes, or on many machines.

In every case the results are the same, and are returned in the order of the games.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

from qwirkle.errors import LabError
from qwirkle.lab.games import GameResult, MatchPlan, play_game
from qwirkle.lab.workers.processes import ProcessPool, result_of
from qwirkle.players.process.programs import kept_programs
from qwirkle.protocol.process import end_all

# Seconds per batch: long compared with the way to a worker, short for a waiting person.
BATCH_SECONDS = 0.25
LARGEST_BATCH = 64
# Concurrent batches for each worker, so that none waits for the slowest.
AHEAD = 3
T = TypeVar("T")


class Batch(NamedTuple):
    """The results of some numbers, and the seconds that they took."""

    results: list[Any]
    seconds: float


class Crew(Protocol):
    """Workers at work: batches are begun in order, and waited for in order."""

    size: int

    def begin(self, function: Callable[[int], object], numbers: range) -> object:
        """Start a worker on a function for these numbers; return a ticket for the results."""
        ...

    def results(self, ticket: object) -> Batch:
        """Wait for the results of a batch."""
        ...


class Workers(ABC):
    """A way to play games; ``several`` is true if games are played concurrently."""

    several = True

    @abstractmethod
    def crew(self) -> AbstractContextManager[Crew]:
        """Provide the workers; leaving early drops the games in progress."""

    def play(self, plan: MatchPlan, numbers: range) -> Generator[GameResult, None, None]:
        """Play these games of a plan; yield their results in this order."""
        return self.map(partial(play_game, plan), numbers)

    def map(self, function: Callable[[int], T], numbers: range) -> Generator[T, None, None]:
        """Yield the results of a function for these numbers, in this order."""
        with self.crew() as crew:
            under_way: deque[object] = deque()
            begun, size = numbers.start, 1
            while begun < numbers.stop or under_way:
                while begun < numbers.stop and len(under_way) < AHEAD * crew.size:
                    # Towards the end the rest is divided, so that no worker is idle.
                    fair = (numbers.stop - begun) // crew.size
                    end = min(numbers.stop, begun + max(1, min(size, fair)))
                    under_way.append(crew.begin(function, range(begun, end)))
                    begun = end
                batch = crew.results(under_way.popleft())
                yield from batch.results
                size = _next_size(batch)


class Local(Workers):
    """Processes of this machine, ``jobs`` of them; one job plays in this process."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self.several = jobs > 1

    def play(self, plan: MatchPlan, numbers: range) -> Generator[GameResult, None, None]:
        """Play these games of a plan; yield their results in this order."""
        if self.several:
            _check_picklable(plan)
        return super().play(plan, numbers)

    def map(self, function: Callable[[int], T], numbers: range) -> Generator[T, None, None]:
        """Yield the results of a function for these numbers, in this order."""
        if self.several:
            yield from super().map(function, numbers)
        else:
            yield from map(function, numbers)

    @contextmanager
    def crew(self) -> Iterator[Crew]:
        """Provide the processes; any that still play when nobody waits for them are ended."""
        pool = ProcessPool(self._jobs, _begin_worker)
        try:
            yield _Crew(pool, self._jobs)
        except BrokenProcessPool:
            died = "a process that played games died; was there enough memory?"
            raise LabError(pool.why_broken(died)) from None
        except BaseException:
            pool.end()
            raise
        pool.shutdown()


class _Crew:
    def __init__(self, pool: ProcessPool, size: int) -> None:
        self._pool = pool
        self.size = size

    def begin(self, function: Callable[[int], object], numbers: range) -> object:
        return self._pool.submit(run_batch, function, numbers)

    def results(self, ticket: object) -> Batch:
        if not isinstance(ticket, Future):
            raise TypeError("a ticket comes from begin()")
        batch: Batch = result_of(ticket)
        return batch


def run_batch(function: Callable[[int], object], numbers: range) -> Batch:
    """Call a function for each of these numbers, in a worker."""
    began = perf_counter()
    with kept_programs():
        results = [function(number) for number in numbers]
    return Batch(results, perf_counter() - began)


def _check_picklable(plan: MatchPlan) -> None:
    """Refuse bots that cannot be sent to other processes."""
    for name, player in zip(plan.names, plan.bots, strict=True):
        if isinstance(player, str):
            continue
        try:
            pickle.dumps(player)
        except Exception as error:  # whatever an author's own code raises
            raise LabError(
                f"the bot {name} cannot be sent to other processes ({error}): play with one job"
            ) from None


def _next_size(batch: Batch) -> int:
    """Return the number of calls that fill a batch of the wanted length, judging by one batch."""
    seconds = batch.seconds / len(batch.results)
    return max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(seconds, 1e-6))))


def _begin_worker() -> None:
    """Keep the programs that play here for the life of this process, and set its signals."""
    keeping = ExitStack()
    keeping.enter_context(kept_programs())
    atexit.register(keeping.close)
    _end_only_on_sigterm()


def _end_only_on_sigterm() -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the process that waits for us.

    On SIGTERM a process also ends the programs that play in it.
    """

    def end(number: int, _: object) -> None:
        end_all()
        os._exit(128 + number)

    # Handled and not ignored: programs started here would inherit an ignored signal.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, end)
