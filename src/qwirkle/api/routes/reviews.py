"""Reviews of finished tables, and turns to try in them. The service decides."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from qwirkle.analysis.review.report import ReviewedTurn
from qwirkle.api.routes.tables import TableId
from qwirkle.api.routing import Content, Routes
from qwirkle.api.visitor import Visitor
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.previews import Preview
from qwirkle.tables.reviews.reviews import ReviewState

ROUTES = Routes()
HOW_FAR = "How far it is."
TurnNumber = Annotated[
    int, msgspec.Meta(ge=1, le=10_000, description="The place of a turn in the review, from 1.")
]
OpenHands = Annotated[
    bool, msgspec.Meta(description="Whether turns are judged as if all hands had been open.")
]

Deep = Annotated[
    bool, msgspec.Meta(description="Whether it is the review that tries more turns on more deals.")
]


class ReviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A review to make."""

    open_hands: bool = False
    """Whether turns are judged as if all hands had been open."""
    deep: bool = False
    """Whether more turns are tried on more deals, which takes up to a minute."""


class TryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another turn than the one that was played."""

    turn: dict[str, Any]
    open_hands: bool = False


class TriedCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards of the hand to play instead."""

    cards: Annotated[list[str], msgspec.Meta(max_length=108)]


@ROUTES.get(
    "/api/tables/{table:str}/review", "The review of a game", sends=ReviewState, about=HOW_FAR
)
async def look(
    visitor: Visitor,
    table: TableId,
    open_hands: OpenHands = False,
    deep: Deep = False,
) -> Content:
    """Return the review of a finished game, or how far it is."""
    caller = await visitor.asks(table)
    reviews = visitor.service.reviews
    found = await reviews.look(table, caller, open_hands=open_hands, deep=deep)
    return Content(found)


@ROUTES.post(
    "/api/tables/{table:str}/review",
    "Ask for the review of a game",
    sends=ReviewState,
    about=HOW_FAR,
)
async def ask(visitor: Visitor, table: TableId, data: ReviewRequest) -> Content:
    """Have a finished game reviewed in the background; a review that is there is returned."""
    caller = await visitor.asks(table)
    reviews = visitor.service.reviews
    found = await reviews.ask(table, caller, open_hands=data.open_hands, deep=data.deep)
    return Content(found)


@ROUTES.post("/api/tables/{table:str}/review/{number:int}/preview", "Preview another turn")
async def preview(
    visitor: Visitor, table: TableId, number: TurnNumber, data: TryRequest
) -> Preview:
    """Return what the rules say about another turn in a finished game."""
    caller = await visitor.asks(table)
    return await visitor.service.practice.preview(table, caller, number, data.turn)


@ROUTES.post("/api/tables/{table:str}/review/{number:int}/arrange", "Arrange other cards")
async def arrange(
    visitor: Visitor, table: TableId, number: TurnNumber, data: TriedCards
) -> Arranged:
    """Return the table of the card game after playing other cards in a finished game."""
    caller = await visitor.asks(table)
    return await visitor.service.practice.arrange(table, caller, number, data.cards)


@ROUTES.post("/api/tables/{table:str}/review/{number:int}/try", "Try another turn")
async def try_turn(
    visitor: Visitor, table: TableId, number: TurnNumber, data: TryRequest
) -> ReviewedTurn:
    """Judge another turn in a finished game as the review judges the one that was played."""
    caller = await visitor.asks(table)
    return await visitor.service.practice.try_turn(
        table, caller, number, data.turn, open_hands=data.open_hands
    )
