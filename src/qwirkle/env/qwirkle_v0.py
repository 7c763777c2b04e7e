"""Qwirkle as a PettingZoo environment (AEC): every seat is an agent, and they act in turn.

======================  ===========================================================
import                  ``from qwirkle.env import qwirkle_v0``
agents                  ``player_0`` to ``player_3``, two to four of them
action space            ``Discrete``: 512 listed turns, or a turn tile by tile
observation             a dictionary of arrays, and the mask of legal actions
episode                 one game, about 50 turns for two players
======================  ===========================================================

Use it like any other AEC environment::

    env = qwirkle_v0.env(game="select", players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else int(seen["action_mask"].argmax()))

``help(qwirkle_v0.env)`` describes observations, actions, rewards and every setting.

Version history
    v0: the first version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from qwirkle.env.luck import names
from qwirkle.env.painting import check_render_mode, render
from qwirkle.env.settings import LISTED, WINDOW, GameLike, needs, read_settings
from qwirkle.env.table import MASK, action_space, mask_extent, space_of
from qwirkle.env.tables import new_table
from qwirkle.rules.editions.files import OptionValue

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise needs(missing) from missing

__all__ = ["QwirkleAEC", "env", "raw_env"]


def env(
    game: GameLike = "classic",
    players: int = 2,
    options: Mapping[str, OptionValue] | None = None,
    *,
    actions: str = "list",
    reward: str = "margin",
    listed: int = LISTED,
    window: int = WINDOW,
    afterstates: int = 0,
    unpacked: bool = False,
    render_mode: str | None = None,
) -> AECEnv:
    """Make the environment, wrapped in PettingZoo's usual checks.

    As in PettingZoo's own board games, an illegal action ends the game and costs its agent one
    point.

    Args:
        game: The id of a game (``qwirkle.GAMES``), an edition, or the path of a house-rule file.
        players: The number of agents, 2 to 4.
        options: The options of the rule book, as for ``Game.new``.
        actions: ``"list"`` or ``"tiles"``.
        reward: ``"margin"``, ``"win"`` or ``"points"``.
        listed: How many turns the list has room for.
        window: The rows and columns shown of a table without edges.
        afterstates: How many listed turns are described by the position they leave behind.
        unpacked: Whether ``axes`` is replaced by ``accepts``: 72 planes of 0 and 1.
        render_mode: ``"ansi"`` for text, ``"rgb_array"`` for pixels, or None.

    Returns:
        An environment of PettingZoo's AEC interface.

    Raises:
        EditionError: There is no such game or option.
        ArgumentError: A setting cannot be taken; the message says which, and its range.

    Observation
        ``seen["action_mask"]`` marks the legal actions (1, int8). ``seen["observation"]`` depends
        on what the agent may know, and on nothing else. For games with tiles:

        ===========  ======================  ======  ==============================================
        array        shape                   dtype   content
        ===========  ======================  ======  ==============================================
        ``planes``   (21, rows, columns)     uint8   colours 0-5, shapes 6-11, last turn 12, this
                                                     turn 13, squares of the board 14-20
        ``axes``     (2, rows, columns)      int64   kinds each empty cell accepts by row and by
                                                     column, as bits 6 x colour + shape
        ``counts``   (142,)                  int16   own hand, unseen tiles, scores, hands, tokens,
                                                     bag, what the last turn was
        ``turns``    (512, 22)               int16   list form: kind, points, tiles and cells of
                                                     every listed turn
        ===========  ======================  ======  ==============================================

        In the card game ``counts`` is (163,) and ``turns`` (512, 12), and there are no planes.
        ``help("qwirkle.env.observation")`` describes every index.

    Actions
        ``actions="list"`` (the default): a number in the list of legal turns, as in ``turns``; if
        there are more legal turns than the list has room for, those with the fewest points are left
        out. ``actions="tiles"``: a turn tile by tile, with a last action that ends it.

    Rewards
        ``"margin"`` (the default): at the end, the agent's score less the best of the others.
        ``"win"``: at the end 1, a share of it after a tie, or 0. ``"points"``: points as they are
        scored. An illegal action ends the game and costs its agent 1; with ``raw_env`` it raises
        ``ValueError`` and changes nothing.

    Info
        ``seed``, the seed of the game, from which ``Game.new`` deals the same game. At the end also
        ``scores``, ``seat``, and ``luck``, whose ``adjusted_return(seat)`` is the margin without
        luck.
    """
    made: AECEnv = raw_env(
        game,
        players,
        options,
        actions=actions,
        reward=reward,
        listed=listed,
        window=window,
        afterstates=afterstates,
        unpacked=unpacked,
        render_mode=render_mode,
    )
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class QwirkleAEC(AECEnv):  # type: ignore[misc]
    """A game with two to four agents, ``player_0`` and so on, without checks around it.

    An observation is a dictionary: ``observation`` holds the arrays that ``env`` describes,
    ``action_mask`` the legal actions. An action that the mask forbids raises ValueError and changes
    nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
        "name": "qwirkle_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: GameLike = "classic",
        players: int = 2,
        options: Mapping[str, OptionValue] | None = None,
        *,
        actions: str = "list",
        reward: str = "margin",
        listed: int = LISTED,
        window: int = WINDOW,
        afterstates: int = 0,
        unpacked: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Take the settings that ``env`` describes."""
        super().__init__()
        self.settings = read_settings(
            game,
            players,
            options,
            actions=actions,
            reward=reward,
            listed=listed,
            window=window,
            afterstates=afterstates,
            unpacked=unpacked,
        )
        self.table = new_table(self.settings)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = names(players)
        self.agents: list[str] = []
        self._random = np.random.default_rng()
        # PettingZoo requires the same objects every time.
        choices = self.table.choices
        seen = spaces.Dict(
            {"observation": space_of(self.table.extents), MASK: spaces.Box(*mask_extent(choices))}
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, action_space(choices))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
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
        """Return an agent's current observation."""
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

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the table: text in the mode “ansi”, pixels in the mode “rgb_array”."""
        return render(self.table, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


raw_env = QwirkleAEC
"""The environment without checks around it: an illegal action raises ValueError."""
