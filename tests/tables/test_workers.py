"""Workers: a job that freezes, crashes or takes too much memory costs its own answer, no other."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from qwirkle import Game
from qwirkle.analysis.judge.ranking import MOST_EFFORT
from qwirkle.api.visitors import Payer, asking
from qwirkle.errors import QwirkleError, Refused
from qwirkle.notation.record import read_record
from qwirkle.protocol.shapes.turns import turn_of
from qwirkle.rules.family import AnyView
from qwirkle.tables.analysis.positions import PositionQueries, find_best
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.learning.puzzles import PuzzleService
from qwirkle.tables.live import bots
from qwirkle.tables.live.bots import BotRunner, think
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.live.workers import InPlace, Job, JobFailed, JobStopped, Kind, Workers
from qwirkle.tables.live.workers.child import NICE
from qwirkle.tables.live.workers.pool import ProcessPool
from qwirkle.tables.reviews.records import RecordReviews

from .clients import Process, person, run
from .stores import WatchedStore

if sys.platform != "linux":
    pytest.skip("processes are listed and limited differently here", allow_module_level=True)

ANN = person("Ann")
FROZEN = partial(time.sleep, 1000)
# The interpreter's lock is kept all the time, so no thread of the worker could stop it.
HOLDS_THE_LOCK = partial(re.match, "(a+)+$", "a" * 64 + "b")


def a_view() -> AnyView:
    game = Game.new("classic", 2, seed=7)
    return game.view(game.to_move)


def thinking(spec: str = "level:4") -> Job[bots.Thought]:
    return Job(call=partial(think, spec, b"", b"seed", a_view(), ()))


def job(call: partial[Any], **more: Any) -> Job[Any]:
    return Job(call=call, **more)


@asynccontextmanager
async def pooled(how: str = "fork", quick: int = 2) -> AsyncIterator[tuple[Workers, ProcessPool]]:
    pool = ProcessPool(how=how)  # type: ignore[arg-type]
    workers = Workers(pool, {"quick": quick, "slow": 1, "long": 1, "background": 1})
    try:
        yield workers, pool
    finally:
        await workers.close()


def exists(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.mark.parametrize("how", ["fork", "spawn"])
def test_a_worker_answers_as_this_process_would(how: str) -> None:
    async def scene() -> None:
        async with pooled(how) as (workers, pool):
            assert await workers.run(thinking()) == think("level:4", b"", b"seed", a_view(), ())
            (worker,) = pool.workers
            await workers.run(thinking())
            assert pool.workers == {worker}, "it is kept"
            assert os.getpriority(os.PRIO_PROCESS, worker.process) == NICE["quick"]
        assert not exists(worker.process)

    run(scene)


def test_workers_share_the_session_of_the_server_and_not_its_interrupts() -> None:
    """Priorities count within a session only, where Linux groups processes by session."""

    async def scene() -> None:
        async with pooled(quick=1) as (workers, pool):
            await workers.run(thinking())
            (worker,) = pool.workers
            assert os.getsid(worker.process) == os.getsid(0)
            assert os.getpgid(worker.process) != os.getpgid(0)

    run(scene)


def test_jobs_that_nobody_waits_for_have_the_lowest_priority() -> None:
    async def scene() -> None:
        async with pooled() as (workers, pool):
            await workers.run(job(thinking().call, kind="background"))
            (worker,) = pool.workers
            assert os.sched_getscheduler(worker.process) == os.SCHED_IDLE

    run(scene)


def test_a_job_that_fails_is_charged_by_what_it_used() -> None:
    """Starting a worker and waiting are nobody's processor time."""

    class Purse(Payer):
        paid = 0.0

        def charge(self, cpu: float) -> None:
            self.paid += cpu

    async def scene() -> None:
        purse = Purse()
        asking.set(purse)
        async with pooled() as (workers, _):
            fails = partial(exec, "import time; time.sleep(1); raise ValueError('no')")
            with pytest.raises(JobFailed, match="no"):
                await workers.run(job(fails))
            assert 0 < purse.paid < 0.5

    run(scene)


@pytest.mark.parametrize("frozen", [FROZEN, HOLDS_THE_LOCK], ids=["asleep", "keeps the lock"])
@pytest.mark.parametrize("how", ["fork", "spawn"])
def test_a_frozen_job_is_stopped_and_replaced_while_others_are_answered(
    frozen: partial[Any], how: str
) -> None:
    async def scene() -> None:
        async with pooled(how) as (workers, pool):
            await asyncio.gather(*(workers.run(thinking()) for _ in range(2)))
            freezing = asyncio.create_task(workers.run(job(frozen, seconds=1)))
            await asyncio.sleep(0)
            await workers.run(thinking())
            assert not freezing.done()
            before = {worker.process for worker in pool.workers}
            with pytest.raises(JobStopped) as stopped:
                await freezing
            assert (stopped.value.reasons, stopped.value.why) == (("busy",), "time")
            (gone,) = before - {worker.process for worker in pool.workers}
            assert not exists(gone)
            await asyncio.gather(*(workers.run(thinking()) for _ in range(3)))
            assert workers.stopped == {"time": 1}

    run(scene)


