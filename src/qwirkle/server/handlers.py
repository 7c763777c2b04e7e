"""The routes of the API as Litestar's handlers, and their visitors: cookies, limits, metrics."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response, get, post
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from litestar.response import Stream

from qwirkle.api.routing import Content, Route
from qwirkle.api.visitor import Visitor
from qwirkle.server.context import AppContext
from qwirkle.server.devices import AnyRequest, address_of, caller_of, guest_of
from qwirkle.server.problems import PROBLEMS
from qwirkle.tables.core.commands import Command
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Done

COMPRESSED = DefineMiddleware(CompressionMiddleware, config=CompressionConfig("gzip"))
_DECORATORS: dict[str, Callable[..., Any]] = {"GET": get, "POST": post}
_CONSTRAINTS = ("ge", "le", "min_length", "max_length", "pattern", "description")


class WebVisitor(Visitor):
    """Whoever sends a request to this server."""

    def __init__(self, request: AnyRequest, context: AppContext) -> None:
        super().__init__(context.service, query=request.query_params)
        self.cookies: list[Cookie] = []
        self.address = address_of(request)
        self.lists_tables = context.lists_tables(request.scope)
        self.reads_photos = context.service.photos.offered
        self._request = request
        self._context = context

    async def caller(self) -> Caller:
        """Return the device that the cookies name."""
        return await caller_of(self._request, self.service.accounts)

    async def guest(self) -> Caller:
        """Return the device, with a new cookie if it has none."""
        guest = await guest_of(self._request, self.service.accounts)
        self.cookies = guest.cookies
        return guest.caller

    async def act(
        self, table: str, command: Command, command_id: str, expected_seq: int | None
    ) -> Done:
        """Carry out a command, within the limits, and count it."""
        caller = await self.guest()
        return await self._context.act(
            table, caller, command, command_id, expected_seq, address=self.address
        )

    def count_command(self, table: str, caller: Caller) -> None:
        """Count it for the device, or for the address if it has no secret yet."""
        self._context.limits.command(table, caller.key or self.address)

    def count_question(self) -> None:
        """Count it for the address."""
        self._context.limits.question(self.address)

    def count_opening(self) -> None:
        """Count it for the address; refused while the server is late with the tables it has."""
        self._context.count_opening(self.address)


def visitor_of(request: AnyRequest, context: AppContext) -> WebVisitor:
    """Return the visitor of a request."""
    return WebVisitor(request, context)


def handler_of(route: Route) -> HTTPRouteHandler:
    """Return the handler for a route, which Litestar describes by the function's signature."""

    async def answer(**given: Any) -> Any:
        found = await route.answer(**given)
        cookies = given["visitor"].cookies if "visitor" in given else []
        return _response(found, cookies)

    hints = get_type_hints(route.answer, include_extras=True)
    returns = hints.pop("return")
    parameters = [
        parameter.replace(annotation=_describe(hints[name]), kind=parameter.KEYWORD_ONLY)
        for name, parameter in inspect.signature(route.answer).parameters.items()
    ]
    if returns is Content:
        returns = Response[bytes] if route.sends else Response[str]
    signature = inspect.Signature(parameters, return_annotation=returns)
    answer.__signature__ = signature  # type: ignore[attr-defined]
    answer.__annotations__ = {
        **{parameter.name: parameter.annotation for parameter in parameters},
        "return": returns,
    }
    answer.__name__ = answer.__qualname__ = route.answer.__name__
    answer.__module__, answer.__doc__ = route.answer.__module__, route.answer.__doc__
    sent = (
        {200: ResponseSpec(route.sends, generate_examples=False, description=route.about)}
        if route.sends
        else {}
    )
    handler: HTTPRouteHandler = _DECORATORS[route.method](
        route.path,
        summary=route.summary,
        status_code=route.status,
        media_type=route.media_type,
        middleware=[COMPRESSED] if route.sends else [],
        responses={**PROBLEMS, **sent},
    )(answer)
    return handler


def _response(found: Any, cookies: list[Cookie]) -> Response[Any]:
    if not isinstance(found, Content):
        return Response(found, cookies=cookies)
    name = found.filename
    headers = {"Content-Disposition": f'attachment; filename="{name}"'} if name else {}
    if isinstance(found.body, bytes):
        return Response(found.body, media_type=found.media_type, headers=headers)
    return Stream(found.body, media_type=found.media_type, headers=headers)


def _describe(hint: Any) -> Any:
    """Return a type hint with its constraints as Litestar knows them."""
    if get_origin(hint) is not Annotated:
        return hint
    kind, *metas = get_args(hint)
    given = {
        name: value
        for meta in metas
        if isinstance(meta, msgspec.Meta)
        for name in _CONSTRAINTS
        if (value := getattr(meta, name)) is not None
    }
    return Annotated[kind, Parameter(**given)]
