"""Many games as a vector environment of Gymnasium, stepped by the core without Python per game.

``gymnasium.make_vec("qwirkle/Qwirkle-v0", num_envs=64)`` makes one. It is ``VectorGames`` in the
terms of Gymnasium: the agent has one seat, the core plays the others, and what libraries such as
Stable-Baselines3, CleanRL, TorchRL and RLlib expect of a vector is as they expect it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwirkle.env.settings import LISTED, WINDOW, GameLike, needs
from qwirkle.env.table import MASK, Arrays
from qwirkle.env.vector import VectorGames
from qwirkle.errors import ArgumentError
from qwirkle.rules.editions.files import OptionValue

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise needs(missing) from missing


class QwirkleVectorEnv(VectorEnv):  # type: ignore[misc]
    """Games of one agent against opponents that the core plays.

    Observations, actions and rewards are those of ``qwirkle/Qwirkle-v0``, one row for each game. An
    action that the mask forbids changes nothing and earns nothing, and ``info["legal"]`` is False
    there. When a game ends, ``info["scores"]`` and ``info["turns"]`` have its scores and its number
    of turns.

    Gymnasium's three autoreset modes are supported. ``NextStep`` (the default) shows how a game
    ended, and the next step begins another one whatever the action. ``SameStep`` shows the next
    game immediately, and the end in ``info["final_obs"]``. With ``Disabled`` you call
    ``reset(options={"reset_mask": over})`` yourself.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: GameLike = "classic",
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        options: Mapping[str, OptionValue] | None = None,
        actions: str = "list",
        reward: str = "margin",
        listed: int = LISTED,
        window: int = WINDOW,
        afterstates: int = 0,
        unpacked: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Take the settings of ``VectorGames``.

        ``seat`` is the agent's; if it is None, the agent has a different seat in every game.
        Without ``copy`` the next step overwrites the observations.
        """
        if not opponents:
            raise ArgumentError("a vector of one agent needs opponents; VectorGames needs none")
        try:
            mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise ArgumentError(f"an autoreset mode is {modes}, not {autoreset_mode!r}") from None
        if render_mode is not None:
            raise ArgumentError(
                "a vector draws nothing; one game of it does, as games.state(place)"
            )
        self.games = VectorGames(
            num_envs,
            game,
            opponents=opponents,
            seat=seat,
            options=options,
            actions=actions,
            reward=reward,
            threads=threads,
            listed=listed,
            window=window,
            afterstates=afterstates,
            unpacked=unpacked,
            waits=True,
        )
        self.num_envs = num_envs
        self.autoreset_mode = mode
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.render_mode = None
        self.single_observation_space: spaces.Dict = self.games.single_observation_space
        self.single_action_space: spaces.Discrete = self.games.single_action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies = copy
        self._places = np.arange(num_envs)
        # Actions that begin the next game are neither legal nor illegal.
        self._over = np.zeros(num_envs, bool)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin all games, or the next ones of the places in ``options["reset_mask"]``.

        A seed decides all games of all places; a list of seeds has one for each place.
        """
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,):
                raise ArgumentError(f"a reset mask has {self.num_envs} values")
            self.games.begin_next(np.flatnonzero(mask).tolist())
            self._over = self._over & ~mask.astype(bool)
            return self._observations(), self._info()
        if isinstance(seed, Sequence):
            super().reset(seed=None)
            self.games.reset([self._drawn() if each is None else each for each in seed])
        else:
            super().reset(seed=seed)
            self.games.reset(self._drawn())
        self._over[:] = False
        return self._observations(), self._info()

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Arrays, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Act in every game, and let the opponents play until it is the agent's turn again."""
        games = self.games
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ArgumentError(f"actions are {self.num_envs} whole numbers")
        begun = self._over.copy()
        if begun.any() and self.autoreset_mode is AutoresetMode.DISABLED:
            raise ArgumentError("a game is over; reset(options={'reset_mask': over}) continues")
        mask = games.observations[MASK]
        inside = (chosen >= 0) & (chosen < mask.shape[1])
        legal = begun | (inside & (mask[self._places, np.where(inside, chosen, 0)] != 0))
        seats = games.seats.copy()
        games.act(chosen)
        rewards = np.where(legal & ~begun, games.rewards[self._places, seats], 0.0)
        over = games.terminated.astype(bool) & legal
        info = self._info(legal)
        if over.any():
            self._report_ends(info, over, seats)
        self._over = over.copy()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            games.begin_next(np.flatnonzero(over).tolist())
            info["seat"][:] = games.seats
            self._over = np.zeros(self.num_envs, bool)
        return self._observations(), rewards, over, np.zeros(self.num_envs, bool), info

    def close_extras(self, **_: Any) -> None:
        """Stop the threads."""
        self.games.close()

    def _drawn(self) -> str:
        return str(self.np_random.integers(1 << 62))

    def _observations(self) -> Arrays:
        seen = self.games.observations
        return {name: array.copy() for name, array in seen.items()} if self._copies else dict(seen)

    def _info(self, legal: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, bool)
        return {
            "seat": self.games.seats.astype(np.int64),
            "_seat": everywhere,
            "legal": everywhere.copy() if legal is None else legal,
            "_legal": everywhere,
        }

    def _report_ends(
        self, info: dict[str, Any], over: NDArray[np.bool_], seats: NDArray[np.int8]
    ) -> None:
        """Show the ends of games as their agents see them, with the scores and numbers of turns."""
        games = self.games
        results = {
            "scores": np.where(over[:, None], games.final_scores[:, : games.players], 0),
            "turns": np.where(over, games.final_turns, 0),
        }
        # The last act may have been that of an opponent.
        games.seats[over] = info["seat"][over] = seats[over]
        for place in np.flatnonzero(over):
            games.show_to(int(place), int(seats[place]))
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            for name, values in results.items():
                info |= {name: values, f"_{name}": over.copy()}
            return
        seen = np.empty(self.num_envs, object)
        for place in np.flatnonzero(over):
            seen[place] = {name: array[place].copy() for name, array in games.observations.items()}
        final: dict[str, Any] = {"legal": over.copy(), "_legal": over.copy()}
        for name, values in results.items():
            final |= {name: values, f"_{name}": over.copy()}
        for name, shown in {"final_obs": seen, "final_info": final}.items():
            info |= {name: shown, f"_{name}": over.copy()}
