"""A pool of processes that do jobs: of low priority, within limits, stopped and replaced.

Workers are started when they are first needed, and kept. On Linux they are forked from a nursery
that has loaded everything (``workers.child``), so another one takes milliseconds and little memory.
On other systems every worker is started from scratch.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Literal, Protocol, TypeVar, cast

import msgspec

from qwirkle.errors import MissingExtra, QwirkleError, Refused
from qwirkle.tables.live.workers import KINDS, Job, JobFailed, JobStopped, Kind, Progress, Ran
from qwirkle.tables.live.workers.child import LENGTH, ORDER, TIME_SIGNALS, Said, longest_wait

T = TypeVar("T")
MODULE = "qwirkle.tables.live.workers.child"
START_SECONDS = 60.0
"""The time limit for starting a worker, on a machine that is very busy."""
END_SECONDS = 0.2
"""Seconds in which a worker that has closed its channel should have ended."""
MAX_ANSWER = 64 * 1024 * 1024
"""The maximum length of an answer in bytes: the review of a long game takes a few hundred kB."""
ENVIRONMENT = {
    # More threads would be faster, but reserve address space that is never used.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
}
PREFIX, KEPT = "QWIRKLE_", ("QWIRKLE_CORE", "QWIRKLE_WEIGHTS")
"""The prefix of a server's variables, which may hold passwords, and those that workers need."""


_read_said: msgspec.msgpack.Decoder[Said] = msgspec.msgpack.Decoder(Said)


class Worker(Protocol):
    """A process that does one job at a time."""

    process: int

    def do(self, body: bytes, progress: Progress) -> Awaitable[Said]:
        """Send a job, and return the message at its end; raises ``EOFError`` if there is none."""
        ...

    def close(self) -> None:
        """Close the channel to the process, which ends a worker that waits for a job."""
        ...


class SocketWorker(asyncio.Protocol):
    """A worker at the other end of a socket."""

    def __init__(self, process: int) -> None:
        self.process = process
        self._transport: asyncio.WriteTransport | None = None
        self._come = bytearray()
        self._progress: Progress = _ignore
        self._said: asyncio.Future[Said] | None = None
        self._lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note where to write."""
        self._transport = cast("asyncio.WriteTransport", transport)

    def do(self, body: bytes, progress: Progress) -> asyncio.Future[Said]:
        """Send a job, and return the message at its end."""
        self._progress = progress
        self._said = said = asyncio.get_running_loop().create_future()
        if self._transport is None or self._lost:
            self._fail()
        else:
            self._transport.write(LENGTH.pack(len(body)) + body)
        return said

    def data_received(self, data: bytes) -> None:
        """Take the messages that are complete."""
        self._come += data
        while len(self._come) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._come)
            end = LENGTH.size + length
            if length > MAX_ANSWER:
                self._fail()
                return
            if len(self._come) < end:
                return
            body = bytes(self._come[LENGTH.size : end])
            del self._come[:end]
            self._take(body)

    def _take(self, body: bytes) -> None:
        try:
            said = _read_said.decode(body)
        except msgspec.MsgspecError:
            self._fail()
            return
        if said.kind == "progress":
            self._progress(said.done, said.total)
        elif self._said is not None and not self._said.done():
            self._said.set_result(said)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Give up the answer: the process has ended."""
        self._lost = True
        self._fail()

    def _fail(self) -> None:
        if self._said is not None and not self._said.done():
            self._said.set_exception(EOFError("a worker has ended"))

    def close(self) -> None:
        """Close the channel."""
        if self._transport is not None:
            self._transport.close()


