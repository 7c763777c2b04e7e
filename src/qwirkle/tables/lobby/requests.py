"""The choices when opening a table: games, their options and boards, bots, gestures."""

from __future__ import annotations

from functools import cache
from typing import Annotated, get_args

import msgspec

from qwirkle import __version__
from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.requests import Requests
from qwirkle.players.levels import LEVELS, MIDDLING
from qwirkle.protocol.shapes.placement import Squares, write_layout
from qwirkle.rules.editions.base import Key
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.layouts import OPEN_TABLE
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import GAMES, edition
from qwirkle.tables.core import names, settings
from qwirkle.tables.core.bots import PEOPLES
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.events import Reaction
from qwirkle.tables.core.settings import Settings
from qwirkle.tables.live.callers import Visitor

REQUESTS = Requests()
BY_AGE = "start.tie"
"""An option that is not offered: tables know no ages, so ties for the first turn go by lot."""


class OptionOffer(msgspec.Struct, frozen=True):
    """A choice that a rule book leaves to the players."""

    name: str
    about: str
    choices: list[OptionValue]
    """Empty for free text."""


class GameOffer(msgspec.Struct, frozen=True):
    """A game of the family."""

    game: str
    family: Key
    name: str
    about: str
    faces: str
    fewest_players: int
    most_players: int
    options: list[OptionOffer]


class BotOffer(msgspec.Struct, frozen=True):
    """A bot for people to play against."""

    bot: str
    """The value to send when planning a seat."""
    level: int
    name: str
    character: str


class Bounds(msgspec.Struct, frozen=True):
    """Smallest and largest values; times are in milliseconds."""

    name: int
    turn: tuple[int, int]
    game: tuple[int, int]
    added: int
    patience: tuple[int, int]


class Offers(msgspec.Struct, frozen=True):
    """Everything the start page needs."""

    version: str
    games: list[GameOffer]
    bots: list[BotOffer]
    usual_bot: str
    reactions: list[str]
    bounds: Bounds
    listing: bool = False
    """Whether new tables appear in the list of this server, unless their host objects."""
    photos: bool = False
    """Whether this server reads positions from photographs."""


class BoardInfo(msgspec.Struct, frozen=True):
    """The board that a game is played on with some options."""

    game: str
    board: str
    """The name of the board, ``open`` for a table without an edge, or the quadrants."""
    squares: Squares | None
    """The printed squares; None on an open table, and for cards."""


@cache
def all_offers() -> Offers:
    """Collect the offers, once."""
    return Offers(
        version=__version__,
        games=[_game(game) for game in GAMES],
        bots=[
            BotOffer(f"{PEOPLES}{level.number}", level.number, level.name, level.character)
            for level in LEVELS
        ],
        usual_bot=f"{PEOPLES}{MIDDLING}",
        reactions=list(get_args(Reaction)),
        bounds=Bounds(
            name=names.MAX_CHARACTERS,
            turn=(settings.SHORTEST_TURN, settings.LONGEST_TURN),
            game=(settings.SHORTEST_GAME, settings.LONGEST_GAME),
            added=settings.LONGEST_ADDED,
            patience=(settings.SHORTEST_PATIENCE, settings.LONGEST_PATIENCE),
        ),
    )


def _game(game: str) -> GameOffer:
    rules = edition(game)
    return GameOffer(
        game=game,
        family=rules.family,
        name=rules.name,
        about=rules.about,
        faces=rules.faces,
        fewest_players=rules.fewest_players,
        most_players=rules.most_players,
        options=[
            OptionOffer(name, option.about, msgspec.convert(option.choices, list[OptionValue]))
            for name, option in rules.options.items()
            if option.key != BY_AGE
        ],
    )


@REQUESTS.get("/api/offers", "Games, options and bots")
async def offers(visitor: Visitor) -> Offers:
    """Return the games with their options, the bots, the gestures and the bounds."""
    return msgspec.structs.replace(
        all_offers(), listing=visitor.lists_tables, photos=visitor.reads_photos
    )


@REQUESTS.get("/api/boards", "The board of a game")
async def board(visitor: Visitor, game: Annotated[str, msgspec.Meta(max_length=40)]) -> BoardInfo:
    """Return the board for these options; give an option that is not plain text as JSON."""
    given = {name: _value(text) for name, text in visitor.query.items() if name != "game"}
    try:
        options = msgspec.convert(given, dict[str, OptionValue])
    except msgspec.ValidationError:
        raise request_refused(WebReason.BAD_REQUEST, problem="these are not options") from None
    rules = rules_of(Settings(game, options))
    layout = rules.layout if isinstance(rules, Edition) else OPEN_TABLE
    return BoardInfo(rules.id, layout.name, write_layout(layout) if layout.bounded else None)


def _value(text: str) -> object:
    """Parse an option: JSON where it is valid JSON, otherwise plain text."""
    try:
        found: object = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return text
    return found
