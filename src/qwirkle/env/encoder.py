"""Views for an agent that was trained in an environment, so that it can play anywhere else.

In a match, at a server's table or in a record there are views and no environments. An encoder makes
the arrays of the list form from a view, and the agent's action becomes a turn of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from qwirkle.engine.episodes import EpisodeGame
from qwirkle.env.placement import choice_arrays, flat, new_arrays
from qwirkle.env.settings import LISTED, WINDOW, GameLike, read_settings
from qwirkle.env.table import MASK, Arrays
from qwirkle.errors import ArgumentError
from qwirkle.players.base import seat_to_move
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.placement.edition import Edition
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View


class ObservationEncoder:
    """Makes an agent's arrays from views of one placement game; for one thread at a time."""

    def __init__(
        self,
        game: GameLike = "classic",
        players: int = 2,
        *,
        options: Mapping[str, OptionValue] | None = None,
        listed: int = LISTED,
        window: int = WINDOW,
        afterstates: int = 0,
    ) -> None:
        """Take the settings of the environment that the agent was trained in."""
        self.settings = read_settings(
            game, players, options, listed=listed, window=window, afterstates=afterstates
        )
        if not isinstance(self.settings.edition, Edition):
            raise ArgumentError("an encoder is for the placement games")
        rules = self.settings.edition
        self._arrays = new_arrays(self.settings, 1)
        self._game = EpisodeGame(rules.layout)
        self._game.agree(rules, ["greedy"] * players)
        self._game.attach(
            flat(self._arrays),
            0,
            window=window,
            listed=listed,
            by_tiles=False,
            described=afterstates,
        )

    def observe(self, view: View) -> Arrays:
        """The arrays for the seat of a view, whose turn it must be, with the legal actions.

        They are overwritten by the next view.
        """
        seat_to_move(view)
        rules = cast("Edition", self.settings.edition)
        if view.edition != rules or len(view.players) != self.settings.players:
            raise ArgumentError(
                f"this encoder is for {self.settings.players} players of {rules.name}"
            )
        self._game.show(view)
        names = ("planes", "axes", "counts", *choice_arrays(self.settings))
        seen = {name: self._arrays[name][0] for name in names}
        return {**seen, MASK: self._arrays["mask"][0].view("int8")}

    def decode(self, action: int) -> Turn:
        """The turn that an action of the last observation means."""
        listed = self._game.turns()
        if not 0 <= action < len(listed):
            raise ArgumentError(f"the action {action} is not legal; the mask says which ones are")
        return listed[action]
