"""The process that reads one picture, with little memory and little time.

``python -m qwirkle.tables.photos.process`` reads a question and a picture from its input
and writes the answer. A file of a few kB can be a picture of gigabytes, and a decoder can have
faults. So no picture is decoded in the server's process, and whatever a picture does, its own
process ends soon and returns all its memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import msgspec

from qwirkle.analysis.photos.reading import PhotoReason, problem
from qwirkle.errors import MissingExtra, Refused
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.tables.photos.photos import PhotoReading, Point, Reader, read_here

MODULE = "qwirkle.tables.photos.process"
MEMORY = 140_000_000
"""Bytes of address space for a picture, in addition to that of the libraries."""
CPU_SECONDS = 10
SECONDS = 30.0
"""The time limit for a picture, from the start of its process on."""
NICE = 10
MAX_WORDS = 400
"""The logged length of the last line of a process that failed."""
ONE_THREAD = {
    # More threads would be faster, but reserve address space that is never used.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
}
_SQUARE = 100
"""The side of a matrix that is large enough for every library to use its fast path."""
_RUNNING: set[subprocess.Popen[bytes]] = set()


class PhotoFailed(RuntimeError):
    """A picture could not be read: a fault of the server, not of the sender."""


class Question(msgspec.Struct, frozen=True):
    """The line before the picture."""

    game: str
    corners: tuple[Point, ...] | None
    turns: int
    memory: int
    cpu_seconds: int


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The line that the process writes."""

    reading: PhotoReading | None = None
    refusals: tuple[Refusal, ...] = ()
    """Why there is no reading."""
    missing: bool = False
    """Whether a library is not installed."""


def read_in_process(
    picture: bytes,
    game: str,
    corners: Sequence[Point] | None = None,
    turns: int = 0,
    *,
    seconds: float = SECONDS,
    memory: int = MEMORY,
) -> PhotoReading:
    """Return the position in a picture; the calling thread waits for the process."""
    asked = Question(game, None if corners is None else tuple(corners), turns, memory, CPU_SECONDS)
    try:
        process = _start()
    except (OSError, NotImplementedError, ValueError):  # the sizes in its header are checked anyway
        return read_here(_reader(), picture, game, corners, turns)
    _RUNNING.add(process)
    try:
        written, said = process.communicate(
            msgspec.json.encode(asked) + b"\n" + picture, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        _refuse()
    finally:
        _RUNNING.discard(process)
        process.kill()
        process.communicate()
    if process.returncode < 0:  # a signal: it exceeded its memory or time
        _refuse()
    if process.returncode > 0 or not written:
        *_, words = ["it ended", *said.decode(errors="replace").split("\n")[:-1]]
        raise PhotoFailed(f"the process of a picture failed: {words[:MAX_WORDS]}")
    answer = msgspec.json.decode(written, type=Answer)
    if answer.missing:
        raise MissingExtra("reading a photograph", "photo")
    if answer.reading is None:
        raise Refused(answer.refusals)
    return answer.reading


def stop_reading() -> None:
    """Stop the processes that are reading; the requests that wait for them are refused."""
    for process in tuple(_RUNNING):
        process.kill()


def _start() -> subprocess.Popen[bytes]:
    if not sys.executable:
        raise ValueError("there is no interpreter to start")
    return subprocess.Popen(
        [sys.executable, "-m", MODULE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **ONE_THREAD},
        # An interrupt on the terminal is for the server, which then stops this process.
        start_new_session=True,
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
    )


def _refuse() -> NoReturn:
    raise Refused([problem(PhotoReason.PICTURE_TOO_LARGE, case="effort")])


# In the process


def main() -> None:
    """Answer the question on the standard input."""
    with suppress(AttributeError, OSError):  # Windows has no priorities of this kind
        os.setpriority(os.PRIO_PROCESS, 0, NICE)
    question = msgspec.json.decode(sys.stdin.buffer.readline(), type=Question)
    picture = sys.stdin.buffer.read()
    answer = _answer(question, picture)
    with suppress(BrokenPipeError):  # the server is gone: nobody needs the answer any more
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


def _answer(question: Question, picture: bytes) -> Answer:
    try:
        _load_libraries()
        limit(question.memory, question.cpu_seconds)
        found = read_here(_reader(), picture, question.game, question.corners, question.turns)
        return Answer(found)
    except ModuleNotFoundError:
        return Answer(missing=True)
    except Refused as error:
        return Answer(refusals=error.refusals)
    except MemoryError:
        return Answer(refusals=(problem(PhotoReason.PICTURE_TOO_LARGE, case="effort"),))
    except Exception as error:
        # OpenCV raises its own error for that.
        if "insufficient memory" not in str(error).lower():
            raise
        return Answer(refusals=(problem(PhotoReason.PICTURE_TOO_LARGE, case="effort"),))


def _reader() -> Reader:
    from qwirkle.analysis.photos.reader import read_picture  # noqa: PLC0415 - needs the extra

    return read_picture


def _load_libraries() -> None:
    """Load the large libraries first, so that the limit applies to the picture alone."""
    import cv2  # noqa: PLC0415 - needs the extra
    import numpy as np  # noqa: PLC0415

    cv2.setNumThreads(1)
    _reader()
    # The libraries behind these reserve much address space when they are first used.
    square = np.eye(_SQUARE)
    np.linalg.solve(square, square @ square)
    cv2.gemm(square, square, 1.0, square, 0.0)


def limit(memory: int, cpu_seconds: int) -> None:
    """Limit the further memory and time of this process, as far as the system allows."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ModuleNotFoundError:  # Windows
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    with suppress(OSError, ValueError, IndexError):  # only Linux reports the current size
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main()
