"""Explanations of why one turn is better than another, for both families of games.

Every reason is a fact about the two turns that anybody can check against the table and the hand.
The reason that carries most of the difference comes first. Reviews, puzzles, the analysis of
positions and hints all use them.
"""

from __future__ import annotations

from qwirkle.analysis.family import of
from qwirkle.analysis.reasons.sentences import (
    HINT_COMPARISONS,
    HINT_SENTENCES,
    as_hint,
    write_reason,
)
from qwirkle.analysis.review.report import Reason
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.turns import Place

MOST_REASONS = 3
MOST_HINTED = 2


def reasons_for(view: AnyView, better: AnyTurn, than: AnyTurn) -> tuple[Reason, ...]:
    """Return the reasons why one turn is better than another; none if they are the same."""
    if better == than:
        return ()
    facts = sorted(of(view).facts(view, better, than), key=lambda fact: -fact.gain)
    if not facts:
        return (write_reason("brings-more"),)
    return tuple(fact.reason for fact in facts[:MOST_REASONS])


def reasons_for_hint(view: AnyView, turn: AnyTurn) -> tuple[Reason, ...]:
    """Return the reasons for a turn, addressed to the player who asked for a hint.

    A hint itself gives the score of its turn. It mentions another placement only if that scores
    more, so only then may a reason compare the two.
    """
    half = of(view)
    other = half.other_turn(view, turn)
    if other is None:
        return ()
    sentences = HINT_SENTENCES
    if isinstance(turn, Place) and half.points(view, turn) < half.points(view, other):
        sentences = {**HINT_SENTENCES, **HINT_COMPARISONS}
    facts = sorted(half.facts(view, turn, other), key=lambda fact: -fact.gain)
    reasons = (as_hint(fact.reason, sentences) for fact in facts)
    return tuple(reason for reason in reasons if reason is not None)[:MOST_HINTED]
