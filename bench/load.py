"""A swarm of clients that play legal games over WebSockets against a real ``qwirkle serve``.

``make load`` runs it. It reports accepted turns per second, the time from sending a turn to the
other seat's event, and the processor time and memory of the server; and it checks that every turn
that was acknowledged is in the store exactly once. The swarm shares the machine with the server.

With ``--database`` and ``--redis`` there can be several ``--processes``: the two seats of a table
are then at different ones. With ``--people`` everybody plays against a bot of level 4 and asks for
all that the page asks for: see ``load_people``. A ``--rate`` that no server can keep up with, such
as 5000, shows what overload does: meanwhile somebody tries to open one more table five times a
second.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import platform
import random
import re
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from load_people import Asked, Person, report
from load_socket import Socket, connect

from qwirkle.engine.legal import best_placements
from qwirkle.engine.position import Position
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import Demands
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import Tile
from qwirkle.tables.stores import store_at

FREE = (
    "--address-rate",
    "0",
    "--table-rate",
    "0",
    "--opening-rate",
    "0",
    "--max-sockets",
    "0",
    "--max-connections",
    "0",
    "--device-cpu",
    "0",
    "--address-cpu",
    "0",
    "--no-browser",
)
BUSY = 503
ENCODER = msgspec.json.Encoder()


class Hand(msgspec.Struct):
    seat: int
    hand: list[str]


class You(msgspec.Struct):
    seats: list[int]
    hands: list[Hand]


class Now(msgspec.Struct):
    seq: int
    phase: str
    turn: int | None


class Change(msgspec.Struct):
    add: list[tuple[int, int, str]]


class Game(msgspec.Struct):
    bag: int
    board: list[tuple[int, int, str]] | None = None


class Told(msgspec.Struct):
    now: Now
    you: You
    game: Game | None = None
    board: Change | None = None


class Said(msgspec.Struct):
    """A message of the server, with the fields that the swarm needs."""

    kind: str
    id: str | None = None
    first: int = 0
    view: Told | None = None
    told: Told | None = None
    problem: Any = None


SAID = msgspec.json.Decoder(Said)


class Swarm:
    """The state shared by all tables."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.latencies: list[float] = []
        self.acknowledged: dict[str, list[int]] = {}
        self.refused: list[Any] = []
        self.asked = Asked()
        self.measuring = False


