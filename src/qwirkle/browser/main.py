"""The interface to JavaScript: the browser's database, channel and workers as ports."""

from __future__ import annotations

import base64
import pickle
import random
import traceback
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from qwirkle.browser.backend import Backend, Page
from qwirkle.browser.database import Entry
from qwirkle.errors import StoreError
from qwirkle.tables.live.workers import InPlace, Job, Progress, Ran

T = TypeVar("T")


class JsDatabase:
    """IndexedDB, through an object of the page."""

    def __init__(self, js: Any) -> None:
        self._js = js

    async def get(self, area: str, key: str) -> bytes | None:
        """Return the value of a key."""
        found = await _answer(self._js.get(area, key))
        return None if found is None else bytes(found.to_bytes())

    async def range(self, area: str, first: str, last: str) -> list[bytes]:
        """Return the values of a range of keys."""
        return [
            bytes(value.to_bytes()) for value in await _answer(self._js.range(area, first, last))
        ]

    async def write(self, entries: Sequence[Entry]) -> bool:
        """Write all entries or none."""
        from pyodide.ffi import to_js  # noqa: PLC0415 - only in a browser

        for entry in entries:
            self._js.add(entry.area, entry.key, to_js(entry.value), entry.new)
        return bool(await _answer(self._js.write()))


async def _answer(promise: Any) -> Any:
    from pyodide.ffi import JsException  # noqa: PLC0415 - only in a browser

    try:
        return await promise
    except JsException as error:
        raise StoreError(f"The browser's database failed: {error}") from error


class Window:
    """The functions that the worker's own code calls, with strings and numbers only."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.connect = backend.connect
        self.receive = backend.receive
        self.disconnect = backend.disconnect
        self.tell = backend.bus.tell

    async def answer(self, method: str, address: str, body: str) -> str:
        """Answer a request: a line with the status and the media type, and then the body."""
        reply = await self._backend.answer(method, address, body.encode())
        return f"{reply.status} {reply.media_type}\n{reply.body.decode()}"


class BrowserRunner(InPlace):
    """A runner in a browser, which gives jobs that take very long a worker of their own."""

    def __init__(self, js: Any) -> None:
        self._js = js

    async def run(self, job: Job[T], progress: Progress) -> Ran[T]:
        """Do a job; the page has no processes that could be limited."""
        if not job.heavy:
            return await super().run(job, progress)
        written = base64.b64encode(pickle.dumps(job)).decode()
        found: str = await self._js.runJob(written, progress)
        answer = msgspec.msgpack.decode(base64.b64decode(found), type=job.answer_type())
        return Ran(answer, 0.0)


async def start(js: Any) -> Window:
    """Start answering the page behind ``js``."""
    # The memory of this Python may be a copy, but its randomness must not be.
    random.seed()

    def fault(where: str, error: Exception) -> None:
        js.fault(where, "".join(traceback.format_exception(error)))

    page = Page(js.send, js.closed, js.post, fault)
    backend = Backend(JsDatabase(js.database), page, BrowserRunner(js))
    await backend.start()
    return Window(backend)


def run(job: str, progress: Any) -> str:
    """Do a job, in a worker that does nothing else."""
    asked: Job[object] = pickle.loads(base64.b64decode(job))  # noqa: S301 - from the same page
    return base64.b64encode(msgspec.msgpack.encode(asked.run(progress))).decode()
