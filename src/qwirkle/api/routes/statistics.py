"""Statistics of the device that asks, and of the account that is signed in on it."""

from __future__ import annotations

from qwirkle.api.routes.tables import TableId
from qwirkle.api.routing import Routes
from qwirkle.api.visitor import Visitor
from qwirkle.tables.results.rivalries import Rivalries
from qwirkle.tables.results.statistics import Statistics

ROUTES = Routes()


@ROUTES.get("/api/statistics", "Who beats whom")
async def statistics(visitor: Visitor) -> Statistics:
    """Return games, wins, bests, luck and opponents: of the account, this device, its players."""
    visitor.count_question()
    return await visitor.service.statistics.of_caller(await visitor.caller())


@ROUTES.get("/api/tables/{table:str}/rivalries", "Head to head")
async def rivalries(visitor: Visitor, table: TableId) -> Rivalries:
    """Return how this device's seats at a finished table have done against the others so far."""
    caller = await visitor.asks(table)
    return await visitor.service.rivalries.at(table, caller)
