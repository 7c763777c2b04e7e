"""The analysis board: the faults of a position, and the best turns in it. Nothing is stored."""

from __future__ import annotations

from typing import Annotated

import msgspec

from qwirkle.analysis.judge.position import BestTurns, Laboratory
from qwirkle.analysis.judge.ranking import MOST_EFFORT
from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.requests import Requests
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.rules.tiles import Tile
from qwirkle.tables.analysis.positions import (
    CheckedPosition,
    PositionParts,
    PositionQueries,
)

REQUESTS = Requests()
MOST_ASKED, MOST_HELD = 4, 12
Text = Annotated[str, msgspec.Meta(max_length=4000)]


class CheckRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, as text or as parts."""

    position: Text | None = None
    """One line, as docs/notation.md specifies it."""
    parts: PositionParts | None = None


class BestRequest(CheckRequest, frozen=True, forbid_unknown_fields=True):
    """A position to find the best turns in."""

    deep: bool = False
    """Whether to search longer."""


class RankRequest(CheckRequest, frozen=True, forbid_unknown_fields=True):
    """A position of which all turns are ranked."""

    effort: Annotated[int, msgspec.Meta(ge=0, le=MOST_EFFORT)] = 0
    """How often the deals are doubled."""
    turns: Annotated[tuple[AskedTurn, ...], msgspec.Meta(max_length=MOST_ASKED)] = ()
    """Turns that are tried to the last, whatever they are worth."""
    held: Annotated[tuple[Tile, ...], msgspec.Meta(max_length=MOST_HELD)] = ()
    """Tiles that the next player is supposed to hold."""


@REQUESTS.post("/api/analysis/check", "Check a position", counts="question")
async def check(positions: PositionQueries, data: CheckRequest) -> CheckedPosition:
    """Return the text of a position and all its faults."""
    return await positions.check(_position_in(data))


@REQUESTS.post("/api/analysis/best", "The best turns", counts="question")
async def best(positions: PositionQueries, data: BestRequest) -> BestTurns:
    """Return the best turns in a position, with points, points lost and reasons."""
    return await positions.best(_position_in(data), deep=data.deep)


@REQUESTS.post("/api/analysis/rank", "All turns, ranked", counts="question")
async def rank(positions: PositionQueries, data: RankRequest) -> Laboratory:
    """Return all turns of a position with intervals, which narrow with every step of effort."""
    asked = _position_in(data)
    return await positions.rank(asked, effort=data.effort, turns=data.turns, held=data.held)


def _position_in(data: CheckRequest) -> str | PositionParts:
    match data.position, data.parts:
        case str() as text, None:
            return text
        case None, PositionParts() as parts:
            return parts
    raise request_refused(WebReason.BAD_REQUEST, problem="send either position or parts")
