"""Servers that are killed while they send notices: no notice is lost, and no device shows two."""

from __future__ import annotations

import asyncio
import random
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from receivers import Browser, Received, Receiver

from .players import turn_of
from .served import Client, Served, check_store, new_id

SCRIPT = Path(__file__).parent / "noticing_server.py"
AWAY = (httpx.HTTPError, OSError)
FLAGS = ("--intranet", "--clock-interval", "0.05")


class NoticingServer(Served):
    program = (str(SCRIPT),)


class Device:
    """Somebody who plays only when their device says that it is their turn.

    Like the page's service worker it remembers the keys of what it has shown.
    """

    def __init__(self, name: str, service: Receiver, world: World) -> None:
        self.name = name
        self.browser = Browser(service, new_id())
        self.world = world
        self.client = Client(world.address())
        self.keys: list[str] = []
        """Every notice in the order in which it was shown."""
        self.alerts = 0
        """How many notices were shown; one may be about several turns."""
        self.repeated = 0
        """How many came again, and were not shown."""

    def pushed(self, message: dict[str, Any]) -> None:
        new = [key for key in message["keys"] if key not in self.keys]
        if not new:
            self.repeated += 1
            return
        self.alerts += 1
        self.keys += new
        for key in new:
            self.world.begin(self.play(key.rsplit("-", 2)[0]))

    async def play(self, table: str) -> None:
        # Mostly at once; sometimes so late that the claim of a killed server expires before.
        await asyncio.sleep(self.world.lot.choice((0.0, 0.1, 0.3, 3.0)))
        view = await self.insist("GET", f"/api/tables/{table}")
        if view["now"]["turn"] not in view["you"]["seats"] or self.world.over:
            return
        command = {"do": "play", "turn": turn_of(view)}
        await self.insist(
            "POST",
            f"/api/tables/{table}/commands",
            {"command_id": new_id(), "command": command, "expected_seq": view["now"]["seq"]},
        )
        self.world.turns += 1

    async def insist(self, method: str, path: str, body: Any = None) -> Any:
        """Ask one server after the other until there is an answer."""
        while True:
            self.client.move_to(self.world.address())
            try:
                answer = await self.client.http.request(method, path, json=body)
            except AWAY:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code < 500:
                return self.client.checked(answer)


class World:
    """Two servers on one store, a push service, and tables of people who are away."""

    def __init__(self, servers: list[Served], seed: int) -> None:
        self.servers = servers
        self.lot = random.Random(seed)
        self.turns = 0
        self.over = False
        self.service = Receiver()
        self.devices: dict[str, Device] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.failed: list[BaseException] = []

    def address(self) -> str:
        return self.lot.choice(self.servers).address

    def begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed.append(error)

    def answer(self, request: Received) -> Any:
        from aiohttp import web

        device = self.devices[request.path]
        device.pushed(device.browser.read(request))
        return web.Response(status=201)

    def invite(self) -> list[Device]:
        """Two people with a device each."""
        devices = [Device(name, self.service, self) for name in ("Ann", "Ben")]
        self.devices |= {device.browser.path: device for device in devices}
        return devices

    async def seat(self, ann: Device, ben: Device) -> str:
        """A table at which two people have turned notices on and gone away."""
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
        opening = {"do": "open-table", "seats": seats, "clock": {"per": "turn", "ms": 86_400_000}}
        first = {"command_id": new_id(), "table": opening}
        table = (await ann.insist("POST", "/api/tables", first))["table"]
        path = f"/api/tables/{table}/commands"
        sitting = {"command_id": new_id(), "command": {"do": "sit", "name": "Ben"}}
        await ben.insist("POST", path, sitting)
        for device in (ann, ben):
            await device.insist("POST", "/api/notices", device.browser.subscription())
        starting = {"command_id": new_id(), "command": {"do": "start"}}
        await ann.insist("POST", path, starting)
        return str(table)

    async def kill_again_and_again(self, server: Served, kills: int) -> None:
        for _ in range(kills):
            await asyncio.sleep(self.lot.uniform(0.1, 1.2))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

    async def announced(self, table: str) -> list[str]:
        """The keys of all notices of a table, of both devices."""
        return [
            key
            for device in self.devices.values()
            for key in device.keys
            if key.startswith(f"{table}-")
        ]

    async def check(self, tables: list[str]) -> None:
        """Every turn that began was announced, and shown once."""
        somebody = next(iter(self.devices.values()))
        for table in tables:
            view = await somebody.insist("GET", f"/api/tables/{table}")
            played = await turns_played(somebody, table)
            wanted = [
                f"{table}-{turn}-turn" for turn in range(played + (view["now"]["turn"] is not None))
            ]
            async with asyncio.timeout(60):
                while len(await self.announced(table)) < len(wanted):
                    await asyncio.sleep(0.1)
            assert sorted(await self.announced(table)) == sorted(wanted)

    async def finish(self) -> None:
        """Let the turns that are under way be played: no more are begun."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))

    async def leave(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for device in self.devices.values():
            await device.client.leave()


async def turns_played(device: Device, table: str) -> int:
    story = await device.insist("GET", f"/api/tables/{table}/story")
    return sum(told["event"]["event"] == "turn-played" for told in story["events"])


async def kill_while_notifying(servers: list[Served], *, tables: int, kills: int) -> World:
    world = World(servers, seed=11)
    world.service.answer = world.answer
    world.service.delay = 0.02  # time for a kill between the notice and its receipt
    async with world.service.running():
        # Every other table is one more of the two who have one already.
        pairs = [world.invite() for _ in range(tables // 2)]
        names = [await world.seat(*pairs[number // 2]) for number in range(tables)]
        each = kills // len(servers)
        await asyncio.gather(*(world.kill_again_and_again(server, each) for server in servers))
        world.over = True
        await world.finish()
        await world.check(names)
        assert world.failed == []
        await world.leave()
    return world


def run_kills(folder: Path, *, tables: int, kills: int) -> World:
    place = f"sqlite:///{folder / 'tables.db'}"
    with ExitStack() as leaving:
        servers: list[Served] = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            server = NoticingServer(folder / name, "--database", place, *FLAGS).start()
            leaving.callback(_end, server)
            servers.append(server)
        world = asyncio.run(kill_while_notifying(servers, tables=tables, kills=kills))
    check_store(folder)
    return world


def _end(server: Served) -> None:
    if server.process is not None:
        server.kill()


@pytest.mark.long
def test_no_notice_is_lost_or_doubled_when_servers_are_killed(tmp_path: Path) -> None:
    world = run_kills(tmp_path, tables=4, kills=4)
    assert world.turns > 0


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_notice_is_lost_or_doubled_by_hundreds_of_kills(tmp_path: Path) -> None:
    world = run_kills(tmp_path, tables=16, kills=200)
    sent = len(world.service.received)
    shown = sum(device.alerts for device in world.devices.values())
    repeated = sum(device.repeated for device in world.devices.values())
    assert (sent, world.turns > 200) == (shown + repeated, True)
    assert 0 < repeated <= 200, "only what a killed server was sending is sent again"
