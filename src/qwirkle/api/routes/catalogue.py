"""The choices when opening a table: games, their options, bots, gestures."""

from __future__ import annotations

from functools import cache
from typing import cast, get_args

import msgspec

from qwirkle import __version__
from qwirkle.api.routing import Routes
from qwirkle.api.visitor import Visitor
from qwirkle.players.levels import LEVELS, MIDDLING
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import GAMES, Key, edition
from qwirkle.tables.core import names, settings
from qwirkle.tables.core.bots import PEOPLES
from qwirkle.tables.core.events import Reaction

ROUTES = Routes()
BY_AGE = "start.tie"
"""Tables know nobody's age: ties for the first turn are drawn by lot, so there is no choice."""


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
    """Whether new tables are in the list of this server, unless their host objects."""
    photos: bool = False
    """Whether this server reads positions from photographs."""


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
        family=cast("Key", rules.family),
        name=rules.name,
        about=rules.about,
        faces=rules.faces,
        fewest_players=rules.fewest_players,
        most_players=rules.most_players,
        options=[
            OptionOffer(name, option.about, option.choices)
            for name, option in rules.options.items()
            if option.key != BY_AGE
        ],
    )


@ROUTES.get("/api/offers", "Games, options and bots")
async def offers(visitor: Visitor) -> Offers:
    """Return the games with their options, the bots, the gestures and the bounds."""
    return msgspec.structs.replace(
        all_offers(), listing=visitor.lists_tables, photos=visitor.reads_photos
    )
