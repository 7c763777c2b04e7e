"""The annotation of positions by family: one protocol, and the choice between its two halves."""

from __future__ import annotations

from typing import Protocol, TypeVar

from qwirkle.analysis.judge.trials import Difference
from qwirkle.lab.regret import cards, placement
from qwirkle.lab.regret.method import Method
from qwirkle.rules import cards as card_rules
from qwirkle.rules import placement as placement_rules
from qwirkle.rules.family import AnyTurn, AnyView, Member, Pair

ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
TurnT = TypeVar("TurnT")


class Annotating(Protocol[ViewT_contra, TurnT]):
    """The listing, valuing and comparing of the turns of a position."""

    PILE: str
    """A word for the draw pile."""
    UNITS: int
    """Losses are whole numbers: in tenths of a point, or in hundredths of a Qwirkle."""

    def listed(self, seen: ViewT_contra, /) -> list[tuple[TurnT, int]]:
        """Return the valued turns with their points, in the order of the values."""
        ...

    def content(self, seen: ViewT_contra, turn: TurnT, /) -> object:
        """Return the content of a turn: turns with equal content are the same."""
        ...

    def annotate(
        self, seed: int, seen: ViewT_contra, method: Method, /
    ) -> tuple[int, list[Difference], bool] | None:
        """Return the best turn's number, the distance of all from it, and whether that is exact.

        Returns None if there are fewer than two turns.
        """
        ...

    def compare(
        self, seed: int, seen: ViewT_contra, best: TurnT, turn: TurnT, method: Method, /
    ) -> tuple[int, Difference]:
        """Return the points of an unlisted turn, and how far it is behind the best one."""
        ...


_HALVES = Pair[
    Annotating[placement_rules.View, placement_rules.Turn],
    Annotating[card_rules.View, card_rules.Turn],
    Annotating[AnyView, AnyTurn],
](placement=placement, cards=cards)


def of(member: Member) -> Annotating[AnyView, AnyTurn]:
    """Return the annotation of the positions of a game."""
    return _HALVES.of(member)
