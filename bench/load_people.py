"""People as the page lets them play, for ``bench/load.py --people``.

Each of them plays against a bot of level 4. The views say what a seat may do, so a page judges
legal drafts itself. It asks for a preview once the turn is over, of what could be planned now, and
for every illegal draft: in one turn of four somebody lays a tile where it fits nowhere. One turn in
ten begins with a hint, one in twenty with a look at the list of tables, and one in 25 with a new
connection, as of a phone that was locked. When a game is over, the card with its result asks for
the luck in it and for earlier games of the same people, one person in four asks for its review, and
all go on to the next table.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from load_socket import Socket, connect

if TYPE_CHECKING:
    from load import Swarm

HINTS, LISTS, RECONNECTIONS, REVIEWS, ILLEGAL = 1 / 10, 1 / 20, 1 / 25, 1 / 4, 1 / 4
FAR = 90
"""A cell that touches nothing."""
BUSY = (429, 503)
HEAD = "HTTP/1.1\r\nHost: localhost\r\nX-Qwirkle: 1\r\nContent-Type: application/json\r\n"


class Requests:
    """Requests of one page over one connection: as little work as possible for the swarm."""

    def __init__(self, address: str, cookie: str, own: str) -> None:
        where = urlsplit(address)
        self._host, self._port = where.hostname, where.port
        self._cookie = cookie
        self._own = own
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Return the status and the body of the answer. Sent twice, a request has one effect."""
        try:
            return await self._send(method, path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close()  # the server has closed a connection that was idle for too long
            return await self._send(method, path, body)

    async def _send(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        if self._streams is None:
            own = self._own, 0
            self._streams = await asyncio.open_connection(self._host, self._port, local_addr=own)
        reader, writer = self._streams
        content = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} {HEAD}Cookie: {self._cookie}\r\nContent-Length: {len(content)}"
        writer.write(f"{head}\r\n\r\n".encode() + content)
        answer = await reader.readuntil(b"\r\n\r\n")
        lowered = answer.lower()
        at = lowered.index(b"content-length:") + 15
        found = await reader.readexactly(int(lowered[at : lowered.index(b"\r\n", at)]))
        return int(answer.split(b" ", 2)[1]), found

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Asked:
    """The times that answers took, and the number of refusals, by kind."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}
        self.refused: dict[str, int] = {}

    async def send(self, kind: str, requests: Requests, *what: Any) -> None:
        """Send a request; refusals because of the load are counted."""
        began = time.perf_counter()
        status, _ = await requests.send(*what)
        if status in BUSY:
            self.refused[kind] = self.refused.get(kind, 0) + 1
        elif status // 100 == 2:
            self.seconds.setdefault(kind, []).append(time.perf_counter() - began)
        else:
            raise RuntimeError(f"{kind} was answered with {status}")


class Person:
    """Somebody at a table with a bot."""

    def __init__(self, swarm: Swarm, address: str, game: type[Any], number: int) -> None:
        self.swarm = swarm
        self._address = address
        self._game = game
        self._own = f"127.1.{number // 250}.{number % 250 + 1}"
        self._lot = random.Random(secrets.randbits(32))
        self._cookie = f"qwirkle={secrets.token_urlsafe(32)}"
        self._requests = Requests(address, self._cookie, self._own)
        self._socket: Socket | None = None
        self._turns = 0

    async def open(self) -> None:
        """Open a table with a bot of level 4, and start."""
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:4"}]
        self._turns += 1
        body = {"command_id": f"open{self._turns}", "table": {"do": "open-table", "seats": seats}}
        send = self._requests.send
        while (opened := await send("POST", "/api/tables", body))[0] in BUSY:
            await asyncio.sleep(1)  # a server that is late opens no tables
        self.table = self._game(self.swarm, [self._address])
        self.table.id = msgspec.json.decode(opened[1])["table"]
        self.swarm.acknowledged[self.table.id] = []
        start = {"command_id": "start", "command": {"do": "start"}}
        status, answer = await send("POST", f"/api/tables/{self.table.id}/commands", start)
        if status // 100 != 2:
            raise RuntimeError(answer.decode())

    async def connect(self) -> None:
        """Connect as the page does: with the last event it has."""
        known = self.table.seen[0]
        since = f"&since={known}" if known else ""
        path = f"/api/tables/{self.table.id}/socket?options=1{since}"
        take = partial(self.table.read, 0)
        self._socket = await connect(self._address, path, self._cookie, take, self._own)
        self.table.sockets = [self._socket]
        while not self.table.seen[0]:
            await self._news()

    async def play_turn(self) -> None:
        """Wait for the bot if necessary, then ask and play."""
        table = self.table
        async with asyncio.timeout(60):
            while table.now is not None and table.now.phase == "playing" and table.now.turn != 0:
                await self._news()
        if table.now is None or table.now.phase != "playing":
            await self._next_game()
            return
        chance = self._lot.random()
        path, asked = f"/api/tables/{table.id}", self.swarm.asked
        if self._lot.random() < RECONNECTIONS and self._socket is not None:
            await self._socket.close()
            await self.connect()
        if chance < LISTS:
            await asked.send("list", self._requests, "GET", "/api/tables")
        elif chance < LISTS + HINTS:
            await asked.send("hint", self._requests, "POST", f"{path}/hint", {})
        turn = table.turn(0)
        if self._lot.random() < ILLEGAL and turn.get("place"):
            await self._preview([[FAR, FAR, turn["place"][0][2]]])
        await self._play(turn)
        if table.now.phase == "playing":
            await self._preview([])

    async def _preview(self, draft: list[Any]) -> None:
        path, body = f"/api/tables/{self.table.id}/preview", {"turn": {"place": draft}}
        await self.swarm.asked.send("preview", self._requests, "POST", path, body)

    async def _play(self, turn: dict[str, Any]) -> None:
        table = self.table
        assert table.now is not None
        assert self._socket is not None
        self._turns += 1
        seq = table.now.seq
        body = {
            "kind": "do",
            "id": f"t{self._turns}",
            "command": {"do": "play", "turn": turn},
            "expected_seq": seq,
        }
        began = time.perf_counter()
        self._socket.send(msgspec.json.encode(body))
        async with asyncio.timeout(60):
            while table.seen[0] <= seq:
                await self._news()
        if self.swarm.measuring:
            self.swarm.latencies.append(time.perf_counter() - began)

    async def _next_game(self) -> None:
        path, asked = f"/api/tables/{self.table.id}", self.swarm.asked
        await asked.send("luck", self._requests, "GET", f"{path}/luck")
        await asked.send("rivalries", self._requests, "GET", f"{path}/rivalries")
        if self._lot.random() < REVIEWS:
            await asked.send("review", self._requests, "POST", f"{path}/review", {})
        await self.close()
        await self.open()
        await self.connect()

    async def _news(self) -> None:
        self.table.arrived.clear()
        await self.table.arrived.wait()

    async def close(self) -> None:
        """Leave the table."""
        if self._socket is not None:
            await self._socket.close()
        self._socket = None


def report(asked: Asked, percentile: Any) -> None:
    """Print how long each kind of answer took."""
    for kind, seconds in sorted(asked.seconds.items()):
        refused = asked.refused.pop(kind, 0)
        print(
            f"{kind:21} {1000 * percentile(seconds, 0.5):8.1f} ms p50, "
            f"{1000 * percentile(seconds, 0.99):.1f} ms p99   "
            f"({len(seconds)} answered, {refused} refused)"
        )
    for kind, count in asked.refused.items():
        print(f"{kind:21}      all {count} refused")
