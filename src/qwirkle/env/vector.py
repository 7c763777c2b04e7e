"""Many games of one kind stepped together in the core, for training: no Python per game.

All arrays belong to the environment, and the next step overwrites them; copy what you keep. They
share their memory through DLPack (``torch.from_dlpack(env.observations["counts"])``). All of this
needs only NumPy; Gymnasium is needed for the spaces alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.card_games import CardEpisodeGame
from qwirkle.engine.episodes import vector
from qwirkle.engine.games import REWARDS, EpisodeGame
from qwirkle.env.placement import buffer, flat
from qwirkle.env.settings import LISTED, WINDOW, GameLike, read_settings
from qwirkle.env.table import MASK, Arrays, action_space, mask_extent, space_of
from qwirkle.env.tables import HALVES
from qwirkle.errors import ArgumentError
from qwirkle.rules.editions.files import OptionValue

if TYPE_CHECKING:
    from gymnasium import spaces

SEATS = 4
CORE_OPPONENTS = ("greedy", "random")
MOST_THREADS = 256
# Games in one batch of a thread, if there are enough of them.
GROUP = 4


class _Worker(Thread):
    """A thread that helps with steps whenever it is woken.

    It only saves time: a step ends when all games are stepped, by whichever thread. Queues and
    futures would do more than is needed here, and take as long as stepping a dozen games.
    """

    def __init__(self, lane: vector.Lane) -> None:
        super().__init__(daemon=True)
        self._lane = lane
        self._wanted = Lock()
        self._wanted.acquire()
        self._stopping = False
        self.start()

    def run(self) -> None:
        """Help until there is nothing more to step."""
        while True:
            self._wanted.acquire()
            if self._stopping:
                return
            self._lane.attend()

    def wake(self) -> None:
        """Let the thread look for games; if it is not asleep, it looks once more."""
        if self._wanted.locked():
            self._wanted.release()

    def stop(self) -> None:
        """Stop the thread, between two steps."""
        self._stopping = True
        self.wake()
        self.join()


def _stop(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        worker.stop()


class VectorGames:
    """Games that are stepped together; the next game follows immediately when one ends.

    Without ``opponents`` every seat is played from outside, and ``seats`` gives the seat to move in
    each game. With opponents, which the core plays, the agent has seat 0.
    """

    def __init__(
        self,
        count: int,
        game: GameLike = "classic",
        players: int = 2,
        *,
        opponents: Sequence[str] = (),
        options: Mapping[str, OptionValue] | None = None,
        actions: str = "list",
        reward: str = "margin",
        seed: int | str = 0,
        threads: int = 1,
        listed: int = LISTED,
        window: int = WINDOW,
        afterstates: int = 0,
    ) -> None:
        self.settings = read_settings(
            game,
            1 + len(opponents) if opponents else players,
            options,
            actions=actions,
            reward=reward,
            listed=listed,
            window=window,
            afterstates=afterstates,
        )
        if any(spec not in CORE_OPPONENTS for spec in opponents):
            raise ArgumentError("the core plays greedy and random opponents only")
        if count < 1 or not 1 <= threads <= min(count, MOST_THREADS):
            raise ArgumentError("there is at least one game for every thread")
        self.num_envs = count
        self.players = self.settings.players
        self.seed = seed
        self.opponents = tuple(opponents)
        half = HALVES.of(self.settings.edition)
        self._extents = half.extents(self.settings)
        arrays = half.arrays(self.settings, count)
        self.rewards = np.zeros((count, SEATS), np.float32)
        """The rewards of every seat for the last step."""
        self.terminated = np.zeros(count, np.uint8)
        """Which games ended with the last step."""
        self.truncated = np.zeros(count, np.uint8)
        """Always zero: no game is truncated."""
        self.seats = np.zeros(count, np.int8)
        """The seat that has the turn in each game."""
        self.final_scores = np.zeros((count, SEATS), np.int16)
        self.final_turns = np.zeros(count, np.int16)
        """The scores and the number of turns of the last game that ended, in each place."""
        self._actions = np.zeros(count, np.int32)
        filled: list[NDArray[np.generic]] = [
            self._actions,
            self.rewards,
            self.terminated,
            self.seats,
        ]
        filled += [self.final_scores, self.final_turns]
        self._results = vector.Results(*(buffer(array) for array in filled))
        self.games: list[EpisodeGame | CardEpisodeGame] = []
        # Several threads share small groups of games; a single thread does not need them.
        size = max(1, min(GROUP, count // (4 * threads))) if threads > 1 else count
        parts = [part.tolist() for part in np.array_split(np.arange(count), threads)]
        self._lane, *others = vector.assemble(
            [
                [
                    self._group(half.games(self.settings, flat(arrays), part[first : first + size]))
                    for first in range(0, len(part), size)
                ]
                for part in parts
            ]
        )
        self._workers = [_Worker(lane) for lane in others]
        # A vector that is never closed must not leave its threads behind.
        self._stop = finalize(self, _stop, self._workers)
        self.observations: Arrays = {name: arrays[name] for name in self._extents}
        self.observations[MASK] = arrays["mask"].view(np.int8)

    @cached_property
    def single_observation_space(self) -> spaces.Dict:
        """The space of one game's observations; needs Gymnasium."""
        return space_of({**self._extents, MASK: mask_extent(self.observations[MASK].shape[1])})

    @cached_property
    def single_action_space(self) -> spaces.Discrete:
        """The space of one game's actions; needs Gymnasium."""
        return action_space(self.observations[MASK].shape[1])

    def reset(self, seed: int | str | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begin all games; game ``n`` of place ``p`` is that of the seed ``seed/p/n``.

        Without a seed, the seed given to the constructor is used.
        """
        text = str(self.seed if seed is None else seed).encode()
        for game in self.games:
            game.core.start(text)
        self.rewards[:] = 0
        self.terminated[:] = 0
        self.seats[:] = [game.core.seat for game in self.games]
        return self.observations, {"seats": self.seats}

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Arrays, NDArray[np.float32], NDArray[np.uint8], NDArray[np.uint8], dict[str, Any]]:
        """Act in every game; raise ValueError if one is illegal, after doing the others."""
        self._actions[:] = actions
        for worker in self._workers:
            worker.wake()
        refused = self._lane.step()
        if refused:
            raise ValueError(f"{refused} actions are not legal; the mask says which ones are")
        return (
            self.observations,
            self.rewards,
            self.terminated,
            self.truncated,
            {
                "seats": self.seats,
                "final_scores": self.final_scores,
                "final_turns": self.final_turns,
            },
        )

    def close(self) -> None:
        """Stop the threads."""
        self._stop()

    def _group(self, games: Sequence[EpisodeGame | CardEpisodeGame]) -> list[vector.Branch]:
        """Return games that are never stepped concurrently, with the seats of the core."""
        outside = [seat == 0 or not self.opponents for seat in range(self.players)]
        for game in games:
            if self.opponents:
                seated: Any = game
                seated.set_rules(self.settings.edition, ["greedy", *self.opponents])
            game.core.set_outside_seats(outside, REWARDS.index(self.settings.reward))
        self.games += games
        return [vector.leaf(self._results, game.core) for game in games]