class Table:
    """Two clients at a table. They see a board each; one picture is enough to play from."""

    def __init__(self, swarm: Swarm, addresses: list[str]) -> None:
        self.swarm = swarm
        self.addresses = addresses
        self.id = ""
        self.cookies: list[str] = []
        self.sockets: list[Socket] = []
        self.board: dict[tuple[int, int], Tile] = {}
        self.bag = 0
        self.hands: list[list[str]] = [[], []]
        self.now: Now | None = None
        self.seen = [0, 0]
        self.arrived = asyncio.Event()
        self.sent_at = 0.0
        self.mover = 0
        self.count = 0

    async def open(self, http: httpx.AsyncClient) -> None:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
        body = {"command_id": "open", "table": {"do": "open-table", "seats": seats}}
        first, second = (f"qwirkle={secrets.token_urlsafe(32)}" for _ in range(2))
        self.cookies = [first, second]
        address = self.addresses[0]
        place, cookie = f"{address}/api/tables", {"Cookie": first}
        while (answer := await http.post(place, json=body, headers=cookie)).status_code == BUSY:
            await asyncio.sleep(1)  # a server that is late opens no tables
        answer.raise_for_status()
        self.id = answer.json()["table"]
        self.swarm.acknowledged[self.id] = []
        path = f"{address}/api/tables/{self.id}/commands"
        sit = {"command_id": "sit", "command": {"do": "sit", "name": "Ben"}}
        (await http.post(path, json=sit, headers={"Cookie": second})).raise_for_status()
        start = {"command_id": "start", "command": {"do": "start"}}
        (await http.post(path, json=start, headers={"Cookie": first})).raise_for_status()

    async def connect(self) -> None:
        path = f"/api/tables/{self.id}/socket"
        for seat, cookie in enumerate(self.cookies):
            address = self.addresses[seat % len(self.addresses)]
            self.sockets.append(await connect(address, path, cookie, partial(self.read, seat)))
        while not all(self.seen):
            self.arrived.clear()
            await self.arrived.wait()

    def read(self, seat: int, text: bytes) -> None:
        said = SAID.decode(text)
        if said.kind == "told" and said.told is not None:
            self._take(seat, said.told)
            if seat != self.mover and self.sent_at:
                if self.swarm.measuring:
                    self.swarm.latencies.append(time.perf_counter() - self.sent_at)
                self.sent_at = 0.0
        elif said.kind == "view" and said.view is not None:
            self._take(seat, said.view)
        elif said.kind == "done":
            self.swarm.acknowledged[self.id].append(said.first)
        elif said.kind == "refused":
            self.swarm.refused.append(said.problem)
        self.arrived.set()

    def _take(self, seat: int, told: Told) -> None:
        for hand in told.you.hands:
            self.hands[hand.seat] = hand.hand
        self.seen[seat] = told.now.seq
        if self.now is not None and told.now.seq <= self.now.seq:
            return
        self.now = told.now
        if told.game is not None:
            self.bag = told.game.bag
            if told.game.board is not None:
                self.board = {(x, y): Tile(tile) for x, y, tile in told.game.board}
        if told.board is not None:
            for x, y, tile in told.board.add:
                self.board[x, y] = Tile(tile)

    def turn(self, seat: int) -> dict[str, Any]:
        hand = [Tile(code) for code in self.hands[seat]]
        board = Board([Placed(x, y, tile) for (x, y), tile in self.board.items()])
        if board:
            best = Position(board).best(hand)
            if best is not None:
                return {"place": [[x, y, tile.value] for x, y, tile in best.tiles]}
        else:
            moves = best_placements(board, hand, Demands(opening_tiles=largest_set_size(hand)))
            return {"place": [[x, y, tile.value] for x, y, tile in moves[0].tiles]}
        return {"trade": [hand[0].value]} if self.bag else {"pass": True}

    async def move(self) -> bool:
        """Play one turn; return whether the game continues."""
        assert self.now is not None
        if self.now.phase != "playing" or self.now.turn is None:
            return False
        seat, seq = self.now.turn, self.now.seq
        self.count += 1
        command = {"do": "play", "turn": self.turn(seat)}
        body = {"kind": "do", "id": f"t{self.count}", "command": command, "expected_seq": seq}
        self.mover = seat
        self.sent_at = time.perf_counter()
        self.sockets[seat].send(ENCODER.encode(body))
        async with asyncio.timeout(60):
            while min(self.seen) <= seq:
                self.arrived.clear()
                await self.arrived.wait()
        return True

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()


class Newcomer:
    """Somebody who tries to open a table again and again, while the others play."""

    def __init__(self, http: httpx.AsyncClient, address: str) -> None:
        self._http = http
        self._address = address
        self.answers: list[tuple[int, float]] = []
        """The status of each answer, and how long it took."""

    async def keep_trying(self) -> None:
        """Try five times a second, until cancelled."""
        while True:
            await self.try_once()
            await asyncio.sleep(0.2)

    async def try_once(self) -> bool:
        """Return whether a table was opened."""
        seats = [{"kind": "person", "name": "Cem"}, {"kind": "person"}]
        body = {"command_id": secrets.token_hex(8), "table": {"do": "open-table", "seats": seats}}
        cookie = {"Cookie": f"qwirkle={secrets.token_urlsafe(32)}"}
        began = time.perf_counter()
        answer = await self._http.post(f"{self._address}/api/tables", json=body, headers=cookie)
        self.answers.append((answer.status_code, time.perf_counter() - began))
        if answer.status_code != BUSY:
            answer.raise_for_status()
        return answer.status_code != BUSY

    async def until_one_is_opened(self) -> float:
        """Return the seconds until a table can be opened."""
        began = time.perf_counter()
        while not await self.try_once():
            await asyncio.sleep(0.05)
        return time.perf_counter() - began

    def report(self) -> str:
        """Summarise the results of the attempts."""
        refused = sum(status == BUSY for status, _ in self.answers)
        slowest = max((took for _, took in self.answers), default=0.0)
        opened = len(self.answers) - refused
        return f"{opened} opened, {refused} refused; the slowest answer took {slowest:.1f} s"


