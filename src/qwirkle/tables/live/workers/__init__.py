"""Work that thinks or decodes: done by workers, in one fair queue, within limits.

A job is a call of a function of some module: bots above ``greedy``, hints, the analysis board,
puzzles, reviews, QR codes and pictures. On a server the workers are child processes
(``workers.pool``): ``--workers`` of them for what people wait for a moment (nice 5), one for what
takes about a second, one for what takes longer (nice 10), and one of the lowest priority for
reviews (nice 19, on Linux ``SCHED_IDLE``). They go to whoever has used them least. A job is not
interrupted for another one, so long ones have a worker of their own.

A job has limits of processor time and address space, which its worker counts from when it begins;
waiting for a processor may take four times as long, so a busy server stops no job that would have
been done. A worker that exceeds the limits or crashes is replaced: that costs its own answer and
nothing else. The worker of a picture ends with it. Answers are plain data, because a process that
has decoded a stranger's picture is not trusted, and workers know no passwords.

A browser has no processes, so there, and in tests, the same jobs are done in place.
"""

from __future__ import annotations

import asyncio
import copyreg
import inspect
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from time import monotonic
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar, cast, get_args

import msgspec

from qwirkle.api.visitors import Payer, asking
from qwirkle.errors import QwirkleError, Refused
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.live.fair_lane import FairLane
from qwirkle.tables.live.tasks import HAS_THREADS, thread_time

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
MB = 1_000_000
Kind = Literal["quick", "slow", "long", "background"]
"""Jobs that somebody waits for (for a moment, a second, or longer), and those that nobody does."""
KINDS: tuple[Kind, ...] = get_args(Kind)
MEMORY = 256 * MB
"""The bytes of address space that a job may take, in addition to what its worker has."""
MAX_WAITING = 400
"""The maximum number of jobs of a kind that wait for a worker, besides those nobody waits for."""
MAX_WAITING_EACH = 40
"""The maximum number of waiting jobs of one visitor, besides those that nobody waits for."""


def _unset() -> msgspec.UnsetType:
    return msgspec.UNSET


# It does not say where it is defined, so the pickler would search all modules for it, and every
# edition has one.
copyreg.pickle(msgspec.UnsetType, lambda _: (_unset, ()))

Progress = Callable[[int, int], None]
"""Called with the number of finished steps of a job, and of all its steps."""


class JobFailed(RuntimeError):
    """A job raised an error: a fault of the server, not of the visitor."""


class JobStopped(Refused):
    """The worker of a job was stopped, or ended: the answer is lost, and nothing else."""

    def __init__(self, refusals: tuple[Refusal, ...], why: str = "") -> None:
        super().__init__(refusals)
        self.why = why

    @classmethod
    def because(cls, why: Literal["time", "memory", "crash", "start"]) -> JobStopped:
        """Return the error, with its sentence."""
        return cls(refusal(TableReason.BUSY, case="effort").refusals, why)


@dataclass(frozen=True, kw_only=True)
class Job(Generic[T_co]):
    """A call to be done elsewhere. Its arguments are pickled; its answer has the declared type."""

    call: partial[T_co]
    kind: Kind = "quick"
    seconds: float = 10.0
    """The limit of processor time; where there are processes, it may wait for a core meanwhile."""
    memory: int = MEMORY
    expected: float = 0.05
    """Roughly how many seconds it takes; among equals the quickest job goes first."""
    patience: float = 30.0
    """The seconds that it waits for a worker before it is refused."""
    behind: bool = False
    """Whether it begins only if no other job of its kind waits."""
    reports: bool = False
    """Whether the function takes ``progress``."""
    last: bool = False
    """Whether the worker ends with the job, so that nothing of it remains."""
    heavy: bool = False
    """Whether it takes so long in an interpreter that a browser does it in a thread of its own."""
    prepare: Callable[[], None] | None = None
    """A function that the worker calls first, before its memory is limited."""
    case: str = ""
    """The case of the sentence if it is refused because too much is waiting."""

    def answer_type(self) -> type[T_co]:
        """Return the type of the answer, as the function declares it."""
        return cast("type[T_co]", _answer_type(self.call.func))

    def run(self, progress: Progress) -> T_co:
        """Do the job."""
        return self.call(progress=progress) if self.reports else self.call()


@cache
def _answer_type(function: Callable[..., object]) -> object:  # type: ignore[explicit-any]
    return inspect.get_annotations(function, eval_str=True)["return"]


class Ran(NamedTuple, Generic[T]):
    """The answer to a job, and what it has used."""

    answer: T
    cpu: float
    """Seconds of a processor."""
    memory: int = 0
    """Bytes by which the worker was larger than ever before; 0 if that is not measured."""
    error: Exception | None = None
    """The error that the function raised instead of answering."""


