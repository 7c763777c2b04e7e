"""A lane with a few places that groups share fairly: the group that has used it least goes first.

This is start-time fair queueing. A group that has been away begins where the others are, so that
nobody saves up a right to keep everybody else waiting. Among equals the quickest job goes first.
Places may be of several kinds; what a group uses of any kind counts for all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import NamedTuple

MAX_GROUPS = 1000
"""With more remembered groups than this, those that are not behind the others are forgotten."""


class _Waiting(NamedTuple):
    group: str
    expected: float
    behind: bool
    kind: str
    number: int
    place: asyncio.Future[None]


_Entry = tuple[float, float, int, _Waiting]
"""What its group had used when it was queued, what is expected of the job, its number, the job."""


class FairLane:
    """Places for jobs that run at the same time."""

    def __init__(self, places: int = 0, **kinds: int) -> None:
        self._free = {"": places, **kinds}
        self._queues: dict[tuple[str, bool], list[_Entry]] = {}
        """The waiting jobs of each kind, first those that are not behind: as heaps, in which jobs
        that were served, and earlier entries of a job, are passed over."""
        self._waiting: dict[str, dict[int, _Waiting]] = {}
        """The waiting jobs of each group, by number."""
        self._length = 0
        self._used: dict[str, float] = {}
        self._remembered = MAX_GROUPS
        self._now = 0.0
        """The use of the group that was served last."""
        self._numbers = count()

    def __len__(self) -> int:
        """Return the number of waiting jobs."""
        return self._length

    def waiting(self, group: str) -> int:
        """Return the number of a group's waiting jobs."""
        return len(self._waiting.get(group, ()))

    async def enter(
        self, group: str, expected: float = 0.0, *, behind: bool = False, kind: str = ""
    ) -> None:
        """Wait for a place. Jobs that are ``behind`` get one only if no other job waits for it."""
        place = asyncio.get_running_loop().create_future()
        if group not in self._waiting:
            self._used[group] = max(self._now, self._used.get(group, 0.0))
        job = _Waiting(group, expected, behind, kind, next(self._numbers), place)
        self._waiting.setdefault(group, {})[job.number] = job
        self._length += 1
        self._queue(job)
        self._serve(kind)
        try:
            await place
        except asyncio.CancelledError:
            if not self._remove(job) and not place.cancelled():
                self.leave(group, expected, 0.0, kind)
            raise

    def leave(self, group: str, expected: float, used: float, kind: str = "") -> None:
        """Give the place back and count the actual use, not the expected one."""
        if group in self._used:
            self._used[group] += used - expected
            for job in self._waiting.get(group, {}).values():
                self._queue(job)
        self._free[kind] += 1
        self._serve(kind)

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

    def _queue(self, job: _Waiting) -> None:
        queue = self._queues.setdefault((job.kind, job.behind), [])
        heappush(queue, (self._used[job.group], job.expected, job.number, job))

    def _remove(self, job: _Waiting) -> bool:
        """Return whether a job was still waiting; it no longer is."""
        jobs = self._waiting.get(job.group, {})
        if jobs.pop(job.number, None) is None:
            return False
        self._length -= 1
        if not jobs:
            del self._waiting[job.group]
        return True

    def _serve(self, kind: str) -> None:
        while self._free[kind] and (job := self._next(kind)) is not None:
            if job.place.done():
                continue
            self._now = max(self._now, self._used.get(job.group, 0.0))
            self._used[job.group] = self._used.get(job.group, self._now) + job.expected
            self._free[kind] -= 1
            job.place.set_result(None)
        if len(self._used) > self._remembered:
            self._used = {
                group: used
                for group, used in self._used.items()
                if used > self._now or group in self._waiting
            }
            self._remembered = max(MAX_GROUPS, 2 * len(self._used))

    def _next(self, kind: str) -> _Waiting | None:
        """Remove and return the job whose turn it is."""
        for behind in (False, True):
            queue = self._queues.get((kind, behind), [])
            while queue:
                used, _, number, job = queue[0]
                if number not in self._waiting.get(job.group, {}):
                    heappop(queue)
                elif used != self._used[job.group]:
                    # Its group has used more since, or less than expected, and then it has a
                    # better entry too.
                    heappop(queue)
                    if used < self._used[job.group]:
                        self._queue(job)
                else:
                    heappop(queue)
                    self._remove(job)
                    return job
        return None
