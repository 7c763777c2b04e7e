"""Invitations to tables and tournaments, and links that carry seats to another device."""

from __future__ import annotations

import io
from typing import Annotated

import msgspec
import segno
from litestar import Response, get, post
from litestar.params import Parameter

from qwirkle.api.routes.tables import CommandId
from qwirkle.server.context import AppContext
from qwirkle.server.devices import AnyRequest, address_of, caller_of, guest_of
from qwirkle.server.problems import PROBLEMS
from qwirkle.server.routes.swiss import TournamentId, desk
from qwirkle.tables.live.tables import Done

TableId = Annotated[
    str, Parameter(max_length=40, description="The id of the table, as in its invitation.")
]


class RecoverRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token that carries seats to this device."""

    command_id: CommandId
    token: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Recovery(msgspec.Struct, frozen=True):
    """A token and a link that carry seats to another device."""

    token: str
    link: str
    code: str
    """The link as a QR code: a ``data:`` address of an SVG picture."""


class Invitation(msgspec.Struct, frozen=True):
    """The link to a table or a tournament."""

    link: str


@post(
    "/api/tables/{table:str}/recovery",
    summary="A link to carry seats",
    status_code=200,
    responses=PROBLEMS,
)
async def recovery(request: AnyRequest, table: TableId, context: AppContext) -> Recovery:
    """Return a link that carries this device's seats to another one; it works like a password."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    token = await context.service.tables.recovery(table, caller)
    # Behind a # it is in no log and no header; the code comes along, as an address of its own
    # would have to hold the token.
    link = f"{context.link_to(request, table)}#recover={token}"
    code = segno.make_qr(link, error="m").svg_data_uri(scale=4, border=4, dark="#000", light="#fff")
    return Recovery(token, link, code)


@post(
    "/api/tables/{table:str}/recover",
    summary="Carry seats to this device",
    status_code=200,
    responses=PROBLEMS,
)
async def recover(
    request: AnyRequest, table: TableId, data: RecoverRequest, context: AppContext
) -> Response[Done]:
    """Take the seats that a token carries."""
    context.limits.command(table, address_of(request))
    guest = await guest_of(request, context.service.accounts)
    done = await context.service.tables.recover(table, guest.caller, data.token, data.command_id)
    return Response(done, cookies=guest.cookies)


@get("/api/tables/{table:str}/invitation", summary="The invitation", responses=PROBLEMS)
async def invitation(request: AnyRequest, table: TableId, context: AppContext) -> Invitation:
    """Return the link to the table."""
    await context.service.tables.cached_table(table)
    return Invitation(context.link_to(request, table))


@get(
    "/api/tables/{table:str}/invitation.svg",
    summary="The invitation as a QR code",
    media_type="image/svg+xml",
    responses=PROBLEMS,
)
async def invitation_code(
    request: AnyRequest, table: TableId, context: AppContext
) -> Response[bytes]:
    """Return the link as a QR code."""
    await context.service.tables.cached_table(table)
    return _picture_of(context.link_to(request, table))


@get(
    "/api/swiss/{tournament:str}/invitation",
    summary="The invitation to a tournament",
    responses=PROBLEMS,
)
async def tournament_invitation(
    request: AnyRequest, tournament: TournamentId, context: AppContext
) -> Invitation:
    """Return the link to the tournament."""
    return Invitation(await _link_to_tournament(request, tournament, context))


@get(
    "/api/swiss/{tournament:str}/invitation.svg",
    summary="The invitation to a tournament as a QR code",
    media_type="image/svg+xml",
    responses=PROBLEMS,
)
async def tournament_code(
    request: AnyRequest, tournament: TournamentId, context: AppContext
) -> Response[bytes]:
    """Return the link as a QR code."""
    return _picture_of(await _link_to_tournament(request, tournament, context))


async def _link_to_tournament(request: AnyRequest, tournament: str, context: AppContext) -> str:
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(tournament, caller.key or address_of(request))
    await desk(context).look(tournament, caller)  # only of a tournament that exists
    return f"{context.address(request.scope)}/swiss/{tournament}"


def _picture_of(link: str) -> Response[bytes]:
    picture = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(picture, kind="svg", scale=4, border=4, dark="#000", light="#fff")
    return Response(picture.getvalue(), media_type="image/svg+xml")


HANDLERS = [recovery, recover, invitation, invitation_code, tournament_invitation, tournament_code]
