"""A real server process, and clients that talk to it over HTTP and WebSockets."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60
_numbers = itertools.count()

FREE = {
    "QWIRKLE_ADDRESS_RATE": "0",
    "QWIRKLE_TABLE_RATE": "0",
    "QWIRKLE_OPENING_RATE": "0",
    "QWIRKLE_PASSWORD_RATE": "0",
    "QWIRKLE_MAX_SOCKETS": "0",
    "QWIRKLE_LOGS": "json",
    "QWIRKLE_BROWSER": "0",
    "QWIRKLE_REVIEWS": "0",
}


class Served:
    """A server process on a port of its own."""

    program: tuple[str, ...] = ("-m", "qwirkle")
    """What Python runs."""
    python: str | Path = sys.executable

    def __init__(self, folder: Path, *flags: str, **environment: str) -> None:
        self.folder = folder
        self._flags = flags
        self._environment = {**os.environ, **FREE, **environment}
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Served:
        command = [str(self.python), *self.program, "serve", "--port", str(self.port)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--data", str(self.folder), *self._flags],
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert " at http" in said, (said, self.log)
        port = urlsplit(said.partition(" at ")[2].split(" (")[0]).port
        assert port is not None, said
        self.port = port
        return self

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self._gone()

    def _gone(self) -> int:
        assert self.process is not None
        status = self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
        return status


@contextmanager
def served(folder: Path, *flags: str, **environment: str) -> Iterator[Served]:
    server = Served(folder, *flags, **environment).start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.kill()


class Refusal(Exception):
    """The server refused; ``problem`` says why."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        super().__init__(problem["reason"])


class Client:
    """Somebody with a browser: cookies, a socket, and a picture of the table."""

    def __init__(self, address: str) -> None:
        self.http = httpx.AsyncClient(base_url=address, headers={"X-Qwirkle": "1"}, timeout=30)
        self.socket: ClientConnection | None = None
        self.received: list[str] = []
        self.seqs: list[int] = []
        self.view: dict[str, Any] = {}
        self.waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.changed = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    def move_to(self, address: str) -> None:
        """Talk to another server from now on; cookies are the same."""
        self.http.base_url = httpx.URL(address)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    async def post(self, path: str, body: Any = None) -> Any:
        answer = await self.http.post(path, json=body)
        return self.checked(answer)

    async def get(self, path: str) -> Any:
        return self.checked(await self.http.get(path))

    def checked(self, answer: httpx.Response) -> Any:
        self.received.append(answer.text)
        if answer.is_error:
            assert answer.headers["content-type"] == "application/problem+json", answer.text
            raise Refusal(answer.json())
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text

    async def open(self, seats: list[dict[str, Any]], **more: Any) -> str:
        table = {"do": "open-table", "seats": seats, **more}
        done = await self.post("/api/tables", {"command_id": new_id(), "table": table})
        return str(done["table"])

    async def act(self, table: str, command: dict[str, Any], **more: Any) -> Any:
        more.setdefault("command_id", new_id())
        return await self.post(f"/api/tables/{table}/commands", {"command": command, **more})

    async def connect(self, table: str, since: int | None = None, **how: Any) -> None:
        await self.hang_up()
        url = str(self.http.base_url).replace("http", "ws").rstrip("/")
        asked = "" if since is None else f"?since={since}"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.socket = await connect(
            f"{url}/api/tables/{table}/socket{asked}",
            additional_headers=headers,
            compression=None,
            max_size=None,
            **how,
        )
        self.changed.clear()
        self._reading = asyncio.create_task(self._read(self.socket))

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                self.received.append(text)
                self._take(json.loads(text))
        finally:
            for waits in self.waiting.values():
                if not waits.done():
                    waits.set_exception(ConnectionError("the socket was closed"))
                    waits.exception()  # nobody may be waiting any more
            self.waiting.clear()

    def _take(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "view":
                self.view = message["view"]
                self.seqs.append(self.view["now"]["seq"])
            case "told":
                merge(self.view, message["told"])
                self.seqs.append(message["told"]["seq"])
            case "done" | "refused" | "pong":
                waits = self.waiting.pop(str(message.get("id", message.get("n"))), None)
                if waits is not None and not waits.done():
                    waits.set_result(message)
        self.changed.set()

    async def say(self, message: dict[str, Any], answer_to: str) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        assert self.socket is not None
        waits = self.waiting[answer_to] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps(message))
        async with asyncio.timeout(30):
            answer: dict[str, Any] = await waits
        return answer

    async def do(self, command: dict[str, Any], **more: Any) -> dict[str, Any]:
        command_id = more.pop("id", None) or new_id()
        message = {"kind": "do", "id": command_id, "command": command, **more}
        answer = await self.say(message, command_id)
        if answer["kind"] == "refused":
            raise Refusal(answer["problem"])
        return answer

    async def until(self, seq: int) -> None:
        """Wait until the picture has an event."""
        async with asyncio.timeout(30):
            while not self.view or self.view["now"]["seq"] < seq:
                self.changed.clear()
                await self.changed.wait()

    async def hang_up(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)
        self.socket = None

    async def leave(self) -> None:
        await self.hang_up()
        await self.http.aclose()


def merge(view: dict[str, Any], told: dict[str, Any]) -> None:
    """Bring a picture up to date by one event, without knowing any rules."""
    assert told["seq"] == view["now"]["seq"] + 1, (told["seq"], view["now"]["seq"])
    view["now"], view["you"] = told["now"], told["you"]
    if told["game"] is not None:
        view["game"] = {**(view["game"] or {}), **told["game"]}
    if told["board"] is not None and "board" not in (told["game"] or {}):
        gone = {tuple(cell) for cell in told["board"]["remove"]}
        kept = [placed for placed in view["game"]["board"] if (placed[0], placed[1]) not in gone]
        view["game"]["board"] = sorted(kept + told["board"]["add"])


def new_id() -> str:
    return f"{os.getpid()}-{next(_numbers)}"


def wait_until(found: Any, seconds: float = PATIENCE) -> None:
    limit = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < limit
        time.sleep(0.02)


def check_store(folder: Path) -> None:
    """Every table of the store, replayed and dealt again, is as it was stored."""
    command = [sys.executable, "-m", "qwirkle", "verify-store", "--data", str(folder)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
