"""Background tasks end when they are cancelled, whatever the libraries beneath them do."""

from __future__ import annotations

import asyncio

from qwirkle.tables.live.tasks import cancel


def test_a_task_that_misses_its_cancellation_is_cancelled_again() -> None:
    async def story() -> int:
        missed = 0

        async def work() -> None:
            nonlocal missed
            while True:
                try:
                    await asyncio.sleep(3600)
                except asyncio.CancelledError:
                    if missed == 2:
                        raise
                    missed += 1

        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await cancel(task, None)
        assert task.cancelled()
        return missed

    assert asyncio.run(story()) == 2


def test_a_task_that_failed_or_has_ended_is_no_obstacle() -> None:
    async def story() -> None:
        async def fail() -> None:
            raise ValueError

        async def end() -> None:
            return

        tasks = [asyncio.create_task(fail()), asyncio.create_task(end())]
        await asyncio.wait(tasks)
        await cancel(*tasks)
        assert isinstance(tasks[0].exception(), ValueError)

    asyncio.run(story())
