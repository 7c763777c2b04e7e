"""Statistics and companions of the device that asks, and of the account signed in on it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from qwirkle.api.requests import Content, Requests
from qwirkle.tables.core.commands import TableId
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.settings import Settings
from qwirkle.tables.live.callers import Visitor
from qwirkle.tables.results.company import Company, Group
from qwirkle.tables.results.fitting import FittingOpponent, FittingOpponents
from qwirkle.tables.results.pictures import ResultPictures
from qwirkle.tables.results.rivalries import Rivalries, RivalryService
from qwirkle.tables.results.statistics import Statistics, StatisticsService

REQUESTS = Requests()
CSV = "text/csv"
SVG = "image/svg+xml"
TileFace = Annotated[
    Literal["colour", "two-shape", "colour-letter", "high-contrast"],
    msgspec.Meta(description="The look of the tiles."),
]


class PeopleRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the people one has played with."""

    show: bool
    """Whether they may see that this device has the page open, and it may see that of them."""


class People(msgspec.Struct, frozen=True):
    """The people a device or an account has played with."""

    groups: list[Group]
    """The people of the latest games first."""


@REQUESTS.post("/api/people", "People one has played with", counts="question")
async def people(visitor: Visitor, company: Company, data: PeopleRequest) -> People:
    """Return the people one has played with and who of them is here, and count as here oneself."""
    return People(await company.of(await visitor.caller(), show=data.show))


@REQUESTS.get("/api/statistics", "Who beats whom", counts="question")
async def statistics(visitor: Visitor, service: StatisticsService) -> Statistics:
    """Return games, wins, bests, luck and opponents of the account, this device and its players."""
    return await service.of_caller(await visitor.caller())


@REQUESTS.get("/api/statistics/opponent", "The opponent that fits", counts="question")
async def opponent(
    visitor: Visitor,
    fitting: FittingOpponents,
    game: Annotated[str, msgspec.Meta(max_length=40)] = "classic",
) -> FittingOpponent:
    """Return the level that fits the account, or the guest of this device."""
    family = rules_of(Settings(game)).family
    return await fitting.of_caller(await visitor.caller(), family)


@REQUESTS.get("/api/tables/{table}/rivalries", "Head to head", counts="place")
async def rivalries(visitor: Visitor, service: RivalryService, table: TableId) -> Rivalries:
    """Return the record of this device's seats at a finished table against the others so far."""
    return await service.at(table, await visitor.caller())


@REQUESTS.get(
    "/api/tables/{table}/picture",
    "The result as a picture",
    counts="place",
    media_type=SVG,
    filename="qwirkle.svg",
)
async def picture(
    visitor: Visitor, pictures: ResultPictures, table: TableId, face: TileFace = "colour"
) -> Content:
    """Return the final table of a game with names and points as an SVG picture, for messengers."""
    drawn = await pictures.draw(table, await visitor.caller(), face)
    return Content(drawn.encode(), SVG)


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
