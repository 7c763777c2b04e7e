"""Small Swiss tournaments. Thin: the service decides."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.routes.tables import CommandId
from qwirkle.server.context import AppContext
from qwirkle.server.devices import AnyRequest, address_of, caller_of, guest_of
from qwirkle.server.problems import PROBLEMS
from qwirkle.tables.core.settings import Face
from qwirkle.tables.swiss.service import Tournaments, TournamentView
from qwirkle.tables.swiss.tournament import Join, SwissCommand, Terms

TournamentId = Annotated[
    str, Parameter(max_length=40, description="The id of the tournament, as in its invitation.")
]


class SwissRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new tournament."""

    command_id: CommandId
    """Chosen by the client: a repeated id opens no second tournament."""
    name: str
    """Of the person who opens it, and takes part."""
    face: Face = ""
    terms: Terms = Terms()


class SwissCommandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a tournament."""

    command_id: CommandId
    """Chosen by the client: a repeated id has no effect."""
    command: SwissCommand


class OpenedTournament(msgspec.Struct, frozen=True):
    """The id of a tournament."""

    tournament: str


@post("/api/swiss", summary="Open a tournament", responses=PROBLEMS)
async def open_tournament(
    request: AnyRequest, data: SwissRequest, context: AppContext
) -> Response[OpenedTournament]:
    """Open a Swiss tournament for three to eight people; the caller takes part."""
    context.count_opening(address_of(request))
    guest = await guest_of(request, context.service.accounts)
    await context.check_not_banned(guest.caller)
    tournament = await desk(context).open(
        guest.caller, data.terms, Join(data.name, data.face), data.command_id
    )
    return Response(OpenedTournament(tournament), cookies=guest.cookies)


@get("/api/swiss/{tournament:str}", summary="Look at a tournament", responses=PROBLEMS)
async def look(
    request: AnyRequest, tournament: TournamentId, context: AppContext
) -> TournamentView:
    """Return players, rounds and standings as this device sees them."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(tournament, caller.key or address_of(request))
    return await desk(context).look(tournament, caller)


@post(
    "/api/swiss/{tournament:str}/commands",
    summary="Send a command to a tournament",
    status_code=200,
    responses=PROBLEMS,
)
async def act(
    request: AnyRequest, tournament: TournamentId, data: SwissCommandRequest, context: AppContext
) -> Response[TournamentView]:
    """Join, leave, begin, or pair the next round; the answer is the tournament after that."""
    guest = await guest_of(request, context.service.accounts)
    address = address_of(request)
    context.limits.command(tournament, guest.caller.key or address)
    if isinstance(data.command, Join):
        await context.check_not_banned(guest.caller)
    tournaments = desk(context)
    await tournaments.act(
        tournament,
        guest.caller,
        data.command,
        data.command_id,
        lambda count: context.count_opening(address, count),
    )
    return Response(await tournaments.look(tournament, guest.caller), cookies=guest.cookies)


HANDLERS = [open_tournament, look, act]


def desk(context: AppContext) -> Tournaments:
    """Return what keeps the tournaments; refuse where there are none."""
    if context.service.tournaments is None:
        raise request_refused(WebReason.NOT_FOUND)
    return context.service.tournaments
