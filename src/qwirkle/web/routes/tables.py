"""Tables: open one, look at it, send commands, ask questions. Thin: the service decides."""

from __future__ import annotations

import io
from typing import Annotated, Any

import msgspec
import segno
from litestar import Request, Response, get, post
from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from litestar.response import Stream

from qwirkle.service.queries.arrangements import Arranged
from qwirkle.service.queries.hints import Hint
from qwirkle.service.queries.previews import Preview
from qwirkle.service.queries.timeline import Timeline
from qwirkle.service.table.commands import Command, OpenTable
from qwirkle.service.table.views import TableView
from qwirkle.service.tables import Done
from qwirkle.web.context import AppContext
from qwirkle.web.devices import address_of, caller_of, guest_of
from qwirkle.web.problems import PROBLEMS

COMPRESSED = DefineMiddleware(CompressionMiddleware, config=CompressionConfig("gzip"))
AnyRequest = Request[Any, Any, Any]
TableId = Annotated[
    str, Parameter(max_length=40, description="The id of the table, as in its invitation.")
]
Since = Annotated[
    int, Parameter(ge=0, le=1_000_000_000, description="The last event the client knows.")
]
SeatAsked = Annotated[int | None, Parameter(ge=0, le=3, description="One of your seats.")]
CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Sequence = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]


class OpenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table."""

    command_id: CommandId
    """Chosen by the client: a repeated id opens no second table."""
    table: OpenTable


class CommandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a table."""

    command_id: CommandId
    """Chosen by the client: a repeated id has no effect and gets the first answer."""
    command: Command
    expected_seq: Sequence | None = None
    """The last event the client knows; the command is refused if there are later ones."""


class PreviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft of a turn."""

    turn: dict[str, Any]
    seat: Seat | None = None


class ArrangeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards of the hand to play."""

    cards: Annotated[list[str], msgspec.Meta(max_length=108)]
    seat: Seat | None = None


class HintRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a good turn."""

    seat: Seat | None = None


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
    """The link to a table."""

    link: str


class Missed(msgspec.Struct, frozen=True):
    """An event, or the whole table, as the socket would send it."""

    kind: str
    seq: int
    body: msgspec.Raw


@post("/api/tables", summary="Open a table", responses=PROBLEMS)
async def open_table(request: AnyRequest, data: OpenRequest, context: AppContext) -> Response[Done]:
    """Open a table of any game; the caller becomes its host and may take several seats."""
    context.check_room()
    address = address_of(request)
    context.limits.opening(address)
    guest = await guest_of(request, context.service.accounts)
    done = await context.service.tables.open(guest.caller, data.table, data.command_id)
    context.service.bots.opened_by(done.table, address)
    return Response(done, cookies=guest.cookies)


@get("/api/tables/{table:str}", summary="Look at a table", responses=PROBLEMS)
async def look(request: AnyRequest, table: TableId, context: AppContext) -> TableView:
    """Return the table as this device sees it."""
    caller = await caller_of(request, context.service.accounts)
    return await context.service.tables.look(table, caller)


@get("/api/tables/{table:str}/events", summary="Events since an event", responses=PROBLEMS)
async def events(
    request: AnyRequest, table: TableId, context: AppContext, since: Since
) -> Response[Any]:
    """Return later events as this device may see them; the whole table if there are too many."""
    caller = await caller_of(request, context.service.accounts)
    await context.service.tables.current(table)
    missed = await context.service.tables.messages_since(table, caller, since)
    return Response([Missed(news.kind, news.seq, msgspec.Raw(news.body)) for news in missed])


@get(
    "/api/tables/{table:str}/story",
    summary="Everything that happened",
    media_type="application/json",
    middleware=[COMPRESSED],
    responses={
        **PROBLEMS,
        200: ResponseSpec(Timeline, generate_examples=False, description="All."),
    },
)
async def story(request: AnyRequest, table: TableId, context: AppContext) -> Stream:
    """Return every event as this device may see it; once the table has ended, all hands too."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    return Stream(await context.service.queries.story(table, caller), media_type="application/json")


@post(
    "/api/tables/{table:str}/commands",
    summary="Send a command",
    status_code=200,
    responses=PROBLEMS,
)
async def act(
    request: AnyRequest, table: TableId, data: CommandRequest, context: AppContext
) -> Response[Done]:
    """Sit down, start, play, resign, vote, react, ask for a rematch: all that changes a table."""
    guest = await guest_of(request, context.service.accounts)
    done = await context.act(table, guest.caller, data.command, data.command_id, data.expected_seq)
    return Response(done, cookies=guest.cookies)


@post(
    "/api/tables/{table:str}/preview",
    summary="Preview a turn",
    status_code=200,
    responses=PROBLEMS,
)
async def preview(
    request: AnyRequest, table: TableId, data: PreviewRequest, context: AppContext
) -> Preview:
    """Return what the rules say about a draft. Changes nothing."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    return await context.service.queries.preview(table, caller, data.turn, data.seat)


@post(
    "/api/tables/{table:str}/arrange",
    summary="Arrange cards",
    status_code=200,
    responses=PROBLEMS,
)
async def arrange(
    request: AnyRequest, table: TableId, data: ArrangeRequest, context: AppContext
) -> Arranged:
    """Return the table of the card game after playing these cards. Changes nothing."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    return await context.service.queries.arrange(table, caller, data.cards, data.seat)


@post("/api/tables/{table:str}/hint", summary="A good turn", status_code=200, responses=PROBLEMS)
async def hint(request: AnyRequest, table: TableId, data: HintRequest, context: AppContext) -> Hint:
    """Return a good turn for the seat whose turn it is, and why. Changes nothing."""
    caller = await caller_of(request, context.service.accounts)
    context.limits.command(table, caller.key or address_of(request))
    return await context.service.queries.hint(table, caller, data.seat)


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


@get(
    "/api/tables/{table:str}/record",
    summary="Download the record",
    media_type="text/plain",
    responses=PROBLEMS,
)
async def record(
    request: AnyRequest, table: TableId, context: AppContext, seat: SeatAsked = None
) -> Response[str]:
    """Return the record: with the seed once the game is over, until then what the seat saw."""
    caller = await caller_of(request, context.service.accounts)
    text = await context.service.queries.record(table, caller, seat)
    headers = {"Content-Disposition": 'attachment; filename="game.qwr"'}
    return Response(text, media_type="text/plain", headers=headers)


@get("/api/tables/{table:str}/invitation", summary="The invitation", responses=PROBLEMS)
async def invitation(request: AnyRequest, table: TableId, context: AppContext) -> Invitation:
    """Return the link to the table."""
    await context.service.tables.cached(table)
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
    await context.service.tables.cached(table)
    picture = io.BytesIO()
    code = segno.make_qr(context.link_to(request, table), error="m")
    code.save(picture, kind="svg", scale=4, border=4, dark="#000", light="#fff")
    return Response(picture.getvalue(), media_type="image/svg+xml")


HANDLERS = [
    open_table,
    look,
    events,
    story,
    act,
    preview,
    arrange,
    hint,
    recovery,
    recover,
    record,
    invitation,
    invitation_code,
]
