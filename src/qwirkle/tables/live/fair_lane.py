"""A lane with a few places that groups share fairly: the group that has used it least goes first.

This is start-time fair queueing. A group that has been away begins where the others are, so that
nobody saves up a right to keep everybody else waiting. Among equals the quickest job goes first.
Places may be of several kinds; what a group uses of any kind counts for all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from time import monotonic
from typing import NamedTuple

MAX_GROUPS = 1000
"""The maximum number of remembered groups; those that are not behind the others are forgotten."""


class _Waiting(NamedTuple):
    group: str
    expected: float
    behind: bool
    kind: str
    number: int
    place: asyncio.Future[None]


class FairLane:
    """Places for jobs that run at the same time."""

    def __init__(self, places: int = 0, **kinds: int) -> None:
        self._free = {"": places, **kinds}
        self._waiting: list[_Waiting] = []
        self._used: dict[str, float] = {}
        self._now = 0.0
        """The use of the group that was served last."""
        self._numbers = count()

    def __len__(self) -> int:
        """Return the number of waiting jobs."""
        return len(self._waiting)

    def waiting(self, group: str) -> int:
        """Return the number of a group's waiting jobs."""
        return sum(job.group == group for job in self._waiting)

    async def enter(
        self, group: str, expected: float = 0.0, *, behind: bool = False, kind: str = ""
    ) -> None:
        """Wait for a place. Jobs that are ``behind`` get one only if no other job waits for it."""
        place = asyncio.get_running_loop().create_future()
        if not self.waiting(group):
            self._used[group] = max(self._now, self._used.get(group, 0.0))
        job = _Waiting(group, expected, behind, kind, next(self._numbers), place)
        self._waiting.append(job)
        self._serve()
        try:
            await place
        except asyncio.CancelledError:
            if job in self._waiting:
                self._waiting.remove(job)
            elif not place.cancelled():
                self.leave(group, expected, 0.0, kind)
            raise

    def leave(self, group: str, expected: float, used: float, kind: str = "") -> None:
        """Give the place back and count the actual use, not the expected one."""
        if group in self._used:
            self._used[group] += used - expected
        self._free[kind] += 1
        self._serve()

    @asynccontextmanager
    async def place(
        self, group: str, expected: float = 0.0, *, behind: bool = False
    ) -> AsyncIterator[None]:
        """Hold a place for the duration of the block."""
        await self.enter(group, expected, behind=behind)
        began = monotonic()
        try:
            yield
        finally:
            self.leave(group, expected, monotonic() - began)

    def _serve(self) -> None:
        while served := [job for job in self._waiting if self._free[job.kind]]:
            job = min(served, key=self._order)
            self._waiting.remove(job)
            if job.place.done():
                continue
            self._now = max(self._now, self._used.get(job.group, 0.0))
            self._used[job.group] = self._used.get(job.group, self._now) + job.expected
            self._free[job.kind] -= 1
            job.place.set_result(None)
        if len(self._used) > MAX_GROUPS:
            waiting = {job.group for job in self._waiting}
            self._used = {
                group: used
                for group, used in self._used.items()
                if used > self._now or group in waiting
            }

    def _order(self, job: _Waiting) -> tuple[bool, float, float, int]:
        return job.behind, self._used.get(job.group, 0.0), job.expected, job.number
