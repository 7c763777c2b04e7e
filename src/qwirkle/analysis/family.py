"""The analysis by family: one protocol, its two implementations, and the choice between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol, TypeVar

from qwirkle.analysis import cards, placement
from qwirkle.analysis.judge.verdict import Plan, Verdict
from qwirkle.analysis.reasons.sentences import Fact
from qwirkle.analysis.review.outlook import Outlook
from qwirkle.analysis.review.situation import Situation
from qwirkle.rules import cards as card_rules
from qwirkle.rules import placement as placement_rules
from qwirkle.rules.family import AnyEdition, AnyState, AnyTurn, AnyView, Member, Pair
from qwirkle.rules.tiles import Tile

EditionT_contra = TypeVar("EditionT_contra", contravariant=True)
StateT = TypeVar("StateT")
StateT_contra = TypeVar("StateT_contra", contravariant=True)
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
TurnT = TypeVar("TurnT")
TurnT_contra = TypeVar("TurnT_contra", contravariant=True)


class Judge(Protocol[StateT_contra, TurnT_contra]):
    """Judges the acts of one game, in their order."""

    def judge(self, state: StateT_contra, turn: TurnT_contra, seed: int) -> Verdict:
        """Judge what the seat to move did."""
        ...

    def close(self) -> None:
        """Release what the judge holds."""
        ...


class Analysis(Protocol[EditionT_contra, StateT, ViewT_contra, TurnT]):
    """How turns of a family of games are judged, valued and explained."""

    LISTS_LIKELY_TURN: bool
    """Whether the likely turn of a position may be among its best ones."""
    LUCK_SAMPLES: int
    """Draws that each one is compared with where the luck of many games is worked out."""

    def plan(self, *, deep: bool) -> Plan:
        """Return the effort that judging a game takes."""
        ...

    def judge(
        self, edition: EditionT_contra, players: int, plan: Plan, /, *, open_hands: bool
    ) -> Judge[StateT, TurnT]:
        """Return a judge of a game."""
        ...

    def likely_turn(self, view: ViewT_contra, /) -> TurnT:
        """Return a turn that somebody might well play; the best ones are compared with it."""
        ...

    def points(self, view: ViewT_contra, turn: TurnT, /) -> int:
        """Return the points that a turn scores at once; in the card game, Qwirkles."""
        ...

    def bonus(self, state: StateT, turn: TurnT, /) -> int:
        """Return the points that a turn earns by ending the game."""
        ...

    def facts(self, view: ViewT_contra, better: TurnT, than: TurnT, /) -> Iterator[Fact]:
        """Return the facts that make one turn better than another."""
        ...

    def other_turn(self, view: ViewT_contra, turn: TurnT, /) -> TurnT | None:
        """Return the turn with the most points that is another one; None if there is none."""
        ...

    def outlook(self, view: ViewT_contra, /) -> Outlook[ViewT_contra]:
        """Return an outlook for the seat of a view, which has seen nothing yet."""
        ...

    def situation(self, view: ViewT_contra, /) -> Situation:
        """Read the situation off the view of the seat to move."""
        ...

    def kind(self, edition: EditionT_contra, /) -> str:
        """Return the name of the games whose chances of winning are alike."""
        ...

    def is_plain(self, view: ViewT_contra, /) -> bool:
        """Return whether the turn is one free choice: nothing to take first, and no opening."""
        ...

    def with_undrawn(self, state: StateT, under: Counter[Tile], /) -> StateT:
        """Return the state with all pieces to draw that are nowhere else, some under the others."""
        ...


_HALVES = Pair[
    Analysis[
        placement_rules.Edition, placement_rules.State, placement_rules.View, placement_rules.Turn
    ],
    Analysis[card_rules.Edition, card_rules.State, card_rules.View, card_rules.Turn],
    Analysis[AnyEdition, AnyState, AnyView, AnyTurn],
](placement=placement, cards=cards)


def of(member: Member) -> Analysis[AnyEdition, AnyState, AnyView, AnyTurn]:
    """Return the analysis of the game of an edition, a state or a view."""
    return _HALVES.of(member)
