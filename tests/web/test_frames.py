"""The short way out of a WebSocket: the same frames, in their order, and none lost at the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from qwirkle.web.serving.frames import EXTENSION, MAX_WAITING, FrameSocket, frame_header
from qwirkle.web.socket import MAX_BAD
from web.served import Client, Served, served

PINGS = 10 * MAX_WAITING


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("frames")) as running:
        yield running


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
