"""Requests about a server itself: its reach in a home network, its health, its metrics."""

from __future__ import annotations

import msgspec

from qwirkle import __version__
from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.requests import JSON, TEXT, Content, Request, Requests
from qwirkle.server.context import AppContext
from qwirkle.server.visitors import WebVisitor
from qwirkle.tables import requests as tables

REQUESTS = Requests()


class Reach(msgspec.Struct, frozen=True):
    """The reach of a server: this computer alone, or its network."""

    can_open: bool
    """Whether this browser may let others in."""
    address: str | None = None
    """The address for others in the network, if they can reach the server."""


class Health(msgspec.Struct, frozen=True):
    """The health of a server."""

    status: str
    """``ok``, or ``store-away`` if the store cannot be reached or nothing can be written."""
    version: str


@REQUESTS.get("/api/network", "Who can reach the server")
async def reach(visitor: WebVisitor, context: AppContext) -> Reach:
    """Return whether others in the network can reach this server, and whether to let them in."""
    return Reach(context.network.may_open(visitor.scope), context.network.address)


@REQUESTS.post("/api/network", "Let others in the network in")
async def open_network(visitor: WebVisitor, context: AppContext) -> Reach:
    """Listen on the network too, until the server stops; only for a browser on its own machine."""
    if not context.network.may_open(visitor.scope):
        raise request_refused(WebReason.FORBIDDEN)
    if await context.network.open() is None:
        raise request_refused(WebReason.NOT_FOUND, case="network")
    return Reach(can_open=False, address=context.network.address)


@REQUESTS.get("/healthz", "Health", sends=Health, problems=False, plays=True)
async def healthz(context: AppContext) -> Content:
    """Return whether the server can read its store and write to it."""
    if not await context.health.is_well():
        return Content(msgspec.json.encode(Health("store-away", __version__)), JSON, 503)
    return Content(msgspec.json.encode(Health("ok", __version__)))


@REQUESTS.get("/metrics", "Metrics for Prometheus", media_type=TEXT, problems=False, plays=True)
async def metrics(context: AppContext) -> Content:
    """Return the metrics, unless they are turned off."""
    if not context.settings.metrics:
        return Content(b"", TEXT, 404)
    return Content(context.metrics.text(), "text/plain; version=0.0.4")


def all_requests() -> tuple[Request, ...]:
    """Return every request that a server answers."""
    return (*tables.of_a_server(), *REQUESTS)
