"""The interface to JavaScript: the browser's database, channel and workers as ports."""

from __future__ import annotations

import random
import traceback
from collections.abc import Sequence
from typing import Any

import msgspec

from qwirkle.browser.backend import Backend, Page
from qwirkle.browser.database import Entry
from qwirkle.errors import StoreError
from qwirkle.tables.reviews.jobs import Job, Progress


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


async def start(js: Any) -> Window:
    """Start answering the page behind ``js``."""
    # The memory of this Python may be a copy, but its randomness must not be.
    random.seed()

    async def run_job(job: Job, progress: Progress) -> bytes:
        found: str = await js.runJob(msgspec.json.encode(job).decode(), progress)
        return found.encode()

    def fault(where: str, error: Exception) -> None:
        js.fault(where, "".join(traceback.format_exception(error)))

    page = Page(js.send, js.closed, js.post, fault)
    backend = Backend(JsDatabase(js.database), page, run_job)
    await backend.start()
    return Window(backend)


def run(job: str, progress: Any) -> str:
    """Do a job, in a worker that does nothing else."""
    from qwirkle.tables.reviews.worker import work  # noqa: PLC0415 - no table needs it

    return work(msgspec.json.decode(job, type=Job), progress).decode()
