"""Quick games with strangers: rated, so both need accounts."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, post

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.routes.tables import CommandId
from qwirkle.server.context import AppContext
from qwirkle.server.devices import AnyRequest, address_of, guest_of, session_of
from qwirkle.server.problems import PROBLEMS
from qwirkle.tables.core.settings import Face
from qwirkle.tables.live.tables import Done
from qwirkle.tables.matchmaking.quick_games import QuickWish


class QuickRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game with whoever comes."""

    command_id: CommandId
    """Chosen by the client: a repeated id gets the first answer."""
    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    face: Face = ""


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

    guest = await guest_of(request, accounts)
    wish = QuickWish(guest.caller, account.name, data.game, data.command_id, data.face)
    done = await context.service.quick_games.play(wish, lambda: context.count_opening(address))
    return Response(done, cookies=guest.cookies)


HANDLERS = [quick_game]
