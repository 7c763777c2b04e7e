"""The boards of games, so that a page can draw what somebody is about to choose."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import Parameter

from qwirkle.protocol.shapes.placement import write_layout
from qwirkle.rules.cards.edition import Edition as CardsEdition
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.placement.board import OPEN_TABLE
from qwirkle.service.table.editions import rules_of
from qwirkle.service.table.settings import Settings
from qwirkle.web.problems import PROBLEMS, Fault
from qwirkle.web.routes.tables import AnyRequest

Cells = list[tuple[int, int]]


class SquaresSeen(msgspec.Struct, frozen=True):
    """What is printed on a board."""

    width: int
    height: int
    one: Cells = msgspec.field(name="1")
    """Spaces for one more point."""
    two: Cells = msgspec.field(name="2")
    star: Cells
    centre: Cells
    """Squares one of which the first turn must cover, where a game demands that."""
    black: Cells
    """Squares that nobody may place on."""


class BoardSeen(msgspec.Struct, frozen=True):
    """The board that a game with some options is played on."""

    game: str
    board: str
    """Its name, ``open`` for a table without an edge, or its quadrants."""
    squares: SquaresSeen | None
    """None where nothing is printed: on an open table, and for cards."""


@get("/api/boards", summary="The board of a game", responses=PROBLEMS)
async def board(request: AnyRequest, game: Annotated[str, Parameter(max_length=40)]) -> BoardSeen:
    """The board that these options make; an option that is no plain text is given as JSON."""
    given: dict[str, Any] = {
        name: _value(text) for name, text in request.query_params.items() if name != "game"
    }
    try:
        options = msgspec.convert(given, dict[str, OptionValue])
    except msgspec.ValidationError:
        raise Fault(HTTPStatus.BAD_REQUEST, "bad-request", "These are no options.") from None
    rules = rules_of(Settings(game, options))
    layout = OPEN_TABLE if isinstance(rules, CardsEdition) else rules.layout
    squares = None
    if layout.bounded:
        squares = msgspec.convert(write_layout(layout), SquaresSeen)
    return BoardSeen(rules.id, layout.name, squares)


HANDLERS = [board]


def _value(text: Any) -> Any:
    """A word is a word; whatever reads as JSON is that."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError):
        return text
