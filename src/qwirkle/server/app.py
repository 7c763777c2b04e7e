"""The application: the API and the page, behind the security middleware."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from time import thread_time
from typing import cast
from urllib.parse import parse_qsl

from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from qwirkle.api.dispatch import Asked, Dispatcher, Reply, reply_to
from qwirkle.api.problems import MEDIA_TYPE, RequestRefused, WebReason, request_refused
from qwirkle.api.requests import JSON, SenderGone
from qwirkle.api.visitors import Payer, metered
from qwirkle.server import schema
from qwirkle.server.context import AppContext
from qwirkle.server.link_cards import LinkCards
from qwirkle.server.logs import Faults
from qwirkle.server.page import File, Page
from qwirkle.server.requests import all_requests
from qwirkle.server.security import SecurityMiddleware
from qwirkle.server.settings import ServerSettings
from qwirkle.server.socket import TableSockets
from qwirkle.server.visitors import WebVisitor
from qwirkle.tables.requests import services_of
from qwirkle.tables.service import TableService
from qwirkle.tables.storage.ports import Store

SOCKET = re.compile("/api/tables/(?P<table>[^/]+)/socket")
PLAIN = frozenset((JSON, MEDIA_TYPE))
"""The media types of most answers."""


def make_app(
    service: TableService, store: Store, settings: ServerSettings, faults: Faults | None = None
) -> tuple[ASGIApp, AppContext]:
    """Create the application and the context that its requests share."""
    context = AppContext(service, store, settings, faults)
    card = LinkCards(context).head_of
    page = Page(base=settings.base)
    return SecurityMiddleware(routes(context), page, settings, context.limits, card), context


def routes(context: AppContext) -> ASGIApp:
    """Return the routes of the API: its sockets and its requests."""
    app: ASGIApp = Routes(TableSockets(context), Requests(context))
    return _with_cors(app, context.settings.origins) if context.settings.origins else app


def _with_cors(app: ASGIApp, origins: tuple[str, ...]) -> ASGIApp:
    """Allow pages of other sites to use this server."""
    return CORSMiddleware(
        app,
        allow_origins=[origin.rstrip("/") for origin in origins],
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["content-type", "x-qwirkle"],
        allow_credentials=True,
    )


class Routes:
    """The ASGI application of the sockets of tables, and of everything else."""

    def __init__(self, sockets: TableSockets, requests: ASGIApp) -> None:
        self._sockets = sockets
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on."""
        if scope["type"] != "websocket":
            await self._requests(scope, receive, send)
        elif found := SOCKET.fullmatch(scope["path"]):
            scope["path_params"] = found.groupdict()
            await self._sockets.serve(WebSocket(scope, receive, send))
        else:
            await WebSocketClose()(scope, receive, send)


class Requests:
    """The ASGI application of the requests and of their schema."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._schema = File(schema.FILE.name, schema.FILE.read_bytes())
        self._dispatcher = Dispatcher(
            all_requests(),
            {**services_of(context.service, context), AppContext: context},
            max_body=context.settings.max_body,
            report=context.faults.report,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path: str = scope["path"]
        if scope["method"] == "GET" and path.rstrip("/") in schema.PATHS:
            status, headers, body = self._schema.answer(dict(scope["headers"]))
            response = Response(body, status)
            response.raw_headers = headers
            await response(scope, receive, send)
            return
        request = Request(scope, receive)
        visitor = WebVisitor(request, self._context, _query(scope))
        limits = self._context.limits
        try:
            limits.begin_request(visitor.address)
        except RequestRefused as refused:
            await _response(reply_to(refused))(scope, receive, send)
            return
        try:
            await metered(self._answer(request, visitor, scope, receive, send), visitor.payer)
        finally:
            limits.end_request(visitor.address)

    async def _answer(
        self, request: Request, visitor: WebVisitor, scope: Scope, receive: Receive, send: Send
    ) -> None:
        asked = Asked(request.method, scope["path"], visitor.query, ComingBody(request))
        try:
            reply = await self._dispatcher.answer(visitor, asked)
        except SenderGone:
            return
        if isinstance(reply.body, Iterator):
            reply = reply._replace(body=_charged(reply.body, visitor.payer))
        cookies = visitor.cookies if reply.status < 400 else None
        if _is_plain(reply) and not (cookies and cookies.to_set):
            await _send(reply, send)
            return
        response = _response(reply)
        if cookies is not None:
            cookies.set_on(response)
        app = GZipMiddleware(response) if reply.long else response
        await app(scope, receive, send)


class ComingBody:
    """The body of a request while it arrives."""

    def __init__(self, request: Request) -> None:
        self._request = request

    @property
    def media_type(self) -> str:
        """The media type that the sender declares."""
        return self._request.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def _declared(self) -> int | None:
        size = self._request.headers.get("content-length", "")
        return int(size) if size.isdecimal() else None

    def size_up_to(self, most: int) -> int:
        """Return the size that the sender declares, or ``most``."""
        return most if self._declared is None else min(self._declared, most)

    async def read(self, most: int) -> bytes:
        """Return the body; one that is too large is refused before all of it has arrived."""
        if self._declared is not None and self._declared > most:
            raise request_refused(WebReason.TOO_LARGE)
        body = bytearray()
        try:
            async for part in self._request.stream():
                body += part
                if len(body) > most:
                    raise request_refused(WebReason.TOO_LARGE)
        except ClientDisconnect:
            raise SenderGone from None
        return bytes(body)


def _query(scope: Scope) -> Mapping[str, str]:
    text = scope["query_string"].decode("latin-1")
    return dict(parse_qsl(text, keep_blank_values=True)) if text else {}


def _charged(parts: Iterator[bytes], payer: Payer) -> Iterator[bytes]:
    """Yield the parts of a long answer, which are made on threads, and charge them."""
    while True:
        began = thread_time()
        part = next(parts, None)
        payer.charge(thread_time() - began)
        if part is None:
            return
        yield part


def _is_plain(reply: Reply) -> bool:
    return isinstance(reply.body, bytes) and not reply.long and reply.media_type in PLAIN


async def _send(reply: Reply, send: Send) -> None:
    """Send a short answer, without the layers that other answers need."""
    body = cast("bytes", reply.body)
    headers = [
        (b"content-length", str(len(body)).encode()),
        (b"content-type", reply.media_type.encode()),
        *((name.lower().encode(), value.encode()) for name, value in reply.headers.items()),
    ]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _response(reply: Reply) -> Response:
    kind = reply.media_type or None
    if isinstance(reply.body, bytes):
        return Response(reply.body, reply.status, dict(reply.headers), kind)
    return StreamingResponse(reply.body, reply.status, dict(reply.headers), kind)
