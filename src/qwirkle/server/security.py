"""The checks that every request and socket passes first: origin, rate limit, security headers.

Other sites cannot make a browser act here: a request that changes something needs a header that
only our own pages can send, and an ``Origin`` that is ours; a socket needs the latter. The page's
files are answered here and do not count against the limits, as one visit loads a dozen of them.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qwirkle.api.problems import (
    MEDIA_TYPE,
    RequestRefused,
    WebReason,
    problem_of,
    request_refused,
    retry_header,
)
from qwirkle.server.limits import Limits, limit_key
from qwirkle.server.logs import log
from qwirkle.server.network import is_local_name, name_in
from qwirkle.server.page import Answer, Page
from qwirkle.server.settings import ServerSettings

HEADER = b"x-qwirkle"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FREE = frozenset({"/healthz", "/metrics"})
"""Paths polled by monitoring, hence not counted."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(rb"[A-Za-z0-9._\-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
OPENER = (b"cross-origin-opener-policy", b"same-origin")
"""Browsers complain about it over plain http, except on this machine."""
STRICT = (b"strict-transport-security", b"max-age=31536000")


class SecurityMiddleware:
    """A wrapper around the application and the page."""

    def __init__(
        self,
        app: ASGIApp,
        page: Page,
        settings: ServerSettings,
        limits: Limits,
        card: Callable[[Scope], Awaitable[bytes]] | None = None,
    ) -> None:
        self._app = app
        self._page = page
        self._card = card
        self._limits = limits
        self._base = settings.base
        own = [*settings.origins, *([settings.url] if settings.url else [])]
        self._own = {origin for origin in map(_origin, own) if origin}
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        kind: str = scope["type"]
        if self._base and kind in ("http", "websocket"):
            scope = self._inside(scope)
        if kind == "http":
            await self._request(scope, receive, send)
        elif kind == "websocket":
            await self._handshake(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _inside(self, scope: Scope) -> Scope:
        """Return a request as its handlers know it: with the path below the server's own.

        Some proxies remove that prefix, others keep it, and health checks come without.
        """
        path: str = scope["path"]
        if path.startswith(f"{self._base}/"):
            path = path.removeprefix(self._base)
        raw_path = quote(path).encode()
        return {**scope, "path": path, "raw_path": raw_path, "root_path": self._base}

    async def _handshake(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._check_proxy(scope)
        if not self._is_own(scope):
            # Refused before the handshake: the browser gets 403 and nothing else.
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "origin"})
            return
        try:
            self._count(scope)
        except RequestRefused as refused:
            await receive()
            await _send(send, _refusing(refused), "websocket.http")
            return
        await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        more = list(HEADERS)
        if scope["scheme"] == "https":
            more += [STRICT, OPENER]
        elif is_local_name(name_in(_headers(scope))):
            more.append(OPENER)

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message["headers"])
                names = {name.lower() for name, _ in given}
                given += [header for header in more if header[0] not in names]
                if b"cache-control" not in names:
                    given.append((b"cache-control", b"no-store"))
                message["headers"] = given
            await send(message)

        self._check_proxy(scope)
        try:
            _check_host(scope)
            page = await self._page_for(scope)
            if page is None:
                self._check(scope)
        except RequestRefused as refused:
            page = _refusing(refused)
        if page is None:
            await self._app(scope, receive, send_secured)
        else:
            await _send(send_secured, page)

    async def _page_for(self, scope: Scope) -> Answer | None:
        method: str = scope["method"]
        path, headers = scope["path"], _headers(scope)
        card = b""
        if self._base and path == self._base:
            # The links of its document start there, and so does the scope of its service worker.
            return Answer(308, [(b"location", f"{path}/".encode()), (b"content-length", b"0")], b"")
        if self._card is not None and self._page.is_place(method, path):
            card = await self._card(scope)
        return self._page.answer(method, path, headers, card) or self._page.not_found(
            method, path, headers
        )

    def _check(self, scope: Scope) -> None:
        if scope["path"] not in FREE:
            self._count(scope)
        if scope["method"] in SAFE:
            return
        if HEADER not in _headers(scope):
            raise request_refused(WebReason.CSRF)
        if not self._is_own(scope):
            raise request_refused(WebReason.ORIGIN)

    def _count(self, scope: Scope) -> None:
        client = scope.get("client")
        self._limits.request(limit_key(client[0] if client else ""))

    def _is_own(self, scope: Scope) -> bool:
        """Return whether a request comes from our own page, or from no page at all."""
        given = [value for name, value in scope["headers"] if name == b"origin"]
        if not given:
            return True
        origin = _origin(given[0].decode("latin-1"))
        if origin is None or len(given) > 1:
            return False
        if origin in self._own:
            return True
        # A page over https may use a server that a proxy reaches over http, but never the reverse.
        secure = scope["scheme"] in ("https", "wss")
        host = _headers(scope).get(b"host", b"").decode("latin-1")
        return (origin.scheme == "https" or not secure) and (
            origin == _origin(f"{origin.scheme}://{host}")
        )

    def _check_proxy(self, scope: Scope) -> None:
        """Warn once if an untrusted proxy forwards requests: all share one address."""
        if self._warned:
            return
        forwarded = _headers(scope).get(b"x-forwarded-for")
        client = scope.get("client")
        if forwarded is None or client is None:
            return
        if client[0] not in [part.strip() for part in forwarded.decode("latin-1").split(",")]:
            self._warned = True
            log().warning(
                "untrusted-proxy",
                detail="X-Forwarded-For comes from an address that is not trusted; if it is your "
                "proxy, name it with --trust-proxy, or all visitors share its limits",
            )


def _headers(scope: Scope) -> dict[bytes, bytes]:
    return dict(scope["headers"])


class Origin(NamedTuple):
    """The origin of a page."""

    scheme: str
    host: str
    port: int


def _origin(url: str) -> Origin | None:
    """Return the origin of an address, or None if it has none."""
    try:
        found = urlsplit(url)
        port = found.port or _PORTS.get(found.scheme)
    except ValueError:
        return None
    return Origin(found.scheme, found.hostname, port) if found.hostname and port else None


def _check_host(scope: Scope) -> None:
    """Refuse a host that no address has, because it would be part of every link."""
    host = _headers(scope).get(b"host", b"localhost")
    if not _HOST.fullmatch(host):
        raise request_refused(WebReason.BAD_REQUEST, problem="Host: no name of a server")


def _refusing(refused: RequestRefused) -> Answer:
    found = problem_of(refused)
    body = msgspec.json.encode(found)
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        *((name.encode(), value.encode()) for name, value in retry_header(found, refused).items()),
    ]
    return Answer(found.status, headers, body)


async def _send(send: Send, answer: Answer, kind: str = "http") -> None:
    start = f"{kind}.response.start"
    await send({"type": start, "status": answer.status, "headers": answer.headers})
    await send({"type": f"{kind}.response.body", "body": answer.body, "more_body": False})
