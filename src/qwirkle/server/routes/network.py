"""The reach of a server at home: who can open its links, and letting others in."""

from __future__ import annotations

import msgspec
from litestar import get, post

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.server.context import AppContext
from qwirkle.server.devices import AnyRequest
from qwirkle.server.problems import PROBLEMS


class Reach(msgspec.Struct, frozen=True):
    """How far a server reaches."""

    can_open: bool
    """Whether this browser may let others in."""
    address: str | None = None
    """The address for others in the network, if they can reach the server."""


@get("/api/network", summary="Who can reach the server", responses=PROBLEMS)
async def reach(request: AnyRequest, context: AppContext) -> Reach:
    """Return whether others in the network can reach this server, and whether to let them in."""
    return Reach(context.network.may_open(request.scope), context.network.address)


@post("/api/network", summary="Let others in the network in", status_code=200, responses=PROBLEMS)
async def open_network(request: AnyRequest, context: AppContext) -> Reach:
    """Listen on the network too, until the server stops; only for a browser on its own machine."""
    if not context.network.may_open(request.scope):
        raise request_refused(WebReason.FORBIDDEN)
    if await context.network.open() is None:
        raise request_refused(WebReason.NOT_FOUND, case="network")
    return Reach(can_open=False, address=context.network.address)


HANDLERS = [reach, open_network]
