"""Reviews of finished tables, and turns to try in them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from qwirkle.analysis.review.report import GameLuck, ReviewedTurn
from qwirkle.api.requests import Content, Requests
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.tables.core.commands import TableId
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.callers import Visitor
from qwirkle.tables.live.previews import Preview
from qwirkle.tables.reviews.lucks import Lucks
from qwirkle.tables.reviews.practice import Practice
from qwirkle.tables.reviews.records import MAX_RECORD, RecordReview, RecordReviews
from qwirkle.tables.reviews.reviews import Reviews, ReviewState

REQUESTS = Requests()
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
    """A request for a review."""

    open_hands: bool = False
    """Whether turns are judged as if all hands had been open."""
    deep: bool = False
    """Whether more turns are tried on more deals, which takes up to a minute."""


class TryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn to try instead of the one that was played."""

    turn: AskedTurn
    open_hands: bool = False


class TriedCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards of the hand to play instead."""

    cards: Annotated[list[str], msgspec.Meta(max_length=108)]


class RecordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to review."""

    record: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_RECORD)]


@REQUESTS.post(
    "/api/reviews",
    "Review a record",
    counts="question",
    sends=RecordReview,
    about="The review.",
)
async def review_record(records: RecordReviews, data: RecordRequest) -> Content:
    """Return the review of a game played elsewhere, as far as its record has the hands."""
    return Content(await records.review(data.record))


@REQUESTS.get(
    "/api/tables/{table}/review",
    "The review of a game",
    counts="place",
    sends=ReviewState,
    about=HOW_FAR,
)
async def look(
    visitor: Visitor,
    reviews: Reviews,
    table: TableId,
    open_hands: OpenHands = False,
    deep: Deep = False,
) -> Content:
    """Return the review of a finished game, or its progress."""
    caller = await visitor.caller()
    return Content(await reviews.look(table, caller, open_hands=open_hands, deep=deep))


@REQUESTS.get(
    "/api/tables/{table}/luck",
    "The luck of a game",
    counts="place",
    sends=GameLuck,
    about="The luck.",
)
async def luck(visitor: Visitor, lucks: Lucks, table: TableId) -> Content:
    """Return everybody's luck in a finished game, which is known long before its review."""
    return Content(await lucks.look(table, await visitor.caller()))


@REQUESTS.post(
    "/api/tables/{table}/review",
    "Ask for the review of a game",
    counts="place",
    sends=ReviewState,
    about=HOW_FAR,
)
async def ask(visitor: Visitor, reviews: Reviews, table: TableId, data: ReviewRequest) -> Content:
    """Start a review of a finished game in the background; return it if it is ready."""
    caller = await visitor.caller()
    return Content(await reviews.ask(table, caller, open_hands=data.open_hands, deep=data.deep))


@REQUESTS.post(
    "/api/tables/{table}/review/{number}/preview", "Preview another turn", counts="place"
)
async def preview(
    visitor: Visitor, practice: Practice, table: TableId, number: TurnNumber, data: TryRequest
) -> Preview:
    """Return the verdict of the rules on another turn in a finished game."""
    return await practice.preview(table, await visitor.caller(), number, data.turn)


@REQUESTS.post("/api/tables/{table}/review/{number}/arrange", "Arrange other cards", counts="place")
async def arrange(
    visitor: Visitor, practice: Practice, table: TableId, number: TurnNumber, data: TriedCards
) -> Arranged:
    """Return the table of the card game after playing other cards in a finished game."""
    return await practice.arrange(table, await visitor.caller(), number, data.cards)


@REQUESTS.post("/api/tables/{table}/review/{number}/try", "Try another turn", counts="place")
async def try_turn(
    visitor: Visitor, practice: Practice, table: TableId, number: TurnNumber, data: TryRequest
) -> ReviewedTurn:
    """Judge another turn in a finished game by the standards of its review."""
    caller = await visitor.caller()
    return await practice.try_turn(table, caller, number, data.turn, open_hands=data.open_hands)
