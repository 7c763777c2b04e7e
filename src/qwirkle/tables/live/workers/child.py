"""The processes of the workers.

``python -m qwirkle.tables.live.workers.child nursery MODULE...`` loads modules once and then forks
workers, which share the memory of all that is loaded. It alone can stop them: while it has not
collected a process, no other one can have its number. When the server is gone, however it ended,
the nursery stops all workers and ends. Where forking is not safe, each worker is a process of its
own: ``... child quick MODULE...``.

A worker reads pickled jobs, which only the server writes. Its answers are MessagePack, because a
server must not unpickle what a process sends that has decoded a stranger's picture.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, BinaryIO, Literal, NoReturn

import msgspec

from qwirkle.errors import MissingExtra, QwirkleError, RefusalError
from qwirkle.rules.refusals.reasons import Refusal

if TYPE_CHECKING:
    from qwirkle.tables.live.workers import Job

LENGTH = struct.Struct("!I")
ORDER = struct.Struct("!cI")
"""An order to the nursery: ``s`` and a kind to start a worker, ``k`` and a process to stop it."""
NICE = {"quick": 5, "slow": 10, "long": 10, "background": 19}
GROWN = 64_000_000
"""A worker that has grown by more bytes than this is replaced after its job."""
MAX_WORDS = 400
"""The length of the words in which a failure is reported."""
WAITING = 4
"""How many times its limit a job may take if its worker has to wait for a processor."""
_SPARE_SECONDS = 5.0
"""Seconds after which the server stops a worker that has not stopped itself."""
TIME_SIGNALS = frozenset(
    getattr(signal, name) for name in ("SIGPROF", "SIGALRM") if hasattr(signal, "setitimer")
)
"""The signals that end a worker whose job takes too long."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of a worker: its progress, or the end of a job."""

    kind: Literal["progress", "answer", "refused", "wrong", "missing", "memory", "failed"]
    done: int = 0
    total: int = 0
    answer: msgspec.Raw = msgspec.Raw(b"")
    refusals: tuple[Refusal, ...] = ()
    words: str = ""
    """What failed, or the extra that is missing."""
    cpu: float = 0.0
    memory: int = 0
    """Bytes by which the worker was larger than ever before."""
    ends: bool = False
    """Whether the worker has become too large to be used again."""


_encode = msgspec.msgpack.Encoder().encode


def longest_wait(seconds: float) -> float:
    """Return how long the server waits for a job with this limit before it stops the worker."""
    return WAITING * seconds + _SPARE_SECONDS if TIME_SIGNALS else seconds


def work(incoming: BinaryIO, outgoing: BinaryIO, kind: str) -> None:
    """Do jobs until there are no more."""
    lower_priority(kind)
    at_first = _resident(), _largest()

    def say(said: Said) -> None:
        body = _encode(said)
        outgoing.write(LENGTH.pack(len(body)) + body)
        outgoing.flush()

    while head := incoming.read(LENGTH.size):
        body = incoming.read(*LENGTH.unpack(head))
        say(_answer(body, say, at_first))


def _answer(body: bytes, say: Callable[[Said], None], at_first: tuple[int, int]) -> Said:
    began, before = process_time(), _largest()
    said = _try(body, say)
    resident, largest = at_first
    after = _largest()
    # Only a worker that was large at some time can be too large now; asking takes a while.
    ends = after - largest > GROWN and _resident() - resident > GROWN
    return msgspec.structs.replace(
        said, cpu=process_time() - began, memory=after - before, ends=ends
    )


def _try(body: bytes, say: Callable[[Said], None]) -> Said:
    try:
        job: Job[object] = pickle.loads(body)  # noqa: S301 - written by the server itself
        if job.prepare is not None:
            job.prepare()
        _limit(job.memory, job.seconds)
        try:
            found = job.run(lambda done, total: say(Said("progress", done, total)))
            return Said("answer", answer=msgspec.Raw(_encode(found)))
        finally:
            _unlimit()
    except RefusalError as error:
        return Said("refused", refusals=error.refusals)
    except MissingExtra as error:
        return Said("missing", words=error.extra)
    except QwirkleError as error:
        return Said("wrong", words=str(error)[:MAX_WORDS])
    except MemoryError:
        return Said("memory")
    except Exception as error:  # reported to the server, which logs it
        return Said("failed", words=f"{type(error).__name__}: {error}"[:MAX_WORDS])


