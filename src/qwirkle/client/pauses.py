"""Pauses between attempts to reach a server, longer each time."""

from __future__ import annotations

import asyncio
import random
from time import monotonic

from qwirkle.errors import ServerAway

FIRST, LONGEST = 0.1, 5.0


class Pauses:
    """Pauses before further attempts, until the patience is exhausted."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.reset()

    def reset(self) -> None:
        """Begin again with short pauses: the server has answered."""
        self._attempts = 0
        self._since: float | None = None

    async def wait(self, why: str, at_least: float = 0.0) -> None:
        """Wait, or raise ``ServerAway`` if the server has been away for too long."""
        now = monotonic()
        self._since = now if self._since is None else self._since
        pause = max(at_least, min(LONGEST, FIRST * 2 ** min(self._attempts, 10)))
        if now + at_least - self._since > self._patience:
            raise ServerAway(f"the server cannot be reached: {why}")
        self._attempts += 1
        # Jitter, so that clients of a restarted server do not all connect at the same moment.
        await asyncio.sleep(max(at_least, pause * random.uniform(0.5, 1.0)))
