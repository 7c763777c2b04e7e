"""Requests to the coach."""

from __future__ import annotations

from typing import Annotated

import msgspec

from qwirkle.api.requests import Requests
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.tables.coach.looks import SecondLook, SecondLooks
from qwirkle.tables.core.commands import TableId
from qwirkle.tables.live.callers import Visitor

REQUESTS = Requests()
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]


class LookRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that somebody wants to play in a teaching game."""

    turn: AskedTurn
    seat: Seat | None = None


@REQUESTS.post(
    "/api/tables/{table}/look-again", "Look at a turn before it is played", counts="place"
)
async def look_again(
    visitor: Visitor, looks: SecondLooks, table: TableId, data: LookRequest
) -> SecondLook:
    """Say whether a teaching game has something better than a turn. Changes nothing."""
    return await looks.look(table, await visitor.caller(), data.turn, data.seat)
