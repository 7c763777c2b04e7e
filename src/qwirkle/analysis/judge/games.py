"""The verdicts on all acts of a game of either family.

The deals of the trials depend only on what the seat to move knows, so the same game is always
judged the same, and so are games that differ only in what the seat could not see.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from qwirkle.analysis.family import Judge, of
from qwirkle.analysis.judge.verdict import Plan, Verdict
from qwirkle.analysis.review.steps import Step
from qwirkle.rules.family import AnyEdition, AnyState, AnyTurn


def judge_for(
    edition: AnyEdition, players: int, plan: Plan, *, open_hands: bool = False
) -> Judge[AnyState, AnyTurn]:
    """Return a judge of this game."""
    return of(edition).judge(edition, players, plan, open_hands=open_hands)


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
    """Return the seed of the trials before an act: from the game, its turn and the seat's hand."""
    hand = () if state.turn is None else sorted(state.seats[state.turn].hand)
    text = f"{state.edition.id}|{state.turns_played}|{state.turn}|{' '.join(hand)}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
