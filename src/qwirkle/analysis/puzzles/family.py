"""The puzzles of the two families: one protocol, and the choice between its implementations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from qwirkle.analysis.judge.trials import Difference
from qwirkle.analysis.puzzles import cards, placement
from qwirkle.analysis.puzzles.puzzle import Candidate, Puzzle, Tally
from qwirkle.rules import cards as card_rules
from qwirkle.rules import placement as placement_rules
from qwirkle.rules.family import AnyTurn, AnyView, Member, Pair

ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
TurnT_contra = TypeVar("TurnT_contra", contravariant=True)


class Puzzling(Protocol[ViewT_contra, TurnT_contra]):
    """The making and grading of puzzles in one family of games."""

    AHEAD: float
    """The lead of the best turn over every other one, in the mean."""
    SURELY: float
    """The same at the lower end of the 95 % interval."""

    def is_searched(self, view: ViewT_contra, number: int, /, *, endings: bool) -> bool:
        """Return whether a position of the game with a number may become a puzzle."""
        ...

    def make(
        self, puzzle: Puzzle, view: ViewT_contra, /, *, plain: bool
    ) -> tuple[Puzzle | None, Tally]:
        """Make a puzzle of a position; ``plain`` allows the obvious turn to be the best one."""
        ...

    def judge_again(self, puzzle: Puzzle, view: ViewT_contra, /) -> Puzzle | None:
        """Judge a puzzle again; None if its best turn is no longer far enough ahead."""
        ...

    def behind(
        self, puzzle: Puzzle, view: ViewT_contra, turn: TurnT_contra, deals: int, /
    ) -> Difference:
        """Return how far a turn is behind the best one, on at most this many deals."""
        ...

    def tempting(self, puzzle: Puzzle, view: ViewT_contra, /) -> Candidate:
        """Return the obvious turn, which makes the most at once."""
        ...

    def rival(self, puzzle: Puzzle, view: ViewT_contra, /) -> Candidate:
        """Return the turn that the best one is explained against."""
        ...

    def kinds(self, puzzle: Puzzle, view: ViewT_contra, /) -> Iterator[str]:
        """Return what kind of position it is, as themes."""
        ...


_HALVES = Pair[
    Puzzling[placement_rules.View, placement_rules.Turn],
    Puzzling[card_rules.View, card_rules.Turn],
    Puzzling[AnyView, AnyTurn],
](placement=placement, cards=cards)


def of(member: Member) -> Puzzling[AnyView, AnyTurn]:
    """Return the puzzles of the family of a view."""
    return _HALVES.of(member)
