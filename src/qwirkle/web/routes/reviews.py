"""Reviews of finished tables, and turns to try in them. Thin: the service decides."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from qwirkle.analysis.report import ReviewedTurn
from qwirkle.service.queries.arrangements import Arranged
from qwirkle.service.queries.previews import Preview
from qwirkle.service.review.reviews import ReviewState
from qwirkle.web.context import AppContext
from qwirkle.web.devices import address_of, caller_of
from qwirkle.web.problems import PROBLEMS
from qwirkle.web.routes.tables import COMPRESSED, AnyRequest, TableId

JSON = "application/json"
STATE = ResponseSpec(ReviewState, generate_examples=False, description="How far it is.")
TurnNumber = Annotated[
    int, Parameter(ge=1, le=10_000, description="The place of a turn in the review, from 1.")
]
OpenHands = Annotated[
    bool, Parameter(description="Whether turns are judged as if all hands had been open.")
]

Deep = Annotated[
    bool, Parameter(description="Whether it is the review that tries more turns on more deals.")
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


@get(
    "/api/tables/{table:str}/review",
    summary="The review of a game",
    media_type=JSON,
    middleware=[COMPRESSED],
    responses={**PROBLEMS, 200: STATE},
)
async def look(
    request: AnyRequest,
    table: TableId,
    context: AppContext,
    open_hands: OpenHands = False,
    deep: Deep = False,
) -> Response[bytes]:
    """Return the review of a finished game, or how far it is."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    reviews = context.service.reviews
    found = await reviews.look(table, caller, open_hands=open_hands, deep=deep)
    return Response(found, media_type=JSON)


@post(
    "/api/tables/{table:str}/review",
    summary="Ask for the review of a game",
    status_code=200,
    media_type=JSON,
    middleware=[COMPRESSED],
    responses={**PROBLEMS, 200: STATE},
)
async def ask(
    request: AnyRequest, table: TableId, data: ReviewRequest, context: AppContext
) -> Response[bytes]:
    """Have a finished game reviewed in the background; a review that is there is returned."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    reviews = context.service.reviews
    found = await reviews.ask(table, caller, open_hands=data.open_hands, deep=data.deep)
    return Response(found, media_type=JSON)


@post(
    "/api/tables/{table:str}/review/{number:int}/preview",
    summary="Preview another turn",
    status_code=200,
    responses=PROBLEMS,
)
async def preview(
    request: AnyRequest, table: TableId, number: TurnNumber, data: TryRequest, context: AppContext
) -> Preview:
    """Return what the rules say about another turn in a finished game."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    return await context.service.practice.preview(table, caller, number, data.turn)


@post(
    "/api/tables/{table:str}/review/{number:int}/arrange",
    summary="Arrange other cards",
    status_code=200,
    responses=PROBLEMS,
)
async def arrange(
    request: AnyRequest, table: TableId, number: TurnNumber, data: TriedCards, context: AppContext
) -> Arranged:
    """Return the table of the card game after playing other cards in a finished game."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    return await context.service.practice.arrange(table, caller, number, data.cards)


@post(
    "/api/tables/{table:str}/review/{number:int}/try",
    summary="Try another turn",
    status_code=200,
    responses=PROBLEMS,
)
async def try_turn(
    request: AnyRequest, table: TableId, number: TurnNumber, data: TryRequest, context: AppContext
) -> ReviewedTurn:
    """Judge another turn in a finished game as the review judges the one that was played."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    return await context.service.practice.try_turn(
        table, caller, number, data.turn, open_hands=data.open_hands
    )


HANDLERS = [look, ask, preview, arrange, try_turn]
