"""Requests to the coach."""

from __future__ import annotations

from typing import Annotated

import msgspec

from qwirkle.api.requests import Requests
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.tables.coach.looks import SecondLook, SecondLooks
from qwirkle.tables.coach.my_game import MyGame, MyGames
from qwirkle.tables.core.commands import TableId
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.settings import Settings
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


@REQUESTS.get("/api/my-game", "How you play", counts="question")
async def my_game(
    visitor: Visitor,
    games: MyGames,
    game: Annotated[str, msgspec.Meta(max_length=40)] = "classic",
) -> MyGame:
    """Return accuracy over time, losses by phase and kind, and costly turns to try again."""
    # An unknown game is refused.
    rules_of(Settings(game))
    return await games.of_caller(await visitor.caller(), game)
