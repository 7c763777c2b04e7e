"""Garbage collection in small steps, so that no turn waits for a look at the whole heap.

A server with a thousand tables holds a million objects. Python's own collector walks through all
of them now and then, a third of a second in which nobody is answered. Tables are trees, which go
away without it; only connections leave rings behind. So what has survived one small collection is
set aside (``gc.freeze``), and all of it is looked at only rarely.
"""

from __future__ import annotations

import asyncio
import gc
import time

PAUSE = 0.2
"""Seconds between two small collections."""
LONGEST = 600.0
"""Seconds after which everything is looked at in any case."""
EVERY = 150
"""Small collections between two looks at how much has been set aside."""
SPARE = 500_000
"""So many more objects, and as many again as there were, are reason enough before that."""


class GentleCollector:
    """Collects until it is stopped; then Python's own collector does as before."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._known = 0
        self._at = 0.0

    def start(self) -> None:
        """Take over."""
        gc.disable()
        self._all()
        self._task = asyncio.create_task(self._for_ever())

    def stop(self) -> None:
        """Give back."""
        if self._task is not None:
            self._task.cancel()
        gc.unfreeze()
        gc.enable()

    async def _for_ever(self) -> None:
        step = 0
        while True:
            await asyncio.sleep(PAUSE)
            step += 1
            gc.collect()
            gc.freeze()
            if step % EVERY == 0 and self._is_much():
                self._all()

    def _is_much(self) -> bool:
        if time.monotonic() - self._at > LONGEST:
            return True
        return gc.get_freeze_count() > 2 * self._known + SPARE

    def _all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._known = gc.get_freeze_count()
        self._at = time.monotonic()
