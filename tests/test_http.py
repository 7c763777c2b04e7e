"""Requests of our own, to a server that another library has written."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable

import pytest
from aiohttp import web

from qwirkle import http
from receivers import Receiver


def with_receiver(scene: Callable[[Receiver], Awaitable[None]]) -> None:
    async def play() -> None:
        receiver = Receiver()
        async with receiver.running():
            await scene(receiver)

    asyncio.run(play())


def test_a_request_arrives_as_it_is_written() -> None:
    async def scene(receiver: Receiver) -> None:
        url = f"{receiver.address}/a%2Fb/%7euser?x=%20&y"
        await http.request(
            "POST", url, {"X-Kind": "ä", "User-agent": "another"}, b"body", seconds=30
        )
        await http.request("GET", receiver.address, {}, seconds=30)
        first, second = receiver.received
        assert (first.method, first.path, first.body) == ("POST", "/a%2Fb/%7euser?x=%20&y", b"body")
        assert first.headers["x-kind"].encode("utf-8", "surrogateescape").decode() == "ä"
        assert first.headers["user-agent"] == "another"
        assert first.headers["host"] == f"127.0.0.1:{receiver.port}"
        assert (second.path, second.body) == ("/", b"")
        assert "content-length" not in second.headers

    with_receiver(scene)


def test_a_name_and_a_password_in_the_address_are_sent_as_such() -> None:
    async def scene(receiver: Receiver) -> None:
        place = f"ann:pass%3Aword@127.0.0.1:{receiver.port}"
        await http.request("POST", f"http://{place}/", {}, seconds=30)
        [received] = receiver.received
        assert received.headers["authorization"] == "Basic YW5uOnBhc3M6d29yZA=="
        assert received.headers["host"] == f"127.0.0.1:{receiver.port}"

    with_receiver(scene)


@pytest.mark.parametrize("chunked", [False, True])
def test_an_answer_is_read_to_its_end_however_long(chunked: bool) -> None:
    body = bytes(range(256)) * 4000

    async def scene(receiver: Receiver) -> None:
        def answer(_: object) -> web.Response:
            response = web.Response(status=404, body=body, headers={"X-Seen": "Yes"})
            if chunked:
                response.enable_chunked_encoding()
            return response

        receiver.answer = answer
        found = await http.request("GET", receiver.address, {}, seconds=30)
        assert (found.status, found.body, found.headers["x-seen"]) == (404, body, "Yes")

    with_receiver(scene)


async def answered_with(text: bytes) -> http.Response:
    """Ask a server that says this and nothing else."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(text)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        return await http.request("GET", f"http://127.0.0.1:{port}/", {}, seconds=30)


@pytest.mark.parametrize(
    "text",
    [b"", b"SSH-2.0-server\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"],
    ids=["nothing", "another protocol", "half of it"],
)
def test_what_is_no_whole_answer_is_an_error_of_the_connection(text: bytes) -> None:
    with pytest.raises(ConnectionError):
        asyncio.run(answered_with(text))


def test_hints_before_the_answer_are_passed_over() -> None:
    text = b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    assert asyncio.run(answered_with(text)).body == b"ok"


@pytest.mark.parametrize("url", ["ftp://host/", "http:///path", "host", "http://host:99999/"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"address|port|Port"):
        asyncio.run(http.request("GET", url, {}, seconds=30))


def test_a_header_cannot_smuggle_another() -> None:
    with pytest.raises(ValueError, match="header"):
        asyncio.run(http.request("GET", "http://host/", {"A": "b\r\nC: d"}, seconds=30))


def test_certificates_are_checked_and_names_are_asked_for() -> None:
    asked: list[tuple[str, int, ssl.SSLContext | None]] = []

    async def connect(host: str, port: int, security: ssl.SSLContext | None) -> http.Streams:
        asked.append((host, port, security))
        raise OSError("no network")

    with pytest.raises(OSError, match="no network"):
        asyncio.run(http.request("GET", "https://host/", {}, seconds=30, connect=connect))
    [(host, port, security)] = asked
    assert (host, port) == ("host", 443)
    assert security is not None
    assert security.check_hostname
    assert security.verify_mode is ssl.CERT_REQUIRED


def test_a_server_that_says_nothing_is_left() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(TimeoutError):
            asyncio.run(http.request("GET", f"http://127.0.0.1:{port}/", {}, seconds=0.2))