def test_a_job_is_not_stopped_because_the_server_was_late() -> None:
    async def scene() -> None:
        async with pooled(quick=1) as (workers, _):
            await workers.run(thinking())
            asked = asyncio.create_task(workers.run(Job(call=thinking().call, seconds=0.2)))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            time.sleep(2)
            assert await asked
            assert not workers.stopped

    run(scene)


def test_a_job_may_wait_for_a_processor_and_not_use_one() -> None:
    async def scene() -> None:
        async with pooled(quick=1) as (workers, _):
            with suppress(KeyError):  # what a function without types answers cannot be read
                await workers.run(job(partial(time.sleep, 0.8), seconds=0.5))
            assert not workers.stopped
            burns = partial(exec, "while True: pass")
            with pytest.raises(JobStopped) as stopped:
                await workers.run(job(burns, seconds=0.5))
            assert stopped.value.why == "time"

    run(scene)


def test_a_job_that_takes_too_much_memory_is_refused_and_its_worker_stays() -> None:
    async def scene() -> None:
        async with pooled(quick=1) as (workers, pool):
            await workers.run(thinking())
            (worker,) = pool.workers
            with pytest.raises(JobStopped) as stopped:
                await workers.run(job(partial(bytearray, 300_000_000), memory=100_000_000))
            assert (stopped.value.reasons, stopped.value.why) == (("busy",), "memory")
            await workers.run(thinking())
            assert pool.workers == {worker}

    run(scene)


@pytest.mark.parametrize("how", ["fork", "spawn"])
def test_a_crash_costs_one_answer(how: str) -> None:
    async def scene() -> None:
        async with pooled(how, quick=1) as (workers, _):
            with pytest.raises(JobStopped) as stopped:
                await workers.run(job(partial(os._exit, 3)))
            assert (stopped.value.reasons, stopped.value.why) == (("busy",), "crash")
            await workers.run(thinking())

    run(scene)


def test_refusals_and_faults_come_back_as_what_they_are() -> None:
    async def scene() -> None:
        async with pooled(quick=1) as (workers, _):
            with pytest.raises(Refused) as refused:
                await workers.run(job(partial(find_best, "classic 0,0:RoRsRb ? ? 12-9 2")))
            assert refused.value.reasons == ("hand-unknown",)
            with pytest.raises(QwirkleError, match="line 1"):
                await workers.run(job(partial(read_record, "nonsense")))
            with pytest.raises(JobFailed, match="ZeroDivisionError"):
                await workers.run(job(partial(divmod, 1, 0)))
            await workers.run(thinking())

    run(scene)


def test_a_worker_ends_with_a_job_that_must_leave_nothing_behind() -> None:
    async def scene() -> None:
        async with pooled(quick=1) as (workers, pool):
            await workers.run(job(thinking().call, last=True))
            assert not pool.workers

    run(scene)


def test_a_job_that_nobody_needs_any_more_is_stopped() -> None:
    async def scene() -> None:
        async with pooled(quick=1) as (workers, pool):
            await workers.run(thinking())
            (worker,) = pool.workers
            frozen = asyncio.create_task(workers.run(job(FROZEN)))
            await asyncio.sleep(0.05)
            frozen.cancel()
            with pytest.raises(asyncio.CancelledError):
                await frozen
            assert not exists(worker.process)
            await workers.run(thinking())

    run(scene)


def test_the_turn_of_a_killed_worker_is_played_all_the_same() -> None:
    async def scene() -> None:
        process = Process(WatchedStore())
        async with pooled(quick=1) as (workers, pool):
            faults: list[Exception] = []
            process.scheduler._bots = process.bots = BotRunner(
                process.store, workers, 10_000, on_fault=lambda _, error: faults.append(error)
            )
            seats = SeatPlan("person", "Ann"), SeatPlan("bot", bot="sim:ms=900")
            table = (await process.tables.open(ANN, c.OpenTable(seats), "first")).table
            await process.do(table, ANN, c.Start())
            if (await process.tables.current(table)).to_move == 0:
                await process.play_turn(table, [ANN])
            await until(lambda: bool(pool.workers))
            (worker,) = pool.workers
            await asyncio.sleep(0.1)
            os.kill(worker.process, signal.SIGKILL)
            await process.scheduler.wait_idle()
            state = await process.tables.current(table)
            assert state.to_move == 0
            assert state.game is not None
            assert state.game.turns_played
            assert [error.why for error in faults if isinstance(error, JobStopped)] == ["crash"]
        await process.leave()

    run(scene)


def test_a_nursery_that_ends_is_replaced() -> None:
    async def scene() -> None:
        async with pooled(quick=1) as (workers, pool):
            await workers.run(thinking())
            nursery: Any = pool._nursery
            (worker,) = pool.workers
            os.kill(nursery._process.pid, signal.SIGKILL)
            os.kill(worker.process, signal.SIGKILL)
            # Nothing has noticed yet: the answers of both are lost.
            lost = 0
            while lost < 2:
                with suppress(JobStopped):
                    await workers.run(thinking())
                    break
                lost += 1
            await workers.run(thinking())

    run(scene)


