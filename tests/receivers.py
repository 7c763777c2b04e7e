"""Receivers of notices: a push service with devices behind it, a webhook and a mail server."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, NamedTuple

import http_ece
from aiohttp import web
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02


class Received(NamedTuple):
    """A request that arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """A server for requests; ``answer`` may make it fail, wait or send elsewhere."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answer: Callable[[Received], web.StreamResponse] = lambda _: web.Response(status=201)
        self.delay = 0.0
        self.arrived = asyncio.Event()
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _take(self, request: web.Request) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        path = request.raw_path
        received = Received(request.method, path, headers, await request.read())
        self.received.append(received)
        self.arrived.set()
        await asyncio.sleep(self.delay)
        return self.answer(received)

    async def wait_for(self, count: int, seconds: float = 30) -> None:
        """Wait until this many requests have arrived."""
        async with asyncio.timeout(seconds):
            while len(self.received) < count:
                self.arrived.clear()
                await self.arrived.wait()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        app = web.Application()
        app.router.add_route("*", r"/{path:[\s\S]*}", self._take)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self.port)
        await site.start()
        self.port = runner.addresses[0][1]
        try:
            yield
        finally:
            await runner.cleanup()


class Browser:
    """A browser that has subscribed: it alone can read what is pushed to it."""

    def __init__(self, service: Receiver, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self._service = service
        self.path = f"/push/{name}"

    def subscription(self, **more: Any) -> dict[str, Any]:
        """What a page sends to the server."""
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": _encoded(point), "auth": _encoded(self._auth)}
        return {"endpoint": self._service.address + self.path, "keys": keys, **more}

    def read(self, pushed: Received) -> dict[str, Any]:
        """Decrypt a message."""
        text = http_ece.decrypt(
            pushed.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        message: dict[str, Any] = json.loads(text)
        return message

    def pushed(self) -> list[dict[str, Any]]:
        """All messages to this browser, in order."""
        mine = [request for request in self._service.received if request.path == self.path]
        return [self.read(request) for request in mine]


def signed_claims(pushed: Received, public_key: str) -> dict[str, Any]:
    """What the server says about itself, if it has signed it with its key."""
    scheme, _, fields = pushed.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(field.strip().split("=", 1) for field in fields.split(","))
    assert parts["k"] == public_key
    assert Vapid02.verify(pushed.headers["authorization"])
    claims: dict[str, Any] = json.loads(_decoded(parts["t"].split(".")[1]))
    return claims


class Mailbox:
    """A mail server that keeps what it is sent."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.envelopes: list[Envelope] = []
        self.refusals = 0
        self.port = 0

    async def handle_DATA(self, _server: object, _session: object, envelope: Envelope) -> str:
        if self.refusals:
            self.refusals -= 1
            return "451 try again later"
        assert isinstance(envelope.content, bytes)
        self.envelopes.append(envelope)
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.messages.append(found)
        return "250 OK"

    @asynccontextmanager
    async def running(self, **options: Any) -> AsyncIterator[None]:
        controller = Controller(self, hostname="127.0.0.1", port=0, **options)
        # The controller connects to its port to see whether it listens, so it must know it.
        controller.port = _free_port()
        await asyncio.to_thread(controller.start)
        self.port = controller.port
        try:
            yield
        finally:
            await asyncio.to_thread(controller.stop)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@contextmanager
def in_a_thread(receiver: Receiver) -> Iterator[Receiver]:
    """Let a receiver run beside a test that has no loop of its own."""
    loop = asyncio.new_event_loop()
    leaving = asyncio.Event()
    ready = threading.Event()

    async def serve() -> None:
        async with receiver.running():
            ready.set()
            await leaving.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait()
    try:
        yield receiver
    finally:
        loop.call_soon_threadsafe(leaving.set)
        thread.join()
        loop.close()