class Runner(Protocol):
    """A way to do jobs, as many at a time as there are places."""

    async def run(self, job: Job[T], progress: Progress) -> Ran[T]:
        """Do a job.

        Raises:
            JobStopped: It exceeded its limits or crashed. Errors of the function are either raised
                (``Refused`` if it refused, ``JobFailed``) or returned with what it has used.
        """
        ...

    async def close(self) -> None:
        """End all workers."""
        ...


class InPlace:
    """A runner without processes: on threads, or where there are none, immediately."""

    async def run(self, job: Job[T], progress: Progress) -> Ran[T]:
        """Do a job; its time limit ends the waiting, but cannot stop a thread."""
        loop = asyncio.get_running_loop()
        if not HAS_THREADS:
            return _measured(job, progress)
        stopped = False

        def report(done: int, total: int) -> None:
            if stopped:
                raise JobStopped.because("time")
            loop.call_soon_threadsafe(progress, done, total)

        try:
            async with asyncio.timeout(job.seconds):
                return await asyncio.to_thread(_measured, job, report)
        except TimeoutError:
            raise JobStopped.because("time") from None
        finally:
            stopped = True

    async def close(self) -> None:
        """Do nothing: threads end with their jobs."""


def _measured(job: Job[T], progress: Progress) -> Ran[T]:
    began = thread_time()
    try:
        return Ran(job.run(progress), thread_time() - began)
    except MemoryError:
        raise JobStopped.because("memory") from None
    except QwirkleError:
        raise
    except Exception as error:
        raise JobFailed(f"{type(error).__name__}: {error}") from error


@dataclass
class Workers:
    """One fair queue for all jobs, whoever does them."""

    runner: Runner = field(default_factory=InPlace)
    places: Mapping[Kind, int] = field(
        default_factory=lambda: {"quick": 1, "slow": 1, "long": 1, "background": 1}
    )
    max_waiting: int = MAX_WAITING
    max_waiting_each: int = MAX_WAITING_EACH
    stopped: Counter[str] = field(default_factory=Counter)
    """How many jobs were stopped, by reason."""
    account: Callable[[str], Payer] = Payer
    """Returns the payer for an address."""

    def __post_init__(self) -> None:
        self._lane = FairLane(**{str(kind): count for kind, count in self.places.items()})
        self._waiting: Counter[str] = Counter()
        """The waiting jobs of each visitor, besides those that nobody waits for."""
        self._of_kind: Counter[Kind] = Counter()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a worker."""
        return len(self._lane)

    async def run(
        self, job: Job[T], *, address: str | None = None, progress: Progress | None = None
    ) -> T:
        """Do a job when it is its turn, and charge it to whoever asks, or to an address.

        Those who ask are refused while their budget is overdrawn. Work that an address pays for,
        such as the turn of a bot, is done all the same, but after everybody else's.
        """
        payer = asking.get() if address is None else self.account(address)
        overdrawn = payer.wait
        if overdrawn and address is None:
            raise over_budget(overdrawn)
        group = payer.address
        await self._wait_for_place(job, group, behind=job.behind or overdrawn > 0)
        began = monotonic()
        used: float | None = None
        try:
            ran = await self.runner.run(job, progress or _ignore)
            used = ran.cpu
            if ran.error is not None:
                raise ran.error
        except JobStopped as stopped:
            self.stopped[stopped.why] += 1
            raise
        finally:
            if used is None:  # of a worker that was stopped, nobody knows more
                used = monotonic() - began
            self._lane.leave(group, job.expected, used, job.kind)
            payer.charge(used)
        return ran.answer

    async def _wait_for_place(self, job: Job[object], group: str, *, behind: bool) -> None:
        asked = job.kind != "background"
        if asked and (
            self._of_kind[job.kind] >= self.max_waiting
            or self._waiting[group] >= self.max_waiting_each
        ):
            raise refusal(TableReason.BUSY, case=job.case)
        self._waiting[group] += asked
        self._of_kind[job.kind] += 1
        try:
            async with asyncio.timeout(job.patience):
                await self._lane.enter(group, job.expected, behind=behind, kind=job.kind)
        except TimeoutError:
            raise refusal(TableReason.BUSY, case=job.case) from None
        finally:
            self._of_kind[job.kind] -= 1
            self._waiting[group] -= asked
            if not self._waiting[group]:
                del self._waiting[group]

    async def close(self) -> None:
        """End all workers."""
        with suppress(OSError):
            await self.runner.close()


def over_budget(wait: float) -> Refused:
    """Return the refusal for a visitor whose budget is overdrawn, with the time to wait."""
    refused = refusal(TableReason.BUSY, case="budget")
    refused.retry_after = wait
    return refused


def _ignore(done: int, total: int) -> None:
    del done, total
