"""The starting player if one seat had been dealt another hand (Q-START-3, C-START-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from qwirkle.analysis.review.steps import Step
from qwirkle.engine.position import largest_set
from qwirkle.players.rng import Chance
from qwirkle.rules.family import Registry
from qwirkle.rules.tiles import Tile


class Start(NamedTuple):
    """The beginning of a game: everybody's largest set, and who started."""

    sets: tuple[int, ...]
    starter: int
    ages: tuple[int, ...] | None
    oldest: bool
    least: int
    """The smallest set that somebody must hold for the game to start."""

    @classmethod
    def of(cls, first: Step) -> Start:
        """The beginning of the game with this first step."""
        state = first.before
        least = _SMALLEST_SET.of(state)(state)
        sets = tuple(largest_set(seat.hand) for seat in state.seats)
        return cls(sets, first.seat, state.ages, state.edition.start.tie == "oldest", least)

    def accepts(self, seat: int, chance: Chance) -> Callable[[Iterable[Tile]], bool]:
        """Return whether the same seat starts if this seat has another hand; ties go by lot."""
        chances = [self.chance_with(seat, size) for size in range(7)]
        return lambda hand: chance.part() < chances[largest_set(hand)]

    def chance_with(self, seat: int, size: int) -> float:
        """The chance that the same seat starts if this seat's largest set has another size."""
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


# C-START-1: in the card game somebody must hold a set, or all hands are dealt again.
_SMALLEST_SET = Registry[Callable[[Any], int]](
    placement=lambda state: 0,  # noqa: ARG005
    cards=lambda state: state.edition.smallest_set,
)