async def keep_playing(swarm: Swarm, tables: list[Table], seconds: float) -> None:
    """Play turns at random tables at a steady rate, skipping busy tables."""
    busy: set[Table] = set()
    running: set[asyncio.Task[None]] = set()
    playing = list(tables)
    random.shuffle(playing)

    async def one(table: Table) -> None:
        try:
            if not await table.move():
                playing.remove(table)
        finally:
            busy.discard(table)

    began = time.perf_counter()
    sent = at = 0
    while (elapsed := time.perf_counter() - began) < seconds and playing:
        while sent < elapsed * swarm.rate and playing:
            for _ in range(20):
                at = (at + 1) % len(playing)
                if playing[at] not in busy:
                    break
            else:
                break
            table = playing[at]
            busy.add(table)
            task = asyncio.create_task(one(table))
            running.add(task)
            task.add_done_callback(running.discard)
            sent += 1
        await asyncio.sleep(0.002)
    if running:
        await asyncio.gather(*running)


def memory_of(processes: list[int]) -> int:
    """Return the private memory of processes, in bytes."""
    texts = [Path(f"/proc/{process}/smaps_rollup").read_text() for process in processes]
    lines = [line for text in texts for line in text.splitlines()]
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def with_children(processes: list[int]) -> list[int]:
    """Return these processes and all that they have started and that still run."""
    found = list(processes)
    for process in found:
        for tasks in Path(f"/proc/{process}/task").glob("*/children"):
            found += [int(child) for child in tasks.read_text().split() if int(child) not in found]
    return found


SCHED_IDLE = "5"
SERVING, WORKERS, REVIEWS = "serving", "workers people wait for", "reviews, with idle priority"


def cpu_by_part(processes: list[int]) -> Counter[str]:
    """Return processor time in seconds by part, with that of processes that have ended."""
    used: Counter[str] = Counter()
    for process in with_children(processes):
        try:
            stat = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            continue  # it has just ended, and its parent counts it
        fields = stat.rpartition(")")[2].split()
        part = REVIEWS if fields[38] == SCHED_IDLE else WORKERS
        own, ended = (sum(map(int, fields[at : at + 2])) for at in (11, 13))
        used[SERVING if process in processes else part] += own
        used[WORKERS] += ended
    for part in used:
        used[part] /= os.sysconf("SC_CLK_TCK")  # type: ignore[assignment]
    return used


def cpu_of(processes: list[int]) -> float:
    """Return processor time in seconds, with that of processes that have ended."""
    return sum(cpu_by_part(processes).values())


def waited_by(processes: list[int]) -> float:
    """Return the seconds for which threads were runnable while other programs had the cores."""
    stats = [
        path.read_text()
        for process in processes
        for path in Path(f"/proc/{process}/task").glob("*/schedstat")
    ]
    return sum(int(stat.split()[1]) for stat in stats) / 1e9


async def doubled_or_lost(asked: argparse.Namespace, folder: Path, swarm: Swarm) -> str:
    """Compare the acknowledged turns with those in the store."""
    store = store_at(asked.database, folder=folder)
    await store.open()
    lost = doubled = 0
    for game, acknowledged in swarm.acknowledged.items():
        rows = await store.read(game)
        own = b'"by":"person"'
        turns = {row.seq for row in rows if b'"turn-played"' in row.body and own in row.body}
        doubled += len(acknowledged) - len(set(acknowledged))
        doubled += max(0, len(turns) - len(acknowledged))
        lost += len(set(acknowledged) - turns)
    await store.close()
    return f"{lost} lost, {doubled} doubled"


async def report_stalls(servers: Servers) -> None:
    """Print the longest time for which an event loop stood still since its start."""
    async with httpx.AsyncClient(timeout=60) as http:
        for address in servers.addresses:
            figures = (await http.get(f"{address}/metrics")).text
            found = re.findall(r"^qwirkle_loop_longest_stall_seconds (\S+)", figures, re.MULTILINE)
            longest = f"{1000 * float(found[0]):8.1f} ms" if found else "not known"
            print(f"longest stall         {longest}")


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


HEADERS = {"X-Qwirkle": "1"}


