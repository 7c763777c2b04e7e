"""Jobs of the reviewing process: the messages to it and from it, and how one is run.

A job runs in a process of low priority, or in a thread where no process can be started.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from qwirkle.protocol.shapes.turns import Turn

MODULE = "qwirkle.tables.reviews.process"
MAX_LINE = 32 * 1024 * 1024
"""The maximum length of a line in bytes: the review of a long game takes a few hundred kB."""
MAX_WORDS = 400
"""The logged length of the last line of a process that failed."""

Progress = Callable[[int, int], None]
"""Called with the number of finished turns, and of all turns."""


class Job(msgspec.Struct, frozen=True):
    """A game to review, one other turn in it to judge, or its luck to compute."""

    record: str
    """The record of a finished table, with its seed."""
    open_hands: bool = False
    place: int | None = None
    """The act to replace by ``turn``, from 0; None to review the whole game."""
    turn: Turn | None = None
    deep: bool = False
    """Whether more turns are tried on more deals."""
    luck: bool = False
    """Whether only the luck of the game is computed, which takes a fraction of a review."""


RunJob = Callable[[Job, Progress], Awaitable[bytes]]
"""Runs a job elsewhere, and returns the JSON of its result."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line that the process writes."""

    done: int = 0
    total: int = 0
    found: msgspec.Raw = msgspec.Raw(b"")
    """The JSON of a ``Review``, a ``ReviewedTurn`` or a ``GameLuck``: the last line."""


class ReviewFailed(RuntimeError):
    """A game could not be reviewed: a fault of the server, not of the person who asked."""


class _Cancelled(Exception):
    """The job of a thread is no longer needed."""


async def run_job(job: Job, progress: Progress) -> bytes:
    """Run a job elsewhere, and return the JSON of its result; cancelling the task stops the job."""
    try:
        process = await _start_process()
    except (OSError, NotImplementedError, ValueError):
        return await _in_a_thread(job, progress)
    try:
        return await _answer(process, job, progress)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _start_process() -> Process:
    if not sys.executable:
        raise ValueError("there is no interpreter to start")
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        MODULE,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        limit=MAX_LINE,
        # An interrupt on the terminal is for the server, which then stops this process.
        start_new_session=True,
        creationflags=getattr(subprocess, "IDLE_PRIORITY_CLASS", 0),
    )


async def _answer(process: Process, job: Job, progress: Progress) -> bytes:
    if process.stdin is None or process.stdout is None or process.stderr is None:
        raise ReviewFailed("the process of a review has no pipes")
    said = asyncio.create_task(process.stderr.read())
    try:
        process.stdin.write(msgspec.json.encode(job))
        with suppress(ConnectionError):
            await process.stdin.drain()
        process.stdin.close()
        while text := await process.stdout.readline():
            line = msgspec.json.decode(text, type=Line)
            if found := bytes(line.found):
                return found
            progress(line.done, line.total)
        *_, words = ["it ended", *(await said).decode(errors="replace").split("\n")[:-1]]
        raise ReviewFailed(f"the process of a review failed: {words[:MAX_WORDS]}")
    finally:
        said.cancel()


async def _in_a_thread(job: Job, progress: Progress) -> bytes:
    from qwirkle.tables.reviews.worker import work  # noqa: PLC0415 - seldom needed in the server

    loop = asyncio.get_running_loop()
    cancelled = False

    def check(done: int, total: int) -> None:
        if cancelled:
            raise _Cancelled
        loop.call_soon_threadsafe(progress, done, total)

    try:
        return await asyncio.to_thread(work, job, check)
    except asyncio.CancelledError:
        cancelled = True
        raise