def lower_priority(kind: str) -> None:
    """Leave the processors to the server, as far as the system allows.

    A job that nobody waits for joins the class for idle processors, where there is one (Linux): a
    nice process may finish its slice of several milliseconds before a turn is served.
    """
    with suppress(AttributeError, OSError):  # Windows has no priorities of this kind
        os.setpriority(os.PRIO_PROCESS, 0, NICE[kind])
    if kind == "background":
        with suppress(AttributeError, OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _limit(memory: int, seconds: float) -> None:
    """Limit the further memory and time of this process, as far as the system allows.

    The system itself ends a process that takes longer, whatever it does.
    """
    if TIME_SIGNALS:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, WAITING * seconds)
    with suppress(ModuleNotFoundError, OSError, ValueError, IndexError):
        import resource  # noqa: PLC0415 - not on every system

        # Only Linux reports the current size.
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + memory, hard))


def _unlimit() -> None:
    """Lift the limits again."""
    if TIME_SIGNALS:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    with suppress(ModuleNotFoundError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not on every system

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _resident() -> int:
    """Return the memory of this process in bytes, if the system reports it."""
    with suppress(OSError, ValueError, IndexError):
        text = Path("/proc/self/status").read_text("ascii")
        return int(text.partition("VmRSS:")[2].split()[0]) * 1024
    return 0


def _largest() -> int:
    """Return the most memory that this process has ever had, in bytes."""
    with suppress(ModuleNotFoundError):
        import resource  # noqa: PLC0415 - not on every system

        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return 0


def raise_workers(orders: socket.socket) -> NoReturn:
    """Start and stop workers as ordered, until the server is gone."""
    from qwirkle.tables.live.workers import KINDS  # noqa: PLC0415 - loads much

    alive: set[int] = set()
    while True:
        order, files, *_ = socket.recv_fds(orders, ORDER.size, 1)
        if not order:
            for worker in alive:
                _stop(worker)
            os._exit(0)
        what, number = ORDER.unpack(order)
        if what == b"s":
            [channel] = files
            number = os.fork()
            if number == 0:
                orders.close()
                _work_on(channel, KINDS[ORDER.unpack(order)[1]])
            os.close(channel)
            alive.add(number)
        elif number in alive:
            alive.remove(number)
            number = _stop(number)
        else:
            number = 0
        orders.sendall(LENGTH.pack(number))


def _work_on(channel: int, kind: str) -> NoReturn:
    status = 1
    try:
        with os.fdopen(channel, "rb") as incoming, os.fdopen(os.dup(channel), "wb") as outgoing:
            work(incoming, outgoing, kind)
        status = 0
    except (OSError, EOFError):
        pass  # the server is gone
    finally:
        os._exit(status)


def _stop(worker: int) -> int:
    """Stop a worker; return the signal that has ended it, perhaps earlier."""
    with suppress(ProcessLookupError):
        os.kill(worker, signal.SIGKILL)
    with suppress(ChildProcessError):
        _, status = os.waitpid(worker, 0)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return 0


def main() -> None:
    """Load the modules named on the command line, and then be a nursery or a worker."""
    kind, *modules = sys.argv[1:]
    lower_priority("quick" if kind == "nursery" else kind)
    for name in modules:
        importlib.import_module(name)
    if kind == "nursery":
        import gc  # noqa: PLC0415

        gc.collect()
        gc.freeze()  # so that workers do not copy what they share
        raise_workers(socket.socket(fileno=os.dup(0)))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is no answer
    with suppress(BrokenPipeError):
        work(sys.stdin.buffer, answers, kind)


if __name__ == "__main__":
    main()
