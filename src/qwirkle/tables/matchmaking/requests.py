"""Matchmaking: tables with a free seat, games to watch, and quick games with strangers."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from qwirkle.api.requests import Requests
from qwirkle.tables.core.commands import CommandId, Nonce
from qwirkle.tables.core.settings import Face
from qwirkle.tables.live.callers import Visitor
from qwirkle.tables.live.tables import Done
from qwirkle.tables.matchmaking.quick_games import QuickGames, QuickWish
from qwirkle.tables.matchmaking.tables_list import ListedPage, TablesList

REQUESTS = Requests()
Before = (
    Annotated[
        str,
        msgspec.Meta(
            pattern=r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,40}$",
            description="What the last part gave as `before`.",
        ),
    ]
    | None
)
ListAsked = Annotated[
    Literal["open", "watch"],
    msgspec.Meta(description="Tables with a free seat, or games to watch."),
]


class QuickRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a game with any opponent."""

    command_id: CommandId
    """Chosen by the client: a repeated id gets the first answer."""
    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    face: Face = ""
    nonce: Nonce = ""
    """What the device adds to the deal."""


@REQUESTS.get("/api/tables", "Tables that everybody may join or watch", counts="question")
async def list_tables(
    lists: TablesList, listing: ListAsked = "open", before: Before = None
) -> ListedPage:
    """Return part of a list: only tables that their host listed and where somebody is present."""
    after = None
    if before is not None:
        at, _, table = before.partition(".")
        after = int(at), table
    return await lists.page(listing, after)


@REQUESTS.post("/api/quick", "A quick rated game", counts="question")
async def quick_game(visitor: Visitor, quick_games: QuickGames, data: QuickRequest) -> Done:
    """Join a table where somebody with an account is waiting, or wait at a new one."""
    account = await visitor.account()
    guest = await visitor.guest()
    wish = QuickWish(guest, account.name, data.game, data.command_id, data.face, data.nonce)
    return await quick_games.play(wish, visitor.count_openings)
