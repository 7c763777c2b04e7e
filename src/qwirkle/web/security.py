"""What every request and every socket passes first: origin, rate limit and security headers.

Other sites cannot make a browser act here: a request that changes something needs a header that
only our own pages can send, and an ``Origin`` that is ours. Litestar's CSRF middleware would need a
cookie for every visitor and does not cover sockets. The page's files are answered here and do not
count against the limits, as one visit loads a dozen of them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from qwirkle.web.limits import Limits, limit_key
from qwirkle.web.page import Answer, Page
from qwirkle.web.problems import (
    MEDIA_TYPE,
    Problem,
    RequestRefused,
    WebReason,
    problem_of,
    request_refused,
    retry_header,
)
from qwirkle.web.settings import ServerSettings

HEADER = b"x-qwirkle"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FREE = frozenset({"/healthz", "/metrics"})
"""Polled by monitoring, so not counted."""
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
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
STRICT = (b"strict-transport-security", b"max-age=31536000")


class SecurityMiddleware:
    """Wraps the application and the page."""

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
        own = [*settings.origins, *([settings.url] if settings.url else [])]
        self._own = {place for place in map(_place, own) if place}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        kind: str = scope["type"]
        if kind == "http":
            await self._request(scope, receive, send)
        elif kind == "websocket" and not self._is_own(_headers(scope)):
            # Refused before the handshake: the browser gets 403 and nothing else.
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "origin"})
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        more = [*HEADERS, STRICT] if scope["scheme"] == "https" else HEADERS

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message["headers"])
                names = {name.lower() for name, _ in given}
                given += [header for header in more if header[0] not in names]
                if b"cache-control" not in names:
                    given.append((b"cache-control", b"no-store"))
                message["headers"] = given
            await send(message)

        page = await self._page_for(scope)
        if page is not None:
            await _send(send_secured, page)
        elif (found := self._refusal(scope)) is not None:
            await _send(send_secured, _refusing(found))
        else:
            await self._app(scope, receive, send_secured)

    async def _page_for(self, scope: Scope) -> Answer | None:
        method: str = scope["method"]  # type: ignore[typeddict-item]
        path, headers = scope["path"], _headers(scope)
        card = b""
        if self._card is not None and self._page.is_place(method, path):
            card = await self._card(scope)
        return self._page.answer(method, path, headers, card) or self._page.lost(
            method, path, headers
        )

    def _refusal(self, scope: Scope) -> Problem | None:
        if scope["path"] not in FREE:
            client = scope.get("client")
            try:
                self._limits.request(limit_key(client[0] if client else ""))
            except RequestRefused as refused:
                return problem_of(refused)
        if scope["method"] in SAFE:  # type: ignore[typeddict-item]
            return None
        headers = _headers(scope)
        if HEADER not in headers:
            return problem_of(request_refused(WebReason.CSRF))
        if not self._is_own(headers):
            return problem_of(request_refused(WebReason.ORIGIN))
        return None

    def _is_own(self, headers: dict[bytes, bytes]) -> bool:
        """Return whether a request comes from our own page, or from no page at all."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        place = _place(origin.decode("latin-1"))
        host = _place("//" + headers.get(b"host", b"").decode("latin-1"))
        return place is not None and (place == host or place in self._own)


def _headers(scope: Scope) -> dict[bytes, bytes]:
    return dict(scope["headers"])


def _place(url: str) -> str | None:
    """Return host and port of an address, in the form in which they are compared."""
    try:
        found = urlsplit(url)
        port = found.port
    except ValueError:
        return None
    if not found.hostname:
        return None
    return found.hostname if port in (None, 80, 443) else f"{found.hostname}:{port}"


def _refusing(found: Problem) -> Answer:
    body = msgspec.json.encode(found)
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        *((name.encode(), value.encode()) for name, value in retry_header(found).items()),
    ]
    return Answer(found.status, headers, body)


async def _send(send: Any, answer: Answer) -> None:
    head = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(head)
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})
