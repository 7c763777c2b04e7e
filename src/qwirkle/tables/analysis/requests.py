"""The analysis board: the faults of a position, and the best turns in it. Nothing is stored."""

from __future__ import annotations

from typing import Annotated

import msgspec

from qwirkle.analysis.judge.position import BestTurns
from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.requests import Requests
from qwirkle.tables.analysis.positions import (
    CheckedPosition,
    PositionParts,
    PositionQueries,
)

REQUESTS = Requests()
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


@REQUESTS.post("/api/analysis/check", "Check a position", counts="question")
async def check(positions: PositionQueries, data: CheckRequest) -> CheckedPosition:
    """Return the text of a position and all its faults."""
    return await positions.check(_position_in(data))


@REQUESTS.post("/api/analysis/best", "The best turns", counts="question")
async def best(positions: PositionQueries, data: BestRequest) -> BestTurns:
    """Return the best turns in a position, with points, points lost and reasons."""
    return await positions.best(_position_in(data), deep=data.deep)


def _position_in(data: CheckRequest) -> str | PositionParts:
    match data.position, data.parts:
        case str() as text, None:
            return text
        case None, PositionParts() as parts:
            return parts
    raise request_refused(WebReason.BAD_REQUEST, problem="send either position or parts")