_SERVER = """
import asyncio, sys, time
from functools import partial
from qwirkle.tables.live.workers import Job, Workers
from qwirkle.tables.live.workers.pool import ProcessPool
from qwirkle.tables.reviews.records import RecordReviews

async def main():
    pool = ProcessPool(how=sys.argv[1])
    workers = Workers(pool, {"quick": 2, "slow": 1, "long": 1, "background": 1})
    asyncio.create_task(workers.run(Job(call=partial(time.sleep, 60), seconds=60)))
    asyncio.create_task(workers.run(Job(call=partial(time.sleep, 60), seconds=60)))
    while len(pool.workers) < 2:
        await asyncio.sleep(0.01)
    nursery = getattr(pool._nursery, "_process", None)
    print(*(worker.process for worker in pool.workers), *([nursery.pid] if nursery else []))
    sys.stdout.flush()
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_a_server_however_it_ends(number: signal.Signals) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", _SERVER, "fork"], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    processes = [int(word) for word in server.stdout.readline().split()]
    assert len(processes) == 3
    assert all(map(exists, processes))
    server.send_signal(number)
    server.communicate()
    while any(map(exists, processes)):
        time.sleep(0.01)


def test_workers_know_no_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QWIRKLE_DATABASE", "postgresql://secret")
    monkeypatch.setenv("QWIRKLE_CORE", os.environ.get("QWIRKLE_CORE", ""))

    async def scene() -> None:
        async with pooled(quick=1) as (workers, pool):
            await workers.run(thinking())
            (worker,) = pool.workers
            text = Path(f"/proc/{worker.process}/environ").read_bytes()
            assert b"QWIRKLE_DATABASE" not in text
            assert b"QWIRKLE_CORE" in text

    run(scene)


def test_one_visitors_jobs_do_not_keep_another_waiting() -> None:
    class Slowly(InPlace):
        done: list[str]

        async def run(self, job: Job[Any], progress: Any) -> Any:
            del progress
            await asyncio.sleep(0)
            self.done.append(job.call.args[0])
            return await super().run(job, lambda *_: None)

    async def scene() -> None:
        runner = Slowly()
        runner.done = []
        workers = Workers(runner)
        many = [workers.run(job(partial(str, "many")), address="many") for _ in range(20)]
        one = workers.run(job(partial(str, "one")), address="one")
        await asyncio.gather(*many, one)
        assert runner.done.index("one") <= 2

    run(scene)


class Begins(InPlace):
    """A runner that only notes what has begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []

    async def run(self, job: Job[Any], progress: Any) -> Any:
        del progress
        self.begun.append(getattr(job.call.func, "__name__", ""))
        await asyncio.Event().wait()


def test_long_jobs_keep_nobody_waiting_who_wants_an_answer_in_a_second() -> None:
    async def scene() -> None:
        runner = Begins()
        workers = Workers(runner)
        positions = PositionQueries(workers)
        asked = [
            RecordReviews(workers).review(""),
            positions.rank("", effort=MOST_EFFORT, turns=(), held=()),
            positions.best("", deep=True),
            positions.best(""),
        ]
        waiting = [asyncio.create_task(one) for one in asked]
        for _ in range(20):
            await asyncio.sleep(0)
        await cancel(*waiting)
        assert runner.begun == ["review_record", "find_best"]

    run(scene)


@pytest.mark.parametrize("kind", ["background", "long"])
def test_a_queue_of_one_kind_closes_no_other(kind: Kind) -> None:
    """Reviews may wait for a day, and of a busy server there are hundreds."""

    async def scene() -> None:
        runner = Begins()
        workers = Workers(runner, max_waiting=3)
        many = [workers.run(job(partial(str, at), kind=kind), address=str(at)) for at in range(9)]
        waiting = [asyncio.create_task(one) for one in (*many, workers.run(thinking()))]
        for _ in range(20):
            await asyncio.sleep(0)
        assert workers.waiting >= 3
        assert runner.begun == ["str", "think"]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    run(scene)


def test_the_solution_of_a_puzzle_is_found_by_a_worker_and_remembered() -> None:
    class Counts(InPlace):
        calls = 0

        async def run(self, job: Job[Any], progress: Any) -> Any:
            self.calls += 1
            return await super().run(job, progress)

    async def scene() -> None:
        runner = Counts()
        puzzles = PuzzleService(Workers(runner))
        assert await puzzles.solution(3) == await puzzles.solution(3)
        assert runner.calls == 1

    run(scene)


def test_more_than_a_visitor_may_wait_for_is_refused_immediately() -> None:
    async def scene() -> None:
        workers = Workers(max_waiting_each=2)
        asked = [workers.run(thinking(), address="many") for _ in range(5)]
        answers = await asyncio.gather(*asked, workers.run(thinking()), return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert len(refused) == 2
        assert {answer.reasons for answer in refused} == {("busy",)}
        assert turn_of(answers[-1].turn, a_view())  # type: ignore[union-attr]

    run(scene)


async def until(found: Any) -> None:
    while not found():
        await asyncio.sleep(0.005)