class StreamWorker:
    """A worker with pipes."""

    def __init__(
        self, process: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.process = process
        self._reader = reader
        self._writer = writer

    async def do(self, body: bytes, progress: Progress) -> Said:
        """Send a job, and return the message at its end."""
        self._writer.write(LENGTH.pack(len(body)) + body)
        await self._writer.drain()
        while True:
            (length,) = LENGTH.unpack(await self._reader.readexactly(LENGTH.size))
            if length > MAX_ANSWER:
                raise EOFError
            said = _read_said.decode(await self._reader.readexactly(length))
            if said.kind != "progress":
                return said
            progress(said.done, said.total)

    def close(self) -> None:
        """Close the channel."""
        self._writer.close()


class Nursery(Protocol):
    """A way to start and stop workers."""

    async def start(self, kind: Kind) -> Worker:
        """Start a worker."""
        ...

    async def stop(self, worker: Worker) -> int:
        """Stop a worker, whatever it does, and wait until it has ended.

        Return the signal that ended it, 0 if that is not known.
        """
        ...

    async def close(self) -> None:
        """Stop everything."""
        ...


class ForkedWorkers:
    """Workers that are forked by a process which has loaded their modules."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._modules = modules
        self._process: subprocess.Popen[bytes] | None = None
        self._orders: socket.socket | None = None
        self._lock = asyncio.Lock()

    async def start(self, kind: Kind) -> Worker:
        """Start a worker; start the nursery first if it is missing."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                number = await self._order(b"s", KINDS.index(kind), theirs.fileno())
            ours.setblocking(False)
            loop = asyncio.get_running_loop()
            _, worker = await loop.create_unix_connection(lambda: SocketWorker(number), sock=ours)
        except BaseException:
            ours.close()
            raise
        return worker

    async def stop(self, worker: Worker) -> int:
        """Stop a worker."""
        worker.close()
        if self._orders is not None:
            with suppress(OSError, EOFError):
                return await self._order(b"k", worker.process)
        return 0

    async def _order(self, what: bytes, number: int, *files: int) -> int:
        async with self._lock:
            if self._orders is None:
                self._orders = await self._begin()
            try:
                socket.send_fds(self._orders, [ORDER.pack(what, number)], files)
                return await _receive_number(self._orders)
            except BaseException:
                # An answer may be on its way: nothing that follows could be trusted.
                await self._end()
                raise

    async def _begin(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = await asyncio.to_thread(self._start_process, theirs)
        ours.setblocking(False)
        return ours

    def _start_process(self, orders: socket.socket) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", MODULE, "nursery", *self._modules],
            stdin=orders.fileno(),
            stdout=subprocess.DEVNULL,
            env=_environment(),
            # An interrupt on the terminal is for the server, which then stops the workers. In a
            # session of their own, Linux would give them as much of the processors as the server
            # gets, however low their priority is.
            process_group=0,
        )

    async def _end(self) -> None:
        orders, process = self._orders, self._process
        self._orders = self._process = None
        if orders is not None:
            orders.close()
        if process is not None:
            await asyncio.shield(asyncio.to_thread(_wait, process))

    async def close(self) -> None:
        """End the nursery, which stops all its workers."""
        await self._end()


class SpawnedWorkers:
    """Workers that are started from scratch, where forking is not safe."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._modules = modules
        self._processes: dict[int, asyncio.subprocess.Process] = {}

    async def start(self, kind: Kind) -> Worker:
        """Start a worker."""
        priority = "IDLE_PRIORITY_CLASS" if kind == "background" else "BELOW_NORMAL_PRIORITY_CLASS"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", MODULE, kind, *self._modules),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            start_new_session=True,
            creationflags=getattr(subprocess, priority, 0),
        )
        if process.stdin is None or process.stdout is None:
            raise OSError("a worker has no pipes")
        self._processes[process.pid] = process
        return StreamWorker(process.pid, process.stdout, process.stdin)

    async def stop(self, worker: Worker) -> int:
        """Stop a worker."""
        worker.close()
        process = self._processes.pop(worker.process, None)
        if process is None:
            return 0
        try:
            # Killing a process that has just ended would lose how it ended.
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
        return -await process.wait()

    async def close(self) -> None:
        """Stop all workers."""
        for process in self._processes.values():
            with suppress(ProcessLookupError):
                process.kill()
        for process in self._processes.values():
            await process.wait()


class ProcessPool:
    """A runner whose workers are processes."""

    def __init__(
        self,
        modules: Sequence[str] = (),
        *,
        how: Literal["fork", "spawn"] = "fork" if sys.platform == "linux" else "spawn",
    ) -> None:
        self._nursery: Nursery = (
            ForkedWorkers(modules) if how == "fork" else SpawnedWorkers(modules)
        )
        self._idle: defaultdict[Kind, list[Worker]] = defaultdict(list)
        self.workers: set[Worker] = set()
        self._closed = False

    async def run(self, job: Job[T], progress: Progress) -> Ran[T]:
        """Do a job in a process; a process that exceeds the limits is stopped.

        The worker counts its time itself, from when it begins: it must not be stopped because this
        process was late in handing over the job, or in reading the answer.
        """
        body = pickle.dumps(job, pickle.HIGHEST_PROTOCOL)
        worker = await self._take(job.kind)
        said: Said | None = None
        why: Literal["time", "crash"] = "crash"
        try:
            async with asyncio.timeout(longest_wait(job.seconds)):
                said = await worker.do(body, progress)
        except TimeoutError:
            why = "time"
        except (EOFError, OSError, msgspec.MsgspecError):
            pass
        finally:
            if said is None or said.ends or job.last or self._closed:
                signal = await asyncio.shield(self._stop(worker))
                why = "time" if signal in TIME_SIGNALS else why
            else:
                self._idle[job.kind].append(worker)
        if said is None:
            raise JobStopped.because(why)
        return _read(said, job)

    async def _take(self, kind: Kind) -> Worker:
        if self._closed:
            raise JobStopped.because("start")
        if self._idle[kind]:
            return self._idle[kind].pop()
        starting = asyncio.create_task(self._nursery.start(kind))
        try:
            async with asyncio.timeout(START_SECONDS):
                worker = await asyncio.shield(starting)
        except (OSError, EOFError, TimeoutError):
            raise JobStopped.because("start") from None
        except asyncio.CancelledError:
            # Nobody needs the answer any more, but the next job needs a worker.
            starting.add_done_callback(lambda started: self._keep(started, kind))
            raise
        self.workers.add(worker)
        return worker

    def _keep(self, started: asyncio.Task[Worker], kind: Kind) -> None:
        if not started.cancelled() and started.exception() is None:
            self.workers.add(started.result())
            self._idle[kind].append(started.result())

    async def _stop(self, worker: Worker) -> int:
        self.workers.discard(worker)
        return await self._nursery.stop(worker)

    async def close(self) -> None:
        """Stop all workers, whatever they do."""
        self._closed = True
        for worker in self.workers:
            worker.close()
        self.workers.clear()
        await self._nursery.close()


def _ignore(done: int, total: int) -> None:
    del done, total


def _read(said: Said, job: Job[T]) -> Ran[T]:
    if said.kind == "answer":
        answer = msgspec.msgpack.decode(said.answer, type=job.answer_type())
        return Ran(answer, said.cpu, said.memory)
    return Ran(cast("T", None), said.cpu, said.memory, _error_of(said))


def _error_of(said: Said) -> Exception:
    match said.kind:
        case "refused":
            return Refused(said.refusals)
        case "wrong":
            return QwirkleError(said.words)
        case "memory":
            return JobStopped.because("memory")
        case "missing":
            return MissingExtra("this", said.words)
        case _:
            return JobFailed(said.words)


async def _receive_number(sender: socket.socket) -> int:
    loop, answer = asyncio.get_running_loop(), b""
    while len(answer) < LENGTH.size:
        part = await loop.sock_recv(sender, LENGTH.size - len(answer))
        if not part:
            raise EOFError("the nursery of the workers has ended")
        answer += part
    (number,) = LENGTH.unpack(answer)
    return int(number)


def _wait(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in KEPT or not name.startswith(PREFIX)
    }
    return {**kept, **ENVIRONMENT}
