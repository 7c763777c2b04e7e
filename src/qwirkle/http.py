"""Requests over HTTP/1.1, one connection each: for the client, and for notices to other servers.

h11 reads and writes the protocol, as it does for the server; the rest is asyncio. Redirects are not
followed and nothing is kept between requests, so there is nothing to open or to close.
"""

from __future__ import annotations

import asyncio
import ssl
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from urllib.parse import unquote_to_bytes, urlsplit

import h11
import msgspec

READ_BYTES = 65536
LARGEST = 64 << 20
"""The longest answer that is read, in bytes: no server can fill the memory of its client."""
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[str, int, ssl.SSLContext | None], Awaitable[Streams]]
"""Opens a connection to a host and port, with TLS if there is a context for it."""


class Response(msgspec.Struct, frozen=True):
    """The answer to a request; the names of headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


@cache
def tls() -> ssl.SSLContext:
    """Return the context for checking certificates; loading it takes a moment."""
    return ssl.create_default_context()


async def connect(host: str, port: int, security: ssl.SSLContext | None) -> Streams:
    """Open a connection to whichever address of a host answers first."""
    named = None if security is None else host
    return await asyncio.open_connection(
        host, port, ssl=security, server_hostname=named, happy_eyeballs_delay=0.25
    )


async def request(
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes = b"",
    *,
    seconds: float,
    connect: Connect = connect,
    read_body: bool = True,
) -> Response:
    """Send a request and return its answer.

    The address is sent as it is written. Raises ``OSError`` if there is no valid HTTP answer,
    ``TimeoutError`` if it takes longer than ``seconds``, and ``ValueError`` for an address or a
    header that cannot be sent.
    """
    place = urlsplit(url)
    if place.scheme not in ("http", "https") or not place.hostname:
        raise ValueError("no address of a server")
    security = tls() if place.scheme == "https" else None
    port = place.port or (80 if security is None else 443)
    target = (place.path or "/") + (f"?{place.query}" if place.query else "")
    user, _, host = place.netloc.rpartition("@")
    sent = {"host": host, "user-agent": "qwirkle"}
    if user:
        sent["authorization"] = f"Basic {b64encode(unquote_to_bytes(user)).decode()}"
    sent |= {name.lower(): value for name, value in headers.items()}
    sent["connection"] = "close"
    if body or method not in ("GET", "HEAD"):
        sent["content-length"] = str(len(body))
    try:
        lines = [(name.encode(), value.encode()) for name, value in sent.items()]
        asked = h11.Request(method=method, target=target, headers=lines)
    except (h11.LocalProtocolError, UnicodeEncodeError) as error:
        raise ValueError(str(error)) from None
    async with asyncio.timeout(seconds):
        reader, writer = await connect(place.hostname, port, security)
        try:
            return await _exchange(reader, writer, asked, body, read_body=read_body)
        except h11.RemoteProtocolError as error:
            raise ConnectionError(str(error)) from None
        finally:
            # The other end need not agree.
            writer.transport.abort()


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    asked: h11.Request,
    body: bytes,
    *,
    read_body: bool,
) -> Response:
    link = h11.Connection(our_role=h11.CLIENT)
    for event in (asked, *([h11.Data(data=body)] if body else []), h11.EndOfMessage()):
        writer.write(link.send(event) or b"")
    await writer.drain()
    status, headers, content = 0, dict[str, str](), bytearray()
    while True:
        answered = link.next_event()
        if answered is h11.NEED_DATA:
            link.receive_data(await reader.read(READ_BYTES))
        elif isinstance(answered, h11.Response):
            status = answered.status_code
            headers = {name.decode(): value.decode("latin-1") for name, value in answered.headers}
            if not read_body:
                return Response(status, headers, b"")
        elif isinstance(answered, h11.Data):
            content += answered.data
            if len(content) > LARGEST:
                raise ConnectionError("the answer is too long")
        elif isinstance(answered, h11.EndOfMessage):
            return Response(status, headers, bytes(content))
        elif isinstance(answered, h11.ConnectionClosed):
            raise ConnectionError("the connection was closed")
