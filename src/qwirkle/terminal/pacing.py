"""A level at the table of a person, which visibly thinks before its turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from qwirkle.players import Bot
from qwirkle.players.levels import Level
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View


class PacedBot(Bot):
    """A bot that plays the turns of a level's bot, a moment later."""

    def __init__(
        self,
        bot: Bot,
        level: Level,
        console: Console,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._level = level
        self._console = console
        self._sleep = sleep
        self._clock = clock

    def play_tiles(self, view: View) -> Turn:
        """Play a turn of a placement game."""
        with self._thinking() as wait:
            turn = self._bot.choose(view)
            wait(len(view.board), len(turn.tiles) if isinstance(turn, Place) else 0)
        return turn

    def play_cards(self, view: CardsView) -> CardTurn:
        """Play a turn of the card game."""
        with self._thinking() as wait:
            turn = self._bot.choose(view)
            before = sum(map(len, view.table))
            # Whole Qwirkles leave the table after the turn, so this counts what was played.
            played = sum(map(len, turn.after)) - before if isinstance(turn, Play) else 0
            wait(before, played)
        return turn

    @contextmanager
    def _thinking(self) -> Iterator[Callable[[int, int], None]]:
        began = self._clock()

        def wait(on_table: int, played: int) -> None:
            spent = self._clock() - began
            self._sleep(max(0.0, self._level.delay.seconds(on_table, played) - spent))

        with self._console.status(f"{self._level.title}, is thinking …"):
            yield wait
