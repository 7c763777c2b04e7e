"""Many small writes in few transactions: jobs that arrive during one share the next.

This module knows nothing of databases: it calls a function that carries out a list of jobs and
returns an answer to each.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from qwirkle.errors import StoreError

Job = TypeVar("Job")
Result = TypeVar("Result")

Carry = Callable[[Sequence[Job]], Awaitable[Sequence[Result | Exception]]]
"""Carries out jobs in their order; returns a result or an exception for each."""


class GroupCommit(Generic[Job, Result]):
    """A queue that collects jobs and passes them on together."""

    def __init__(self, carry: Carry[Job, Result], *, most: int, pace: float) -> None:
        """Pass on at most ``most`` jobs at a time, at least ``pace`` seconds apart.

        A single job never waits. Under load, the pace makes transactions fewer and larger, which
        saves more processor time than it costs in delay.
        """
        self._carry = carry
        self._most = most
        self._pace = pace
        self._waiting: deque[tuple[Job, asyncio.Future[Result]]] = deque()
        self._runner: asyncio.Task[None] | None = None
        self._next = 0.0
        self._closed = False

    def submit(self, job: Job) -> asyncio.Future[Result]:
        """Queue a job. Cancelling the wait does not undo it."""
        if self._closed:
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        self._waiting.append((job, done))
        if self._runner is None:
            self._runner = loop.create_task(self._run())
        return done

    async def close(self) -> None:
        """Accept no more jobs, and finish those that wait."""
        self._closed = True
        if self._runner is not None:
            await self._runner

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                if (rest := self._next - loop.time()) > 0:
                    await asyncio.sleep(rest)
                self._next = loop.time() + self._pace
                count = min(len(self._waiting), self._most)
                await self._together([self._waiting.popleft() for _ in range(count)])
        finally:
            self._runner = None

    async def _together(self, batch: list[tuple[Job, asyncio.Future[Result]]]) -> None:
        try:
            results = await self._carry([job for job, _ in batch])
        except Exception as error:
            results = [error] * len(batch)
        for (_, done), result in zip(batch, results, strict=True):
            if done.cancelled():
                continue
            if isinstance(result, Exception):
                done.set_exception(result)
            else:
                done.set_result(result)
