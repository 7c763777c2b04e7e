"""What annotated positions ask of a family of games, and the choice between the two."""

from __future__ import annotations

from typing import Protocol, TypeVar

from qwirkle.analysis.judge.trials import Difference
from qwirkle.lab.regret import cards, placement
from qwirkle.rules import cards as card_rules
from qwirkle.rules import placement as placement_rules
from qwirkle.rules.family import AnyTurn, AnyView, Member, Pair

ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
TurnT = TypeVar("TurnT")


class Annotating(Protocol[ViewT_contra, TurnT]):
    """How the turns of a position are listed, valued and told apart."""

    PILE: str
    """What is drawn from, in a word."""
    UNITS: int
    """Losses are whole numbers: in tenths of a point, or in hundredths of a Qwirkle."""

    def listed(self, seen: ViewT_contra, /) -> list[tuple[TurnT, int]]:
        """Return the turns that values belong to, with their points, in the order of the values."""
        ...

    def content(self, seen: ViewT_contra, turn: TurnT, /) -> object:
        """Return what a turn does: two turns that do the same are the same."""
        ...

    def annotate(
        self, seed: int, seen: ViewT_contra, /
    ) -> tuple[int, list[Difference], bool] | None:
        """Return the number of the best turn, how far behind it all are, and whether it is exact.

        None if there are fewer than two turns.
        """
        ...

    def compare(
        self, seed: int, seen: ViewT_contra, best: TurnT, turn: TurnT, /
    ) -> tuple[int, Difference]:
        """Return the points of a turn that is not listed, and how far it is behind the best one."""
        ...


_HALVES = Pair[
    Annotating[placement_rules.View, placement_rules.Turn],
    Annotating[card_rules.View, card_rules.Turn],
    Annotating[AnyView, AnyTurn],
](placement=placement, cards=cards)


def of(member: Member) -> Annotating[AnyView, AnyTurn]:
    """Return how the positions of a game are annotated."""
    return _HALVES.of(member)