async def open_tables(swarm: Swarm, count: int, servers: Servers) -> list[Table]:
    """Open tables with two sockets each, and report their memory."""
    process, addresses = servers.processes, servers.addresses
    empty = memory_of(process)
    tables = [
        Table(swarm, addresses[at % len(process) :] + addresses[: at % len(process)])
        for at in range(count)
    ]
    limits = httpx.Limits(max_connections=20)
    began = time.perf_counter()
    async with httpx.AsyncClient(headers=HEADERS, limits=limits, timeout=60) as http:
        gate = asyncio.Semaphore(20)

        async def prepare(table: Table) -> None:
            async with gate:
                await table.open(http)
                await table.connect()

        half = len(tables) // 2
        await asyncio.gather(*(prepare(table) for table in tables[:half]))
        at_half = (memory_of(process) - empty) / half
        await asyncio.gather(*(prepare(table) for table in tables[half:]))
        each = (memory_of(process) - empty) / len(tables)
    print(f"{len(tables)} tables with two sockets each in {time.perf_counter() - began:.1f} s")
    print(
        f"memory per table      {at_half / 1000:8.1f} kB with half of them open, "
        f"{each / 1000:.1f} kB with all"
    )
    return tables


async def keep_people_playing(
    swarm: Swarm, people: list[Person], seconds: float, ended: Callable[[], None] | None = None
) -> None:
    """Let people play turns at a steady rate, skipping those who wait for their bots.

    ``ended`` is called when the time is over; some still wait for their answers then.
    """
    waiting = list(people)
    random.shuffle(waiting)
    running: set[asyncio.Task[None]] = set()

    async def one(person: Person) -> None:
        await person.play_turn()
        waiting.append(person)

    began, sent = time.perf_counter(), 0
    while (elapsed := time.perf_counter() - began) < seconds:
        while sent < elapsed * swarm.rate and waiting:
            task = asyncio.create_task(one(waiting.pop(0)))
            running.add(task)
            task.add_done_callback(_ended(running))
            sent += 1
        await asyncio.sleep(0.002)
    if ended is not None:
        ended()
    if running:
        await asyncio.gather(*running)


class _Figures:
    """Everything that was played and used so far."""

    def __init__(self, swarm: Swarm, servers: Servers) -> None:
        self.at = time.perf_counter()
        self.played = sum(map(len, swarm.acknowledged.values()))
        self.parts = cpu_by_part(servers.processes)
        self.own = time.process_time()


def _ended(running: set[asyncio.Task[None]]) -> Callable[[asyncio.Task[None]], None]:
    def discard(task: asyncio.Task[None]) -> None:
        running.discard(task)
        task.result()  # a person who fails must not go unnoticed

    return discard


async def run_people(asked: argparse.Namespace, folder: Path, servers: Servers) -> None:
    """Measure people as the page lets them play."""
    swarm = Swarm(asked.rate)
    addresses = servers.addresses
    people = [
        Person(swarm, addresses[number % len(addresses)], Table, number)
        for number in range(asked.tables)
    ]
    gate = asyncio.Semaphore(20)

    async def prepare(person: Person) -> None:
        async with gate:
            await person.open()
            await person.connect()

    await asyncio.gather(*(prepare(person) for person in people))
    print(f"{len(people)} people, each with a bot of level 4", flush=True)
    # The swarm's own pauses must not count as latency.
    gc.collect()
    gc.freeze()
    gc.disable()
    await keep_people_playing(swarm, people, asked.warm_up)
    swarm.measuring, swarm.asked = True, Asked()
    before = _Figures(swarm, servers)
    figures: list[_Figures] = []
    await keep_people_playing(
        swarm, people, asked.seconds, lambda: figures.append(_Figures(swarm, servers))
    )
    after = figures[0]
    played, elapsed = after.played - before.played, after.at - before.at
    parts, own = after.parts, after.own - before.own
    parts.subtract(before.parts)
    cpu = sum(parts.values())
    swarm.measuring = False
    for person in people:
        await person.close()
    print(f"human turns/s         {played / elapsed:8.0f}   ({played} in {elapsed:.1f} s)")
    print(f"p50 of a turn         {1000 * percentile(swarm.latencies, 0.5):8.1f} ms")
    print(f"p99 of a turn         {1000 * percentile(swarm.latencies, 0.99):8.1f} ms")
    report(swarm.asked, percentile)
    print(
        f"processor             {cpu / elapsed:8.2f} cores for the server and what it starts, "
        f"{own / elapsed:.2f} for the swarm; {1000 * cpu / max(1, played):.2f} ms a human turn, "
        f"and {1000 * own / max(1, played):.2f} of the swarm"
    )
    for part, seconds in sorted(parts.items()):
        print(f"  {part:30} {1000 * seconds / max(1, played):8.2f} ms a human turn")
    print(f"refused               {len(swarm.refused):8d}   {swarm.refused[:1]}")
    await report_stalls(servers)
    print(f"turns                 {await doubled_or_lost(asked, folder, swarm)}")


