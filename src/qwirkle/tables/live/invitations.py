"""Invitations to tables, and links that carry seats to another device."""

from __future__ import annotations

import io
from functools import partial
from typing import Annotated

import msgspec
import segno

from qwirkle.api.requests import Content, Requests
from qwirkle.tables.core.commands import CommandId, TableId
from qwirkle.tables.live.callers import Visitor
from qwirkle.tables.live.tables import Done, Tables
from qwirkle.tables.live.workers import Job, Workers

REQUESTS = Requests()
SVG = "image/svg+xml"


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


@REQUESTS.post("/api/tables/{table}/recovery", "A link to carry seats", counts="place")
async def recovery(visitor: Visitor, tables: Tables, workers: Workers, table: TableId) -> Recovery:
    """Return a link that carries this device's seats to another one; it works like a password."""
    token = await tables.recovery(table, await visitor.caller())
    # Behind a # it is in no log and no header. The QR code is part of the answer, because an
    # address of its own would have to hold the token.
    link = f"{_link_to(visitor, table)}#recover={token}"
    code = await workers.run(Job(call=partial(address_of, link), case="preview"))
    return Recovery(token, link, code)


@REQUESTS.post("/api/tables/{table}/recover", "Carry seats to this device", counts="token")
async def recover(visitor: Visitor, tables: Tables, table: TableId, data: RecoverRequest) -> Done:
    """Take the seats that a token carries."""
    return await tables.recover(table, await visitor.guest(), data.token, data.command_id)


@REQUESTS.get("/api/tables/{table}/invitation", "The invitation")
async def invitation(visitor: Visitor, tables: Tables, table: TableId) -> Invitation:
    """Return the link to the table."""
    await tables.cached_table(table)
    return Invitation(_link_to(visitor, table))


@REQUESTS.get("/api/tables/{table}/invitation.svg", "The invitation as a QR code", media_type=SVG)
async def invitation_code(
    visitor: Visitor, tables: Tables, workers: Workers, table: TableId
) -> Content:
    """Return the link as a QR code."""
    await tables.cached_table(table)
    return await code_of(_link_to(visitor, table), workers)


async def code_of(link: str, workers: Workers) -> Content:
    """Return a link as a QR code."""
    job = Job(call=partial(picture_of, link), case="preview")
    return Content(await workers.run(job), SVG)


def picture_of(link: str) -> bytes:
    """Return a QR code as SVG."""
    picture = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(picture, kind="svg", scale=4, border=4, dark="#000", light="#fff")
    return picture.getvalue()


def address_of(link: str) -> str:
    """Return a QR code as a ``data:`` address."""
    code = segno.make_qr(link, error="m")
    return code.svg_data_uri(scale=4, border=4, dark="#000", light="#fff")


def _link_to(visitor: Visitor, table: str) -> str:
    return f"{visitor.site}/t/{table}"
