"""The PettingZoo environment: all seats are agents, one acts after the other."""

from __future__ import annotations

from typing import Any, ClassVar, Unpack

import numpy as np

from qwirkle.env.luck import names
from qwirkle.env.settings import EnvArguments, GameLike, needs, read_settings
from qwirkle.env.table import MASK, action_space, mask_extent, space_of
from qwirkle.env.tables import new_table
from qwirkle.notation.family import draw

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise needs(missing) from missing

__all__ = ["QwirkleAEC", "env", "raw_env"]


def env(game: GameLike = "classic", players: int = 2, **settings: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks; ``QwirkleAEC`` says what can be set.

    As in PettingZoo's own board games, an illegal action ends the game and costs its agent one
    point.
    """
    made: AECEnv = QwirkleAEC(game, players, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class QwirkleAEC(AECEnv):  # type: ignore[misc]
    """A game with two to four agents, ``player_0`` and so on.

    An observation is a dictionary: ``observation`` holds the arrays that docs/environments.md
    describes, ``action_mask`` the legal actions. An action that the mask forbids raises ValueError
    and changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "qwirkle_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: GameLike = "classic",
        players: int = 2,
        *,
        render_mode: str | None = None,
        **settings: Unpack[EnvArguments],
    ) -> None:
        """``EnvArguments`` lists the settings, and docs/environments.md describes them."""
        super().__init__()
        self.settings = read_settings(game, players, **settings)
        self.table = new_table(self.settings)
        self.render_mode = render_mode
        self.possible_agents = names(players)
        self.agents: list[str] = []
        self._random = np.random.default_rng()
        # The same objects every time, as PettingZoo asks.
        choices = self.table.choices
        seen = spaces.Dict(
            {"observation": space_of(self.table.extents), MASK: spaces.Box(*mask_extent(choices))}
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, action_space(choices))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; ``options={"seed": text}`` deals the game of that seed."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        chosen = (options or {}).get("seed")
        self.table.begin(str(self._random.integers(1 << 62)) if chosen is None else str(chosen))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"seed": self.table.seed} for agent in self.agents
        }
        self._scores = self.table.scores
        self.agent_selection = self.agents[self.table.turn or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know now."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observe(seat), MASK: self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not self.table.step(int(action)):
            raise ValueError(f"the action {action} is not legal; the mask says which ones are")
        self._cumulative_rewards[self.agent_selection] = 0.0
        earned = self.table.rewards(self._scores)
        self._scores = self.table.scores
        self.rewards = dict(zip(self.possible_agents, earned, strict=True))
        if (turn := self.table.turn) is None:
            self._end()
        else:
            self.agent_selection = self.possible_agents[turn]
        self._accumulate_rewards()

    def _end(self) -> None:
        luck = self.table.luck
        for seat, agent in enumerate(self.agents):
            self.terminations[agent] = True
            self.infos[agent] = {
                "seed": self.table.seed,
                "scores": tuple(self._scores),
                "seat": seat,
                "luck": luck,
            }

    def render(self) -> str | None:
        """The table as text, in the mode “ansi”."""
        return draw(self.table.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


def raw_env(game: GameLike = "classic", players: int = 2, **settings: Any) -> QwirkleAEC:
    """The environment without checks around it."""
    return QwirkleAEC(game, players, **settings)
