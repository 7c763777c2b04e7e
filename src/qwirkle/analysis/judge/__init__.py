"""The verdicts on all acts of a game, whichever family it belongs to.

The deals of the trials follow from what the seat to move knows, so the same game is always judged
the same, and so are games that differ only in what the seat could not see.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from qwirkle.analysis.judge.cards import CardsJudge
from qwirkle.analysis.judge.placement import Judge
from qwirkle.analysis.judge.verdict import Plan, Verdict
from qwirkle.analysis.review.steps import Step
from qwirkle.rules.family import AnyEdition, AnyState, Registry


class AnyJudge(Protocol):
    """Judges the acts of one game, in their order."""

    def judge(self, state: Any, turn: Any, seed: int) -> Verdict:
        """Judge what the seat to move did."""
        ...

    def close(self) -> None:
        """Release what the judge holds."""
        ...


class _Maker(Protocol):
    def __call__(
        self, edition: Any, players: int, plan: Plan, *, open_hands: bool = False
    ) -> AnyJudge: ...


_JUDGES = Registry[_Maker](placement=Judge, cards=CardsJudge)


def judge_for(
    edition: AnyEdition, players: int, plan: Plan, *, open_hands: bool = False
) -> AnyJudge:
    """A judge of this game."""
    return _JUDGES.of(edition)(edition, players, plan, open_hands=open_hands)


def verdicts(
    steps: Sequence[Step], plan: Plan, *, open_hands: bool = False
) -> Iterator[Verdict | None]:
    """Judge every act of a game, in order; None where the hand is not known."""
    if not steps:
        return
    first = steps[0].before
    judge = judge_for(first.edition, len(first.seats), plan, open_hands=open_hands)
    try:
        for step in steps:
            if step.all_known if open_hands else step.known:
                yield judge.judge(step.before, step.turn, deal_seed(step.before))
            else:
                yield None
    finally:
        judge.close()


def deal_seed(state: AnyState) -> int:
    """The seed of the trials before an act: of the game, its turn, and the hand of its seat."""
    hand = () if state.turn is None else sorted(state.seats[state.turn].hand)
    text = f"{state.edition.id}|{state.turns_played}|{state.turn}|{' '.join(hand)}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
