"""The luck of a game that was played in an environment, computed on demand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast

from qwirkle.analysis.family import of
from qwirkle.analysis.review.luck import luck_of, margin_without_luck
from qwirkle.analysis.review.steps import Step
from qwirkle.engine.card_games import ChosenCards
from qwirkle.engine.games import Reward
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyEdition, AnyState, AnyTurn, AnyView, begin, decide

Played = AnyTurn | ChosenCards


class GameLuck:
    """The luck of every seat in one game, in points, in the card game in Qwirkles.

    Computing it takes several times as long as the game did, so that happens on first access.
    """

    def __init__(
        self, edition: AnyEdition, seed: str, turns: Sequence[Played], players: int
    ) -> None:
        self.edition = edition
        self.seed = seed
        self.players = players
        self._given = tuple(turns)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameLuck):
            return NotImplemented
        return self._played == other._played

    def __hash__(self) -> int:
        return hash((self.seed, self.players, len(self._given)))

    @property
    def _played(self) -> tuple[object, ...]:
        return self.edition, self.seed, self.turns, self.players

    @cached_property
    def turns(self) -> tuple[AnyTurn, ...]:
        """The turns of the game, as turns of the rules."""
        return tuple(step.turn for step in self._steps)

    @cached_property
    def seats(self) -> tuple[float, ...]:
        """The total luck of each seat: its opening hand and its draws."""
        return luck_of(self._steps, samples=of(self.edition).LUCK_SAMPLES).seats

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The final scores."""
        result = self._steps[-1].after.result
        if result is None:
            raise ValueError("the luck of a game is known when it is over")
        return result.scores

    def adjusted_return(self, seat: int, reward: Reward = "margin") -> float:
        """Return the result of a seat without its luck: of its margin, or of its points.

        No part of a win can be attributed to luck; for that reward the result is the margin, which
        has the same sign in the long run.
        """
        if reward == "points":
            return self.scores[seat] - self.seats[seat]
        best = max(score for other, score in enumerate(self.scores) if other != seat)
        return margin_without_luck(self.scores[seat] - best, self.seats, seat)

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        dealer = SeedDealer(self.seed)
        state = begin(self.edition, names(self.players), dealer).state
        steps = []
        for played in self._given:
            turn, seat = turn_on(state, played), state.turn or 0
            decision = decide(state, seat, turn, dealer)
            steps.append(Step(state, seat, turn, decision.events, decision.state))
            state = decision.state
        return tuple(steps)


def names(players: int) -> list[str]:
    """Return the names of an environment's seats."""
    return [f"player_{seat}" for seat in range(players)]


def turn_on(seen: AnyState | AnyView, played: Played) -> AnyTurn:
    """Return the turn of the rules; chosen cards are laid on the table in the view."""
    if isinstance(played, ChosenCards):
        return played.on(cast("CardsView", seen).table)
    return played
