"""A player of ``site_match.py``: the same program on this machine's core and on that of a site."""

from __future__ import annotations

import time

from qwirkle import Game, bot


class Side:
    """A bot at its seat, with a game of its own that follows what the other side says."""

    def __init__(self) -> None:
        self.spent = 0.0
        """Seconds of processor time in which it thought."""
        self.turns = 0

    def begin(self, game: str, seed: str, seat: int, spec: str) -> None:
        """Begin a game."""
        self._game = Game.new(game, players=2, seed=seed)
        self._bot = bot(spec, f"{seed}/{seat}")

    def choose(self) -> str:
        """Return the turn of the bot."""
        seat = self._game.to_move
        assert seat is not None
        view = self._game.view(seat)
        began = time.process_time()
        turn = self._bot.choose(view)
        self.spent += time.process_time() - began
        self.turns += 1
        return str(turn)

    def play(self, turn: str) -> None:
        """Play a turn of either side."""
        self._game.play(turn)

    def milliseconds(self) -> float:
        """Return the mean time of a turn."""
        return 1000 * self.spent / max(self.turns, 1)


side = Side()
