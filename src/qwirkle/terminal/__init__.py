"""The game in the terminal: a session for each family of games, found by the edition."""

from collections.abc import Sequence

from rich.console import Console

from qwirkle.game import Game
from qwirkle.players import Bot
from qwirkle.rules.editions.placement import Edition
from qwirkle.terminal.cards import CardsSession
from qwirkle.terminal.placement import PlacementSession
from qwirkle.terminal.saved import SavedGame

AnySession = PlacementSession | CardsSession


def new_session(
    game: Game,
    bots: Sequence[Bot],
    hinter: Bot,
    console: Console,
    saved: SavedGame | None = None,
) -> AnySession:
    """Return a session at the table of a game."""
    if isinstance(game.edition, Edition):
        return PlacementSession(game, bots, hinter, console, saved)
    return CardsSession(game, bots, hinter, console, saved)
