"""Waiting for news of a table, for a limited time and without losing any."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator


async def next_number(numbers: AsyncIterator[int], seconds: float) -> int | None:
    """Return the next number of a bus: 0 if none comes in time, None if there will be no more.

    Giving up loses nothing: what a bus lets its listeners iterate over keeps a number until it is
    taken (a task of its own to wait in would cost more than all the rest of an event).
    """
    try:
        async with asyncio.timeout(seconds):
            return await anext(numbers, None)
    except TimeoutError:
        return 0
