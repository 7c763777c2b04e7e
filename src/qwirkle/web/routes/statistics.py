"""Statistics of the device that asks, and of the account that is signed in on it."""

from __future__ import annotations

from litestar import get
from litestar.response import Stream

from qwirkle.service.results.statistics import Statistics
from qwirkle.web.context import AppContext
from qwirkle.web.devices import address_of, caller_of
from qwirkle.web.problems import PROBLEMS
from qwirkle.web.routes.tables import AnyRequest


@get("/api/statistics", summary="Who beats whom", responses=PROBLEMS)
async def statistics(request: AnyRequest, context: AppContext) -> Statistics:
    """Return games, wins, bests, luck and opponents: of the account, this device, its players."""
    context.limits.question(address_of(request))
    caller = await caller_of(request, context.service.accounts)
    return await context.service.statistics.of_caller(caller)


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


HANDLERS = [statistics, games]
