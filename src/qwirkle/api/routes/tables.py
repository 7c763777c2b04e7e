"""Tables: open one, look at it, send commands, ask questions. The service decides."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from qwirkle.api.routing import Content, Routes
from qwirkle.api.visitor import Visitor
from qwirkle.tables.core.commands import Command, ContinueGame, OpenTable
from qwirkle.tables.core.views import TableView
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.hints import Hint
from qwirkle.tables.live.previews import Preview
from qwirkle.tables.live.tables import Done
from qwirkle.tables.live.timeline import Timeline

ROUTES = Routes()
TEXT = "text/plain"
TableId = Annotated[
    str, msgspec.Meta(max_length=40, description="The id of the table, as in its invitation.")
]
Since = Annotated[
    int, msgspec.Meta(ge=0, le=1_000_000_000, description="The last event the client knows.")
]
SeatAsked = Annotated[int | None, msgspec.Meta(ge=0, le=3, description="One of your seats.")]
CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Sequence = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]


class OpenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table."""

    command_id: CommandId
    """Chosen by the client: a repeated id opens no second table."""
    table: OpenTable


class ContinueRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved game to continue."""

    command_id: CommandId
    """Chosen by the client: a repeated id opens no second table."""
    saved: ContinueGame


class SaveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to continue a game elsewhere."""

    command_id: CommandId


class SavedGame(msgspec.Struct, frozen=True):
    """A game that goes on, with everything that is needed to continue it elsewhere."""

    record: str
    """The text of a ``.qwr`` file, with the seed."""


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


class Missed(msgspec.Struct, frozen=True):
    """An event, or the whole table, as the socket would send it."""

    kind: str
    seq: int
    body: msgspec.Raw


@ROUTES.post("/api/tables", "Open a table", status=201)
async def open_table(visitor: Visitor, data: OpenRequest) -> Done:
    """Open a table of any game; the caller becomes its host and may take several seats."""
    visitor.count_opening()
    caller = await visitor.guest()
    done = await visitor.service.tables.open(caller, data.table, data.command_id)
    visitor.service.bots.opened_by(done.table, visitor.address)
    return done


@ROUTES.post("/api/tables/saved", "Continue a saved game", status=201)
async def continue_game(visitor: Visitor, data: ContinueRequest) -> Done:
    """Open a table that continues a saved game. Every line of it is checked by the rules."""
    visitor.count_opening()
    caller = await visitor.guest()
    done = await visitor.service.tables.continue_game(caller, data.saved, data.command_id)
    visitor.service.bots.opened_by(done.table, visitor.address)
    return done


@ROUTES.post("/api/tables/{table:str}/save", "Save a game")
async def save(visitor: Visitor, table: TableId, data: SaveRequest) -> SavedGame:
    """Return a running game with its seed, if all its people play on this device.

    From then on the deal counts as known: the table is not rated.
    """
    caller = await visitor.asks(table)
    return SavedGame(await visitor.service.queries.saved_game(table, caller, data.command_id))


@ROUTES.get("/api/tables/{table:str}", "Look at a table")
async def look(visitor: Visitor, table: TableId) -> TableView:
    """Return the table as this device sees it."""
    caller = await visitor.caller()
    return await visitor.service.tables.look(table, caller)


@ROUTES.get("/api/tables/{table:str}/events", "Events since an event")
async def events(visitor: Visitor, table: TableId, since: Since) -> Any:
    """Return later events as this device may see them; the whole table if there are too many."""
    caller = await visitor.caller()
    await visitor.service.tables.current(table)
    missed = await visitor.service.tables.messages_since(table, caller, since)
    return [Missed(news.kind, news.seq, msgspec.Raw(news.body)) for news in missed]


@ROUTES.get(
    "/api/tables/{table:str}/story", "Everything that happened", sends=Timeline, about="All."
)
async def story(visitor: Visitor, table: TableId) -> Content:
    """Return every event as this device may see it; once the table has ended, all hands too."""
    caller = await visitor.asks(table)
    return Content(await visitor.service.queries.story(table, caller))


@ROUTES.post("/api/tables/{table:str}/commands", "Send a command")
async def act(visitor: Visitor, table: TableId, data: CommandRequest) -> Done:
    """Sit down, start, play, resign, vote, react, ask for a rematch: all that changes a table."""
    return await visitor.act(table, data.command, data.command_id, data.expected_seq)


@ROUTES.post("/api/tables/{table:str}/preview", "Preview a turn")
async def preview(visitor: Visitor, table: TableId, data: PreviewRequest) -> Preview:
    """Return what the rules say about a draft. Changes nothing."""
    caller = await visitor.asks(table)
    return await visitor.service.queries.preview(table, caller, data.turn, data.seat)


@ROUTES.post("/api/tables/{table:str}/arrange", "Arrange cards")
async def arrange(visitor: Visitor, table: TableId, data: ArrangeRequest) -> Arranged:
    """Return the table of the card game after playing these cards. Changes nothing."""
    caller = await visitor.asks(table)
    return await visitor.service.queries.arrange(table, caller, data.cards, data.seat)


@ROUTES.post("/api/tables/{table:str}/hint", "A good turn")
async def hint(visitor: Visitor, table: TableId, data: HintRequest) -> Hint:
    """Return a good turn for the seat whose turn it is, and why. Changes nothing."""
    caller = await visitor.asks(table)
    return await visitor.service.queries.hint(table, caller, data.seat)


@ROUTES.get("/api/tables/{table:str}/record", "Download the record", media_type=TEXT)
async def record(visitor: Visitor, table: TableId, seat: SeatAsked = None) -> Content:
    """Return the record: with the seed once the game is over, until then what the seat saw."""
    caller = await visitor.caller()
    text = await visitor.service.queries.record(table, caller, seat)
    return Content(text.encode(), TEXT, "game.qwr")
