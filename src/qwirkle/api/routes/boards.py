"""The boards of games, so that the page can draw a choice of options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.routing import Routes
from qwirkle.api.visitor import Visitor
from qwirkle.protocol.shapes.placement import Squares, write_layout
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import Registry
from qwirkle.rules.placement.board import OPEN_TABLE, Layout
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.settings import Settings

ROUTES = Routes()


class BoardInfo(msgspec.Struct, frozen=True):
    """The board that a game is played on with some options."""

    game: str
    board: str
    """Its name, ``open`` for a table without an edge, or its quadrants."""
    squares: Squares | None
    """None if nothing is printed: on an open table, and for cards."""


@ROUTES.get("/api/boards", "The board of a game")
async def board(visitor: Visitor, game: Annotated[str, msgspec.Meta(max_length=40)]) -> BoardInfo:
    """Return the board for these options; an option that is not plain text is given as JSON."""
    given: dict[str, Any] = {
        name: _value(text) for name, text in visitor.query.items() if name != "game"
    }
    try:
        options = msgspec.convert(given, dict[str, OptionValue])
    except msgspec.ValidationError:
        raise request_refused(WebReason.BAD_REQUEST, problem="these are no options") from None
    rules = rules_of(Settings(game, options))
    layout = _LAYOUTS.of(rules)(rules)
    return BoardInfo(rules.id, layout.name, write_layout(layout) if layout.bounded else None)


_LAYOUTS = Registry[Callable[[Any], Layout]](
    placement=lambda rules: rules.layout, cards=lambda _: OPEN_TABLE
)


def _value(text: Any) -> Any:
    """Read an option: JSON where it is JSON, otherwise plain text."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError):
        return text
