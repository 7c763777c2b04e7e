"""Ending background tasks for certain."""

from __future__ import annotations

import asyncio

_AGAIN = 0.1
"""Seconds after which a task that still runs is cancelled once more."""


async def cancel(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel tasks and wait until they have ended.

    One request is not enough: before Python 3.12 ``asyncio.wait_for``, which clients of databases
    and of Redis use, swallows a cancellation that arrives together with the answer.
    """
    running = {task for task in tasks if task is not None}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=_AGAIN)
