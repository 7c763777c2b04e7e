"""Requests about small Swiss tournaments."""

from __future__ import annotations

from typing import Annotated

import msgspec

from qwirkle.api.requests import Content, Requests
from qwirkle.tables.core.commands import CommandId
from qwirkle.tables.core.settings import Face
from qwirkle.tables.live.callers import Visitor
from qwirkle.tables.live.invitations import SVG, Invitation, code_of
from qwirkle.tables.live.workers import Workers
from qwirkle.tables.swiss.service import Tournaments, TournamentView
from qwirkle.tables.swiss.tournament import Join, SwissCommand, Terms

REQUESTS = Requests()
TournamentId = Annotated[
    str, msgspec.Meta(max_length=40, description="The id of the tournament, as in its invitation.")
]


class SwissRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new tournament."""

    command_id: CommandId
    """Chosen by the client: a repeated id opens no second tournament."""
    name: str
    """The name of the person who opens it and takes part."""
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


@REQUESTS.post("/api/swiss", "Open a tournament", status=201, counts="opening")
async def open_tournament(
    visitor: Visitor, tournaments: Tournaments, data: SwissRequest
) -> OpenedTournament:
    """Open a Swiss tournament for three to eight people; the caller takes part."""
    guest = await visitor.guest()
    await visitor.check_not_banned()
    host = Join(data.name, data.face)
    return OpenedTournament(await tournaments.open(guest, data.terms, host, data.command_id))


@REQUESTS.get("/api/swiss/{tournament}", "Look at a tournament", counts="place")
async def look(
    visitor: Visitor, tournaments: Tournaments, tournament: TournamentId
) -> TournamentView:
    """Return players, rounds and standings as this device may see them."""
    return await tournaments.look(tournament, await visitor.caller())


@REQUESTS.post("/api/swiss/{tournament}/commands", "Send a command to a tournament")
async def act(
    visitor: Visitor,
    tournaments: Tournaments,
    tournament: TournamentId,
    data: SwissCommandRequest,
) -> TournamentView:
    """Join, leave, begin, or pair the next round; return the tournament after that."""
    guest = await visitor.guest()
    # A new device is counted by its new secret, as with commands at a table.
    await visitor.count("place", tournament)
    if isinstance(data.command, Join):
        await visitor.check_not_banned()
    await tournaments.act(tournament, guest, data.command, data.command_id, visitor.count_openings)
    return await tournaments.look(tournament, guest)


@REQUESTS.get(
    "/api/swiss/{tournament}/invitation", "The invitation to a tournament", counts="place"
)
async def tournament_invitation(
    visitor: Visitor, tournaments: Tournaments, tournament: TournamentId
) -> Invitation:
    """Return the link to the tournament."""
    return Invitation(await _link_to(visitor, tournaments, tournament))


@REQUESTS.get(
    "/api/swiss/{tournament}/invitation.svg",
    "The invitation to a tournament as a QR code",
    counts="place",
    media_type=SVG,
)
async def tournament_code(
    visitor: Visitor, tournaments: Tournaments, workers: Workers, tournament: TournamentId
) -> Content:
    """Return the link as a QR code."""
    return await code_of(await _link_to(visitor, tournaments, tournament), workers)


async def _link_to(visitor: Visitor, tournaments: Tournaments, tournament: str) -> str:
    await tournaments.look(tournament, await visitor.caller())  # only of one that exists
    return f"{visitor.site}/swiss/{tournament}"
