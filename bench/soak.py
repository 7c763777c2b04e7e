"""Everything that can happen to a server while people play: ``python bench/soak.py --minutes 60``.

Two processes on PostgreSQL and Redis, the two seats of every table at different ones. All the time
something happens: a process is killed and started again, the database or Redis is gone for some
seconds, or the clock of a process jumps by an hour. Then a server on SQLite whose disk is full
again and again, and stores of the first and of the last step of the schema, opened by today's
server. It is counted whether every acknowledged turn is stored exactly once, and every table is
rebuilt from its events. It needs root, for a small disk.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import psycopg

import servers
from golden.older_stores import DATABASES, FILE, unpack
from qwirkle.tables.stores import SqlStore, audit_store, store_at
from server.players import seated
from server.served import Client, Refusal, Served
from server.test_kills import AWAY, Pair

TABLES = 12
JUMP_MS = 3_600_000
FREE = ("--address-rate", "0", "--device-cpu", "0", "--address-cpu", "0")


class JumpingServer(Served):
    """A server whose clock is ahead by as many milliseconds as a file says."""

    program = (
        "-c",
        "import sys, time\n"
        "from pathlib import Path\n"
        "import qwirkle.tables.live.tables as tables\n"
        "ahead = Path(sys.argv[sys.argv.index('--data') + 1]) / 'ahead'\n"
        "def now():\n"
        "    return time.time_ns() // 1_000_000 + int(ahead.read_text() or 0)\n"
        "tables._wall_clock = now\n"
        "from qwirkle.cli import run\n"
        "sys.exit(run(sys.argv[1:]))",
    )

    def jump(self, milliseconds: int) -> None:
        """Set the clock."""
        (self.folder / "ahead").write_text(str(milliseconds))


class Steady(Pair):
    """Two people who go on, even while a server refuses because it has no store.

    On a busy machine a server takes half a minute to start, and may be killed again at once. What
    is lost is found in the store at the end.
    """

    patience = 900.0

    async def insist(self, who: Client, message: dict[str, Any]) -> dict[str, Any]:
        while True:
            answer = await super().insist(who, message)
            if answer["kind"] == "done":
                return answer
            if answer["problem"]["status"] not in (429, 503):
                return answer
            await asyncio.sleep(0.3)

    async def connected(self, client: Client) -> None:
        async with asyncio.timeout(10):
            await super().connected(client)


class Play:
    """People who play at all tables until the end."""

    def __init__(self, processes: list[Served]) -> None:
        self._processes = processes
        self.pairs: list[Steady] = []
        self._done = asyncio.Event()
        self._playing: list[asyncio.Task[None]] = []

    async def start(self, tables: int) -> None:
        self._playing = [asyncio.create_task(self._play()) for _ in range(tables)]

    def check(self) -> None:
        """Raise the error of a table at which nobody can play on."""
        for playing in self._playing:
            if playing.done():
                playing.result()

    async def end(self) -> None:
        self._done.set()
        await asyncio.gather(*self._playing)
        for pair in self.pairs:
            for client in pair.clients:
                await client.leave()

    async def _open(self) -> Steady | None:
        try:
            table, people = await seated(self._processes[0])
            people[-1].move_to(self._processes[-1].address)
            await people[-1].connect(table, people[-1].view["now"]["seq"])
        except (*AWAY, Refusal):
            await asyncio.sleep(0.3)
            return None
        pair = Steady(table, people)
        self.pairs.append(pair)
        return pair

    async def _play(self) -> None:
        pair: Steady | None = None
        while not self._done.is_set():
            if pair is None or pair.over:
                pair = await self._open()
            else:
                await pair.play_turn()
                await asyncio.sleep(0.05)

    async def judge(self, store: SqlStore) -> str:
        """Compare what was acknowledged with what is stored, and rebuild every table."""
        lost = doubled = 0
        for pair in self.pairs:
            rows = await store.read(pair.table)
            stored = [row.seq for row in rows if b'"turn-played"' in row.body]
            lost += len(set(pair.acknowledged) - set(stored))
            doubled += len(pair.acknowledged) - len(set(pair.acknowledged))
            doubled += len(set(stored) - set(pair.acknowledged))
        faults = [audit async for audit in audit_store(store) if audit.faults]
        turns = sum(len(pair.acknowledged) for pair in self.pairs)
        text = f"{turns} turns at {len(self.pairs)} tables: {lost} lost, {doubled} doubled, "
        return text + f"{len(faults)} tables not sound" + "".join(f"\n  {at}" for at in faults[:3])


async def several_processes(folder: Path, minutes: float) -> None:
    """Kills, outages and jumps, in a random order."""
    lot = random.Random(11)
    with servers.postgresql() as database, servers.redis() as bus:
        place = f"postgresql://qwirkle@127.0.0.1:{database.port}"
        with psycopg.connect(f"{place}/postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE soak")
        flags = ("--database", f"{place}/soak", "--redis", f"redis://127.0.0.1:{bus.port}", *FREE)
        processes: list[JumpingServer] = []
        for number in range(2):
            (folder / str(number)).mkdir()
            server = JumpingServer(folder / str(number), *flags)
            server.jump(0)
            processes.append(server)
            server.start()

        def outage(server: servers.Server) -> Callable[[], None]:
            def happen() -> None:
                server.stop()
                time.sleep(lot.uniform(1, 4))
                server.start()

            return happen

        def kill() -> None:
            server = lot.choice(processes)
            server.kill()
            time.sleep(lot.uniform(0, 1))
            server.start()

        def jump() -> None:
            lot.choice(processes).jump(lot.choice((-JUMP_MS, 0, JUMP_MS)))

        kinds = {
            "kill": kill,
            "outage of PostgreSQL": outage(database),
            "outage of Redis": outage(bus),
            "jump of a clock": jump,
        }
        happened: Counter[str] = Counter()
        play = Play(list(processes))
        try:
            await play.start(TABLES)
            end = time.monotonic() + 60 * minutes
            while time.monotonic() < end:
                await asyncio.sleep(lot.uniform(0.5, 2))
                # 30 kills for 5 outages of each kind.
                [what] = lot.choices(list(kinds), (30, 6, 6, 8))
                await asyncio.to_thread(kinds[what])
                happened[what] += 1
                play.check()
            for server in processes:
                server.jump(0)
            await play.end()
            store = store_at(f"{place}/soak")
            await store.open()
            print(", ".join(f"{count} x {what}" for what, count in happened.items()))
            print("two processes, PostgreSQL, Redis:", await play.judge(store), flush=True)
            await store.close()
        finally:
            for server in processes:
                if server.process is not None:
                    server.kill()


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk in memory."""
    folder.mkdir()
    size = f"size={megabytes}m"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


