"""Requests about tables: open one, look at it, send commands, ask questions."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from qwirkle.api.requests import TEXT, Content, Requests
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.tables.core.commands import Command, CommandId, ContinueGame, OpenTable, TableId
from qwirkle.tables.core.views import TableView
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.bots import BotRunner
from qwirkle.tables.live.callers import Visitor
from qwirkle.tables.live.hints import Hint
from qwirkle.tables.live.previews import Preview
from qwirkle.tables.live.queries import TableQueries
from qwirkle.tables.live.session import Commands
from qwirkle.tables.live.tables import Done, Tables
from qwirkle.tables.live.timeline import Timeline

REQUESTS = Requests()
Since = Annotated[
    int, msgspec.Meta(ge=0, le=1_000_000_000, description="The last event the client knows.")
]
SeatAsked = Annotated[int, msgspec.Meta(ge=0, le=3, description="One of your seats.")] | None
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


class Opened(Done, frozen=True):
    """A table was opened, now or before."""

    view: TableView
    """The table as the device that opened it may see it: it need not ask, nor wait for a socket."""


class SaveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a running game, to continue it elsewhere."""

    command_id: CommandId


class SavedGame(msgspec.Struct, frozen=True):
    """A running game, with everything that is needed to continue it elsewhere."""

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

    turn: AskedTurn
    seat: Seat | None = None


class ArrangeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards of the hand to play."""

    cards: Annotated[list[str], msgspec.Meta(max_length=108)]
    seat: Seat | None = None


class HintRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a good turn."""

    seat: Seat | None = None


class Missed(msgspec.Struct, frozen=True):
    """An event, or the whole table, in the form in which the socket would send it."""

    kind: str
    seq: int
    body: msgspec.Raw


@REQUESTS.post("/api/tables", "Open a table", status=201, counts="opening")
async def open_table(
    visitor: Visitor, tables: Tables, bots: BotRunner, data: OpenRequest
) -> Opened:
    """Open a table of any game; the caller becomes its host and may take several seats."""
    done = await tables.open(await visitor.guest(), data.table, data.command_id)
    return await _opened(visitor, tables, bots, done)


@REQUESTS.post("/api/tables/saved", "Continue a saved game", status=201, counts="opening")
async def continue_game(
    visitor: Visitor, tables: Tables, bots: BotRunner, data: ContinueRequest
) -> Opened:
    """Open a table that continues a saved game. The rules check every line of it."""
    done = await tables.continue_game(await visitor.guest(), data.saved, data.command_id)
    return await _opened(visitor, tables, bots, done)


@REQUESTS.post("/api/tables/{table}/save", "Save a game", counts="place")
async def save(
    visitor: Visitor, queries: TableQueries, table: TableId, data: SaveRequest
) -> SavedGame:
    """Return a running game with its seed, if all its people play on this device.

    From then on the deal counts as known: the table is not rated.
    """
    caller = await visitor.caller()
    return SavedGame(await queries.saved_game(table, caller, data.command_id))


@REQUESTS.get("/api/tables/{table}", "Look at a table", plays=True)
async def look(visitor: Visitor, tables: Tables, table: TableId) -> TableView:
    """Return the table as this device may see it."""
    return await tables.look(table, await visitor.caller())


@REQUESTS.get("/api/tables/{table}/events", "Events since an event", plays=True)
async def events(visitor: Visitor, tables: Tables, table: TableId, since: Since) -> list[Missed]:
    """Return later events as this device may see them; the whole table if there are too many."""
    caller = await visitor.caller()
    await tables.current(table)
    missed = await tables.messages_since(table, caller, since)
    # The public contract calls an event “told”, here and over the socket.
    kinds = {"event": "told"}
    return [
        Missed(kinds.get(sent.kind, sent.kind), sent.seq, msgspec.Raw(sent.body)) for sent in missed
    ]


@REQUESTS.get(
    "/api/tables/{table}/story",
    "Everything that happened",
    counts="place",
    sends=Timeline,
    about="All.",
)
async def story(visitor: Visitor, queries: TableQueries, table: TableId) -> Content:
    """Return every event as this device may see it; once the table has ended, all hands too."""
    return Content(await queries.story(table, await visitor.caller()))


@REQUESTS.post("/api/tables/{table}/commands", "Send a command", plays=True)
async def act(visitor: Visitor, commands: Commands, table: TableId, data: CommandRequest) -> Done:
    """Sit down, start, play, resign, vote, react, ask for a rematch: all that changes a table."""
    return await commands.act(
        table,
        await visitor.guest(),
        data.command,
        data.command_id,
        data.expected_seq,
        address=visitor.address,
    )


@REQUESTS.post("/api/tables/{table}/preview", "Preview a turn", counts="place")
async def preview(
    visitor: Visitor, queries: TableQueries, table: TableId, data: PreviewRequest
) -> Preview:
    """Return the verdict of the rules on a draft. Changes nothing."""
    return await queries.preview(table, await visitor.caller(), data.turn, data.seat)


@REQUESTS.post("/api/tables/{table}/arrange", "Arrange cards", counts="place")
async def arrange(
    visitor: Visitor, queries: TableQueries, table: TableId, data: ArrangeRequest
) -> Arranged:
    """Return the table of the card game after playing these cards. Changes nothing."""
    return await queries.arrange(table, await visitor.caller(), data.cards, data.seat)


@REQUESTS.post("/api/tables/{table}/hint", "A good turn", counts="place")
async def hint(visitor: Visitor, queries: TableQueries, table: TableId, data: HintRequest) -> Hint:
    """Return a good turn for the seat whose turn it is, and why. Changes nothing."""
    return await queries.hint(table, await visitor.caller(), data.seat)


@REQUESTS.get(
    "/api/tables/{table}/record", "Download the record", media_type=TEXT, filename="game.qwr"
)
async def record(
    visitor: Visitor, queries: TableQueries, table: TableId, seat: SeatAsked = None
) -> Content:
    """Return the record: with the seed once the game is over, until then one seat's view."""
    text = await queries.record(table, await visitor.caller(), seat)
    return Content(text.encode(), TEXT)


async def _opened(visitor: Visitor, tables: Tables, bots: BotRunner, done: Done) -> Opened:
    """Count the bots of a new table as the visitor's, and return its first view."""
    bots.opened_by(done.table, visitor.address)
    # A page goes on from this view, and the first turn may be its own.
    view = await tables.look(done.table, replace(await visitor.guest(), options=True))
    return Opened(done.table, done.seq, done.first, view)
