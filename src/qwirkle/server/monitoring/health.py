"""The health of a server: whether its store works, and the delay of its work."""

from __future__ import annotations

import asyncio
import sys
import threading
import traceback
from collections.abc import Callable
from time import monotonic

from qwirkle.errors import StoreError
from qwirkle.tables.storage.ports import Store

PATIENCE = 2.0
"""Seconds that the store may take to answer."""
CHECK_SECONDS = 1.0
"""How long an answer of the store is reused, so that nobody can make a server write by asking."""
INTERVAL = 0.25
"""Seconds between two measurements."""
BEAT = 0.05
"""Seconds between two beats of the loop that the watchdog watches."""
STALLED_SECONDS = 0.25
"""The lateness of a beat that counts as a stall."""
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
        """Start to measure the delays of the event loop."""
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
        """Include a delay of the loop, in seconds, in the average."""
        self._lag += WEIGHT * (max(0.0, late) - self._lag)


class Watchdog:
    """A thread that notices when the event loop stands still, and where it does.

    The loop beats several times a second. If a beat is overdue, the thread looks at what the loop's
    thread is doing just then. ``on_stall`` is called on the loop, once it runs again, with the
    seconds and the stack.
    """

    def __init__(
        self, on_stall: Callable[[float, str], None], *, stalled: float = STALLED_SECONDS
    ) -> None:
        self._on_stall = on_stall
        self._stalled = stalled
        self._beat = monotonic()
        self._seen: tuple[float, str] | None = None
        """The beat before a stall, and the stack during it."""
        self._over = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self._watched = 0
        self.longest = 0.0
        """The longest time by which a beat was late, in seconds."""

    def start(self) -> None:
        """Start watching the running loop, which must be this thread's."""
        self._watched = threading.get_ident()
        self._beat = monotonic()
        self._task = asyncio.create_task(self._run())
        threading.Thread(target=self._watch, name="qwirkle-watchdog", daemon=True).start()

    def stop(self) -> None:
        """Stop watching."""
        self._over.set()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            now, before = monotonic(), self._beat
            self._beat = now
            late = now - before - BEAT
            self.longest = max(self.longest, late)
            if late >= self._stalled:
                seen, self._seen = self._seen, None
                # A call that keeps the interpreter's lock is over before anything can look.
                self._on_stall(late, seen[1] if seen and seen[0] == before else "")

    def _watch(self) -> None:
        while not self._over.wait(BEAT):
            beat = self._beat
            if monotonic() - beat - BEAT >= self._stalled and (
                self._seen is None or self._seen[0] != beat
            ):
                frame = sys._current_frames().get(self._watched)
                self._seen = beat, "".join(traceback.format_stack(frame)) if frame else ""


class Health:
    """The state of the store: whether it can be read and written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._checked_at = -CHECK_SECONDS
        self._well = False
        self._lock = asyncio.Lock()

    async def is_well(self) -> bool:
        """Return the store's recent answer, or ask it again."""
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
