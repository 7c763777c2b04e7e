"""The short way out of a WebSocket: the same frames, in their order, and none lost at the end."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import socket as raw
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import uvicorn
import uvicorn.protocols.websockets
from structlog.testing import capture_logs
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from qwirkle.server.serving import sockets
from qwirkle.server.serving.frames import MAX_IDLE, MAX_WAITING, PIECE, FrameSocket, frame_header
from qwirkle.server.serving.sockets import EXTENSION, PLAIN, missing_parts, socket_class
from qwirkle.server.socket import MAX_BAD
from server.served import Client, Served, served

PINGS = 10 * MAX_WAITING


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("frames")) as running:
        yield running


def open_socket(server: Served, table: str, cookie: str) -> raw.socket:
    """A WebSocket on which any bytes can be sent, after its handshake."""
    connection = raw.create_connection(("127.0.0.1", server.port), timeout=30)
    connection.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(1)
    assert head.startswith(b"HTTP/1.1 101")
    return connection


def frames_in(received: bytes) -> Iterator[tuple[int, bytes]]:
    """The opcode and the content of each frame of the server."""
    while received:
        size, at = received[1], 2
        if size == 126:
            size, at = int.from_bytes(received[2:4], "big"), 4
        yield received[0] & 15, received[at : at + size]
        received = received[at + size :]


TEXT_BEGINS = b"\x01\x81\0\0\0\0{"
MASK = b"\0\0\0\0"


@pytest.mark.parametrize(
    ("beginning", "frame"),
    [
        (b"", b"\x89\xfd" + MASK + b"x" * 125),
        (b"", b"\x8a\x80" + MASK),
        (TEXT_BEGINS, b"\x00\x80" + MASK),
    ],
    ids=["pings", "answers to pings", "parts of a message"],
)
def test_frames_that_are_no_messages_are_few(
    server: Served, beginning: bytes, frame: bytes
) -> None:
    """200,000 parts of a message stopped everybody else for seconds, and cost nobody anything."""

    async def opened() -> tuple[str, str]:
        ann = Client(server.address)
        table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
        await ann.leave()
        return table, ann.cookie

    with open_socket(server, *asyncio.run(opened())) as connection:
        with suppress(OSError):
            connection.sendall(beginning + frame * 50)  # so many are harmless
            connection.sendall((b"" if not beginning else b"\x00\x80" + MASK) + frame * 50_000)
        received = bytearray()
        with suppress(OSError):
            while part := connection.recv(65536):
                received += part
    found = list(frames_in(bytes(received)))
    assert sum(kind == Opcode.PONG for kind, _ in found) <= MAX_IDLE + PIECE // 6
    assert found[-1] == (Opcode.CLOSE, (4429).to_bytes(2, "big") + b"too-often")


def test_a_packet_of_many_messages_is_taken_apart_as_they_are_read() -> None:
    count, queued = 5000, []
    packet = b"".join(Frame(Opcode.TEXT, b"%d" % n).serialize(mask=True) for n in range(count))

    async def reads(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.sleep(0.2)
        for number in range(count):
            socket = receive.__self__
            queued.append(socket.queue.qsize())
            assert (await receive())["text"] == str(number)
        await send({"type": "websocket.close", "code": 1000})

    async def scene() -> None:
        config = uvicorn.Config(reads, port=0, ws=FrameSocket, lifespan="off", log_level="critical")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}/") as client:
            client.transport.write(packet)
            await client.wait_closed()
            assert client.close_code == 1000, "all arrived in order"
        server.should_exit = True
        await serving

    asyncio.run(scene())
    assert 0 < max(queued) <= MAX_WAITING + PIECE // 6


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1000, 65_535, 65_536, 100_000])
def test_a_frame_is_that_of_the_library(size: int) -> None:
    body = b"x" * size
    assert frame_header(size) + body == Frame(Opcode.TEXT, body).serialize(mask=False)


async def answers(
    server: Served, texts: list[str], kind: str
) -> tuple[list[dict[str, object]], int]:
    """Send texts all at once; the answers of a kind until the socket closes or all are there."""
    ann = Client(server.address)
    table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
    place = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket"
    found: list[dict[str, object]] = []
    async with connect(place, additional_headers={"Cookie": ann.cookie}) as socket:
        for text in texts:
            await socket.send(text)
        try:
            async with asyncio.timeout(30):
                while len(found) < len(texts):
                    message = json.loads(await socket.recv())
                    found += [message] if message["kind"] == kind else []
        except ConnectionClosed:
            pass
    await ann.leave()
    return found, socket.close_code or 0


def test_many_messages_at_once_are_all_answered_in_order(server: Served) -> None:
    texts = [json.dumps({"kind": "ping", "n": number}) for number in range(PINGS)]
    found, _ = asyncio.run(answers(server, texts, "pong"))
    assert [message["n"] for message in found] == list(range(PINGS))


def test_what_was_sent_before_the_end_arrives_before_it(server: Served) -> None:
    found, code = asyncio.run(answers(server, ["rubbish"] * (MAX_BAD + 5), "refused"))
    assert (len(found), code) == (MAX_BAD, 4400)


def close_by_asgi(_: FrameSocket) -> None:
    """The application closes: ``ends`` does it."""


def close_by_client(socket: FrameSocket) -> None:
    socket.data_received(Frame(Opcode.CLOSE, (1000).to_bytes(2, "big")).serialize(mask=True))


@pytest.mark.parametrize("close", [close_by_asgi, close_by_client, FrameSocket.shutdown])
def test_a_text_leaves_before_the_close_that_follows_at_once(
    close: Callable[[FrameSocket], None],
) -> None:
    async def ends(scope: Any, _: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        socket: FrameSocket = scope["extensions"][EXTENSION]
        assert socket.send_text(b"the last words")
        close(socket)
        if close is close_by_asgi:
            await send({"type": "websocket.close", "code": 1000})

    async def scene() -> list[str | bytes]:
        config = uvicorn.Config(ends, port=0, ws=FrameSocket, lifespan="off", log_level="critical")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}/") as client:
            found: list[str | bytes] = []
            with suppress(ConnectionClosed):  # 1012 from a server that restarts
                while True:
                    found.append(await client.recv())
        server.should_exit = True
        await serving
        return found

    assert asyncio.run(scene()) == ["the last words"]


# Another version of uvicorn


def test_this_version_of_uvicorn_has_what_the_quick_sockets_build_on() -> None:
    assert missing_parts(WebSocketsSansIOProtocol) == []
    assert socket_class() is FrameSocket


OWN = {"_written", "_unread", "_idle", "_idle_at"}


def test_every_part_of_uvicorn_that_is_used_is_looked_for() -> None:
    """What ``FrameSocket`` overrides or reads from itself, and has not defined."""
    own = vars(FrameSocket)
    overridden = {
        name for name in own if name != "__init__" and hasattr(WebSocketsSansIOProtocol, name)
    }
    read = set(re.findall(r"\bself\.(\w+)", inspect.getsource(FrameSocket))) - set(own)
    used = {name for name in overridden if not name.startswith("__")} | read - OWN
    assert used - {"scope"} == {*sockets.METHODS, *sockets.ATTRIBUTES} - {"scope"}


class Renamed:
    """The same class with another word for something."""

    def __init__(self) -> None:
        self.is_writable = True

    def shutdown(self, code: int) -> None:
        """Close with a code."""


def test_sockets_that_lack_something_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = missing_parts(Renamed)
    assert {"shutdown", "send", "writable"} <= set(missing)
    module = "uvicorn.protocols.websockets.websockets_sansio_impl"
    for broken in ({"WebSocketsSansIOProtocol": Renamed}, {}):
        monkeypatch.setitem(sys.modules, module, ModuleType(module))
        monkeypatch.setattr(
            uvicorn.protocols.websockets, module.rsplit(".", maxsplit=1)[-1], sys.modules[module]
        )
        for name, kind in broken.items():
            setattr(sys.modules[module], name, kind)
        with capture_logs() as logged:
            assert socket_class() == PLAIN
        assert [line["event"] for line in logged] == ["plain-sockets"]


class PlainServer(Served):
    """A server with a version of uvicorn that lacks something."""

    program = (
        "-c",
        "import sys; from qwirkle.server.serving import sockets; sockets.ATTRIBUTES = ('no_such',);"
        "from qwirkle.cli import run; sys.exit(run(sys.argv[1:]))",
    )


def test_a_server_with_plain_sockets_serves_the_same(tmp_path: Path) -> None:
    server = PlainServer(tmp_path).start()
    try:
        texts = [json.dumps({"kind": "ping", "n": number}) for number in range(PINGS)]
        found, _ = asyncio.run(answers(server, texts, "pong"))
        assert [message["n"] for message in found] == list(range(PINGS))
        assert "plain-sockets" in server.log
        assert "no_such" in server.log
    finally:
        server.kill()