async def full_disk(folder: Path, minutes: float) -> None:
    """Fill the disk of a server on SQLite, and make room again."""
    # The games need some megabytes a minute themselves; only the filling may fill it.
    with small_disk(folder / "disk", 24 + round(16 * minutes)) as disk:
        server = Served(disk, *FREE).start()
        play = Play([server])
        times = 0
        try:
            await play.start(6)
            end = time.monotonic() + 60 * minutes
            while time.monotonic() < end or times < 3:
                await asyncio.sleep(2)
                await asyncio.to_thread(_fill, disk / "filling")
                await asyncio.sleep(2)
                (disk / "filling").unlink()
                times += 1
                play.check()
            await play.end()
        finally:
            server.kill()
        store = store_at(folder=disk)
        await store.open()
        print(f"disk full {times} times, SQLite:", await play.judge(store), flush=True)
        await store.close()


def _fill(path: Path) -> None:
    # Closing the file may fail, too: it writes what is left.
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(65536)):
            pass


async def upgrades(folder: Path) -> None:
    """Open the stores of the first and the last step of the schema, and compare every event."""
    steps = sorted(path.name.partition(".")[0] for path in DATABASES.iterdir())
    for step in (steps[0], steps[-1]):
        place = folder / step
        place.mkdir()
        unpack(step, place)
        text = gzip.decompress((DATABASES / f"{step}.sql.gz").read_bytes()).decode()
        before = sqlite3.connect(":memory:")
        before.executescript(text)
        wanted = before.execute("SELECT game, seq, body FROM events ORDER BY 1, 2").fetchall()
        before.close()
        server = Served(place, "--archive-days", "0", *FREE).start()
        server.stop()
        after = sqlite3.connect(place / FILE)
        rows = after.execute("SELECT game, seq, body FROM events").fetchall()
        found = {(game, seq): body for game, seq, body in rows}
        after.close()
        lost = sum(found.get((game, seq)) != body for game, seq, body in wanted)
        store = store_at(folder=place)
        await store.open()
        # The first step had no lists; in its stored database, some tables should be in one.
        faults = [
            audit
            async for audit in audit_store(store)
            if any("the entry for lists" not in fault for fault in audit.faults)
        ]
        await store.close()
        print(f"store of step {step}: {len(wanted)} events, {lost} lost, {len(faults)} not sound")


async def soak(minutes: float) -> None:
    folder = Path(tempfile.mkdtemp(prefix="qwirkle-soak-"))
    try:
        await upgrades(folder)
        await several_processes(folder, minutes * 0.85)
        await full_disk(folder, minutes * 0.15)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    asyncio.run(soak(parser.parse_args().minutes))


if __name__ == "__main__":
    main()
