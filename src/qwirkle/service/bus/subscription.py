"""Waiting for news of a table, for a limited time and without losing any."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress


class Subscription:
    """The numbers that a bus publishes for a table, one after the other.

    A number that arrives after the time for waiting is over is there at the next call.
    """

    def __init__(self, numbers: AsyncIterator[int]) -> None:
        self._numbers = numbers
        self._waiting: asyncio.Task[int | None] | None = None

    async def receive(self, seconds: float) -> int | None:
        """Return the next number: 0 if none comes in time, None if there will be no more."""
        if self._waiting is None:
            self._waiting = asyncio.ensure_future(self._next())
        done, _ = await asyncio.wait({self._waiting}, timeout=seconds)
        if not done:
            return 0
        number = self._waiting.result()
        self._waiting = None
        return number

    async def close(self) -> None:
        """Stop waiting."""
        if self._waiting is not None:
            self._waiting.cancel()
            with suppress(asyncio.CancelledError):
                await self._waiting

    async def _next(self) -> int | None:
        return await anext(self._numbers, None)
