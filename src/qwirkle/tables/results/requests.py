"""Statistics of the device that asks, and of the account that is signed in on it."""

from __future__ import annotations

from qwirkle.api.requests import Content, Requests
from qwirkle.tables.core.commands import TableId
from qwirkle.tables.live.callers import Visitor
from qwirkle.tables.results.rivalries import Rivalries, RivalryService
from qwirkle.tables.results.statistics import Statistics, StatisticsService

REQUESTS = Requests()
CSV = "text/csv"


@REQUESTS.get("/api/statistics", "Who beats whom", counts="question")
async def statistics(visitor: Visitor, service: StatisticsService) -> Statistics:
    """Return games, wins, bests, luck and opponents of the account, this device and its players."""
    return await service.of_caller(await visitor.caller())


@REQUESTS.get("/api/tables/{table}/rivalries", "Head to head", counts="place")
async def rivalries(visitor: Visitor, service: RivalryService, table: TableId) -> Rivalries:
    """Return the record of this device's seats at a finished table against the others so far."""
    return await service.at(table, await visitor.caller())


@REQUESTS.get(
    "/api/statistics/games.csv",
    "All games as a spreadsheet",
    media_type=CSV,
    filename="qwirkle-games.csv",
)
async def games(visitor: Visitor, service: StatisticsService) -> Content:
    """Return every game behind these statistics, one line each."""
    visitor.count_export(visitor.address)
    return Content(service.csv_of(await visitor.caller()), CSV)
