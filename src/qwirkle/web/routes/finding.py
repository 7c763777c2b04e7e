"""Finding each other: tables with a free seat, games to watch, quick games with strangers."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter

from qwirkle.service.finding.quick_games import QuickWish
from qwirkle.service.finding.tables_list import ListedPage
from qwirkle.service.table.settings import Face
from qwirkle.service.tables import Done
from qwirkle.web.context import AppContext
from qwirkle.web.devices import address_of, guest_of, session_of
from qwirkle.web.problems import PROBLEMS, WebReason, request_refused
from qwirkle.web.routes.tables import AnyRequest, CommandId

Before = Annotated[
    str | None,
    Parameter(
        pattern=r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,40}$",
        description="What the last part gave as `before`.",
    ),
]
ListAsked = Annotated[
    Literal["open", "watch"],
    Parameter(description="Tables with a free seat, or games to watch."),
]


class QuickRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game with whoever comes."""

    command_id: CommandId
    """Chosen by the client: a repeated id gets the first answer."""
    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    face: Face = ""


@get("/api/tables", summary="Tables that everybody may join or watch", responses=PROBLEMS)
async def list_tables(
    request: AnyRequest, context: AppContext, listing: ListAsked = "open", before: Before = None
) -> ListedPage:
    """Return part of a list: only tables whose host wants that, and where somebody is."""
    context.limits.question(address_of(request))
    after = None
    if before is not None:
        at, _, table = before.partition(".")
        after = int(at), table
    return await context.service.lists.page(listing, after)


@post("/api/quick", summary="A quick rated game", status_code=200, responses=PROBLEMS)
async def quick_game(
    request: AnyRequest, data: QuickRequest, context: AppContext
) -> Response[Done]:
    """Sit down where somebody with an account waits, or wait at a new table."""
    address = address_of(request)
    context.limits.question(address)
    accounts = context.service.accounts
    token = session_of(request)
    if accounts is None:
        raise request_refused(WebReason.NO_ACCOUNTS)
    account = await accounts.who(token) if token else None
    if account is None:
        raise request_refused(WebReason.NOT_SIGNED_IN)

    def may_open() -> None:
        context.check_room()
        context.limits.opening(address)

    guest = await guest_of(request, accounts)
    wish = QuickWish(guest.caller, account.name, data.game, data.command_id, data.face)
    done = await context.service.quick_games.play(wish, may_open)
    return Response(done, cookies=guest.cookies)


HANDLERS = [list_tables, quick_game]
