"""Jobs share transactions, and yet each has its own end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from qwirkle.errors import StoreError
from qwirkle.tables.storage.sql.group_commit import GroupCommit


class Carrier:
    """Doubles numbers; takes its time; refuses some."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def carry(self, jobs: Sequence[int]) -> list[int | Exception]:
        self.batches.append(list(jobs))
        await self.gate.wait()
        if 99 in jobs:
            raise RuntimeError("all of it")
        return [ValueError(job) if job < 0 else 2 * job for job in jobs]


def test_what_comes_while_a_batch_is_under_way_shares_the_next() -> None:
    async def story() -> None:
        carrier = Carrier()
        group = GroupCommit(carrier.carry, most=4, pace=0)
        carrier.gate.clear()
        first = group.submit(1)
        await asyncio.sleep(0.01)
        rest = [group.submit(number) for number in range(2, 9)]
        await asyncio.sleep(0.01)
        assert carrier.batches == [[1]]
        assert not first.done()
        carrier.gate.set()
        assert await asyncio.gather(first, *rest) == [2 * number for number in range(1, 9)]
        assert carrier.batches == [[1], [2, 3, 4, 5], [6, 7, 8]]
        await group.close()

    asyncio.run(story())


def test_each_job_has_its_own_end() -> None:
    async def story() -> None:
        group = GroupCommit(Carrier().carry, most=9, pace=0)
        ends = await asyncio.gather(
            *(group.submit(number) for number in (1, -2, 3)), return_exceptions=True
        )
        assert ends[0] == 2
        assert isinstance(ends[1], ValueError)
        assert ends[2] == 6
        together = await asyncio.gather(group.submit(99), group.submit(5), return_exceptions=True)
        assert [str(error) for error in together] == ["all of it"] * 2
        assert await group.submit(7) == 14  # and goes on
        await group.close()

    asyncio.run(story())


def test_who_gives_up_waiting_spoils_nothing() -> None:
    async def story() -> None:
        carrier = Carrier()
        group = GroupCommit(carrier.carry, most=9, pace=0)
        carrier.gate.clear()
        impatient, patient = group.submit(1), group.submit(2)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(impatient, 0.01)
        carrier.gate.set()
        assert await patient == 4
        await group.close()

    asyncio.run(story())


def test_one_alone_does_not_wait() -> None:
    async def story() -> None:
        carrier = Carrier()
        # With an hour's pace the first is written at once, or the test never ends.
        await GroupCommit(carrier.carry, most=100, pace=3600).submit(1)
        assert carrier.batches == [[1]]

    asyncio.run(story())


def test_many_keep_the_pace() -> None:
    async def story() -> None:
        carrier = Carrier()
        group = GroupCommit(carrier.carry, most=100, pace=0.2)
        await group.submit(1)
        waiting = [group.submit(number) for number in range(2, 7)]
        assert await asyncio.gather(*waiting) == [4, 6, 8, 10, 12]
        assert carrier.batches == [[1], [2, 3, 4, 5, 6]]
        await group.close()

    asyncio.run(story())


def test_closing_finishes_what_waits_and_takes_no_more() -> None:
    async def story() -> None:
        carrier = Carrier()
        group = GroupCommit(carrier.carry, most=1, pace=0)
        waiting = [group.submit(number) for number in range(3)]
        await group.close()
        assert [job.result() for job in waiting] == [0, 2, 4]
        with pytest.raises(StoreError, match="closed"):
            group.submit(1)

    asyncio.run(story())
