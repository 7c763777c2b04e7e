"""Garbage collection in small steps, for a server that holds a million objects."""

from __future__ import annotations

import asyncio
import gc
import time

PAUSE = 0.2
"""Seconds between two small steps."""
MAX_SKIPPED = 15
"""The most steps without a collection while collections find nothing."""
FULL_AFTER = 600.0
"""Seconds after which the whole heap is always collected."""
FULL_CHECK = 150
"""Steps between two checks of whether the heap has grown."""
SPARE = 500_000
"""Objects beyond twice the known number that make a full collection due earlier."""


class GarbageCollector:
    """A garbage collector in small steps, so that no turn waits for a pass over the whole heap.

    A server with a thousand tables holds a million objects, and Python's own collector would
    occasionally block everything for a third of a second. Tables are trees, which are freed without
    it; only connections leave cycles behind. So objects that survive a small collection are frozen,
    and the whole heap is collected only rarely. Turns leave no cycles, and searching for some takes
    a tenth of the time of a busy server: after a collection that finds nothing, some steps only
    freeze: at first one, then each time about twice as many as before.
    """

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._known = 0
        self._full_at = 0.0
        self._skip = self._skipped = 0

    def start(self) -> None:
        """Replace Python's own collector."""
        gc.disable()
        self._collect_all()
        self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Hand garbage collection back to Python."""
        if self._task is not None:
            self._task.cancel()
        gc.unfreeze()
        gc.enable()

    async def _run(self) -> None:
        step = 0
        while True:
            await asyncio.sleep(PAUSE)
            step += 1
            self.step()
            if step % FULL_CHECK == 0 and self._is_due():
                self._collect_all()

    def step(self) -> None:
        """Collect new objects, unless there is probably no garbage, and freeze the rest."""
        if self._skipped < self._skip:
            self._skipped += 1
        else:
            self._skipped = 0
            self._skip = 0 if gc.collect() else min(2 * self._skip + 1, MAX_SKIPPED)
        gc.freeze()

    def _is_due(self) -> bool:
        if time.monotonic() - self._full_at > FULL_AFTER:
            return True
        return gc.get_freeze_count() > 2 * self._known + SPARE

    def _collect_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._known = gc.get_freeze_count()
        self._full_at = time.monotonic()
