"""Waiting for news of a table with patience: a number that got lost on the way is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress


class Ear:
    """Hears the numbers of a bus, one after the other, and does not lose one by waiting in vain."""

    def __init__(self, numbers: AsyncIterator[int]) -> None:
        self._numbers = numbers
        self._waiting: asyncio.Task[int | None] | None = None

    async def hear(self, seconds: float) -> int | None:
        """The next number; 0 if none comes in time, None if there will be no more."""
        if self._waiting is None:
            self._waiting = asyncio.ensure_future(self._next())
        done, _ = await asyncio.wait({self._waiting}, timeout=seconds)
        if not done:
            return 0
        heard = self._waiting.result()
        self._waiting = None
        return heard

    async def close(self) -> None:
        """Hear no more."""
        if self._waiting is not None:
            self._waiting.cancel()
            with suppress(asyncio.CancelledError):
                await self._waiting

    async def _next(self) -> int | None:
        return await anext(self._numbers, None)
