"""The application: all handlers around one house, and the page, behind the gate."""

from __future__ import annotations

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from qwirkle import __version__
from qwirkle.service.ports import Store
from qwirkle.service.service import House
from qwirkle.web.context import Front
from qwirkle.web.page import Page
from qwirkle.web.problems import answer_with
from qwirkle.web.routes import accounts, boards, catalogue, lessons, ops, tables
from qwirkle.web.schema import WholeSchema
from qwirkle.web.security import Gate
from qwirkle.web.settings import ServerSettings
from qwirkle.web.socket import table_socket


def make_app(house: House, store: Store, settings: ServerSettings) -> tuple[ASGIApp, Front]:
    """The application, and what stands behind it."""
    front = Front(house, store, settings)
    return Gate(application(front), Page(), settings, front.limits), front


def application(front: Front | None) -> Litestar:
    """All handlers; without a front they can be described and no more."""
    return Litestar(
        route_handlers=[
            table_socket,
            *tables.HANDLERS,
            *accounts.HANDLERS,
            *catalogue.HANDLERS,
            *boards.HANDLERS,
            *lessons.HANDLERS,
            *ops.HANDLERS,
        ],
        dependencies={"front": Provide(lambda: front, sync_to_thread=False)},
        exception_handlers={Exception: answer_with},
        openapi_config=OpenAPIConfig(
            title="qwirkle",
            version=__version__,
            path="/api/schema",
            render_plugins=[WholeSchema(path="/openapi.json")],
            description="Tables of the Qwirkle family: commands go in, views and events come out.",
        ),
        request_max_body_size=None if front is None else front.settings.most_body,
        logging_config=None,
    )
