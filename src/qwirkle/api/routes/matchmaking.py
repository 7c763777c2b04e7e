"""Finding each other: tables with a free seat, and games to watch."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from qwirkle.api.routing import Routes
from qwirkle.api.visitor import Visitor
from qwirkle.tables.matchmaking.tables_list import ListedPage

ROUTES = Routes()
Before = Annotated[
    str | None,
    msgspec.Meta(
        pattern=r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,40}$",
        description="What the last part gave as `before`.",
    ),
]
ListAsked = Annotated[
    Literal["open", "watch"],
    msgspec.Meta(description="Tables with a free seat, or games to watch."),
]


@ROUTES.get("/api/tables", "Tables that everybody may join or watch")
async def list_tables(
    visitor: Visitor, listing: ListAsked = "open", before: Before = None
) -> ListedPage:
    """Return part of a list: only tables whose host wants that, and where somebody is."""
    visitor.count_question()
    after = None
    if before is not None:
        at, _, table = before.partition(".")
        after = int(at), table
    return await visitor.service.lists.page(listing, after)