async def run(asked: argparse.Namespace, folder: Path, servers: Servers) -> None:
    swarm = Swarm(asked.rate)
    process = servers.processes
    empty = memory_of(process)
    tables = await open_tables(swarm, asked.tables, servers)
    # The swarm's own pauses must not count as latency.
    gc.collect()
    gc.freeze()
    gc.disable()
    await keep_playing(swarm, tables, asked.warm_up)
    swarm.measuring = True
    before = sum(map(len, swarm.acknowledged.values()))
    cpu, waited = cpu_of(process), waited_by([*process, os.getpid()])
    own = resource.getrusage(resource.RUSAGE_SELF)
    async with httpx.AsyncClient(headers=HEADERS, timeout=60) as http:
        newcomer = Newcomer(http, servers.addresses[0])
        trying = asyncio.create_task(newcomer.keep_trying())
        began = time.perf_counter()
        await keep_playing(swarm, tables, asked.seconds)
        elapsed = time.perf_counter() - began
        trying.cancel()
        tries = newcomer.report()
        recovered = await newcomer.until_one_is_opened()
    played = sum(map(len, swarm.acknowledged.values())) - before
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = cpu_of(process) - cpu
    waited = (waited_by([*process, os.getpid()]) - waited) / elapsed
    swarm.measuring = False
    each_played = (memory_of(process) - empty) / len(tables)
    await asyncio.sleep(asked.rest)
    resting = (memory_of(process) - empty) / len(tables)
    print(f"accepted turns/s      {played / elapsed:8.0f}   ({played} in {elapsed:.1f} s)")
    print(f"p50 to the other seat {1000 * percentile(swarm.latencies, 0.5):8.1f} ms")
    print(f"p99 to the other seat {1000 * percentile(swarm.latencies, 0.99):8.1f} ms")
    print(f"longest               {1000 * max(swarm.latencies, default=0):8.1f} ms")
    share = cpu / elapsed
    swarming = (after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime) / elapsed
    each_turn = 1e6 * elapsed / played
    print(
        f"processor             {share:8.2f} cores for the server, {swarming:.2f} for the swarm; "
        f"{share * each_turn:.0f} and {swarming * each_turn:.0f} us a turn"
    )
    print(f"waiting for a core    {waited:8.2f} of each second, server and swarm together")
    print(
        f"memory per table      {each_played / 1000:8.1f} kB in play, "
        f"{resting / 1000:.1f} kB at rest"
    )
    print(f"refused               {len(swarm.refused):8d}   {swarm.refused[:1]}")
    print(f"further tables        {tries}; afterwards one was opened in {recovered:.2f} s")
    await report_stalls(servers)
    for table in tables:
        await table.close()
    print(f"turns                 {await doubled_or_lost(asked, folder, swarm)}")


class Servers:
    """The processes of the server."""

    def __init__(self, asked: argparse.Namespace, folder: str) -> None:
        command = [sys.executable, "-m", "qwirkle", "serve", "--port", "0", "--data", folder]
        command += ["--no-browser"] if asked.people else FREE
        for flag, value in (("--database", asked.database), ("--redis", asked.redis)):
            command += [flag, value] if value else []
        self._running = [
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            for _ in range(asked.processes)
        ]
        self.processes = [server.pid for server in self._running]
        self.addresses = [_address(server) for server in self._running]

    def __enter__(self) -> Servers:
        return self

    def __exit__(self, *_: object) -> None:
        for server in self._running:
            server.send_signal(signal.SIGTERM)
        for server in self._running:
            server.wait(30)


def _address(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    return server.stdout.readline().split(" at ")[1].split(" ")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--people", action="store_true", help="with all that the page asks for")
    parser.add_argument("--rate", type=float, default=550, help="turns a second")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm-up", type=float, default=3)
    parser.add_argument("--rest", type=float, default=13, help="seconds before memory is measured")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", help="as of qwirkle serve; SQLite if there is none")
    parser.add_argument("--redis", help="as of qwirkle serve")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} before"
    )
    with tempfile.TemporaryDirectory() as place, Servers(asked, place) as servers:
        uvloop.run((run_people if asked.people else run)(asked, Path(place), servers))


if __name__ == "__main__":
    main()
