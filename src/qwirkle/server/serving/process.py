"""A server process from its settings: open the store, listen, and shut down in good order."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn
from starlette.concurrency import run_in_threadpool

from qwirkle.errors import MissingExtra, QwirkleError
from qwirkle.server.app import make_app
from qwirkle.server.logs import Faults, log
from qwirkle.server.network import Network
from qwirkle.server.serving.connections import Connections, warn_about_proxy
from qwirkle.server.serving.garbage import GarbageCollector
from qwirkle.server.serving.sockets import socket_class
from qwirkle.server.settings import USUAL_PORT, ServerSettings, can_measure, can_push
from qwirkle.tables.live.bus import board_at, bus_at
from qwirkle.tables.live.workers import KINDS, Kind, Workers
from qwirkle.tables.live.workers.pool import ProcessPool
from qwirkle.tables.notices.mail import MailSettings
from qwirkle.tables.notices.settings import NoticeSettings
from qwirkle.tables.notices.webhook import WebhookSettings
from qwirkle.tables.service import WORK, ServiceSettings, TableService
from qwirkle.tables.stores import store_at

BACKLOG = 2048
Ready = Callable[[str, str | None], None]
"""A callback with the address on this machine, and the one for others in the network, if any."""
KEEP_SECONDS = 75
"""Seconds that a connection is kept for its next request: people think for as long."""
SWITCH_SECONDS = 0.001
"""Seconds that a thread waits for the interpreter's lock: each step of a commit may wait for it."""
UNREAD_MS = 30_000
"""Milliseconds without an acknowledgement after which the system drops a connection."""


class ServerError(QwirkleError):
    """A server that cannot be started with its settings."""


