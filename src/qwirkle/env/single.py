"""The Gymnasium environment: the agent has one seat, bots have the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from qwirkle.env.painting import check_render_mode, render
from qwirkle.env.settings import LISTED, WINDOW, GameLike, needs, read_settings
from qwirkle.env.table import MASK, action_space, mask_extent, space_of
from qwirkle.env.tables import new_table
from qwirkle.errors import ArgumentError
from qwirkle.players.base import Bot
from qwirkle.players.registry import bot
from qwirkle.rules.editions.files import OptionValue

try:
    import gymnasium
except ImportError as missing:
    raise needs(missing) from missing


class QwirkleEnv(gymnasium.Env):  # type: ignore[misc]
    """A game against one to three bots.

    An observation is a dictionary of arrays, with the legal actions as ``action_mask``;
    ``qwirkle.env.observation`` describes them. An action that the mask forbids changes nothing and
    earns nothing, and ``info["legal"]`` is False. An episode ends with the game; ``info`` then has
    its ``scores`` and ``luck``.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: GameLike = "classic",
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        actions: str = "list",
        reward: str = "margin",
        listed: int = LISTED,
        window: int = WINDOW,
        afterstates: int = 0,
        unpacked: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Take specs of bots as ``opponents``; ``seat`` is the agent's, drawn by lot if None."""
        if isinstance(opponents, str):
            raise ArgumentError(f"opponents are a list of bots, such as [{opponents!r}]")
        self.settings = read_settings(
            game,
            1 + len(opponents),
            options,
            actions=actions,
            reward=reward,
            listed=listed,
            window=window,
            afterstates=afterstates,
            unpacked=unpacked,
        )
        if seat is not None and seat not in range(self.settings.players):
            raise ArgumentError(f"there is no seat {seat!r} among {self.settings.players}")
        for spec in opponents:
            # Refused here rather than in the middle of a game.
            bot(spec, 0, rules=self.settings.edition).close()
        self.opponents = tuple(opponents)
        self.table = new_table(self.settings)
        self.render_mode = check_render_mode(render_mode)
        self.seat = 0
        self._wanted_seat = seat
        self._bots: list[Bot] = []
        self._scores = [0] * self.settings.players
        choices = self.table.choices
        self.action_space = action_space(choices)
        self.observation_space = space_of({**self.table.extents, MASK: mask_extent(choices)})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game; ``options={"seed": text}`` deals the game of that seed."""
        super().reset(seed=seed)
        drawn = str(self.np_random.integers(1 << 62))
        chosen = str((options or {}).get("seed", drawn))
        lot = int(self.np_random.integers(self.settings.players))
        self.seat = lot if self._wanted_seat is None else self._wanted_seat
        self.close()
        others = [seat for seat in range(self.settings.players) if seat != self.seat]
        self._bots = [
            bot(spec, f"{chosen}/{seat}", rules=self.settings.edition)
            for seat, spec in zip(others, self.opponents, strict=True)
        ]
        self.table.begin(chosen, dict(zip(others, self._bots, strict=True)))
        self._scores = [0] * self.settings.players
        self.table.let_bots_play()
        return self._observe(), self._info()

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Act, and let the bots play until it is the agent's turn again."""
        if not self.action_space.contains(action):
            raise ArgumentError(f"an action is a number from the action space, not {action!r}")
        if not self.table.step(int(action)):
            return self._observe(), 0.0, False, False, {**self._info(), "legal": False}
        self.table.let_bots_play()
        reward = self.table.rewards(self._scores)[self.seat]
        self._scores = self.table.scores
        return self._observe(), reward, self.table.turn is None, False, self._info()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the table: text in the mode “ansi”, pixels in the mode “rgb_array”."""
        return render(self.table, self.render_mode)

    def close(self) -> None:
        """Release the resources of the bots."""
        for player in self._bots:
            player.close()
        self._bots = []

    def _observe(self) -> dict[str, Any]:
        return {**self.table.observe(self.seat), MASK: self.table.mask(self.seat)}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seed": self.table.seed, "seat": self.seat, "legal": True}
        if self.table.turn is None:
            info["scores"] = tuple(self.table.scores)
            info["luck"] = self.table.luck
        return info
