"""The starting player if one seat had been dealt another hand (Q-START-3, C-START-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from qwirkle.analysis.review.steps import Step
from qwirkle.engine.position import largest_set
from qwirkle.players.rng import Chance
from qwirkle.rules.tiles import Tile


class Start(NamedTuple):
    """The beginning of a game: each player's largest set, and who started."""

    sets: tuple[int, ...]
    starter: int
    ages: tuple[int, ...] | None
    oldest: bool
    least: int
    """The smallest set that a player must hold for the game to start."""

    @classmethod
    def of(cls, first: Step) -> Start:
        """Return the beginning of the game with this first step."""
        state, rules = first.before, first.before.edition
        sets = tuple(largest_set(seat.hand) for seat in state.seats)
        oldest = rules.start.tie == "oldest"
        return cls(sets, first.seat, state.ages, oldest, rules.starting_set)

    def accepts(self, seat: int, chance: Chance) -> Callable[[Iterable[Tile]], bool]:
        """Return whether the same seat starts if this seat has another hand; lots decide ties."""
        chances = [self.chance_with(seat, size) for size in range(7)]
        return lambda hand: chance.part() < chances[largest_set(hand)]

    def chance_with(self, seat: int, size: int) -> float:
        """Return the chance of the same start if this seat's largest set has another size."""
        sets = [size if other == seat else known for other, known in enumerate(self.sets)]
        most = max(sets)
        tied = [other for other, found in enumerate(sets) if found == most]
        if self.ages is not None:
            ages = [self.ages[other] for other in tied]
            wanted = max(ages) if self.oldest else min(ages)
            tied = [other for other in tied if self.ages[other] == wanted]
        if most < self.least or self.starter not in tied:
            return 0.0
        return 1 / len(tied)
