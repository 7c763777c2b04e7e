"""The analysis by family: one protocol, its two implementations, and the choice between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from qwirkle.analysis import cards, placement
from qwirkle.analysis.judge.ranking import Ranking
from qwirkle.analysis.judge.verdict import Plan, Verdict
from qwirkle.analysis.reasons.deals import Shown
from qwirkle.analysis.reasons.lines import Line
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
    """A judge of the acts of one game, in order."""

    def judge(self, state: StateT_contra, turn: TurnT_contra, seed: int) -> Verdict:
        """Judge the act of the seat to move."""
        ...

    def close(self) -> None:
        """Release the resources of the judge."""
        ...


class Study(Protocol):
    """The comparison of a turn with a worse one."""

    def facts(self) -> Iterator[Fact]:
        """Return the facts that make the better turn better."""
        ...

    def line(self) -> Line | None:
        """Return what typically follows the better turn, if that can be shown."""
        ...


class Analysis(Protocol[EditionT_contra, StateT, ViewT_contra, TurnT]):
    """The judging, valuing and explaining of turns in one family of games."""

    LISTS_LIKELY_TURN: bool
    """Whether the likely turn of a position may be listed among its best ones."""
    LUCK_SAMPLES: int
    """Alternatives that each draw is compared with when the luck of many games is computed."""

    def plan(self, *, deep: bool) -> Plan:
        """Return the effort that judging a game takes."""
        ...

    def judge(
        self, edition: EditionT_contra, players: int, plan: Plan, /, *, open_hands: bool
    ) -> Judge[StateT, TurnT]:
        """Return a judge of a game."""
        ...

    def rank(
        self, view: ViewT_contra, effort: int, asked: Sequence[TurnT], held: Sequence[Tile], /
    ) -> Ranking:
        """Rank all turns of a view, and those that are asked for."""
        ...

    def likely_turn(self, view: ViewT_contra, /) -> TurnT:
        """Return a turn that a player might well choose, as a baseline for the best ones."""
        ...

    def points(self, view: ViewT_contra, turn: TurnT, /) -> int:
        """Return the points that a turn scores immediately; in the card game, Qwirkles."""
        ...

    def bonus(self, state: StateT, turn: TurnT, /) -> int:
        """Return the points that a turn earns by ending the game."""
        ...

    def study(
        self, view: ViewT_contra, better: TurnT, than: TurnT, shown: Shown | None, /
    ) -> Study:
        """Compare a turn with a worse one; ``shown`` is what the next player showed, if known."""
        ...

    def other_turn(self, view: ViewT_contra, turn: TurnT, /) -> TurnT | None:
        """Return another turn, the one with the most points; None if there is no other."""
        ...

    def outlook(self, view: ViewT_contra, /) -> Outlook[ViewT_contra]:
        """Return an outlook for the seat of a view, with no history yet."""
        ...

    def situation(self, view: ViewT_contra, /) -> Situation:
        """Derive the situation from the view of the seat to move."""
        ...

    def kind(self, edition: EditionT_contra, /) -> str:
        """Return the key under which games share one model of winning chances."""
        ...

    def is_plain(self, view: ViewT_contra, /) -> bool:
        """Return whether the turn is a single free choice: nothing to take first, no opening."""
        ...

    def with_undrawn(self, state: StateT, under: Counter[Tile], /) -> StateT:
        """Return the state with all missing pieces in the pile, and returned ones underneath."""
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
