"""The analysis board: the faults of a position, and the best turns in it. Nothing is stored."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post

from qwirkle.analysis.judge.position import BestTurns
from qwirkle.service.queries.positions import CheckedPosition, PositionParts, check_position
from qwirkle.web.context import AppContext
from qwirkle.web.devices import address_of
from qwirkle.web.problems import PROBLEMS, WebReason, request_refused
from qwirkle.web.routes.tables import AnyRequest

Text = Annotated[str, msgspec.Meta(max_length=4000)]


class CheckRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, as text or as parts."""

    position: Text | None = None
    """One line, as docs/notation.md specifies it."""
    parts: PositionParts | None = None


class BestRequest(CheckRequest, frozen=True, forbid_unknown_fields=True):
    """A position to find the best turns in."""

    deep: bool = False
    """Whether to look longer."""


@post("/api/analysis/check", summary="Check a position", status_code=200, responses=PROBLEMS)
async def check(request: AnyRequest, data: CheckRequest, context: AppContext) -> CheckedPosition:
    """Return the text of a position and everything that is wrong with it."""
    context.limits.question(address_of(request))
    return check_position(_entered(data))


@post("/api/analysis/best", summary="The best turns", status_code=200, responses=PROBLEMS)
async def best(request: AnyRequest, data: BestRequest, context: AppContext) -> BestTurns:
    """Return the best turns in a position, with points, points lost and reasons."""
    context.limits.question(address_of(request))
    return await context.service.positions.best(_entered(data), deep=data.deep)


HANDLERS = [check, best]


def _entered(data: CheckRequest) -> str | PositionParts:
    match data.position, data.parts:
        case str() as text, None:
            return text
        case None, PositionParts() as parts:
            return parts
    raise request_refused(WebReason.BAD_REQUEST, problem="send either position or parts")
