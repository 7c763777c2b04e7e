"""Many small writes in few transactions: what arrives while one is under way shares the next.

Knows nothing of databases: it is given a function that carries out a list of jobs at once and
answers each of them.
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
"""Carries out jobs in their order; a result or an exception for each."""


class GroupCommit(Generic[Job, Result]):
    """Collects jobs, and hands them on together."""

    def __init__(self, carry: Carry[Job, Result], *, most: int, pace: float) -> None:
        """``most`` jobs at once; at least ``pace`` seconds from one beginning to the next.

        A job that comes alone never waits. Under load the pace makes transactions fewer and
        larger, which saves more processor time than it costs in delay.
        """
        self._carry = carry
        self._most = most
        self._pace = pace
        self._waiting: deque[tuple[Job, asyncio.Future[Result]]] = deque()
        self._runner: asyncio.Task[None] | None = None
        self._next = 0.0
        self._closed = False

    def submit(self, job: Job) -> asyncio.Future[Result]:
        """Queue a job. Giving up waiting does not undo it."""
        if self._closed:
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        self._waiting.append((job, done))
        if self._runner is None:
            self._runner = loop.create_task(self._run())
        return done

    async def close(self) -> None:
        """Take no more jobs, and finish those that wait."""
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
