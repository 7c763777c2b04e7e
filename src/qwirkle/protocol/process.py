"""A program that receives lines and answers in lines. Knows pipes and processes, no protocol.

Whatever the child does, its parent neither waits forever nor fills up: threads write to it and read
from it, lines have a maximum length, and answers have a time limit. When the child is closed or
forgotten, or the interpreter exits, it is killed with everything it started.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO

from qwirkle.errors import QwirkleError

MOST_BYTES = 1 << 20
"""The maximum length of a line. An answer with all its considerations has a few thousand."""
MOST_WAITING = 256
"""Lines that may wait to be read. A client that asks one question at a time expects one."""
LAST_WORDS = 400
"""How much of the standard error is kept: enough for a sentence that explains an exit."""
LEAVING = 2.0
"""Seconds a child has to exit on its own when its input ends."""
PATIENCE = 0.25
"""Seconds between two checks for an interrupt while waiting for an answer."""
_CHUNK = 1 << 16
_ENDED = "it ended"


class ChildFault(QwirkleError):
    """A child that cannot be started, hangs, exits, or does not answer the question."""


_RUNNING: weakref.WeakSet[Child] = weakref.WeakSet()


class Child:
    """A running program, alone in a process group so that all of it can be killed together."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise ChildFault(f"it cannot be started: {why}") from None
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ChildFault("it has no pipes to talk through")
        self._process = process
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._heard: SimpleQueue[bytes | str] = SimpleQueue()
        self._last_words = bytearray()
        # The threads know the pipes and the queues but not this object, so that it can be
        # forgotten: then, as at the exit of the interpreter, the finalizer kills the child.
        self._end = weakref.finalize(self, _end, process, self._outgoing)
        self._threads = [
            _start_thread(_write_lines, process.stdin, self._outgoing),
            _start_thread(_read_lines, process.stdout, self._heard),
            _start_thread(_keep_last_words, process.stderr, self._last_words),
        ]
        _RUNNING.add(self)

    def send(self, line: bytes) -> None:
        """Send a line without waiting: the silence of a child that does not read gives it away."""
        self._outgoing.put(line + b"\n")

    def receive(self, seconds: float | None) -> bytes:
        """Return the next line, without its line break; ChildFault if none comes in time."""
        heard = self._next(seconds)
        if heard is None:
            raise ChildFault(f"it gave no answer within {seconds:g} seconds")
        if isinstance(heard, bytes):
            return heard
        self._heard.put(heard)  # the next call must report it, too
        self.kill()
        raise ChildFault(heard + self._explanation() * (heard == _ENDED))

    def _next(self, seconds: float | None) -> bytes | str | None:
        """Return the next line as soon as it arrives; None if none arrives in time."""
        until = inf if seconds is None else monotonic() + seconds
        while True:
            left = until - monotonic()
            # Not every interrupt ends a wait (on Windows, on Ray), so no wait is long.
            with suppress(Empty):
                return self._heard.get(timeout=max(0.0, min(left, PATIENCE)))
            if left <= PATIENCE:
                return None

    @property
    def is_running(self) -> bool:
        """Whether the process has not exited."""
        return self._process.poll() is None

    def close(self) -> int:
        """Close its input, wait for it to exit, and kill what remains; return its exit status."""
        self._outgoing.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVING)
        return self.kill()

    def kill(self) -> int:
        """Kill it immediately, with everything it started; return its exit status."""
        self._end()
        _RUNNING.discard(self)
        for thread in self._threads:
            # A pipe stays open if the child passed it to a process that escaped from its group.
            thread.join(0.2)
        return self._process.returncode or 0

    def _explanation(self) -> str:
        """Return how the process ended, and its last line on the standard error."""
        status = self._process.returncode
        lines = self._last_words.decode(errors="replace").split("\n")
        words = [line.strip() for line in lines if line.strip()]
        with_status = f" with status {status}" if status and status > 0 else ""
        return with_status + (f"; its last words: {words[-1]}" if words else "")


def end_all() -> None:
    """Kill every child of this process, when there is no time for an orderly exit."""
    for child in list(_RUNNING):
        child.kill()


def _start_thread(work: Callable[..., None], *things: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=things, daemon=True)
    thread.start()
    return thread


def _write_lines(pipe: IO[bytes], outgoing: SimpleQueue[bytes | None]) -> None:
    """Write lines until None comes; a broken pipe shows on the other side."""
    with suppress(OSError), pipe:
        while (line := outgoing.get()) is not None:
            rest = memoryview(line)
            while rest:
                rest = rest[pipe.write(rest) :]


def _read_lines(pipe: IO[bytes], heard: SimpleQueue[bytes | str]) -> None:
    """Put every line into the queue and finally, as a text, the reason why there are no more."""
    why, rest = _ENDED, b""
    with suppress(OSError), pipe:
        while chunk := pipe.read(_CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                heard.put(line)
            if len(rest) > MOST_BYTES:
                why = f"it wrote a line of more than {MOST_BYTES} bytes"
                break
            if heard.qsize() > MOST_WAITING:
                why = "it wrote far more lines than it was asked for"
                break
    heard.put(why)


def _keep_last_words(pipe: IO[bytes], last_words: bytearray) -> None:
    """Read the standard error, so that the child never blocks, and keep its end."""
    with suppress(OSError), pipe:
        while chunk := pipe.read(_CHUNK):
            last_words[:] = (bytes(last_words) + chunk)[-LAST_WORDS:]


def _end(process: subprocess.Popen[bytes], outgoing: SimpleQueue[bytes | None]) -> None:
    """Kill the whole group and collect the status of its leader: no orphan, no zombie."""
    outgoing.put(None)
    if sys.platform == "win32":
        if process.poll() is None:
            subprocess.run(
                ["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False
            )
    else:
        # Even when the leader has exited, processes that it started may still run.
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)
