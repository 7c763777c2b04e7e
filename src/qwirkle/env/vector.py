"""Many games of one kind stepped together in the core, for training: no Python per game.

All arrays belong to the environment, and the next step overwrites them; copy what you keep. They
share their memory through DLPack (``torch.from_dlpack(env.observations["counts"])``). All of this
needs only NumPy; Gymnasium is needed for the spaces alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import index
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.card_games import CardEpisodeGame
from qwirkle.engine.episodes import vector
from qwirkle.engine.games import REWARDS, EpisodeGame
from qwirkle.engine.state import CardState, PlacementState
from qwirkle.env.opponents import seat_opponents, seats_of
from qwirkle.env.placement import buffer, flat
from qwirkle.env.settings import LISTED, WINDOW, GameLike, read_settings
from qwirkle.env.table import MASK, Arrays, action_space, mask_extent, space_of
from qwirkle.env.tables import HALVES
from qwirkle.env.unpacking import ACCEPTS, Unpacker
from qwirkle.errors import ArgumentError
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import Edition

if TYPE_CHECKING:
    from gymnasium import spaces

SEATS = 4
MOST_THREADS = 256
# Games in one batch of a thread, if there are enough of them.
GROUP = 4
STATES = (PlacementState, CardState)


class _Helper(Thread):
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


def _stop(helpers: Sequence[_Helper]) -> None:
    for helper in helpers:
        helper.stop()


def _checked_seed(seed: object) -> int | str:
    if isinstance(seed, str):
        return seed
    if not isinstance(seed, SupportsIndex):
        raise ArgumentError(f"a seed is a whole number or a text, not {seed!r}")
    return index(seed)


class Snapshot(NamedTuple):
    """All games of a vector at one moment, to be restored in any vector with the same settings.

    It consists of numbers alone, so it can be pickled.
    """

    rows: tuple[bytes, ...]
    """The rows of the games, place by place."""
    following: tuple[int, ...]
    """The number of the game that follows in each place."""
    seeds: tuple[str, ...]
    """The seed of each place."""


class VectorGames:
    """Games that are stepped together; the next game follows immediately when one ends.

    Without ``opponents`` every seat is played from outside, and ``seats`` gives the seat to move in
    each game. Opponents are played by the core: ``random``, ``greedy``, ``value`` and ``level:1``
    to ``level:7``, in the card game ``random`` and ``greedy``. ``opponents`` is a list, and the
    agent has ``seat``, or with ``seat=None`` a different seat in every game; or it gives the specs
    by seat, such as ``{1: "value", 3: "greedy"}``, and all other seats are played from outside.

    ``state`` and ``set_state`` exchange single games with the small states of ``qwirkle.engine``,
    for tree search; ``snapshot`` and ``restore`` keep all of them.
    """

    def __init__(
        self,
        count: int,
        game: GameLike = "classic",
        players: int = 2,
        *,
        opponents: Sequence[str] | Mapping[int, str] = (),
        seat: int | None = 0,
        options: Mapping[str, OptionValue] | None = None,
        actions: str = "list",
        reward: str = "margin",
        seed: int | str = 0,
        threads: int = 1,
        listed: int = LISTED,
        window: int = WINDOW,
        afterstates: int = 0,
        unpacked: bool = False,
        waits: bool = False,
    ) -> None:
        """Take the settings that docs/environments.md describes.

        With ``waits``, a game that is over stays visible until the next step, which begins the next
        game whatever the action.
        """
        listing = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        self.settings = read_settings(
            game,
            1 + len(opponents) if opponents and listing else players,
            options,
            actions=actions,
            reward=reward,
            listed=listed,
            window=window,
            afterstates=afterstates,
            unpacked=unpacked,
        )
        self._seating = seats_of(self.settings, opponents, seat)
        for what, number in (("games", count), ("threads", threads)):
            if not isinstance(number, int):
                raise ArgumentError(f"the number of {what} is a whole number, not {number!r}")
        if count < 1 or not 1 <= threads <= min(count, MOST_THREADS):
            raise ArgumentError("there is at least one game for every thread")
        self.num_envs = count
        self.players = self.settings.players
        self.seed = _checked_seed(seed)
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
        if waits:
            self._results.wait_after_end()
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
        self._seeds: tuple[str, ...] = ()
        self._by_place = sorted(self.games, key=lambda game: game.core.number)
        self._helpers = [_Helper(lane) for lane in others]
        # A vector that is never closed must not leave its threads behind.
        self._stop = finalize(self, _stop, self._helpers)
        self._unpacker = None
        if ACCEPTS in self._extents:
            self._unpacker = Unpacker(arrays["axes"])
            arrays[ACCEPTS] = self._unpacker.planes
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

    def reset(
        self, seed: int | str | Sequence[int | str] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin all games; game ``n`` of place ``p`` is that of the seed ``seed/p/n``.

        Without a seed, the seed given to the constructor is used. A list has a seed for each place.
        """
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
            if len(seed) != self.num_envs:
                raise ArgumentError("a list of seeds has one for each game")
            texts = [str(_checked_seed(each)) for each in seed]
        else:
            seed = seed if seed is None else _checked_seed(seed)
            texts = [str(self.seed if seed is None else seed)] * self.num_envs
        for game, text in zip(self._by_place, texts, strict=True):
            game.core.start(text.encode())
        self._seeds = tuple(texts)
        self.rewards[:] = 0
        self.terminated[:] = 0
        self._read_seats()
        return self.observations, {"seats": self.seats}

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Arrays, NDArray[np.float32], NDArray[np.uint8], NDArray[np.uint8], dict[str, Any]]:
        """Act in every game; raise ValueError if one is illegal, after doing the others."""
        refused = self.act(actions)
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

    def act(self, actions: NDArray[np.integer[Any]]) -> int:
        """Act in every game where that is legal, and return the number of the others.

        Their arrays, and their entries in ``rewards`` and ``terminated``, stay as they were.
        """
        try:
            self._actions[:] = actions
        except (TypeError, ValueError):
            raise ArgumentError(
                f"a step takes {self.num_envs} actions, one for each game, "
                f"not an array of the shape {np.shape(actions)}"
            ) from None
        for helper in self._helpers:
            helper.wake()
        refused = self._lane.step()
        self._unpack()
        return refused

    def begin_next(self, places: Sequence[int]) -> None:
        """Begin the next game in these places."""
        for place in places:
            core = self._game(place).core
            core.begin_next()
            self.seats[place] = core.seat
            self.terminated[place] = 0
            self.rewards[place] = 0
        self._unpack()

    def show_to(self, place: int, seat: int) -> None:
        """Write the counts of a game as this seat knows them, such as at its end."""
        self._game(place).core.write_counts(seat)

    # Copies

    def state(self, place: int) -> PlacementState | CardState:
        """Return the game of a place as a small state, to clone, play on, pickle or search.

        Raises:
            ValueError: The turn is not complete, tile by tile.
        """
        edition = self.settings.edition
        kind: Any = PlacementState if isinstance(edition, Edition) else CardState
        return kind.from_row(edition, self._game(place).core.snapshot())  # type: ignore[no-any-return]

    def set_state(self, place: int, state: PlacementState | CardState) -> None:
        """Continue with a state in this place; opponents play until it is the agent's turn.

        Raises:
            ArgumentError: The state belongs to another game, or to other seats.
        """
        if not isinstance(state, STATES):
            raise ArgumentError(f"a state is what state() and new_state return, not {state!r}")
        if state.edition != self.settings.edition or state.players != self.players:
            raise ArgumentError("a state continues with the rules and the seats of its vector")
        if isinstance(state, PlacementState) and not state.is_where_it_began:
            raise ArgumentError("a state from the middle of a game is nowhere in the window")
        core = self._game(place).core
        self._put(place, state.data, core.episode)
        self._unpack()

    def copy(self, place: int, to: Sequence[int]) -> None:
        """Copy the game of one place to others, such as one for each turn to be tried."""
        if not isinstance(to, Sequence | np.ndarray):
            raise ArgumentError(f"a game is copied to a list of places, such as [{to!r}]")
        row = self._game(place).core.snapshot()
        for other in to:
            self._put(other, row, self._game(other).core.episode)
        self._unpack()

    def snapshot(self) -> Snapshot:
        """Return all games as they are now."""
        cores = [game.core for game in self._by_place]
        rows = tuple(bytes(core.snapshot()) for core in cores)
        return Snapshot(rows, tuple(core.episode for core in cores), self._seeds)

    def restore(self, snapshot: Snapshot) -> tuple[Arrays, dict[str, Any]]:
        """Continue all games of a snapshot, which is trusted; later games are the same again."""
        if not isinstance(snapshot, Snapshot):
            raise ArgumentError("a vector is restored from what snapshot() returned")
        if len(snapshot.rows) != self.num_envs:
            raise ArgumentError(f"the snapshot has {len(snapshot.rows)} games")
        if snapshot.seeds != self._seeds:
            self.reset(snapshot.seeds)
        for place, (row, following) in enumerate(
            zip(snapshot.rows, snapshot.following, strict=True)
        ):
            self._put(place, array("H", row), following)
        self._unpack()
        return self.observations, {"seats": self.seats}

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a vector has threads and memory of its own; keep its snapshot() instead")

    def _put(self, place: int, row: array[int], following: int) -> None:
        core = self._game(place).core
        core.restore(row, following)
        self.seats[place] = core.seat
        self.terminated[place] = core.ending != 0
        self.rewards[place] = 0

    def _game(self, place: int) -> Any:
        if not 0 <= place < self.num_envs:
            raise ArgumentError(f"there is no game {place} among {self.num_envs}")
        return self._by_place[place]

    def _read_seats(self) -> None:
        self.seats[:] = [game.core.seat for game in self._by_place]
        self._unpack()

    def _unpack(self) -> None:
        if self._unpacker is not None:
            self._unpacker.update()

    def close(self) -> None:
        """Stop the threads."""
        self._stop()

    def _group(self, games: Sequence[EpisodeGame | CardEpisodeGame]) -> list[vector.Branch]:
        """Return games that are never stepped concurrently, with the seats of the core."""
        outside = [spec is None for spec in self._seating.specs]
        seat_opponents(games, self.settings, self._seating)
        for game in games:
            game.core.set_outside_seats(outside, REWARDS.index(self.settings.reward))
        self.games += games
        return [vector.leaf(self._results, game.core) for game in games]
