"""The Qwirkle family of games: rules that explain themselves, a fast core, bots and records.

The names below load what they need when they are first used, so that importing stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qwirkle.errors import BotError, EditionError, IllegalTurn, NotationError, QwirkleError
    from qwirkle.game import Game
    from qwirkle.players import bot
    from qwirkle.rules.cells import Cell
    from qwirkle.rules.family import GAMES, edition
    from qwirkle.rules.placement.board import Board, Placed
    from qwirkle.rules.placement.turns import Place, Trade
    from qwirkle.rules.tiles import Colour, Shape, Tile
    from qwirkle.rules.turns import Pass

__version__ = "0.1.0"

_HOMES = {
    "Board": "qwirkle.rules.placement.board",
    "BotError": "qwirkle.errors",
    "Cell": "qwirkle.rules.placement.board",
    "Colour": "qwirkle.rules.tiles",
    "EditionError": "qwirkle.errors",
    "GAMES": "qwirkle.rules.family",
    "Game": "qwirkle.game",
    "IllegalTurn": "qwirkle.errors",
    "NotationError": "qwirkle.errors",
    "Pass": "qwirkle.rules.placement.turns",
    "Place": "qwirkle.rules.placement.turns",
    "Placed": "qwirkle.rules.placement.board",
    "QwirkleError": "qwirkle.errors",
    "Shape": "qwirkle.rules.tiles",
    "Tile": "qwirkle.rules.tiles",
    "Trade": "qwirkle.rules.placement.turns",
    "bot": "qwirkle.players",
    "edition": "qwirkle.rules.family",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'qwirkle' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


__all__ = [
    "GAMES",
    "Board",
    "BotError",
    "Cell",
    "Colour",
    "EditionError",
    "Game",
    "IllegalTurn",
    "NotationError",
    "Pass",
    "Place",
    "Placed",
    "QwirkleError",
    "Shape",
    "Tile",
    "Trade",
    "bot",
    "edition",
]