class _Server(uvicorn.Server):
    """A server that leaves signals to us, because the store must be closed after it stops."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def listen_on(self, listening: socket.socket) -> None:
        """Accept connections on another socket as well, until the server stops."""
        config = self.config

        def protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        loop = asyncio.get_running_loop()
        more = await loop.create_server(protocol, sock=listening, backlog=config.backlog)
        self.servers.append(more)


def run(settings: ServerSettings, ready: Ready) -> None:
    """Serve until a signal stops it; ``ready`` is called with the addresses."""
    _check_extras(settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    factory: Callable[[], asyncio.AbstractEventLoop]
    try:
        import uvloop  # noqa: PLC0415 - not on every system

        factory = uvloop.new_event_loop
    except ModuleNotFoundError:
        factory = asyncio.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve(settings, ready))


def _check_extras(settings: ServerSettings) -> None:
    """Refuse settings that need missing libraries."""
    if settings.metrics and not can_measure():
        raise MissingExtra("--metrics", "host")
    if (settings.push or settings.push_contact) and not can_push():
        raise MissingExtra("--push-contact" if settings.push_contact else "--push", "host")


async def serve(settings: ServerSettings, ready: Ready) -> None:
    """Serve inside an event loop; see ``run``."""
    listening = _bind(settings)
    store = store_at(settings.database, folder=Path(settings.data) if settings.data else None)
    bus = bus_at(settings.redis)
    board = board_at(settings.redis)
    collector = GarbageCollector()
    faults = Faults()
    warn_about_proxy(settings)
    port = listening.getsockname()[1]
    address = settings.url or f"http://{_host_to_type(settings.host)}:{port}"
    network = Network(settings, port)
    try:
        await store.open()
        await bus.open()
        service = TableService(
            store,
            bus,
            store,
            _service_settings(settings, network.address or address),
            documents=store,
            results=store,
            tournaments=store,
            notices=store,
            training=store,
            board=board,
            on_fault=faults.report_table,
            on_deleted=lambda count: log().info("old tables deleted", count=count),
            admin=store,
            archives=store,
            workers=_workers(settings),
        )
        app, context = make_app(service, store, settings, faults)
        server = _Server(_config(app, settings))

        async def listen(host: str) -> int:
            more = _bind_near(host, port)
            await server.listen_on(more)
            return int(more.getsockname()[1])

        context.network = Network(settings, port, listen)
        _stop_on_signals(server)
        await service.start()
        # Starlette loads what it needs for long answers with the first of them, which takes as long
        # as dozens of turns.
        await run_in_threadpool(int)
        collector.start()
        context.load.start()
        context.watchdog.start()
        ready(address, network.address)
        log().info("started", port=port)
        await server.serve(sockets=[listening])
        log().info("stopping")
        context.load.stop()
        context.watchdog.stop()
        await service.stop(settings.shutdown)
    finally:
        collector.stop()
        listening.close()
        await board.close()
        await bus.close()
        with contextlib.suppress(QwirkleError):
            await store.close()


def _workers(settings: ServerSettings) -> Workers:
    places: dict[Kind, int] = dict.fromkeys(KINDS, 1)
    places["quick"] = max(1, settings.workers)
    if not sys.executable:
        log().warning("no processes", why="there is no interpreter to start: work is done in place")
        return Workers(places=places)
    return Workers(ProcessPool(WORK), places)


def _service_settings(settings: ServerSettings, address: str) -> ServiceSettings:
    return ServiceSettings(
        bot_limit_ms=round(settings.bot_limit * 1000),
        cached_tables=settings.cached_tables,
        reviews=settings.reviews,
        clock_interval=settings.clock_interval,
        notices=_notice_settings(settings, address),
        guest_table_days=settings.guest_table_days,
        archive_days=settings.archive_days,
    )


def _notice_settings(settings: ServerSettings, address: str) -> NoticeSettings:
    webhook = mail = None
    if settings.webhook_url:
        webhook = WebhookSettings(
            settings.webhook_url,
            settings.webhook_method,
            settings.webhook_headers,
            settings.webhook_body,
        )
    if settings.mail_server:
        mail = MailSettings(settings.mail_server, settings.mail_from, settings.mail_to)
    return NoticeSettings(
        push=settings.push,
        contact=settings.push_contact or "",
        address=address.rstrip("/"),
        private=settings.intranet,
        language=settings.notice_language,
        webhook=webhook,
        mail=mail,
    )


def _config(app: object, settings: ServerSettings) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=True,
        proxy_headers=bool(settings.trust_proxy),
        forwarded_allow_ips=settings.trust_proxy or None,
        http=Connections(settings).protocol(),
        ws=socket_class(),
        ws_max_size=settings.max_message,
        ws_ping_interval=settings.heartbeat,
        ws_ping_timeout=settings.heartbeat,
        # A compression window for each socket would take more memory than all tables.
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_SECONDS,
        timeout_graceful_shutdown=max(1, round(settings.shutdown)),
        h11_max_incomplete_event_size=16384,
        backlog=BACKLOG,
    )


def _host_to_type(host: str) -> str:
    """Return a host as people on this machine would type it."""
    if host in ("", "0.0.0.0"):  # noqa: S104 - compared, not bound
        return "127.0.0.1"
    if host == "::":
        return "[::1]"
    return f"[{host}]" if ":" in host else host


def _bind(settings: ServerSettings) -> socket.socket:
    if settings.port is not None:
        return _bind_to(settings.host, settings.port)
    try:
        return _bind_to(settings.host, USUAL_PORT)
    except ServerError:
        # Another program uses it, and no port was requested: take any.
        return _bind_to(settings.host, 0)


def _bind_near(host: str, port: int) -> socket.socket:
    """Listen on the same port of another address, or else on any."""
    try:
        return _bind_to(host, port)
    except ServerError:
        return _bind_to(host, 0)


def _bind_to(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or "a port is a number from 0 to 65535"
        raise ServerError(
            f"cannot listen on {host}, port {port}: {why}; choose another one with --port"
        ) from None
    listening.setblocking(False)
    return listening


def _stop_on_signals(server: uvicorn.Server) -> None:
    def stop() -> None:
        server.force_exit = server.should_exit  # a second signal: stop at once
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            asyncio.get_running_loop().add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: stop())
