"""The application: all handlers and the page, behind the security middleware."""

from __future__ import annotations

from litestar import Litestar
from litestar.config.cors import CORSConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from qwirkle import __version__
from qwirkle.api.routes import ROUTES
from qwirkle.server.context import AppContext
from qwirkle.server.handlers import handler_of, visitor_of
from qwirkle.server.link_cards import LinkCards
from qwirkle.server.logs import Faults
from qwirkle.server.page import Page
from qwirkle.server.problems import Answering
from qwirkle.server.routes import (
    accounts,
    links,
    mail,
    network,
    notices,
    ops,
    photos,
    quick,
    statistics,
    swiss,
)
from qwirkle.server.schema import NAME, SchemaRenderer, StructSchemas
from qwirkle.server.security import SecurityMiddleware
from qwirkle.server.settings import ServerSettings
from qwirkle.server.socket import table_socket
from qwirkle.tables.service import TableService
from qwirkle.tables.storage.ports import Store


def make_app(
    service: TableService, store: Store, settings: ServerSettings, faults: Faults | None = None
) -> tuple[ASGIApp, AppContext]:
    """Make the application and the context its handlers share."""
    context = AppContext(service, store, settings, faults)
    app, _ = application(context)
    card = LinkCards(context).head_of
    return SecurityMiddleware(
        app, Page(base=settings.base), settings, context.limits, card
    ), context


def application(context: AppContext | None) -> tuple[Litestar, StructSchemas]:
    """Make all handlers, and what describes them; without a context they can only be described."""
    structs = StructSchemas()
    app = Litestar(
        route_handlers=[
            table_socket,
            *map(handler_of, ROUTES),
            *links.HANDLERS,
            *photos.HANDLERS,
            *quick.HANDLERS,
            *accounts.HANDLERS,
            *statistics.HANDLERS,
            *swiss.HANDLERS,
            *notices.HANDLERS,
            *mail.HANDLERS,
            *network.HANDLERS,
            *ops.HANDLERS,
        ],
        dependencies={
            "context": Provide(lambda: context, sync_to_thread=False),
            "visitor": Provide(visitor_of, sync_to_thread=False),
        },
        exception_handlers={
            Exception: Answering(None if context is None else context.faults.report)
        },
        cors_config=_cors(context),
        openapi_config=OpenAPIConfig(
            title="qwirkle",
            version=__version__,
            path="/api/schema",
            render_plugins=[SchemaRenderer(structs, path=f"/{NAME}")],
            description="Tables of the Qwirkle family: commands go in, views and events come out.",
        ),
        request_max_body_size=None if context is None else context.settings.max_body,
        logging_config=None,
        plugins=[structs],
    )
    return app, structs


def _cors(context: AppContext | None) -> CORSConfig | None:
    """Allow pages of other sites to use this server, if the settings say so."""
    if context is None or not context.settings.origins:
        return None
    return CORSConfig(
        allow_origins=[origin.rstrip("/") for origin in context.settings.origins],
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["content-type", "x-qwirkle"],
        allow_credentials=True,
    )
