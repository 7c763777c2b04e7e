"""Every request of every feature, and the services that the functions need."""

from __future__ import annotations

from collections.abc import Mapping

from qwirkle.api.requests import Request
from qwirkle.protocol.shapes import AnyChange, AnyGame
from qwirkle.tables.analysis import requests as analysis
from qwirkle.tables.coach import requests as coach
from qwirkle.tables.core.commands import Command
from qwirkle.tables.core.views import Act, TableEvent
from qwirkle.tables.learning import requests as learning
from qwirkle.tables.live import requests as live
from qwirkle.tables.live.messages import ClientMessage, ServerMessage
from qwirkle.tables.live.session import Commands
from qwirkle.tables.lobby import requests as lobby
from qwirkle.tables.matchmaking import requests as matchmaking
from qwirkle.tables.results import requests as results
from qwirkle.tables.reviews import requests as reviews
from qwirkle.tables.reviews.records import RecordReviews
from qwirkle.tables.service import TableService

OF_A_DEVICE: tuple[Request, ...] = (
    *live.REQUESTS,
    *matchmaking.REQUESTS,
    *reviews.REQUESTS,
    *results.REQUESTS,
    *lobby.REQUESTS,
    *analysis.REQUESTS,
    *learning.REQUESTS,
    *coach.REQUESTS,
)
"""The requests that make sense on a device without a server, and need no further library."""
UNIONS: Mapping[str, object] = {
    "Act": Act,
    "ClientMessage": ClientMessage,
    "Command": Command,
    "Game": AnyGame,
    "GameChange": AnyChange,
    "ServerMessage": ServerMessage,
    "TableEvent": TableEvent,
}
"""Unions that have a name of their own in the schema."""


def of_a_server() -> tuple[Request, ...]:
    """Return all requests of a server."""
    # A device has neither the libraries for these nor a use for them.
    from qwirkle.tables import exports  # noqa: PLC0415
    from qwirkle.tables.live import invitations  # noqa: PLC0415
    from qwirkle.tables.notices import requests as notices  # noqa: PLC0415
    from qwirkle.tables.people import requests as people  # noqa: PLC0415
    from qwirkle.tables.photos import requests as photos  # noqa: PLC0415
    from qwirkle.tables.swiss import requests as swiss  # noqa: PLC0415
    from qwirkle.tables.training import requests as training  # noqa: PLC0415

    return (
        *OF_A_DEVICE,
        *invitations.REQUESTS,
        *photos.REQUESTS,
        *people.REQUESTS,
        *exports.REQUESTS,
        *training.REQUESTS,
        *swiss.REQUESTS,
        *notices.REQUESTS,
    )


def services_of(service: TableService, commands: Commands) -> dict[type, object]:
    """Return the services that the functions can request, by class."""
    parts: tuple[object, ...] = (
        service.tables,
        service.queries,
        service.workers,
        service.bots,
        service.positions,
        service.puzzles,
        service.photos,
        service.lists,
        service.tournaments,
        service.quick_games,
        service.company,
        service.statistics,
        service.fitting,
        service.rivalries,
        service.accounts,
        service.exports,
        service.trainings,
        service.practice,
        service.looks,
        service.my_games,
        service.reviews,
        RecordReviews(service.workers),
        service.lucks,
        service.pictures,
        service.notifier,
    )
    return {**{type(part): part for part in parts if part is not None}, Commands: commands}
