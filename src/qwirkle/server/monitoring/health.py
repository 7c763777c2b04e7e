"""The health of a server: whether its store works, and the delay of its work."""

from __future__ import annotations

import asyncio
from time import monotonic

from qwirkle.errors import StoreError
from qwirkle.tables.storage.ports import Store

PATIENCE = 2.0
"""Seconds that the store may take to answer."""
CHECK_SECONDS = 1.0
"""How long an answer of the store is reused, so that nobody can make a server write by asking."""
INTERVAL = 0.25
"""Seconds between two measurements."""
WEIGHT = 0.3
"""The weight of the last measurement; a single long step is not an overload."""


class LoadMonitor:
    """A monitor of a server's delay: its event loop's in waking up, its store's in commands."""

    def __init__(self) -> None:
        self._lag = 0.0
        """Seconds by which the loop wakes up late, averaged over the last measurements."""
        self._commands: dict[object, float] = {}
        """When the commands began that have no answer yet, the oldest first."""
        self._task: asyncio.Task[None] | None = None

    @property
    def lag(self) -> float:
        """The current delay in seconds; it falls with the first answers after a jam."""
        oldest = next(iter(self._commands.values()), None)
        return max(self._lag, 0.0 if oldest is None else monotonic() - oldest)

    def begin(self, at: float) -> object:
        """Count a command until it is answered; return a value for ``end``."""
        key = object()
        self._commands[key] = at
        return key

    def end(self, key: object) -> None:
        """Stop counting a command."""
        del self._commands[key]

    def start(self) -> None:
        """Start measuring."""
        self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Stop measuring."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            began = monotonic()
            await asyncio.sleep(INTERVAL)
            self.record_delay(monotonic() - began - INTERVAL)

    def record_delay(self, late: float) -> None:
        """Add a measurement."""
        self._lag += WEIGHT * (max(0.0, late) - self._lag)


class Health:
    """The state of the store: whether it can be read and written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._checked_at = -CHECK_SECONDS
        self._well = False
        self._lock = asyncio.Lock()

    async def is_well(self) -> bool:
        """Return the recent answer of the store, or ask it."""
        async with self._lock:
            if monotonic() - self._checked_at >= CHECK_SECONDS:
                self._well = await self._ask()
                self._checked_at = monotonic()
            return self._well

    async def _ask(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.games(None, 1)
                await self._store.check()
        except (TimeoutError, StoreError):
            return False
        return True
