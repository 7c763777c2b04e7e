"""Views encoded for an agent that was trained in an environment, so that it can play anywhere else.

Matches, tables of a server and records have views but no environments. An encoder makes the arrays
of the list form from a view, and turns the agent's action into a turn of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qwirkle.env.luck import turn_on
from qwirkle.env.placement import flat
from qwirkle.env.settings import LISTED, WINDOW, GameLike, read_settings
from qwirkle.env.table import MASK, Arrays
from qwirkle.env.tables import HALVES
from qwirkle.env.unpacking import ACCEPTS, unpack
from qwirkle.errors import ArgumentError
from qwirkle.players.base import seat_to_move
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import AnyTurn, AnyView


class ObservationEncoder:
    """An encoder of views of one game as an agent's arrays; for one thread at a time."""

    def __init__(
        self,
        game: GameLike = "classic",
        players: int = 2,
        *,
        options: Mapping[str, OptionValue] | None = None,
        listed: int = LISTED,
        window: int = WINDOW,
        afterstates: int = 0,
        unpacked: bool = False,
    ) -> None:
        """Take the settings of the environment that the agent was trained in."""
        self.settings = read_settings(
            game,
            players,
            options,
            listed=listed,
            window=window,
            afterstates=afterstates,
            unpacked=unpacked,
        )
        half = HALVES.of(self.settings.edition)
        self._arrays = half.arrays(self.settings, 1)
        self._names = tuple(half.extents(self.settings))
        (self._game,) = half.games(self.settings, flat(self._arrays), [0])
        self._view: AnyView | None = None

    def observe(self, view: AnyView) -> Arrays:
        """Return the arrays for the seat of a view, which must be to move, with the legal actions.

        The next call overwrites them.
        """
        seat_to_move(view)
        rules = self.settings.edition
        if view.edition != rules or len(view.players) != self.settings.players:
            raise ArgumentError(
                f"this encoder is for {self.settings.players} players of {rules.name}"
            )
        self._view = view
        game: Any = self._game
        game.load_view(view)
        seen = {name: self._arrays[name][0] for name in self._names if name != ACCEPTS}
        if ACCEPTS in self._names:
            seen[ACCEPTS] = unpack(self._arrays["axes"][0])
        return {**seen, MASK: self._arrays["mask"][0].view("int8")}

    def decode(self, action: int) -> AnyTurn:
        """Return the turn for an action of the last observation."""
        if self._view is None:
            raise ArgumentError("an encoder must observe a view first")
        try:
            return turn_on(self._view, self._game.listed_turn(action))
        except ValueError:
            raise ArgumentError(
                f"the action {action} is not legal; the mask says which ones are"
            ) from None
