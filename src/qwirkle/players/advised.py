"""Bots with one advisor, which remembers what a rival's turns have revealed."""

from __future__ import annotations

from abc import abstractmethod

import msgspec

from qwirkle.engine.advisor import Advisor, Learned
from qwirkle.players.base import Bot
from qwirkle.players.rng import Chance
from qwirkle.rules.family import AnyView
from qwirkle.rules.placement.view import View


class AdvisedBot(Bot):
    """A bot that plays tiles with an advisor of its own, made for the game when it is needed."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._advisor: Advisor | None = None

    @abstractmethod
    def new_advisor(self, view: View) -> Advisor:
        """Return an advisor for the game of a view."""

    def advisor_for(self, view: View) -> Advisor:
        """Return the advisor of this bot, which plays one game."""
        if self._advisor is None:
            self._advisor = self.new_advisor(view)
        return self._advisor

    def watch_tiles(self, view: View) -> None:
        """Note what the rival's last turn revealed."""
        self.advisor_for(view).see(view)

    def rest(self) -> None:
        """Release the position until the next turn."""
        if self._advisor is not None:
            self._advisor.rest()

    def learned(self) -> bytes:
        """Return what the rival's turns have revealed."""
        return b"" if self._advisor is None else msgspec.json.encode(self._advisor.learned())

    def recall(self, learned: bytes, view: AnyView) -> None:
        """Continue with what the rival's turns have revealed."""
        if learned and isinstance(view, View):
            self.advisor_for(view).recall(msgspec.json.decode(learned, type=Learned))

    def close(self) -> None:
        """Release the advisor's position."""
        if self._advisor is not None:
            self._advisor.close()
            self._advisor = None
