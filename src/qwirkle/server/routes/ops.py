"""For operators: health and metrics."""

from __future__ import annotations

import msgspec
from litestar import Response, get

from qwirkle import __version__
from qwirkle.server.context import AppContext


class Health(msgspec.Struct, frozen=True):
    """The health of a server."""

    status: str
    """``ok``, or ``store-away`` if the store cannot be reached or nothing can be written."""
    version: str


@get("/healthz", summary="Health")
async def healthz(context: AppContext) -> Response[Health]:
    """Return whether the server can read its store and write to it."""
    if not await context.health.is_well():
        return Response(Health("store-away", __version__), status_code=503)
    return Response(Health("ok", __version__))


@get("/metrics", summary="Metrics for Prometheus", media_type="text/plain")
async def metrics(context: AppContext) -> Response[bytes]:
    """Return the metrics, unless they are turned off."""
    if not context.settings.metrics:
        return Response(b"", status_code=404, media_type="text/plain")
    return Response(context.metrics.text(), media_type="text/plain; version=0.0.4")


HANDLERS = [healthz, metrics]
