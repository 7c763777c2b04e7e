"""One game of an environment: the state behind it, its turns, and what both families share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from qwirkle.env.luck import GameLuck, names
from qwirkle.env.settings import EnvSettings
from qwirkle.players.answers import ask
from qwirkle.players.base import Bot
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyState, AnyTurn, AnyView, begin, decide, view

Arrays = dict[str, NDArray[np.generic]]
MASK = "action_mask"


class Table(ABC):
    """A game that is played by actions, with arrays for every seat."""

    def __init__(self, settings: EnvSettings) -> None:
        self.settings = settings
        self.seed = ""
        self.bots: dict[int, Bot] = {}
        self._turns: list[AnyTurn] = []
        self._state: AnyState | None = None
        self._told = 0
        self._dealer = SeedDealer(0)

    def begin(self, seed: str, bots: Mapping[int, Bot] | None = None) -> None:
        """Deal the game of a seed: the same that ``Game.new(seed=seed)`` deals.

        The bots play their seats when ``let_bots_play`` says so.
        """
        self.seed = seed
        self.bots = dict(bots or {})
        self._turns = []
        self._state = None
        self._told = 0
        self._deal()

    @property
    def state(self) -> AnyState:
        """The state of the rules, which follows the game when somebody looks."""
        if self._state is None:
            self._dealer = SeedDealer(self.seed)
            rules, players = self.settings.edition, names(self.settings.players)
            self._state = begin(rules, players, self._dealer).state
        for turn in self._turns[self._told :]:
            self._state = decide(self._state, self._state.turn or 0, turn, self._dealer).state
        self._told = len(self._turns)
        return self._state

    def let_bots_play(self) -> None:
        """Play until a seat without a bot has the turn, or the game is over."""
        while (seat := self.turn) is not None and (player := self.bots.get(seat)) is not None:
            self._let_play(seat, player)

    def _let_play(self, seat: int, player: Bot) -> None:
        self.play(ask(player, self.view(seat)))

    def rewards(self, before: list[int]) -> list[float]:
        """Return what every seat earned since it had these scores."""
        scores = self.scores
        if self.settings.reward == "points":
            return [float(now - then) for now, then in zip(scores, before, strict=True)]
        if self.turn is not None:
            return [0.0] * len(scores)
        return rewards_at_end(scores, self.settings.reward)

    def view(self, seat: int) -> AnyView:
        """Return what a seat may know, as the bots see it."""
        return view(self.state, seat)

    @property
    def luck(self) -> GameLuck:
        """The luck of the game, when it is over."""
        return GameLuck(self.settings.edition, self.seed, self._turns, self.settings.players)

    @property
    @abstractmethod
    def observation_space(self) -> spaces.Dict:
        """The arrays of an observation, without the mask."""

    @property
    @abstractmethod
    def action_space(self) -> spaces.Discrete:
        """The numbers of the actions."""

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""

    @property
    @abstractmethod
    def scores(self) -> list[int]:
        """The scores, seat by seat."""

    @abstractmethod
    def observe(self, seat: int) -> Arrays:
        """The observation of a seat, from its view alone; the arrays are copies."""

    @abstractmethod
    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return which actions are legal now; none for a seat that does not have the turn."""

    @abstractmethod
    def step(self, action: int) -> bool:
        """Do an action; False, and nothing is changed, if it is not legal."""

    @abstractmethod
    def play(self, turn: AnyTurn) -> None:
        """Play a turn of the rules; IllegalTurn says why it cannot be played."""

    @abstractmethod
    def encode(self, turn: AnyTurn) -> list[int]:
        """The actions that play a turn, which must be legal; ValueError if there are none."""

    @abstractmethod
    def decode(self, action: int) -> AnyTurn | None:
        """The turn that an action completes now; None if the turn goes on tile by tile."""

    @abstractmethod
    def _deal(self) -> None: ...


def rewards_at_end(scores: list[int], reward: str) -> list[float]:
    """The margin or the share of the win of every seat."""
    best = max(scores)
    winners = scores.count(best)
    if reward == "win":
        return [1 / winners if score == best else 0.0 for score in scores]
    return [
        float(score - max(other for at, other in enumerate(scores) if at != seat))
        for seat, score in enumerate(scores)
    ]
