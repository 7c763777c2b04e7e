"""A bus and a presence board inside one process: for a single server, and as inner parts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager

from qwirkle.tables.storage.ports import LOOK, Present

MAX_ANNOUNCED = 50_000
"""The maximum number of people who are remembered to have the page open."""
SILENCE = 30.0
"""Seconds of silence after which a listener receives ``LOOK``, in case a message was lost."""


class Listener:
    """The unread news of a listener: never more than one number."""

    __slots__ = ("_closed", "_greatest", "_look", "_since", "_timer", "_waiting")

    def __init__(self) -> None:
        self._greatest = 0
        self._look = False
        self._closed = False
        self._waiting: asyncio.Future[None] | None = None
        self._since = 0.0
        """When the current wait began."""
        self._timer: asyncio.TimerHandle | None = None

    def tell(self, seq: int) -> None:
        """Announce a number; ``LOOK`` outlasts every number, which may be old news."""
        if seq == LOOK:
            self._look = True
        else:
            self._greatest = max(self._greatest, seq)
        self._wake()

    def close(self) -> None:
        """End the iteration: nothing new will follow."""
        self._closed = True
        self.leave()
        self._wake()

    def leave(self) -> None:
        """Stop listening."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def __aiter__(self) -> Listener:
        return self

    async def __anext__(self) -> int:
        while not (self._look or self._greatest or self._closed):
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            self._since = loop.time()
            # One timer for many waits: setting one for each would cost more than the wait.
            if self._timer is None:
                self._timer = loop.call_later(SILENCE, self._end_silence)
            try:
                await self._waiting
            finally:
                self._waiting = None
        if self._closed:
            raise StopAsyncIteration
        seq = LOOK if self._look else self._greatest
        self._look, self._greatest = False, 0
        return seq

    def _end_silence(self) -> None:
        self._timer = None
        if self._waiting is None:
            return  # the next wait sets a timer
        loop = asyncio.get_running_loop()
        rest = self._since + SILENCE - loop.time()
        if rest > 0:
            self._timer = loop.call_later(rest, self._end_silence)
        else:
            self.tell(LOOK)


class Callback:
    """A listener that is called instead of waiting."""

    __slots__ = ("_back",)

    def __init__(self, back: Callable[[], None]) -> None:
        self._back = back

    def tell(self, _: int) -> None:
        """Call back, whatever the number is."""
        self._back()

    def close(self) -> None:
        """Do nothing: a callback has nothing to end."""


class LocalBus:
    """A bus that notifies listeners in this process.

    It loses nothing, but other processes may write to the same store.
    """

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener | Callback]] = {}
        self._closed = False

    async def open(self) -> None:
        """Do nothing: there is no connection to open."""

    async def close(self) -> None:
        """End every iteration."""
        self._closed = True
        for listener in self._everyone():
            listener.close()

    async def publish(self, game: str, seq: int) -> None:
        """Notify the listeners of a table."""
        self.tell(game, seq)

    def tell(self, game: str, seq: int) -> None:
        """Notify the listeners of a table without waiting."""
        for listener in tuple(self._listeners.get(game, ())):
            listener.tell(seq)

    def tell_everyone_to_look(self) -> None:
        """Tell every listener to look, because messages may have been lost."""
        for listener in self._everyone():
            listener.tell(LOOK)

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:
        """Call back for every number from now on; call the result to stop."""
        listener = Callback(back)
        self._listeners.setdefault(game, set()).add(listener)
        return lambda: self._leave(game, listener)

    def _leave(self, game: str, listener: Listener | Callback) -> None:
        listeners = self._listeners.get(game, set())
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(game, None)

    def _everyone(self) -> Iterable[Listener | Callback]:
        return [listener for listeners in self._listeners.values() for listener in listeners]

    @asynccontextmanager
    async def listen(self, game: str) -> AsyncIterator[AsyncIterator[int]]:
        """Yield the numbers that are published from now on."""
        listener = Listener()
        if self._closed:
            listener.close()
        self._listeners.setdefault(game, set()).add(listener)
        try:
            yield listener
        finally:
            listener.leave()
            self._leave(game, listener)


class LocalPresenceBoard:
    """A presence board that has no other processes."""

    renew_seconds: float | None = None

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._announced: dict[str, float] = {}
        """Until when each person counts as here, those announced last at the end."""

    async def close(self) -> None:
        """Do nothing: there is no connection to close."""

    async def put(self, posts: Mapping[str, Present]) -> None:
        """Do nothing: no other process would read it."""

    async def others(self, games: Collection[str]) -> dict[str, list[Present]]:
        """Return empty lists: there are no others."""
        return {game: [] for game in games}

    async def announce(self, people: Collection[str], seconds: float) -> None:
        """Note that these people have the page open."""
        until = self._now() + seconds
        for person in people:
            self._announced.pop(person, None)
            self._announced[person] = until
        # The first ones are the oldest: they go when they have expired, or when there are too many.
        while self._announced:
            oldest, ends = next(iter(self._announced.items()))
            if ends > self._now() and len(self._announced) <= MAX_ANNOUNCED:
                break
            del self._announced[oldest]

    async def withdraw(self, people: Collection[str]) -> None:
        """Forget that these people have the page open."""
        for person in people:
            self._announced.pop(person, None)

    async def announced(self, people: Collection[str]) -> set[str]:
        """Return those of these people who have the page open."""
        now = self._now()
        return {person for person in people if self._announced.get(person, now) > now}
