"""One game of an environment: the core plays, and the state of the rules is computed on demand."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from qwirkle.engine.card_games import CardEpisodeGame
from qwirkle.engine.games import EpisodeGame
from qwirkle.env.luck import GameLuck, Played, names, turn_on
from qwirkle.env.settings import EnvSettings
from qwirkle.errors import MissingExtra
from qwirkle.players.answers import ask
from qwirkle.players.base import Bot
from qwirkle.players.registry import core_policy
from qwirkle.rules.dealing import SeedDealer, seed_bytes
from qwirkle.rules.family import AnyState, AnyTurn, AnyView, begin, decide, view

if TYPE_CHECKING:
    from gymnasium import spaces

Arrays = dict[str, NDArray[np.generic]]
MASK = "action_mask"


class Extent(NamedTuple):
    """The range and the shape of an array: a space without Gymnasium."""

    low: float
    high: float
    shape: tuple[int, ...]
    dtype: DTypeLike


def space_of(extents: Mapping[str, Extent]) -> spaces.Dict:
    """Return the space of some arrays, as Gymnasium describes it."""
    kinds = _spaces()
    return kinds.Dict({name: kinds.Box(*extent) for name, extent in extents.items()})


def action_space(choices: int) -> spaces.Discrete:
    """Return the space of this many actions, as Gymnasium describes it."""
    return _spaces().Discrete(choices)


def _spaces() -> Any:
    try:
        return import_module("gymnasium.spaces")
    except ImportError:
        raise MissingExtra("a space of Gymnasium", "env") from None


def mask_extent(choices: int) -> Extent:
    """Return the extent of the mask of this many actions."""
    return Extent(0, 1, (choices,), np.int8)


class Table(ABC):
    """A game that is played by actions, with arrays for every seat."""

    game: EpisodeGame | CardEpisodeGame
    arrays: Mapping[str, NDArray[np.generic]]
    """The arrays that the core writes, for a batch of one game."""

    def __init__(self, settings: EnvSettings) -> None:
        self.settings = settings
        self.by_tiles = settings.actions == "tiles"
        self.seed = ""
        self.bots: dict[int, Bot] = {}
        self._turns: list[Played] = []
        self._in_core: set[int] = set()
        self._state: AnyState | None = None
        self._told = 0
        self._dealer = SeedDealer(0)

    def begin(self, seed: str, bots: Mapping[int, Bot] | None = None) -> None:
        """Deal the game of a seed, the same one that ``Game.new(seed=seed)`` deals.

        The bots play their seats when ``let_bots_play`` is called.
        """
        self.seed = seed
        self.bots = dict(bots or {})
        self._turns = []
        self._state = None
        self._told = 0
        self._deal()

    @property
    def state(self) -> AnyState:
        """The state of the rules, brought up to date on access."""
        if self._state is None:
            self._dealer = SeedDealer(self.seed)
            rules, players = self.settings.edition, names(self.settings.players)
            self._state = begin(rules, players, self._dealer).state
        while self._told < len(self._turns):
            turn = self._turns[self._told] = turn_on(self._state, self._turns[self._told])
            self._state = decide(self._state, self._state.turn or 0, turn, self._dealer).state
            self._told += 1
        return self._state

    def let_bots_play(self) -> None:
        """Play until a seat without a bot is to move, or the game is over."""
        while (seat := self.turn) is not None and (player := self.bots.get(seat)) is not None:
            self._let_play(seat, player)

    def _let_play(self, seat: int, player: Bot) -> None:
        if seat in self._in_core:
            self.game.core.play_alone()
            self._turns.append(self.game.last_turn())
        else:
            self.play(ask(player, self.view(seat)))

    def rewards(self, before: list[int]) -> list[float]:
        """Return the reward of every seat since it had these scores."""
        scores = self.scores
        if self.settings.reward == "points":
            return [float(now - then) for now, then in zip(scores, before, strict=True)]
        if self.turn is not None:
            return [0.0] * len(scores)
        return rewards_at_end(scores, self.settings.reward)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return self.game.turn

    @property
    def scores(self) -> list[int]:
        """The scores, seat by seat; in the card game, their Qwirkles."""
        return self.game.core.scores()

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the mask of legal actions; empty for a seat that is not to move."""
        mask = self.arrays["mask"][0].view(np.int8)
        return mask.copy() if seat == self.turn else np.zeros_like(mask)

    def step(self, action: int) -> bool:
        """Carry out an action; return False, with nothing changed, if it is not legal."""
        done = self.game.done
        if self.turn is None or not self.game.core.step(action):
            return False
        if self.game.done > done:
            self._turns.append(self.game.last_turn())
        return True

    def play(self, turn: AnyTurn) -> None:
        """Play a turn of the rules; raise IllegalTurn with the reasons if it is illegal."""
        state = self.state
        self._state = decide(state, state.turn or 0, turn, self._dealer).state
        self._turns.append(turn)
        self._told = len(self._turns)
        game: Any = self.game
        game.do(turn)

    def view(self, seat: int) -> AnyView:
        """Return the knowledge of a seat, as a view for bots."""
        return view(self.state, seat)

    @property
    def luck(self) -> GameLuck:
        """The luck of the game, when it is over."""
        return GameLuck(self.settings.edition, self.seed, self._turns, self.settings.players)

    @property
    @abstractmethod
    def extents(self) -> dict[str, Extent]:
        """The arrays of an observation, without the mask."""

    @property
    def choices(self) -> int:
        """The number of actions, which is the size of the mask."""
        return int(self.arrays["mask"].shape[1])

    @abstractmethod
    def observe(self, seat: int) -> Arrays:
        """Return the observation of a seat, from its view alone; the arrays are copies."""

    @abstractmethod
    def encode(self, turn: AnyTurn) -> list[int]:
        """Return the actions that play a legal turn; raise ValueError if there are none."""

    @abstractmethod
    def decode(self, action: int) -> AnyTurn | None:
        """Return the turn that an action completes now; None if the turn continues tile by tile."""

    def _deal(self) -> None:
        """Deal in the core, which plays for some of the bots; the others are asked."""
        known = {seat: core_policy(player) for seat, player in self.bots.items()}
        self._in_core = {seat for seat, policy in known.items() if policy is not None}
        policies, chances = ["greedy"] * self.settings.players, [0] * self.settings.players
        for seat, policy in known.items():
            if policy is not None:
                policies[seat], chances[seat] = policy[0], policy[1].state
        game: Any = self.game
        game.set_rules(self.settings.edition, policies)
        game.core.start_from(hashlib.sha256(seed_bytes(self.seed)).digest(), chances)


def rewards_at_end(scores: list[int], reward: str) -> list[float]:
    """Return the margin or the share of the win of every seat."""
    best = max(scores)
    winners = scores.count(best)
    if reward == "win":
        return [1 / winners if score == best else 0.0 for score in scores]
    return [
        float(score - max(other for at, other in enumerate(scores) if at != seat))
        for seat, score in enumerate(scores)
    ]
