"""The Qwirkle family of games: rules that explain themselves, a fast core, bots and records.

The names below load what they need when they are first used, so that importing stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qwirkle.engine import Move
    from qwirkle.errors import (
        ArgumentError,
        BotError,
        EditionError,
        IllegalTurn,
        NotationError,
        QwirkleError,
    )
    from qwirkle.game import Game
    from qwirkle.players import Bot, bot
    from qwirkle.rules.cards.turns import Exchange, Play
    from qwirkle.rules.cells import Cell
    from qwirkle.rules.family import GAMES, edition, load_edition
    from qwirkle.rules.placement.board import Board, Placed
    from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
    from qwirkle.rules.placement.view import View
    from qwirkle.rules.tiles import Colour, Shape, Tile
    from qwirkle.rules.turns import Pass

__version__ = "0.1.0"

_HOMES = {
    "ArgumentError": "qwirkle.errors",
    "Board": "qwirkle.rules.placement.board",
    "Bot": "qwirkle.players",
    "BotError": "qwirkle.errors",
    "Cell": "qwirkle.rules.cells",
    "Colour": "qwirkle.rules.tiles",
    "DrawThree": "qwirkle.rules.placement.turns",
    "EditionError": "qwirkle.errors",
    "Exchange": "qwirkle.rules.cards.turns",
    "GAMES": "qwirkle.rules.family",
    "Game": "qwirkle.game",
    "IllegalTurn": "qwirkle.errors",
    "Move": "qwirkle.engine",
    "NotationError": "qwirkle.errors",
    "Pass": "qwirkle.rules.turns",
    "Place": "qwirkle.rules.placement.turns",
    "Placed": "qwirkle.rules.placement.board",
    "Play": "qwirkle.rules.cards.turns",
    "QwirkleError": "qwirkle.errors",
    "Shape": "qwirkle.rules.tiles",
    "Take": "qwirkle.rules.placement.turns",
    "Tile": "qwirkle.rules.tiles",
    "Trade": "qwirkle.rules.placement.turns",
    "View": "qwirkle.rules.placement.view",
    "bot": "qwirkle.players",
    "edition": "qwirkle.rules.family",
    "load_edition": "qwirkle.rules.family",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'qwirkle' has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    if name in _DRAWN:
        _draw_in_notebooks()
    return found


_DRAWN = ("Board", "Game", "Tile")


def _draw_in_notebooks() -> None:
    """Let tiles, hands and boards draw themselves; what draws is imported for the first picture."""
    drawers = import_module("qwirkle.rules.tiles").DRAWERS
    if not drawers:
        drawers.append(lambda thing: import_module("qwirkle.notation.pictures.svg").draw(thing))


def __dir__() -> list[str]:
    # Tab completion offers the exported names, not the imports of this file.
    return [*__all__, "__version__"]


__all__ = [
    "GAMES",
    "ArgumentError",
    "Board",
    "Bot",
    "BotError",
    "Cell",
    "Colour",
    "DrawThree",
    "EditionError",
    "Exchange",
    "Game",
    "IllegalTurn",
    "Move",
    "NotationError",
    "Pass",
    "Place",
    "Placed",
    "Play",
    "QwirkleError",
    "Shape",
    "Take",
    "Tile",
    "Trade",
    "View",
    "bot",
    "edition",
    "load_edition",
]
