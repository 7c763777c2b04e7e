"""Many games of one kind stepped at once in the core, for training: no Python per game.

All arrays are the environment's own and are written over by the next step; copy what you keep. They
share their memory through DLPack (``torch.from_dlpack(env.observations["counts"])``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock, Thread
from typing import Any, cast
from weakref import finalize

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from qwirkle.engine.arena import ranking, vector
from qwirkle.engine.episodes import REWARDS, EpisodeGame
from qwirkle.env.placement import buffer, choice_arrays, flat, new_arrays, placement_space
from qwirkle.env.settings import LISTED, WINDOW, GameLike, read_settings
from qwirkle.env.table import MASK, Arrays
from qwirkle.errors import ArgumentError
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.placement.edition import Edition

SEATS = 4
CORE_OPPONENTS = ("greedy", "random")
MOST_THREADS = 256


class _Worker(Thread):
    """A thread that steps its games whenever it is asked to.

    Two locks hand the work over and back. Queues and futures do more than is needed here, and take
    as long as stepping a dozen games.
    """

    def __init__(self, tree: vector.Branch) -> None:
        super().__init__(daemon=True)
        self._tree = tree
        self._wanted, self._done = Lock(), Lock()
        self._wanted.acquire()
        self._done.acquire()
        self._refused = 0
        self._stopping = False
        self.start()

    def run(self) -> None:
        """Step until there is nothing more to step."""
        while True:
            self._wanted.acquire()
            if self._stopping:
                return
            self._refused = self._tree.step()
            self._done.release()

    def begin(self) -> None:
        """Begin a step."""
        self._wanted.release()

    def finish(self) -> int:
        """Wait for the end of the step; return how many actions were not legal."""
        self._done.acquire()
        return self._refused

    def stop(self) -> None:
        """End the thread, between two steps."""
        self._stopping = True
        self._wanted.release()
        self.join()


def _stop(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        worker.stop()


class VectorGames:
    """Games that are stepped together; a game that ends is followed by the next one at once.

    With no ``opponents`` every seat is played from outside, and ``seats`` says whose turn it is in
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
        if not isinstance(self.settings.edition, Edition):
            raise ArgumentError("many games at once are for the placement games")
        if any(spec not in CORE_OPPONENTS for spec in opponents):
            raise ArgumentError("the core plays greedy and random opponents only")
        if count < 1 or not 1 <= threads <= min(count, MOST_THREADS):
            raise ArgumentError("there is at least one game for every thread")
        self.num_envs = count
        self.players = self.settings.players
        self.seed = seed
        self.opponents = tuple(opponents)
        self._arrays = new_arrays(self.settings, count)
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
        filled: list[NDArray[Any]] = [self._actions, self.rewards, self.terminated, self.seats]
        filled += [self.final_scores, self.final_turns]
        self._results = vector.Results(*(buffer(array) for array in filled))
        self.games: list[EpisodeGame] = []
        self._trees = [self._tree(part) for part in np.array_split(np.arange(count), threads)]
        self._workers = [_Worker(tree) for tree in self._trees[1:]]
        # A vector that nobody closes must not leave its threads behind.
        self._stop = finalize(self, _stop, self._workers)
        names = ("planes", "axes", "counts", *choice_arrays(self.settings))
        self.observations: Arrays = {name: self._arrays[name] for name in names}
        self.observations[MASK] = self._arrays["mask"].view(np.int8)
        self.single_observation_space = spaces.Dict(
            {
                **placement_space(self.settings).spaces,
                MASK: spaces.Box(0, 1, self.observations[MASK].shape[1:], np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(int(self.observations[MASK].shape[1]))

    def reset(self, seed: int | str | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begin everywhere; game ``n`` of a place ``p`` is that of the seed ``seed/p/n``.

        Without a seed the games are those of the seed given when the vector was made.
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
        """Act in every game; ValueError if an action is not legal, and only the others are done."""
        self._actions[:] = actions
        for worker in self._workers:
            worker.begin()
        refused = self._trees[0].step() + sum(worker.finish() for worker in self._workers)
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

    def _tree(self, numbers: NDArray[np.integer[Any]]) -> vector.Branch:
        """The games of a thread, as a balanced tree."""
        rules = cast("Edition", self.settings.edition)
        # Games of one thread never choose at the same time, so they share their scratch space.
        candidates = ranking.Ranking()
        arrays = flat(self._arrays)
        branches = []
        for number in numbers:
            game = EpisodeGame(rules.layout, candidates)
            game.agree(rules, ["greedy", *(self.opponents or ["greedy"] * (self.players - 1))])
            game.attach(
                arrays,
                int(number),
                window=self.settings.window,
                listed=self.settings.listed,
                by_tiles=self.settings.actions == "tiles",
                described=self.settings.afterstates,
            )
            outside = [seat == 0 or not self.opponents for seat in range(self.players)]
            game.core.play_from_outside(outside, REWARDS.index(self.settings.reward))
            self.games.append(game)
            branches.append(vector.Branch(self._results, game.core))
        while len(branches) > 1:
            paired = zip(branches[::2], branches[1::2], strict=False)
            odd = branches[-1:] if len(branches) % 2 else []
            branches = [
                vector.Branch(self._results, left.game, left, right) for left, right in paired
            ] + odd
        return branches[0]
