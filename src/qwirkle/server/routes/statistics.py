"""The games behind statistics, as a file."""

from __future__ import annotations

from litestar import get
from litestar.response import Stream

from qwirkle.server.context import AppContext
from qwirkle.server.devices import AnyRequest, address_of, caller_of
from qwirkle.server.problems import PROBLEMS


@get(
    "/api/statistics/games.csv",
    summary="All games as a spreadsheet",
    media_type="text/csv",
    responses=PROBLEMS,
)
async def games(request: AnyRequest, context: AppContext) -> Stream:
    """Return every game behind these statistics, one line each."""
    context.limits.command("export", address_of(request))
    caller = await caller_of(request, context.service.accounts)
    headers = {"Content-Disposition": 'attachment; filename="qwirkle-games.csv"'}
    return Stream(context.service.statistics.csv_of(caller), media_type="text/csv", headers=headers)


HANDLERS = [games]
